#!/usr/bin/env python3
"""Makes high_precision.json from the inputs of fishtest.json: the formulas of docs and headers in
40-digit arithmetic (mpmath, Debian's python3-mpmath), every root and every fixed point settled. Not run by the build: python3 high_precision.py > high_precision.json
"""

import json
import os

from mpmath import cos, exp, findroot, log, mp, mpf, pi, sin, sqrt

mp.dps = 40
Q = 800 / log(10)


def score_of(elo):
    return 1 / (1 + mpf(10) ** (-mpf(elo) / 400))


def sample(counts):
    p = [mpf(c) if c else mpf("0.001") for c in counts]
    n = sum(p)
    size = len(p)
    return [mpf(i) / (size - 1) for i in range(size)], [x / n for x in p], n


def tilt(p, b):
    """p_i / (1 + x b_i) with the x that gives b mean 0: Newton, bisection where it would leave."""
    low, high = -1 / max(b), -1 / min(b)
    x = mpf(0)
    while True:
        terms = [(q, c / (1 + x * c)) for q, c in zip(p, b)]
        value = sum(q * c for q, c in terms)
        if value > 0:
            low = x
        else:
            high = x
        step = value / sum(q * c * c for q, c in terms)
        if abs(step) <= mpf(10) ** -28 * max(abs(x), mpf(10) ** -6):
            return [q / (1 + x * c) for q, c in zip(p, b)]
        x = x + step if low < x + step < high else (low + high) / 2


def with_mean(a, p, s):
    return tilt(p, [x - s for x in a])


def moments(a, p):
    mu = sum(x * q for x, q in zip(a, p))
    return mu, sum(q * (x - mu) ** 2 for x, q in zip(a, p))


def with_t(a, p, t):
    """The likeliest law with (mean - 1/2) / sigma = t: every sigma that the constraint, written
    around it, leads back to is bracketed on a fine grid and bisected, then the likeliest taken."""

    def next_law(sigma):
        # The mean is 1/2 + t sigma, so (mean - x) / sigma = t - (x - 1/2) / sigma.
        half = mpf(1) / 2
        b = [x - half - t * sigma * (1 + (t - (x - half) / sigma) ** 2) / 2 for x in a]
        return tilt(p, b) if min(b) < 0 < max(b) else None

    def gap(sigma):
        law = next_law(sigma)
        return None if law is None else sqrt(moments(a, law)[1]) - sigma

    best = None
    grid = [mpf(10) ** (mpf(-4) + mpf(i) * mpf("3.69897") / 300) for i in range(301)]
    gaps = [gap(sigma) for sigma in grid]
    for low, high, at_low, at_high in zip(grid, grid[1:], gaps, gaps[1:]):
        if at_low is None or at_high is None or (at_low > 0) == (at_high > 0):
            continue
        sigma = findroot(gap, (low, high), solver="anderson", tol=mpf(10) ** -50, verify=False)
        law = next_law(sigma)
        if abs(gap(sigma)) > mpf(10) ** -20:
            continue  # a jump between two branches
        likelihood = sum(q * log(x) for q, x in zip(p, law))
        if best is None or likelihood > best[0]:
            best = (likelihood, law)
    return best[1]


def llr(row):
    a, p, n = sample(row["counts"])
    if row["elo_model"] == "logistic":
        laws = [with_mean(a, p, score_of(row[e])) for e in ("elo0", "elo1")]
    else:
        games = 2 if row["kind"] == "pentanomial" else 1
        laws = [with_t(a, p, sqrt(mpf(games)) * mpf(row[e]) / Q) for e in ("elo0", "elo1")]
    return n * sum(q * log(l1 / l0) for q, l0, l1 in zip(p, *laws))


def worse(a, b, mu, var, time, y):
    """P(X leaves (a, b) below by then, or is inside and at most y): the eigenfunctions' series."""
    width, gamma = b - a, mu / var
    if gamma == 0:
        total = b / width
    else:
        total = (exp(-2 * gamma * b) - 1) / (exp(-2 * gamma * b) - exp(-2 * gamma * a))
    base, n, sums = pi / width, 0, mpf(0)
    scale = exp(gamma * y - gamma * mu * time / 2)
    while True:
        n += 1
        w = n * base
        decay = exp(-w * w * var * time / 2)
        sums += decay * sin(-w * a) * (gamma * sin(w * (y - a)) - w * cos(w * (y - a))) / (
            gamma * gamma + w * w)
        if decay * scale < mpf(10) ** -32:
            return total + 2 / width * scale * sums


def said(value):
    return float(mp.nstr(value, 20))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    golden = json.load(open(os.path.join(here, "fishtest.json"), encoding="utf-8"))
    keys = ("label", "kind", "counts", "elo_model", "elo0", "elo1")
    out = {"llr": [], "exit_law": []}
    for section in ("sprt", "llr"):
        for row in golden[section]:
            if row["elo_model"] == "BayesElo" or sum(row["counts"]) == 0:
                continue
            line = {k: row[k] for k in keys if k in row}
            if section == "sprt":
                theirs = row["out"]["LLR"]
            else:
                exact = {"normalized": "LLR_exact_t_value", "logistic": "LLR_exact_GSPRT_MLE"}
                theirs = row["out"][exact[row["elo_model"]]]
            out["llr"].append({"from": section, **line, "llr": said(llr(row)), "fishtest": theirs})
    for row in golden["exit_law"]:
        a, b, mu, sigma, time, y = (mpf(repr(row[k])) for k in ("a", "b", "mu", "sigma", "T", "y"))
        out["exit_law"].append({**{k: row[k] for k in ("a", "b", "mu", "sigma", "T", "y")},
                                "worse": said(worse(a, b, mu, sigma ** 2, time, y)),
                                "fishtest": row["out"]["series_alt1"]})
    print("{" + ",\n".join('"%s": [\n%s\n]' % (name, ",\n".join(json.dumps(r) for r in rows))
                           for name, rows in out.items()) + "}")


if __name__ == "__main__":
    main()
