// Reads games, one a file, with chess.js and prints [{moves, result, fen}, ...] as JSON.
//   node read_pgn.mjs GAME.pgn...
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";

const games = process.argv.slice(2).map((path) => {
  const chess = new Chess();
  chess.loadPgn(readFileSync(path, "utf8"), { strict: true });
  return { moves: chess.history(), result: chess.getHeaders().Result, fen: chess.fen() };
});
console.log(JSON.stringify(games));
