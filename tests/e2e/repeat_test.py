"""The command that a run's page gives to ask for the same run again: it runs as it was copied,
whatever the run's kind and its sides, and makes the same run."""
import rookery_e2e as e2e

# What is a run's own; of what it was asked to be nothing may differ.
OWN = {"run", "created", "events"}


class Repeat(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.start_coordinator()
        self.mine = self.folder / "mine.toml"
        self.mine.write_text("\"mat_pawn.mg\" = 90\n")

    def start(self, kind, *arguments):
        return self.run_cli(kind, *arguments, "--book", self.book, "--nodes", 100, "--no-watch").strip()

    def assert_repeats(self, kind, run, *more):
        """The page's words; see commandOf in block.ts."""
        self.mine.unlink(missing_ok=True)  # it may be somebody else's
        asked = self.show(run)
        again = self.run_cli(kind, "--like", run, "--seed", asked["seed"], "--no-watch", *more).strip()
        self.assertNotEqual(again, run)
        made = self.show(again)
        self.assertEqual({k: v for k, v in made.items() if k not in OWN},
                         {k: v for k, v in asked.items() if k not in OWN})
        return made

    def test_a_test_with_its_follow_up(self):
        run = self.start("test", "--dev", "default", "--base", "default,-king", "--follow-up", "ltc",
                         "--title", "As before", "--tag", "one", "--keep-games", "none")
        made = self.assert_repeats("test", run)
        self.assertIn("base_ms", made["follow_up"]["limits"])

    def test_a_match(self):
        run = self.start("match", "--dev", self.mine, "--games", 20, "--dev-limit", "nodes=50")
        made = self.assert_repeats("match", run)
        self.assertEqual(made["max_pairs"], 10)

    def test_a_league(self):
        run = self.start("league", "--engine", "a=default", "--engine", f"b={self.mine}",
                         "--engine", "default,-king", "--engine-limit", "b:nodes=50",
                         "--format", "gauntlet", "--seeds", 1, "--pairs", 4)
        made = self.assert_repeats("league", run)
        self.assertEqual([one["name"] for one in made["league"]["engines"]],
                         ["a", "b", "default,-king"])

    def test_a_race(self):
        run = self.start("tune", "--method", "race", "--start", e2e.MATERIAL_ONLY,
                         "--candidate", "default", "--candidate", self.mine, "--games", 40,
                         "--no-verify")
        self.assert_repeats("tune", run)

    def test_a_tune_whose_result_is_delivered(self):
        run = self.start("tune", "--param", "tempo", "--method", "spsa", "--games", 8,
                         "--start", self.mine, "--no-verify")
        self.assert_repeats("tune", run)
        self.start_worker()
        out = self.folder / "tuned.toml"
        self.run_cli("tune", "--like", run, "--seed", 7, "--out", out)
        self.assertIn("isn't verified", self.stderr)
        self.assertIn("mat_pawn.mg", out.read_text())  # of the start that it was given

    def test_what_a_clone_is_made_of_cant_be_given_again(self):
        self.run_cli("league", "--like", "abc", "--engine", "default", code=2)
        self.run_cli("tune", "--like", "abc", "--param", "tempo", code=2)
        self.run_cli("league", "--pairs", 4, code=2)
        self.assertIn("--engine is missing", self.stderr)
        self.run_cli("match", "--dev", "default", code=2)
        self.assertIn("--games is missing", self.stderr)
        run = self.start("match", "--dev", "default", "--base", "default,-king", "--games", 2)
        self.run_cli("test", "--like", run, "--no-watch", code=None)
        self.assertIn(f"run {run} is a match", self.stderr)


if __name__ == "__main__":
    e2e.main()
