"""What the numbers of an ordinary document can have been, and which of them cannot: an independent judge.

A printed number stands for its preimage, cut down to what its formula and its print leave: the hull of the print
and of the range of the formula, widened by a unit of the next digit. A number whose range misses its preimage is
wrong. Ranges are those of `enclosures`, so the judge may miss an error and never makes one up. Where no rule is
declared, a print P of unit u stands for all between P - u and P + u, which holds the preimages of all rules.
"""

from fractions import Fraction
from typing import TypeAlias

from tests.exams.enclosures import Enclosure, OutsideDomainError, Table, point
from tests.exams.ordinary_documents import Ordinary, Stage

Cell: TypeAlias = tuple[str, int, int]
_OFFSETS = {
    "half_even": (Fraction(-1, 2), Fraction(1, 2)),
    "half_up": (Fraction(-1, 2), Fraction(1, 2)),
    "half_away": (Fraction(-1, 2), Fraction(1, 2)),
    "ceiling": (Fraction(-1), Fraction(0)),
    "floor": (Fraction(0), Fraction(1)),
}
"""The ends of the preimage of a declared rule, in units beside the print."""


def unit_of(text: str) -> Fraction:
    """One in the last place."""
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def preimage(text: str, rule: str | None) -> Enclosure:
    """What a print stands for, its ends included."""
    value, unit = Fraction(text), unit_of(text)
    if rule in ("trunc", "away"):
        low, high = (0, 1) if (value >= 0) == (rule == "trunc") else (-1, 0)
        if value == 0:
            low, high = (-1, 1) if rule == "trunc" else (0, 0)
        return Enclosure(value + low * unit, value + high * unit)
    low, high = _OFFSETS.get(rule or "", (Fraction(-1), Fraction(1)))
    return Enclosure(value + low * unit, value + high * unit)


def judged(document: Ordinary, *, prints_alone: bool = False, exact_givens: bool = False) -> frozenset[Cell]:
    """The wrong cells of the first stage in which some are proved wrong; empty if nothing is proved.

    With *prints_alone* a computed number stands for its whole preimage, whatever its own formula leaves. With
    *exact_givens* every given is taken at its word, as a header `givens: exact` also asks.
    """
    declared = dict(line.split(": ") for line in document.header)
    rule, exact = declared.get("rounding"), exact_givens or "givens" in declared
    carried: list[Table] = []
    for stage in document.stages:
        if stage.operation is None:
            carried.append(_given(stage, rule, exact=exact))
            continue
        try:
            ranges = stage.operation.meaning(*(carried[k] for k in stage.operands))
        except OutsideDomainError:
            carried.append([[preimage(text, rule) for text in row] for row in stage.texts])
            continue
        wrong = {
            (stage.name, i + 1, j + 1)
            for i, row in enumerate(stage.texts)
            for j, text in enumerate(row)
            if is_wrong(text, ranges[i][j], rule)
        }
        if wrong:
            return frozenset(wrong)
        known = (lambda text, _, rule: preimage(text, rule)) if prints_alone else _carried
        carried.append(
            [[known(text, ranges[i][j], rule) for j, text in enumerate(row)] for i, row in enumerate(stage.texts)]
        )
    return frozenset()


def _given(stage: Stage, rule: str | None, *, exact: bool) -> Table:
    """Whole numbers without a point are counts, and exact."""
    exact = exact or all("." not in text for row in stage.texts for text in row)
    return [[point(text) if exact else preimage(text, rule) for text in row] for row in stage.texts]


def needs_no_more_digits(value: Enclosure, text: str) -> bool:
    """Whether a value is a single number that its print can show in full."""
    return value.is_point and (value.lo / unit_of(text)).denominator == 1


def is_wrong(text: str, value: Enclosure, rule: str | None) -> bool:
    """Whether no number of *value* is printed so; a tenth of a unit is left to what was rounded before."""
    if needs_no_more_digits(value, text):
        return value.lo != Fraction(text)
    low, high = preimage(text, rule)
    margin = unit_of(text) / 10
    return value.misses(Enclosure(low - margin, high + margin))


def _carried(text: str, value: Enclosure, rule: str | None) -> Enclosure:
    if needs_no_more_digits(value, text):
        return value
    own, shown, finer = preimage(text, rule), Fraction(text), unit_of(text) / 10
    low, high = min(shown, value.lo - finer), max(shown, value.hi + finer)
    return Enclosure(max(own.lo, low), min(own.hi, high))
