"""Documents, formulas and authors' files that nobody would write: read or refused, judged or not, within limits.

`python -m tests.exams.fuzz [N] [--first SEED] [--kind KIND]` makes N inputs: documents and authors' files with pieces
lost, doubled, exchanged and put elsewhere, changed bytes, random bytes and characters, formulas of random nodes, and
nests of anything that nests. What is read is judged and written out, in a process that limits of its own may end. It
prints each input that ends in another exception than a refusal, goes over a limit or ends the process.
"""

import argparse
import contextlib
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.attacks import spoilt
from verifier.document.reader import DocumentError, read
from verifier.explain.as_text import render as explain_as_text
from verifier.explain.cell import explain
from verifier.formulas.parser import FormulaError, parse_formula
from verifier.operations import REGISTER, signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json
from verifier.report.formats import FORMATS
from verifier.sources.formats import settled_file
from verifier.supervision.limits import Limits
from verifier.supervision.pool import Lost, supervised
from verifier.verdict import Report

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("tests/cases/*/*.yaml"), *ROOT.glob("documents_data/*.yaml")])
READABLE: Final = sorted(
    path
    for ending in ("md", "tex", "html", "ipynb", "txt")
    for folder in ("tests/cases/reading", "documents_data")
    for path in ROOT.glob(f"{folder}/*.{ending}")
)
"""Authors' files."""
MOST_LINES = 60
MOST_CHARACTERS: Final = 4000
LIMITS: Final = Limits(timeout=120, memory=2**30, output=0)
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


class Input(NamedTuple):
    """The bytes of a file, and the ending of its name."""

    content: bytes
    ending: str = "yaml"


def mutated(random: Random) -> str:
    """A document with some pieces lost, doubled, exchanged or put in."""
    lines = random.choice(SOURCES).read_text(encoding="utf-8").split("\n")
    start = random.randrange(max(1, len(lines) - MOST_LINES)) if random.random() < 0.3 else 0
    return edited(random, "\n".join([*lines[:4], *lines[max(4, start) : start + MOST_LINES]]))


def edited(random: Random, text: str) -> str:
    """A text with some pieces lost, doubled, exchanged or put in."""
    for _ in range(random.randint(1, 6)):
        at, length = random.randrange(len(text) + 1), random.choice([0, 1, 2, 5, 30])
        kept = text[at : at + length]
        other = random.randrange(len(text) + 1)
        piece = random.choice(["", kept * 2, random.choice(PIECES), text[other : other + length], kept[::-1]])
        text = text[:at] + piece + text[at + length :]
    return text


def changed(random: Random, content: bytes) -> bytes:
    """Bytes of which some are others, are lost or stand twice."""
    found = bytearray(content)
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(found) + 1)
        length = random.choice([1, 1, 2, 8])
        found[at : at + length] = random.choice([random.randbytes(1), random.randbytes(length), b"", found[at:] * 2])
    return bytes(found[: 2 * len(content)])


def authored(random: Random) -> Input:
    """An author's file with pieces of others, edited, or with other bytes."""
    if random.random() < 0.4:
        attack = spoilt(random.randrange(2**32))
        return Input(attack.text(random.choice([200, 1000, 3000])).encode("utf-8", "surrogatepass"), attack.ending)
    path = random.choice(READABLE)
    text = path.read_text(encoding="utf-8")[:MOST_CHARACTERS]
    if random.random() < 0.5:
        return Input(changed(random, text.encode()), path.suffix[1:])
    return Input(edited(random, text).encode("utf-8", "surrogatepass"), path.suffix[1:])


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


def document(random: Random) -> Input:
    """A document file."""
    kind = random.random()
    if kind < 0.1:
        return Input(noise(random))
    if kind < 0.2:
        formula = nested(random)
    elif kind < 0.5:
        formula = expression(random, random.randint(1, 4))
    else:
        text = mutated(random).encode("utf-8", "surrogatepass")
        return Input(changed(random, text) if kind > 0.9 else text)
    return Input(DOCUMENT.format(formula=f'"{formula}"').encode())


def made(random: Random, kind: str | None = None) -> Input:
    """One input; *kind* is a name of KINDS, drawn if not said."""
    return KINDS[kind or random.choice(sorted(KINDS))](random)


KINDS: Final = {"document": document, "authored": authored}


def tried(given: Input, folder: Path) -> str:
    """What went wrong with an input; nothing if it was refused, or judged and written out."""
    path = folder / f"fuzz.{given.ending}"
    path.write_bytes(given.content)
    judge = partial(check, causes=len(given.content) % 4 == 0)
    try:
        try:
            report = settled_file(str(path), judge) or judge(read(str(path), signatures()))
        except DocumentError as refused:
            str(refused)
            return ""
        written_out(report)
    except MemoryError:  # the limit's, which whoever supervises tells
        raise
    except Exception:  # noqa: BLE001 - any is what is looked for
        return traceback.format_exc(limit=-6)
    return ""


def written_out(report: Report) -> None:
    """Make what people and programs read of a report."""
    as_json([report])
    for name in ("markdown", "text", "sarif"):
        FORMATS[name].over([report])
    for stage in report.stages[-1:]:
        for cell in stage.cells[:1]:
            explain_as_text(explain(report.document, f"{stage.stage.name}[{cell.row},{cell.column}]", report))


def failures(seeds: Iterable[int], folder: Path, kind: str | None = None) -> Iterator[tuple[int, str]]:
    """Each seed of an input, and what went wrong with it, limits included; nothing if nothing did."""

    def work(seed: str) -> str:
        return tried(made(Random(int(seed)), kind), folder)

    tasks = list(map(str, seeds))
    for seed, found in zip(tasks, supervised(work, tasks, LIMITS), strict=True):
        yield int(seed), f"[{found.code}] {found.message}" if isinstance(found, Lost) else found


def parsed(text: str) -> None:
    """The parser alone, which takes any text."""
    with contextlib.suppress(FormulaError):
        parse_formula(text, signatures())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.fuzz")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=sorted(KINDS), help="both if not said")
    chosen = parser.parse_args()
    wrong, slowest, start = 0, (0.0, 0), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed, why in failures(range(chosen.first, chosen.first + chosen.count), Path(folder), chosen.kind):
            now = time.perf_counter()
            slowest, start = max(slowest, (now - start, seed)), now
            if why:
                wrong += 1
                given = made(Random(seed), chosen.kind)
                shown = given.content[:600].decode("utf-8", "replace")
                sys.stdout.write(f"seed {seed}, .{given.ending}: {why}\n{shown}\n\n")
                sys.stdout.flush()
    sys.stdout.write(f"{chosen.count} inputs, {wrong} failures; the slowest took {slowest[0]:.1f} s ({slowest[1]})\n")


if __name__ == "__main__":
    main()
