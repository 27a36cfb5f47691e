"""The files of matches on one machine: none is destroyed, none is shared, none is lost."""
import subprocess

import rookery_e2e as e2e

ZOO = e2e.BIN.parent / "tests" / "zoo-engine"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"


class MatchFiles(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.book.write_text(START)

    def engine(self, name, mode="random"):
        return f"name={name},cmd={ZOO},arg={mode}"

    def local(self, *more, games=2):
        words = [e2e.BIN / "rookery", "match", "--local", "--games", games, "--nodes", 1,
                 "--max-moves", 3, "--openings", self.book]
        if "--engine" not in more:
            words += ["--engine", self.engine("a"), "--engine", self.engine("b")]
        return [str(word) for word in [*words, *more]]

    def fastchess(self, *more, rounds=1):
        words = [e2e.BIN / "rookery", "fastchess"]
        for name in ("a", "b"):
            words += ["-engine", f"cmd={ZOO}", "args=random", f"name={name}"]
        return [str(word) for word in
                [*words, "-each", "nodes=1", "-maxmoves", 3, "-rounds", rounds, *more]]

    def done(self, words, **more):
        return subprocess.run(words, capture_output=True, text=True, cwd=self.folder,
                              timeout=e2e.PATIENCE, **more)

    def refused(self, words, said):
        done = self.done(words)
        self.assertGreater(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn(said, done.stderr + done.stdout)

    def test_no_input_is_written_over(self):
        for output in ("--pgn", "--epd", "--log"):
            self.refused(self.local(output, self.book), "it is the book")
        copy = self.folder / "engine"
        copy.write_bytes(ZOO.read_bytes())
        copy.chmod(0o755)
        self.refused(self.local("--pgn", copy, "--engine", f"name=a,cmd={copy}", "--engine",
                                self.engine("b")), "it is the program of the engine a")
        self.assertEqual(copy.read_bytes(), ZOO.read_bytes())
        openings = ("-openings", f"file={self.book}", "format=epd")
        for output in (("-pgnout", f"file={self.book}"), ("-epdout", f"file={self.book}"),
                       ("-config", f"outname={self.book}"), ("-log", f"file={self.book}")):
            self.refused(self.fastchess(*openings, *output), "it is the book")
        self.assertEqual(self.book.read_text(), START)

    # Two matches into one PGN, the first of them taken up again: the games of the second stay.
    def test_a_match_that_goes_on_spares_what_others_wrote(self):
        pgn, epd, log = (self.folder / name for name in ("o.pgn", "o.epd", "o.log"))
        words = self.local("--pgn", pgn, "--epd", epd, "--log", log, games=6)
        self.done(words).check_returncode()
        whole = pgn.read_text()
        pgn.write_text(whole[:len(whole) // 2])
        self.done(words).check_returncode()
        self.assertEqual(pgn.read_text(), whole)
        pgn.write_text(whole + "[Event \"another\"]\n\n*\n\n")
        self.refused(words, "move it away")
        self.assertIn("another", pgn.read_text())
        pgn.unlink()
        self.done(words).check_returncode()
        self.assertEqual(pgn.read_text(), whole)
        self.assertEqual(len(epd.read_text().splitlines()), 6)

    def test_no_two_outputs_are_one_file(self):
        same = self.folder / "same"
        for one, other in (("--pgn", "--log"), ("--epd", "--pgn"), ("--log", "--epd")):
            self.refused(self.local(one, same, other, self.folder / "." / "same"), "too; name")
        self.refused(self.fastchess("-pgnout", "file=config.json"), "it is the log of games too")
        self.assertFalse(same.exists())

    def test_a_book_that_is_cut_during_the_match_is_an_error(self):
        log = self.folder / "cut.log"
        words = self.local("--log", log, games=1_000_000)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as running:
            e2e.wait_for("some games", lambda: log.exists() and log.stat().st_size > 5000)
            self.book.write_text("")
            _, err = running.communicate(timeout=e2e.PATIENCE)
        self.assertEqual(running.returncode, 1, err)
        self.assertIn("the file was changed while it was in use", err)

    def test_two_matches_never_write_one_file(self):
        pgn, log = self.folder / "p.pgn", self.folder / "p.log"
        for first, second in (
                (self.local("--pgn", pgn, "--log", log, games=1_000_000), self.local("--pgn", pgn)),
                (self.local("--epd", pgn, "--log", log, games=1_000_000), self.local("--epd", pgn)),
                (self.fastchess("-pgnout", f"file={pgn}", "-config", "outname=c.json",
                                rounds=100_000), self.fastchess("-config", "outname=c.json"))):
            log.unlink(missing_ok=True)
            with subprocess.Popen(first, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  cwd=self.folder) as running:
                e2e.wait_for("some games", lambda: pgn.exists() and pgn.stat().st_size > 5000)
                shared = pgn if "--local" in second else "c.json"
                self.refused(second, f"another match writes {shared} at this moment")
                running.kill()
            pgn.unlink()

    def test_matches_in_one_folder_have_logs_of_their_own(self):
        config = self.folder / "config.json"
        with subprocess.Popen(self.fastchess(rounds=100_000), stdout=subprocess.DEVNULL,
                              cwd=self.folder) as running:
            e2e.wait_for("some games", lambda: config.exists() and config.stat().st_size > 5000)
            done = self.done(self.fastchess())
            running.kill()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("this one's log of games is config-2.json", done.stdout)
        self.assertEqual(len((self.folder / "config-2.json").read_text().splitlines()), 3)

    def test_the_next_match_keeps_the_last_ones_games(self):
        pgn, epd = self.folder / "p.pgn", self.folder / "p.epd"
        for games in (2, 4):
            done = self.done(self.local("--pgn", pgn, "--epd", epd))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(pgn.read_text().count("[Event "), games)
            self.assertEqual(len(epd.read_text().splitlines()), games)

    def test_a_log_that_is_no_file_is_refused_and_one_torn_at_its_head_begins_anew(self):
        for device in ("/dev/full", "/dev/null"):
            self.refused(self.local("--log", device), f"{device} is no regular file")
        log = self.folder / "torn.log"
        self.assertEqual(self.done(self.local("--log", log)).returncode, 0)
        whole = log.read_bytes()
        log.write_bytes(whole[:whole.index(b"\n") // 2])
        done = self.done(self.local("--log", log))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(log.read_text().splitlines()), 3)


if __name__ == "__main__":
    e2e.main()
