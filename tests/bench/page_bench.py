#!/usr/bin/env python3
"""What the dashboard costs those who look at it, and the coordinator whom they look at.

    page_bench.py [--bin DIR] [--npm DIR] [--runs 1000] [--pairs 1000000] [--watchers 200]

A store is filled by copying the rows of a short real match: so many ended runs, and one of so many
pairs. Then:
- bytes that the page's files take on the wire, compressed, and the JSON of its first view;
- milliseconds from the start of a navigation with an empty cache until the content is there and the
  page's thread answers (page_load.mjs), medians of --repeat loads, of the list and of the great run;
- watchers that connect at once: how long until each was sent its first event, and the coordinator's
  CPU for --seconds with them, beside the same time without them, while a worker plays.
The machine's load stands beside the figures: they mean little on a busy one.
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import selectors
import shutil
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 120


def arguments():
    build = ROOT / "build/release"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin", default=build / "bin", type=pathlib.Path)
    parser.add_argument("--npm", default=build / "tests/browser/npm", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--repeat", type=int, default=7)
    return parser.parse_args()


class Coordinator:
    def __init__(self, flags, data):
        self.log = data / f"coordinator-{time.monotonic_ns()}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [flags.bin / "rookery-coordinator", "--data", data / "store", "--grpc", "0",
                 "--http", "0"], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        lines = {}
        while len(lines) < 2 and time.monotonic() < deadline:
            lines = dict(line.split(" ", 1) for line in self.log.read_text().splitlines()
                         if line.startswith(("grpc ", "http ")))
            time.sleep(0.02)
        self.grpc, self.http = lines["grpc"], lines["http"]

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1]
        return sum(map(int, fields.split()[11:13])) / TICKS

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


def start_worker(flags, coordinator, folder):
    return subprocess.Popen(
        [flags.bin / "rookery-worker", "run", "--coordinator", coordinator.grpc, "--slots", "1",
         "--data", folder / "worker"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL)


def play(flags, coordinator, book, *more):
    """A match of embedded engines."""
    subprocess.run(
        [flags.bin / "rookery", "--coordinator", coordinator.grpc, "match", "--dev", "default",
         "--base", "default,-king", "--book", book, *more],
        capture_output=True, check=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)


def copy_row(database, table, row, change):
    new = {**row, **change}
    marks = ",".join("?" * len(new))
    columns = ",".join(f'"{name}"' for name in new)
    database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(new.values()))


def fill(flags, path):
    """So many copies of the newest run, and one with so many pairs; that one's id."""
    rng = random.Random(7)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        run = dict(database.execute("SELECT * FROM runs ORDER BY number DESC LIMIT 1").fetchone())
        pair = dict(database.execute("SELECT * FROM pairs WHERE run = ? LIMIT 1",
                                     (run["number"],)).fetchone())
        for i in range(flags.runs):
            number = run["number"] + 1 + i
            copy_row(database, "runs", run, {
                "number": number, "id": f"bench{i:05d}", "request_id": f"bench{i}",
                "title": f"Copy {i}", "created": run["created"] + 1_000_000 * (i + 1)})
        number = run["number"] + 1 + flags.runs
        points = rng.choices(range(5), (3, 20, 52, 22, 3), k=flags.pairs)
        counts = [points.count(value) for value in range(5)]
        great = {"number": number, "id": "bench-great", "request_id": "great", "title": "Great",
                 "created": run["created"] + 1_000_000 * (flags.runs + 1),
                 "max_pairs": flags.pairs, "prefix": flags.pairs, "counted": flags.pairs,
                 "games": 2 * flags.pairs, "packed_to": flags.pairs, "dropped_to": flags.pairs,
                 "dropped": flags.pairs, **dict(zip(("ll", "ld", "dd", "wd", "ww"), counts))}
        copy_row(database, "runs", run, great)
        columns = list(pair)
        fixed = {**pair, "run": number, "games": b""}
        at, value = columns.index("pair"), columns.index("half_points")

        def rows():
            row = [fixed[name] for name in columns]
            for index, half_points in enumerate(points):
                row[at], row[value] = index, half_points
                yield tuple(row)
        database.executemany(
            f"INSERT INTO pairs ({','.join(columns)}) VALUES ({','.join('?' * len(columns))})",
            rows())
        database.commit()
    return "bench-great"


def tell(name, value):
    load = os.getloadavg()[0]
    print(f"{name:<46} {value}   [load {load:.1f} on {os.cpu_count()} cores]", flush=True)


def measure_pages(flags, coordinator, great):
    pages = {"the list of runs": ["#/", ".runs .run"],
             f"a run of {flags.pairs} pairs": [f"#/runs/{great}", ".penta"]}
    script = flags.npm / "page_load.mjs"
    shutil.copy(pathlib.Path(__file__).with_name("page_load.mjs"), script)
    done = subprocess.run(["node", script, coordinator.http, str(flags.repeat), json.dumps(pages)],
                          cwd=flags.npm, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        page = json.loads(line)
        times = [load["milliseconds"] for load in page["loads"]]
        tell(f"{page['name']}, ms until usable",
             f"median {statistics.median(times):.0f} of {sorted(round(t) for t in times)}")
        sizes = page["loads"][0]["bytes"]
        files = sum(size for path, size in sizes if not path.startswith("/api/"))
        data = sum(size for path, size in sizes if path.startswith("/api/"))
        tell(f"{page['name']}, KiB", f"files {files / 1024:.1f}, JSON {data / 1024:.1f}")


def connect(host, port, watchers):
    """All at once; how long until each has been sent its first event, and the sockets."""
    began = time.monotonic()
    selector = selectors.DefaultSelector()
    sockets, served = [], 0
    for _ in range(watchers):
        peer = socket.create_connection((host, port), timeout=PATIENCE)
        peer.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        peer.setblocking(False)
        selector.register(peer, selectors.EVENT_READ, bytearray())
        sockets.append(peer)
    while served < watchers and time.monotonic() < began + PATIENCE:
        for key, _ in selector.select(timeout=1):
            key.data.extend(key.fileobj.recv(1 << 16))
            if b"event: " in key.data:
                served += 1
                selector.unregister(key.fileobj)
    return served, time.monotonic() - began, sockets


def drain(sockets, seconds):
    """Reads what comes, for so long; bytes."""
    selector = selectors.DefaultSelector()
    for peer in sockets:
        selector.register(peer, selectors.EVENT_READ)
    total, until = 0, time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        for key, _ in selector.select(timeout=left):
            total += len(key.fileobj.recv(1 << 18))
    return total


def measure_watchers(flags, coordinator):
    host, port = coordinator.http.split("//")[1].rstrip("/").split(":")
    for watchers in (0, flags.watchers):
        served, seconds, sockets = connect(host, int(port), watchers)
        if watchers > 0:
            tell(f"{watchers} watchers connect", f"{served} served within {seconds:.2f} s")
        drain(sockets, 2)  # what all are sent at first
        before = coordinator.cpu_seconds()
        received = drain(sockets, flags.seconds)
        cpu = coordinator.cpu_seconds() - before
        tell(f"coordinator's CPU with {watchers} watchers",
             f"{100 * cpu / flags.seconds:.1f} % of a core, "
             f"{received / flags.seconds / 1024:.0f} KiB/s sent")
        for peer in sockets:
            peer.close()


def main():
    flags = arguments()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rookery-page-bench-"))
    running = []
    try:
        book = folder / "book.epd"
        subprocess.run([flags.bin / "rookery", "book", "generate", "--seed", "3", "--lines", "4000",
                        "--out", book], check=True, capture_output=True)
        coordinator = Coordinator(flags, folder)
        running.append(coordinator.process)
        worker = start_worker(flags, coordinator, folder)
        running.append(worker)
        play(flags, coordinator, book, "--games", "20", "--nodes", "100")
        worker.terminate()
        worker.wait(PATIENCE)
        coordinator.stop()
        great = fill(flags, folder / "store/rookery.db")
        began = time.monotonic()
        coordinator = Coordinator(flags, folder)
        running.append(coordinator.process)
        tell(f"start with {flags.runs} runs, {flags.pairs} pairs",
             f"{time.monotonic() - began:.2f} s")
        with urllib.request.urlopen(f"{coordinator.http}api/v1/runs/{great}") as answer:
            assert json.load(answer)["pairs"] == flags.pairs
        measure_pages(flags, coordinator, great)
        worker = start_worker(flags, coordinator, folder)
        running.append(worker)
        play(flags, coordinator, book, "--games", "8000", "--nodes", "2000", "--no-watch")
        measure_watchers(flags, coordinator)
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
