"""Numbers before a calculation that words make operands of it: `5 % von 200 + 10 = 20`, `2 Runden von 400 + 100 = 900`.

What words stand between them is not asked, as each language has its own: the result must be what the number gives as a
share of the first operand or of all, as so many times these, or with a product as the other operand.
"""

import re
from collections.abc import Iterator
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.late import pattern
from verifier.sources.expressions.chains import Side, has_operation
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.written_values import shows, spelled, tree_of
from verifier.sources.text.signs import MINUS
from verifier.sources.text.words import LEADING

_DIGITS: Final = r"(?<![\d.,/])\d+(?:[.,]\d+)*"
_SHARE: Final = r"(?:(?P<percent>\s?\\?%|\s(?:percent|prozent|procent|por ?cento|per cento)\b)|(?P<mille>\s?\u2030))"
_BETWEEN: Final = r"(?:[\s$(\\\u20ac\xa3'\u2019-]{1,4}[^\W\d_]+\.?){1,3}[\s$(\\\u20ac\xa3]{1,4}\Z"
"""One to three words, also around mathematics and before a sign of money."""
_BEFORE: Final = pattern(
    rf"(?P<number>{_DIGITS})(?:/(?P<below>[1-9]\d?))?{_SHARE}?(?P<words>{_BETWEEN})", re.IGNORECASE
)
_OF_ANOTHER: Final = pattern(
    rf"(?P<number>{_DIGITS})\s?\\?%\s[^\W\d_]+\s(?P<whole>{_DIGITS})[^\d=+]{{0,4}}?{_BETWEEN}", re.IGNORECASE
)
"""Percent of a number before the word that joins it to another calculation."""
_LEADING: Final = LEADING - {"je"}
"""Words that lead to a result, without one that says `each` in German."""
_PERCENTS: Final = pattern(
    r"(?P<shares>\d+(?:\.\d+)?%(?:\+\d+(?:\.\d+)?%)+)(?:\u00d7|\\times)(?P<whole>\d+(?:[.,]\d+)*)"
)
_WORD: Final = pattern(r"[^\W\d_]+")
_GROUPED: Final = pattern(r"\d{1,3}(?:[.,]\d{3})+")


def holds_with_operand_before(before: str, sides: tuple[Side, Side]) -> bool:
    """Whether the number before words, with which *before* ends, and the first of two sides make the second."""
    tree = tree_of(sides[0])
    if tree is None or sides[0].tokens[0].sort != "number" or not has_letters(before):
        return False
    values = (value for one in _readings(tree) for value in _values(before, one, sides[0]))
    return any(shows(value, sides[1].tokens) for value in values)


def are_percents_of_one(sides: tuple[Side, Side]) -> bool:
    """Whether all percentages of a sum are of the number behind the last: `30 % + 25 % von 1.200 = 660`."""
    found = _PERCENTS.fullmatch(spelled(sides[0]))
    if found is None:
        return False
    shares = [next(_numbers(one)) for one in found["shares"].replace("%", "").split("+")]
    total = sum(shares, fmpq(0)) / 100
    return any(shows(total * whole, sides[1].tokens) for whole in _numbers(found["whole"]))


def has_letters(text: str) -> bool:
    """Whether a text has words."""
    return any(letter.isalpha() for letter in text)


def with_first(tree: Expression, value: fmpq) -> Expression:
    """An expression with another value in the place of its first number."""
    return _replaced(tree, value)[0]


def first_of(tree: Expression) -> fmpq | None:
    """The first number of an expression."""
    if isinstance(tree, Literal):
        return tree.value
    return next((found for child in children(tree) if (found := first_of(child)) is not None), None)


def _replaced(tree: Expression, value: fmpq) -> tuple[Expression, bool]:
    if isinstance(tree, Literal):
        return Literal(value, str(value)), True
    if not isinstance(tree, Apply):
        return tree, False
    parts, is_done = list[Expression](), False
    for child in children(tree):
        part, is_done = (child, True) if is_done else _replaced(child, value)
        parts.append(part)
    return with_children(tree, parts), is_done


def _readings(tree: Expression) -> Iterator[Expression]:
    """An expression, and one in which what may be thousands is."""
    yield tree
    if (other := _of_thousands(tree)) != tree:
        yield other


def _of_thousands(tree: Expression) -> Expression:
    if isinstance(tree, Literal):
        is_grouped = _GROUPED.fullmatch(tree.text) is not None
        return Literal(next(_numbers(tree.text)), tree.text) if is_grouped else tree
    if not isinstance(tree, Apply):
        return tree
    return with_children(tree, [_of_thousands(child) for child in children(tree)])


def _values(before: str, tree: Expression, side: Side) -> Iterator[fmpq]:
    """What a calculation can give with the number before it."""
    first, whole = first_of(tree), value_at(tree, {}, with_powers=True)
    found = _BEFORE.search(before)
    if first is None or whole is None or found is None or _words(found["words"])[-1] in _LEADING:
        return
    is_share = found["percent"] is not None or found["mille"] is not None or found["below"] is not None
    below = 1000 if found["mille"] else 100 if found["percent"] else int(found["below"] or 1)
    for number in _numbers(found["number"]):
        times = number / below
        yield times * whole
        if (value := value_at(with_first(tree, times * first), {}, with_powers=True)) is not None:
            yield value
        if not is_share:
            yield from _combined(times, whole, tree, side)
    if (other := _OF_ANOTHER.search(before)) is not None:
        for amount in _numbers(other["whole"]):
            part = amount * next(_numbers(other["number"])) / 100
            yield from (part + whole, part - whole)


def _combined(number: fmpq, whole: fmpq, tree: Expression, side: Side) -> Iterator[fmpq]:
    """A number and a quotient or a product more, less or divided by each other; of sums this could be a slip."""
    if any(token.is_one_of("+", *MINUS) for token in side.tokens) or not has_operation(side.tokens):
        return
    yield from (number + whole, number - whole, whole - number)
    first = first_of(tree)
    for other in () if first is None else (number + first, number - first):
        if (value := value_at(with_first(tree, other), {}, with_powers=True)) is not None:
            yield value


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _numbers(text: str) -> Iterator[fmpq]:
    """The values that digits with a comma or a point can have."""
    if _GROUPED.fullmatch(text):
        yield fmpq(int(text.replace(",", "").replace(".", "")))
    if text.count(".") + text.count(",") < 2:  # noqa: PLR2004 - one sign of decimals
        whole, _, decimals = text.replace(",", ".").partition(".")
        yield fmpq(int(whole + decimals), 10 ** len(decimals))
