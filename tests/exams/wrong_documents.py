"""Ordinary documents with one planted error: what an independent judge proves wrong must be found.

`python -m tests.exams.wrong_documents [--count N] [--seed FIRST] [--keep FOLDER]` plants one error of each kind in
turn. `carried.judged` says whether it is provable: by the prints of its operands alone (`by cell`), by what these can
have been (`by chain`), or only if the givens, which are exact, are taken at their word (`if exact`). The figures are
how many of the provable ones are contradicted, how many of the others are at least warned of, and how often a number
above the error, or beside it, is accused.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.exams.carried import Cell, judged, unit_of
from tests.exams.enclosures import Enclosure, point
from tests.exams.habits import Habit, rounded, written
from tests.exams.ordinary_documents import OPERATIONS, Author, Ordinary, Stage
from tests.exams.right_documents import flags, report_on, spelled

Plant = tuple[int, int, int]
"""A stage by its index, a row and a column, from zero."""


class Wrong(NamedTuple):
    """A document with one error, where it stands, and whether its author went on with it."""

    document: Ordinary
    plant: Plant
    right: str
    goes_on: bool

    @property
    def cell(self) -> Cell:
        stage, row, column = self.plant
        return self.document.stages[stage].name, row + 1, column + 1


class Mark(NamedTuple):
    """How one document was judged: its claim (one of `CLAIMS`); what was found, what was accused wrongly."""

    seed: int
    kind: str
    claim: str
    found: str
    accused: tuple[str, ...]
    text: str
    says: str


# The kinds of errors: each gives the wrong text, or the right one where it cannot err here


def _digit(random: Random, _made: Ordinary, _plant: Plant, text: str) -> str:
    places = [at for at, sign in enumerate(text) if sign.isdigit()]
    at = random.choice(places)
    return text[:at] + random.choice("0123456789") + text[at + 1 :]


def _exchange(random: Random, _made: Ordinary, _plant: Plant, text: str) -> str:
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    pairs = [(a, b) for a, b in pairwise(digits) if text[a] != text[b]]
    if not pairs:
        return text
    a, b = random.choice(pairs)
    return text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :]


def _sign(_random: Random, _made: Ordinary, _plant: Plant, text: str) -> str:
    return text.removeprefix("-") if text.startswith("-") else f"-{text}" if Fraction(text) else text


def _factor(random: Random, made: Ordinary, plant: Plant, _text: str) -> str:
    exact = _value(made, plant).times(point(random.choice([Fraction(10), Fraction(1, 10)])))
    return _shown(made.stages[plant[0]], exact)


def _operand(random: Random, made: Ordinary, plant: Plant, text: str) -> str:
    """The value with another number of the document in the place of an operand."""
    own = made.stages[plant[0]]
    at = random.randrange(len(own.operands))
    shape = made.stages[own.operands[at]].shape
    others = [k for k in range(plant[0]) if made.stages[k].shape == shape and k not in own.operands]
    if not others:
        return text
    operands = [*own.operands[:at], random.choice(others), *own.operands[at + 1 :]]
    return _shown(own, _value(made, plant, tuple(operands)))


def _units(random: Random, _made: Ordinary, _plant: Plant, text: str) -> str:
    units = random.choice([-9, -7, -5, -4, -3, -2, 2, 3, 4, 5, 7, 9])
    return written(Fraction(text) + units * unit_of(text), len(text.partition(".")[2]))


KINDS: dict[str, Callable[[Random, Ordinary, Plant, str], str]] = {
    "digit": _digit,
    "digits exchanged": _exchange,
    "sign": _sign,
    "factor of ten": _factor,
    "other operand": _operand,
    "a few units": _units,
}
CUT = "cut beside rounded"
PROVABLE = ("by cell", "by chain")
CLAIMS = (*PROVABLE, "if exact", "by odds", "possible")


def _value(made: Ordinary, plant: Plant, operands: tuple[int, ...] | None = None) -> Enclosure:
    index, row, column = plant
    own = made.stages[index]
    assert own.operation is not None
    held = [made.stages[k].held for k in operands or own.operands]
    return own.operation.meaning(*held)[row][column]


def _shown(stage: Stage, value: Enclosure) -> str:
    return written(rounded(value, stage.habit.digits, stage.habit.rule), stage.habit.digits)


def planted(seed: int, kind: str) -> Wrong | None:
    """The document of a seed with one error of a kind; None if it has no cell where that is one.

    Of two seeds one takes a cell whose printed operands alone do not prove the error, if it finds one.
    """
    random = Random(seed)
    try:
        made = Author(seed, plain=True).document()
    except ArithmeticError:
        return None
    if all(stage.operation is None for stage in made.stages):
        return None
    found = [wrong for _ in range(12 if random.random() < 1 / 2 else 1) if (wrong := _planted(random, made, kind))]
    hard = (wrong for wrong in found if not judged(wrong.document, prints_alone=True))
    return next(hard, found[0] if found else None)


def _planted(random: Random, made: Ordinary, kind: str) -> Wrong | None:
    computed = [k for k, stage in enumerate(made.stages) if stage.operation is not None]
    index = random.choice(computed)
    rows, columns = made.stages[index].shape
    plant = index, random.randrange(rows), random.randrange(columns)
    right = made.stages[index].texts[plant[1]][plant[2]]
    try:
        text = KINDS[kind](random, made, plant, right)
        whole = text.removeprefix("-").partition(".")[0]
        if Fraction(text) == Fraction(right) or (whole.startswith("0") and whole != "0"):
            return None
        return worked(made, plant, text, goes_on=random.random() < 1 / 2)
    except ArithmeticError:
        return None


def worked(made: Ordinary, plant: Plant, text: str, *, goes_on: bool) -> Wrong:
    """The document with one text replaced; what rests on it is computed anew if its author goes on with it."""
    made = deepcopy(made)
    index, row, column = plant
    right = made.stages[index].texts[row][column]
    made.stages[index].texts[row][column] = text
    if goes_on:
        made.stages[index].held[row][column] = point(text)
        for stage in made.stages[index + 1 :]:
            if stage.operation is not None:
                values = stage.operation.meaning(*(made.stages[k].held for k in stage.operands))
                stage.texts, stage.held = stage.habit.block(values, Random(0))
    return Wrong(made, plant, right, goes_on)


def cut_beside_rounded(seed: int) -> Wrong | None:
    """A row of counts divided by 7, rounded to the nearest, and one quotient of them cut.

    Ten others at least tell rounding from cutting, so that one in fifty is likelier wrong than that there is no rule.
    """
    random = Random(seed)
    counts = random.sample(range(1, 90), random.randint(18, 24))
    given = Stage("a", Habit(digits=0), [[point(count) for count in counts]])
    given.texts, given.held = given.habit.block(given.values or [], random)
    divided = next(operation for operation in OPERATIONS if operation.formula == "{0} / 7")
    quotients = Stage("s1", Habit(digits=random.randint(1, 3)), None, divided, (0,))
    values = divided.meaning(given.held)
    quotients.texts, quotients.held = quotients.habit.block(values, random)
    made = Ordinary(seed, [given, quotients], [], set())
    cut = [written(rounded(value, quotients.habit.digits, "trunc"), quotients.habit.digits) for value in values[0]]
    informative = [k for k, text in enumerate(cut) if text != quotients.texts[0][k]]
    if len(informative) < 11:
        return None
    at = random.choice(informative)
    return worked(made, (1, 0, at), cut[at], goes_on=True)


def claim_of(wrong: Wrong, kind: str) -> tuple[str, frozenset[Cell]]:
    """What is provable of a document, and the cells of the proof; the planted cell where there is none."""
    if kind == CUT:
        return "by odds", frozenset({wrong.cell})
    document = wrong.document
    proofs = {"by cell": judged(document, prints_alone=True), "by chain": judged(document)}
    if not document.tags & {"givens: rounded", "givens: exact and rounded"}:
        proofs["if exact"] = judged(document, exact_givens=True)
    proofs["possible"] = frozenset({wrong.cell})
    return next((claim, proof) for claim, proof in proofs.items() if proof)


def marked(seed: int) -> Mark | None:
    """How the document of a seed is judged, each seed with an error of the next kind; None if there is none."""
    kind = [*KINDS, CUT][seed % (len(KINDS) + 1)]
    wrong = cut_beside_rounded(seed) if kind == CUT else planted(seed, kind)
    if wrong is None:
        return None
    claim, proof = claim_of(wrong, kind)
    text = wrong.document.text()
    contradicted, warned = flags(report_on(text))
    sought = between(wrong, proof)
    found = "contradicted" if contradicted & sought else "warned" if warned & sought else "missed"
    above = {stage.name for stage in wrong.document.stages[: wrong.plant[0]]}
    accused = {cell for cell in contradicted if cell[0] in above}
    if wrong.cell in contradicted:
        accused = contradicted - sought
    habits = ", ".join(sorted(tag for tag in wrong.document.tags if tag.startswith(("rule", "goes on"))))
    proved = ", ".join(map(spelled, sorted(proof)))
    says = f"{spelled(wrong.cell)} should read {wrong.right}, {claim} at {proved} ({habits})"
    return Mark(seed, kind, claim, found, tuple(map(spelled, sorted(accused))), text, says)


def between(wrong: Wrong, proof: frozenset[Cell]) -> frozenset[Cell]:
    """The planted cell, those of the proof, their rows, and the cells between them on which the proof rests."""
    stages = wrong.document.stages
    index = {stage.name: k for k, stage in enumerate(stages)}
    users, last = {wrong.plant[0]}, max(index[cell[0]] for cell in proof)
    for k in range(wrong.plant[0] + 1, last):
        users |= {k} if users & set(stages[k].operands) else set()
    shown = {
        (k, i, j)
        for k in users - {wrong.plant[0]}
        for i in range(stages[k].shape[0])
        for j in range(stages[k].shape[1])
    }
    proof |= {(stage, row, 0) for stage, row, _ in (*proof, wrong.cell)}
    return proof | {wrong.cell} | {(stages[k].name, i + 1, j + 1) for k, i, j in shown}


def is_missed(mark: Mark) -> bool:
    """Whether what must be found was not: a proof must contradict, other evidence must at least warn."""
    if mark.claim in PROVABLE:
        return mark.found != "contradicted"
    return mark.claim != "possible" and mark.found == "missed"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.wrong_documents")
    parser.add_argument("--count", type=int, default=2000, help="seeds to try; some make no document")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder for the documents whose error is missed")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    with Pool(chosen.processes) as pool:
        marks = [mark for mark in pool.imap(marked, seeds, chunksize=8) if mark is not None]
    for mark in marks:
        if mark.accused:
            sys.stdout.write(f"seed {mark.seed}, {mark.kind}: accused {', '.join(mark.accused)}; {mark.says}\n")
        if chosen.keep and (is_missed(mark) or mark.accused):
            folder = chosen.keep / ("accused" if mark.accused else mark.claim)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{mark.seed}.yaml").write_text(f"# {mark.kind}: {mark.says}\n{mark.text}", encoding="utf-8")
    sys.stdout.write(table(marks))


def table(marks: list[Mark]) -> str:
    """The figures of each claim and kind: how many are contradicted, warned of, missed, and how many accuse others."""
    count = Counter(
        (mark.claim, kind, what) for mark in marks for kind in (mark.kind, "all") for what in (mark.found, "of")
    )
    beside = Counter((mark.claim, kind) for mark in marks if mark.accused for kind in (mark.kind, "all"))
    lines = [f"{'':28}{'documents':>12}{'contradicted':>14}{'warned':>8}{'missed':>8}{'accused':>9}"]
    for claim in CLAIMS:
        for kind in ("all", *KINDS, CUT):
            figures = [count[claim, kind, what] for what in ("of", "contradicted", "warned", "missed")]
            if figures[0]:
                of, *others = (*figures, beside[claim, kind])
                lines.append(f"{claim + ': ' + kind:28}{of:12}{others[0]:14}{others[1]:8}{others[2]:8}{others[3]:9}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
