"""Coordinators over one PostgreSQL database: a standby takes over, the database dies and comes back,
and each pair still counts exactly once."""
import pathlib
import re
import signal

import rookery_e2e as e2e
from postgres_cluster import Cluster


class Postgres(e2e.E2eTest):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.remove)

    def setUp(self):
        super().setUp()
        self.cluster.run(f"CREATE SCHEMA {self._testMethodName}")
        self.store = (f"postgres:{self.cluster.address} "
                      f"options=-csearch_path={self._testMethodName}")
        self.make_book()
        self.coordinator = self.start_coordinator("--store", self.store)

    def ledger(self, run):
        rows = self.cluster.run(
            "SELECT pair, count(*) FROM {0}.pairs JOIN {0}.runs ON runs.number = pairs.run "
            "WHERE runs.id = '{1}' AND void = 0 GROUP BY pair".format(self._testMethodName, run))
        return {int(pair): int(count) for pair, count in
                (line.split("|") for line in rows.splitlines())}

    # The guide's own words: no other fleet's lead, nobody else's lock.
    def test_sql_to_take_the_lead_away_finds_one_backend(self):
        guide = (pathlib.Path(__file__).parents[2] / "docs/guides/postgresql.md").read_text()
        sql = re.search(r"SELECT pg_terminate_backend.*?;", guide, re.DOTALL).group()
        counted = sql.replace("pg_terminate_backend(pid)", "count(*)")
        self.assertEqual(self.cluster.run(counted).strip(), "0")
        own = f"hashtext('{self._testMethodName}')"
        self.assertEqual(self.cluster.run(counted.replace("hashtext('public')", own)).strip(), "1")

    def start(self, pairs):
        return self.start_test("--dev", "default", "--base", "default,-king", "--nodes", 300,
                               "--elo1", 1, "--max-pairs", pairs, "--seed", 11)

    def progress(self, run, pairs):
        self.wait_until(run, f"{pairs} pairs", lambda shown: shown["pairs_counted"] >= pairs)

    def finish(self, run, pairs):
        self.wait_until(run, "the end", lambda shown: shown["state"] == "finished")
        self.assertEqual(self.assert_counts_once(run)["pairs"], pairs)
        audit = self.run_cli("audit", "--data", self.data, "--store", self.store)
        self.assertIn("the ledger is clean", audit)

    def stand_by(self):
        """On the active one's ports, which it opens once it leads."""
        standby = self.spawn("rookery-coordinator", "--data", self.data, "--store", self.store,
                             "--grpc", self.grpc.rsplit(":", 1)[1], "--http",
                             self.http.rstrip("/").rsplit(":", 1)[1])
        e2e.wait_for("the standby", lambda: "standing by" in standby.output())
        return standby

    def test_a_standby_takes_over(self):
        worker = self.start_worker()
        run = self.start(60)
        for pairs in (10, 30):
            standby = self.stand_by()
            self.progress(run, pairs)
            counted = self.show(run)["pairs_counted"]
            self.coordinator.kill()
            e2e.wait_for("the standby to lead", lambda: "serving" in standby.output())
            self.coordinator = standby
            self.assertGreaterEqual(self.show(run)["pairs_counted"], counted)
        self.finish(run, 60)
        self.assertIsNone(worker.popen.poll())
        self.assertEqual(self.cluster.run(
            f"SELECT epoch FROM {self._testMethodName}.leadership"), "3")

    def test_a_leader_that_hung_writes_nothing_more_and_ends(self):
        standby = self.spawn("rookery-coordinator", "--data", self.data, "--store", self.store,
                             "--grpc", 0, "--http", 0)
        e2e.wait_for("the standby", lambda: "standing by" in standby.output())
        self.coordinator.popen.send_signal(signal.SIGSTOP)
        # A stopped process keeps its lock: somebody has to say that it is gone.
        self.cluster.run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
                         "AND granted")
        e2e.wait_for("the standby to lead", lambda: "serving" in standby.output())
        self.coordinator.popen.send_signal(signal.SIGCONT)
        self.assertEqual(self.coordinator.popen.wait(e2e.PATIENCE), 1)
        self.assertIn("another coordinator has led", self.coordinator.output())
        self.assertIsNone(standby.popen.poll())

    def test_a_standby_stops_when_asked(self):
        self.assertEqual(self.stand_by().stop(), 0)

    def test_the_database_is_killed_and_comes_back(self):
        self.start_worker()
        run = self.start(60)
        for pairs in (10, 30):
            self.progress(run, pairs)
            self.cluster.kill()
            e2e.wait_for("the loss to be seen",
                         lambda: "the store failed" in self.coordinator.output())
            self.cluster.start()
        self.finish(run, 60)

    def test_a_database_that_stays_away_ends_the_coordinator(self):
        self.cluster.kill()
        try:
            self.assertEqual(self.coordinator.popen.wait(e2e.PATIENCE), 1)
            self.assertIn("the store can't be used any more", self.coordinator.output())
        finally:
            self.cluster.start()

    def test_backup_and_restore_name_what_to_use(self):
        out = self.folder / "backup"
        self.run_cli("backup", "--data", self.data, "--store", self.store, "--out", out, code=2)
        self.assertIn("pg_dump", self.stderr)
        self.run_cli("restore", "--data", self.data, "--store", self.store, "--from", out, code=2)
        self.assertIn("pg_restore", self.stderr)


if __name__ == "__main__":
    e2e.main()
