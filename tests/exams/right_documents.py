"""Right ordinary documents by the thousand, none of which may be accused.

`python -m tests.exams.right_documents [--count N] [--seed FIRST] [--keep FOLDER]` prints how many documents of each
habit are accused, and writes each of them to FOLDER, its accused cells in the first line. Those with a warning
(`if-exact`, `other-rule`) are counted apart.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from tests.exams.carried import Cell
from tests.exams.ordinary_documents import Author, Ordinary
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render
from verifier.verdict import Report, Verdict


class Mark(NamedTuple):
    """How one document was judged: its habits, its numbers, what was accused and what was warned of."""

    seed: int
    tags: frozenset[str]
    numbers: int
    accused: tuple[str, ...]
    warned: tuple[str, ...]
    text: str


def report_on(text: str, *, causes: bool = False) -> Report:
    """The report on a document."""
    path = Path(tempfile.gettempdir(), f"ordinary-{os.getpid()}.yaml")
    path.write_text(text, encoding="utf-8")
    try:
        return check(read(str(path), signatures()), causes=causes)
    finally:
        path.unlink()


def accusations(report: Report) -> tuple[str, ...]:
    """The names of all cells, rows, sets of cells and shapes that are called wrong."""
    found = []
    for stage in report.stages:
        name = stage.stage.name
        found += [f"{name}[{c.row},{c.column}]" for c in stage.cells if c.verdict is Verdict.CONTRADICTED]
        found += [f"line {row.row} of {name}" for row in stage.rows if row.verdict is Verdict.CONTRADICTED]
        for joint in stage.joint:
            found.append(
                "together: " + ", ".join(f"{of.stage}[{of.cell.row},{of.cell.column}]" for of in joint.multiples)
            )
        found += [f"shape of {name}"] if stage.shape.verdict is Verdict.CONTRADICTED else []
    return tuple(found)


def flags(report: Report) -> tuple[set[Cell], set[Cell]]:
    """The cells that are contradicted, and those that are warned of, as the JSON says it.

    A row that is wrong as a whole has column 0, and accuses none of its cells.
    """
    contradicted, warned = set(), set()
    for stage in json.loads(render([report]))["stages"]:
        contradicted |= {(stage["name"], row["row"], 0) for row in stage["rows"] if row["verdict"] == "contradicted"}
        for cell in stage["cells"]:
            name = stage["name"], cell["row"], cell["column"]
            if cell["verdict"] == "contradicted":
                contradicted |= {name} if cell["basis"] != "row" else set()
            elif cell.get("if_exact") or cell["basis"] == "other rule":
                warned.add(name)
    return contradicted, warned


def spelled(cell: Cell) -> str:
    """A cell as formulas write it."""
    return f"{cell[0]}[{cell[1]},{cell[2]}]"


def document(seed: int) -> Ordinary | None:
    """The right document of a seed; None if there is none, as a value lies on an edge."""
    try:
        return Author(seed).document()
    except ArithmeticError:
        return None


def marked(seed: int) -> Mark | None:
    """How the document of a seed is judged."""
    made = document(seed)
    if made is None:
        return None
    text = made.text()
    report = report_on(text)
    warned = tuple(map(spelled, sorted(flags(report)[1])))
    return Mark(seed, frozenset(made.tags), made.numbers, accusations(report), warned, text)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.right_documents")
    parser.add_argument("--count", type=int, default=10_000, help="seeds to try; some make no document")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder for the documents that are accused")
    chosen = parser.parse_args()
    with Pool(chosen.processes) as pool:
        found = pool.imap(marked, range(chosen.seed, chosen.seed + chosen.count), chunksize=8)
        marks = [mark for mark in found if mark is not None]
    for mark in marks:
        if mark.accused:
            sys.stdout.write(f"seed {mark.seed}: {', '.join(mark.accused)}\n")
        if mark.accused and chosen.keep:
            chosen.keep.mkdir(parents=True, exist_ok=True)
            said = f"# accused: {', '.join(mark.accused)} ({'; '.join(sorted(mark.tags))})\n{mark.text}"
            (chosen.keep / f"{mark.seed}.yaml").write_text(said, encoding="utf-8")
    sys.stdout.write(table(marks))


def table(marks: list[Mark]) -> str:
    """The figures of each habit: documents, those accused, those warned of."""
    count = Counter(
        (tag, what)
        for mark in marks
        for tag in ("all", *mark.tags)
        for what in ("of", *(["accused"] if mark.accused else []), *(["warned"] if mark.warned else []))
    )
    lines = [f"{sum(mark.numbers for mark in marks)} numbers", f"{'':36}{'documents':>10}{'accused':>9}{'warned':>8}"]
    lines += [
        f"{tag:36}{count[tag, 'of']:10}{count[tag, 'accused']:9}{count[tag, 'warned']:8}"
        for tag in sorted({tag for tag, _ in count})
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
