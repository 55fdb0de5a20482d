"""An enclosure contains the range that it stands in front of, and settles nothing where it does not reach."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flint import arb, fmpq

from tests.effort import longest_in_full, some
from tests.reports import document as published
from tests.tables import each_case
from verifier.document.lookup import names
from verifier.document.model import DerivedNumbers, Document, Formula
from verifier.document.reader import read
from verifier.document.unrolling import unrolled
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import Refuter, common_cells
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import PRECISIONS, decide, working_precision
from verifier.operations import ShapeError, TooLarge, Unprinted, signatures
from verifier.preimages.boxes import Boxes, enclosed
from verifier.replay.rule_evidence import infer

SUMS = """\
document: sums
title: Sums of two blocks
givens: rounded
stages:
  - name: A
    printed: |
      1.1 2.2 3.3
      4.4 5.5 6.6
      7.7 8.8 9.9
  - name: B
    printed: |
      0.4 0.5 0.6
      0.7 0.8 0.9
      1.2 1.3 1.4
  - name: C
    formula: A + B
    printed: |
      1.5 2.7 3.9
      5.1 6.9 7.5
      8.9 10.1 11.3
"""

CASES = sorted(
    path
    for folder in ("agrees", "contradicted", "tolerated", "undecided")
    for path in (Path(__file__).parent / "cases" / folder).glob("*.yaml")
)


def escapes(document: Document) -> tuple[int, list[str]]:
    """How many ranges of a document have an enclosure, and those that reach beyond theirs."""
    with working_precision(PRECISIONS[0]):
        replay, _ = infer(document)
        ranges = Possible(document, Boxes(replay.tolerance), replay.mended)
        found, seen = [], 0
        for stage in document.stages:
            around = None if stage.formula is None else ranges.enclosure(stage.formula)
            if around is None or stage.formula is None:
                continue
            for (row, column), ball in zip(around.positions(), around.cells, strict=True):
                ends = range_ends(ranges, stage.formula, row, column) if isinstance(ball, Number) else []
                seen += bool(ends)
                found += [f"{stage.name}[{row},{column}]" for end in ends if not arb(ball).overlaps(arb(end))]
        return seen, found


def range_ends(ranges: Possible, formula: Formula, row: int, column: int) -> list[Number]:
    """Both ends of the range of a cell, or the number that it is."""
    try:
        cell = decide(lambda: ranges.cell(formula, row, column)).cells[0]
    except (Unprinted, ShapeError, TooLarge, Uncertain):
        return []
    if isinstance(cell, Interval):
        assert cell.lo is not None, "an enclosure has ends"
        assert cell.hi is not None, "an enclosure has ends"
        return [cell.lo, cell.hi]
    return [cell] if isinstance(cell, Number) else []


@each_case(some(CASES, 1, of=5))
def test_no_range_of_a_case_reaches_beyond_its_enclosure(path: Path):
    assert escapes(unrolled(read(str(path), signatures())))[1] == []


@pytest.mark.parametrize("name", longest_in_full(name for name in names() if name != "soham"))
def test_no_range_of_a_published_document_reaches_beyond_its_enclosure(name: str):
    document = published(name)
    seen, found = escapes(document)
    computed = sum(len(stage.printed.cells) for stage in document.stages if stage.formula and stage.printed)
    assert seen > computed / 2, "most numbers have enclosures"
    assert found == []


def unlike(document: Document) -> tuple[int, list[str]]:
    """How many ranges of a document are computed at once, and those that are not as their cells are by themselves."""
    with working_precision(PRECISIONS[0]):
        replay, _ = infer(document)
        at_once, one_by_one = (Possible(document, Boxes(replay.tolerance), replay.mended) for _ in range(2))
        found, seen = [], 0
        for stage in document.stages:
            whole = None if stage.formula is None else at_once.at_once(stage.formula)
            if whole is None or stage.formula is None:
                continue
            for (row, column), value in zip(whole.positions(), whole.cells, strict=True):
                seen += 1
                if str(value) != str(one_by_one.cell(stage.formula, row, column).cells[0]):
                    found.append(f"{stage.name}[{row},{column}]")
        return seen, found


@each_case(some(CASES, 2, of=5))
def test_ranges_of_a_case_at_once_are_those_of_its_cells(path: Path):
    assert unlike(unrolled(read(str(path), signatures())))[1] == []


@pytest.mark.parametrize("name", longest_in_full(name for name in names() if name != "soham"))
def test_ranges_of_a_published_document_at_once_are_those_of_its_cells(name: str):
    assert unlike(published(name))[1] == []


def test_ranges_of_a_sum_of_two_blocks_are_computed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sums.yaml").write_text(SUMS, encoding="utf-8")
    document = read(str(tmp_path / "sums.yaml"), signatures())
    replay, _ = infer(document)
    numbers = document.by_name["C"].derived
    assert isinstance(numbers, DerivedNumbers)
    refuter = Refuter(replay.tolerance, numbers, Possible(document, Boxes(replay.tolerance), replay.mended))
    asked: list[int] = []
    monkeypatch.setattr(Possible, "cell", counted(Possible.cell, asked))
    cells = common_cells(numbers.block, numbers.block.shape, numbers.formula)
    assert [cell.at for cell in refuter.refuted(cells)] == [4]
    assert len(asked) < len(cells) / 2


def counted(asked: Callable[..., Array], calls: list[int]) -> Callable[..., Array]:
    """The same question, with its calls counted."""

    def ask(*of: object) -> Array:
        calls.append(len(calls))
        return asked(*of)

    return ask


def test_a_range_without_an_end_or_partly_undefined_has_no_enclosure():
    assert enclosed(WHOLE_LINE) is UNKNOWN
    assert enclosed(Interval(fmpq(0), fmpq(1), partial=True)) is UNKNOWN
    assert enclosed(fmpq(1, 3)) == fmpq(1, 3)


def test_a_product_of_wide_balls_holds_all_products():
    boxes = Interval(fmpq(-1), fmpq(2)), Interval(fmpq(3), fmpq(5))
    row = Array(1, 2, tuple(map(enclosed, boxes)))
    cell = Points().matmul(row, row.transposed).cells[0]
    assert isinstance(cell, arb)
    for x, y in ((-1, 3), (2, 5), (0, 3)):
        assert cell.contains(arb(x * x + y * y))
    assert not cell.contains(arb(40))
