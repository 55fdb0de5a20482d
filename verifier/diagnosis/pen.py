"""Slips of the pen in single cells: digits exchanged, lost or doubled, the point moved, the number of a cell beside.

Here the text counts, and chance is counted in numerals. The right number has few edits
of a length (digits before the point, digits after it); of that length there are ten to
the number of its digits. If the printed numeral had nothing to do with the right one, it
would be one of the edits with the share of edits among all numerals of its length; times
the number of cells that are looked at, that is the chance, and below one in a thousand is
accepted, as everywhere. So a number of three digits is never explained: six edits in a
thousand are too many. A zero before the point counts as no digit, as it could not differ.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

from flint import fmpq

from verifier.diagnosis.hypotheses import Hypothesis
from verifier.document import Block
from verifier.tolerance import printed_values

MOVES = (-3, -2, -1, 1, 2, 3)


class Stroke(NamedTuple):
    """One slip of the pen: what it says of itself, and the numeral that it makes."""

    note: str
    text: str


class Penned(NamedTuple):
    """Cells that slips of the pen explain, how, and the chance that any would."""

    hypothesis: Hypothesis
    cells: tuple[int, ...]
    chance: fmpq


def strokes(text: str) -> Iterator[Stroke]:
    """The numerals that a slip makes of one: two digits exchanged, one lost, one doubled, the point moved."""
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    spots = [place for place, letter in enumerate(body) if letter.isdigit()]
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


def _moved(body: str, move: int) -> str:
    """The digits with the point elsewhere, zeros put where there are none."""
    whole, _, decimals = body.partition(".")
    digits, point = whole + decimals, len(whole) + move
    if point <= 0:
        digits, point = "0" * (1 - point) + digits, 1
    digits = digits.ljust(point, "0")
    left = digits[:point].lstrip("0") or "0"
    return f"{left}.{digits[point:]}" if digits[point:] else left


def length(text: str) -> tuple[int, int]:
    """The digits of a numeral before its point and after it; a zero before the point is none."""
    whole, _, decimals = text.lstrip("+-").partition(".")
    return len(whole.lstrip("0")), len(decimals)


def _is_same(a: str, b: str) -> bool:
    """Whether two numerals show the same number, zeros at an end aside."""
    return _plain(a) == _plain(b)


def _plain(text: str) -> str:
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    body = body.lstrip("0")
    body = body.rstrip("0").rstrip(".") if "." in body else body
    return (sign + body) if body else "0"


def one_by_one(block: Block, shown: Mapping[int, str], rights: Mapping[int, Iterable[str]]) -> Iterator[Penned]:
    """Each of the cells by itself; *shown* is what it prints, *rights* the numerals that would be right."""
    for cell, text in shown.items():
        found: dict[str, Hypothesis] = {}
        made: set[str] = set()
        for right in rights.get(cell, ()):
            for stroke in (*strokes(right), *_beside(block, cell)):
                if length(stroke.text) == length(text) and not _is_same(stroke.text, right):
                    made.add(_plain(stroke.text))
                if _is_same(stroke.text, text) and not _is_same(text, right):
                    found.setdefault(right, _written(block, "digits", stroke.note, {"should read": right}))
        chance = fmpq(len(made) * len(shown)) / _numerals(text)
        for hypothesis in found.values():
            yield Penned(hypothesis, (cell,), chance)


def exchanged(block: Block, shown: Mapping[int, str], rights: Mapping[int, Iterable[str]]) -> Iterator[Penned]:
    """Two cells that show each other's number; each is one numeral of its length, and any two could be."""
    for a, b in combinations(shown, 2):
        crossed = any(_is_same(shown[a], right) for right in rights.get(b, ()))
        if crossed and any(_is_same(shown[b], right) for right in rights.get(a, ())):
            places = " ".join(f"[{cell // block.columns + 1},{cell % block.columns + 1}]" for cell in sorted((a, b)))
            note = f"the numbers of {places.replace(' ', ' and ')} exchanged"
            chance = fmpq(comb(len(shown), 2)) / (_numerals(shown[a]) * _numerals(shown[b]))
            yield Penned(_written(block, "permuted", note, {"cells": places}), (a, b), chance)


def _numerals(text: str) -> fmpq:
    """How many numerals are as long."""
    return fmpq(10) ** sum(length(text))


def _written(block: Block, slip: str, note: str, more: dict[str, str]) -> Hypothesis:
    del block
    return Hypothesis(({"slip": slip, "edit": note, **more},), note, 1, _no_value)


def _no_value(_: object) -> "printed_values":  # type: ignore[valid-type]
    raise NotImplementedError


def _beside(block: Block, cell: int) -> Iterator[Stroke]:
    """The numbers of the four cells beside one."""
    row, column = divmod(cell, block.columns)
    for i, j in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)):
        if 0 <= i < block.rows and 0 <= j < block.columns:
            number = block.cells[i * block.columns + j]
            if number is not None:
                yield Stroke(f"the number of [{i + 1},{j + 1}]", number.text)
