"""What people get wrong: one clear message and an exit code each, never a crash."""
import pathlib
import resource
import socket
import subprocess

import rookery_e2e as e2e


class BadInput(e2e.E2eTest):
    def assert_clear(self, text, *words):
        for word in words:
            self.assertIn(word, text)
        for sign in ("terminate called", "check failed", "Assertion", "core dumped", "SIGSEGV"):
            self.assertNotIn(sign, text)

    def refused(self, name, *arguments):
        """Starts a binary that must give up by itself; (exit code, all that it said)."""
        process = self.spawn(name, *arguments)
        code = process.popen.wait(e2e.PATIENCE)
        return code, process.output()

    def test_unknown_flags_are_named_with_the_nearest_one(self):
        self.run_cli("test", "--dve", "default", code=2)
        self.assert_clear(self.stderr, "unknown option '--dve'", "did you mean '--dev'?")
        self.run_cli("rnus", "list", code=2)
        self.assert_clear(self.stderr, "rnus")
        for name, arguments in (("rookery-coordinator", ["--data", self.data]),
                                ("rookery-worker", ["run", "--coordinator", "127.0.0.1:1"]),
                                ("rookery-engine", [])):
            code, said = self.refused(name, *arguments, "--nonsense")
            self.assertEqual(code, 2, said)
            self.assert_clear(said, "--nonsense")

    def test_other_hosts_are_listened_to_only_where_that_is_asked_for(self):
        code, said = self.refused("rookery-coordinator", "--data", self.data, "--listen", "0.0.0.0")
        self.assertEqual(code, 2, said)
        self.assert_clear(said, "--listen 0.0.0.0", "add --tls, or --insecure")
        self.assertFalse(self.data.exists())

    def test_a_store_without_an_address_is_not_the_sqlite_file(self):
        for store in ("postgres:", "postgres: "):
            code, said = self.refused("rookery-coordinator", "--data", self.data, "--store", store)
            self.assertEqual(code, 2, said)
            self.assert_clear(said, "--store", "nothing follows", "or sqlite")
            for verb, *more in (["audit"], ["backup", "--out", self.folder / "b"],
                                ["restore", "--from", self.folder / "b"]):
                self.run_cli(verb, "--data", self.data, "--store", store, *more, code=2)
                self.assert_clear(self.stderr, "--store", "nothing follows", "or sqlite")
            self.assertFalse(self.data.exists())

    def test_what_a_fit_and_a_plan_are_told_wrong_is_named_by_its_flag(self):
        empty = self.folder / "empty.epd"
        empty.touch()
        out = ("--out", self.folder / "w.toml")
        for words, code, said in (
                (("fit", empty, *out), 1, ("--data: 0 positions were read in", "empty.epd")),
                (("fit", empty, "--start", "nosuch", *out), 2,
                 ("--start: there is no file 'nosuch'", "'default'", "'catalogue'")),
                (("fit", empty, "--param", "time_soft", *out), 2,
                 ("--param: 'time_soft' is no weight of a term", "rookery tune")),
                (("tune", "--start", "nosuch", "--plan"), 2, ("--start: there is no file",)),
                (("tune", "--plan", "--option", "Hash=1"), 2, ("--option: default has weights",)),
                (("tune", "--group", "king", "--plan", "--tc", "x"), 2,
                 ("--tc: 'x' is no time control",))):
            self.run_cli(*words, code=code)
            self.assert_clear(self.stderr, *said)

    def test_a_plan_tells_of_starts_that_are_not_the_weights(self):
        file = self.folder / "p.csv"
        file.write_text("fork.mg,60,0,90,8,0.002\nfork.eg,59,0,90,8,0.002\n")
        self.run_cli("tune", "--params", file, "--plan")
        self.assert_clear(self.stderr, "Note: 1 of the file's starts isn't what --start has",
                          "fork.mg at 60 (75)")
        self.run_cli("tune", "--params", file, "--start", "default,fork.mg=60", "--plan")
        self.assertNotIn("Note:", self.stderr)

    def test_a_limit_that_is_no_number_is_refused(self):
        for value in ("nan", "-NaN", "-1", "inf"):
            code, said = self.refused("rookery-coordinator", "--data", self.data,
                                      f"--author-core-hours={value}")
            self.assertEqual(code, 2, said)
            self.assert_clear(said, "--author-core-hours", value)
            self.assertFalse(self.data.exists())

    def test_an_empty_token_file_is_not_taken_for_no_token(self):
        self.start_coordinator()
        empty = self.folder / "empty.token"
        empty.touch()
        for file in (empty, "/dev/null"):
            self.run_cli("--token-file", file, "runs", "list", code=2)
            self.assert_clear(self.stderr, f"--token-file {file} is empty", "tokens create")
            for verb in (["run", "--coordinator", self.grpc], ["join", self.grpc]):
                code, said = self.refused("rookery-worker", *verb, "--token-file", file, "--data",
                                          self.folder / "worker")
                self.assertEqual(code, 1, said)
                self.assert_clear(said, f"--token-file {file} is empty")
        self.run_cli("--token-file", "", "runs", "list", code=2)
        self.assert_clear(self.stderr, "--token-file", "empty")
        code, said = self.refused("rookery-worker", "join", self.grpc, "--token-file", "")
        self.assertEqual(code, 2, said)
        self.assert_clear(said, "--token-file", "empty")

    def test_a_token_whose_text_cannot_be_kept_does_not_come_to_be(self):
        self.start_coordinator()
        for out, word in (("/nosuch/x", "/nosuch/x"), (self.folder, "is a folder")):
            self.run_cli("tokens", "create", "--role", "operator", "--out", out, code=2)
            self.assert_clear(self.stderr, "--out", word)
            self.assertEqual(self.run_json("tokens", "list")["tokens"], [])
        if pathlib.Path("/dev/full").exists():
            operator = self.folder / "operator.token"
            self.run_cli("tokens", "create", "--role", "operator", "--out", operator)
            known = ["--token-file", operator]
            self.run_cli(*known, "tokens", "create", "--role", "viewer", "--out", "/dev/full",
                         code=1)
            self.assert_clear(self.stderr, "--out", "revoked again")
            viewer = [each for each in self.run_json(*known, "tokens", "list")["tokens"]
                      if each["role"] == "viewer"]
            self.assertTrue(all(each["revoked"] for each in viewer))
            # One that is refused leaves no file, and one that was there as it was.
            old = self.folder / "old.token"
            old.write_text("as it was")
            for out, code in ((self.folder / "new.token", 4), (old, 2)):
                self.run_cli("tokens", "create", "--role", "viewer", "--out", out, code=code)
            self.assertFalse((self.folder / "new.token").exists())
            self.assertEqual(old.read_text(), "as it was")
            self.assertEqual([each.name for each in self.folder.glob("*.tmp.*")], [])

    def test_bad_openings_are_told_by_line(self):
        self.book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                             "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        self.run_cli("book", "info", self.book, code=1)
        self.assert_clear(self.stderr, "book.epd:2")
        self.start_coordinator()
        self.run_cli("test", "--dev", "default", "--book", self.book, code=2)
        self.assert_clear(self.stderr, "book.epd:2")

    def test_a_local_match_reads_its_book_before_the_first_game(self):
        self.book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n" * 3 + "bad\n")
        engines = ["--engine", "name=a,weights=default", "--engine", "name=b,weights=default"]
        games = self.folder / "games.pgn"
        self.run_cli("match", "--local", "--games", "8", "--nodes", "50", *engines, "--openings",
                     self.book, "--order", "sequential", "--pgn", games, code=2)
        self.assert_clear(self.stderr, "book.epd:4")
        self.assertFalse(games.exists())
        # Of a book that is longer than the match only what is played is read.
        self.run_cli("match", "--local", "--games", "6", "--nodes", "50", *engines, "--openings",
                     self.book, "--order", "sequential", code=0)

    def test_a_chess960_book_needs_the_variant(self):
        self.book.write_text("nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\n")
        words = ["match", "--local", "--games", "2", "--nodes", "50", "--openings", self.book,
                 "--engine", "name=a,weights=default", "--engine", "name=b,weights=default"]
        self.run_cli(*words, code=2)
        self.assert_clear(self.stderr, "book.epd", "variant is chess960")
        self.run_cli(*words, "--variant", "chess960", code=0)

    def test_options_that_would_do_harm_later_are_refused_at_once(self):
        engines = ["--engine", "name=a,weights=default", "--engine", "name=b,weights=default"]
        local = ["match", "--local", "--games", "2", *engines]
        for arguments, words in (
                ([*local, "--tc", "inf"], ["a has no limit", "nodes, depth or time a move"]),
                ([*local, "--tc", ""], ["--tc", "empty"]),
                (["match", "--games", "2", *engines], ["--engine", "--local"]),
                (["runs", "edit", "x"], ["nothing to change", "--max-pairs"]),
                (["runs", "edit", "x", "--max-core-hours", "nan"], ["--max-core-hours", "'nan'"]),
                (["runs", "edit", "x", "--max-core-hours", "1e300"], ["--max-core-hours"]),
                (["runs", "edit", "x", "--max-core-hours", "0.0001"],
                 ["--max-core-hours", "'0.0001'", "a second is the least"]),
                (["test", "--dev", "default", "--max-core-hours", "0.0001"],
                 ["--max-core-hours", "'0.0001'", "a second is the least"]),
                (["test", "--dev", "default", "--weight", "nan"], ["--weight", "'nan'"]),
                (["fit", self.book, "--out", "/nonexistent/w.toml"], ["--out", "/nonexistent"]),
                (["fit", self.folder, "--out", self.folder / "w.toml"], ["is a folder"]),
                (["tune", "--param", "tempo", "--log", self.folder], ["--log", "is a folder"])):
            self.run_cli(*arguments, code=2)
            self.assert_clear(self.stderr, *words)

    def test_text_that_is_no_utf8_is_named(self):
        self.start_coordinator()
        title = b"caf\xe9".decode("utf-8", "surrogateescape")
        self.run_cli("test", "--dev", "default", "--title", title, "--no-watch", code=2)
        self.assert_clear(self.stderr, "run.title", "UTF-8")

    def test_what_pgn_files_say_of_their_results_is_checked(self):
        games = self.folder / "games.pgn"
        games.write_text('[Event "a"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
                         '[Event "b"]\n[Result "1-0"]\n\n1. e4 e5 0-1\n\n'
                         '1. f3 e5 2. g4 Qh4# 1-0\n\n[Event "c"]\n\n1. e4 e5 2. Nf3')
        said = self.run_cli("pgn", "check", games, code=1).splitlines()
        self.assertEqual(len(said), 3, said)
        self.assert_clear(said[0], "games.pgn:9:10: ", "tag says 1-0")
        self.assert_clear(said[1], "games.pgn:11:21: ", "checkmated")
        self.assert_clear(said[2], "games.pgn:15:16: ", "cut off")
        counts = self.run_json("pgn", "check", games, code=1)
        self.assertEqual((counts["games"], counts["broken"], counts["doubtful"]), (4, 0, 3))
        games.write_text("")
        self.assert_clear(self.run_cli("pgn", "check", games, code=1), "games.pgn:1:1: ", "no game")
        self.assertEqual(self.run_json("pgn", "check", games, code=1)["empty_files"], 1)

    def test_case_files_of_another_form_are_told_in_our_words(self):
        cases = self.folder / "cases.json"
        for text in ("[]", "{}", "3", '{"cases": []}', "{"):
            cases.write_text(text)
            self.run_cli("rules", "cases", cases, code=2)
            self.assert_clear(self.stderr, "cases.json")
        cases.write_text('[1, {"id": 5}, {"id": "x"}, {"id": "y", "kind": "moves_from", '
                         '"input": {"fen": 3}, "expected": {"targets": []}}]')
        said = self.run_cli("rules", "cases", cases, code=1)
        self.assertNotIn("json", said)
        self.assert_clear(said, "case 1 differs", "case 2 differs", "x differs", "y differs",
                          "4 cases: 0 hold, 4 differ")
        self.run_cli("rules", "explain", "--move", "", code=2)
        self.assert_clear(self.stderr, "--move ''")

    def test_bad_fens_do_not_upset_the_engine(self):
        done = subprocess.run([str(e2e.BIN / "rookery-engine")],
                              input="position fen 9/8/8/8/8/8/8/8 w - - 0 1\nisready\nquit\n",
                              capture_output=True, text=True, timeout=e2e.PATIENCE, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("readyok", done.stdout)
        self.assert_clear(done.stdout + done.stderr, "9/8/8/8/8/8/8/8")

    def test_scripts_that_quit_at_once_get_their_counts(self):
        for line, word in (("go perft 5", "Nodes searched: 4865609"), ("bench 5", "Signature")):
            done = subprocess.run([str(e2e.BIN / "rookery-engine")], input=f"{line}\nquit\n",
                                  capture_output=True, text=True, timeout=e2e.PATIENCE, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertIn(word, done.stdout)

    def test_a_hash_table_that_cannot_be_had_is_refused(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        done = subprocess.run([str(e2e.BIN / "rookery-engine")],
                              input="setoption name Hash value 1200\nisready\n"
                                    "setoption name Hash value 30000000\ngo depth 3\nquit\n",
                              capture_output=True, text=True, timeout=e2e.PATIENCE, check=False,
                              preexec_fn=little_memory)
        self.assertEqual(done.returncode, 0)
        self.assert_clear(done.stdout + done.stderr, "no memory for 1200 MB; 16 MB are used",
                          "readyok", "write 1 to", "bestmove")

    def test_bad_weights_are_told_by_line_and_name(self):
        weights = self.folder / "bad.toml"
        weights.write_text("mat_pawn.mg = 100\nmat_pwan.eg = 3\n")
        self.run_cli("test", "--dev", weights, code=2)
        self.assert_clear(self.stderr, "--dev", "bad.toml:2", "mat_pawn")
        self.run_cli("test", "--dev", "default,-kings", code=2)
        self.assert_clear(self.stderr, "kings", "king")
        weights.write_bytes(bytes(range(256)))
        self.run_cli("test", "--dev", weights, code=2)
        self.assert_clear(self.stderr, "bad.toml")

    def test_a_busy_port_is_named(self):
        with socket.socket() as busy:
            busy.bind(("127.0.0.1", 0))
            busy.listen()
            port = busy.getsockname()[1]
            for flag, other in (("--http", "--grpc"), ("--grpc", "--http")):
                self.run_cli("up", "--data", self.data, flag, port, other, 0, "--workers", 0,
                             code=1)
                self.assert_clear(self.stderr, str(port), "in use", flag)
                code, said = self.refused("rookery-coordinator", "--data", self.data, flag, port,
                                          other, 0)
                self.assertEqual(code, 1, said)
                self.assert_clear(said, str(port))

    def test_a_second_coordinator_on_the_same_ports_is_refused(self):
        self.start_coordinator()
        port = self.grpc.rsplit(":", 1)[1]
        code, said = self.refused("rookery-coordinator", "--data", self.folder / "other", "--grpc",
                                  port, "--http", 0)
        self.assertEqual(code, 1, said)
        self.assert_clear(said, port)

    def test_a_folder_in_use_is_named(self):
        self.start_coordinator()
        code, said = self.refused("rookery-coordinator", "--data", self.data, "--grpc", 0, "--http",
                                  0)
        self.assertEqual(code, 1, said)
        self.assert_clear(said, str(self.data))

    def test_a_file_that_is_no_database_is_left_alone(self):
        self.data.mkdir()
        database = self.data / "rookery.db"
        database.write_text("This is a shopping list.\n" * 100)
        before = database.read_bytes()
        code, said = self.refused("rookery-coordinator", "--data", self.data, "--grpc", 0, "--http",
                                  0)
        self.assertEqual(code, 1, said)
        self.assert_clear(said, "rookery.db")
        self.assertEqual(database.read_bytes(), before)

    def test_an_unreachable_coordinator_is_exit_code_five(self):
        self.grpc = "127.0.0.1:1"
        self.run_cli("runs", "list", code=5)
        self.assert_clear(self.stderr, "127.0.0.1:1")


if __name__ == "__main__":
    e2e.main()
