"""What is promised of documents as a whole: no false accusation, and no missed error.

The documents are worked by an author of another arithmetic (`strategies.worked`:
fractions and mpmath at 60 digits), who makes no mistake or one that is planted.
VERIFIER_EXAMPLES in the environment asks for more examples than the usual number.
"""

import os
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.reports import accused
from tests.strategies import MP, Plant, Real, Step, Worked, worked
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json
from verifier.verdict import Report, StageReport

EXAMPLES = int(os.environ.get("VERIFIER_EXAMPLES", str(examples(80))))

seeds = st.integers(0, 10**9)


FILE = Path(tempfile.gettempdir(), f"honesty-{os.getpid()}.yaml")


@pytest.fixture(autouse=True)
def _no_file_stays() -> Iterator[None]:
    yield
    FILE.unlink(missing_ok=True)


def report_on(text: str) -> Report:
    FILE.write_text(text, encoding="utf-8")
    return check(read(str(FILE), signatures()), causes=False)


@settings(max_examples=EXAMPLES)
@given(seeds)
def test_a_document_without_a_mistake_is_never_accused(seed: int) -> None:
    """Of one rule, ten or a chain of two, of digits carried on or dropped, of zeros kept or dropped.

    Left out is what the design does not promise. Rules outside of U (away from zero, to
    plus and minus infinity) are declared. A chain is two steps of nearest or trunc, as U
    holds no third. Significant digits are declared, as a bare integer in an undeclared
    block of decimals is read with their coarsest unit; and no number has more digits before
    its point than it shows. A given whose numbers all lack a point is exact by definition, so
    a given with hidden digits shows a point somewhere.
    """
    made = worked(seed)
    report = report_on(made.text())
    assert accused(report) == [], made.text()
    assert [made.id for made in report.errata if made.kind != "departure"] == []
    assert report.is_clean


def unit_of(text: str) -> Fraction:
    """The unit of a number's own last digit."""
    return Fraction(10) ** -len(text.partition(".")[2])


def reach_of(made: Worked, step: int, row: int, column: int, random: Random) -> Fraction:
    """How far a cell of a step was seen to move while its printed operands move by eleven tenths of a unit.

    The operands go to random corners, and one number at a time to either side.
    """
    own = made.steps[step]
    assert own.meaning is not None
    tables = [[[Fraction(text) for text in line] for line in made.texts[operand]] for operand in own.operands]
    widths = [[[unit_of(text) * 11 / 10 for text in line] for line in made.texts[operand]] for operand in own.operands]
    places = [(k, i, j) for k, table in enumerate(tables) for i, line in enumerate(table) for j in range(len(line))]

    def at(sides: dict[tuple[int, int, int], int]) -> Fraction:
        moved = [
            [
                [cell + sides.get((k, i, j), 0) * widths[k][i][j] for j, cell in enumerate(line)]
                for i, line in enumerate(table)
            ]
            for k, table in enumerate(tables)
        ]
        return as_fraction(own.meaning(*moved)[row][column])  # type: ignore[misc]  # not None, as above

    values = [at({place: random.choice([-1, 1]) for place in places}) for _ in range(12)]
    middle = at({})
    alone = sum((max(abs(at({place: side}) - middle) for side in (-1, 1)) for place in places), Fraction(0))
    return max(values) - min(values) + alone


def as_fraction(x: Real) -> Fraction:
    """A number to 30 digits, as far as a distance needs it."""
    return x if isinstance(x, Fraction) else Fraction(MP.nstr(x, 30))


def shown_steps(made: Worked) -> list[int]:
    """The computed steps that show numbers, and whose operands show all of theirs."""
    return [
        place
        for place, step in enumerate(made.steps)
        if step.formula and step.shown and all(_in_full(made.steps[operand]) for operand in step.operands)
    ]


def _in_full(step: Step) -> bool:
    return step.shown and not step.elided


def planted(made: Worked, random: Random, steps: list[int], *, used: bool) -> Plant:
    """A wrong print in a random cell of one of the steps, ten times as far off as the operands can explain."""
    step = random.choice(steps)
    table, habit = made.true[step], made.steps[step].habit
    row, column = random.randrange(len(table)), random.randrange(len(table[0]))
    right = as_fraction(table[row][column])
    far = 10 * reach_of(made, step, row, column, random) + 3 * (1 if habit.drops else Fraction(10) ** -habit.place)
    if habit.significant:
        far += abs(right)
    formula = str(made.steps[step].formula)
    names = [made.steps[operand].name for operand in made.steps[step].operands]
    if "layer_norm" in formula or any(formula.count(name) > 1 for name in names):
        far = 100 * (far + 1)  # where an operand is used twice, the range is an enclosure
    return Plant(step, row, column, habit.show(right + random.choice([-1, 1]) * far), used)


@settings(max_examples=EXAMPLES)
@given(seeds)
def test_a_cell_far_from_its_range_is_contradicted_and_nothing_above_it(seed: int) -> None:
    random = Random(seed)
    made = worked(seed)
    steps = shown_steps(made)
    assume(steps)
    plant = planted(made, random, steps, used=random.random() < 0.5)
    assume((plant.row, plant.column) not in made.steps[plant.step].elided)
    wrong = made.work(plant)
    found = accused(report_on(wrong.text()))
    name = made.steps[plant.step].name
    above = {step.name for step in made.steps[: plant.step]}
    assert not [place for place in found if place[0] in above], wrong.text()
    cells = [place for place in found if place[0] == name and place[2]]
    assert cells == [(name, plant.row + 1, plant.column + 1)], wrong.text()


@settings(max_examples=EXAMPLES)
@given(seeds)
def test_a_misprint_leaves_every_later_step_unaccused(seed: int) -> None:
    """By an author who rounds to the nearest, of exact givens, with digits carried on or not."""
    random = Random(seed)
    made = worked(seed, plain=True, exact=True)
    followed = {operand for step in made.steps if step.shown for operand in step.operands}
    steps = [step for step in shown_steps(made) if step in followed]
    assume(steps)
    plant = planted(made, random, steps, used=False)
    assume(not any(step.elided for step in made.steps))
    wrong, other = made.work(plant), made.work(plant._replace(used=True))
    users = [place for place, step in enumerate(made.steps) if plant.step in step.operands and step.shown]
    assume(all(wrong.texts[user] != other.texts[user] for user in users))
    report = report_on(wrong.text())
    name = made.steps[plant.step].name
    cells = [place for place in accused(report) if place[0] != name or place[2]]  # its row sums up wrong, too
    assert cells == [(name, plant.row + 1, plant.column + 1)], wrong.text()
    assert {made.kind for made in report.errata} <= {"misprint", "arithmetic"}  # not every later print tells them apart


@settings(max_examples=EXAMPLES // 4)
@given(seeds)
def test_verdicts_are_the_same_again_under_another_name_and_beside_what_nobody_uses(seed: int) -> None:
    random = Random(seed)
    made = worked(seed)
    steps = shown_steps(made)
    if steps and random.random() < 0.5:
        made = made.work(planted(made, random, steps, used=random.random() < 0.5))
    text = made.text()
    report = report_on(text)
    assert as_json([report_on(text)]) == as_json([report])
    for changed in (text.replace("document: worked", "document: other"), text + UNUSED):
        again = report_on(changed)
        for stage in report.stages:
            same = again.by_name[stage.stage.name]
            assert verdicts(same) == verdicts(stage)


UNUSED = """\
  - name: unused
    printed: |
      1  2
      3  4
  - name: square
    formula: unused @ unused
    printed: |
      7   10
      15  22
  - name: never_shown
    formula: unused + 1
"""


def verdicts(report: StageReport) -> list[object]:
    """All that is proved of a stage."""
    cells = [(c.verdict, c.basis, c.reason, c.corrected, c.inherited_from) for c in report.cells]
    return [report.verdict, report.shape.verdict, report.carried, *cells]
