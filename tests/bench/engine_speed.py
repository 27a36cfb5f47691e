#!/usr/bin/env python3
"""Nodes a second of UCI engines on the same positions, by their own processor time.

    engine_speed.py [--rookery PATH] [--other NAME=PATH ...] [--ms N] [--repeat N]

Each engine searches each position for so many milliseconds on one thread with a hash of 16 MB; engines
take turns, position by position. Nodes are the last that the engine said, the time is user and system
time of its process from /proc, so that a busy machine does little harm. Prints each engine's sum and
the median over the repeats of rookery's ratio to it.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
OPTIONS = {"Hash": "16", "Threads": "1", "Number of Threads": "1", "OwnBook": "false", "Ponder": "false"}
BENCH = ROOT / "engine/uci/bench.cc"


class Engine:
    """A UCI engine that is asked one thing at a time."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        offered = self.ask("uci", "uciok")
        names = {match[1] for line in offered
                 if (match := re.match(r"option name (.+?) type ", line))}
        for name in names & OPTIONS.keys():
            self.say(f"setoption name {name} value {OPTIONS[name]}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        self.say(line)
        lines = []
        while not (lines and lines[-1].startswith(last)):
            text = self.process.stdout.readline()
            if not text:
                raise SystemExit(f"{self.process.args[0]}: ended before it said {last}")
            lines.append(text.strip())
        return lines

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def search(self, fen, ms):
        self.say("ucinewgame")
        self.ask("isready", "readyok")
        self.say(f"position fen {fen}")
        before = self.cpu()
        lines = self.ask(f"go movetime {ms}", "bestmove")
        nodes = [int(n) for line in lines for n in re.findall(r" nodes (\d+)", line)]
        return nodes[-1] if nodes else 0, self.cpu() - before

    def quit(self):
        self.say("quit")
        self.process.wait(10)


def measure(engines, positions, ms):
    sums = {name: [0, 0.0] for name in engines}
    for fen in positions:
        for name, engine in engines.items():
            nodes, cpu = engine.search(fen, ms)
            sums[name][0] += nodes
            sums[name][1] += cpu
    return {name: nodes / cpu for name, (nodes, cpu) in sums.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rookery", default=ROOT / "build/release/bin/rookery-engine")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--ms", type=int, default=500)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    positions = re.findall(r'^    "([^"]+ [wb] [^"]+)"', BENCH.read_text(), re.M)
    if not positions:
        raise SystemExit(f"{BENCH}: no positions found; has their form changed?")
    paths = {"rookery": options.rookery} | dict(other.split("=", 1) for other in options.other)
    engines = {name: Engine(path) for name, path in paths.items()}
    runs = [measure(engines, positions, options.ms) for _ in range(options.repeat)]
    for engine in engines.values():
        engine.quit()
    print(f"{len(positions)} positions, {options.ms} ms each, {options.repeat} times")
    for name in engines:
        speed = statistics.median(run[name] for run in runs)
        ratio = statistics.median(run["rookery"] / run[name] for run in runs)
        print(f"{name:<12} {speed * 1e-6:5.2f} million nodes a second   rookery's ratio {ratio:4.2f}")


if __name__ == "__main__":
    main()
