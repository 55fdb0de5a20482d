r"""Sums and products with dots, as `1 + 2 + \cdots + 100`: what the terms are that are not written.

All terms are alike but for their whole numbers, or are numbers themselves, and these go up by equal steps or by equal
factors. The terms before the dots settle the steps, and the last term must be one of theirs.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.record import NamedTuple
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Unreadable

MAX_TERMS: Final = 10_000
_LEAST: Final = 2
"""Terms before the dots at least."""
_SETTLED: Final = 3
"""So many terms before the dots settle by which steps they go on."""


class Elided(NamedTuple):
    """The value of a whole sum or product; `is_sure`: no other steps lead from its first terms to its last."""

    value: fmpq
    is_sure: bool


class _Steps(NamedTuple):
    """How a number goes on from term to term: by equal steps, or by equal factors."""

    first: fmpq
    step: fmpq
    by_factors: bool

    def at(self, index: int) -> fmpq:
        """The number in the term of an index."""
        return self.first * self.step**index if self.by_factors else self.first + self.step * index

    def index_of(self, last: fmpq) -> int | None:
        """The index of the term with a number; None if there is none."""
        if not self.by_factors:
            steps = (last - self.first) / self.step
            return int(steps.p) if steps.q == 1 and 0 < steps <= MAX_TERMS else None
        number, index = self.first * self.step, 1
        while number != last and index < MAX_TERMS.bit_length() * _SETTLED:
            number, index = number * self.step, index + 1
        return index if number == last else None


def terms_of(tree: Expression, operation: str) -> list[Expression]:
    """The terms of a sum, or the factors of a product, that were read one after another."""
    found: list[Expression] = []
    while isinstance(tree, Apply) and tree.operation == operation:
        tree, last = tree.arguments
        found.append(last)
    return [tree, *reversed(found)]


def elided(operation: str, terms: Sequence[Expression], last: Expression) -> Elided:
    """The sum or the product of terms, of those that dots stand for, and of the last one; raises Unreadable."""
    everything = (*terms, last)
    values = [value_at(term, {}, with_powers=True) for term in everything]
    if len(terms) < _LEAST or any(value is None for value in values):
        raise Unreadable("dots between terms that are not exact, or behind one term")
    by_values = [Literal(value, str(value)) for value in values if value is not None]
    ways = {*_ways(by_values, operation), *_ways(everything, operation)}
    if not ways:
        raise Unreadable("dots between terms that go up by no equal steps or factors")
    is_first = values[:_LEAST] == [1, 2]
    return Elided(min(ways), len(ways) == 1 and (len(terms) >= _SETTLED or is_first))


def _ways(terms: Sequence[Expression], operation: str) -> Iterator[fmpq]:
    """What terms give together whose numbers at one place go on alike; the last of them stands behind the dots."""
    columns = [list(_numbers(term)) for term in terms]
    if len({_filled(term, None) for term in terms}) > 1:
        return
    found = [_steps(column[:-1], column[-1]) for column in zip(*columns, strict=True)]
    moving = [steps for steps in found if 0 not in steps]
    for index in set.intersection(*map(set, moving)) if moving else ():
        steps = [one.get(index) or one[0] for one in found]
        if index >= len(terms) - 1:
            shown = (_filled(terms[0], iter([one.at(at) for one in steps])) for at in range(index + 1))
            values = [value_at(term, {}, with_powers=True) for term in shown]
            known = [value for value in values if value is not None]
            if len(known) == len(values):
                yield sum(known, fmpq(0)) if operation == "add" else prod(known, start=fmpq(1))


def _steps(numbers: Sequence[fmpq], last: fmpq) -> Mapping[int, _Steps]:
    """How numbers go on to the last, by the index of the term that has it; 0 where all are one number."""
    first, second, *_ = numbers
    if {*numbers, last} == {first}:
        return {0: _Steps(first, fmpq(0), by_factors=False)}
    ways = [_Steps(first, second - first, by_factors=False)] if second != first else []
    ways += [_Steps(first, second / first, by_factors=True)] if first and abs(second) not in (0, abs(first)) else []
    fitting = (way for way in ways if all(way.at(at) == number for at, number in enumerate(numbers)))
    return {index: way for way in fitting if (index := way.index_of(last)) is not None}


def _numbers(tree: Expression) -> Iterator[fmpq]:
    """The numbers of an expression, from the left."""
    if isinstance(tree, Literal):
        yield tree.value
    elif isinstance(tree, Apply):
        for argument in tree.arguments:
            yield from _numbers(argument)


def _filled(tree: Expression, numbers: Iterator[fmpq] | None) -> Expression:
    """An expression with other numbers in the places of its own, or with none of them."""
    match tree:
        case Literal():
            value = fmpq(0) if numbers is None else next(numbers)
            return Literal(value, str(value))
        case Apply(operation, arguments, options):
            return Apply(operation, tuple(_filled(argument, numbers) for argument in arguments), options)
    return tree
