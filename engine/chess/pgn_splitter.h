// Where one game of a PGN text ends and the next begins, decided from tokens: the one rule that the
// reader and the index of games share. A game ends with its result, before tags that follow
// movetext (inside a variation only at the start of a line: its bracket is missing), before a
// second Event tag (its moves are missing), or with the text. Internal to them; one thread.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "base/pairing/outcome.h"
#include "engine/chess/pgn_lexer.h"

namespace rookery::chess {

struct PgnResultWord {
  std::string_view text;
  std::optional<GameResult> result;
};

// What ends a game, or null.
inline const PgnResultWord* FindPgnResult(std::string_view text) {
  static constexpr std::array<PgnResultWord, 10> kResults = {{{"1-0", GameResult::kWhiteWins},
                                                              {"0-1", GameResult::kBlackWins},
                                                              {"1/2-1/2", GameResult::kDraw},
                                                              {"*", std::nullopt},
                                                              {"1:0", GameResult::kWhiteWins},
                                                              {"0:1", GameResult::kBlackWins},
                                                              {"1/2:1/2", GameResult::kDraw},
                                                              {"1/2", GameResult::kDraw},
                                                              {"½-½", GameResult::kDraw},
                                                              {"½", GameResult::kDraw}}};
  if (text.empty() || text.size() > 7) return nullptr;
  const auto* found = std::find_if(kResults.begin(), kResults.end(),
                                   [text](const PgnResultWord& word) { return word.text == text; });
  return found == kResults.end() ? nullptr : found;
}

class PgnSplitter {
 public:
  // Before a game's first token.
  void Begin() { *this = {}; }

  // Whether the token belongs to the next game.
  bool StartsNext(const PgnToken& token) const {
    if (token.kind != PgnTokenKind::kTag) return false;
    if (in_movetext_) return depth_ == 0 || token.place.column == 1;
    return has_event_ && token.name == "Event";
  }

  // Takes a token of this game; true if it is the last.
  bool Take(const PgnToken& token) {
    if (!in_movetext_) {
      // Comments and faults before the moves leave room for more tags.
      if (token.kind == PgnTokenKind::kComment) return false;
      has_content_ = true;
      if (token.kind == PgnTokenKind::kTag && token.name == "Event") has_event_ = true;
      if (token.kind == PgnTokenKind::kTag || token.kind == PgnTokenKind::kError) return false;
      in_movetext_ = true;
    }
    if (token.kind == PgnTokenKind::kOpen) ++depth_;
    if (token.kind == PgnTokenKind::kClose) depth_ = std::max(depth_ - 1, 0);
    return token.kind == PgnTokenKind::kSymbol && depth_ == 0 &&
           FindPgnResult(token.text) != nullptr;
  }

  // Whether a token right behind a game's end says the end once more, which is no game of its own.
  static bool RepeatsEnd(const PgnToken& token) {
    return token.kind == PgnTokenKind::kSymbol && FindPgnResult(token.text) != nullptr;
  }

  bool in_movetext() const { return in_movetext_; }
  int depth() const { return depth_; }               // of variations
  bool has_content() const { return has_content_; }  // else there is no game

 private:
  bool in_movetext_ = false;
  bool has_content_ = false;
  bool has_event_ = false;
  int depth_ = 0;
};

}  // namespace rookery::chess
