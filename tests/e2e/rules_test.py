"""Rule profiles from the command line to the games: fleet and local matches."""
import re

import rookery_e2e as e2e

# Rook against rook: nothing happens until the rules end it.
DRAWN = ["4k3/8/8/8/8/8/8/R3K2r w - - 0 1", "4k3/r7/8/8/8/8/8/4K2R w - - 0 1",
         "3k4/8/8/8/r7/8/8/3K3R w - - 0 1", "8/4k3/8/r7/8/8/4K3/7R w - - 0 1"]


class Rules(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.book.write_text("\n".join(DRAWN) + "\n")

    def test_a_runs_profile_reaches_its_games_and_says_that_they_are_not_rated(self):
        self.start_coordinator()
        self.start_worker()
        plies = {}
        for rules in ("engine", "fide"):
            run = self.run_json("match", "--games", 8, "--dev", "default", "--nodes", 100,
                                "--seed", 5, "--book", self.book, "--rules", rules)
            self.assertEqual(run["rules"], rules)
            self.assertEqual(run["rated"], rules == "engine")
            self.assertEqual(self.show(run["run"])["rules"], rules)
            pgn = self.run_cli("runs", "pgn", run["run"])
            plies[rules] = sum(map(int, re.findall(r'PlyCount "(\d+)"', pgn)))
            shown = self.run_cli("runs", "show", run["run"])
            self.assertEqual("fide (not rated)" in shown, rules == "fide")
        # A position must come five times before the game ends by itself, not three.
        self.assertGreater(plies["fide"], plies["engine"])

    def test_an_unknown_profile_is_refused_with_those_that_there_are(self):
        self.run_cli("match", "--games", 2, "--dev", "default", "--rules", "fid", code=2)
        self.assertIn("fastchess", self.stderr)

    def test_a_local_match_plays_by_its_profile(self):
        for rules, rated in (("engine", True), ("source", False)):
            report = self.run_json(
                "match", "--local", "--games", 4, "--nodes", 100, "--seed", 5, "--book", self.book,
                "--rules", rules, "--engine", "name=A,weights=default", "--engine",
                "name=B,weights=default")
            self.assertEqual((report["rules"], report["rated"]), (rules, rated))


if __name__ == "__main__":
    e2e.main()
