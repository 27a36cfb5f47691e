#include "engine/chess/epd.h"

#include <algorithm>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxLength = 4096;
constexpr size_t kMostGrowth = 8;
constexpr size_t kMaxOpcode = 15;  // the format's own limit
constexpr std::string_view kBlanks = " \t\r\n";

void SkipBlanks(std::string_view& text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  text = begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string_view TakeWord(std::string_view& text) {
  SkipBlanks(text);
  const size_t end = std::min(text.find_first_of(" \t\r\n;"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

bool IsNumber(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Takes the next word only if it is a number, as in a FEN's last fields.
std::string_view TakeNumber(std::string_view& text) {
  std::string_view rest = text;
  const std::string_view word = TakeWord(rest);
  if (!IsNumber(word)) return {};
  text = rest;
  return word;
}

bool IsOpcode(std::string_view word) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !word.empty() && word.size() <= kMaxOpcode && is_letter(word[0]) &&
         std::all_of(word.begin(), word.end(), [&is_letter](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
         });
}

absl::Status TakeOperands(std::string_view& text, EpdOperation& operation) {
  for (;;) {
    SkipBlanks(text);
    if (text.empty()) return absl::OkStatus();
    if (text[0] == ';') {
      text.remove_prefix(1);
      return absl::OkStatus();
    }
    if (text[0] != '"') {
      const std::string_view word = TakeWord(text);
      if (word.find('"') != std::string_view::npos) {
        return InvalidArgument("EPD {}: a quote inside the word '{}'", operation.opcode,
                               word.substr(0, 40));
      }
      operation.operands.emplace_back(word);
      continue;
    }
    const size_t end = text.find('"', 1);
    if (end == std::string_view::npos) {
      return InvalidArgument("EPD {}: a text without a closing quote", operation.opcode);
    }
    operation.operands.emplace_back(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
  }
}

absl::StatusOr<std::vector<EpdOperation>> TakeOperations(std::string_view text) {
  std::vector<EpdOperation> operations;
  for (;;) {
    while (!text.empty() && (text[0] == ';' || kBlanks.find(text[0]) != std::string_view::npos)) {
      text.remove_prefix(1);
    }
    if (text.empty()) return operations;
    const std::string_view word = TakeWord(text);
    if (!IsOpcode(word)) {
      return InvalidArgument("EPD opcode '{}': write a letter and up to 14 letters, digits or _",
                             word.substr(0, 40));
    }
    EpdOperation& operation = operations.emplace_back();
    operation.opcode = word;
    ROOKERY_RETURN_IF_ERROR(TakeOperands(text, operation));
  }
}

}  // namespace

const EpdOperation* Epd::Find(std::string_view opcode) const {
  for (const EpdOperation& operation : operations) {
    if (operation.opcode == opcode) return &operation;
  }
  return nullptr;
}

absl::StatusOr<Epd> ParseEpd(std::string_view line) {
  if (line.size() > kMaxLength) {
    return InvalidArgument("EPD: {} characters; at most {} are allowed", line.size(), kMaxLength);
  }
  const size_t length = line.size();
  std::string fen;
  for (int field = 0; field < 4; ++field) {
    const std::string_view word = TakeWord(line);
    if (field > 0 && !word.empty()) fen += ' ';
    fen += word;
  }
  std::string clock(TakeNumber(line));
  std::string number(clock.empty() ? std::string_view() : TakeNumber(line));
  Epd epd;
  ROOKERY_ASSIGN_OR_RETURN(epd.operations, TakeOperations(line));
  const auto take = [&epd](std::string_view opcode, std::string& value) {
    const EpdOperation* operation = epd.Find(opcode);
    if (operation != nullptr && operation->operands.size() == 1) value = operation->operands[0];
  };
  take("hmvc", clock);
  take("fmvn", number);
  if (!clock.empty() || !number.empty()) fen += " " + (clock.empty() ? "0" : clock);
  if (!number.empty()) fen += " " + number;
  ROOKERY_ASSIGN_OR_RETURN(epd.position, ParseFen(fen));
  std::erase_if(epd.operations, [](const EpdOperation& operation) {
    return operation.opcode == "hmvc" || operation.opcode == "fmvn";
  });
  // Quotes and blanks make what is written longer than what was read, by less than this much.
  if (length > kMaxLength / kMostGrowth && ToEpd(epd).size() > kMaxLength) {
    return InvalidArgument("EPD: written out its operations take more than {} characters",
                           kMaxLength);
  }
  return epd;
}

std::string ToEpd(const Epd& epd) {
  const std::string fen = ToFen(epd.position);
  std::string text = fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
  if (epd.position.halfmove_clock() != 0) {
    text += fmt::format(" hmvc {};", epd.position.halfmove_clock());
  }
  if (epd.position.fullmove_number() != 1) {
    text += fmt::format(" fmvn {};", epd.position.fullmove_number());
  }
  for (const EpdOperation& operation : epd.operations) {
    text += " " + operation.opcode;
    // Quoted where the bare text would read as something else.
    for (const std::string& operand : operation.operands) {
      const bool bare =
          !operand.empty() && operand.find_first_of(" \t\r\n;\"") == std::string::npos;
      text += bare && operation.opcode != "id" ? " " + operand : fmt::format(" \"{}\"", operand);
    }
    text += ';';
  }
  return text;
}

absl::StatusOr<std::vector<Move>> EpdMoves(const Position& position,
                                           const EpdOperation& operation) {
  std::vector<Move> moves;
  Position at = position;
  for (const std::string& operand : operation.operands) {
    const absl::StatusOr<Move> san = ParseSan(at, operand);
    const absl::StatusOr<Move> move = san.ok() ? san : ParseUci(at, operand);
    if (!move.ok()) {
      return InvalidArgument("EPD {}: {}", operation.opcode, Message(san.status()));
    }
    moves.push_back(*move);
    if (operation.opcode == "pv") at.Play(*move);
  }
  return moves;
}

}  // namespace rookery::chess
