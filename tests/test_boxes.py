"""The boxes of a block, told for all its numbers at once, are those that are told of each number by itself."""

from pathlib import Path

import pytest

from tests.effort import some
from tests.reports import DOCUMENTS, name_of
from verifier.document.model import Block, Stage
from verifier.document.reader import read
from verifier.numbers.interval import Interval
from verifier.operations import signatures
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance

BETWEEN = """
document: bounds
title: Givens with bounds, counts, and a number that is not shown
stages:
  - name: X
    between: [0.1, 12]
    printed: |
      0.2 0.10 ?
      12 3 1/3
  - name: Y
    formula: 2 * X
    printed: |
      0.4 0.2 ?
      24 6 2/3
"""


def one_by_one(boxes: Boxes, stage: Stage, block: Block) -> list[object]:
    """As the numbers of a printed interval are told, which are two."""
    of_shown = boxes._of_given if stage.is_given else boxes._of_computed  # noqa: SLF001 - the long way
    preimages = boxes._preimages(stage, block)  # noqa: SLF001 - as above
    return [number and of_shown(stage, number, box) for number, box in zip(block.cells, preimages, strict=True)]


def facts(box: object) -> object:
    """What tells boxes apart: ranges are the same by their ends, and a number is the object that is printed."""
    return (box.lo, box.hi, box.lo_closed, box.hi_closed) if isinstance(box, Interval) else box and id(box)


def assert_alike(path: str) -> int:
    """Compare both ways in a document; returns how many numbers stand for themselves."""
    document, count = read(path, signatures()), 0
    exact = frozenset(stage.name for stage in document.stages if stage.is_given)
    for widest in (True, False):
        for at_word in (frozenset[str](), exact):
            boxes = Boxes(Tolerance(document), widest, at_word)
            for stage in document.stages:
                if stage.printed is not None:
                    found = boxes._of_shown(stage, stage.printed)  # noqa: SLF001 - the short way
                    assert list(map(facts, found)) == list(map(facts, one_by_one(boxes, stage, stage.printed)))
                    numbers = zip(found, stage.printed.cells, strict=True)
                    count += sum(number is not None and one is number.value for one, number in numbers)
    return count


@pytest.mark.parametrize("path", some(DOCUMENTS, 3), ids=name_of)
def test_the_boxes_of_a_case_are_those_of_its_numbers(path: Path) -> None:
    assert_alike(str(path))


def test_bounds_counts_and_fractions_are_asked_of_each_number(tmp_path: Path) -> None:
    path = tmp_path / "bounds.yaml"
    path.write_text(BETWEEN, encoding="utf-8")
    assert assert_alike(str(path)) > 0
