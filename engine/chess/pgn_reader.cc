#include <algorithm>
#include <array>
#include <memory>

#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_lexer.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxTags = 256;
constexpr size_t kMaxMoves = 20000;
constexpr size_t kMaxNags = 64;
constexpr int kMaxVariationDepth = 1000;

struct ResultWord {
  std::string_view text;
  std::optional<GameResult> result;
};
constexpr std::array<ResultWord, 8> kResults = {{{"1-0", GameResult::kWhiteWins},
                                                 {"0-1", GameResult::kBlackWins},
                                                 {"1/2-1/2", GameResult::kDraw},
                                                 {"*", std::nullopt},
                                                 {"1:0", GameResult::kWhiteWins},
                                                 {"0:1", GameResult::kBlackWins},
                                                 {"1/2:1/2", GameResult::kDraw},
                                                 {"1/2", GameResult::kDraw}}};

const ResultWord* FindResult(std::string_view text) {
  const auto found = std::find_if(kResults.begin(), kResults.end(),
                                  [text](const ResultWord& word) { return word.text == text; });
  return found == kResults.end() ? nullptr : &*found;
}

// Reads games one by one from the tokens. A fault breaks one game: it is kept as the game's error,
// and tokens are skipped until the game's result, the next game's tags, or the end.
class GameParser {
 public:
  explicit GameParser(std::istream& input) : lexer_(input) { lexer_.Next(token_); }

  // False when nothing is left.
  bool Read() {
    Clear();
    while (token_.kind == PgnTokenKind::kTag) {
      TakeTag();
      lexer_.Next(token_);
    }
    bool ended = false;
    while (!ended && token_.kind != PgnTokenKind::kEnd && !StartsNextGame()) {
      ended = TakeMovetext();
      lexer_.Next(token_);
    }
    Finish(ended);
    return ended || has_content_;
  }

  const PgnGame& game() const { return game_; }
  const std::optional<PgnError>& error() const { return error_; }

 private:
  void Clear() {
    game_.tags.clear();
    game_.comment.clear();
    game_.moves.clear();
    game_.result.reset();
    error_.reset();
    depth_ = 0;
    has_content_ = false;
    in_movetext_ = false;
  }

  void Break(std::string_view message) {
    has_content_ = true;
    if (error_.has_value()) return;
    error_ = PgnError{token_.line, token_.column, std::string(message)};
  }

  // A tag behind movetext; inside a variation only at the start of a line.
  bool StartsNextGame() const {
    return token_.kind == PgnTokenKind::kTag && in_movetext_ && (depth_ == 0 || token_.column == 1);
  }

  void TakeTag() {
    has_content_ = true;
    if (game_.tags.size() == kMaxTags) return Break("more than 256 tags");
    game_.tags.emplace_back(token_.name, token_.text);
  }

  const std::string* Tag(std::string_view name) const {
    for (const auto& [key, value] : game_.tags) {
      if (key == name) return &value;
    }
    return nullptr;
  }

  void BeginMovetext() {
    if (in_movetext_) return;
    in_movetext_ = true;
    has_content_ = true;
    game_.start = Position::Start();
    if (const std::string* fen = Tag("FEN"); fen != nullptr) {
      const absl::StatusOr<Position> start = ParseFen(*fen);
      if (start.ok()) {
        game_.start = *start;
      } else {
        Break(Message(start.status()));
      }
    }
    position_ = game_.start;
  }

  // Whether the token ended the game.
  bool TakeMovetext() {
    if (token_.kind == PgnTokenKind::kTag && depth_ == 0) {  // tags behind a comment
      TakeTag();
      return false;
    }
    if (token_.kind == PgnTokenKind::kComment && !in_movetext_) {
      AppendComment(game_.comment);
      return false;
    }
    if (token_.kind == PgnTokenKind::kError && !in_movetext_) {  // the other tags are its own still
      Break(token_.text);
      return false;
    }
    BeginMovetext();
    switch (token_.kind) {
      case PgnTokenKind::kOpen:
        if (++depth_ > kMaxVariationDepth) Break("variations nested too deeply");
        return false;
      case PgnTokenKind::kClose:
        if (depth_ == 0) Break("')' without '('");
        depth_ = std::max(depth_ - 1, 0);
        return false;
      case PgnTokenKind::kError:
        Break(token_.text);
        return false;
      default:
        return depth_ == 0 && TakeMainLine();
    }
  }

  bool TakeMainLine() {
    if (token_.kind == PgnTokenKind::kComment) {
      AppendComment(game_.moves.empty() ? game_.comment : game_.moves.back().comment);
    } else if (token_.kind == PgnTokenKind::kNag) {
      if (!game_.moves.empty() && game_.moves.back().nags.size() < kMaxNags) {
        game_.moves.back().nags.push_back(static_cast<uint8_t>(token_.number));
      }
    } else if (token_.kind == PgnTokenKind::kSymbol) {
      if (const ResultWord* word = FindResult(token_.text); word != nullptr) {
        game_.result = word->result;
        return true;
      }
      TakeMove();
    }
    return false;
  }

  void AppendComment(std::string& comment) {
    if (token_.text.empty() || comment.size() >= PgnLexer::kMaxComment) return;
    if (!comment.empty()) comment += ' ';
    comment += token_.text;
  }

  void TakeMove() {
    if (error_.has_value()) return;
    // "e.p." behind a capture comes as two words.
    if (token_.text == "e" || token_.text == "p" || token_.text == "ep") return;
    if (game_.moves.size() == kMaxMoves) return Break("more than 20000 moves");
    const absl::StatusOr<Move> move = ParseSan(position_, token_.text);
    if (!move.ok()) return Break(Message(move.status()));
    position_.Play(*move);
    game_.moves.emplace_back().move = *move;
  }

  void Finish(bool ended) {
    if (!ended && depth_ > 0) Break("a variation has no closing ')'");
    if (!has_content_ && !ended) return;
    BeginMovetext();
    if (ended) return;
    // Without a result behind the moves the tag's counts.
    if (const std::string* text = Tag("Result"); text != nullptr) {
      if (const ResultWord* word = FindResult(*text); word != nullptr) game_.result = word->result;
    }
  }

  PgnLexer lexer_;
  PgnToken token_;
  PgnGame game_;
  Position position_ = Position::Start();
  std::optional<PgnError> error_;
  int depth_ = 0;
  bool has_content_ = false;
  bool in_movetext_ = false;
};

}  // namespace

void ReadPgn(std::istream& input, const std::function<bool(const PgnGame&)>& on_game,
             const std::function<bool(const PgnError&)>& on_error) {
  const auto parser = std::make_unique<GameParser>(input);  // its buffer is large for a stack
  while (parser->Read()) {
    const bool go_on =
        parser->error().has_value() ? on_error(*parser->error()) : on_game(parser->game());
    if (!go_on) return;
  }
}

}  // namespace rookery::chess
