#!/usr/bin/env python3
"""What a match runner costs: its own CPU a ply, and the time from a bestmove to the opponent's go.

    runner_bench.py [--rookery PATH] [--zoo PATH] [--fastchess PATH] [--ccc PATH] [--stockfish PATH]

Runners take turns in one run on one machine, each case `--repeat` times; medians are printed, as a
table and with --json as lines, and the median of the CPU's ratios to c-chess-cli's of the same
repeat: both see about the same noise of the machine. A case plays so many games that what it costs
to start a runner counts for little. CPU is user and system time of the runner's process alone, from
/proc; gaps are measured by the engines, which note CLOCK_MONOTONIC (the zoo's mode "timed").
With --awake something always runs, at a priority below all else: an idle core of a virtual machine
takes some 20 us to come back, which no runner can help and which hides what it does itself.
With --crowd N: so many games at once at 0.2+0.002, and whether the runner was the cause of a loss.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def arguments():
    build = ROOT / "build/release"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rookery", default=build / "bin/rookery", type=pathlib.Path)
    parser.add_argument("--zoo", default=build / "tests/zoo-engine", type=pathlib.Path)
    parser.add_argument("--fastchess", type=pathlib.Path)
    parser.add_argument("--ccc", type=pathlib.Path, help="c-chess-cli")
    parser.add_argument("--stockfish", default="/usr/games/stockfish", type=pathlib.Path)
    parser.add_argument("--games", type=int, help="in place of each case's own number")
    parser.add_argument("--case", action="append", help="only this one; may be repeated")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--awake", action="store_true", help="keep the cores from falling asleep")
    parser.add_argument("--crowd", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


@contextlib.contextmanager
def cores_awake(wanted):
    """Busy loops, one for each core, that give way to anything else at once."""
    def give_way():
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=give_way)
                for _ in range(os.cpu_count() if wanted else 0)]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def own_cpu_seconds(pid):
    """User and system time of a process, without its children."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def precise_cpu_seconds(pid):
    """The same from the scheduler, in nanoseconds, summed over threads that are alive."""
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return total / 1e9


def run(words, folder, environment):
    """(CPU of the runner, wall time, peak RSS in MB)"""
    with open(folder / "out", "wb") as out:
        begin = time.monotonic()
        process = subprocess.Popen([*map(str, words)], stdout=out, stderr=subprocess.STDOUT,
                                   cwd=folder, env=environment)
    cpu, rss = 0.0, 0
    while process.poll() is None:
        try:
            cpu = max(own_cpu_seconds(process.pid), precise_cpu_seconds(process.pid), cpu)
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            rss = max(rss, int(re.search(r"VmHWM:\s+(\d+)", status).group(1)))
        except (OSError, AttributeError, IndexError):
            pass
        time.sleep(0.01)
    if process.returncode != 0:
        raise SystemExit(f"{words[0]}:\n" + (folder / "out").read_text()[-2000:])
    return cpu, time.monotonic() - begin, rss / 1024


def command(name, options, case, folder):
    """One runner's command line for a case."""
    engine, limit = case["engine"], case["limit"]
    book = folder / "book.epd"
    pgn = folder / "games.pgn"
    games = options.games or case["games"]
    rounds = games // 2
    if name == "rookery":
        key, value = limit
        words = [options.rookery, "match", "--local", "--games", games, f"--{key}", value,
                 "--openings", book, "--pgn", pgn, "--seed", 1, "--max-moves", 200]
        for side in "ab":
            words += ["--engine", ",".join([f"name={side}", f"cmd={engine[0]}",
                                            *(f"arg={word}" for word in engine[1:])])]
        return words
    if name == "fastchess":
        words = [options.fastchess]
        for side in "ab":
            words += ["-engine", f"cmd={engine[0]}", f"name={side}"]
            if engine[1:]:  # fastchess takes no empty args=
                words.append(f"args={' '.join(engine[1:])}")
        return [*words, "-each", "tc=inf", f"{limit[0]}={limit[1]}", "-rounds", rounds, "-repeat",
                "-concurrency", 1, "-openings", f"file={book}", "format=epd", "-maxmoves", 200,
                "-ratinginterval", 0, "-pgnout", f"file={pgn}", "append=false"]
    words = [options.ccc]
    for side in "ab":
        words += ["-engine", f"cmd={' '.join(map(str, engine))}", f"name={side}"]
    return [*words, "-each", f"{limit[0]}={limit[1]}", "-rounds", rounds, "-games", 2, "-repeat",
            "-concurrency", 1, "-openings", f"file={book}", "-pgn", pgn]


def gaps(trace):
    """Microseconds from each bestmove to the next go, whoever heard it."""
    events = []
    for file in trace.iterdir():
        for line in file.read_text().splitlines():
            kind, nanos = line.split()
            events.append((int(nanos), kind))
    events.sort()
    return [(b[0] - a[0]) / 1000 for a, b in zip(events, events[1:])
            if (a[1], b[1]) == ("best", "go")]


def plies_of(pgn):
    text = re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", pgn.read_text())
    return sum(1 for word in text.split() if not re.match(r"\d+\.|1-0|0-1|1/2|\*", word))


def measure(name, options, case):
    with tempfile.TemporaryDirectory(prefix="runner-") as place:
        folder = pathlib.Path(place)
        (folder / "book.epd").write_text(START + "\n")
        trace = folder / "trace"
        trace.mkdir()
        cpu, wall, rss = run(command(name, options, case, folder), folder,
                             {**os.environ, "ZOO_TRACE": str(trace)})
        plies = plies_of(folder / "games.pgn")
        found = sorted(gaps(trace)) if case.get("timed") else []
    figures = {"cpu_us_per_ply": 1e6 * cpu / plies, "plies": plies, "plies_per_s": plies / wall,
               "rss_mb": rss}
    if found:
        figures["gap_median_us"] = statistics.median(found)
        figures["gap_p99_us"] = found[int(0.99 * len(found))]
    return figures


def crowd(options):
    """Many games at once with a clock: losses on time, and how late the runner itself was."""
    with tempfile.TemporaryDirectory(prefix="crowd-") as place:
        folder = pathlib.Path(place)
        words = [options.rookery, "match", "--local", "--games", 2 * options.crowd, "--concurrency",
                 options.crowd, "--tc", "0.2+0.002", "--max-moves", 40, "--json", "--log",
                 folder / "log"]
        for side in "ab":
            words += ["--engine", f"name={side},cmd={options.zoo},arg=random"]
        with open(folder / "out", "wb") as out:
            process = subprocess.Popen([*map(str, words)], stdout=out)
        waits = {}
        while process.poll() is None:
            try:
                for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
                    ran, waited, _ = (task / "schedstat").read_text().split()
                    waits[task.name] = (int(ran), int(waited))
            except OSError:
                pass
            time.sleep(0.2)
        end = json.loads((folder / "out").read_text().splitlines()[-1])
        overruns = [json.loads(line).get("overrun_us", 0)
                    for line in (folder / "log").read_text().splitlines()[1:]]
    return {"games": end["games"], "ends": end["ends"], "overruns_us": [n for n in overruns if n],
            "runner_cpu_s": sum(ran for ran, _ in waits.values()) / 1e9,
            "runner_run_queue_s": sum(waited for _, waited in waits.values()) / 1e9}


def cases_of(options):
    cases = {"instant": {"engine": [options.zoo, "random"], "limit": ("nodes", 1), "games": 160},
             "gap": {"engine": [options.zoo, "timed"], "limit": ("nodes", 1), "games": 40,
                     "timed": True}}
    if options.stockfish.exists():
        stockfish = [options.stockfish]
        cases["stockfish-nodes-500"] = {"engine": stockfish, "limit": ("nodes", 500), "games": 80}
        cases["stockfish-depth-1"] = {"engine": stockfish, "limit": ("depth", 1), "games": 160}
    return {label: case for label, case in cases.items() if label in (options.case or cases)}


def main():
    options = arguments()
    with cores_awake(options.awake):
        measure_all(options)


def measure_all(options):
    if options.crowd:
        print(json.dumps(crowd(options)))
        return
    runners = ["rookery"] + [name for name in ("fastchess", "ccc") if getattr(options, name)]
    for label, case in cases_of(options).items():
        found = {name: [] for name in runners}
        for _ in range(options.repeat):
            for name in runners:
                found[name].append(measure(name, options, case))
        for one, peer in zip(found["rookery"], found.get("ccc", [])):
            one["cpu_to_ccc"] = one["cpu_us_per_ply"] / peer["cpu_us_per_ply"]
        for name in runners:
            row = {key: round(statistics.median(one[key] for one in found[name]), 2)
                   for key in found[name][0]}
            if options.json:
                print(json.dumps({"case": label, "runner": name, **row}), flush=True)
            else:
                print(f"{label:<20} {name:<10} " +
                      "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
