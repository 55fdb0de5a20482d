"""The numbers beside a wrong one are found by their values and places as by looking at all numbers of a document."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.exams.benchmark_reading import dense, spoilt
from tests.tables import each
from verifier.causes.shown_numbers import FEWEST, Shown, ShownNumbers
from verifier.causes.typing_slips import form
from verifier.document.graph import followers_of
from verifier.document.model import Document, Stage
from verifier.evaluation.memo import Memo
from verifier.numbers.array import Array, are_single
from verifier.numbers.printed import Printed, power_of_ten
from verifier.operations import REGISTER, Primitive
from verifier.sources.formats import FORMATS, read_source


def document_of(text: str) -> Document:
    return read_source("text.md", FORMATS[".md"], text).document({})


def others(document: Document, stage: Stage, number: Printed) -> list[Shown]:
    """All that a number is compared with, by the definition."""
    followers = followers_of(document, stage.name)
    found = []
    for other in document.stages:
        is_behind = (stage.text or other.text) is not None and (other.line, other.column) > (stage.line, stage.column)
        if other is stage or other.printed is None or other.name in followers or is_behind:
            continue
        for place, shown in enumerate(other.printed.cells):
            is_same = shown is not None and 0 < shown.line == number.line and shown.column == number.column
            if shown is not None and not is_same and sum(form(shown.text)) >= FEWEST:
                found.append(Shown(other, other.printed, place, shown))
    return found


def usual(document: Document, number: Printed) -> int:
    """The decimals of most computed numbers, by the definition."""
    counts: dict[int, int] = {}
    for stage in document.stages:
        for other in () if stage.printed is None or stage.formula is None else stage.printed.contents():
            if other is not number:
                counts[other.decimals] = counts.get(other.decimals, 0) + 1
    return max(counts, key=lambda decimals: counts[decimals], default=number.decimals)


CHAINED = "$a = 5.00 / 4 = 1.25$\n\n<!-- verify: b = a * 4 -->\n\n$b = 5.00$ and $1.25 + 3.75 = 5.00$\n"


TIED = "$1 / 8 = 0.125$, $1 / 4 = 0.25$, $2 / 4 = 0.50$, $3 / 8 = 0.375$ and $1 / 2 = 0.5$"


@each(
    "text",
    [CHAINED, TIED, "$1.25 \\cdot 4 = 5.00$ and $5.00 + 1.25 = 6.25$", *(spoilt(dense(600, k)) for k in range(4))],
)
def test_what_stands_beside_a_number_is_what_looking_at_all_numbers_finds(text: str) -> None:
    document = document_of(text)
    known = ShownNumbers(document)
    for stage in document.stages:
        for number in () if stage.printed is None else stage.printed.contents():
            expected, beside = others(document, stage, number), known.beside(stage, number)
            assert beside.count() == len(expected)
            for value in {number.value * power_of_ten(power) for power in (-1, 0, 1)}:
                assert list(beside.showing(value)) == [one for one in expected if one.number.value == value]
            assert known.usual_decimals(number) == usual(document, number)


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**6))
def test_those_of_texts_and_of_other_stages_are_told_apart(seed: int) -> None:
    draw = random.Random(seed)
    document = document_of(spoilt(dense(300, seed), seed))
    stages = [stage._replace(text=draw.choice([None, stage.text])) for stage in document.stages]
    document = document._replace(stages=tuple(stages))
    known = ShownNumbers(document)
    for stage in document.stages:
        for number in () if stage.printed is None else stage.printed.contents():
            assert known.beside(stage, number).count() == len(others(document, stage, number))


def test_what_is_asked_of_each_error_is_made_once_of_a_document() -> None:
    memo, asked = Memo(), []
    document = document_of("$1 + 1 = 2$")

    def made(of: Document) -> int:
        asked.append(of)
        return len(asked)

    assert [memo.once(made, document) for _ in range(3)] == [1, 1, 1]
    assert asked == [document]


def test_cells_of_single_numbers_are_single_numbers() -> None:
    cellwise = [made for made in REGISTER.values() if isinstance(made, Primitive) and made.pattern == "cellwise"]
    assert len(cellwise) > len(("add", "subtract", "multiply", "divide"))
    assert {made.shape(*[(1, 1)] * len(made.signature.arrays), **made.defaults) for made in cellwise} == {(1, 1)}
    assert are_single([Array(1, 1, (1,)), Array(1, 1, (2,))])
    assert not are_single([Array(1, 1, (1,)), Array(1, 2, (2, 3))])
    assert not are_single([Array(2, 1, (1, 2))])
