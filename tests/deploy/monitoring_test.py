"""What is said about metrics agrees: rules, alerts, boards, runbooks, docs/metrics.md.

That docs/metrics.md is what the coordinator exports a component test shows; so here the document
stands for the coordinator. Prometheus' own tests of the rules are run by its promtool.
"""
import json
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMETHEUS = ROOT / "deploy/prometheus"
RULES = PROMETHEUS / "rookery.rules.yml"
ALERTS = PROMETHEUS / "rookery.alerts.yml"

NAME = re.compile(r"\b(?:job(?:_end)?:)?rookery_[a-z0-9_]+(?::[a-z0-9_]+)*")


def documented():
    return set(re.findall(r"^\| `(rookery_\w+)`", (ROOT / "docs/metrics.md").read_text(), re.M))


def recorded():
    return set(re.findall(r"record: (\S+)", RULES.read_text()))


def boards():
    return {path.name: json.loads(path.read_text())
            for path in sorted((ROOT / "deploy/grafana").glob("*.json"))}


class Monitoring(unittest.TestCase):
    def promtool(self, *arguments):
        done = subprocess.run(["promtool", *arguments], cwd=PROMETHEUS, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_rules_are_well_formed_and_do_what_their_tests_say(self):
        self.promtool("check", "rules", RULES.name, ALERTS.name)
        self.promtool("check", "config", "prometheus.yml")
        self.promtool("test", "rules", "rookery.test.yml")

    def test_rules_and_alerts_name_metrics_that_exist(self):
        known = documented() | recorded()
        for path in (RULES, ALERTS):
            expressions = re.sub(r"#.*", "", path.read_text())
            used = set(NAME.findall(expressions))
            self.assertEqual(used - known, set(), path.name)

    def test_boards_name_metrics_that_exist(self):
        known = documented() | recorded()
        self.assertEqual(len(boards()), 3)
        for name, board in boards().items():
            for panel in board["panels"]:
                for target in panel["targets"]:
                    used = set(NAME.findall(target["expr"]))
                    self.assertTrue(used, f"{name}: {panel['title']} asks for nothing")
                    self.assertEqual(used - known, set(), f"{name}: {panel['title']}")

    def test_boards_can_be_moved_to_another_grafana(self):
        for name, board in boards().items():
            self.assertEqual(board["uid"] + ".json", name)
            ids = [panel["id"] for panel in board["panels"]]
            self.assertEqual(len(ids), len(set(ids)), name)
            for panel in board["panels"]:
                self.assertEqual(panel["datasource"]["uid"], "${datasource}", name)
                self.assertTrue(panel["description"], panel["title"])

    def test_panels_do_not_overlap(self):
        for name, board in boards().items():
            taken = set()
            for panel in board["panels"]:
                at = panel["gridPos"]
                cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                         for y in range(at["y"], at["y"] + at["h"])}
                self.assertFalse(cells & taken, f"{name}: {panel['title']}")
                taken |= cells

    def test_every_metric_of_the_core_is_on_a_board_or_in_a_rule(self):
        texts = RULES.read_text() + ALERTS.read_text() + json.dumps(boards())
        for metric in ("rookery_runs", "rookery_decisions_total", "rookery_games_total",
                       "rookery_workers", "rookery_loop_up", "rookery_store_commits_total"):
            self.assertIn(metric, texts)

    def test_every_alert_has_its_runbook_and_its_test(self):
        alerts = re.findall(r"alert: (\w+)", ALERTS.read_text())
        links = re.findall(r"runbook: docs/runbooks.md#(\w+)", ALERTS.read_text())
        chapters = re.findall(r"^## (\w+)$", (ROOT / "docs/runbooks.md").read_text(), re.M)
        tests = (PROMETHEUS / "rookery.test.yml").read_text()
        self.assertEqual(links, [alert.lower() for alert in alerts])
        self.assertEqual(sorted(chapters), sorted(alerts))
        for alert in alerts:
            self.assertRegex(tests, rf"alertname: {alert}\n\s+exp_alerts", alert)


if __name__ == "__main__":
    unittest.main(verbosity=2)
