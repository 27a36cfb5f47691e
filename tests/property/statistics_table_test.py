#!/usr/bin/env python3
"""That docs/reports/statistics.md names every public function of coordinator/stats, and tests that are there."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A declaration's last word before its parenthesis: at the start of a line, or inside a class.
FUNCTION = re.compile(r"^ {0,2}(?![ /#}]|return|if |for |while |ROOKERY_|using |template|constexpr|struct|class)"
                      r"[A-Za-z_][\w:<>,&* ]*?[ &*]?\b([A-Za-z_]\w*)\(", re.M)


def public_functions(header):
    names = set()
    hidden = False
    inside_function = False
    for line in header.read_text().split("\n"):
        if re.match(r" ?(private|protected):", line):
            hidden = True
        if line.startswith("};"):
            hidden = False
        # Bodies of templates stand at two spaces, too.
        if re.match(r"\S.*\) \{$|^ {20,}.*\) \{$", line):
            inside_function = True
        elif line == "}":
            inside_function = False
            continue
        if hidden or (inside_function and line.startswith(" ")):
            continue
        found = FUNCTION.match(line)
        if found and not line.startswith("  explicit "):
            names.add(found.group(1))
    return names


def main():
    text = (ROOT / "docs/reports/statistics.md").read_text()
    rows = {}
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and (ROOT / f"coordinator/stats/{cells[0]}.h").exists():
            rows[cells[0]] = (set(cells[1].split(", ")), cells[2].split(", "))
    tests = set()
    for path in (ROOT / "tests").rglob("*_test.cc"):
        for suite, name in re.findall(r"\bTEST(?:_P|_F)?\(\s*(\w+),\s*(\w+)\)", path.read_text()):
            tests.add(f"{suite}.{name}")
    faults = []
    functions = 0
    for header in sorted((ROOT / "coordinator/stats").glob("*.h")):
        named, twins = rows.get(header.stem, (set(), []))
        public = public_functions(header)
        functions += len(public)
        faults += [f"{header.stem}: {name} is not in the table" for name in sorted(public - named)]
        faults += [f"{header.stem}: {name} is in the table, not in the header" for name in sorted(named - public)]
        faults += [f"{header.stem}: no test {twin}" for twin in twins if twin not in tests]
        if public and not twins:
            faults.append(f"{header.stem}: no twin")
    print("\n".join(faults) or f"{functions} functions have their twins")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
