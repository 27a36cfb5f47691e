"""The run's games as a foreign program reads them: pgn-extract finds no fault, and the ends that
it finds by playing the moves are the ends that we counted."""
import shutil
import subprocess

import rookery_e2e as e2e

# Debian puts it where root's PATH does not look.
PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"


def extract(*arguments):
    done = subprocess.run([PGN_EXTRACT, *map(str, arguments)], capture_output=True, text=True,
                          timeout=e2e.PATIENCE, check=True)
    return done.stdout, done.stderr


def games(text):
    return text.count("[Event ")


class Pgn(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.start_coordinator()
        self.start_worker(slots=2)
        self.shown = self.run_json("match", "--games", 60, "--dev", "default", "--base",
                                   "default,-pawns", "--nodes", 200, "--seed", 4, "--book",
                                   self.book)
        self.pgn = self.folder / "games.pgn"
        self.run_cli("runs", "pgn", self.shown["run"], "--out", self.pgn)

    def test_another_reader_accepts_every_game_and_agrees_about_its_end(self):
        out, err = extract(self.pgn)
        self.assertEqual(games(out), 60)
        self.assertIn("60 games matched out of 60.", err)
        # Beside that it names each game as it goes; all else would be a complaint.
        complaints = [line for line in err.splitlines()
                      if line and not line.startswith(("Processing", "default"))
                      and "matched" not in line]
        self.assertEqual(complaints, [])
        ends = self.shown["ends"]
        self.assertEqual(sum(ends.values()), 60)
        mates, _ = extract("--checkmate", self.pgn)
        self.assertEqual(games(mates), ends.get("checkmate", 0))
        stalemates, _ = extract("--stalemate", self.pgn)
        self.assertEqual(games(stalemates), ends.get("stalemate", 0))
        repetitions, _ = extract("--repetition", self.pgn)
        self.assertGreaterEqual(games(repetitions), ends.get("repetition", 0))

    def test_every_result_agrees_with_the_final_position(self):
        # -F appends the final position; who is to move in a mate has lost.
        out, _ = extract("--checkmate", "-F", "-w", "100000", self.pgn)
        seen = 0
        result = None
        for line in out.splitlines():
            if line.startswith("[Result "):
                result = line.split('"')[1]
            elif line and not line.startswith("["):
                fen = line.rsplit("{", 1)[1].strip(" }").replace('"', "").split("}")[0].strip()
                loser = fen.split()[1]
                self.assertEqual(result, "0-1" if loser == "w" else "1-0", line)
                seen += 1
        self.assertEqual(seen, self.shown["ends"].get("checkmate", 0))
        drawn = 60 - seen
        draws = [line for line in self.pgn.read_text().splitlines()
                 if line == '[Result "1/2-1/2"]']
        self.assertEqual(len(draws), drawn)


if __name__ == "__main__":
    e2e.main()
