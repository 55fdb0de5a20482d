"""Typing slips: digits exchanged, lost or doubled, the point moved, a neighbour's number, two cells exchanged.

They change the text of a number, so their chance is counted in numerals. The form of a numeral is its numbers of
digits before and after the point. A form with n digits has 10**n numerals. If the printed numeral were unrelated to
the right one, the probability that it is one of the right one's edits is the number of edits of that form, divided by
10**n, times the share of the block's numbers that have as many decimals. A slip is accepted below ACCEPTED; a single
wrong number in a block below ACCEPTED_ALONE, as typing slips are its most frequent cause; and a misprint, whose right
value later steps use, below ACCEPTED_OF_A_MISPRINT. A number of two digits is never explained.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import Final

from flint import fmpq

from verifier.causes.hypotheses import Reading
from verifier.document.model import Block, DerivedNumbers
from verifier.evaluation.predicates import attempt, cell_of, is_apart
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.replay.evidence import numerals
from verifier.replay.replay import Replay

MOVES: Final = (-3, -2, -1, 1, 2, 3)
ACCEPTED: Final = fmpq(1, 1000)
ACCEPTED_ALONE: Final = fmpq(1, 100)
ACCEPTED_OF_A_MISPRINT: Final = fmpq(1, 20)
FEW: Final = 4
"""Least count of numbers in a block for a single wrong number to count as alone."""
MAX_WRONG: Final = 2
"""Blocks with more wrong cells are not explained by typing slips."""


class Stroke(NamedTuple):
    """One typing slip: a note for readers, and the numeral that it makes."""

    note: str
    text: str
    kind: str
    changes_count: bool = False
    """Whether the numeral has another count of digits, as no exchange or moved point gives it."""


class Penned(NamedTuple):
    """Cells that typing slips explain, the readings, and the chance that an unrelated number fits as well."""

    readings: tuple[Reading, ...]
    cells: tuple[int, ...]
    chance: fmpq


def slips_of_the_pen(
    replay: Replay, literal: Evaluation, numbers: DerivedNumbers, wrong: Mapping[int, Printed], count: int
) -> Iterator[Penned]:
    """The accepted explanations of single cells, and of pairs that show each other's number.

    *wrong* are the numbers not explained yet, by index; *count* is the number of wrong cells in the block.
    """
    stage, _, block = numbers
    declared = replay.tolerance.declared(stage)
    if count > MAX_WRONG or (declared is not None and declared.format is not None):  # binary numbers are not typed
        return
    is_alone = count == 1 and len(list(block.shown())) >= FEW
    is_misprint = replay.misprints.is_whole(stage)
    limit = ACCEPTED_OF_A_MISPRINT if is_misprint else ACCEPTED_ALONE if is_alone else ACCEPTED / count
    for index in sorted(wrong):
        found = _alone(block, index, right_numerals(replay, literal, numbers, index), wrong)
        if found is not None and found.chance < limit:
            yield found
    for a, b in combinations(sorted(wrong), 2):
        exchanged = _exchanged(replay, numbers, (a, wrong[a]), (b, wrong[b]), count)
        if exchanged is not None and exchanged.chance < limit:
            yield exchanged


def strokes(text: str) -> Iterator[Stroke]:
    """The slips of a numeral: two digits exchanged, one lost or doubled, the point moved, the sign changed."""
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    spots = [index for index, letter in enumerate(body) if letter.isdigit()]
    for a, b in pairwise(spots):
        if body[a] != body[b]:
            letters = list(body)
            letters[a], letters[b] = letters[b], letters[a]
            yield Stroke(f"two digits of {text} exchanged", sign + "".join(letters), "exchanged")
    for spot in spots if len(spots) > 1 else ():
        yield Stroke(f"a digit of {text} lost", sign + body[:spot] + body[spot + 1 :], "lost", changes_count=True)
    for spot in spots:
        yield Stroke(f"a digit of {text} doubled", sign + body[: spot + 1] + body[spot:], "doubled", changes_count=True)
    for move in MOVES:
        yield Stroke(f"the decimal point of {text} moved", sign + _moved(body, move), "moved")
    yield Stroke(f"the sign of {text} lost or added", body if sign else f"-{body}", "sign")


def _moved(body: str, move: int) -> str:
    """An unsigned numeral with its point moved right by *move* digits, padded with zeros."""
    whole, _, decimals = body.partition(".")
    spelled, point = whole + decimals, len(whole) + move
    if point <= 0:
        spelled, point = "0" * (1 - point) + spelled, 1
    spelled = spelled.ljust(point, "0")
    left = spelled[:point].lstrip("0") or "0"
    return f"{left}.{spelled[point:]}" if spelled[point:] else left


def right_numerals(
    replay: Replay, literal: Evaluation, numbers: DerivedNumbers, index: int, beside: Iterable[Printed] = ()
) -> list[str]:
    """The right numerals: literal and replayed value, each with every number of decimals that other numbers show.

    These are the others of the block, and those *beside* it.
    """
    stage, _, block = numbers
    wrong = block.cells[index]
    others = [number for number in block.contents() if number is not wrong]
    alike = {number.decimals: number for number in (*beside, *others) if not number.is_fraction}
    is_finest = wrong is not None and all(wrong.decimals > number.decimals for number in others)
    if wrong is not None and (wrong.is_bare_integer or is_finest):
        # whole numbers beside decimals may be significant, and others may lack zeros where it has digits
        alike = {wrong.decimals: wrong, **alike} if others and is_finest else {**alike, wrong.decimals: wrong}
    found: list[str] = []
    for evaluation in (literal, replay.evaluation):
        whole = partial(evaluation.of, numbers.formula)
        value = attempt(lambda whole=whole: cell_of(whole(), *block.position(index)), None)  # type: ignore[misc]
        if isinstance(value, Number):
            made = [attempt(partial(replay.tolerance.reprint, stage, like, value), None) for like in alike.values()]
            found += [replay.tolerance.show(stage, reprint) for reprint in made if reprint is not None]
    unique: dict[str, str] = {}
    for text in found:
        unique.setdefault(_plain(text) if others and is_finest else text, text)
    return list(unique.values())


def _alone(block: Block, index: int, rights: Iterable[str], wrong: Mapping[int, Printed]) -> Penned | None:
    """The slips that turn a right numeral into the shown one, with their chance; None if there are none."""
    text = wrong[index].text
    found: dict[str, Reading] = {}
    made: set[str] = set()
    for right in rights:
        for stroke in (*strokes(right), *_beside(block, index, wrong)):
            if form(stroke.text) == form(text) and not is_same(stroke.text, right):
                made.add(_plain(stroke.text))
            if is_made(stroke, text) and not is_same(text, right):
                said = {"slip": "digits", "edit": stroke.note, "should read": right}
                found.setdefault(stroke.note, Reading((said,), stroke.note, 1))
    if not found:
        return None
    chance = max(len(made), 1) * _rarity(block, text) / power_of_ten(max(1, sum(form(text))))
    return Penned(tuple(found.values()), (index,), chance)


def form(text: str) -> tuple[int, int]:
    """The numbers of digits before and after the point; leading zeros do not count."""
    whole, _, decimals = text.lstrip("+-").partition(".")
    return sum(map(str.isdigit, whole.lstrip("0"))), sum(map(str.isdigit, decimals))


def _rarity(block: Block, text: str) -> fmpq:
    """The share of the numbers of a block that have as many decimals as *text*, which is one of them."""
    decimals = [form(number.text)[1] for number in block.contents()]
    return fmpq(decimals.count(form(text)[1]), len(decimals))


def _exchanged(
    replay: Replay, numbers: DerivedNumbers, a: tuple[int, Printed], b: tuple[int, Printed], count: int
) -> Penned | None:
    """The exchange of two cells, each given as (index, number); None unless each can show only the other's number.

    Its chance counts all pairs of the *count* wrong cells.
    """
    (at, first), (other, second) = a, b
    could_show = partial(_could_show, replay, numbers)
    if not (could_show(at, second) and could_show(other, first)):
        return None
    if could_show(at, first) or could_show(other, second):  # then the row is wrong, and stays wrong after the exchange
        return None
    places = [f"[{row},{column}]" for row, column in map(numbers.block.coordinates, (at, other))]
    note = f"the numbers of {' and '.join(places)} exchanged"
    reading = Reading(({"slip": "permuted", "edit": note, "cells": " ".join(places)},), note, 1)
    return Penned((reading,), (at, other), comb(count, 2) / (_numerals(first) * _numerals(second)))


def _numerals(number: Printed) -> fmpq:
    return numerals(number.value, number.decimals)


def _could_show(replay: Replay, numbers: DerivedNumbers, index: int, number: Printed) -> bool:
    """Whether some choice of hidden digits prints *number* in the cell."""
    stage, _, block = numbers
    target = replay.tolerance.widest_preimage(stage, number)
    if target is None:
        return False
    return attempt(
        lambda: not is_apart(cell_of(replay.ranges.of(numbers.formula), *block.position(index)), target),
        fallback=False,
    )


def is_made(stroke: Stroke, text: str) -> bool:
    """Whether a slip makes the printed number; one that loses or doubles a digit, with the digits that are printed."""
    return is_same(stroke.text, text) and not (stroke.changes_count and form(stroke.text) != form(text))


def is_same(a: str, b: str) -> bool:
    """Whether two numerals show the same number, apart from leading and trailing zeros."""
    return _plain(a) == _plain(b)


def _plain(text: str) -> str:
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    body = body.lstrip("0")
    body = body.rstrip("0").rstrip(".") if "." in body else body
    return (sign + body) if body else "0"


def _beside(block: Block, index: int, wrong: Mapping[int, Printed]) -> Iterator[Stroke]:
    """The numbers of the adjacent cells that are not wrong; one that others show too tells nothing."""
    row, column = block.position(index)
    texts = [cell.text for at, cell in enumerate(block.cells) if cell is not None and at != index]
    for i, j in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)):
        number = block.cells[block.index_of(i, j)] if 0 <= i < block.rows and 0 <= j < block.columns else None
        if number is not None and block.index_of(i, j) not in wrong and texts.count(number.text) == 1:
            yield Stroke(f"the number of [{i + 1},{j + 1}]", number.text, "neighbour")
