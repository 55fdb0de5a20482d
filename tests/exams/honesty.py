"""Right documents by the thousand, none of which may be accused, and wrong ones, all of which must be found.

`python -m tests.exams.honesty [N] [--first SEED] [--processes P]` makes N documents of each kind by the author of
`tests/strategies.py`, who computes in fractions and mpmath: without a mistake, and with one number moved
ten times as far as its operands can explain. It prints each failure with its seed, and the figures.
"""

import argparse
import os
import sys
import tempfile
import warnings
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis.errors import HypothesisDeprecationWarning, UnsatisfiedAssumption

from tests.strategies import Worked, worked
from tests.test_honesty import accused, planted, shown_steps
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Report

warnings.simplefilter("ignore", HypothesisDeprecationWarning)  # `reject` is how a tie is told that 60 digits leave open


class Mark(NamedTuple):
    """How one document was judged; `failure` says what went wrong."""

    seed: int
    kind: str
    cells: int
    failure: str = ""


def report_on(made: Worked) -> Report:
    path = Path(tempfile.gettempdir(), f"honesty-{os.getpid()}.yaml")
    path.write_text(made.text(), encoding="utf-8")
    try:
        return check(read(str(path), signatures()), causes=False)
    finally:
        path.unlink()


def right(seed: int) -> Mark | None:
    """A document without a mistake; None if this seed makes none."""
    try:
        made = worked(seed)
    except UnsatisfiedAssumption:
        return None
    report = report_on(made)
    found = accused(report)
    return Mark(seed, "right", _cells(report), f"accused: {found}" if found else "")


def wrong(seed: int) -> Mark | None:
    """A document with one number moved beyond what its operands allow; None if this seed makes none."""
    random = Random(seed)
    try:
        made = worked(seed)
        steps = shown_steps(made)
        if not steps:
            return None
        plant = planted(made, random, steps, used=random.random() < 0.5)
        if (plant.row, plant.column) in made.steps[plant.step].elided:
            return None
        report = report_on(made.work(plant))
    except UnsatisfiedAssumption:
        return None
    place = made.steps[plant.step].name, plant.row + 1, plant.column + 1
    above = {step.name for step in made.steps[: plant.step]}
    found = accused(report)
    missed = "" if place in found else f"missed: {place}; "
    before = [one for one in found if one[0] in above]
    return Mark(seed, "wrong", _cells(report), missed + (f"accused above it: {before}" if before else ""))


def _cells(report: Report) -> int:
    return sum(len(stage.cells) for stage in report.stages)


KINDS = {"right": right, "wrong": wrong}


def marked(task: tuple[str, int]) -> Mark | None:
    kind, seed = task
    return KINDS[kind](seed)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.honesty")
    parser.add_argument("documents", nargs="?", type=int, default=10_000, help="documents of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + 2 * chosen.documents)  # some seeds make no document
    for kind in KINDS:
        with Pool(chosen.processes) as pool:
            marks: list[Mark] = []
            for mark in pool.imap(marked, ((kind, seed) for seed in seeds), chunksize=16):
                if mark is not None and len(marks) < chosen.documents:
                    marks.append(mark)
                    if mark.failure:
                        sys.stdout.write(f"{kind} document of seed {mark.seed}: {mark.failure}\n")
                if len(marks) == chosen.documents:
                    pool.terminate()
                    break
        failures = sum(bool(mark.failure) for mark in marks)
        cells = sum(mark.cells for mark in marks)
        sys.stdout.write(f"{kind}: {len(marks)} documents, {cells} numbers, {failures} failures\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
