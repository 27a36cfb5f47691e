"""Stored games: with the clocks of each move, in blocks, through kill -9, and gone when told so."""
import json
import random
import re
import sqlite3
import urllib.request

import rookery_e2e as e2e


class Games(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.make_book()
        self.coordinator = self.start_coordinator()

    def get(self, path):
        with urllib.request.urlopen(self.http.rstrip("/") + path, timeout=60) as answer:
            return json.load(answer)

    def rows_with_games(self, run):
        """How many rows still hold their games themselves, and how many blocks there are."""
        with sqlite3.connect(f"file:{self.data}/rookery.db?mode=ro", uri=True) as database:
            rows = database.execute(
                "SELECT count(*) FROM pairs JOIN runs ON runs.number = run "
                "WHERE id = ? AND length(pairs.games) > 0", [run]).fetchone()[0]
            blocks = database.execute(
                "SELECT count(*) FROM game_blocks JOIN runs ON runs.number = run WHERE id = ?",
                [run]).fetchone()[0]
        return rows, blocks

    def test_games_have_clocks_that_add_up(self):
        self.start_worker()
        run = self.start_test("--dev", "default", "--base", "default,-king", "--tc", "0.5+0.01",
                              "--elo1", 1, "--max-pairs", 2, "--seed", 3)
        self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")
        pair = self.get(f"/api/v1/runs/{run}/games/0")
        for game in pair["games"]:
            left = [500 + 10, 500 + 10]
            for ply, move in enumerate(game["moves"]):
                left[ply % 2] += 10 - move["time_ms"]
                # Each is rounded by itself, so they drift apart by half a millisecond a move.
                self.assertAlmostEqual(left[ply % 2], move["clock_ms"], delta=2 + ply / 2)
        text = self.run_cli("runs", "pgn", run)
        self.assertRegex(text, r"\[%clk 0:00:00\.\d{3}\] \[%emt 0:00:00\.\d{3}\]")

    def test_blocks_keep_every_game_through_kill_9(self):
        workers = [self.start_worker(), self.start_worker()]
        run = self.start_test("--dev", "default", "--base", "default,-king", "--nodes", 100,
                              "--elo1", 1, "--max-pairs", 300, "--seed", 11)
        chance = random.Random(5)
        for pairs in (40, 100, 160, 220):
            self.wait_until(run, f"{pairs} pairs", lambda shown: shown["pairs_counted"] >= pairs)
            e2e.time.sleep(chance.random() / 2)  # somewhere in the making of a block
            self.coordinator.kill()
            self.coordinator = self.start_coordinator()
        self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")
        self.assert_counts_once(run)
        before = self.run_cli("runs", "pgn", run)
        e2e.wait_for("all games in blocks", lambda: self.rows_with_games(run) == (0, 5))
        self.assertEqual(self.run_cli("runs", "pgn", run), before)
        self.coordinator.stop()
        self.run_cli("audit", "--data", self.data)  # clean, or it ends otherwise
        told = json.loads(self.run_cli("audit", "--data", self.data, "--json"))
        self.assertEqual((told["faults"], told["pairs"] > 0), ([], True))
        for worker in workers:
            worker.kill()
        self.coordinator = self.start_coordinator()
        self.assertEqual(self.run_cli("runs", "pgn", run), before)
        self.run_cli("runs", "edit", run, "--keep-games", 100)
        e2e.wait_for("old games to go", lambda: self.show(run)["pairs_without_games"] == 192)
        shown = self.show(run)
        self.assertEqual((shown["keep_games"], shown["pairs"]), ("100", 300))
        self.assertIn("those of 192 pairs are no longer kept", self.run_cli("runs", "show", run))
        rounds = re.findall(r'\[Round "(\d+)\.1"\]', self.run_cli("runs", "pgn", run))
        self.assertEqual([int(number) for number in rounds], list(range(193, 301)))
        self.assertFalse(self.get(f"/api/v1/runs/{run}/games/7")["has_games"])
        events = [event["text"] for event in shown["events"] if event["kind"] == "games"]
        self.assertIn("what is kept: those of the newest 100 pairs", events[0])
        self.coordinator.stop()
        self.run_cli("audit", "--data", self.data)


if __name__ == "__main__":
    e2e.main()
