#!/usr/bin/env python3
"""One LLR of five counts, ours and a peer's, in turns on one machine.

    stats_bench.py --peer PROGRAM [--bench PATH] [--repeat N]

PROGRAM prints lines "NAME NANOSECONDS" with the names normalized and logistic: one LLR of the pairs
372, 17511, 39320, 17934, 399 for bounds 0 and 2, at its best. The smallest of each is compared.
Exit code 1 if ours isn't the faster of any two.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OURS = {"NormalizedLlr": "normalized", "LogisticLlr": "logistic"}


def our_figures(bench):
    words = [bench, "--benchmark_filter=Llr$", "--benchmark_format=json", "--benchmark_min_time=0.2"]
    rows = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return {OURS[row["name"]]: row["cpu_time"] for row in rows["benchmarks"]}


def peer_figures(program):
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split("\n")
    return {words[0]: float(words[1]) for words in map(str.split, lines) if len(words) == 2}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bench", default=ROOT / "build/release/bench/bench_stats", type=pathlib.Path)
    parser.add_argument("--peer", required=True, type=pathlib.Path)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    best = {}
    for _ in range(options.repeat):
        for who, figures in (("ours", our_figures(options.bench)), ("peer", peer_figures(options.peer))):
            for name, nanoseconds in figures.items():
                best[who, name] = min(nanoseconds, best.get((who, name), nanoseconds))
    slower = False
    for name in OURS.values():
        ours, peer = best["ours", name], best["peer", name]
        print(f"{name}: ours {ours:.0f} ns, peer {peer:.0f} ns, ratio {ours / peer:.2f}")
        slower = slower or ours >= peer
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
