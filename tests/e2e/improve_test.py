"""The whole circle on the real binaries: a spoiled group of weights is fitted, tuned, verified; the
command is killed on the way and goes on."""
import json
import re
import xml.etree.ElementTree

import rookery_e2e as e2e

# Pawns above pieces: what any data shows to be wrong.
SPOILED = ("default,mat_pawn.mg=250,mat_pawn.eg=250,mat_knight.mg=200,mat_knight.eg=200,"
           "mat_bishop.mg=200,mat_bishop.eg=200")


class Improve(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.start_coordinator()
        self.start_worker()
        self.out = self.folder / "improved"

    def arguments(self, *more):
        return ("improve", "--group", "material", "--start", SPOILED, "--data-nodes", 60, "--nodes",
                60, "--book", self.book, "--budget", 500, "--elo1", 60, "--out", self.out, *more)

    def test_spoiled_weights_are_mended_and_shown_to_be_better(self):
        told = json.loads(self.run_cli(*self.arguments("--json")))
        self.assertEqual(told["verdict"], "accepted")
        changed = {change["name"]: change for change in told["changes"]}
        self.assertLess(changed["mat_pawn.mg"]["after"], 220)
        self.assertEqual(changed["mat_pawn.mg"]["by"], "fit")
        text = (self.out / "improved.toml").read_text()
        self.assertIn(f"mat_pawn.mg = {changed['mat_pawn.mg']['after']}\n", text)
        report = (self.out / "report.md").read_text()
        for picture in ("weights.svg", "elo.svg", "loss.svg"):
            self.assertIn(f"]({picture})", report)
            xml.etree.ElementTree.parse(self.out / picture)
        self.assertIn("Rookery test: accepted", report)
        # Other openings than the data's and the tune's, and a run that everybody can see.
        shown = self.show(told["verification"])
        self.assertEqual(shown["verdict"], "accepted")
        runs = json.loads((self.out / "improve.json").read_text())["runs"]
        self.assertEqual(sorted(runs), ["data", "verification"])
        (fit,) = self.run_json("fits", "list")["fits"]
        self.assertEqual(fit["title"], "improve: fit")
        self.assertIn("games of self-play at 60 nodes a move", fit["data"])
        # The same command again has nothing left to play.
        again = json.loads(self.run_cli(*self.arguments("--json")))
        self.assertEqual(again["verification"], told["verification"])
        self.assertEqual(again["changes"], told["changes"])
        self.assertEqual(len(self.run_json("fits", "list")["fits"]), 1)

    def test_goes_on_with_the_same_runs_after_a_kill(self):
        # Neither a constant of the search nor one of the evaluation's shape is for the fit.
        arguments = self.arguments("--param", "null_depth", "--param", "king_attack_share_1",
                                   "--json")
        process = self.spawn("rookery", "--coordinator", self.grpc, *arguments)
        state = self.out / "improve.json"
        e2e.wait_for("the tune", lambda: state.exists()
                     and "tune" in json.loads(state.read_text())["runs"])
        process.kill()
        tune = json.loads(state.read_text())["runs"]["tune"]
        told = json.loads(self.run_cli(*arguments, code=None))
        self.assertEqual("runs/" + told["tune"], tune)
        self.assertIn(told["verdict"], ("accepted", "rejected", "undecided"))
        self.assertEqual((self.out / "improved.toml").exists(), told["verdict"] == "accepted")
        self.assertIn("## The tune", (self.out / "report.md").read_text())

    def test_data_are_played_by_the_workers(self):
        data, again = self.folder / "data.epd", self.folder / "again.epd"
        made = self.run_json("data", "generate", "--fleet", "--games", 21, "--nodes", 60, "--out",
                             data)
        self.assertEqual(made["games"], 22)
        run = self.show(made["run"])
        self.assertEqual((run["kind"], run["state"], run["pairs"]), ("match", "finished", 11))
        self.assertEqual(len(data.read_text().splitlines()), made["positions"])
        # An opening's two games aren't the same one twice.
        digests = re.findall(r'Digest "(\w+)"', self.run_cli("runs", "pgn", made["run"]))
        self.assertEqual(len(set(digests)), 22)
        told = self.run_json("data", "harvest", "--run", made["run"], "--out", again)
        self.assertEqual((told["games"], told["broken"]), (22, 0))
        self.assertEqual(again.read_text(), data.read_text())
        self.run_cli("data", "harvest", "--run", made["run"], "--out", again, code=2)
        self.assertIn("is there already", self.stderr)
        again = self.folder / "third.epd"
        self.run_cli("data", "harvest", "--run", "nosuchrun0", "--out", again, code=None)
        self.assertIn("nosuchrun0", self.stderr)
        self.run_cli("data", "harvest", "--out", again, code=2)
        self.assertIn("--run", self.stderr)

    def test_data_or_a_book_of_other_content_are_other_settings(self):
        data = self.folder / "data.epd"
        self.run_cli("data", "generate", "--games", 60, "--nodes", 40, "--out", data)
        arguments = self.arguments("--data", data)
        self.run_cli(*arguments, code=None)
        self.assertTrue((self.out / "report.md").exists(), self.stderr)
        kept = data.read_text()
        data.write_text(kept + kept.splitlines()[-1] + "\n")
        self.run_cli(*arguments, code=2)
        self.assertIn("other settings: data [", self.stderr)
        data.write_text(kept)
        lines = self.book.read_text().splitlines()
        self.book.write_text("\n".join(lines[1:] + lines[:1]) + "\n")
        self.run_cli(*arguments, code=2)
        self.assertIn("other settings: book ", self.stderr)

    def test_files_of_positions_are_read_as_told(self):
        data = self.folder / "data.epd"
        self.run_cli("data", "generate", "--games", 60, "--nodes", 40, "--out", data)
        data.write_text(data.read_text() + "rubbish\n")
        self.run_cli(*self.arguments("--data", data), code=2)
        self.assertIn("leave them out by --skip-faulty", self.stderr)
        # Nothing was made of it: the mended file is not another improvement's.
        data.write_text(data.read_text() + "more rubbish\n")
        again = self.arguments("--data", data, "--skip-faulty")
        self.run_cli(*again, code=None)
        self.assertTrue((self.out / "report.md").exists(), self.stderr)
        self.run_cli(*again, "--resolve", code=2)
        self.assertIn("other settings: data_reading ", self.stderr)
        self.run_cli(*self.arguments("--skip-faulty"), code=2)
        self.assertIn("--skip-faulty requires --data", self.stderr)

    def test_other_settings_are_refused_by_name(self):
        self.out.mkdir()
        (self.out / "improve.json").write_text('{"settings": {"budget": 1}, "runs": {}}')
        (self.out / "data.epd").touch()
        self.run_cli(*self.arguments(), code=2)
        self.assertIn("budget 1 (now 500)", self.stderr)


if __name__ == "__main__":
    e2e.main()
