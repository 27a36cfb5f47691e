"""UCI engines as artifacts on the real binaries: uploaded once, played by workers in their sandbox,
against embedded weights and against each other; a crash's evidence reaches the author."""
import json
import os
import subprocess
import urllib.request

import rookery_e2e as e2e

ZOO = os.environ["ROOKERY_ZOO"]


class UciFleet(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        os.environ["XDG_DATA_HOME"] = str(self.folder / "author")
        self.addCleanup(os.environ.pop, "XDG_DATA_HOME")
        self.make_book(60)
        self.coordinator = self.start_coordinator()
        self.worker = self.start_worker()

    def add(self, name, program, *arguments):
        return self.run_json("engines", "add", program, "--name", name, *arguments)

    def match(self, *arguments, games=4):
        return self.run_json("match", "--games", games, "--nodes", 100, "--book", self.book,
                             "--max-moves", 20, *arguments)

    def test_a_program_plays_weights_and_another_program_with_options_of_its_own(self):
        added = self.add("own", e2e.BIN / "rookery-engine", "--option", "Hash=2")
        self.assertEqual(len(added["sha256"]), 64)
        listed = self.run_json("engines", "list")["engines"]
        self.assertEqual([(one["engine"], one["sha256"]) for one in listed],
                         [("own", added["sha256"])])
        self.assertEqual(self.run_json("engines", "show", "own")["options"], {"Hash": "2"})
        shown = self.match("--dev", "engine:own", "--base", "default")
        self.assertEqual((shown["state"], shown["games"]), ("finished", 4))
        self.assertEqual(shown["dev"]["weights"], added["sha256"])
        self.assertFalse({"crash", "stall", "illegal-move", "time"} & set(shown["ends"]))
        self.assert_counts_once(shown["run"])

        shown = self.match("--dev", "engine:own", "--dev-option", "Hash=3", "--base", "engine:own")
        self.assertEqual(shown["dev"]["name"], "own Hash=3")
        self.assertNotEqual(shown["dev"]["weights"], shown["base"]["weights"])
        self.assertEqual(shown["state"], "finished")

        self.run_cli("test", "--dev", "engine:own", "--audit", 0.5, "--nodes", 100, "--book",
                     self.book, "--no-watch", code=2)
        self.assertIn("audit", self.stderr)
        self.run_cli("engines", "remove", "own")
        self.run_cli("match", "--games", 2, "--dev", "engine:own", code=None)
        self.assertIn("no engine 'own'", self.stderr)

    def test_the_coordinator_keeps_the_names_of_engines_through_a_restart(self):
        own = e2e.BIN / "rookery-engine"
        first = self.add("own", own)
        self.add("other", own, "--option", "Hash=2")
        self.add("own", own)  # the same again
        self.run_cli("engines", "add", own, "--name", "own", "--option", "Hash=3", code=None)
        self.assertIn("--replace", self.stderr)
        self.add("own", own, "--option", "Hash=3", "--replace")
        self.run_json("engines", "rename", "other", "second")
        self.coordinator.kill()
        self.start_coordinator()
        names = {one["engine"]: one for one in self.run_json("engines", "list")["engines"]}
        self.assertEqual(sorted(names), ["own", "second"])
        self.assertNotEqual(names["own"]["sha256"], first["sha256"])
        shown = self.run_json("match", "own", "second", "--games", 2, "--nodes", 50, "--max-moves",
                              10, "--book", self.book)
        self.assertEqual((shown["dev"]["name"], shown["base"]["name"]), ("own", "second"))
        self.assertEqual(shown["dev"]["weights"], names["own"]["sha256"])
        self.assertEqual(shown["state"], "finished")

    def test_sides_play_at_odds_and_by_any_clock(self):
        self.add("own", e2e.BIN / "rookery-engine")
        shown = self.run_json("match", "own", "own", "--games", 8, "--dev-limit", "nodes=4000",
                              "--base-limit", "nodes=1", "--max-moves", 60, "--book", self.book)
        self.assertEqual(shown["dev"]["limits"], {"nodes": 4000})
        self.assertEqual(shown["base"]["limits"], {"nodes": 1})
        self.assertGreater(shown["score"], 0.6)

        shown = self.run_json("match", "own", "default", "--games", 2, "--tc", "4/0.5,0.2+0.05",
                              "--margin", 500, "--max-moves", 12, "--book", self.book,
                              "--reference-nps", 500_000)
        self.assertEqual(shown["limits"]["periods"],
                         [{"moves": 4, "base_ms": 500, "increment_ms": 0},
                          {"moves": 0, "base_ms": 200, "increment_ms": 50}])
        self.assertEqual((shown["state"], shown["reference_nps"]), ("finished", 500_000))
        worker = self.run_json("workers", "list")["workers"][0]
        self.assertGreater(worker["bench_nps"], 10_000)

        run = self.run_json("league", "--engine", "weak=default", "--engine", "strong=default",
                            "--engine-limit", "weak:nodes=1", "--pairs", 3, "--nodes", 2000,
                            "--max-moves", 60, "--book", self.book)
        self.assertEqual([row["name"] for row in run["league"]["table"]], ["strong", "weak"])

    def test_chess960_is_told_to_programs_and_asked_for(self):
        self.add("own", e2e.BIN / "rookery-engine")
        fens = self.folder / "960.epd"
        fens.write_text("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n"
                        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9\n")
        self.run_cli("match", "own", "default", "--games", 4, "--nodes", 100, "--book", fens,
                     code=2)
        self.assertIn("--variant chess960", self.stderr)
        shown = self.run_json("match", "own", "default", "--games", 4, "--nodes", 300, "--book",
                              fens, "--variant", "chess960", "--max-moves", 40)
        self.assertTrue(shown["chess960"])
        self.assertEqual(shown["state"], "finished")
        self.assertFalse({"crash", "stall", "illegal-move"} & set(shown["ends"]))
        shown = self.run_json("match", "own", "default", "--games", 4, "--nodes", 50, "--variant",
                              "chess960", "--max-moves", 20)
        self.assertEqual((shown["book"]["lines"], shown["state"]), (960, "finished"))
        self.assertIn('[Variant "Chess960"]', self.run_cli("runs", "pgn", shown["run"]))

    def test_a_time_loss_is_told_with_who_and_where(self):
        self.add("late", ZOO, "--arg", "late")
        shown = self.run_json("match", "default", "late", "--games", 2, "--tc", "0.3+0.01",
                              "--max-moves", 20, "--book", self.book)
        self.assertEqual(shown["ends"], {"time": 2})
        self.assertEqual(shown["dev_lost"], {})
        faults = [event["text"] for event in self.show(shown["run"])["events"]
                  if event["kind"] == "fault"]
        self.assertEqual(len(faults), 2)
        self.assertIn("pair 0, game 1: time: ", faults[0])
        self.assertIn("lost by late (Black), on worker e2e-1", faults[0])
        self.assertIn("lost by late (White)", faults[1])

    def test_who_waits_for_a_run_that_no_worker_fits_is_told_why(self):
        said = self.folder / "said"
        with said.open("w") as file:
            watch = subprocess.Popen([str(word) for word in (
                e2e.BIN / "rookery", "--coordinator", self.grpc, "match", "--games", 2, "--dev",
                "default", "--base", "default", "--threads", 64, "--nodes", 10, "--book",
                self.book)], stdout=file, stderr=file)
        try:
            e2e.wait_for("the reason", lambda: "no worker plays it; of e2e-1: never" in
                         said.read_text(), 60)
        finally:
            watch.terminate()
            watch.wait()
        self.assertIn("threads of each engine: 64", said.read_text())

    def test_programs_and_weights_meet_in_a_league(self):
        self.add("own", e2e.BIN / "rookery-engine")
        run = self.run_json("league", "--engine", "own=engine:own", "--engine", "full=default",
                            "--engine", f"material={e2e.MATERIAL_ONLY}", "--pairs", 2, "--nodes",
                            100, "--max-moves", 20, "--book", self.book)
        self.assertEqual(run["state"], "finished")
        self.assertEqual(sum(row["games"] for row in run["league"]["table"]), 24)

    def test_a_crash_is_scored_and_its_evidence_reaches_the_author(self):
        self.add("crash", ZOO, "--arg", "crash")
        shown = self.match("--dev", "engine:crash", "--base", "default", games=2)
        self.assertEqual(shown["ends"], {"crash": 2})
        self.assertEqual(shown["pentanomial"], [1, 0, 0, 0, 0])
        faults = [event for event in self.show(shown["run"])["events"] if event["kind"] == "fault"]
        self.assertEqual(len(faults), 2)
        self.assertIn("crash", faults[0]["text"])
        self.assertIn("last lines", faults[0]["text"])
        with urllib.request.urlopen(f"{self.http}api/v1/runs/{shown['run']}",
                                    timeout=e2e.PATIENCE) as reply:
            self.assertEqual(json.load(reply)["faults"], [fault["text"] for fault in faults])

    def test_options_are_judged_when_the_run_is_made(self):
        self.add("zoo", ZOO, "--arg", "ok")
        for words, said in (
                (("--dev-option", "Foo=3"), "run.dev: option Foo: the engine zoo doesn't have it"),
                (("--dev-option", "Hash=99999999999"), "a number from 1 to 1024"),
                (("--dev-option", "Use Type Book=maybe"), "true or false"),
                (("--dev-option", "Style=Mild"), "one of Very Solid, Wild"),
                (("--variant", "chess960"), "UCI_Chess960")):
            self.run_cli("match", "zoo", "zoo", "--games", 2, "--nodes", 100, "--no-watch",
                         *(() if "chess960" in words else ("--book", self.book)), *words, code=2)
            self.assertIn(said, self.stderr)
        self.run_cli("league", "--engine", "a=engine:zoo", "--engine", "b=default", "--pairs", 1,
                     "--nodes", 100, "--variant", "chess960", "--no-watch", code=2)
        self.assertIn("run.league.engines[0]", self.stderr)
        self.assertEqual(self.run_json("runs", "list")["runs"], [])

    def test_who_watches_reads_why_no_worker_plays(self):
        flag, script, said = (self.folder / name for name in ("flag", "script", "said"))
        flag.touch()
        script.write_text(f"#!/bin/sh\ntest -e {flag} || exit 5\nexec {ZOO} ok\n")
        script.chmod(0o755)
        self.add("needy", script, "--no-sandbox")
        flag.unlink()
        words = [e2e.BIN / "rookery", "--coordinator", self.grpc, "match", "--dev", "engine:needy",
                 "--base", "default", "--games", 2, "--nodes", 100, "--book", self.book]
        with said.open("w") as errors, subprocess.Popen(
                [str(word) for word in words], stdout=subprocess.DEVNULL, stderr=errors) as watching:
            e2e.wait_for("the reason", lambda: "no worker plays it; one says" in said.read_text(),
                         60)
            watching.kill()
        self.assertIn("exit status 5", said.read_text())

    def test_what_does_not_start_is_said_before_anything_is_sent(self):
        self.run_cli("engines", "add", "/bin/true", "--name", "true", code=None)
        self.assertNotEqual(self.code, 0)
        self.assertEqual(self.run_json("engines", "list")["engines"], [])
        self.run_cli("engines", "add", e2e.BIN / "rookery-engine", "--name", "own", "--option",
                     "NoSuch=1", code=None)
        self.assertIn("NoSuch", self.stderr)


if __name__ == "__main__":
    e2e.main()
