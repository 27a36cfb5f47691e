"""Matches on one machine: what is written, and going on after a kill at any moment."""
import json
import pathlib
import random
import re
import subprocess
import time

import rookery_e2e as e2e

ZOO = e2e.BIN.parent / "tests" / "zoo-engine"


def zoo_processes():
    """Zoo engines that are alive."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "exe").readlink() == ZOO and e2e.alive(entry.name):
                found.append(entry.name)
        except OSError:
            pass
    return found


class LocalMatch(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")

    def engine(self, name, mode="random"):
        return f"name={name},cmd={ZOO},arg={mode}"

    def command(self, *more, engines=("a", "b")):
        words = [e2e.BIN / "rookery", "match", "--local", "--nodes", 1, "--max-moves", 40]
        if "--openings" not in more and "--variant" not in more:
            words += ["--openings", self.book]
        for name in engines:
            words += ["--engine", self.engine(name)]
        return [str(word) for word in [*words, *more]]

    def play(self, *more, engines=("a", "b"), code=0):
        done = subprocess.run(self.command(*more, engines=engines), capture_output=True, text=True,
                              timeout=e2e.PATIENCE)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_events_are_lines_of_json_and_files_agree(self):
        pgn, epd = self.folder / "o.pgn", self.folder / "o.epd"
        done = self.play("--games", 20, "--concurrency", 3, "--json", "--pgn", pgn, "--epd", epd)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(events[0]["event"], "begin")
        games = [event for event in events if event["event"] == "game"]
        self.assertEqual(sorted(game["game"] for game in games), list(range(1, 21)))
        end = events[-1]
        self.assertEqual((end["event"], end["state"], end["games"]), ("end", "complete", 20))
        self.assertEqual(sum(end["pentanomial"]), 10)
        self.assertEqual(sum(end["ends"].values()), 20)
        self.assertEqual(pgn.read_text().count("[Event "), 20)
        self.assertEqual(len(epd.read_text().splitlines()), 20)

    def test_a_killed_match_goes_on_and_no_game_is_lost_or_doubled(self):
        pgn, log = self.folder / "k.pgn", self.folder / "k.log"
        words = self.command("--games", 600, "--concurrency", 3, "--log", log, "--pgn", pgn,
                             "--seed", 5)
        chance = random.Random(1)
        for _ in range(4):
            with subprocess.Popen(words, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as running:
                e2e.wait_for("the first games", lambda: log.exists() and log.stat().st_size > 5000)
                time.sleep(chance.uniform(0.05, 0.4))
                running.kill()
            e2e.wait_for("the engines to go", lambda: not zoo_processes(), 10)
        done = subprocess.run(words, capture_output=True, text=True, timeout=e2e.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("goes on after", done.stderr)
        lines = [json.loads(line) for line in log.read_text().splitlines()[1:]]
        self.assertEqual(sorted(line["game"] for line in lines), list(range(600)))
        self.assertEqual(pgn.read_text().count("[Event "), 600)
        rounds = re.findall(r'\[Round "(\d+)"\]', pgn.read_text())
        self.assertEqual(len(set(rounds)), 300)
        self.assertRegex(done.stdout, r"Score of a vs b: \d+ - \d+ - \d+  \[0\.\d+\] 600")

    def test_a_log_of_another_match_is_refused(self):
        log = self.folder / "other.log"
        self.play("--games", 2, "--log", log, "--seed", 5)
        done = self.play("--games", 4, "--log", log, "--seed", 5, code=2)
        self.assertIn("another match", done.stderr)

    def test_lost_output_stops_the_match(self):
        done = self.play("--games", 200, "--pgn", "/dev/full", code=1)
        self.assertIn("/dev/full: No space left", done.stderr)

    def test_every_format_plays_its_games(self):
        many = ("a", "b", "c", "d", "e")
        for words, games in (((), 20), (("--format", "gauntlet", "--seeds", 2), 14),
                             (("--format", "swiss", "--rounds", 3), 12),
                             (("--format", "knockout"), 8)):
            done = self.play("--games", 2, "--json", "--concurrency", 2, *words, engines=many)
            end = json.loads(done.stdout.splitlines()[-1])
            self.assertGreaterEqual(end["games"], games, words)
            self.assertEqual(len(end["standings"]), 5)
            if "knockout" in words:
                self.assertIn(end["winner"], many)

    def test_a_test_ends_when_it_is_known(self):
        words = ["--games", 1000, "--sprt", "elo0=0,elo1=50,alpha=0.05,beta=0.05", "--json"]
        done = subprocess.run(
            [*map(str, [e2e.BIN / "rookery", "match", "--local", "--nodes", 1, "--engine",
                        self.engine("good"), "--engine", self.engine("bad", "exit"), *words])],
            capture_output=True, text=True, timeout=e2e.PATIENCE)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        verdicts = [event for event in events if event["event"] == "verdict"]
        self.assertEqual([event["verdict"] for event in verdicts], ["accepted"])
        self.assertLess(events[-1]["games"], 200)

    def test_a_signal_ends_it_with_what_was_played(self):
        log = self.folder / "s.log"
        words = self.command("--games", 100000, "--log", log)
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as running:
            e2e.wait_for("some games", lambda: log.exists() and log.stat().st_size > 5000)
            running.terminate()
            out, err = running.communicate(timeout=10)
        self.assertEqual(running.returncode, 130)
        self.assertIn("Score of a vs b", out)
        self.assertIn("goes on from here", err)
        self.assertEqual(zoo_processes(), [])

    def test_nothing_is_scored_if_an_engine_cannot_start(self):
        for mode, said in (("exit_at_start", "exit status 7"), ("ignores_nodes", "limit of 1 nodes"),
                           ("none", "limit of 1 nodes")):
            done = subprocess.run(
                [*self.command("--games", 2)[:-4], "--engine", self.engine("x", mode), "--engine",
                 self.engine("y"), "--games", "2"],
                capture_output=True, text=True, timeout=e2e.PATIENCE)
            self.assertNotEqual(done.returncode, 0, mode)
            self.assertIn(said, done.stderr, mode)
            self.assertEqual(done.stdout, "", mode)

    def test_without_a_book_games_begin_from_many_positions(self):
        engine = e2e.BIN / "rookery-engine"
        for variant in ("standard", "chess960"):
            pgn = self.folder / f"{variant}.pgn"
            self.run_cli("match", "--local", "--engine", f"name=a,cmd={engine}", "--engine",
                         f"name=b,cmd={engine}", "--nodes", 10, "--max-moves", 40, "--games", 40,
                         "--seed", 3, "--variant", variant, "--pgn", pgn)
            starts = re.findall(r'\[FEN "([^"]+)"\]', pgn.read_text())
            self.assertEqual(len(starts), 40, variant)
            self.assertGreaterEqual(len(set(starts)), 19, variant)

    def test_fastchess_words_come_from_fastchess_arguments(self):
        book = self.folder / "b.epd"
        book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
        words = [e2e.BIN / "rookery", "fastchess", "-engine", f"cmd={ZOO}", "args=random", "name=a",
                 "-engine", f"cmd={ZOO}", "args=random", "name=b", "-each", "nodes=1", "-rounds", 4,
                 "-repeat", "-maxmoves", 30, "-openings", f"file={book}", "format=epd",
                 "order=sequential", "-ratinginterval", 2, "-pgnout", "file=f.pgn",
                 "-config", "outname=f.json"]
        done = subprocess.run([*map(str, words)], capture_output=True, text=True, cwd=self.folder,
                              timeout=e2e.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Started game 1 of 8 (a vs b)\n", done.stdout)
        self.assertRegex(done.stdout, r"Finished game 8 \(b vs a\): \S+ \{[^}]+\}\n")
        self.assertIn("Results of a vs b (1 nodes, NULL, 16MB, b.epd):\n", done.stdout)
        self.assertRegex(done.stdout, r"Ptnml\(0-2\): \[\d, \d, \d, \d, \d\], WL/DD Ratio: ")
        self.assertIn("Finished match\nTotal Time: 00:00:", done.stdout)
        again = subprocess.run([*map(str, [*words[:2], "-config", "file=f.json"])],
                               capture_output=True, text=True, cwd=self.folder,
                               timeout=e2e.PATIENCE)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertNotIn("Started game", again.stdout)
        self.assertEqual((self.folder / "f.pgn").read_text().count("[Event "), 8)


if __name__ == "__main__":
    e2e.main()
