"""A tune on the real binaries: from the command to weights; kill -9 in mid-run changes no number."""
import json

import rookery_e2e as e2e


class Tune(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()
        self.workers = [self.start_worker()]

    def start(self, pairs):
        return self.run_cli("tune", "--param", "tempo", "--param", "bishop_pair", "--nodes", 200,
                            "--book", self.book, "--games", 2 * pairs, "--seed", 5, "--no-verify",
                            "--no-watch").strip()

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


if __name__ == "__main__":
    e2e.main()
