"""How much work it is to read a text of equalities that hold and to see that they do, and to say what is wrong."""

from functools import partial

from tests.counting import counted
from tests.exams.benchmark_reading import dense, spoilt
from verifier.document.lookup import find
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.sources.formats import settled_file

MOST_STEPS = 925
"""Calls of functions for each number that is checked."""
LEAST_CHECKED = 400
MOST_OF_WRONG = 372
"""The same of a document of many wrong numbers, without what it takes to read it."""
MOST_OF_WRONG_TEXT = 2_000
"""The same of a text in which one number in twenty is wrong, with what it takes to read it."""


def test_a_right_text_takes_few_steps() -> None:
    assert settled_file("text.md", check, text=dense(2_000, 6)) is not None
    text = dense(20_000, 5)
    report, steps = counted(lambda: settled_file("text.md", check, text=text))
    assert report is not None
    checked = sum(stage.formula is not None for stage in report.document.stages)
    assert checked > LEAST_CHECKED
    assert steps < MOST_STEPS * checked


def test_a_text_with_wrong_numbers_takes_few_steps() -> None:
    judge = partial(check, causes=False)
    assert settled_file("text.md", judge, text=spoilt(dense(8_000, 6))) is not None
    text = spoilt(dense(30_000, 5))
    report, steps = counted(lambda: settled_file("text.md", judge, text=text))
    assert report is not None
    checked = sum(stage.formula is not None for stage in report.document.stages)
    assert checked > LEAST_CHECKED
    assert steps < MOST_OF_WRONG_TEXT * checked


def test_a_wrong_document_takes_few_steps() -> None:
    document = read(find("fareed"), signatures())
    check(document, causes=False, standards=False)
    report, steps = counted(lambda: check(document, causes=False, standards=False))
    numbers = sum(len(stage.cells) for stage in report.stages if stage.stage.formula is not None)
    assert steps < MOST_OF_WRONG * numbers
