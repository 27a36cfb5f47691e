"""A tune on the real binaries: from the command to weights; kill -9 in mid-run changes no number."""
import json
import urllib.request

import rookery_e2e as e2e


class Tune(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()
        self.workers = [self.start_worker()]

    def start(self, pairs, *arguments, nodes=200):
        what = arguments or ("--param", "tempo", "--param", "bishop_pair")
        return self.run_cli("tune", *what, "--nodes", nodes, "--book", self.book, "--games",
                            2 * pairs, "--seed", 5, "--no-verify", "--no-watch").strip()

    def duels(self, run):
        lines = self.run_cli("runs", "duels", run, "--json").splitlines()
        return [json.loads(line) for line in lines]

    def finish(self, run):
        return self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")

    def test_a_coordinator_killed_goes_on_with_the_same_numbers(self):
        run = self.start(48)
        for pairs in (8, 24):
            self.wait_until(run, f"{pairs} pairs", lambda s, p=pairs: s["tune"]["pairs"] >= p)
            before = {d["pair"]: d for d in self.duels(run) if d["half_points"] is not None}
            told = self.show(run)["tune"]["pairs"]
            self.coordinator.kill()
            self.coordinator = self.start_coordinator()
            after = {d["pair"]: d for d in self.duels(run)}
            for pair, duel in before.items():
                self.assertEqual(after[pair], duel)
            self.assertGreaterEqual(self.show(run)["tune"]["pairs"], told)
        shown = self.finish(run)
        self.assertEqual(shown["tune"]["pairs"], 48)
        self.assert_counts_once(run)
        self.assertEqual([d["pair"] for d in self.duels(run)], list(range(48)))
        self.assert_http_tells_the_same_duels(run)

    def test_cma_es_goes_on_in_mid_generation_where_its_coordinator_was_killed(self):
        # Pairs long enough that they are not all lent before the first generation is over.
        run = self.start(60, "--param", "tempo", "--param", "bishop_pair", "--method", "cma-es",
                         nodes=3000)
        self.wait_until(run, "9 pairs", lambda s: s["tune"]["pairs"] >= 9)
        before = {d["pair"]: d for d in self.duels(run) if d["half_points"] is not None}
        self.coordinator.kill()
        self.coordinator = self.start_coordinator()
        after = {d["pair"]: d for d in self.duels(run)}
        for pair, duel in before.items():
            self.assertEqual(after[pair], duel)
        shown = self.finish(run)
        self.assertEqual((shown["tune"]["method"], shown["tune"]["pairs"]), ("cma-es", 60))
        self.assert_counts_once(run)
        generations = [d["clock"] for d in self.duels(run)]
        self.assertEqual(generations, sorted(generations))
        self.assertGreater(generations[-1], 0)
        # The log read again, in another process, says the same.
        again = json.loads(self.run_cli("runs", "estimate", run, "--json"))["tune"]
        for here, there in zip(again["parameters"], shown["tune"]["parameters"]):
            self.assertAlmostEqual(here["value"], there["value"], places=6)

    def test_a_race_finds_the_weights_that_play_and_verifies_them(self):
        weak = "default,-pawns,-king,-activity,-threats"
        out = self.folder / "best.toml"
        tune, test = (json.loads(line) for line in self.run_cli(
            "tune", "--start", e2e.MATERIAL_ONLY, "--method", "race", "--candidate", "default",
            "--candidate", weak, "--nodes", 200, "--book", self.book, "--games", 120,
            "--expected-gain", 200, "--seed", 3, "--out", out, "--verify-pairs", 10, "--json",
            code=None).splitlines())
        candidates = {c["name"]: c for c in tune["tune"]["candidates"]}
        self.assertEqual(list(candidates), [e2e.MATERIAL_ONLY, "default", weak])
        self.assertTrue(candidates["default"]["leads"])
        self.assertGreater(candidates["default"]["elo"], 50)
        self.assertEqual(sum(c["pairs"] for c in candidates.values()), 120)
        self.assertEqual(test["tags"], ["verifies-" + tune["run"]])
        self.assertLessEqual(test["pairs"], 10)  # as --verify-pairs says
        self.run_cli("match", "--dev", out, "--base", "default", "--games", 2, "--nodes", 50,
                     "--book", self.book, "--no-watch")
        self.run_cli("tune", "--method", "race", "--candidate", "default", "--book", self.book,
                     code=None)
        self.assertIn("leave one out", self.stderr)

    def get_text(self, path):
        with urllib.request.urlopen(self.http + path, timeout=e2e.PATIENCE) as reply:
            return reply.read().decode()

    def assert_http_tells_the_same_duels(self, run):
        self.assertEqual(self.get_text(f"api/v1/runs/{run}/duels.csv"),
                         self.run_cli("runs", "duels", run))
        names = [p["name"] for p in self.show(run)["tune"]["parameters"]]
        page = json.loads(self.get_text(f"api/v1/runs/{run}/duels?from=40"))
        self.assertEqual(page["next"], 48)
        for duel in page["duels"]:
            for side in ("dev", "base"):
                duel[side] = dict(zip(names, duel[side]))
        self.assertEqual(page["duels"], self.duels(run)[40:])
        end = json.loads(self.get_text(f"api/v1/runs/{run}/duels?from=48"))
        self.assertEqual(end, {"duels": [], "next": None})

    def test_what_is_shown_outlives_its_coordinator(self):
        run = self.start(400, nodes=1000)
        self.wait_until(run, "more pairs than the last reading", lambda s: s["tune"]["pairs"] > 40)
        self.run_cli("runs", "pause", run)
        shown = self.wait_until(run, "the last pair in play",
                                lambda s: s["tune"]["pairs"] == len(self.duels(run)))
        self.coordinator.kill()
        self.coordinator = self.start_coordinator()
        self.assertEqual(self.show(run)["tune"], shown["tune"])

    def test_a_tune_that_nobody_waited_for_gives_its_weights_later(self):
        run = json.loads(self.run_cli(
            "tune", "--param", "tempo", "--nodes", 100, "--book", self.book, "--games", 64,
            "--no-verify", "--no-watch", "--json"))["run"]
        shown = self.finish(run)
        for log in (shown, json.loads(self.run_cli("runs", "estimate", run, "--without",
                                                   self.duels(run)[0]["worker"], "--json"))):
            out = self.folder / "later.toml"
            without = () if log is shown else ("--without", self.duels(run)[0]["worker"])
            self.run_cli("runs", "estimate", run, *without, "--out", out)
            for parameter in log["tune"]["parameters"]:
                self.assertIn(f"{parameter['name']} = {parameter['tuned']}\n", out.read_text())
        match = self.run_cli("match", "--games", 2, "--dev", "default", "--nodes", 20, "--book",
                             self.book, "--no-watch").strip()
        self.run_cli("runs", "duels", match, code=2)
        self.assertIn("no tune", self.stderr)

    def test_ends_with_new_weights_and_a_duel_log(self):
        out = self.folder / "tuned.toml"
        log = self.folder / "duels.csv"
        shown = json.loads(self.run_cli(
            "tune", "--param", "tempo", "--nodes", 200, "--book", self.book, "--games", 64, "--out",
            out, "--log", log, "--no-verify", "--json").splitlines()[0])
        self.assertEqual(shown["kind"], "tune")
        values = {p["name"]: p["tuned"] for p in shown["tune"]["parameters"]}
        text = out.read_text()
        for name, value in values.items():
            self.assertIn(f"{name} = {value}\n", text)
        self.assertEqual(len(log.read_text().splitlines()), 33)

    def test_is_verified_on_other_openings_by_a_test_that_names_it(self):
        # Gains this great are noise, and move every value.
        parameters = self.folder / "parameters.csv"
        parameters.write_text("bishop_pair.mg,25,0,90,8,0.5\ntempo.mg,10,0,40,4,0.5\n")
        lines = self.run_cli(
            "tune", "--params", parameters, "--method", "spsa", "--nodes", 100, "--book", self.book,
            "--games", 40, "--out", self.folder / "t.toml", "--verify-pairs", 30, "--json",
            code=None).splitlines()
        tune, test = (json.loads(line) for line in lines)
        self.assertEqual((tune["kind"], test["kind"]), ("tune", "test"))
        self.assertEqual(test["tags"], ["verifies-" + tune["run"]])
        self.assertNotEqual(test["book"]["sha256"], tune["book"]["sha256"])


if __name__ == "__main__":
    e2e.main()
