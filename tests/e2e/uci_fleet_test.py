"""UCI engines as artifacts on the real binaries: uploaded once, played by workers in their sandbox,
against embedded weights and against each other; a crash's evidence reaches the author."""
import json
import os
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
        self.assertEqual(self.run_json("engines", "list")["engines"], ["own"])
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
        self.assertIn("last line", faults[0]["text"])
        with urllib.request.urlopen(f"{self.http}api/v1/runs/{shown['run']}",
                                    timeout=e2e.PATIENCE) as reply:
            self.assertEqual(json.load(reply)["faults"], [fault["text"] for fault in faults])

    def test_what_does_not_start_is_said_before_anything_is_sent(self):
        self.run_cli("engines", "add", "/bin/true", "--name", "true", code=None)
        self.assertNotEqual(self.code, 0)
        self.assertEqual(self.run_json("engines", "list")["engines"], [])
        self.run_cli("engines", "add", e2e.BIN / "rookery-engine", "--name", "own", "--option",
                     "NoSuch=1", code=None)
        self.assertIn("NoSuch", self.stderr)


if __name__ == "__main__":
    e2e.main()
