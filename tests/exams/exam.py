"""The exam: documents never seen, one slip planted in each or none, and how well the verifier finds them.

`python -m tests.exams.exam FILE` is another exam: the outside cases of tests/exams/outside_exam.py.
`python -m tests.exams.exam [N] [--seed S] [--clean M]` writes tests/exams/exam.md. The prints of each document come
from another author (tests/exams/exam_documents.py); the package is asked as a user asks it, with `check`,
and learns nothing of the plant. A cause is right if the first reading of the explanation, put in
the place of the stated formula, gives the planted block as it is printed.
"""

import argparse
import os
import re
import tempfile
import warnings
from collections.abc import Iterable
from fractions import Fraction
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis.errors import HypothesisDeprecationWarning, UnsatisfiedAssumption

from tests.exams import outside_exam
from tests.exams.exam_documents import recipe
from tests.exams.exam_slips import SLIPS, Plant, draw, numbers, work
from tests.strategies import Worked
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Erratum, Report, StageReport, Verdict

PAGE = Path(__file__).with_name("exam.md")
MAX_DRAWS = 400
warnings.simplefilter("ignore", HypothesisDeprecationWarning)  # `reject` is how a tie is told that 60 digits leave open


class Task(NamedTuple):
    """One document to make: the line of the table it counts for, and the seed of all its dice."""

    line: str
    seed: str


class Mark(NamedTuple):
    """How one document was judged."""

    task: Task
    detected: bool
    localised: bool
    cause: bool
    kind: bool
    accused_before: int
    accused_after: int
    cells: int
    note: str = ""


class Drawn(NamedTuple):
    """A document with one slip in it, or none, and the same document without it."""

    plant: Plant | None
    right: Worked
    wrong: Worked


def drawn(task: Task) -> Drawn | None:
    """The document of a task: drawn again until the slip is one that can be told from hidden digits."""
    random = Random(task.seed)
    hidden = task.line == "hidden" or (task.line == "none" and random.random() < 0.3)
    for _ in range(MAX_DRAWS):
        slip = random.choice(SLIPS) if task.line == "hidden" else "digits" if task.line == "misprint" else task.line
        made = recipe(random, hidden=hidden)
        if slip == "none":
            try:
                right = work(made)
            except (UnsatisfiedAssumption, ZeroDivisionError):
                continue
            return Drawn(None, right, right)
        found = draw(made, slip)
        if found is not None and (task.line not in ("misprint", "digits") or found[0].used == (task.line == "digits")):
            return Drawn(*found)
    return None


def report_on(text: str, *, causes: bool = True) -> Report:
    """What a user gets."""
    path = os.path.join(tempfile.gettempdir(), f"exam-{os.getpid()}.yaml")
    Path(path).write_text(text, encoding="utf-8")
    try:
        return check(read(path, signatures()), causes=causes)
    finally:
        Path(path).unlink()


def accusations(report: StageReport) -> int:
    """The cells, rows and shapes of a stage that are called wrong."""
    verdicts = [report.shape.verdict, *(cell.verdict for cell in report.cells), *(row.verdict for row in report.rows)]
    return sum(verdict is Verdict.CONTRADICTED for verdict in verdicts)


def marked(task: Task) -> Mark | None:
    """The marks of one document; None if none could be drawn."""
    made = drawn(task)
    if made is None:
        return None
    report = report_on(made.wrong.text())
    counts = [accusations(stage) for stage in report.stages]
    shown = sum(len(stage.cells) for stage in report.stages)
    if made.plant is None:
        return Mark(task, False, False, False, False, sum(counts), 0, shown)
    place = made.plant.step
    cause, note = explained(made, made.plant, report)
    if task.line == "inexplicable":
        cause = bool(note)
    return Mark(
        task,
        detected=counts[place] > 0,
        localised=counts[place] > 0 and not any(counts[:place]),
        cause=cause,
        kind=cause and made.plant.slip in note.split(),
        accused_before=sum(counts[:place]),
        accused_after=sum(counts[place + 1 :]),
        cells=shown,
        note=note,
    )


def explained(made: Drawn, plant: Plant, report: Report) -> tuple[bool, str]:
    """Whether the explanation gives the planted block's prints, and the kinds of slip that it names."""
    name = made.wrong.steps[plant.step].name
    errata = [one for one in report.errata if one.stage == name and one.kind not in ("departure", "shape")]
    kinds = " ".join(slip["slip"] for one in errata for slip in one.slips)
    kinds += "".join(" display" for one in errata if one.kind == "display")
    if len(errata) != 1:
        return False, kinds
    if errata[0].kind == "display":
        return plant.slip == "display", kinds
    return bool(errata[0].slips) and gives(made, plant, report, errata[0]), kinds


def gives(made: Drawn, plant: Plant, report: Report, erratum: Erratum) -> bool:
    """Whether the first reading of an erratum gives the block as printed."""
    last = erratum.slips[-1]
    changed = changes(made, plant)
    if "should read" in last:  # a slip of the pen claims what the right number is
        row, column = erratum.cells[0]
        return len(erratum.cells) == 1 and Fraction(last["should read"]) == Fraction(
            made.right.texts[plant.step][row - 1][column - 1]
        )
    if "cells" in last:
        return last["cells"] == " ".join(f"[{row},{column}]" for row, column in sorted(changed))
    if "formula" not in last:
        return is_copy(made, plant, last)
    formula = last["formula"]
    name = made.wrong.steps[plant.step].name
    steps = [step if step.name != name else replaced(made, plant, formula) for step in made.wrong.steps]
    again = report_on(Worked(steps, made.wrong.header, texts=made.wrong.texts).text(), causes=False).by_name[name]
    agrees = {(cell.row, cell.column) for cell in again.cells if cell.verdict is Verdict.AGREES}
    return set(erratum.cells) <= agrees and accusations(again) == 0 and bool(report.stages)


def is_copy(made: Drawn, plant: Plant, slip: dict[str, str]) -> bool:
    """Whether the planted block shows the numbers of the block that it is said to be a copy of."""
    names = [step.name for step in made.wrong.steps]
    texts = made.wrong.texts[names.index(slip["from"])]
    shown = [list(line) for line in zip(*texts, strict=True)] if "transposed" in slip["edit"] else texts
    return numbers(shown) == numbers(made.wrong.texts[plant.step])


def replaced(made: Drawn, plant: Plant, formula: str):
    """The planted step with the reading in the place of the stated formula."""
    from copy import copy

    step = copy(made.wrong.steps[plant.step])
    step.formula = formula
    return step


def changes(made: Drawn, plant: Plant) -> list[tuple[int, int]]:
    """The cells, from one, whose print the plant changed."""
    pairs = zip(made.right.texts[plant.step], made.wrong.texts[plant.step], strict=False)
    return [
        (i, j)
        for i, (old, new) in enumerate(pairs, start=1)
        for j, (a, b) in enumerate(zip(old, new, strict=False), start=1)
        if a != b
    ]


def table(marks: Iterable[Mark], seed: str) -> str:
    """The page."""
    by_line: dict[str, list[Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.task.line, []).append(mark)
    clean = by_line.pop("none", [])
    lines = [*PREFACE.format(seed=seed).splitlines(), ""]
    accused = sum(mark.accused_before > 0 for mark in clean)
    random = by_line.pop("inexplicable", [])
    lines += [
        f"**None planted**: {accused} of {len(clean):,} documents accused "
        f"({sum(mark.cells for mark in clean):,} printed cells).",
        "",
        f"**Digits at random** in a cell, a row, a column or a whole block: {sum(mark.cause for mark in random)} of "
        f"{len(random):,} documents explained, which all would be by chance; {sum(mark.detected for mark in random):,} detected.",
        "",
        "| slip planted | documents | detected | first wrong stage | cause first | kind named | accused before | accused after |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    planted = [mark for line in SLIPS for mark in by_line.get(line, [])]
    rows = [*((line, by_line[line]) for line in SLIPS if line in by_line), ("**all slips**", planted)]
    rows += [(NAMES[line], by_line[line]) for line in NAMES if line in by_line]
    return "\n".join([*lines, *(row(name, own) for name, own in rows if own)]) + "\n"


def quoted(page: str) -> str:
    """What the README says of the page, as one paragraph."""
    clean = re.search(r"\*\*None planted\*\*: (\d+) of ([\d,]+) documents accused \(([\d,]+)", page)
    random = re.search(r": (\d+) of ([\d,]+) documents explained", page)
    rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| ")]
    shares = {name: cause for name, _, _, _, cause, *_ in rows if name in SLIPS}
    whole = next(row for row in rows if row[0] == "all slips")
    assert clean is not None
    assert random is not None
    least = min(shares, key=lambda name: float(shares[name].rstrip(" %")))
    return (
        f"In {clean[2]} generated documents without a slip ({clean[3]} numbers) {clean[1]} are accused. With one slip of "
        f"{len(shares)} kinds planted in each of {whole[1]} more, {whole[2]} are detected, the first wrong stage is named in "
        f"{whole[3]}, and the first explanation gives the planted numbers in {whole[4]}, least often for {least}, "
        f"{shares[least]}. Digits put in at random are explained in {random[1]} of {random[2]}."
    )


NAMES = {"misprint": "misprint in one cell, not used", "hidden": "any slip, givens with hidden digits"}
PREFACE = """\
# The exam

Written by `python -m tests.exams.exam` (seed {seed}). Documents that nobody has seen: small networks and
statistics tables of 10 to 250 numbers, computed by another author in fractions and mpmath, printed by
random rules, with digits carried on or dropped. One slip is planted in one step, such that at least
one cell is farther off than all digits that the operands can hide (by the exam's own bounds, with a margin).

*Cause first*: the first reading of the explanation, put in the place of the stated formula, gives the
planted block as printed; of slips of the pen, it says the right number. *Accused before* and *after*
are documents with a wrong accusation in stages before or after the planted one."""


def row(name: str, marks: list[Mark]) -> str:
    """One line of the table."""
    count = len(marks)
    shares = [sum(getattr(mark, key) for mark in marks) for key in ("detected", "localised", "cause", "kind")]
    before, after = (sum(getattr(mark, key) > 0 for mark in marks) for key in ("accused_before", "accused_after"))
    percent = " | ".join(f"{100 * share / count:.1f} %".replace("100.0", "100") for share in shares)
    return f"| {name} | {count} | {percent} | {before} | {after} |"


def sit(tasks: list[Task], processes: int) -> list[Mark]:
    """All marks, in the order of the tasks."""
    if processes < 2:
        return [mark for mark in map(marked, tasks) if mark is not None]
    with Pool(processes) as pool:
        return [mark for mark in pool.imap(marked, tasks, chunksize=8) if mark is not None]


def tasks_of(seed: str, each: int, clean: int) -> list[Task]:
    """The documents of an exam."""
    lines = [(line, each) for line in (*SLIPS, *NAMES, "inexplicable")] + [("none", clean)]
    return [Task(line, f"{seed}/{line}/{number}") for line, count in lines for number in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.exam")
    parser.add_argument(
        "documents", nargs="?", default="100", help="documents for each slip, or a file of outside cases"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--clean", type=int, help="documents without a slip; thirty times as many by default")
    parser.add_argument("--only", help="one line of the table, printed with every failure, and no page written")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    if not chosen.documents.isdigit():
        outside_exam.sit(chosen.documents, verbose=chosen.only is not None)
        return
    chosen.documents = int(chosen.documents)
    clean = 30 * chosen.documents if chosen.clean is None else chosen.clean
    tasks = tasks_of(chosen.seed, chosen.documents, clean)
    if chosen.only:
        tasks = [task for task in tasks if task.line in chosen.only.split(",")]
    marks = sit(tasks, chosen.processes)
    for mark in marks if chosen.only else ():
        if mark.accused_before or mark.accused_after or (mark.task.line != "none" and not mark.cause):
            print(mark)
    text = table(marks, chosen.seed)
    print(text)
    if not chosen.only:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
