#include "cli/option_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/status.h"
#include "engine/chess/rule_profile.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {

KeepGamesWord::KeepGamesWord() {
  func_ = [](std::string& text) {
    const auto keep = wire::ParseKeepGames(text);
    return keep.ok() ? std::string() : Message(keep.status());
  };
}

DecimalNumber::DecimalNumber(double low, double high) {
  description(fmt::format("{:g} to {:g}", low, high));
  func_ = [low, high](const std::string& text) -> std::string {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    // Written so that NaN fails too.
    if (error == std::errc() && stop == end && value >= low && value <= high) return "";
    return fmt::format("'{}' is no number from {:g} to {:g}", text, low, high);
  };
}

NotEmpty::NotEmpty() {
  func_ = [](const std::string& text) -> std::string {
    return text.empty() ? "it is empty; give a value, or leave the option out" : "";
  };
}

RulesText::RulesText() {
  std::string names;
  for (const std::string_view name : chess::RuleProfileNames()) {
    names += fmt::format("{}{}", names.empty() ? "" : "|", name);
  }
  description(names + "[,KEY=VALUE...]");
  func_ = [](const std::string& text) -> std::string {
    const auto profile = chess::FindRuleProfile(text);
    return profile.ok() ? "" : Message(profile.status());
  };
}

OutputFile::OutputFile(std::vector<std::string> endings) {
  func_ = [endings = std::move(endings)](const std::string& text) -> std::string {
    if (text.empty()) return "it is empty; name the file to write";
    if (std::filesystem::is_directory(text)) {
      return fmt::format("'{}' is a folder; name a file in it", text);
    }
    const bool known = std::any_of(endings.begin(), endings.end(),
                                   [&](const std::string& one) { return text.ends_with(one); });
    if (!known && !endings.empty()) {
      return fmt::format("'{}' doesn't end in {}, which say what is written", text,
                         fmt::join(endings, " or "));
    }
    const std::filesystem::path parent = std::filesystem::path(text).parent_path();
    const std::string folder = parent.empty() ? "." : parent.string();
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return "";
    return fmt::format("'{}' can't be written: folder '{}': {}; name another file", text, folder,
                       std::strerror(errno));
  };
}

void RefuseEmptyValues(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() > 0) option->check(NotEmpty());
  }
}

}  // namespace rookery::cli
