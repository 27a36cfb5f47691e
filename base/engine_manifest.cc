#include "base/engine_manifest.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery {
namespace {

constexpr size_t kMaxEntries = 1500;

// The next word, removed from `rest` with the blank behind it.
std::string_view TakeWord(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  return word;
}

absl::Status TakeProgram(std::string_view rest, EngineManifest& manifest) {
  manifest.program_sha256 = TakeWord(rest);
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), manifest.program_bytes);
  const bool whole = error == std::errc() && end == rest.data() + rest.size();
  if (!IsSha256Hex(manifest.program_sha256) || !whole || manifest.program_bytes < 1) {
    return InvalidArgument("a program is a SHA-256 and a size");
  }
  return absl::OkStatus();
}

// An option's name, a tab and the rest: both may hold blanks.
absl::StatusOr<std::pair<std::string, std::string>> SplitAtTab(std::string_view line) {
  const size_t tab = line.find('\t');
  if (tab == 0 || tab == std::string_view::npos) {
    return InvalidArgument("a tab stands between an option's name and what follows");
  }
  return std::pair(std::string(line.substr(0, tab)), std::string(line.substr(tab + 1)));
}

absl::Status TakeFile(std::string_view line, EngineManifest& manifest) {
  ROOKERY_ASSIGN_OR_RETURN(const auto halves, SplitAtTab(line));
  std::string_view rest = halves.second;
  ManifestFile file;
  file.option = halves.first;
  file.sha256 = TakeWord(rest);
  file.name = rest;
  const bool plain = !file.name.empty() && file.name.find('/') == std::string::npos &&
                     file.name != "." && file.name != "..";
  if (!IsSha256Hex(file.sha256) || !plain) {
    return InvalidArgument("a file is an option, a SHA-256 and a name");
  }
  manifest.files.push_back(std::move(file));
  return absl::OkStatus();
}

bool TakeNumber(std::string_view& rest, int64_t& number) {
  const std::string_view word = TakeWord(rest);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

absl::Status TakeDeclared(std::string_view line, EngineManifest& manifest) {
  ROOKERY_ASSIGN_OR_RETURN(const auto halves, SplitAtTab(line));
  std::string_view rest = halves.second;
  DeclaredOption option;
  option.name = halves.first;
  const std::string_view type = TakeWord(rest);
  option.is_text = type == "string";
  int64_t preset = 0;
  if (type == "check" || type == "combo" || type == "button") {
    option.kind = type;
    option.preset = rest.substr(0, rest.find('\t'));
    rest.remove_prefix(option.preset.size());
    while (!rest.empty()) {
      rest.remove_prefix(1);
      option.choices.emplace_back(rest.substr(0, rest.find('\t')));
      rest.remove_prefix(option.choices.back().size());
    }
  } else if (option.is_text) {
    option.preset = rest;
  } else if (type == "spin" && TakeNumber(rest, preset) && TakeNumber(rest, option.min) &&
             TakeNumber(rest, option.max)) {
    option.preset = std::to_string(preset);
  } else {
    return InvalidArgument(
        "a declared option is a name, and a spin of three numbers, a string, check, combo or "
        "button");
  }
  manifest.declares.push_back(std::move(option));
  return absl::OkStatus();
}

absl::Status TakeLine(std::string_view line, EngineManifest& manifest) {
  const std::string_view key = TakeWord(line);
  if (key == "name") {
    manifest.name = line;
  } else if (key == "program") {
    return TakeProgram(line, manifest);
  } else if (key == "platform") {
    manifest.platform = line;
  } else if (key == "cpu") {
    while (!line.empty()) manifest.cpu.emplace_back(TakeWord(line));
  } else if (key == "arg") {
    manifest.arguments.emplace_back(line);
  } else if (key == "option") {
    ROOKERY_ASSIGN_OR_RETURN(auto option, SplitAtTab(line));
    manifest.options.push_back(std::move(option));
  } else if (key == "file") {
    return TakeFile(line, manifest);
  } else if (key == "declares") {
    return TakeDeclared(line, manifest);
  } else if (key == "declares-all") {
    manifest.declares_all = true;
  } else {
    return InvalidArgument("'{}' is not known", key.substr(0, 40));
  }
  return absl::OkStatus();
}

std::string DeclaredLine(const DeclaredOption& one) {
  if (one.is_text) return fmt::format("declares {}\tstring {}\n", one.name, one.preset);
  if (one.kind.empty()) {
    return fmt::format("declares {}\tspin {} {} {}\n", one.name, one.preset, one.min, one.max);
  }
  std::string line = fmt::format("declares {}\t{} {}", one.name, one.kind, one.preset);
  for (const std::string& choice : one.choices) line += "\t" + choice;
  return line + "\n";
}

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

const DeclaredOption* Declared(const EngineManifest& manifest, std::string_view name) {
  for (const DeclaredOption& one : manifest.declares) {
    if (SameName(one.name, name)) return &one;
  }
  return nullptr;
}

// What the option takes, if not the value; empty if it does.
std::string Refusal(const DeclaredOption& option, std::string_view value) {
  if (option.is_text || option.kind == "button") return "";
  if (option.kind == "check") {
    return value == "true" || value == "false" ? "" : "true or false";
  }
  if (option.kind == "combo") {
    for (const std::string& choice : option.choices) {
      if (SameName(choice, value)) return "";
    }
    return fmt::format("one of {}", fmt::join(option.choices, ", "));
  }
  int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool whole = error == std::errc() && end == value.data() + value.size();
  if (whole && number >= option.min && number <= option.max) return "";
  return fmt::format("a number from {} to {}", option.min, option.max);
}

absl::Status Missing(const EngineManifest& manifest, std::string_view name) {
  constexpr size_t kMostShown = 40;
  std::vector<std::string> names;
  for (const DeclaredOption& one : manifest.declares) names.push_back(one.name);
  const bool more = names.size() > kMostShown;
  if (more) names.resize(kMostShown);
  return InvalidArgument("option {}: the engine {} doesn't have it; it has {}{}", name,
                         manifest.name, fmt::join(names, ", "), more ? ", ..." : "");
}

absl::Status CheckOption(const EngineManifest& manifest, const std::string& name,
                         const std::string* value) {
  const DeclaredOption* const option = Declared(manifest, name);
  if (option == nullptr) {
    return manifest.declares_all ? Missing(manifest, name) : absl::OkStatus();
  }
  const std::string allowed = value == nullptr ? "" : Refusal(*option, *value);
  if (allowed.empty()) return absl::OkStatus();
  return InvalidArgument("option {}: '{}' is not allowed by the engine {}; give {}", option->name,
                         value->substr(0, 80), manifest.name, allowed);
}

}  // namespace

bool IsManifest(std::string_view content) {
  return content.starts_with(kManifestFirstLine) && content.size() > kManifestFirstLine.size() &&
         content[kManifestFirstLine.size()] == '\n';
}

absl::StatusOr<std::string> ManifestText(const EngineManifest& manifest) {
  std::string text =
      fmt::format("{}\nname {}\nprogram {} {}\nplatform {}\n", kManifestFirstLine, manifest.name,
                  manifest.program_sha256, manifest.program_bytes, manifest.platform);
  size_t lines = 4;
  if (!manifest.cpu.empty()) {
    text += fmt::format("cpu {}\n", fmt::join(manifest.cpu, " "));
    ++lines;
  }
  for (const std::string& argument : manifest.arguments) text += fmt::format("arg {}\n", argument);
  for (const auto& [name, value] : manifest.options) {
    text += fmt::format("option {}\t{}\n", name, value);
  }
  for (const ManifestFile& file : manifest.files) {
    text += fmt::format("file {}\t{} {}\n", file.option, file.sha256, file.name);
  }
  for (const DeclaredOption& one : manifest.declares) {
    text += DeclaredLine(one);
  }
  if (manifest.declares_all) {
    text += "declares-all\n";
    ++lines;
  }
  lines += manifest.declares.size() + manifest.arguments.size() + manifest.options.size() +
           manifest.files.size();
  if (static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) != lines) {
    return InvalidArgument("names and values of an engine hold no line breaks");
  }
  // What can't be read back the same isn't written.
  const absl::Status readable = ParseManifest(text).status();
  return readable.ok() ? absl::StatusOr<std::string>(text) : readable;
}

absl::StatusOr<EngineManifest> ParseManifest(std::string_view text) {
  if (!IsManifest(text) || text.size() > kMaxManifestBytes) {
    return InvalidArgument("this is no description of an engine");
  }
  EngineManifest manifest;
  size_t number = 1;
  text.remove_prefix(kManifestFirstLine.size() + 1);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    const absl::Status status = TakeLine(line, manifest);
    if (!status.ok()) return InvalidArgument("line {}: {}", number, Message(status));
    if (number > kMaxEntries) return InvalidArgument("more than {} lines", kMaxEntries);
  }
  if (manifest.program_sha256.empty() || manifest.platform.empty()) {
    return InvalidArgument("program or platform is missing");
  }
  return manifest;
}

absl::Status CheckOptions(const EngineManifest& manifest, bool chess960) {
  for (const auto& [name, value] : manifest.options) {
    ROOKERY_RETURN_IF_ERROR(CheckOption(manifest, name, &value));
  }
  for (const ManifestFile& file : manifest.files) {
    ROOKERY_RETURN_IF_ERROR(CheckOption(manifest, file.option, nullptr));
  }
  return chess960 ? CheckOption(manifest, "UCI_Chess960", nullptr) : absl::OkStatus();
}

std::string ThisPlatform() {
  utsname names{};
  if (::uname(&names) != 0) return "unknown";
  std::string system = names.sysname;
  std::transform(system.begin(), system.end(), system.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return fmt::format("{}-{}", system, names.machine);
}

absl::Status CheckMachine(const EngineManifest& manifest, std::string_view platform,
                          const std::vector<std::string>& features) {
  if (manifest.platform != platform) {
    return Error(absl::StatusCode::kFailedPrecondition, "the engine {} is for {}, this is {}",
                 manifest.name, manifest.platform, platform);
  }
  for (const std::string& feature : manifest.cpu) {
    if (std::find(features.begin(), features.end(), feature) != features.end()) continue;
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the engine {} needs a CPU with {}, which this one hasn't", manifest.name,
                 feature);
  }
  return absl::OkStatus();
}

}  // namespace rookery
