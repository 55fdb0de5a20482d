r"""Values that a text sets for constants, roots and logarithms: `\pi = 3.14`, `\log 2 = 0.3010`, `\sin 37^\circ = 3/5`.

What follows may be computed with these, as schools do: `A = \pi \cdot 20^2 = 1256`. They do so with 3.14 or 22/7 where
a text sets nothing for pi.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from typing import Final, TypeAlias

from flint import arb, fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, with_children
from verifier.late import pattern
from verifier.numbers.interval import Interval, overlap
from verifier.sources.equalities.variants import Equality, Variant, number_alone
from verifier.sources.expressions.calls import PI
from verifier.sources.expressions.enclosures import enclosed, ends
from verifier.verdict import CellReport, StageReport

Values: TypeAlias = Mapping[Expression, Sequence[fmpq]]
"""What expressions are set to, one value or several."""
_SET_PI: Final = pattern(
    r"(?:\\pi|\u03c0|pi\b(?<=\bpi))[\s$}]*(?:=|\\approx|\\simeq|\u2248)[\s${]*"
    r"(?:(?P<number>[0-9](?:(?:\.|,|\{,\})[0-9]+)?)(?![0-9]|\s*[/*])|\\[dt]?frac\{?22\}?\{?7\}?|(?P<ratio>22\s*/\s*7))"
)
_SETTING: Final = pattern(
    r"\b(?:take|taking|use|using|given|let|with|assume|assuming|where|put|set|approximat\w+|dados?|datos?|tomando|usando"
    r"|sachant|avec|mit|con|sea|siendo)\b[^.!?\r\n]{0,80}$",
    re.IGNORECASE,
)
"""Words before an equality that sets a value."""
_SETTABLE: Final = frozenset(("sqrt", "log", "log10", "exp", "sin", "cos", "tan", "pi"))
_OF_SCHOOLS: Final = (fmpq(157, 50), fmpq(22, 7), fmpq(3927, 1250), fmpq(1571, 500))
"""Values for pi: 3.14, 22/7, 3.1416 and 3.142."""
_COARSE: Final = 2
"""Digits of a number that is set for ease: 0.6 for the sine of 37 degrees."""
_NEAR: Final = fmpq(1, 50)
"""How far off, as a share, such a number is at most."""
_ROUGHLY: Final = fmpq(1, 10)
"""How far off, as a share, a number is at most that a text goes on with."""
MAX_SET: Final = 12
"""Maximum number of expressions whose values are set by a text and tried."""
MAX_VALUES: Final = 4
"""Maximum number of values of each that are tried."""


def is_set(text: str, start: int, stage: Stage) -> bool:
    """Whether words before an equality set a coarse number near it for a root, a logarithm or the like of numbers."""
    before, number = text[max(0, start - 100) : start], number_alone(stage)
    tree = None if stage.formula is None else stage.formula.expression
    if tree is None or number is None or not (number.value and _is_settable(tree) and _SETTING.search(before)):
        return False
    value = enclosed(tree, {})
    is_coarse = number.is_fraction or len(number.text.lstrip("-0.").replace(".", "")) <= _COARSE
    return is_coarse and value is not None and bool(abs(value / arb(number.value) - 1) < arb(_NEAR))


def set_in(text: str, equalities: Iterable[Equality]) -> Values:
    """What a text sets for constants, and for roots, logarithms and the like of numbers: nothing far from these."""
    found: dict[Expression, list[fmpq]] = {}
    for match in islice(_SET_PI.finditer(text), MAX_SET):
        found.setdefault(PI, []).append(fmpq(22, 7) if match["number"] is None else _decimal(match["number"]))
    for equality in equalities:
        for variant in equality.variants:
            stage = variant.stated[0] if variant.sort in ("result", "fraction") and variant.stated else None
            number, formula = (None, None) if stage is None else (number_alone(stage), stage.formula)
            if formula is not None and number is not None and _may_be_set(formula.expression, number.value):
                known = found.setdefault(formula.expression, []) if len(found) < MAX_SET else []
                known += [number.value] if len(known) < MAX_VALUES and number.value not in known else []
    if PI not in found and ("\\pi" in text or "\u03c0" in text):
        found[PI] = list(_OF_SCHOOLS)
    return found


def holds_with(stage: StageReport, equality: Equality, values: Values) -> bool:
    """Whether the number of a stage is what its formula gives with values that its text sets."""
    if len(stage.cells) != 1:
        return False
    cell = stage.cells[0]
    return any(
        _gives(one.formula.expression, values, variant, cell)
        for variant in equality.variants
        for one in variant.stated
        if one.formula is not None
        and (number := number_alone(one)) is not None
        and (number.line, number.column) == (cell.line, cell.file_column)
    )


def _gives(tree: Expression, values: Values, variant: Variant, cell: CellReport) -> bool:
    """Whether a formula gives the number of a cell with all values that it uses, or with one of them."""
    used = [one for one in values if _stands_in(one, tree)]
    balls = {name: arb(number) for name, number in variant.values.items()}
    some_used = ([used] if used else []) + [[one] for one in used if len(used) > 1]
    for some, place in product(some_used, range(MAX_VALUES)):
        chosen = {one: values[one][min(place, len(values[one]) - 1)] for one in some}
        with_values = _replaced(tree, {one: Literal(number, str(number)) for one, number in chosen.items()})
        found = enclosed(with_values, balls)
        between = None if found is None else ends(found)
        if between is not None and cell.target is not None and overlap(Interval(*between), cell.target):
            return True
    return False


def _may_be_set(tree: Expression, number: fmpq) -> bool:
    """Whether a number may be set for an expression that it is about."""
    value = enclosed(tree, {}) if number and _is_settable(tree) else None
    return value is not None and bool(abs(value / arb(number) - 1) < arb(_ROUGHLY))


def _is_settable(tree: Expression) -> bool:
    """Whether a tree is a root, a logarithm or the like of whole numbers and pi, or a power of e."""
    return isinstance(tree, Apply) and tree.operation in _SETTABLE and _is_of_wholes(tree)


def _is_of_wholes(tree: Expression) -> bool:
    return not isinstance(tree, Name) and all(map(_is_of_wholes, children(tree)))


def _stands_in(part: Expression, tree: Expression) -> bool:
    return part != tree and (part in children(tree) or any(_stands_in(part, child) for child in children(tree)))


def _replaced(tree: Expression, by: Mapping[Expression, Expression]) -> Expression:
    """The tree with other expressions in the places of some."""
    found = by.get(tree)
    return with_children(tree, [_replaced(child, by) for child in children(tree)]) if found is None else found


def _decimal(text: str) -> fmpq:
    whole, _, decimals = text.replace("{,}", ".").replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
