"""kill -9 in mid-run, of the coordinator and of a worker: each pair still counts exactly once."""
import rookery_e2e as e2e


class Crash(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()
        self.workers = [self.start_worker(), self.start_worker()]

    def start(self, pairs):
        # Bounds so near each other that the cap ends the test, not a verdict.
        return self.start_test("--dev", "default", "--base", "default,-king", "--nodes", 300,
                               "--elo1", 1, "--max-pairs", pairs, "--seed", 11)

    def progress(self, run, pairs):
        self.wait_until(run, f"{pairs} pairs", lambda shown: shown["pairs_counted"] >= pairs)

    def finish(self, run):
        shown = self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")
        self.assert_counts_once(run)
        return shown

    def test_pairs_count_once_after_the_coordinator_was_killed(self):
        run = self.start(60)
        for pairs in (10, 30):
            self.progress(run, pairs)
            counted = self.show(run)["pairs_counted"]
            self.coordinator.kill()
            self.coordinator = self.start_coordinator()
            self.assertGreaterEqual(self.show(run)["pairs_counted"], counted)
        self.assertEqual(self.finish(run)["pairs"], 60)

    def test_pairs_count_once_after_a_worker_was_killed(self):
        run = self.start(60)
        self.progress(run, 10)
        self.workers[0].kill()
        self.progress(run, 20)
        self.workers[0] = self.start_worker(1)
        self.progress(run, 30)
        self.workers[1].kill()
        self.workers[1] = self.start_worker(2)
        self.assertEqual(self.finish(run)["pairs"], 60)

    def test_results_do_not_depend_on_crashes(self):
        calm = self.start(20)
        self.finish(calm)
        rough = self.start(20)
        self.progress(rough, 6)
        self.coordinator.kill()
        self.workers[0].kill()
        self.coordinator = self.start_coordinator()
        self.workers[0] = self.start_worker(1)
        self.finish(rough)
        self.assertEqual(self.digests(calm), self.digests(rough))


if __name__ == "__main__":
    e2e.main()
