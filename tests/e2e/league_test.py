"""Leagues on the real binaries: a round robin through kill -9 of both sides, a Swiss whose rounds
follow from its results; CLI, API and `rookery rate` on the exported games tell the same table."""
import itertools
import json
import urllib.request

import rookery_e2e as e2e

ENGINES = ["full=default", "flat=default,-king", f"material={e2e.MATERIAL_ONLY}"]


class League(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()
        self.workers = [self.start_worker(), self.start_worker()]

    def start(self, *arguments):
        engines = itertools.chain.from_iterable(("--engine", engine) for engine in ENGINES)
        return self.run_cli("league", *engines, "--nodes", 200, "--book", self.book, "--seed", 5,
                            "--no-watch", *arguments).strip()

    def finish(self, run):
        return self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")

    def http_run(self, run):
        with urllib.request.urlopen(f"{self.http}api/v1/runs/{run}", timeout=e2e.PATIENCE) as reply:
            return json.load(reply)

    def assert_table_adds_up(self, league, pairs):
        self.assertEqual(sum(row["games"] for row in league["table"]), 4 * pairs)
        self.assertEqual(sum(row["points"] for row in league["table"]), 2 * pairs)
        self.assertEqual(sum(m["pairs"] for m in league["meetings"]), pairs)
        self.assertEqual([row["rank"] for row in league["table"]], [1, 2, 3])

    def test_a_round_robin_loses_nothing_to_kill_9_and_says_one_table_everywhere(self):
        run = self.start("--pairs", 16)
        self.wait_until(run, "8 pairs", lambda shown: shown["pairs"] >= 8)
        before = self.show(run)["league"]
        self.coordinator.kill()
        self.workers[0].kill()
        self.coordinator = self.start_coordinator()
        self.workers[0] = self.start_worker(1)
        shown = self.finish(run)
        self.assertEqual(shown["pairs"], 48)
        self.assert_counts_once(run)
        league = shown["league"]
        self.assert_table_adds_up(league, 48)
        self.assertGreaterEqual(sum(row["games"] for row in league["table"]),
                                sum(row["games"] for row in before["table"]))
        self.assertEqual([m["pairs"] for m in league["meetings"]], [16, 16, 16])
        self.assertEqual(self.http_run(run)["league"], league)
        self.assertEqual(league["table"][-1]["name"], "material")
        text = self.run_cli("runs", "show", run)
        self.assertIn("round-robin of 3 engines", text)
        self.assertIn(" Grade ", text)

        pgn = self.folder / "league.pgn"
        self.run_cli("runs", "pgn", run, "--out", pgn)
        rated = {row["name"]: row for row in self.run_json("rate", pgn)["players"]}
        for row in league["table"]:
            one = rated[row["name"]]
            self.assertEqual((one["games"], one["points"]), (row["games"], row["points"]))
            self.assertAlmostEqual(one["rating"], row["rating"], delta=1e-6)
            self.assertAlmostEqual(one["error"], row["error"], delta=1e-6)
            self.assertEqual((one["grade_points"], one["grade"]),
                             (row["grade_points"], row["grade"]))
        openings = self.openings_by_pairing(pgn)
        self.assertEqual(len(openings), 3)
        for seen in openings.values():
            self.assertEqual(len(seen), len(set(seen)))  # none comes again within a pairing

    def openings_by_pairing(self, pgn):
        openings = {}
        for game in pgn.read_text().split("[Event ")[1:]:
            tags = dict(line[1:-2].split(' "', 1) for line in game.splitlines()[1:]
                        if line.startswith("[") and line.endswith('"]'))
            if tags["Round"].endswith(".1"):
                two = tuple(sorted((tags["White"], tags["Black"])))
                openings.setdefault(two, []).append(tags["FEN"])
        return openings

    def test_a_swiss_draws_its_rounds_from_its_results(self):
        run = self.start("--format", "swiss", "--rounds", 4, "--pairs", 6)
        self.wait_until(run, "the second round", lambda shown: shown["league"]["round"] >= 2)
        self.coordinator.kill()
        self.coordinator = self.start_coordinator()
        shown = self.finish(run)
        self.assertEqual(shown["pairs"], 24)  # one meeting a round: one of three is free
        self.assertEqual(shown["league"]["round"], 4)
        self.assert_counts_once(run)
        self.assert_table_adds_up(shown["league"], 24)

    def test_says_what_is_wrong_before_anything_is_played(self):
        engines = ["--engine", "a=default", "--engine", "b=default"]
        self.run_cli("league", *engines, "--pairs", 4, "--book", self.book, "--no-watch", code=None)
        self.assertNotEqual(self.code, 0)
        self.assertIn("same games", self.stderr)
        self.run_cli("league", "--engine", "a=default", "--pairs", 4, code=2)
        self.assertIn("2 to 64", self.stderr)


if __name__ == "__main__":
    e2e.main()
