#include "engine/chess/pgn_index.h"

#include "engine/chess/pgn_splitter.h"

namespace rookery::chess {

std::vector<PgnPlace> IndexPgn(std::string_view text) {
  std::vector<PgnPlace> places;
  PgnLexer lexer(text, {});
  PgnToken token;
  PgnSplitter splitter;
  lexer.Next(token);
  while (token.kind != PgnTokenKind::kEnd) {
    splitter.Begin();
    const PgnPlace place = token.place;
    bool ended = false;
    while (!ended && token.kind != PgnTokenKind::kEnd && !splitter.StartsNext(token)) {
      ended = splitter.Take(token);
      lexer.Next(token);
    }
    while (ended && PgnSplitter::RepeatsEnd(token)) lexer.Next(token);
    if (splitter.has_content()) places.push_back(place);
  }
  return places;
}

}  // namespace rookery::chess
