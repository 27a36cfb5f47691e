"""The data folder: closed to others, copied, checked and brought back by the real binaries."""
import os

import rookery_e2e as e2e


class DataFolder(e2e.E2eTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.umask, os.umask(0o022))  # as most hosts have it

    def play_a_little(self):
        self.make_book()
        self.start_worker()
        run = self.start_test("--dev", e2e.MATERIAL_ONLY, "--nodes", 50)
        self.wait_until(run, "a counted pair", lambda shown: shown["pairs"] > 0)

    def open_to_others(self, folder):
        return [str(path) for path in (folder, *folder.rglob("*"))
                if not path.is_symlink() and path.stat().st_mode & 0o077]

    def test_all_that_is_made_is_the_users_alone(self):
        self.start_coordinator()
        self.play_a_little()
        self.assertEqual(self.open_to_others(self.data), [])
        # Files from before may be open; their copies aren't.
        (self.data / "tls").mkdir(mode=0o700)
        (self.data / "tls" / "authority.pem").write_text("a certificate")
        next((self.data / "artifacts").glob("?" * 64)).chmod(0o644)
        self.assertEqual(len(self.open_to_others(self.data)), 2)
        backup, restored = self.folder / "backup", self.folder / "restored"
        self.run_cli("backup", "--data", self.data, "--out", backup)
        self.run_cli("restore", "--from", backup, "--data", restored)
        for folder in (backup, restored, self.folder / "worker1"):
            self.assertEqual(self.open_to_others(folder), [])

    def test_a_folder_that_is_open_is_warned_of_and_left_so(self):
        self.data.mkdir(mode=0o755)
        coordinator = self.start_coordinator()
        self.assertIn(f"chmod -R go= {self.data}", coordinator.output())
        backup = self.folder / "backup"
        backup.mkdir(mode=0o755)
        self.run_cli("backup", "--data", self.data, "--out", backup)
        self.assertIn(f"chmod -R go= {backup}", self.stderr)
        for folder in (self.data, backup):
            self.assertEqual(self.open_to_others(folder), [str(folder)])

    def test_a_copy_that_restore_would_refuse_is_not_called_clean(self):
        self.start_coordinator()
        self.play_a_little()
        artifact = next((self.data / "artifacts").glob("?" * 64))
        content = bytearray(artifact.read_bytes())
        content[0] ^= 1
        artifact.write_bytes(content)
        backup = self.folder / "backup"
        told = self.run_cli("audit", "--data", self.data, code=1)
        self.assertIn(artifact.name, told)
        self.assertIn("another content", told)
        self.assertIn("another content", self.run_cli("backup", "--data", self.data, "--out",
                                                      backup, code=1))
        self.assertIn("restore refuses it", self.stderr)
        self.assertIn("another content", self.run_cli("restore", "--from", backup, "--data",
                                                      self.folder / "restored", code=1))


if __name__ == "__main__":
    e2e.main()
