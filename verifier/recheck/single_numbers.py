"""One printed number against what its formula gives."""

from typing import Final

from verifier.recheck.affine import Affine
from verifier.recheck.evaluation import Evaluation
from verifier.recheck.expansion import names_in
from verifier.recheck.grids import Grid, shape
from verifier.recheck.halving import holds_in_parts
from verifier.recheck.intervals import Unknown
from verifier.recheck.printed import decimal, ten
from verifier.recheck.ranges import meets, range_of, shown
from verifier.recheck.readings import Reading
from verifier.recheck.report_reading import Cell
from verifier.recheck.rounding import Set, hull
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Tree


def at(grid: Grid, cell: Cell) -> CellValue:
    """What is known of one printed cell; raises Unknown if a formula does not reach it."""
    rows, columns = shape(grid)
    if cell.row > rows or cell.column > columns:
        raise Unknown("its formula does not reach it")
    return grid[cell.row - 1][cell.column - 1]


_FAR: Final = ten(800)
"""Farther than any number that is printed."""


def claim_of(reading: Reading, cell: Cell) -> Set | str | None:
    """What the print of a number stands for, by its text and by the report; why not, where the two do not fit."""
    claim, told = reading.claim(cell.printed), range_of(cell.stands_for)
    if told is None and reading.is_program:
        return f"the report does not say what {cell.printed} of a program stands for"[:80]
    if claim is None or told is None:
        return claim
    if reading.is_exact and not (told.lo <= claim.lo and claim.hi <= told.hi):
        return f"the report takes {cell.printed} for {cell.stands_for}, and it stands for {shown((claim.lo, claim.hi))}"
    if not meets((claim.lo, claim.hi), told):
        return f"the report takes {cell.printed} for {cell.stands_for}, of which nothing prints so"
    return hull(claim, told)


def half_line(text: str) -> Set | None:
    """The numbers that a printed bound stands for, as far as numbers go that are printed; None of another text."""
    signs = {"<": (False, True), "\u2264": (True, True), ">": (False, False), "\u2265": (True, False)}
    if text[:1] not in signs:
        return None
    is_closed, is_upper = signs[text[0]]
    limit = decimal(text[1:].lstrip("= ").replace(" %", "%"))
    if limit is None:
        return None
    is_closed = is_closed or text[1:2] == "="
    if is_upper:
        return Set(-_FAR, limit.value, hi_closed=is_closed)
    return Set(limit.value, _FAR, lo_closed=is_closed)


def is_missed(evaluation: Evaluation, tree: Tree, cell: Cell, claim: Set) -> bool:
    """Whether a formula is known to miss a print: at once, as an affine form, or on each part of a box."""

    def misses(grid: Grid) -> bool:
        found = at(grid, cell)
        return isinstance(found, tuple) and not meets(found, claim)

    if misses(evaluation.of(tree)) or _misses_as_form(evaluation, tree, cell, claim):
        return True
    return holds_in_parts(tree, evaluation.operands, evaluation.work, misses)


def _misses_as_form(evaluation: Evaluation, tree: Tree, cell: Cell, claim: Set) -> bool:
    """Whether a formula misses a print where a hidden number that it uses twice is counted once."""
    used = names_in(tree)
    if len(used) == len(set(used)):
        return False
    affine = Affine(evaluation, [])
    try:
        forms = affine.of(tree)
    except Unknown:
        return False
    rows, columns = shape(forms)
    is_reached = cell.row <= rows and cell.column <= columns
    return is_reached and affine.is_refuted([(forms[cell.row - 1][cell.column - 1], claim, 1)])
