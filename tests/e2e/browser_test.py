"""The dashboard in Debian's Chromium; see tests/browser. Screenshots stay in ROOKERY_ARTIFACTS."""
import os
import pathlib
import subprocess
import unittest

import rookery_e2e as e2e

FOLDER = pathlib.Path(os.environ["ROOKERY_BROWSER_TESTS"])  # with its node_modules
ARTIFACTS = pathlib.Path(os.environ.get("ROOKERY_ARTIFACTS", FOLDER / "screenshots"))


class Browser(e2e.E2eTest):
    def test_pages(self):
        self.start_coordinator()
        self.make_book()
        self.start_worker()
        run = self.run_json("match", "--book", self.book, "--games", 40, "--nodes", 200, "--dev",
                            "default", "--base", e2e.MATERIAL_ONLY, "--title", "Played")["run"]
        self.run_json("test", "--book", self.book, "--nodes", 100, "--dev", "default", "--base",
                      e2e.MATERIAL_ONLY, "--elo1", 300, "--title", "Decided")
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "ROOKERY_HTTP": self.http, "ROOKERY_RUN": run,
                       "ROOKERY_ARTIFACTS": str(ARTIFACTS)}
        done = subprocess.run(["node", "--test", FOLDER / "pages.test.mjs"], cwd=FOLDER,
                              env=environment, capture_output=True, text=True, check=False,
                              timeout=850)
        print(done.stdout[-6000:], done.stderr[-2000:])
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
