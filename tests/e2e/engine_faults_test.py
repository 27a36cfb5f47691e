"""Engines that misbehave in matches on one machine: refused, warned of, and none outlives it."""
import json
import os
import pathlib
import subprocess
import uuid
import zlib

import rookery_e2e as e2e

ZOO = e2e.BIN.parent / "tests" / "zoo-engine"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"


class EngineFaults(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.book.write_text(START)
        self.brand = f"ROOKERY_TEST_BRAND={uuid.uuid4()}"

    def marked(self):
        """Zoo engines of this test that are alive, with whatever they forked."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and (entry / "exe").readlink() == ZOO and \
                        self.brand.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(entry.name)
            except OSError:
                pass
        return found

    def local(self, mode, *more, games=2, limit=("--nodes", 1)):
        return [str(word) for word in [
            e2e.BIN / "rookery", "match", "--local", "--games", games, *limit, "--max-moves", 3,
            "--openings", self.book, "--engine", f"name=a,cmd={ZOO},arg={mode}", "--engine",
            f"name=b,cmd={ZOO},arg=random", *more]]

    def done(self, words):
        name, value = self.brand.split("=")
        return subprocess.run(words, capture_output=True, text=True, cwd=self.folder,
                              timeout=e2e.PATIENCE, env={**os.environ, name: value})

    def test_an_engine_whose_first_search_fails_is_refused_by_any_limit(self):
        for limit in (("--nodes", 1), ("--depth", 3), ("--movetime", 50), ("--tc", "8+0.08")):
            done = self.done(self.local("last_words", limit=limit))
            self.assertNotEqual(done.returncode, 0, limit)
            self.assertIn("ERROR: no network nn.bin", done.stderr, limit)
            self.assertNotIn("Finished game", done.stderr, limit)

    def test_faults_between_games_are_warned_of_and_counted(self):
        log = self.folder / "f.log"
        for mode, kind in (("dies_at_newgame", "died_between_games"), ("twice", "stray_bestmove"),
                           ("bad_numbers", "malformed_info")):
            log.unlink(missing_ok=True)
            words = self.local(mode, "--json", "--log", log, games=6)
            events = [json.loads(line) for line in self.done(words).stdout.splitlines()]
            warnings = [event for event in events if event.get("kind") == kind]
            self.assertEqual([event["engine"] for event in warnings], ["a"], mode)
            self.assertGreaterEqual(events[-1]["faults"]["a"][kind], 1, mode)
            self.assertNotIn("b", events[-1]["faults"], mode)
            again = json.loads(self.done(words).stdout.splitlines()[-1])
            self.assertEqual(again["faults"], events[-1]["faults"], "the log keeps them")

    def test_no_process_outlives_the_match_or_a_killed_runner(self):
        for mode in ("forks_session", "forks_child"):
            done = self.done(self.local(mode))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.marked(), [], mode)
        name, value = self.brand.split("=")
        for mode in ("forks_session", "forks_child"):
            log = self.folder / f"{mode}.log"
            with subprocess.Popen(self.local(mode, "--log", log, games=1_000_000),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env={**os.environ, name: value}) as running:
                e2e.wait_for("some games", lambda: log.exists() and log.stat().st_size > 5000)
                self.assertGreaterEqual(len(self.marked()), 3)
                running.kill()
            e2e.wait_for("the engines to go", lambda: not self.marked(), 20)

    def test_options_of_the_other_place_are_refused_by_name(self):
        for option in (("--reference-nps", 1000), ("--threads", 2), ("--audit", 0.5),
                       ("--tag", "x"), ("--title", "x"), ("--owner", "x"), ("--priority", 1),
                       ("--no-watch",), ("--keep-games", "all"), ("--unconfined",)):
            done = self.done(self.local("random", *option))
            self.assertEqual(done.returncode, 2, option)
            self.assertIn("only for a run on a coordinator", done.stderr, option)
        for option in (("--pgn", "x"), ("--sprt", "elo0=0"), ("--concurrency", 2), ("--affinity",)):
            done = self.done([str(word) for word in [e2e.BIN / "rookery", "match", "--games", 2,
                                                     "--nodes", 1, "--dev", "default", *option]])
            self.assertEqual(done.returncode, 2, option)
            self.assertIn("only for a match on this machine", done.stderr, option)

    def test_a_test_plays_no_opening_twice(self):
        done = self.done(self.local("random", "--json", "--sprt", "elo0=0,elo1=5", games=100))
        events = [json.loads(line) for line in done.stdout.splitlines()]
        said = [event["text"] for event in events if event["event"] == "warning"]
        self.assertIn("plays 1 pair at most, not 50", "".join(said))
        verdicts = [event["verdict"] for event in events if event["event"] == "verdict"]
        self.assertEqual((verdicts, events[-1]["games"]), (["undecided"], 2))

    def test_the_words_of_openbench_and_fishtest_are_taken(self):
        engines = self.folder / "Engines"
        engines.mkdir()
        for name in ("one", "two"):
            (engines / name).write_bytes(ZOO.read_bytes())
            (engines / name).chmod(0o755)
        words = f"""-recover -variant standard -testEnv -concurrency 1 -rounds 1 -games 2
            -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10
            -openings file={self.book} format=epd order=random start=1 -srand 42
            -engine dir=Engines/ cmd=./one proto=uci nodes=1 option.Hash=8 name=one-dev
            -engine dir=Engines/ cmd=two proto=uci nodes=1 option.Hash=8 name=two-base
            -maxmoves 3 -pgnout file=o.pgn seldepth=true nodes=true match_line=^info
            -crc32 pgn=true -check-mate-pvs""".split()
        done = self.done([str(e2e.BIN / "rookery"), "fastchess", *words])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

        crc = zlib.crc32((self.folder / "o.pgn").read_bytes())
        self.assertIn(f"File o.pgn has CRC32: {crc:#x}\n", done.stdout)
        self.assertIn("Warning; -check-mate-pvs", done.stdout)


if __name__ == "__main__":
    e2e.main()
