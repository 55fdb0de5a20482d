"""How long an author's file takes: `python -m tests.exams.benchmark_reading [FOLDER ...]`.

Generates Markdown of equalities, prose and tables in three sizes, also on one line, as sparse as published texts, of
equalities alone, and with one equality in twenty wrong, and hostile texts in three sizes, each twice the last: what
takes four times as long in the next size is quadratic. Prints CPU seconds of reading alone and of a whole check. Each
FOLDER is a checkout; where two are named, their processes take turns, and the medians are of the same rounds.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

ROUNDS: Final = 3
SIZES: Final = (50_000, 100_000, 200_000)
HOSTILE_SIZES: Final = (25_000, 50_000, 100_000)
_WORDS: Final = (
    "the weight of each unit moves against its gradient so that loss falls while one goes on from layer to layer and"
    " writes every result down before it is used again in what follows because readers like to see it"
)
_TIMED: Final = """
import gc, sys, time, json
from functools import partial
from verifier.pipeline import check
from verifier.sources.formats import format_of, read_source, settled_file
gc.set_threshold(250_000)  # as the command does
found = {}
for path in sys.argv[1:]:
    began = time.process_time()
    read_source(path, format_of(path))
    read = time.process_time()
    settled_file(path, check)
    found[path] = [read - began, time.process_time() - read]
print(json.dumps(found))
"""


def sentence(draw: random.Random) -> str:
    """A sentence without numbers."""
    return f"{' '.join(draw.choice(_WORDS.split()) for _ in range(draw.randint(8, 22)))}.".capitalize()


def equality(draw: random.Random) -> str:
    """A right equality in one of several spellings, as `0.35 \\cdot 1.20 + 0.10 = 0.5200`."""
    a, b, c = (draw.randint(11, 999) for _ in range(3))
    wide = f"{(a * b + c) / 10_000:.4f}"
    shown = f"{a / 100:.2f} \\cdot {b / 100:.2f} + {c / 10_000:.4f}"
    kind = draw.randrange(6)
    if kind == 0:
        return f"$z_{{{draw.randint(1, 99)}}} = {shown} = {wide}$"
    if kind == 1:
        return f"$$\n{shown} = {wide}\n$$\n"
    if kind == 2:
        return f"so that {a} * {b} + {c} = {a * b + c}."
    if kind == 3:
        return f"$\\frac{{{a}}}{{{b}}} \\approx {a / b:.3f}$"
    if kind == 4:
        return f"$e^{{-{a / 1000:.3f}}} \\approx {2.718281828459045 ** (-round(a / 1000, 3)):.3f}$"
    return f"$\\sqrt{{{b / 100:.2f}}} \\approx {(b / 100) ** 0.5:.3f}$ and ${a} - {b} = {a - b}$"


def table(draw: random.Random) -> str:
    """A table of numbers."""
    rows = [[f"{draw.uniform(-2, 2):.4f}" for _ in range(5)] for _ in range(4)]
    lines = ["| a | b | c | d | e |", "| - | - | - | - | - |", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def worked(size: int, seed: int = 1) -> str:
    """Markdown of about *size* characters: prose, equalities, tables, headings."""
    draw = random.Random(seed)
    made: list[str] = ["# A worked text"]
    length = 0
    while length < size:
        kind = draw.randrange(12)
        if kind == 0:
            made.append(f"## {sentence(draw)[:-1]}")
        elif kind == 1:
            made.append(table(draw))
        else:
            made.append(" ".join(f"{sentence(draw)} {equality(draw)}" for _ in range(draw.randint(1, 3))))
        length += len(made[-1]) + 2
    return "\n\n".join(made) + "\n"


def ordinary(size: int, seed: int = 2) -> str:
    """Markdown of about *size* characters as texts are that are published: prose, code, tables, some equalities."""
    draw = random.Random(seed)
    made: list[str] = ["# An ordinary text"]
    length = 0
    while length < size:
        kind = draw.randrange(24)
        if kind == 0:
            made.append(f"## {sentence(draw)[:-1]}")
        elif kind == 1:
            made.append(table(draw))
        elif kind == 2:
            lines = (f"value = step({draw.randint(1, 999)}, {draw.random():.3f})" for _ in range(6))
            made.append("\n".join(["```python", *lines, "```"]))
        else:
            stated = (equality(draw) for _ in range(2 * (kind < 8)))
            made.append(" ".join([sentence(draw), *(f"{sentence(draw)} {one}" for one in stated), sentence(draw)]))
        length += len(made[-1]) + 2
    return "\n\n".join(made) + "\n"


def dense(size: int, seed: int = 3) -> str:
    """Markdown of about *size* characters of equalities, with hardly a word between them."""
    draw = random.Random(seed)
    made: list[str] = []
    length = 0
    while length < size:
        made.append(" ".join(f"{draw.choice(_WORDS.split())} {equality(draw)}" for _ in range(3)))
        length += len(made[-1]) + 2
    return "\n\n".join(made) + "\n"


_RESULT: Final = re.compile(r"(?<=[=x] )-?[0-9.]+(?=[$\n]|\.$|\. )")
"""The number at the end of an equality."""


def spoilt(text: str, seed: int = 4) -> str:
    """The same text with another last digit in one result of twenty."""
    draw = random.Random(seed)

    def changed(match: re.Match[str]) -> str:
        digits = match[0].rstrip(".")
        other = (int(digits[-1]) + draw.randint(2, 8)) % 10
        return f"{digits[:-1]}{other}{match[0][len(digits) :]}" if draw.randrange(20) == 0 else match[0]

    return _RESULT.sub(changed, text)


HOSTILE: Final = {
    "dollars.md": "$",
    "line.md": "1 + 1 = 2 and ",
    "open.md": "$$ x\n",
    "braces.md": "{",
    "roots.md": "\\sqrt{",
    "stars.md": "*",
    "tags.md": "<a ",
    "tables.tex": "\\begin{tabular}",
    "groups.tex": "\\textbf{",
    "cells.html": "<table><tr><td>",
    "displays.md": "$= 3 + 4$\n\n",
    "sides.md": "= 3 + 4\n\n",
    "equals.md": "1 = ",
    "backslashes.md": "\\\\",
    "rows.md": "| 12 | 3 * 4 = 12 |\n",
    "equalities.md": "3 * 4 = 12, ",
    "bounds.md": "1 < 2 ",
    "money.md": "a $5 ",
}
BEFORE: Final = {"rows.md": "| a | b |\n| - | - |\n"}
"""What a text begins with that is a part many times."""


def worked_files(folder: Path) -> Iterator[Path]:
    """Write the texts of authors."""
    for size in SIZES:
        path = folder / f"worked-{size // 1000}.md"
        path.write_text(worked(size), encoding="utf-8")
        yield path
        for name, text in (("ordinary", ordinary(size)), ("dense", dense(size)), ("wrong", spoilt(worked(size)))):
            path = folder / f"{name}-{size // 1000}.md"
            path.write_text(text, encoding="utf-8")
            yield path
        path = folder / f"line-{size // 1000}.md"
        path.write_text(" ".join(worked(size).replace("$$", "$").split()), encoding="utf-8")
        yield path


def hostile_files(folder: Path) -> Iterator[Path]:
    """Write the hostile texts."""
    for name, part in HOSTILE.items():
        stem, _, ending = name.partition(".")
        for size in HOSTILE_SIZES:
            path = folder / f"{stem}-{size // 1000}.{ending}"
            path.write_text(BEFORE.get(name, "") + part * (size // len(part)), encoding="utf-8")
            yield path


def seconds(checkout: str, paths: list[Path]) -> dict[str, list[float]]:
    """CPU seconds of reading and of a whole check, for each file."""
    environment = {**os.environ, "PYTHONPATH": checkout}
    command = [sys.executable, "-c", _TIMED, *map(str, paths)]
    found: dict[str, list[float]] = json.loads(subprocess.check_output(command, env=environment, cwd=checkout))  # noqa: S603 - own
    return found


def rows(checkouts: list[str], paths: list[Path], rounds: int) -> Iterator[str]:
    """The rows of a table: for each file and checkout the medians."""
    measured = [[seconds(checkout, paths) for checkout in checkouts] for _ in range(rounds)]
    for path in map(str, paths):
        cells = []
        for index in range(len(checkouts)):
            read, checked = (median(one[index][path][part] for one in measured) for part in (0, 1))
            cells.append(f"{read:.2f}; {checked:.2f}")
        yield f"| {Path(path).name} | {' | '.join(cells)} |"


def main(checkouts: list[str]) -> None:
    """Print the tables of both kinds of texts."""
    heads = "".join(f" {name}: reading; check, s |" for name in checkouts)
    with tempfile.TemporaryDirectory() as folder:
        for made, rounds in ((worked_files, ROUNDS), (hostile_files, 1)):
            sys.stdout.write(f"| file |{heads}\n|{' --- |' * (len(checkouts) + 1)}\n")
            for row in rows(checkouts, list(made(Path(folder))), rounds):
                sys.stdout.write(f"{row}\n")
            sys.stdout.write("\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main([str(Path(one).resolve()) for one in sys.argv[1:]] or [str(Path.cwd())])
