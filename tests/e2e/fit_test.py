"""A fit that is posted: kept once, listed, shown alike by both doors, there after a restart."""
import json
import urllib.request

import rookery_e2e as e2e


class Fit(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.positions = self.folder / "data.epd"
        self.run_cli("data", "generate", "--games", 30, "--nodes", 40, "--out", self.positions)
        self.weights = self.folder / "weights.toml"

    def post(self, *arguments, code=0):
        return self.run_cli("fit", self.positions, "--group", "material", "--post", "--out",
                            self.weights, *arguments, "--json", code=code)

    def over_http(self, path):
        with urllib.request.urlopen(self.http + path, timeout=e2e.PATIENCE) as reply:
            return json.loads(reply.read())

    def test_a_fit_is_kept_once_and_shown_alike_by_both_doors(self):
        coordinator = self.start_coordinator()
        told = json.loads(self.post("--title", "Of material"))
        again = json.loads(self.post("--title", "Another title", "--threads", 1))
        self.assertEqual(again["fit"], told["fit"])
        coordinator.stop()
        self.start_coordinator()
        (listed,) = self.run_json("fits", "list")["fits"]
        self.assertEqual((listed["fit"], listed["title"]), (told["fit"], "Of material"))
        self.assertTrue(listed["owner"])  # also where the environment doesn't say who calls
        self.assertEqual(listed["fitted_weights"], told["identity"])
        self.assertEqual((listed["data"], listed["start"]), ("data.epd", "default"))
        shown = self.run_json("fits", "show", told["fit"])
        served = self.over_http("api/v1/fits/" + told["fit"])
        for field in ("train", "test", "losses", "weights"):
            self.assertEqual(shown[field], told[field], field)
            self.assertEqual(served[field], told[field], field)
        for field in ("k", "k_after", "in_check", "decided", "games_known"):
            self.assertEqual(served[field], told[field], field)
        self.assertEqual(len(told["losses"]), told["steps"])
        self.assertIn("mat_pawn.mg", self.run_cli("fits", "show", told["fit"]))
        self.assertIn("Of material", self.run_cli("fits", "list"))

    def test_nothing_is_fitted_in_vain(self):
        self.start_coordinator().stop()
        self.post(code=5)
        self.assertFalse(self.weights.exists())
        self.grpc = None
        self.run_cli("fit", self.positions, "--group", "material", "--out", self.weights)
        self.assertTrue(self.weights.exists())

    def test_a_fit_that_is_not_there_is_named(self):
        self.start_coordinator()
        self.run_cli("fits", "show", "0123", code=None)
        self.assertIn("fit '0123' is unknown", self.stderr)
        self.assertIn("No fits yet", self.run_cli("fits", "list") + self.stderr)
        self.post("--title", "x" * 201, code=2)
        self.assertIn("--title: 201 bytes; at most 200", self.stderr)


if __name__ == "__main__":
    e2e.main()
