"""Short chains of ordinary numbers with one wrong print: it alone is accused, whatever its author went on with.

The author goes on with the wrong print, with the right value, or with the right value rounded. Whole numbers as givens
leave no hidden digits, so a chain follows from its first line alone.
"""

import tempfile
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import pytest

from tests.effort import examples
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Report, Verdict

Onward = Literal["print", "value", "rounded"]
STEPS = {
    "3 * {0}": lambda x: 3 * x,
    "{0} + 5": lambda x: x + 5,
    "{0} / 7": lambda x: x / 7,
    "sqrt({0})": Decimal.sqrt,
    "{0} * {0}": lambda x: x * x,
    "10 / (1 + {0})": lambda x: 10 / (1 + x),
}
DOCUMENTS = examples(60)


class Chain(NamedTuple):
    """The lines of a document, formula and prints, and which of them is wrong; from zero."""

    lines: list[tuple[str | None, list[Decimal]]]
    wrong: int


def rounded(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def chains(onward: Onward) -> Iterator[Chain]:
    """Chains without end; values near zero or very large are left out."""
    random = Random(onward)
    while True:
        made = chain(random, onward)
        if all(Decimal("0.1") < value < 10**5 for _, values in made.lines for value in values):
            yield made


def chain(random: Random, onward: Onward) -> Chain:
    decimals, habit = random.choice([2, 3]), random.choice(["print", "value", "rounded"])
    carried = [Decimal(random.randint(2, 30)) for _ in range(random.choice([1, 2, 3]))]
    lines: list[tuple[str | None, list[Decimal]]] = [(None, carried)]
    wrong = random.randint(1, 2)
    for line in range(1, random.randint(3, 5)):
        formula = random.choice(list(STEPS))
        values = [STEPS[formula](value) for value in carried]
        shown = [rounded(value, decimals) for value in values]
        going_on = {"print": shown, "value": values, "rounded": [rounded(value, decimals + 1) for value in values]}
        carried = list(going_on[habit])
        if line == wrong:
            shown[0] += random.randint(2, 9) * Decimal(10) ** random.randint(0, 1)
            carried[0] = {"print": shown, "value": values, "rounded": [rounded(values[0], decimals)]}[onward][0]
        lines.append((formula.format("abcde"[line - 1]), shown))
    return Chain(lines, wrong)


def report_on(made: Chain) -> Report:
    text = "document: chain\ntitle: A chain\nstages:\n"
    for name, (formula, values) in zip("abcde", made.lines, strict=False):
        stated = f"    formula: {formula}\n" if formula else ""
        text += f"  - name: {name}\n{stated}    printed: |\n      {' '.join(map(str, values))}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain.yaml"
        path.write_text(text, encoding="utf-8")
        return check(read(str(path), signatures()), causes=False)


@pytest.mark.parametrize("onward", ["print", "value", "rounded"])
def test_only_the_wrong_number_of_a_chain_is_accused(onward: Onward):
    for made, _ in zip(chains(onward), range(DOCUMENTS), strict=False):
        report = report_on(made)
        cells = [(stage.stage.name, cell) for stage in report.stages for cell in stage.cells]
        accused = [(name, cell) for name, cell in cells if cell.verdict is Verdict.CONTRADICTED]
        assert [(name, cell.column) for name, cell in accused] == [("abcde"[made.wrong], 1)], made
        assert all(cell.corrected not in (None, cell.text) for _, cell in accused)
