"""Documents and formulas that nobody would write: read or refused, judged or not, in bounded time and memory.

`python -m tests.exams.fuzz [N] [--first SEED]` makes N inputs: documents with pieces lost, doubled, exchanged and put
elsewhere, random bytes and characters, formulas of random nodes, and nests of anything that nests. What is read is
judged and written out. It prints each input that ends in another exception than a refusal or takes too long.
"""

import argparse
import contextlib
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType

from verifier.check import check
from verifier.document.reader import DocumentError, read
from verifier.explain.as_text import render as explain_as_text
from verifier.explain.cell import explain
from verifier.formulas.parser import FormulaError, parse_formula
from verifier.operations import REGISTER, signatures
from verifier.report.as_json import render as as_json
from verifier.report.formats import FORMATS

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("tests/cases/*/*.yaml"), *ROOT.glob("documents_data/*.yaml")])
MOST_LINES = 60
SECONDS = 60
MEMORY = 3 * 2**30
PIECES = (
    *("0", "-1", "1e400", "1e-400", "9" * 60, "0.1", "?", "?{3}", "...", "...{9}", "inf", "-inf", "nan", "\u2212", "x"),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        "\n",
        "  ",
        "\t",
        "#",
        "'",
        '"',
        "|",
        "- ",
        "&a",
        "*a",
        "!!python",
        "<<:",
    ),
    *(" ** ", " @ ", " / ", " if ", " else ", ".T", "lambda i, j: ", "Matrix(2, 2, ", "axis=0", "==", "\u00e9", "\x00"),
    *(
        "rounding: trunc",
        "givens: exact",
        "within: 1",
        "shape: [2, n]",
        "hull: [1, 2]",
        "between: [0, 1]",
        "file: x.npy",
    ),
)
ATOMS = (
    "X",
    "Y",
    "0",
    "1",
    "2.5",
    "-3",
    "1e3",
    "i",
    "j",
    "X.T",
    "X[0]",
    "X[0, 1]",
    "X[:, 1:]",
    "rows(X)",
    "columns(Y)",
)
NESTS = (
    *(("(", ")"), ("[", "]"), ("{", "}"), ("-", ""), ("X**", ""), ("exp(", ")"), ("X @ (", ")"), ("1 if X else ", "")),
    *(("Matrix(2, 2, lambda i, j: ", ")"), ("layer_norm(", ")"), ("softmax(X + ", ")"), ("hstack(X, ", ")")),
)
BINARY = ("+", "-", "*", "/", "//", "%", "**", "@", "<", "<=", "==", "!=")
DOCUMENT = """document: d
title: D
stages:
  - name: X
    printed: |
      0.5 1.25 ?
      -2 0.0 3.1
  - name: Y
    printed: "1.5 2 0.25"
  - name: Z
    formula: {formula}
    printed: |
      1.0 2.0 3.0
      0.5 -0.1 0.0
"""


class TooSlow(Exception):
    """An input that took longer than it may."""


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TooSlow where the work inside takes longer."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def mutated(random: Random) -> str:
    """A document with some pieces lost, doubled, exchanged or put in."""
    lines = random.choice(SOURCES).read_text(encoding="utf-8").split("\n")
    start = random.randrange(max(1, len(lines) - MOST_LINES)) if random.random() < 0.3 else 0
    text = "\n".join([*lines[:4], *lines[max(4, start) : start + MOST_LINES]])
    for _ in range(random.randint(1, 6)):
        at, length = random.randrange(len(text) + 1), random.choice([0, 1, 2, 5, 30])
        kept = text[at : at + length]
        other = random.randrange(len(text) + 1)
        piece = random.choice(["", kept * 2, random.choice(PIECES), text[other : other + length], kept[::-1]])
        text = text[:at] + piece + text[at + length :]
    return text


def expression(random: Random, depth: int) -> str:
    """A formula of random nodes."""
    if depth == 0 or random.random() < 0.15:
        return random.choice(ATOMS)
    inner = [expression(random, depth - 1) for _ in range(3)]
    name = random.choice(sorted(REGISTER))
    signature = signatures()[name]
    arguments = [random.choice(inner) for _ in signature.arrays]
    if signature.options and random.random() < 0.5:
        arguments.append(f"{random.choice(signature.options)}={random.choice(['0', '1', '2', 'None', '-1', inner[0]])}")
    return random.choice(
        [
            f"({inner[0]}) {random.choice(BINARY)} ({inner[1]})",
            f"{name}({', '.join(arguments)})",
            f"({inner[0]} if {inner[1]} else {inner[2]})",
            f"Matrix({random.choice(['2', '3', 'rows(X)'])}, 3, lambda i, j: {inner[0]})",
            f"({inner[0]})[{random.choice(['0', '-1', '0, 1', ':, 1', '1:', '9'])}]",
            f"-({inner[0]})",
            f"({inner[0]}).T",
        ]
    )


def nested(random: Random) -> str:
    """A nest of something, as deep as it may be or far deeper."""
    depth = random.choice([5, 50, 500, 5000])
    left, right = random.choice(NESTS)
    return left * depth + "X" + right * depth


def noise(random: Random) -> bytes:
    """Bytes or characters of any kind."""
    if random.random() < 0.5:
        return random.randbytes(random.randint(0, 400))
    alphabet = "".join(PIECES) + "".join(map(chr, range(32, 127)))
    return "".join(random.choice(alphabet) for _ in range(random.randint(0, 400))).encode("utf-8", "replace")


def made(random: Random) -> bytes:
    """One input."""
    kind = random.random()
    if kind < 0.1:
        return noise(random)
    if kind < 0.2:
        formula = nested(random)
    elif kind < 0.5:
        formula = expression(random, random.randint(1, 4))
    else:
        return mutated(random).encode("utf-8", "surrogatepass")
    return DOCUMENT.format(formula=f'"{formula}"').encode()


def tried(content: bytes, folder: Path, seconds: int = SECONDS) -> str:
    """What went wrong with an input; nothing if it was refused, or judged and written out."""
    path = folder / "fuzz.yaml"
    path.write_bytes(content)
    try:
        with limited(seconds):
            try:
                document = read(str(path), signatures())
            except DocumentError as refused:
                str(refused)
                return ""
            report = check(document, causes=len(content) % 4 == 0)
            as_json([report])
            FORMATS["markdown"].over([report])
            FORMATS["text"].over([report])
            for cell in report.stages[-1].cells[:1]:
                explain_as_text(explain(document, f"{report.stages[-1].stage.name}[{cell.row},{cell.column}]", report))
    except TooSlow:
        return "too slow"
    except Exception:  # noqa: BLE001 - any is what is looked for
        return traceback.format_exc(limit=-6)
    return ""


def parsed(text: str) -> None:
    """The parser alone, which takes any text."""
    with contextlib.suppress(FormulaError):
        parse_formula(text, signatures())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.fuzz")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    failures, slowest = 0, (0.0, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(chosen.first, chosen.first + chosen.count):
            content = made(Random(seed))
            start = time.perf_counter()
            why = tried(content, Path(folder))
            slowest = max(slowest, (time.perf_counter() - start, seed))
            if why:
                failures += 1
                sys.stdout.write(f"seed {seed}: {why}\n{content[:600].decode('utf-8', 'replace')}\n\n")
                sys.stdout.flush()
    sys.stdout.write(
        f"{chosen.count} inputs, {failures} failures; the slowest took {slowest[0]:.1f} s ({slowest[1]})\n"
    )


if __name__ == "__main__":
    main()
