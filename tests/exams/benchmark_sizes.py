"""How verification grows: an attention block with layer norm against the same in float64 NumPy.

For each width the time of a check once the document is loaded, as ratios to NumPy on the same numbers in the same
run, with medians of some rounds up to a width of 64; the fitted exponents of both; and
the time of a hundred documents in one process. The block is right: its numbers are rounded exactly from those printed
above them.
"""

import math
import resource
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from verifier.document.model import Document
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check

Numbers = np.ndarray
PLACES = {"P": 4}
FORMULAS = {
    **{name: f"X @ W_{name}" for name in "QKV"},
    "S": "Q @ K.T / sqrt({n})",
    "P": "softmax(S)",
    "O": "P @ V",
    "R": "X + O",
    "L": "layer_norm(R)",
}
HUNDRED = 100
SMALL, MIDDLING = 16, 64


def softmax(s: Numbers) -> Numbers:
    powers = np.exp(s - s.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def normalised(r: Numbers) -> Numbers:
    return (r - r.mean(axis=1, keepdims=True)) / r.std(axis=1, keepdims=True)


def floats(n: int) -> dict[str, tuple[Callable[..., Numbers], tuple[str, ...]]]:
    """The stages as people compute them, and what each is computed from."""
    return {
        **{name: (np.matmul, ("X", f"W_{name}")) for name in "QKV"},
        "S": (lambda q, k: q @ k.T / math.sqrt(n), ("Q", "K")),
        "P": (softmax, ("S",)),
        "O": (np.matmul, ("P", "V")),
        "R": (np.add, ("X", "O")),
        "L": (normalised, ("R",)),
    }


def rounded(values: Numbers, unit: int) -> Numbers:
    """Integers by a unit, as whole numbers of it, halves to the even digit."""
    whole, rest = np.divmod(values, unit)
    return whole + ((2 * rest > unit) | ((2 * rest == unit) & (whole % 2 == 1)))


def block(n: int, seed: int = 1) -> dict[str, Numbers]:
    """The printed numbers of all stages, as integers in units of their last place."""
    draw = np.random.default_rng(seed)
    shown = {name: draw.integers(-100, 101, (n, n)) for name in ("X", "W_Q", "W_K", "W_V")}
    for name in "QKV":
        shown[name] = rounded(shown["X"] @ shown[f"W_{name}"], 100)
    stages = floats(n)
    for name in ("S", "P"):
        function, operands = stages[name]
        value = function(*(shown[operand] / 100 for operand in operands))
        shown[name] = np.rint(value * 10 ** PLACES.get(name, 2)).astype(np.int64)
        if name == "S" and math.isqrt(n) ** 2 == n:  # a rational, of which some are ties
            shown["S"] = rounded(shown["Q"] @ shown["K"].T, 100 * math.isqrt(n))
    shown["O"] = rounded(shown["P"] @ shown["V"], 10_000)
    shown["R"] = shown["X"] + shown["O"]
    shown["L"] = np.rint(normalised(shown["R"] / 100) * 100).astype(np.int64)
    return shown


def document(n: int, seed: int = 1) -> Document:
    """The document of a block, its numbers in tables beside it."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ["document: block", "title: An attention block", "givens: exact", "rounding: half_even", "stages:"]
        for name, numbers in block(n, seed).items():
            places = PLACES.get(name, 2)
            lines += [f"  - name: {name}", f"    file: {name}.csv"]
            if name in FORMULAS:
                lines.append(f"    formula: {FORMULAS[name].format(n=n)}")
            rows = (",".join(f"{cell / 10**places:.{places}f}" for cell in row) for row in numbers.tolist())
            Path(folder, f"{name}.csv").write_text("\n".join(rows), encoding="utf-8")
        path = Path(folder, "block.yaml")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return read(str(path), signatures())


def timed(work: Callable[[], object], rounds: int) -> float:
    """The median processor time of some rounds."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)


def measure(n: int) -> tuple[float, float]:
    """Print the ratios at one width, of rounds in turn; the times of the check and of NumPy."""
    rounds = 5 if n <= SMALL else 3 if n <= MIDDLING else 1  # a round of 512 takes more than a minute
    numbers = {name: cells / 10 ** PLACES.get(name, 2) for name, cells in block(n).items()}
    stages = floats(n)
    made = document(n)
    ours, floating = [], []
    for _ in range(rounds):
        floating.append(
            sum(
                timed(partial(function, *(numbers[operand] for operand in operands)), 5)
                for function, operands in stages.values()
            )
        )
        ours.append(timed(lambda: check(made, causes=False), 1))
    whole, total = median(ours), median(floating)
    cells = sum(len(numbers[name]) ** 2 for name in stages)
    each = f"{1e6 * whole / cells:.0f} microseconds a number"
    say(f"n = {n:>3}: check {whole:.3f} s, {each}; NumPy {1e3 * total:.3f} ms; ratio {whole / total:.0f}{memory()}")
    return whole, total


def carried(n: int, wrong: int, seed: int = 1) -> str:
    """A block whose author carries all digits and prints two or three, with so many *wrong* digits."""
    draw = np.random.default_rng(seed)
    given = {name: draw.uniform(-1, 1, (n, n)).round(2) for name in ("X", "W_Q", "W_K", "W_V")}
    made = {name: given["X"] @ given[f"W_{name}"] for name in "QKV"}
    made["S"] = made["Q"] @ made["K"].T / math.sqrt(n)
    made["P"] = softmax(made["S"])
    made["O"] = made["P"] @ made["V"]
    shown = {
        name: [[f"{cell:.{3 if name == 'P' else 2}f}" for cell in row] for row in cells.tolist()]
        for name, cells in {**given, **made}.items()
    }
    for name, row, column in zip(draw.choice([*made], wrong), *draw.integers(0, n, (2, wrong)), strict=True):
        text = shown[name][row][column]
        at = text.index(".") + 1
        shown[name][row][column] = f"{text[:at]}{(int(text[at]) + 4) % 10}{text[at + 1 :]}"
    lines = ["document: carried", "title: A block with carried digits", "stages:"]
    for name, rows in shown.items():
        formula = [f"    formula: {FORMULAS[name].format(n=n)}"] if name in made else []
        lines += [f"  - name: {name}", *formula, "    printed: |", *(f"      {' '.join(row)}" for row in rows)]
    return "\n".join(lines) + "\n"


def wrong_against_none(n: int, wrong: int = 4) -> None:
    """Print how much longer the check of a block with wrong numbers takes than of the same one without."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for count in (0, wrong):
            path = Path(folder, "carried.yaml")
            path.write_text(carried(n, count), encoding="utf-8")
            times.append(
                timed(lambda path=path: check(read(str(path), signatures()), causes=False), 3 if n <= SMALL else 1)
            )  # type: ignore[misc]  # bound at once
    none, some = times
    found = f"none wrong {none:.2f} s, {wrong} wrong {some:.2f} s; ratio {some / none:.1f}"
    say(f"n = {n:>3}, digits carried: {found}{memory()}")


def memory() -> str:
    """The largest memory of this process so far, which is that of the line, as lines grow."""
    return f"; {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB so far"


def page(count: int = 20_000, n: int = 50) -> str:
    """A document of so many numbers for an errata sheet: sums of blocks of n x n, a few of them wrong."""
    draw = np.random.default_rng(1)
    lines, above = ["document: page", "title: A long page", "givens: exact", "stages:"], None
    for at in range(count // n**2 // 2):
        given = draw.integers(-99, 100, (n, n))
        made = given if above is None else above + given
        shown = made.copy()
        shown[tuple(draw.integers(0, n, (2, 3)))] += 7
        formula = "1 * A0" if at == 0 else f"S{at - 1} + A{at}"
        for name, cells, by in ((f"A{at}", given, None), (f"S{at}", shown, formula)):
            lines += [f"  - name: {name}", *([f"    formula: {by}"] if by else []), "    printed: |"]
            lines += ["      " + " ".join(f"{cell / 100:.2f}" for cell in row) for row in cells.tolist()]
        above = shown
    return "\n".join(lines) + "\n"


def exponent(sizes: list[int], times: list[float]) -> float:
    """The slope of the logarithms, by least squares."""
    xs, ys = [math.log(n) for n in sizes], [math.log(t) for t in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def sizes(widths: list[int]) -> None:
    """All widths, the exponents, and a hundred documents in one process."""
    measured = [measure(n) for n in widths]
    if len(widths) > 1:
        ours, numpys = (exponent(widths, [pair[side] for pair in measured]) for side in (0, 1))
        say(f"growth exponents: check {ours:.2f}, NumPy {numpys:.2f}")
    for n in (16, 32):
        wrong_against_none(n)
    many = [document(6, seed) for seed in range(HUNDRED)]
    whole = timed(lambda: [check(one, causes=False) for one in many], 1)
    say(f"{HUNDRED} documents of one 6 x 6 block in one process: {whole:.2f} s, {1e3 * whole / HUNDRED:.1f} ms each")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
