"""Webhooks on the real binaries: one that hangs and one that fails keep nothing from the third, and
what they weren't told they are told after a kill -9."""
import http.server
import json
import threading

import rookery_e2e as e2e


class Receiver(http.server.ThreadingHTTPServer):
    """Answers at /ok, and at /later once it was told to; /hang says nothing until then."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.well = threading.Event()
        self.told = {"/ok": [], "/later": [], "/hang": []}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        run = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["run"]
        if self.path == "/hang":
            self.server.well.wait(e2e.PATIENCE)
        taken = self.path == "/ok" or self.server.well.is_set()
        self.send_response(204 if taken else 500)
        self.end_headers()
        if taken:
            self.server.told[self.path].append(run)

    def log_message(self, *arguments):
        pass


class Webhooks(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)
        self.addCleanup(self.receiver.well.set)
        hooks = [{"format": "generic", "url": f"http://127.0.0.1:{self.receiver.server_port}{path}"}
                 for path in ("/hang", "/later", "/ok")]
        self.hooks = self.folder / "hooks.json"
        self.hooks.write_text(json.dumps({"webhooks": hooks}))
        self.make_book()

    def end_run(self):
        run = self.start_test("--dev", "default", "--base", "default,-king", "--nodes", 50)
        self.run_cli("runs", "stop", run)
        return run

    def test_nothing_is_late_or_lost_by_one_that_fails(self):
        coordinator = self.start_coordinator("--webhooks", self.hooks)
        told = self.receiver.told
        runs = [self.end_run() for _ in range(4)]
        e2e.wait_for("all runs at /ok", lambda: told["/ok"] == runs)
        coordinator.kill()
        self.receiver.well.set()
        self.start_coordinator("--webhooks", self.hooks)
        e2e.wait_for("the rest", lambda: set(told["/later"]) == set(told["/hang"]) == set(runs))
        runs.append(self.end_run())
        for path in ("/ok", "/later", "/hang"):
            e2e.wait_for(f"the last run at {path}", lambda p=path: told[p][-1:] == runs[-1:])
        for path in ("/ok", "/later"):  # in order; one may come twice where the kill fell in between
            self.assertEqual(list(dict.fromkeys(told[path])), runs)


if __name__ == "__main__":
    e2e.main()
