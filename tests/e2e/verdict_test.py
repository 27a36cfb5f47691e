"""Real tests to a verdict: what is stronger is accepted, what is the same never is."""
import subprocess

import rookery_e2e as e2e


class Verdict(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.start_coordinator()
        self.start_worker()
        self.start_worker()

    def test_full_weights_against_material_alone_are_accepted(self):
        shown = self.run_json("test", "--dev", "default", "--base", e2e.MATERIAL_ONLY, "--nodes",
                              300, "--elo1", 40, "--seed", 5, "--book", self.book)
        self.assertEqual(shown["verdict"], "accepted")
        self.assertGreaterEqual(shown["llr"], shown["upper"])
        self.assertGreater(shown["elo"], 0)
        self.assert_counts_once(shown["run"])

    def test_a_set_against_itself_is_never_accepted(self):
        shown = self.run_json("test", "--dev", "default", "--base", "default", "--nodes", 200,
                              "--elo1", 10, "--max-pairs", 40, "--seed", 5, "--book", self.book,
                              code=None)
        self.assertIn(shown["verdict"], ("undecided", "rejected"))
        self.assertEqual(self.code, 3 if shown["verdict"] == "undecided" else 1)
        self.assertEqual(self.show(shown["run"])["verdict"], shown["verdict"])

    def test_the_same_seed_gives_the_same_games(self):
        runs = [self.run_json("test", "--dev", "default", "--base", e2e.MATERIAL_ONLY, "--nodes",
                              200, "--max-pairs", 12, "--elo1", 3, "--seed", 77, "--book",
                              self.book, code=3) for _ in range(2)]
        first, second = (self.digests(run["run"]) for run in runs)
        self.assertEqual(len(first), 24)
        self.assertEqual(first, second)
        self.assertEqual(runs[0]["pentanomial"], runs[1]["pentanomial"])

    def test_a_match_plays_the_games_that_were_asked_for(self):
        shown = self.run_json("match", "--games", 10, "--dev", "default", "--depth", 3, "--book",
                              self.book)
        self.assertEqual(shown["state"], "finished")
        self.assertEqual(shown["games"], 10)
        self.assertIsNone(shown["llr"])

    def test_sides_are_named_without_flags(self):
        shown = self.run_json("match", "catalogue", "default,-king", "--games", 2, "--nodes", 50,
                              "--book", self.book)
        self.assertEqual([shown["dev"]["name"], shown["base"]["name"]],
                         ["catalogue", "default,-king"])


class CtrlC(e2e.E2eTest):
    def test_the_run_stays_on_the_coordinator(self):
        self.make_book()
        self.start_coordinator()
        watching = subprocess.Popen(
            [str(e2e.BIN / "rookery"), "--coordinator", self.grpc, "test", "--dev", "default",
             "--book", str(self.book)], stderr=subprocess.PIPE, text=True)
        self.addCleanup(watching.kill)
        runs = e2e.wait_for("the run", lambda: self.run_json("runs", "list")["runs"])
        # Listening begins with the first figures shown.
        line = watching.stderr.readline()
        while "LLR" not in line:
            line = watching.stderr.readline()
        e2e.interrupt(watching.pid)
        self.assertEqual(watching.wait(e2e.PATIENCE), 130)
        self.assertIn("runs watch " + runs[0]["run"], watching.stderr.read())
        watching.stderr.close()
        self.assertEqual(self.show(runs[0]["run"])["state"], "active")
        self.run_cli("runs", "stop", runs[0]["run"], "--reason", "enough")
        self.assertEqual(self.show(runs[0]["run"])["state"], "stopped")


if __name__ == "__main__":
    e2e.main()
