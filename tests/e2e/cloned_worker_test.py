"""A copied data folder: two processes with one worker's identity, and what the operator is told."""
import shutil

import rookery_e2e as e2e


class ClonedWorker(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()

    def worker(self):
        workers = self.run_json("workers", "list")["workers"]
        self.assertLessEqual(len(workers), 1)
        return workers[0] if workers else {"state": "away", "idle_reason": ""}

    def start_clones(self):
        first = self.start_worker()
        e2e.wait_for("the worker", lambda: self.worker()["state"] != "away")
        self.assertEqual(first.stop(), 0)
        shutil.copytree(self.folder / "worker1", self.folder / "worker2")
        return [self.start_worker(number) for number in (1, 2)]

    def test_one_of_them_plays_and_the_other_waits(self):
        clones = self.start_clones()
        e2e.wait_for("the reason", lambda: "two processes" in self.worker()["idle_reason"])
        self.assertIn("two processes", self.run_cli("workers", "list"))
        e2e.wait_for("a warning", lambda: "two processes" in self.coordinator.output())
        e2e.wait_for("a clone to say why it waits", lambda: any(
            "two processes" in clone.output() for clone in clones))
        run = self.start_test("--dev", "default", "--base", "default,-king", "--nodes", 300,
                              "--elo1", 1, "--max-pairs", 20)
        self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")
        self.assert_counts_once(run)
        # Few takeovers, however long they went on.
        lost = [line for clone in clones for line in clone.output().splitlines()
                if "link is down" in line and "took over" in line]
        self.assertLessEqual(len(lost), 5, lost)

    def test_a_worker_that_was_killed_comes_back_at_once(self):
        worker = self.start_worker()
        for _ in range(6):
            e2e.wait_for("the worker", lambda: "connected to" in worker.output())
            worker.kill()
            worker = self.start_worker(1)
        e2e.wait_for("the worker", lambda: "connected to" in worker.output())
        self.assertEqual(self.worker()["idle_reason"].count("two processes"), 0)


if __name__ == "__main__":
    e2e.main()
