#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/status.h"
#include "base/utf8.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_index.h"
#include "engine/chess/pgn_lexer.h"
#include "engine/chess/pgn_splitter.h"
#include "engine/chess/pgn_word.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxTags = 256;
constexpr size_t kMaxMoves = 20000;      // of the game
constexpr size_t kMaxAllMoves = 200000;  // with those of its variations
constexpr size_t kMaxNags = 64;
constexpr int kMaxVariationDepth = 1000;

constexpr size_t kMostShown = 40;  // of a tag's value

// What a Variant tag may say, in small letters and without blanks; other games would be read as
// what they aren't.
bool IsChess(std::string_view variant) {
  constexpr std::array<std::string_view, 20> kNames = {
      "wild/fr",       "",          "?",       "-",        "chess",
      "standard",      "normal",    "regular", "orthodox", "orthochess",
      "fromposition",  "chess960",  "960",     "frc",      "fischerandom",
      "fischerrandom", "freestyle", "dfrc",    "chess324", "doublefischerrandom"};
  std::string plain;
  for (const char letter : variant) {
    if (letter == ' ' || letter == '-' || letter == '_') continue;
    plain += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
  }
  return std::find(kNames.begin(), kNames.end(), plain) != kNames.end();
}

// The format's own character set is Latin-1; most files are UTF-8 all the same.
std::string InUtf8(std::string_view text) {
  if (IsUtf8(text)) return std::string(text);
  std::string wide;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x80) wide += static_cast<char>(0xC0 | byte >> 6);
    wide += byte < 0x80 ? letter : static_cast<char>(0x80 | (byte & 0x3F));
  }
  return wide;
}

// Some files write the names of tags small; those that mean something here get their own form.
bool SameLetters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return x == y || ((x | 0x20) == (y | 0x20) && (x | 0x20) >= 'a' && (x | 0x20) <= 'z');
  });
}

std::string KnownName(const std::string& name) {
  constexpr std::array<std::string_view, 10> kKnown = {
      "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "Variant"};
  for (const std::string_view known : kKnown) {
    if (SameLetters(known, name)) return std::string(known);
  }
  return name;
}

// Reads games one by one from the tokens. A fault breaks one game: it is kept as the game's error,
// and tokens are skipped until the game's result, the next game's tags, or the end.
class GameParser {
 public:
  GameParser(std::istream& input, PgnVariations variations)
      : lexer_(input), keeps_(variations == PgnVariations::kKeep) {
    lexer_.Next(token_);
  }
  GameParser(std::string_view text, const PgnPlace& from, PgnVariations variations)
      : lexer_(text, from), keeps_(variations == PgnVariations::kKeep) {
    lexer_.Next(token_);
  }

  // False when nothing is left.
  bool Read() {
    Clear();
    bool ended = false;
    while (!ended && token_.kind != PgnTokenKind::kEnd && !splitter_.StartsNext(token_)) {
      const int depth = splitter_.depth();
      ended = splitter_.Take(token_);
      TakeToken(depth);
      lexer_.Next(token_);
    }
    while (ended && PgnSplitter::RepeatsEnd(token_)) {
      Doubt("a second result behind the game's end");
      lexer_.Next(token_);
    }
    Finish(ended);
    return splitter_.has_content();
  }

  const PgnGame& game() const { return game_; }
  const std::optional<PgnError>& error() const { return error_; }

 private:
  // The moves that are being read: the game's, or an open variation's.
  struct Line {
    std::vector<PgnMove>* moves;
    std::string* comment;  // before the first move
    Position position;     // behind the last move
    Position before;       // and before it; kept where variations are
    bool spoilt = false;   // from here on words are kept as text
  };

  void Clear() {
    game_.tags.clear();
    game_.comment.clear();
    game_.moves.clear();
    game_.result.reset();
    game_.ending = {};
    game_.doubt.reset();
    error_.reset();
    splitter_.Begin();
    begun_ = false;
    lines_.assign(1, {&game_.moves, &game_.comment, Position::Start(), Position::Start()});
    moves_ = 0;
  }

  PgnError ErrorHere(std::string_view message) const {
    return {static_cast<int>(token_.place.line), static_cast<int>(token_.place.column),
            std::string(message)};
  }
  void Break(std::string_view message) {
    if (!error_.has_value()) error_ = ErrorHere(message);
  }
  void Doubt(std::string_view message) {
    if (!game_.doubt.has_value()) game_.doubt = ErrorHere(message);
  }

  void EndHere(bool has_result) {
    game_.ending = {has_result, static_cast<int>(token_.place.line),
                    static_cast<int>(token_.place.column)};
  }

  void TakeTag() {
    if (game_.tags.size() == kMaxTags) return Break("more than 256 tags");
    game_.tags.emplace_back(KnownName(token_.name), InUtf8(token_.text));
  }

  const std::string* Tag(std::string_view name) const {
    for (const auto& [key, value] : game_.tags) {
      if (key == name) return &value;
    }
    return nullptr;
  }

  void BeginMovetext() {
    if (begun_) return;
    begun_ = true;
    game_.start = Position::Start();
    if (const std::string* variant = Tag("Variant"); variant != nullptr && !IsChess(*variant)) {
      Break(fmt::format("[Variant \"{}\"]: not chess; standard chess and Chess960 are read",
                        variant->substr(0, kMostShown)));
    }
    if (const std::string* fen = Tag("FEN"); fen != nullptr) {
      const absl::StatusOr<Position> start = ParseFen(*fen);
      if (start.ok()) {
        game_.start = *start;
      } else {
        Break(Message(start.status()));
      }
    }
    line().position = game_.start;
  }

  // `depth` of variations is that before the token.
  void TakeToken(int depth) {
    if (splitter_.in_movetext()) BeginMovetext();
    switch (token_.kind) {
      case PgnTokenKind::kTag:
        if (!splitter_.in_movetext()) TakeTag();
        return;
      case PgnTokenKind::kOpen:
        if (depth == kMaxVariationDepth) Break("variations nested too deeply");
        if (keeps_ && !error_.has_value()) OpenVariation();
        return;
      case PgnTokenKind::kClose:
        if (depth == 0) Break("')' without '('");
        if (lines_.size() > 1) CloseVariation();
        return;
      case PgnTokenKind::kError:
        return Break(token_.text);
      default:
        if (depth == 0 || lines_.size() > 1) TakeText(depth == 0);
    }
  }

  Line& line() { return lines_.back(); }

  // Where there is no move to stand beside, a variation is text.
  void OpenVariation() {
    const bool astray = line().moves->empty();
    if (astray) Doubt("a variation before the first move; it is kept as text");
    if (astray || line().spoilt) {
      AppendComment("(");
      lines_.push_back(line());
      line().spoilt = true;
      return;
    }
    PgnVariation& opened = line().moves->back().variations.emplace_back();
    const Position start = line().before;
    lines_.push_back({&opened.moves, &opened.comment, start, start});
  }

  // A variation without a move is none: what it says is said of the move that it stands beside.
  void CloseVariation() {
    lines_.pop_back();
    if (line().spoilt || line().moves->empty()) return AppendComment(")");
    std::vector<PgnVariation>& all = line().moves->back().variations;
    if (!all.back().moves.empty()) return;
    const std::string text = std::move(all.back().comment);
    all.pop_back();
    AppendComment(text);
  }

  void TakeText(bool main_line) {
    if (token_.kind == PgnTokenKind::kComment) {
      AppendComment(InUtf8(token_.text));
    } else if (line().spoilt) {
      AppendText();
    } else if (token_.kind == PgnTokenKind::kNag) {
      AppendNag(static_cast<uint8_t>(token_.number));
    } else if (token_.kind == PgnTokenKind::kSymbol) {
      const PgnResultWord* word = FindPgnResult(token_.text);
      if (word == nullptr) {
        TakeWord();
      } else if (main_line) {
        game_.result = word->result;
        EndHere(true);
      }
    }
  }

  void AppendNag(uint8_t nag) {
    std::vector<PgnMove>& moves = *line().moves;
    if (!moves.empty() && moves.back().nags.size() < kMaxNags) moves.back().nags.push_back(nag);
  }

  void AppendComment(std::string_view text) {
    std::string& comment = line().moves->empty() ? *line().comment : line().moves->back().comment;
    if (text.empty()) return;
    if (comment.size() + 1 + text.size() > PgnLexer::kMaxComment) {
      return Break("comments of one move of more than 1048576 bytes");
    }
    if (!comment.empty()) comment += ' ';
    comment += text;
  }

  // A token as part of a comment.
  void AppendText() {
    const bool mark = token_.kind == PgnTokenKind::kNag;
    AppendComment(mark ? fmt::format("${}", token_.number) : InUtf8(token_.text));
  }

  // A word that is no move here: a fault of the game, or in a variation the beginning of text.
  void Spoil(std::string_view message) {
    if (lines_.size() == 1) return Break(message);
    Doubt(message);
    line().spoilt = true;
    AppendText();
  }

  // A move; or marks, alone or glued to the move before them.
  void TakeWord() {
    if (error_.has_value()) return;
    const absl::StatusOr<Move> move = ParseSan(line().position, token_.text);
    if (move.ok()) return TakeMove(*move);
    const std::optional<PgnWord> word = ReadPgnWord(line().position, token_.text);
    if (!word.has_value()) return Spoil(Message(move.status()));
    if (word->is_null && lines_.size() == 1) return Break("a null move, which no game has");
    if (word->is_null) TakeMove(Move());
    if (!word->move.none()) TakeMove(word->move);
    for (const uint8_t nag : word->nags) AppendNag(nag);
  }

  void TakeMove(Move move) {
    if (line().moves->size() == kMaxMoves) return Break("more than 20000 moves");
    if (++moves_ > kMaxAllMoves) return Break("more than 200000 moves with variations");
    if (keeps_) line().before = line().position;
    PlayPgnMove(line().position, move);
    line().moves->emplace_back().move = move;
  }

  void Finish(bool ended) {
    if (!splitter_.has_content()) return;
    if (!ended && splitter_.depth() > 0) Break("a variation has no closing ')'");
    BeginMovetext();
    if (ended) return;
    EndHere(false);
    // Without a result behind the moves the tag's counts.
    if (const std::string* text = Tag("Result"); text != nullptr) {
      if (const PgnResultWord* word = FindPgnResult(*text); word != nullptr) {
        game_.result = word->result;
      }
    }
  }

  PgnLexer lexer_;
  PgnToken token_;
  PgnGame game_;
  const bool keeps_ = false;  // variations
  std::vector<Line> lines_;   // the main line, and the variations that are open
  size_t moves_ = 0;          // in all lines
  std::optional<PgnError> error_;
  PgnSplitter splitter_;
  bool begun_ = false;  // the moves
};

}  // namespace

void ReadPgn(std::istream& input, const std::function<bool(const PgnGame&)>& on_game,
             const std::function<bool(const PgnError&)>& on_error, PgnVariations variations) {
  GameParser parser(input, variations);
  while (parser.Read()) {
    const bool go_on =
        parser.error().has_value() ? on_error(*parser.error()) : on_game(parser.game());
    if (!go_on) return;
  }
}

std::variant<PgnGame, PgnError> ReadPgnGame(std::string_view text, const PgnPlace& place,
                                            PgnVariations variations) {
  GameParser parser(text, place, variations);
  if (!parser.Read()) {
    return PgnError{static_cast<int>(place.line), static_cast<int>(place.column), "no game"};
  }
  if (parser.error().has_value()) return *parser.error();
  return parser.game();
}

}  // namespace rookery::chess
