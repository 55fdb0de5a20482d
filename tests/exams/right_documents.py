"""Right ordinary documents by the thousand, none of which may be accused.

`python -m tests.exams.right_documents [--count N] [--seed FIRST] [--keep FOLDER]` prints how many documents of
each habit are accused, and writes each of them to FOLDER, its accused cells in the title.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from tests.exams.ordinary_documents import Author, Ordinary
from verifier.check import check
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.verdict import Report, Verdict


class Mark(NamedTuple):
    """How one document was judged: its habits, its numbers, what was accused."""

    seed: int
    tags: frozenset[str]
    numbers: int
    accused: tuple[str, ...]
    text: str


def report_on(text: str, *, causes: bool = False) -> Report:
    """The report on a document."""
    path = Path(tempfile.gettempdir(), f"ordinary-{os.getpid()}.yaml")
    path.write_text(text, encoding="utf-8")
    try:
        return check(read(str(path), signatures()), causes=causes)
    finally:
        path.unlink()


def contradicted(report: Report) -> tuple[str, ...]:
    """The names of all cells that are called wrong, and of rows and shapes."""
    found = []
    for stage in report.stages:
        name = stage.stage.name
        found += [f"{name}[{c.row},{c.column}]" for c in stage.cells if c.verdict is Verdict.CONTRADICTED]
        found += [f"line {row.row} of {name}" for row in stage.rows if row.verdict is Verdict.CONTRADICTED]
        found += [f"shape of {name}"] if stage.shape.verdict is Verdict.CONTRADICTED else []
    return tuple(found)


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
    return Mark(seed, frozenset(made.tags), made.numbers, contradicted(report_on(text)), text)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.right_documents")
    parser.add_argument("--count", type=int, default=10_000, help="seeds to try; some make no document")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder for the documents that are accused")
    chosen = parser.parse_args()
    of_tag, accused_of_tag, numbers, accused = Counter[str](), Counter[str](), 0, 0
    with Pool(chosen.processes) as pool:
        for mark in pool.imap(marked, range(chosen.seed, chosen.seed + chosen.count), chunksize=8):
            if mark is None:
                continue
            tags = {"all", *mark.tags}
            of_tag.update(tags)
            numbers += mark.numbers
            if mark.accused:
                accused += 1
                accused_of_tag.update(tags)
                sys.stdout.write(f"seed {mark.seed}: {', '.join(mark.accused)}\n")
                if chosen.keep:
                    chosen.keep.mkdir(parents=True, exist_ok=True)
                    said = mark.text.replace("title: ", f'title: "accused {" ".join(mark.accused)}" # ', 1)
                    (chosen.keep / f"{mark.seed}.yaml").write_text(said, encoding="utf-8")
    sys.stdout.write(f"{of_tag['all']} documents, {numbers} numbers, {accused} documents accused\n")
    for tag in sorted(of_tag):
        sys.stdout.write(f"{tag:36} {of_tag[tag]:6} {accused_of_tag[tag]:6}\n")


if __name__ == "__main__":
    main()
