"""The dashboard in Debian's Chromium; see tests/browser. Screenshots stay in ROOKERY_ARTIFACTS."""
import json
import os
import pathlib
import subprocess
import unittest

import rookery_e2e as e2e

FOLDER = pathlib.Path(os.environ["ROOKERY_BROWSER_TESTS"])  # with its node_modules
ZOO = os.environ["ROOKERY_ZOO"]
OF_THEIR_OWN = {"token.test.mjs"}  # test_a_token_that_is_revoked
ARTIFACTS = pathlib.Path(os.environ.get("ROOKERY_ARTIFACTS", FOLDER / "screenshots"))


class Browser(e2e.E2eTest):
    def test_pages(self):
        self.start_coordinator()
        self.make_book()
        self.start_worker()
        run = self.run_json("match", "--book", self.book, "--games", 40, "--nodes", 200, "--dev",
                            "default", "--base", e2e.MATERIAL_ONLY, "--title", "Played")["run"]
        self.run_json("test", "--book", self.book, "--nodes", 100, "--dev", "default", "--base",
                      e2e.MATERIAL_ONLY, "--elo1", 100, "--seed", 1, "--title", "Decided")
        # Gains this great are noise, and move every value.
        parameters = self.folder / "parameters.csv"
        parameters.write_text("bishop_pair.mg,25,0,90,8,0.5\nbishop_pair.eg,40,0,90,8,0.5\n"
                              "tempo.mg,10,0,40,4,0.5\ntempo.eg,10,0,40,4,0.5\n")
        tune = json.loads(self.run_cli(
            "tune", "--params", parameters, "--method", "spsa", "--nodes", 100, "--book", self.book,
            "--games", 100, "--out", self.folder / "tuned.toml", "--verify-pairs", 40, "--json",
            code=None).splitlines()[0])
        weak = "default,-pawns,-king,-activity,-threats"
        race = self.run_json("tune", "--start", e2e.MATERIAL_ONLY, "--method", "race", "--candidate",
                             "default", "--candidate", weak, "--nodes", 100, "--book", self.book,
                             "--games", 120, "--expected-gain", 200, "--seed", 3, "--no-verify",
                             "--title", "Raced", "--out", self.folder / "best.toml")["run"]
        self.run_json("engines", "add", ZOO, "--name", "zoo", "--arg", "tunable")
        fractions = self.folder / "fraction.csv"
        fractions.write_text("Fraction, float, 2.5, 0.5, 4.5, 0.5, 0.002\n")
        fraction = self.run_json("tune", "--start", "engine:zoo", "--params", fractions, "--games",
                                 40, "--method", "cma-es", "--nodes", 10, "--no-verify", "--book",
                                 self.book, "--out", self.folder / "tuned.uci")["run"]
        data = self.folder / "data.epd"
        self.run_cli("data", "generate", "--games", 60, "--nodes", 50, "--out", data)
        fit = self.run_json("fit", data, "--post", "--title", "Of the browser test", "--out",
                            self.folder / "fitted.toml")["fit"]
        league = self.run_cli("league", "--engine", "default", "--engine", e2e.MATERIAL_ONLY,
                              "--engine", self.folder / "tuned.toml", "--nodes", 100, "--pairs", 8,
                              "--book", self.book, "--no-watch").strip()
        self.wait_until(league, "the end", lambda shown: shown["state"] == "finished")
        clocked = self.run_json("match", "--book", self.book, "--games", 2, "--tc", "0.5+0.01",
                                "--dev", "default", "--base", e2e.MATERIAL_ONLY)["run"]
        odds = self.run_json("match", "--book", self.book, "--games", 2, "--tc", "40/2,20/1",
                             "--base-limit", "nodes=50", "--variant", "chess960",
                             "--reference-nps", 1_000_000, "--max-moves", 200,
                             "--hash", 2048, "--dev", "default",
                             "--base", e2e.MATERIAL_ONLY, "--title", "At odds")["run"]
        # Slow, so that its first game goes on while pages look at it. One pair, which two workers
        # may play at once when it is overdue: a third one is free for what the page starts.
        self.start_worker()
        self.start_worker()
        live = self.start_test("--dev", "default", "--base", e2e.MATERIAL_ONLY, "--tc", "300+3",
                               "--max-pairs", 1)
        # All but those of tests with a coordinator of their own, and one by one: they share the workers.
        scripts = sorted({path.name for path in FOLDER.glob("*.test.mjs")} - OF_THEIR_OWN)
        self.assertGreater(len(scripts), 1)
        shown = {f"ROOKERY_{name}_SHOWN": self.run_cli("runs", "show", one)
                 for name, one in (("RACE", race), ("FRACTION", fraction))}
        for script in scripts:
            self.browse(script, ROOKERY_RUN=run, ROOKERY_SHOWN=self.run_cli("runs", "show", run),
                        ROOKERY_TUNE=tune["run"], ROOKERY_LEAGUE=league, ROOKERY_RACE=race,
                        ROOKERY_FRACTION=fraction, ROOKERY_FIT=fit, ROOKERY_CLOCKED=clocked,
                        ROOKERY_LIVE=live, ROOKERY_ODDS=odds, **shown)

    def browse(self, tests, **told):
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "ROOKERY_HTTP": self.http, "ROOKERY_ARTIFACTS": str(ARTIFACTS),
                       **told}
        done = subprocess.run(["node", "--test", FOLDER / tests], cwd=FOLDER,
                              env=environment, capture_output=True, text=True, check=False,
                              timeout=850)
        print(done.stdout[-6000:], done.stderr[-2000:])
        self.assertEqual(done.returncode, 0, tests)

    def test_a_token_that_is_revoked(self):
        self.start_coordinator("--tokens")
        operator = ["--token-file", self.data / "operator.token"]
        file = self.folder / "viewer.token"
        made = self.run_json(*operator, "tokens", "create", "--role", "viewer", "--out", file)
        revoke = ["--coordinator", self.grpc, *operator, "tokens", "revoke", made["token"]]
        self.browse("token.test.mjs", ROOKERY_TOKEN=file.read_text().strip(),
                    ROOKERY_CLI=str(e2e.BIN / "rookery"),
                    ROOKERY_REVOKE=json.dumps([str(word) for word in revoke]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
