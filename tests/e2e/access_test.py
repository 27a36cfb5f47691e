"""TLS, tokens, roles and joining with the real binaries: refused, pinned, let in, sent away."""
import os
import pathlib
import ssl
import stat
import subprocess
import unittest
import urllib.error
import urllib.request

import rookery_e2e as e2e


class ClosedTest(e2e.E2eTest):
    """Helpers."""

    def start_closed(self, *more):
        """A coordinator with TLS; its operator's token is what the command line uses."""
        process = self.spawn("rookery-coordinator", "--data", self.data, "--grpc", 0, "--http", 0,
                             "--tls", *more)

        def lines():
            found = dict(line.split(" ", 1) for line in process.output().splitlines()
                         if line.startswith(("grpc ", "http ", "fingerprint ")))
            self.assertIsNone(process.popen.poll(), process.output())
            return found if len(found) == 3 else None
        told = e2e.wait_for("the coordinator's addresses", lines)
        self.grpc = "127.0.0.1:" + told["grpc"].rsplit(":", 1)[1]
        self.http = told["http"].replace("0.0.0.0", "127.0.0.1")
        self.fingerprint = told["fingerprint"]
        self.operator = ["--token-file", self.data / "operator.token"]
        return process

    def new_token(self, role, *more):
        self.tokens = getattr(self, "tokens", 0) + 1
        file = self.folder / f"{role}-{self.tokens}.token"
        made = self.run_json(*self.operator, "tokens", "create", "--role", role, "--out", file, *more)
        return file, made["token"]

    def join(self, name, token_file, address=None):
        return self.spawn("rookery-worker", "join", address or self.grpc, "--token-file", token_file,
                          "--slots", 1, "--data", self.folder / name, "--label", name)

    def play(self, games=4):
        shown = self.run_json(*self.operator, "match", "--games", games, "--dev", "default",
                              "--nodes", 100, "--book", self.book)
        self.assertEqual(shown["games"], games)

    def fetch(self, path, token=None, context=None):
        request = urllib.request.Request(self.http + path)
        if token:
            request.add_header("Authorization", "Bearer " + token.read_text().strip())
        try:
            with urllib.request.urlopen(request, context=context, timeout=e2e.PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code


class Access(ClosedTest):
    def test_a_token_is_never_written_over_and_a_lost_one_is_made_anew(self):
        coordinator = self.start_coordinator("--tokens")
        operator = ["--token-file", self.data / "operator.token"]
        old = (self.data / "operator.token").read_text()
        self.run_cli(*operator, "tokens", "create", "--role", "viewer", "--out",
                     self.data / "operator.token", code=2)
        self.assertIn("is there already", self.stderr)
        self.assertEqual((self.data / "operator.token").read_text(), old)
        (self.data / "operator.token").unlink()
        coordinator.stop()
        self.start_coordinator("--tokens", "--new-operator-token")
        self.assertNotEqual((self.data / "operator.token").read_text(), old)
        self.assertEqual(len(self.run_json(*operator, "tokens", "list")["tokens"]), 2)

    def test_plaintext_to_other_hosts_is_refused_unless_it_is_asked_for(self):
        command = [str(e2e.BIN / "rookery-coordinator"), "--data", str(self.data), "--grpc", "0",
                   "--http", "0", "--listen", "0.0.0.0"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=e2e.PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("add --tls, or --insecure", done.stderr)
        self.grpc = "chess.example:7700"
        self.run_cli("workers", "list", code=1)
        self.assertIn("--insecure", self.stderr)

    def test_a_pinned_coordinator_is_believed_and_no_other(self):
        coordinator = self.start_closed("--listen", "0.0.0.0")
        token = self.data / "operator.token"
        self.assertEqual(stat.S_IMODE(os.stat(token).st_mode), 0o600)
        self.assertIn(self.fingerprint, token.read_text())
        self.assertEqual(self.run_json(*self.operator, "workers", "list"), {"workers": []})
        self.run_cli("--fingerprint", self.fingerprint, "workers", "list", code=4)
        self.assertIn("asks for an access token", self.stderr)
        self.run_cli(*self.operator, "--fingerprint", "0" * 64, "workers", "list", code=4)
        self.assertIn("its fingerprint is another", self.stderr)
        self.run_cli("workers", "list", code=5)  # plaintext to a port that speaks TLS
        secret = token.read_text().split("_")[2]
        self.assertNotIn(secret, coordinator.output())
        self.assertNotIn(secret.encode(), (self.data / "rookery.db").read_bytes())

    def test_roles_hold_for_the_command_line_and_the_page(self):
        self.start_closed()
        viewer, _ = self.new_token("viewer")
        context = ssl.create_default_context(cafile=self.data / "tls" / "authority.pem")
        self.assertEqual(self.fetch("healthz", context=context), 200)
        self.assertEqual(self.fetch("api/v1/runs", context=context), 401)
        self.assertEqual(self.fetch("api/v1/runs", viewer, context), 200)
        self.run_cli("--token-file", viewer, "runs", "list")
        self.run_cli("--token-file", viewer, "tokens", "list", code=4)
        log = self.run_json(*self.operator, "log")["actions"]
        self.assertEqual(log[0]["action"], "refused")
        self.assertEqual(log[0]["target"], "rookery.v1.AccessService/ListTokens")
        self.assertEqual(log[1]["action"], "create-token")
        self.assertEqual(log[1]["by"], "operator")
        self.assertIn("127.0.0.1", log[1]["from"])

    def test_a_worker_joins_plays_comes_back_and_is_sent_away(self):
        self.start_closed("--mutual-tls")
        self.make_book()
        token, join_id = self.new_token("join", "--expires", "1h")
        worker = self.join("w1", token)
        self.play()
        kept = self.folder / "w1" / "coordinator"
        for name in ("token", "secret", "worker.key"):
            self.assertEqual(stat.S_IMODE(os.stat(kept / name).st_mode), 0o600, name)
        self.assertEqual(worker.stop(), 0)
        # Its own key is enough from now on, though the join token is spent.
        self.run_cli(*self.operator, "tokens", "revoke", join_id)
        worker = self.join("w1", token)
        self.play()
        late = self.join("w2", token)
        self.assertNotEqual(late.popen.wait(e2e.PATIENCE), 0)
        self.assertIn("revoked", late.output())
        own = next(token for token in self.run_json(*self.operator, "tokens", "list")["tokens"]
                   if token["role"] == "worker")
        self.run_cli(*self.operator, "tokens", "revoke", own["token"])
        e2e.wait_for("the worker to be sent away", lambda: all(
            each["state"] == "away"
            for each in self.run_json(*self.operator, "workers", "list")["workers"]))
        e2e.wait_for("the worker to say why", lambda: "revoked" in worker.output())

    def test_a_worker_joins_anew_with_another_token(self):
        self.start_closed("--mutual-tls")
        self.make_book()
        first, _ = self.new_token("join")
        worker = self.join("w1", first)
        self.play()
        self.assertEqual(worker.stop(), 0)
        own = next(token for token in self.run_json(*self.operator, "tokens", "list")["tokens"]
                   if token["role"] == "worker")
        self.run_cli(*self.operator, "tokens", "revoke", own["token"])
        key = (self.folder / "w1" / "coordinator" / "worker.key").read_text()
        second, _ = self.new_token("join")
        worker = self.join("w1", second)
        self.play()
        self.assertNotEqual((self.folder / "w1" / "coordinator" / "worker.key").read_text(), key)
        workers = self.run_json(*self.operator, "workers", "list")["workers"]
        self.assertEqual([each["worker"] for each in workers], [own["worker"]])
        self.assertEqual(worker.stop(), 0)

    def test_an_authors_run_waits_for_approval_and_its_lender_is_credited(self):
        coordinator = self.start_closed("--approve-runs", "--author-runs", 1)
        self.make_book()
        author = ["--token-file", self.new_token("author", "--owner", "ann")[0]]
        join, _ = self.new_token("join", "--owner", "bob")
        self.join("w1", join)
        ask = ["test", "--book", self.book, "--no-watch", "--dev", "default", "--base",
               "default,-king", "--nodes", 100, "--elo1", 1, "--max-pairs", 6]
        run = self.run_cli(*author, *ask).strip()
        self.assertEqual(self.run_json(*author, "runs", "show", run)["state"], "waiting")
        self.run_cli(*author, *ask, code=None)
        self.assertNotEqual(self.code, 0)
        self.assertIn("1 open runs", self.stderr)
        self.run_cli(*author, "runs", "approve", run, code=4)
        waiting = self.run_json(*self.operator, "runs", "list", "--state", "waiting")["runs"]
        self.assertEqual([each["run"] for each in waiting], [run])
        self.run_cli(*self.operator, "runs", "approve", run)
        e2e.wait_for("the end", lambda: self.run_json(
            *author, "runs", "show", run)["state"] == "finished")
        events = self.run_json(*author, "runs", "show", run)["events"]
        self.assertIn(("approved", "operator"), [(each["kind"], each["by"]) for each in events])

        def given_by():
            return self.run_json(*self.operator, "workers", "contributors")["contributors"]
        # What people see of workers is half a second old.
        e2e.wait_for("the pairs", lambda: sum(row["pairs"] for row in given_by()) >= 6)
        given = given_by()
        self.assertEqual([(each["owner"], each["pairs"], each["games"]) for each in given],
                         [("bob", 6, 12)])
        self.assertGreater(given[0]["core_hours"], 0)
        coordinator.kill()
        self.start_closed("--approve-runs")
        self.assertEqual(given_by(), given)

    def test_what_a_worker_did_stays_with_the_owner_of_that_time(self):
        coordinator = self.start_closed()
        self.make_book()

        def start_as(owner):
            (self.folder / "worker.token").unlink(missing_ok=True)
            token, made = self.new_token("worker", "--owner", owner)
            worker = self.spawn("rookery-worker", "run", "--coordinator", self.grpc,
                                "--token-file", token, "--slots", 1, "--data", self.folder / "w1")
            return worker, made

        def given_by():
            rows = self.run_json(*self.operator, "workers", "contributors")["contributors"]
            return {row["owner"]: (row["workers"], row["pairs"]) for row in rows}
        worker, made = start_as("wo")
        self.play(8)
        e2e.wait_for("the pairs", lambda: given_by().get("wo") == (1, 4))
        self.assertEqual(worker.stop(), 0)
        self.run_cli(*self.operator, "tokens", "revoke", made)
        worker, _ = start_as("other")
        self.play(4)
        both = {"wo": (0, 4), "other": (1, 2)}
        e2e.wait_for("the pairs of both", lambda: given_by() == both)
        self.assertEqual(worker.stop(), 0)
        self.assertEqual(coordinator.stop(), 0)
        self.run_cli("audit", "--data", self.data)
        self.start_closed()
        self.assertEqual(given_by(), both)

    def test_a_worker_of_another_coordinator_is_not_believed(self):
        self.start_closed()
        token, _ = self.new_token("join")
        text = token.read_text().strip()
        token.write_text(text[:-64] + "0" * 64)
        worker = self.join("w1", token)
        self.assertNotEqual(worker.popen.wait(e2e.PATIENCE), 0)
        self.assertIn("its fingerprint is another", worker.output())


NAMESPACES = "rookery-a", "rookery-b"


def ip(*arguments, check=True):
    return subprocess.run(["ip", *arguments], capture_output=True, text=True, check=check)


def can_make_namespaces():
    if not pathlib.Path("/sbin/ip").exists() and not pathlib.Path("/usr/sbin/ip").exists():
        return False
    made = ip("netns", "add", "rookery-probe", check=False).returncode == 0
    ip("netns", "del", "rookery-probe", check=False)
    return made


@unittest.skipUnless(can_make_namespaces(), "this kernel or user can't make network namespaces")
class TwoHosts(ClosedTest):
    """The coordinator on one host, a worker on another, with nothing but a wire between them."""

    def setUp(self):
        super().setUp()
        self.names = [f"{name}-{os.getpid()}" for name in NAMESPACES]
        near, far = self.names
        for name in self.names:
            ip("netns", "add", name)
            self.addCleanup(ip, "netns", "del", name, check=False)
            ip("-n", name, "link", "set", "lo", "up")
        ip("-n", near, "link", "add", "wire0", "type", "veth", "peer", "name", "wire0", "netns", far)
        for name, address in ((near, "192.0.2.1/24"), (far, "192.0.2.2/24")):
            ip("-n", name, "addr", "add", address, "dev", "wire0")
            ip("-n", name, "link", "set", "wire0", "up")
        self.host = None

    def spawn(self, name, *arguments):
        """On the host that self.host names."""
        if self.host is None:
            return super().spawn(name, *arguments)
        launcher = self.folder / f"{self.host}-{name}"
        launcher.write_text(f'#!/bin/sh\nexec ip netns exec {self.host} "{e2e.BIN / name}" "$@"\n')
        launcher.chmod(0o755)
        return super().spawn(launcher, *arguments)

    def run_cli(self, *arguments, **more):
        here = e2e.BIN
        launcher = self.folder / "rookery"
        launcher.write_text(
            f'#!/bin/sh\nexec ip netns exec {self.names[0]} "{here / "rookery"}" "$@"\n')
        launcher.chmod(0o755)
        e2e.BIN = self.folder
        try:
            return super().run_cli(*arguments, **more)
        finally:
            e2e.BIN = here

    def test_a_worker_joins_from_another_host(self):
        self.host = self.names[0]
        self.start_closed("--listen", "192.0.2.1", "--mutual-tls")
        self.grpc = self.grpc.replace("127.0.0.1", "192.0.2.1")
        self.make_book()
        token, _ = self.new_token("join")
        self.host = self.names[1]
        self.join("far", token)
        self.play()
        joined = [action for action in self.run_json(*self.operator, "log")["actions"]
                  if action["action"] == "join-worker"]
        self.assertIn("192.0.2.2", joined[0]["from"])


if __name__ == "__main__":
    e2e.main()
