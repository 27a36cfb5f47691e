"""`rookery up`: the two real binaries as processes, watched, restarted, and gone with their parent."""
import json
import os
import signal
import urllib.request

import rookery_e2e as e2e


class Up(e2e.E2eTest):
    def start_up(self, workers=2):
        up = self.spawn("rookery", "up", "--data", self.data, "--http", 0, "--grpc", 0, "--workers",
                        workers, "--json")

        def ready():
            self.assertIsNone(up.popen.poll(), up.output())
            lines = [line for line in up.output().splitlines() if line.startswith("{")]
            return json.loads(lines[0]) if lines else None
        fleet = e2e.wait_for("the fleet", ready)
        self.grpc = fleet["grpc"]
        return up, fleet

    def connected(self, number):
        return e2e.wait_for(f"{number} workers", lambda: [
            worker for worker in self.run_json("workers", "list")["workers"]
            if worker["state"] != "away"][number - 1:])

    def test_one_command_plays_a_test_and_serves_the_page(self):
        self.make_book()
        _, fleet = self.start_up()
        self.connected(2)
        shown = self.run_json("match", "--games", 4, "--dev", "default", "--nodes", 100, "--book",
                              self.book)
        self.assertEqual(shown["games"], 4)
        with urllib.request.urlopen(fleet["http"] + "healthz", timeout=e2e.PATIENCE) as answer:
            self.assertEqual(answer.status, 200)
        with urllib.request.urlopen(fleet["http"] + "api/v1/runs/" + shown["run"],
                                    timeout=e2e.PATIENCE) as answer:
            page = json.load(answer)
        # The page and the command line never disagree.
        told = self.show(shown["run"])
        both = told.keys() & page.keys()
        self.assertGreater(len(both), 20)
        self.assertEqual({key: page[key] for key in both}, {key: told[key] for key in both})

    def test_what_dies_is_started_again(self):
        up, fleet = self.start_up()
        for pid in (fleet["workers"][0]["pid"], fleet["coordinator"]["pid"]):
            os.kill(pid, signal.SIGKILL)
            e2e.wait_for("a restart", lambda: up.output().count("runs again") > 0)
        e2e.wait_for("both restarts", lambda: up.output().count("runs again") == 2)
        self.connected(2)

    def test_everything_stops_with_it(self):
        up, fleet = self.start_up()
        pids = [fleet["coordinator"]["pid"]] + [worker["pid"] for worker in fleet["workers"]]
        self.assertEqual(up.stop(), 0)
        self.assertEqual([pid for pid in pids if e2e.alive(pid)], [])

    def test_everything_dies_with_it(self):
        up, fleet = self.start_up()
        pids = [fleet["coordinator"]["pid"]] + [worker["pid"] for worker in fleet["workers"]]
        up.kill()
        e2e.wait_for("the children's end", lambda: not any(map(e2e.alive, pids)))


if __name__ == "__main__":
    e2e.main()
