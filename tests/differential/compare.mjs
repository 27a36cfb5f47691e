// Reads what rules-positions writes and asks chessops the same; see README.md. With a number as
// argument, fewer lines than that are a failure too.
import readline from 'node:readline';
import { makeFen, parseFen } from 'chessops/fen';
import { Chess } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import { makeUci, makeSquare, squareFile, squareRank } from 'chessops/util';

const MOST_SHOWN = 20;
const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight'];

let positions = 0;
let moves = 0;
let differences = 0;
let seen = new Map();

function differ(fen, what, ours, theirs) {
  if (++differences <= MOST_SHOWN) {
    console.log(`${fen}\n  ${what}\n  ours:   ${ours}\n  theirs: ${theirs}`);
  }
}

// All legal moves; castling is king takes rook.
function legalMoves(position) {
  const found = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const pawn = position.board.pawn.has(from);
      const last = squareRank(to) === 0 || squareRank(to) === 7;
      if (pawn && last) {
        for (const promotion of PROMOTIONS) found.push({ from, to, promotion });
      } else {
        found.push({ from, to });
      }
    }
  }
  return found;
}

function isCastling(position, move) {
  return position.board.king.has(move.from) && position.board[position.turn].has(move.to);
}

// As the king's steps, which only a king on the e-file can be said to take.
function stepsUci(position, move) {
  if (!isCastling(position, move) || squareFile(move.from) !== 4) return makeUci(move);
  const kingSide = move.to > move.from;
  const to = squareRank(move.from) * 8 + (kingSide ? 6 : 2);
  return makeSquare(move.from) + makeSquare(to);
}

function marks(position, count) {
  const check = position.isCheck();
  return (check ? 'c' : '') + (position.isCheckmate() ? 'm' : '')
    + (position.isStalemate() ? 's' : '') + (position.isInsufficientMaterial() ? 'i' : '')
    + (position.hasInsufficientMaterial('white') ? 'w' : '')
    + (position.hasInsufficientMaterial('black') ? 'b' : '');
}

// What repetition compares: an en-passant square counts if a capture there is legal.
function identity(position, fen, legal) {
  const fields = fen.split(' ');
  const passing = position.epSquare !== undefined
    && legal.some(move => move.to === position.epSquare && position.board.pawn.has(move.from));
  return fields.slice(0, 3).join(' ') + (passing ? makeSquare(position.epSquare) : '');
}

function compare(line) {
  const [start, fen, steps, takes, sans, ourMarks, times] = line.split('|');
  ++positions;
  const setup = parseFen(fen);
  const made = setup.isOk ? Chess.fromSetup(setup.value) : setup;
  if (made.isErr) return differ(fen, 'valid', 'yes', String(made.error));
  const position = made.value;
  const legal = legalMoves(position);
  moves += legal.length;
  const check = (what, ours, theirs) => {
    if (ours !== theirs) differ(fen, what, ours, theirs);
  };
  check('moves, king takes rook', takes, legal.map(makeUci).sort().join(' '));
  check('moves, steps', steps, legal.map(move => stepsUci(position, move)).sort().join(' '));
  check('SAN', sans, legal.map(move => makeSan(position, move)).sort().join(' '));
  check('marks', ourMarks, marks(position, legal.length));
  if (start === 'g') seen = new Map();
  const key = identity(position, makeFen(position.toSetup()), legal);
  seen.set(key, (seen.get(key) ?? 0) + 1);
  check('times', times, String(seen.get(key)));
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) compare(line);
console.log(`${positions} positions, ${moves} moves: ${differences} differences`);
const expected = Number(process.argv[2] ?? 1);
process.exit(differences === 0 && positions >= expected ? 0 : 1);
