#!/usr/bin/env python3
"""The same match by fastchess and by `rookery fastchess`: the games must be the same, move for move.

    fastchess_parity.py --fastchess PATH [--rookery PATH] [--engine PATH] [--book FILE] [--games N]

Stockfish at depth 4 plays itself at depth 5 from a book of four-field EPD, with draws and
resignations called: nothing in it depends on time, so whatever differs is a difference between the
runners. Run by hand; the peer isn't part of Debian.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TAG = re.compile(r'\[(\w+) "([^"]*)"\]')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fastchess", required=True, type=pathlib.Path)
    parser.add_argument("--rookery", type=pathlib.Path, default=ROOT / "build/release/bin/rookery")
    parser.add_argument("--engine", default="/usr/games/stockfish")
    parser.add_argument("--book", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=198)
    parser.add_argument("--concurrency", type=int, default=1)
    return parser.parse_args()


def four_field_book(rookery, folder, lines):
    """Generated openings with their counters cut off."""
    book = folder / "book.epd"
    subprocess.run([rookery, "book", "generate", "--seed", "11", "--lines", str(lines), "--out",
                    book], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text = book.read_text().splitlines()
    book.write_text("".join(" ".join(line.split()[:4]) + "\n" for line in text))
    return book


def play(command, options, book, folder):
    pgn = folder / f"{pathlib.Path(command[0]).name}.pgn"
    words = [*command, "-engine", f"cmd={options.engine}", "name=d4", "depth=4",
             "-engine", f"cmd={options.engine}", "name=d5", "depth=5",
             "-each", "tc=inf", "option.Threads=1", "option.Hash=16",
             "-rounds", options.games // 2, "-repeat", "-concurrency", options.concurrency,
             "-openings", f"file={book}", "format=epd", "order=sequential",
             "-draw", "movenumber=34", "movecount=8", "score=20",
             "-resign", "movecount=3", "score=600",
             "-pgnout", f"file={pgn}", "notation=san", "append=false"]
    done = subprocess.run([*map(str, words)], cwd=folder, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return games_of(pgn.read_text()), done.stdout


def games_of(text):
    """{(round, white): (fen, moves, result, termination)}"""
    games = {}
    for block in re.split(r"\n(?=\[Event )", text):
        tags = dict(TAG.findall(block))
        if not tags:
            continue
        movetext = re.sub(r"\{[^}]*\}", "", block[block.rindex("]\n") + 2:])
        moves = [word for word in movetext.split() if not re.match(r"\d+\.|1-0|0-1|1/2|\*", word)]
        games[tags["Round"], tags["White"]] = (tags.get("FEN"), moves, tags["Result"],
                                               tags.get("Termination"))
    return games


def block_of(output):
    """The last rating block: figures that both must print alike."""
    lines = output.splitlines()
    wanted = ("Elo:", "LOS:", "Games:", "Ptnml")
    return [next((line for line in reversed(lines) if line.startswith(word)), "") for word in wanted]


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="parity-") as name:
        folder = pathlib.Path(name)
        book = options.book or four_field_book(options.rookery, folder, options.games // 2)
        theirs, their_output = play([options.fastchess], options, book.resolve(), folder)
        ours, our_output = play([options.rookery, "fastchess"], options, book.resolve(), folder)
    different = [key for key in sorted(set(theirs) | set(ours)) if theirs.get(key) != ours.get(key)]
    for key in different[:5]:
        print(f"game {key} differs:\n  fastchess {theirs.get(key)}\n  rookery   {ours.get(key)}")
    for line_theirs, line_ours in zip(block_of(their_output), block_of(our_output)):
        same = "same     " if line_theirs == line_ours else "DIFFERENT"
        print(f"{same} {line_ours}")
        if line_theirs != line_ours:
            print(f"fastchess {line_theirs}")
    plies = sum(len(game[1]) for game in ours.values())
    print(f"{len(ours)} games, {plies} plies, {len(different)} games differ")
    sys.exit(1 if different or len(ours) != options.games else 0)


if __name__ == "__main__":
    main()
