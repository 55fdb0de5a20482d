"""Numbers that stand twice in an expression whose form says that both are one quantity.

A printed number stands for any number that prints so, each time for another one: `0.5 * 0.5` may be two chances. But
what is put into a formula for one symbol is one quantity, and hides the same digits wherever that symbol stands. The
forms by which this is known are in `same_forms`. And a formula has one symbol where one number alone is put in
everywhere, nowhere beside itself, as in a step of Newton's method.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names
from verifier.sources.expressions.same_forms import (
    RELATIVE,
    STACKS,
    Alike,
    Same,
    distances,
    factors_of,
    forms_at,
    shape_of,
    terms_of,
)
from verifier.sources.expressions.solving import renamed
from verifier.sources.expressions.values import Numeral

_LEAST_DIGITS: Final = 4
"""Digits that must agree where one number is put in everywhere, for all times after the first together."""
_LEAST_OF_ONE: Final = 2
_PERCENT: Final = 100
_LEAST_IN_PERCENT: Final = 2
"""Digits that must agree in a relative difference that is given in percent."""


def with_same(tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> Expression:
    """The expression with one name for all numbers that its form says to be one quantity."""
    shown = _shown(tree, operands)
    if len(shown) == len({numeral.text.lstrip("+-") for numeral in shown.values()}):
        return tree
    texts = {name: numeral.text.lstrip("+-") for name, numeral in shown.items()}
    keys = {name: f"{texts[name]} {numeral.is_percent} {numeral.reach}" for name, numeral in shown.items()}
    negative = {name for name, numeral in shown.items() if numeral.text.startswith("-")}
    read = renamed(tree, {name: _opposite(Name(name)) for name in negative})
    alike = Alike(texts, keys)
    found = [same for same in _found(read, alike) if same.digits >= same.needed]
    found = found or [same for same in _everywhere(read, alike) if same.digits >= same.needed]
    order = sorted(dict.fromkeys(names(tree)), key=negative.__contains__)
    first = _first_of([pair for same in found for pair in same.pairs], order)
    opposite = {name for name, one in first.items() if (name in negative) != (one in negative)}
    others = {name: _opposite(Name(one)) if name in opposite else Name(one) for name, one in first.items()}
    return renamed(tree, others) if found else tree


def _shown(tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> dict[str, Numeral]:
    """The numbers alone of an expression, by their names."""
    grids = {name: grid for name in names(tree) if (grid := operands.get(name)) is not None}
    cells = {name: grid.cells[0] for name, grid in grids.items() if grid.shape == (1, 1)}
    return {name: numeral for name, numeral in cells.items() if numeral is not None}


def _opposite(tree: Expression) -> Expression:
    return Apply("negative", (tree,))


def _first_of(pairs: Iterable[tuple[str, str]], order: list[str]) -> dict[str, str]:
    """The number, the first in an order, that each is the same as, by pairs of the same."""
    first = {name: name for name in order}
    for one, other in pairs:
        ours, theirs = sorted((first[one], first[other]), key=order.index)
        first = {name: ours if at == theirs else at for name, at in first.items()}
    return first


def _found(tree: Expression, alike: Alike) -> list[Same]:
    """The numbers that are the same by the forms of an expression and of its parts."""
    match tree:
        case Apply("add" | "subtract"):
            return _in_sum(terms_of(tree), alike)
        case Apply("negative", (inner,)):
            return _found(inner, alike)
        case Apply("multiply"):
            factors = factors_of(tree)
            parts = [same for factor in factors for same in _found(factor, alike)]
            is_percent = any(map(_is_hundred, factors))
            return [*forms_at(tree, alike), *(_in_percent(same) if is_percent else same for same in parts)]
    return [*forms_at(tree, alike), *(same for child in children(tree) for same in _found(child, alike))]


def _is_hundred(factor: Expression) -> bool:
    match factor:
        case Apply("divide", (Literal() as inner, Literal())):
            return _is_hundred(inner)
        case Literal(value):
            return bool(value == _PERCENT)
    return False


def _in_percent(same: Same) -> Same:
    return same._replace(needed=_LEAST_IN_PERCENT) if same.form == RELATIVE else same


def _in_sum(terms: Iterable[Expression], alike: Alike) -> list[Same]:
    """The same of the terms of a sum: those of one shape have one form, or none of them has it.

    The digits of terms that are written alike count once.
    """
    groups: dict[Expression, list[Expression]] = {}
    for term in terms:
        groups.setdefault(shape_of(term), []).append(term)
    every: list[Same] = []
    for group in groups.values():
        found = [_found(term, alike) for term in group]
        written = [tuple(map(alike.shown, factors_of(term))) for term in group]
        different = dict(zip(written, found, strict=True))
        times = Counter(form for some in found for form in {same.form for same in some})
        digits = Counter[str]()
        for same in (same for some in different.values() for same in some):
            digits[same.form] += same.digits
        shared = (same for some in found for same in some if times[same.form] == len(group))
        every += [same._replace(digits=digits[same.form]) for same in shared]
        every += distances(group, alike)
    return every


def _everywhere(tree: Expression, alike: Alike) -> list[Same]:
    """All numbers of an expression if they are one that is put in everywhere, and not in cells."""
    if isinstance(tree, Apply) and tree.operation in STACKS:
        return []
    first, *others = map(Name, names(tree))
    digits = alike.digits(first)
    is_one = digits >= _LEAST_OF_ONE and all(alike.are(first, other) for other in others)
    if not is_one or not _differ(tree, alike):
        return []
    pairs = tuple((first.name, other.name) for other in others)
    return [Same("everywhere", pairs, digits * len(others), _LEAST_DIGITS)]


def _differ(tree: Expression, alike: Alike) -> bool:
    """Whether no two terms, factors or operands of an operation are written alike but for whole factors."""
    match tree:
        case Apply("add" | "subtract"):
            parts = terms_of(tree)
        case Apply("multiply"):
            parts = factors_of(tree)
        case _:
            parts = list(children(tree))
    shown = [tuple(alike.shown(factor) for factor in factors_of(part) if not _is_exact(factor)) for part in parts]
    several = [factors for factors in shown if factors]
    return len(set(several)) == len(several) and all(_differ(part, alike) for part in parts)


def _is_exact(tree: Expression) -> bool:
    return next(names(tree), None) is None
