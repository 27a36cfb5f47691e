"""Rule profiles from the command line to the games: fleet and local matches."""
import json
import pathlib
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

    def test_openings_are_judged_by_the_runs_own_rules_too(self):
        self.start_coordinator()
        self.book.write_text("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 80 90\n")
        run = self.start_test("--dev", "default", "--base", e2e.MATERIAL_ONLY, "--nodes", 50,
                              "--max-pairs", 1, "--rules",
                              "fide,no_progress.reset=capture,illegal_limit=3")
        self.assertEqual(self.show(run)["rules"], "fide,no_progress.reset=capture,illegal_limit=3")
        self.run_cli("test", "--like", run, "--rules", "qq", "--no-watch", code=None)
        self.assertNotEqual(self.code, 0)
        self.assertIn("run.rule_profile 'qq': opening 1 of the book", self.stderr)

    def test_an_unknown_profile_is_refused_with_those_that_there_are(self):
        self.run_cli("match", "--games", 2, "--dev", "default", "--rules", "fid", code=2)
        self.assertIn("fastchess", self.stderr)

    def test_a_local_match_plays_by_its_profile(self):
        for rules, rated in (("engine", True), ("source", False)):
            events = self.run_cli(
                "match", "--local", "--games", 4, "--nodes", 100, "--seed", 5, "--book", self.book,
                "--rules", rules, "--engine", "name=A,weights=default", "--engine",
                "name=B,weights=default", "--json")
            report = json.loads(events.splitlines()[-1])
            self.assertEqual((report["rules"], report["rated"]), (rules, rated))


class RulesCommand(e2e.E2eTest):
    def test_list_and_show_say_what_the_profiles_say(self):
        names = [row["profile"] for row in self.run_json("rules", "list")["profiles"]]
        self.assertEqual(names, ["engine", "fide", "source", "qq", "fastchess"])
        shown = self.run_json("rules", "show", "fide")
        self.assertEqual(shown["options"]["repetition.auto"], "5")
        self.assertFalse(shown["rated"])
        text = self.run_cli("rules", "show", "fide")
        for key in shown["options"]:
            line = next(line for line in text.splitlines() if line.startswith(key))
            self.assertGreater(len(line.split()), 4, line)  # each has a meaning
        self.run_cli("rules", "show", "xiangqi", code=2)
        self.assertIn("fastchess", self.stderr)

    def test_explain_says_why_a_game_is_over_and_why_a_move_is_illegal(self):
        over = self.run_json("rules", "explain", "--fen", "8/8/4k3/8/8/4K3/8/5N2 w - - 0 1")
        self.assertEqual((over["end"], over["result"]), ("dead-position", "1/2-1/2"))
        self.assertEqual(over["rulings"][0]["rule"], "A173")
        asked = self.run_json("rules", "explain", "--moves", "e2e4", "e7e5", "--move", "e1g1",
                              "Nf3", "e4e5")
        self.assertEqual([move["rule"] for move in asked["moves"]], ["A125", "A074", "A095"])
        self.assertEqual([move["legal"] for move in asked["moves"]], [False, True, False])
        self.assertIsNone(asked["end"])
        text = self.run_cli("rules", "explain", "--move", "e2e5")
        self.assertIn("e2e5 is illegal", text)
        self.run_cli("rules", "explain", "--moves", "e2e5", code=2)
        self.assertIn("rule A091", self.stderr)
        numbered = self.run_json("rules", "explain", "--moves", "1.", "e4", "1...e5", "2.Nf3")
        self.assertIn(" b KQkq - 1 2", numbered["fen"])
        own = self.run_json("rules", "explain", "--rules", "engine,repetition.auto=0", "--moves",
                            *["Nf3", "Nf6", "Ng1", "Ng8"] * 3)
        self.assertIsNone(own["end"])
        self.run_cli("rules", "explain", "--rules", "engine,speed=3", code=2)
        self.assertIn("rule option 'speed'", self.stderr)
        circle = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
        self.run_cli("rules", "explain", "--rules", "fide", "--moves", *circle, "e4")
        self.run_cli("rules", "explain", "--moves", *circle, "e4", code=2)
        self.assertIn("move 9, e4: the game is over before it, 1/2-1/2 by repetition", self.stderr)
        self.run_cli("rules", "explain", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", code=2)
        self.assertIn("king", self.stderr)

    def test_cases_ask_both_kinds_of_files(self):
        data = pathlib.Path(__file__).resolve().parent.parent / "data"
        report = self.run_json("rules", "cases", data / "source-cases.json")
        self.assertEqual(report["differs"], 0)
        self.assertEqual(report["holds"] + report["not_asked"], 303)
        self.assertIn("113 hold, 0 differ", self.run_cli("rules", "cases",
                                                         data / "rules-cases.json"))
        wrong = self.folder / "wrong.json"
        wrong.write_text(json.dumps([{"id": "x", "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1",
                                      "moves": [], "question": "legal_count", "expected": 99}]))
        self.assertIn("x differs: expected 99, got", self.run_cli("rules", "cases", wrong, code=1))
        wrong.write_text("no JSON")
        self.run_cli("rules", "cases", wrong, code=2)
        self.run_cli("rules", "cases", self.folder / "none.json", code=2)


if __name__ == "__main__":
    e2e.main()
