"""What `rookery pgn show` writes, as two foreign programs read it: pgn-extract finds no fault in any
of it, and chess.js finds the same moves, results and final positions in each game."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import rookery_e2e as e2e

HERE = pathlib.Path(__file__).resolve().parent
# Debian puts it where root's PATH does not look.
PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"

# Whatever a writer can stumble over; read by our reader, written by our writer.
HARD = """
[Event "Quotes \\"inside\\" and a \\\\ backslash"]
[Site "M\u00fcnchen"]
[White "a"]
[Black "b"]
[ECO "C50"]
[Result "1/2-1/2"]

{Before the first move.} 1. e4! {a (bracketed) word} e5 $2 $14 (1... c5 2. Nf3 {x} (2. Nc3 $6 Nc6 (2... e6 {y}) 3. g3) d6) (1... d5) 2. Nf3
; to the end of the line
Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 1/2-1/2

[Event "from a position"]
[SetUp "1"]
[FEN "4k3/P6p/8/8/8/8/p6P/4K3 b - - 3 40"]

40... a1=N 41. a8=R+ {underpromotions} Kd7 42. Ra7+ Kc6 *

[Event "en passant and castling long"]
[Result "0-1"]

1. e4 d5 2. e5 f5 3. exf6 e.p. Nc6 4. fxg7 Bf5 5. gxh8=Q Qd6 6. d4 0-0-0 7. Qxg8 0-1

[Event "ambiguous"]
[FEN "4k3/8/8/8/8/R6R/8/R3K3 w Q - 0 1"]

1. Rhd3 Ke7 2. R1a2 Ke8 3. Rad2 Ke7 4. Rd7+ *

[Event "mate"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "no moves"]
[Result "*"]

*
"""


class PgnWriter(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rookery-pgn-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.source = self.folder / "hard.pgn"
        long_game = '[Event "long"]\n\n'
        for number in range(1, 120, 2):
            long_game += f"{number}. Nf3 {{+0.12/20 0.4s, n={number * 10**9}}} Nf6 "
            long_game += f"{number + 1}. Ng1 {{+M5/3 0.1s}} Ng8 "
        text = HARD + "\n" + long_game + "1/2-1/2\n\n"
        text += (HERE.parent / "data" / "source-games.pgn").read_text(encoding="utf-8")
        self.source.write_text(text, encoding="utf-8")
        checked = self.rookery("--json", "pgn", "check", self.source)
        self.counts = json.loads(checked)
        self.assertEqual(self.counts["broken"], 0, checked)
        self.assertGreater(self.counts["games"], 10)

    def rookery(self, *arguments):
        done = subprocess.run([str(e2e.BIN / "rookery"), *map(str, arguments)], capture_output=True,
                              text=True, encoding="utf-8", timeout=e2e.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def written(self):
        """Each game as we write it, and what we read in it."""
        for number in range(1, self.counts["games"] + 1):
            yield (self.rookery("pgn", "show", self.source, "--game", number),
                   json.loads(self.rookery("--json", "pgn", "show", self.source, "--game", number)))

    def test_pgn_extract_finds_no_fault(self):
        out = self.folder / "out.pgn"
        out.write_text("".join(text for text, _ in self.written()), encoding="utf-8")
        done = subprocess.run([PGN_EXTRACT, str(out)], capture_output=True, timeout=e2e.PATIENCE,
                              check=True)
        # It names each game as it goes; all else would be a complaint.
        named = re.compile(r".* - .* [?\d]{4}\.[?\d]{2}\.[?\d]{2} *")
        complaints = [line for line in done.stderr.decode("utf-8", "replace").splitlines()
                      if line and not line.startswith("Processing") and "matched" not in line
                      and not named.fullmatch(line)]
        self.assertEqual(complaints, [])
        self.assertEqual(done.stdout.decode("utf-8", "replace").count("[Event "),
                         self.counts["games"])

    def test_chess_js_finds_the_same_games(self):
        for name in ("package.json", "package-lock.json", "read_pgn.mjs"):
            shutil.copy(HERE / "chess_js" / name, self.folder)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
                       cwd=self.folder, check=True, timeout=e2e.PATIENCE)
        ours = []
        paths = []
        for number, (text, game) in enumerate(self.written()):
            # chess.js knows no escapes in tags, which the standard has.
            if any('"' in value or "\\" in value for value in game["tags"].values()):
                continue
            paths.append(self.folder / f"{number}.pgn")
            paths[-1].write_text(text, encoding="utf-8")
            ours.append(game)
        done = subprocess.run(["node", "read_pgn.mjs", *map(str, paths)], cwd=self.folder,
                              capture_output=True, text=True, timeout=e2e.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        theirs = json.loads(done.stdout)
        self.assertEqual(len(theirs), len(ours))
        for their, our in zip(theirs, ours):
            self.assertEqual(their["moves"], [move["san"] for move in our["moves"]])
            self.assertEqual(their["result"], our["result"])
            self.assertEqual(their["fen"], our["end"])


if __name__ == "__main__":
    e2e.main()
