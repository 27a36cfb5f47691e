"""A real Prometheus scrapes a real coordinator: every metric arrives, rules work, boards can ask."""
import json
import pathlib
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import rookery_e2e as e2e

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Prometheus(e2e.E2eTest):
    def start_prometheus(self, target):
        config = (ROOT / "deploy/prometheus/prometheus.yml").read_text()
        config = config.replace("15s", "1s").replace("127.0.0.1:7780", target)
        for name in ("rookery.rules.yml", "rookery.alerts.yml"):
            config = config.replace(f"- {name}", f"- {ROOT}/deploy/prometheus/{name}")
        (self.folder / "prometheus.yml").write_text(config)
        log = open(self.folder / "prometheus.log", "wb")
        self.addCleanup(log.close)
        process = subprocess.Popen(
            ["prometheus", f"--config.file={self.folder}/prometheus.yml",
             f"--storage.tsdb.path={self.folder}/tsdb", "--web.listen-address=127.0.0.1:0"],
            stdout=log, stderr=subprocess.STDOUT)
        self.processes.append(process)
        # With port 0 it doesn't say which it took; the system does.
        self.prometheus = e2e.wait_for("Prometheus' port", lambda: self.port_of(process.pid))

    def port_of(self, pid):
        """The port on which a process listens, from the system's table of sockets."""
        inodes = set()
        for link in pathlib.Path(f"/proc/{pid}/fd").glob("*"):
            try:
                inodes.update(re.findall(r"socket:\[(\d+)\]", str(link.readlink())))
            except OSError:
                continue
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and fields[9] in inodes:
                    return int(fields[1].rsplit(":", 1)[1], 16)
        return None

    def ask(self, path, **query):
        address = f"http://127.0.0.1:{self.prometheus}{path}?{urllib.parse.urlencode(query)}"
        try:
            with urllib.request.urlopen(address, timeout=e2e.PATIENCE) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{query}: {error.read().decode()}") from error
        except OSError:
            return None  # it doesn't listen yet

    def query(self, expression):
        answer = self.ask("/api/v1/query", query=expression)
        return answer["result"] if answer else []

    def test_metrics_rules_and_boards(self):
        self.start_coordinator()
        self.make_book()
        self.start_worker()
        run = self.start_test("--dev", "default", "--base", e2e.MATERIAL_ONLY, "--nodes", 100,
                              "--max-pairs", 400)
        self.start_prometheus(self.http.removeprefix("http://").rstrip("/"))
        self.wait_until(run, "pairs", lambda shown: shown["pairs"] > 10)

        e2e.wait_for("games in Prometheus", lambda: self.query("sum(rookery_games_total) > 20"))
        names = set(self.ask("/api/v1/label/__name__/values"))
        documented = set(re.findall(r"^\| `(rookery_\w+)`", (ROOT / "docs/metrics.md").read_text(),
                                    re.M))
        self.assertEqual(documented - names, set())

        def evaluated():
            groups = self.ask("/api/v1/rules")["groups"]
            rules = [rule for group in groups for rule in group["rules"]]
            self.assertEqual([rule["lastError"] for rule in rules if rule.get("lastError")], [])
            return rules if all(rule["health"] == "ok" for rule in rules) else None
        self.assertEqual(len(e2e.wait_for("every rule", evaluated)), 20)
        e2e.wait_for("a recorded series", lambda: self.query("job:rookery_games:rate5m"))

        asked = 0
        for path in sorted((ROOT / "deploy/grafana").glob("*.json")):
            for panel in json.loads(path.read_text())["panels"]:
                for target in panel["targets"]:
                    self.query(target["expr"].replace("$instance", ".*"))
                    asked += 1
        self.assertGreater(asked, 25)


if __name__ == "__main__":
    sys.exit(e2e.main())
