"""Options of a UCI engine tuned on the real binaries: ranges from what it declares, values set before
each game, the result verified as an engine with those options."""
import json
import os

import rookery_e2e as e2e

ZOO = os.environ["ROOKERY_ZOO"]


class UciTune(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book(200)
        self.coordinator = self.start_coordinator()
        self.worker = self.start_worker()
        # It loses each game that it begins with a margin below 200, or sets in mid-game.
        self.run_json("engines", "add", ZOO, "--name", "zoo", "--arg", "tunable")

    def tune(self, *arguments, code=0):
        return self.run_cli("tune", "--start", "engine:zoo", "--book", self.book, "--nodes", 10,
                            *arguments, code=code)

    def assert_played_as_asked(self, run, limit):
        duels = [json.loads(line) for line in self.run_cli("runs", "duels", run,
                                                           "--json").splitlines()]
        seen = set()
        for duel in duels:
            weak = {side: list(duel[side].values())[0] < limit for side in ("dev", "base")}
            seen.add((weak["dev"], weak["base"]))
            if weak["dev"] != weak["base"]:
                self.assertEqual(duel["half_points"], 0 if weak["dev"] else 4, duel)
            elif weak["dev"]:  # White loses both games, by turns
                self.assertEqual(duel["half_points"], 2, duel)
        self.assertGreater(len(seen), 1)
        return duels

    def test_a_spin_is_tuned_and_the_result_verified(self):
        out = self.folder / "tuned.uci"
        lines = self.tune("--param", "razor margin", "--games", 80, "--seed", 4, "--out", out,
                          "--verify-pairs", 8, "--json", code=None).splitlines()
        self.assertEqual(len(lines), 2, self.stderr)
        tune, test = (json.loads(line) for line in lines)
        (margin,) = tune["tune"]["parameters"]
        self.assertEqual((margin["name"], margin["start"], margin["min"], margin["max"]),
                         ("Razor Margin", 200, 0, 500))
        self.assert_played_as_asked(tune["run"], 200)
        self.assertGreater(margin["tuned"], 200)
        self.assertEqual(out.read_text(),
                         f"setoption name Razor Margin value {margin['tuned']}\n")
        self.assertEqual(test["tags"], ["verifies-" + tune["run"]])
        self.assertEqual(test["dev"]["name"], f"zoo Razor Margin={margin['tuned']}")
        self.assertEqual(test["base"]["name"], "zoo")
        self.assert_counts_once(tune["run"])

    def test_a_string_that_holds_a_number_is_tuned_by_a_file(self):
        parameters = self.folder / "fraction.csv"
        parameters.write_text("Fraction, float, 2.5, 0.5, 4.5, 0.5, 0.002\n")
        run = self.tune("--params", parameters, "--games", 40, "--method", "cma-es", "--seed", 4,
                        "--no-verify", "--no-watch").strip()
        shown = self.wait_until(run, "the end", lambda s: s["state"] == "finished")
        self.assertEqual(shown["tune"]["parameters"][0]["decimals"], 3)
        self.assert_played_as_asked(run, 2500)

    def test_what_to_go_on_from_has_the_decimals_of_a_string(self):
        parameters, onward = self.folder / "fraction.txt", self.folder / "onward.txt"
        parameters.write_text("Fraction, float, 1.5, 0, 3, 0.05, 0.002\n")
        asked = ("--params", parameters, "--games", 20, "--seed", 3, "--no-verify", "--params-out")
        self.tune(*asked, onward, "--out", self.folder / "tuned.uci")
        kind, start, least, most, step = onward.read_text().split(", ")[1:6]
        self.assertEqual((kind, float(least), float(most), float(step)), ("float", 0, 3, 0.05))
        told = (self.folder / "tuned.uci").read_text().split()[-1]
        self.assertEqual(float(start), float(told))
        for name in ("onward.csv", "onward.json"):
            self.tune(*asked, self.folder / name, code=2)
            self.assertIn("which only OpenBench's form says", self.stderr)

    def test_options_that_it_does_not_have_are_refused_by_name(self):
        self.tune("--param", "Razor", code=None)
        self.assertIn("'Razor': zoo declares no such number; it has Hash, Log, Razor Margin, Fraction",
                      self.stderr)
        wide = self.folder / "wide.csv"
        wide.write_text("Razor Margin,200,0,501,20,0.002\n")
        self.tune("--params", wide, code=None)
        self.assertIn("max: 501 is not within 0 to 500", self.stderr)
        self.tune("--param", "Hash", "--option", "Nope=3", "--plan", code=2)
        self.assertIn("--option: option Nope: the engine zoo doesn't have it; it has Hash",
                      self.stderr)
        self.tune("--param", "Fraction", code=None)
        self.assertIn("Fraction is a string", self.stderr)
        self.tune("--method", "race", "--candidate", "default", code=None)
        self.assertIn("UCI engines meet in a league", self.stderr)


if __name__ == "__main__":
    e2e.main()
