"""A PostgreSQL server of a test's own: a folder, a Unix socket in it, fsync on, no network."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import rookery_e2e as e2e


def _user():
    """PostgreSQL refuses root: then it runs as the package's user."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


class Cluster:
    def __init__(self):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found:
            raise AssertionError("no initdb below /usr/lib/postgresql: install postgresql-15")
        self.binaries = found[-1].parent
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rookery-pg-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        subprocess.run([self.binaries / "initdb", "-D", self.folder / "data", "-U", "postgres", "-A",
                        "trust", "-E", "UTF8", "--locale=C", "--no-sync"], check=True,
                       stdout=subprocess.DEVNULL, cwd="/", **_user())
        self.start()

    def start(self):
        with open(self.folder / "server.log", "ab") as log:
            self.server = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.folder / "data", "-c", "listen_addresses=",
                 "-c", f"unix_socket_directories={self.folder}", "-c", "shared_buffers=32MB"],
                stdout=log, stderr=log, cwd="/", **_user())
        e2e.wait_for("PostgreSQL", lambda: self.run("SELECT 1", check=False) == "1")

    def kill(self):
        """As a power cut would: the server and its children at once."""
        # Its children have sessions of their own, and would answer for a moment longer.
        children = pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children")
        pids = [int(pid) for pid in children.read_text().split()]
        self.server.kill()
        self.server.wait(e2e.PATIENCE)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in pids:
            e2e.wait_for("the server's end", lambda pid=pid: not e2e.alive(pid))

    def remove(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
            self.server.wait(e2e.PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self):
        return f"host={self.folder} dbname=postgres user=postgres"

    def run(self, sql, check=True):
        done = subprocess.run([self.binaries / "psql", "-XAtq", "-d", self.address, "-c", sql],
                              capture_output=True, text=True, check=check)
        return done.stdout.strip()
