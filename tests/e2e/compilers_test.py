"""The same source gives the same games: engine and match runner are built by g++ and by clang, with
and without AVX2 and BMI2, and each build must report the same bench signature and the same digest
over its games. Slow: it compiles the engine four times."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {"g++": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}
ARCHES = ("x86-64-v2", "x86-64-v3")  # the second has AVX2 and BMI2
GAMES = ("10", "1000")  # pairs, nodes a move


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=1500)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, arguments))}: {done.stdout[-3000:]}{done.stderr[-2000:]}")
    return done.stdout


def build(folder, compiler, arch):
    c, cxx = COMPILERS[compiler]
    run("cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}", f"-DROOKERY_ARCH={arch}",
        "-DROOKERY_DASHBOARD=OFF")
    run("ninja", "-C", folder, "rookery-engine", "bench_match")


def value_of(text, name):
    """The word after the last `name` in text."""
    words = text.replace(":", " ").split()
    return words[len(words) - words[::-1].index(name)]


def figures(folder):
    bench = run(folder / "bin" / "rookery-engine", "bench")
    games = run(folder / "bench" / "bench_match", *GAMES)
    return {"bench": value_of(bench, "Signature"), "match": value_of(games, "signature"), "games": value_of(games, "digest")}


class Compilers(unittest.TestCase):
    def test_all_builds_play_the_same_games(self):
        for compiler, (_, cxx) in COMPILERS.items():
            self.assertTrue(shutil.which(cxx), f"{compiler} is missing: tools/install-packages extra")
        flags = pathlib.Path("/proc/cpuinfo").read_text()
        arches = [arch for arch in ARCHES if arch == "x86-64-v2" or (" avx2" in flags and " bmi2" in flags)]
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            for compiler in COMPILERS:
                for arch in arches:
                    place = pathlib.Path(folder) / f"{compiler}-{arch}"
                    build(place, compiler, arch)
                    found[f"{compiler} {arch}"] = figures(place)
        for name, values in found.items():
            print(name, values)
        first = next(iter(found.values()))
        self.assertEqual(len(first["games"]), 64)
        for name, values in found.items():
            self.assertEqual(values, first, name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
