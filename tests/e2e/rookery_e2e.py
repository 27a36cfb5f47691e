"""The real binaries, for end-to-end tests: start, ask, kill, wait with a bound.

Ports are free ones (--grpc 0 --http 0), data lies in a temporary folder, waiting is polling.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

BIN = pathlib.Path(os.environ.get("ROOKERY_BIN_DIR", "build/release/bin")).resolve()
PATIENCE = 120  # seconds that any one wait may take, on a machine that is busy with other tests

# Without these groups an evaluation is little more than material.
MATERIAL_ONLY = ("default,-pawns,-king,-activity,-threats,-centre,-imbalance,-endgames,-mobility,"
                 "-squares")


def wait_for(what, condition, patience=PATIENCE):
    """The condition's first true value; an error that names `what` once patience has run out."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {patience} s for {what}")
        time.sleep(0.02)


def alive(pid):
    """Whether the process runs (a zombie does not)."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in "ZX"


class Process:
    """One of our binaries; killed when the test ends."""

    def __init__(self, name, arguments, folder):
        self.log = folder / f"{name}-{time.monotonic_ns()}.log"
        with open(self.log, "wb") as log:
            self.popen = subprocess.Popen(
                [str(BIN / name), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT)

    @property
    def pid(self):
        return self.popen.pid

    def output(self):
        return self.log.read_text(errors="replace")

    def kill(self):
        self.popen.kill()
        self.popen.wait(PATIENCE)

    def stop(self):
        """Asks it to end; its exit code."""
        self.popen.terminate()
        return self.popen.wait(PATIENCE)


class E2eTest(unittest.TestCase):
    """A folder, a book, a coordinator and workers, all gone when the test ends."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rookery-e2e-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.processes = []
        self.addCleanup(self._kill_all)
        self.grpc = None
        self.http = None
        self.book = self.folder / "book.epd"
        self.worker_count = 0

    def _kill_all(self):
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    def spawn(self, name, *arguments):
        process = Process(name, arguments, self.folder)
        self.processes.append(process)
        return process

    def start_coordinator(self, *arguments):
        """On free ports the first time, on the same ones afterwards."""
        def port(address):
            return address.rstrip("/").rsplit(":", 1)[1] if address else "0"
        process = self.spawn("rookery-coordinator", "--data", self.data, "--grpc", port(self.grpc),
                             "--http", port(self.http), *arguments)

        def addresses():
            lines = dict(line.split(" ", 1) for line in process.output().splitlines()
                         if line.startswith(("grpc ", "http ")))
            if process.popen.poll() is not None:
                raise AssertionError("the coordinator ended:\n" + process.output())
            return lines if len(lines) == 2 else None
        lines = wait_for("the coordinator's addresses", addresses)
        self.grpc, self.http = lines["grpc"], lines["http"]
        return process

    def start_worker(self, number=None, slots=1):
        """A new worker, or number N again with its own folder."""
        if number is None:
            self.worker_count += 1
            number = self.worker_count
        return self.spawn("rookery-worker", "run", "--coordinator", self.grpc, "--slots", slots,
                          "--data", self.folder / f"worker{number}", "--label", f"e2e-{number}")

    def run_cli(self, *arguments, code=0, patience=PATIENCE):
        """Runs `rookery`; its stdout. Fails unless it ends with `code` (None: any)."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"),
                       "XDG_CONFIG_HOME": str(self.folder / "config")}
        environment.pop("ROOKERY_COORDINATOR", None)
        common = ["--coordinator", self.grpc] if self.grpc else []
        done = subprocess.run([str(BIN / "rookery"), *common, *map(str, arguments)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=patience, env=environment, check=False)
        self.stderr = done.stderr
        self.code = done.returncode
        if code is not None:
            self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def run_json(self, *arguments, code=0, patience=PATIENCE):
        return json.loads(self.run_cli(*arguments, "--json", code=code, patience=patience))

    def make_book(self, lines=400):
        self.run_cli("book", "generate", "--seed", 3, "--lines", lines, "--out", self.book)

    def start_test(self, *arguments):
        """Asks for a test without waiting for it; the run's id."""
        return self.run_cli("test", "--book", self.book, "--no-watch", *arguments).strip()

    def show(self, run):
        return self.run_json("runs", "show", run)

    def wait_until(self, run, what, condition):
        return wait_for(what, lambda: (lambda shown: shown if condition(shown) else None)(
            self.show(run)))

    def digests(self, run):
        """Each game's digest, in pair order, as the exported games tell it."""
        text = self.run_cli("runs", "pgn", run)
        return [line.split('"')[1] for line in text.splitlines() if line.startswith("[Digest ")]

    def ledger(self, run):
        """{pair index: rows that count} from the database file."""
        database = sqlite3.connect(f"file:{self.data}/rookery.db?mode=ro", uri=True)
        with contextlib.closing(database):
            return dict(database.execute(
                "SELECT pair, count(*) FROM pairs JOIN runs ON runs.number = pairs.run "
                "WHERE runs.id = ? AND void = 0 GROUP BY pair", (run,)))

    def quiet_ledger(self, run):
        """What is shown and stored of a run, or None if a pair that was in play came in between."""
        shown, ledger = self.show(run), self.ledger(run)
        again = self.show(run)
        kept = ("pairs", "pairs_after_verdict")
        return (shown, ledger) if all(shown[key] == again[key] for key in kept) else None

    def assert_counts_once(self, run):
        """Each pair up to the verdict counts exactly once; the others are marked as after it."""
        shown, ledger = wait_for("a ledger that nothing was added to while it was read",
                                 lambda: self.quiet_ledger(run))
        self.assertEqual({pair: ledger.get(pair) for pair in range(shown["pairs"])},
                         {pair: 1 for pair in range(shown["pairs"])})
        self.assertEqual(sum(shown["pentanomial"]), shown["pairs"])
        beyond = [pair for pair in ledger if pair >= shown["pairs"]]
        self.assertEqual(len(beyond), shown["pairs_after_verdict"])
        self.assertTrue(all(count == 1 for count in ledger.values()))
        return shown


def interrupt(pid):
    os.kill(pid, signal.SIGINT)


def main():
    unittest.main(verbosity=2)
