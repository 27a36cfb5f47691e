"""What the checks in tools/ share: the list of files, blanking of comments and strings, reporting.

Python 3.11's standard library only. Each check takes --root DIR (default: this repository), so that
tools/selftest can run it on a tree with a planted fault; it prints one line per finding, with
file:line, and exits 1 if there were any.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

SOURCE = (".h", ".cc")
IGNORED = ("build", "dist", "node_modules", "__pycache__", ".cache")


class Tree:
    """The files of a checkout, and the findings made in them."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.findings = []
        self._text = {}
        if (self.root / ".git").exists():
            out = subprocess.run(
                ["git", "-c", "safe.directory=*", "-C", str(self.root),
                 "ls-files", "-z", "-co", "--exclude-standard"],
                check=True, capture_output=True, text=True).stdout
            names = [n for n in out.split("\0") if n and (self.root / n).is_file()]
        else:
            names = list(self._walk())  # an unpacked archive
        self.files = sorted(set(names))

    def _walk(self):
        for folder, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if f not in IGNORED]
            for name in names:
                yield os.path.relpath(os.path.join(folder, name), self.root)

    def sources(self, *suffixes):
        return [f for f in self.files if f.endswith(suffixes or SOURCE)]

    def text(self, name):
        if name not in self._text:
            self._text[name] = (self.root / name).read_text(encoding="utf-8")
        return self._text[name]

    def report(self, name, line, message):
        self.findings.append(f"{name}:{line}: {message}")

    def finish(self):
        for finding in self.findings:
            print(finding)
        sys.exit(1 if self.findings else 0)


def arguments(description, **extra):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parent.parent)
    for flag, help_text in extra.items():
        parser.add_argument(f"--{flag}", action="store_true", help=help_text)
    return parser.parse_args()


_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                                  # comments
    r'|R"(?P<d>[^\s()\\]{0,16})\(.*?\)(?P=d)"'            # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                                # strings
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",               # characters, but not digit separators
    re.DOTALL)


def blank(text, keep_strings=False):
    """C++ with comments (and strings, unless kept) replaced by blanks; lines stay where they are."""

    def replace(match):
        token = match.group(0)
        if not token.startswith("/") and keep_strings:
            return token
        return re.sub(r"[^\n]", " ", token)

    return _TOKEN.sub(replace, text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
