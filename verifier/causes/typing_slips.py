"""Slips of the pen: digits exchanged, lost or doubled, the point moved, a neighbour's number, two cells exchanged.

Here the text counts, and chance is counted in numerals. The right number has few edits
of a form (digits before the point, digits after it); of that form there are ten to the
number of its digits. If the printed numeral had nothing to do with the right one, it
would be one of the edits with the share of edits among all numerals of its form, and a
form that no other cell of its block has is rare by itself. Below one in a thousand is
accepted, as everywhere. A lone wrong number in a block is a slip of the pen more often
than all else, so one in a hundred is enough; and where later steps show that the author
had the right number, the pen is all that is left: one in twenty. A number of two digits
is never explained.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import Final, NamedTuple

from flint import fmpq

from verifier.causes.evidence import numerals
from verifier.causes.hypotheses import Reading
from verifier.document.model import Block, DerivedNumbers
from verifier.evaluation.evaluation import Evaluation
from verifier.evaluation.predicates import attempt, cell_of, is_apart
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.replay.replay import Replay

MOVES: Final = (-3, -2, -1, 1, 2, 3)
ACCEPTED: Final = fmpq(1, 1000)
ACCEPTED_ALONE: Final = fmpq(1, 100)
ACCEPTED_OF_A_MISPRINT: Final = fmpq(1, 20)
FEW: Final = 4
"""Least count of numbers in a block for a single wrong number to count as alone."""
MAX_WRONG: Final = 2
"""Blocks with more wrong cells are not explained by slips of the pen."""


class Stroke(NamedTuple):
    """One slip of the pen: what it says of itself, and the numeral that it makes."""

    note: str
    text: str


class Penned(NamedTuple):
    """Cells that slips of the pen explain, how, and the chance that any would."""

    readings: tuple[Reading, ...]
    cells: tuple[int, ...]
    chance: fmpq


def slips_of_the_pen(
    replay: Replay, literal: Evaluation, numbers: DerivedNumbers, wrong: Mapping[int, Printed], count: int
) -> Iterator[Penned]:
    """The accepted explanations of single cells, and of two that show each other's number.

    *wrong* are the numbers that are not explained yet, by index, *count* how many are wrong in the block.
    """
    stage, _, block = numbers
    if count > MAX_WRONG or replay.tolerance.resolutions[stage.name].format is not None:  # no pen writes binary numbers
        return
    is_alone = count == 1 and len(list(block.shown())) >= FEW
    limit = ACCEPTED_OF_A_MISPRINT if replay.is_misprint(stage) else ACCEPTED_ALONE if is_alone else ACCEPTED / count
    for index in sorted(wrong):
        found = _alone(block, index, _rights(replay, literal, numbers, index), wrong)
        if found is not None and found.chance < limit:
            yield found
    for a, b in combinations(sorted(wrong), 2):
        exchanged = _exchanged(replay, numbers, (a, wrong[a]), (b, wrong[b]), count)
        if exchanged is not None and exchanged.chance < limit:
            yield exchanged


def strokes(text: str) -> Iterator[Stroke]:
    """The numerals that a slip makes of one: two digits exchanged, one lost, one doubled, the point moved."""
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    spots = [index for index, letter in enumerate(body) if letter.isdigit()]
    for a, b in pairwise(spots):
        if body[a] != body[b]:
            letters = list(body)
            letters[a], letters[b] = letters[b], letters[a]
            yield Stroke(f"two digits of {text} exchanged", sign + "".join(letters))
    for spot in spots if len(spots) > 1 else ():
        yield Stroke(f"a digit of {text} lost", sign + body[:spot] + body[spot + 1 :])
    for spot in spots:
        yield Stroke(f"a digit of {text} doubled", sign + body[: spot + 1] + body[spot:])
    for move in MOVES:
        yield Stroke(f"the decimal point of {text} moved", sign + _moved(body, move))
    yield Stroke(f"the sign of {text} lost or added", body if sign else f"-{body}")


def _moved(body: str, move: int) -> str:
    """The digits with the point elsewhere, zeros put where there are none."""
    whole, _, decimals = body.partition(".")
    spelled, point = whole + decimals, len(whole) + move
    if point <= 0:
        spelled, point = "0" * (1 - point) + spelled, 1
    spelled = spelled.ljust(point, "0")
    left = spelled[:point].lstrip("0") or "0"
    return f"{left}.{spelled[point:]}" if spelled[point:] else left


def _rights(replay: Replay, literal: Evaluation, numbers: DerivedNumbers, index: int) -> list[str]:
    """The numerals that would be right: what the operands give, with as many decimals as any number of the block."""
    stage, _, block = numbers
    alike = {number.decimals: number for *_, number in block.shown()}
    found: list[str] = []
    for evaluation in (literal, replay.evaluation):
        whole = partial(evaluation.value, stage.name)
        value = attempt(lambda whole=whole: cell_of(whole(), *block.position(index)), None)  # type: ignore[misc]
        if isinstance(value, Number):
            made = [attempt(partial(replay.tolerance.reprint, stage, like, value), None) for like in alike.values()]
            found += [replay.tolerance.show(stage, reprint) for reprint in made if reprint is not None]
    return list(dict.fromkeys(found))


def _alone(block: Block, index: int, rights: Iterable[str], wrong: Mapping[int, Printed]) -> Penned | None:
    """The strokes that make the shown numeral of a right one; how many others of its form they could have made."""
    text = wrong[index].text
    found: dict[str, Reading] = {}
    made: set[str] = set()
    for right in rights:
        for stroke in (*strokes(right), *_beside(block, index, wrong)):
            if form(stroke.text) == form(text) and not _is_same(stroke.text, right):
                made.add(_plain(stroke.text))
            if _is_same(stroke.text, text) and not _is_same(text, right):
                said = {"slip": "digits", "edit": stroke.note, "should read": right}
                found.setdefault(stroke.note, Reading((said,), stroke.note, 1))
    if not found:
        return None
    chance = len(made) * _rarity(block, text) / power_of_ten(max(1, sum(form(text))))
    return Penned(tuple(found.values()), (index,), chance)


def form(text: str) -> tuple[int, int]:
    """The digits of a numeral before its point and after it; a zero before the point is none."""
    whole, _, decimals = text.lstrip("+-").partition(".")
    return len(whole.lstrip("0")), len(decimals)


def _rarity(block: Block, text: str) -> fmpq:
    """The share of the numbers of a block that have as many decimals as one of them, *text*; that one counts too."""
    decimals = [form(number.text)[1] for *_, number in block.shown()]
    return fmpq(decimals.count(form(text)[1]), len(decimals))


def _exchanged(
    replay: Replay, numbers: DerivedNumbers, a: tuple[int, Printed], b: tuple[int, Printed], count: int
) -> Penned | None:
    """Two cells, each as index and number, that could show each other's number and not their own.

    The chance counts the pairs among the *count* cells that are wrong.
    """
    (at, first), (other, second) = a, b
    could_show = partial(_could_show, replay, numbers)
    if not (could_show(at, second) and could_show(other, first)):
        return None
    if could_show(at, first) or could_show(other, second):  # only their row is wrong, and stays so
        return None
    places = [f"[{row},{column}]" for row, column in map(numbers.block.coordinates, (at, other))]
    note = f"the numbers of {' and '.join(places)} exchanged"
    reading = Reading(({"slip": "permuted", "edit": note, "cells": " ".join(places)},), note, 1)
    return Penned((reading,), (at, other), comb(count, 2) / (_numerals(first) * _numerals(second)))


def _numerals(number: Printed) -> fmpq:
    return numerals(number.value, number.decimals)


def _could_show(replay: Replay, numbers: DerivedNumbers, index: int, number: Printed) -> bool:
    """Whether a number is possible in a cell."""
    stage, _, block = numbers
    target = replay.tolerance.widest_preimage(stage, number)
    if target is None:
        return False
    return attempt(
        lambda: not is_apart(cell_of(replay.ranges.value(stage.name), *block.position(index)), target),
        fallback=False,
    )


def _is_same(a: str, b: str) -> bool:
    """Whether two numerals show the same number, zeros at an end aside."""
    return _plain(a) == _plain(b)


def _plain(text: str) -> str:
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    body = body.lstrip("0")
    body = body.rstrip("0").rstrip(".") if "." in body else body
    return (sign + body) if body else "0"


def _beside(block: Block, index: int, wrong: Mapping[int, Printed]) -> Iterator[Stroke]:
    """The numbers of the four cells beside one, of those that are right."""
    row, column = block.position(index)
    for i, j in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)):
        number = block.cells[block.index_of(i, j)] if 0 <= i < block.rows and 0 <= j < block.columns else None
        if number is not None and block.index_of(i, j) not in wrong:
            yield Stroke(f"the number of [{i + 1},{j + 1}]", number.text)
