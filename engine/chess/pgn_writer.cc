#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/source_notation.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxColumns = 79;

struct RosterTag {
  std::string_view name;
  std::string_view unknown;
};
// The seven tags of the export format in their order; the value is what unknown is written as.
constexpr std::array<RosterTag, 7> kRoster = {{{"Event", "?"},
                                               {"Site", "?"},
                                               {"Date", "????.??.??"},
                                               {"Round", "?"},
                                               {"White", "?"},
                                               {"Black", "?"},
                                               {"Result", "*"}}};

bool IsDerived(std::string_view name) {
  return name == "Result" || name == "SetUp" || name == "FEN";
}

void AppendTag(std::string_view name, std::string_view value, std::string& text) {
  text += '[';
  text += name;
  text += " \"";
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
  }
  text += "\"]\n";
}

// Words separated by single blanks, in lines of fewer than 80 columns.
class Wrapper {
 public:
  explicit Wrapper(std::string& text) : text_(text) {}

  // Writes `text` right before the next word: some readers want no blank between "(" and "{".
  void Glue(std::string_view text) { glued_ += text; }

  void Add(std::string_view text) {
    const std::string word = std::exchange(glued_, {}) + std::string(text);
    if (column_ != 0) {
      const bool fits = column_ + 1 + word.size() <= kMaxColumns;
      text_ += fits ? ' ' : '\n';
      column_ = fits ? column_ + 1 : 0;
    }
    text_ += word;
    column_ += word.size();
  }

 private:
  std::string& text_;
  std::string glued_;
  size_t column_ = 0;
};

// The format has no way to write a brace inside a comment.
std::string Harmless(std::string_view comment) {
  std::string text(comment);
  for (char& letter : text) {
    if (letter == '{') letter = '(';
    if (letter == '}') letter = ')';
    if (static_cast<unsigned char>(letter) < 0x20) letter = ' ';
  }
  return text;
}

void AddComment(std::string_view comment, Wrapper& words) {
  const std::string text = "{" + Harmless(comment) + "}";
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(' ', at);
    if (begin == std::string::npos) break;
    at = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, at - begin);
    // At the start of a line this would read as the next game: readers look for an event's tag
    // even in comments, because some are never closed.
    words.Add(word == "[Event" ? "(Event" : word);
  }
}

void AppendTags(const PgnGame& game, std::string_view result, std::string& text) {
  const auto find = [&game](std::string_view name) -> const std::string* {
    for (const auto& [key, value] : game.tags) {
      if (key == name) return &value;
    }
    return nullptr;
  };
  for (const RosterTag& tag : kRoster) {
    const std::string* value = find(tag.name);
    if (tag.name == "Result") {
      AppendTag(tag.name, result, text);
    } else {
      AppendTag(tag.name, value != nullptr ? std::string_view(*value) : tag.unknown, text);
    }
  }
  for (const auto& [name, value] : game.tags) {
    bool written = IsDerived(name);
    for (const RosterTag& tag : kRoster) written = written || tag.name == name;
    if (!written) AppendTag(name, value, text);
  }
  if (!(game.start == Position::Start())) {
    if (game.start.IsChess960() && find("Variant") == nullptr) {
      AppendTag("Variant", "Chess960", text);
    }
    AppendTag("SetUp", "1", text);
    AppendTag("FEN", ToFen(game.start), text);
  }
}

std::string MoveText(const Position& position, Move move, PgnNotation notation) {
  if (move.none() || notation == PgnNotation::kSan) return ToSan(position, move);
  return notation == PgnNotation::kSourceLong ? ToSourceLong(position, move)
                                              : ToSourceShort(position, move);
}

// Moves from `position` on, each followed by its marks, its comment and what might have been played
// instead.
void AddMoves(Position position, const std::vector<PgnMove>& moves, PgnNotation notation,
              Wrapper& words) {
  bool number_needed = true;
  for (const PgnMove& entry : moves) {
    const bool white = position.side() == Color::kWhite;
    if (white || number_needed) {
      words.Add(fmt::format("{}{}", position.fullmove_number(), white ? "." : "..."));
    }
    words.Add(MoveText(position, entry.move, notation));
    for (const int nag : entry.nags) words.Add(fmt::format("${}", nag));
    if (!entry.comment.empty()) AddComment(entry.comment, words);
    for (const PgnVariation& variation : entry.variations) {
      words.Glue("(");
      if (!variation.comment.empty()) AddComment(variation.comment, words);
      AddMoves(position, variation.moves, notation, words);
      words.Add(")");
    }
    number_needed = !entry.comment.empty() || !entry.variations.empty();
    PlayPgnMove(position, entry.move);
  }
}

}  // namespace

std::string ToPgn(const PgnGame& game, PgnNotation notation) {
  const std::string_view result = game.result.has_value() ? ResultText(*game.result) : "*";
  std::string text;
  AppendTags(game, result, text);
  text += '\n';
  Wrapper words(text);
  if (!game.comment.empty()) AddComment(game.comment, words);
  AddMoves(game.start, game.moves, notation, words);
  words.Add(result);
  text += "\n\n";
  return text;
}

}  // namespace rookery::chess
