#!/usr/bin/env python3
"""That the page has Chinese for each reason that the coordinator gives a worker for having nothing
to do, for the refusals that it knows no sentence which nobody says, and a name for each kind of
event: page/src/i18n/said.ts, refusals.ts and events.ts."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COORDINATOR = ROOT / "coordinator"
TEXTS = COORDINATOR / "dashboard/page/src/i18n"
REASONS = [("core/state_leases.cc", "State::WhyNotNow"), ("core/state_leases.cc", "State::WhyNothing"),
           ("scheduler/matching.cc", "std::string WhatIsMissing"),
           ("scheduler/fair_share.cc", "TopClass(const"),
           ("scheduler/fair_share.cc", "FairShare::Choose")]
CHOSEN = re.compile(r"it stays with|of {} runs in priority|nobody")  # told to who asks why, not to workers


def strings_in(path, head):
    """The texts in the body of a function: from its head to the next line that is a lone brace."""
    text = (COORDINATOR / path).read_text()
    begin = text.index(head)
    body = re.sub(r'"\s*\n\s*"', "", text[begin:text.index("\n}\n", begin)])
    return [found for found in re.findall(r'"((?:[^"\\]|\\.)+)"', body) if not CHOSEN.match(found)]


def sentences_of(table):
    """The English of a table of pairs of texts."""
    return {double or single for double, single in re.findall(
        r"^  \[(?:\"([^\"]+)\"|'([^']+)'), '", (TEXTS / table).read_text(), re.MULTILINE)}


class PageSentences(unittest.TestCase):
    def test_every_reason_has_its_chinese(self):
        known = sentences_of("said.ts")
        reasons = {text for path, head in REASONS for text in strings_in(path, head)}
        self.assertGreater(len(reasons), 15)
        self.assertEqual(reasons - known, set())
        sources = [path for folder in ("core", "scheduler")
                   for path in (COORDINATOR / folder).glob("*.[ch]*")]
        said = re.sub(r'"\s*\n\s*"', "", "".join(path.read_text() for path in sources))
        verdicts = {"accepted {}", "rejected {}", "undecided {}"}  # as RunFold's verdict and a message
        silent = {text for text in known - verdicts if f'"{text}"' not in said}
        self.assertEqual(silent, set(), "which nobody says any more")

    def test_a_sentence_that_counts_has_a_form_for_one(self):
        known = sentences_of("said.ts")
        counted = {text for text in known if re.search(r"\{\} [a-z]+s\b", text) and "{} is" not in text}
        # Never one: the bound of leases, a share that is told only of more.
        never = {"{} leases are out already; no more are lent at a time", "all {} pairs are counted"}
        lacking = {text for text in counted - never
                   if re.sub(r"\{\} ([a-z]+)s\b", r"one \1", text) not in known}
        self.assertEqual(lacking, set())

    def test_every_refusal_is_said_by_somebody(self):
        known = sentences_of("refusals.ts")
        self.assertGreater(len(known), 30)
        sources = [path for folder in ("coordinator", "proto/wire", "engine/params") for path in (ROOT / folder).rglob("*.[ch]*")
                   if path.suffix in (".cc", ".h")]
        said = re.sub(r'"\s*\n\s*"', "", "".join(path.read_text() for path in sources))
        # With the field in front of it, or the whole sentence.
        silent = {text for text in known if f'"{text}"' not in said and f': {text}"' not in said}
        self.assertEqual(silent, set(), "which nobody says any more")

    def test_every_kind_of_event_has_its_name(self):
        kinds = {kind for path in (COORDINATOR / "core").glob("*.cc")
                 for kind in re.findall(r'\bNote\(\S+, "([a-z-]+)"', path.read_text())}
        self.assertGreater(len(kinds), 10)
        table = (TEXTS / "events.ts").read_text()
        self.assertEqual([kind for kind in sorted(kinds) if f"'event.{kind}'" not in table], [])


if __name__ == "__main__":
    unittest.main()
