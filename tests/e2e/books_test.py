"""Opening books of every kind on the command line and in a run."""
import json
import shutil
import subprocess
import urllib.request

import rookery_e2e as e2e

GAMES = """[Event "a"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "b"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 Bc5 0-1

[Event "c"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 *
"""

# Writes down what it hears and moves knights out and back.
SHUFFLER = """#!/usr/bin/python3
import sys
told = 0
for line in sys.stdin:
    print(line, end="", file=open("{heard}", "a"))
    words = line.split() or [""]
    if words[0] == "uci":
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        told = len(words) - 3
    elif words[0] == "go":
        print("bestmove", ["g1f3", "g8f6", "f3g1", "f6g8"][max(told, 0) % 4], flush=True)
    elif words[0] == "quit":
        break
"""

POLYGLOT = shutil.which("polyglot") or "/usr/games/polyglot"


class Books(e2e.E2eTest):
    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_lint_lists_the_faults_where_they_are(self):
        book = self.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n\nrubbish\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 4;\n7k/5Q2/6K1/8/8/8/8/8 b - -\n")
        out = self.run_cli("book", "lint", book, "--no-search", code=1)
        lines = out.splitlines()
        self.assertEqual(len(lines), 3, out)
        self.assertIn("a.epd:3: FEN", lines[0])
        self.assertIn("a.epd:4: the same position as", lines[1])
        self.assertIn("a.epd:5: the game is over here already (stalemate)", lines[2])
        facts = self.run_json("book", "lint", book, "--no-search", code=1)
        self.assertEqual((facts["openings"], facts["broken"], facts["repeated"], facts["ended"]),
                         (4, 1, 1, 1))
        self.assertEqual([fault["kind"] for fault in facts["shown"]],
                         ["broken", "repeated", "ended"])
        counts = self.run_json("book", "classify", book, code=1)
        self.assertEqual((counts["openings"], counts["broken"]), (3, 1))
        self.assertIn("broken 1", self.run_cli("book", "classify", book, code=1))
        self.run_cli("book", "lint", self.folder / "none.epd", code=2)
        self.run_cli("pgn", "check", self.folder, code=2)

    def test_a_search_finds_uneven_openings(self):
        book = self.write("a.epd", "4k3/8/8/8/8/8/3Q4/4K3 w - -\n")
        self.assertIn("uneven", self.run_cli("book", "lint", book, code=1))
        self.run_cli("book", "lint", book, "--max-score", 30000)

    def test_the_shipped_books_are_sound_and_named(self):
        for name in ("named", "small", "source"):
            book = self.write(name + ".epd", self.run_cli("book", "shipped", name))
            self.assertEqual(self.run_json("book", "info", book)["faults"], 0)
        counts = self.run_json("book", "classify", self.folder / "named.epd")
        self.assertEqual(counts["openings"], 88)
        self.assertEqual(sum(counts["classes"].values()), 88)
        self.assertIn("open: C30 King's Gambit",
                      self.run_cli("book", "classify", "--moves", "1.e4 e5 2.f4").replace(
                          ", gambit", ""))

    def test_games_and_polyglot_books_become_the_book_of_a_run(self):
        games = self.write("games.pgn", GAMES)
        facts = self.run_json("book", "info", games, "--plies", 4, code=1)
        self.assertEqual((facts["format"], facts["openings"], facts["transposed"]), ("PGN", 3, 1))
        self.start_coordinator()
        self.start_worker(slots=2)
        played = self.run_json("match", "--games", 4, "--dev", "default", "--base", "default",
                               "--nodes", 50, "--book", games, "--book-plies", 4)
        self.assertIn("2 openings from PGN; 1 repeated an earlier position", self.stderr)
        self.assertEqual(played["book"]["lines"], 2)
        self.assertEqual(played["pairs"], 2)
        pgn = self.run_cli("runs", "pgn", played["run"])
        flat = " ".join(pgn.split())
        self.assertEqual(flat.count("1. e4 {book} 1... e5 {book} 2. Nf3 {book} 2... Nc6 {book}"), 2)
        self.assertNotIn("[FEN", pgn)
        with urllib.request.urlopen(f"{self.http.rstrip('/')}/api/v1/runs/{played['run']}/games/0",
                                    timeout=e2e.PATIENCE) as answer:
            line = json.load(answer)["opening_line"]
        self.assertIn(line, ("1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4 e6"))

    # They count for repetition, too: from here a third occurrence is four moves away.
    def test_engines_are_told_the_moves_of_their_book(self):
        games = self.write("games.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 *\n")
        heard = self.folder / "heard"
        engine = self.write("engine.py", SHUFFLER.format(heard=heard))
        engine.chmod(0o755)
        pgn = self.folder / "out.pgn"
        self.run_cli("match", "--local", "--games", 2, "--nodes", 1, "--openings", games, "--pgn",
                     pgn, "--engine", f"name=a,cmd={engine}", "--engine", f"name=b,cmd={engine}")
        said = {line for line in heard.read_text().splitlines() if line.startswith("position")}
        self.assertIn("position startpos moves g1f3 g8f6 f3g1 f6g8", said)
        self.assertEqual(pgn.read_text().count("[PlyCount \"8\"]"), 2)
        self.assertIn("Draw by 3-fold repetition", " ".join(pgn.read_text().split()))

    def test_debians_polyglot_makes_books_that_are_read(self):
        games = self.write("games.pgn", GAMES.replace("0-1", "1/2-1/2").replace("*", "1/2-1/2"))
        book = self.folder / "book.bin"
        subprocess.run([POLYGLOT, "make-book", "-pgn", games, "-bin", book, "-max-ply", "6",
                        "-min-game", "1", "-min-score", "0"], cwd=self.folder, check=True,
                       capture_output=True, timeout=e2e.PATIENCE)
        facts = self.run_json("book", "info", book)
        self.assertEqual((facts["format"], facts["illegal_entries"]), ("Polyglot", 0))
        self.assertIn("after d4 d5 c4 e6 Nc3 Nf6",
                      self.run_cli("book", "classify", book, "--each"))


if __name__ == "__main__":
    e2e.main()
