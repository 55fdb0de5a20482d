r"""Sums and products over an index with whole bounds, as `\sum_{i=1}^{3} i^2`: their terms are written out."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Final

from verifier.formulas.tree import Name
from verifier.sources.expressions.atoms import Atoms
from verifier.sources.expressions.products import in_pairs
from verifier.sources.expressions.values import IMAGINARY, Unreadable, Value, apply, literal
from verifier.sources.text.signs import BETWEEN_TERMS, MINUS, POWER

SERIES: Final = {"\\sum": "add", "\u2211": "add", "\\prod": "multiply", "\u220f": "multiply"}
MAX_DEPTH: Final = 30
"""Maximum number of atoms in one another: brackets, fractions, roots, functions."""
MAX_TERMS: Final = 200
"""Maximum number of times that the bodies of all series of one side are parsed."""


class Series(Atoms):
    """Parses series."""

    parsed_bodies = 0
    nested = 0

    @cached_property
    def bound(self) -> dict[str, int]:
        """The indices of series around the next token, and their values."""
        return {}

    @abstractmethod
    def term(self) -> Value:
        """Factors."""

    def begins_series(self) -> bool:
        """Whether a series or its index comes next."""
        token = self.peek()
        is_unit = self.reading.imaginary != "" and token.is_one_of(self.reading.imaginary)
        return token.text in SERIES or is_unit or (token.sort == "word" and token.text in self.bound)

    def begins_power(self) -> bool:
        r"""Whether a power comes next in a series, behind an index: `0.5^k 0.5^{3-k}`; or a number in `e^{i2\pi}`."""
        if self.peek(-1).text not in self.bound:
            return self.is_counting and self.reading.imaginary == self.peek(-1).text
        return self.peek().sort == "number" and self.peek(1).is_one_of(*POWER)

    def atom(self) -> Value:
        """A series, its index, or any other atom; raises Unreadable."""
        self.nested += 1
        if self.nested > MAX_DEPTH:
            raise Unreadable(f"more than {MAX_DEPTH} parts in one another")
        is_series = self.peek().sort != "number" and self.begins_series()
        found = super().atom() if not is_series else self.series() if self.sees(*SERIES) else self.index()
        self.nested -= 1
        return found

    def exponent(self) -> Value:
        """What stands behind `^`."""
        return self.index() if self.peek().text in self.bound else super().exponent()

    def index(self) -> Value:
        """The value of an index; raises Unreadable if it is a part of a name."""
        token = self.take()
        if self.sees("_", "[", "'"):
            raise Unreadable("an index that is a part of a name")
        if token.text not in self.bound:
            return Value(Name(IMAGINARY))
        value = Value(literal(abs(self.bound[token.text])))
        return apply("negative", value) if self.bound[token.text] < 0 else value

    def series(self) -> Value:
        """A sum or a product, its terms written out; how far its body goes may be open."""
        operation = SERIES[self.take().text]
        name, first, last = self.bounds()
        if name in self.bound or not 0 <= last - first < MAX_TERMS:
            raise Unreadable("a series without terms, of many, or with one index twice")
        start = self.at
        bodies = self._bodies(name, first, start)
        body = bodies[self.reading.choice("series", len(bodies))]
        terms = [self._value(body, name, number, start) for number in range(first, last + 1)]
        del self.bound[name]
        if any(term.shape is not None for term in terms):
            raise Unreadable("a series of matrices")
        return in_pairs(operation, terms, self.reading)

    def bounds(self) -> tuple[str, int, int]:
        """The name of the index, the first and the last of its values."""
        first = last = None
        name = ""
        while first is None or last is None:
            if self.takes("_") and first is None:
                name, first = self.lower()
            elif self.takes(*POWER) and last is None:
                last = self.upper()
            else:
                raise Unreadable("a series without bounds")
        return name, first, last

    def lower(self) -> tuple[str, int]:
        """The index and the first of its values, in braces."""
        self.needs("{")
        token = self.take()
        if token.sort != "word" or token.text == "e" or not self.takes("="):
            raise Unreadable("a series without an index")
        first = self.number_in_bounds()
        self.needs("}")
        return token.text, first

    def upper(self) -> int:
        """The last of the values of the index, in braces or one number."""
        is_group = self.takes("{")
        last = self.number_in_bounds()
        if is_group:
            self.needs("}")
        return last

    def number_in_bounds(self) -> int:
        """A whole number with its sign."""
        is_negative = self.takes(*MINUS)
        token = self.take()
        if token.sort != "number" or not token.text.isdecimal() or len(token.text) > len(str(MAX_TERMS)):
            raise Unreadable("a bound that is no small whole number")
        number = int(token.text)
        return -number if is_negative else number

    def _bodies(self, name: str, first: int, start: int) -> list[Callable[[], Value]]:
        """What the body may be: a product, a sum, or its first factor alone."""
        found: dict[int, Callable[[], Value]] = {}
        for parse in (self.term, self.sum, self.power):
            self._value(parse, name, first, start)
            found.setdefault(self.at, parse)
        return list(found.values())

    def _value(self, parse: Callable[[], Value], name: str, number: int, start: int) -> Value:
        """The body where its index has a value."""
        self.parsed_bodies += 1
        if self.parsed_bodies > MAX_TERMS:
            raise Unreadable("a series of many terms")
        self.at = start
        self.bound[name] = number
        return parse()

    def dots_ahead(self) -> bool:
        """Whether dots stand behind the sign that comes next."""
        return self.peek(1).text in BETWEEN_TERMS

    def with_dots(self, before: Value, operation: str, parse: Callable[[], Value]) -> Value:
        """A sum or product with the terms that dots stand for, up to the one behind them; raises Unreadable."""
        from verifier.sources.expressions.elided import elided, terms_of  # few texts have any

        sign = self.take().text
        self.take()
        if not self.takes(sign):
            raise Unreadable("dots without a last term")
        found = elided(operation, terms_of(before.tree, operation), parse().tree)
        self.reading.is_doubtful |= not found.is_sure
        above, below = (Value(literal(int(number))) for number in (found.value.p, found.value.q))
        return above if found.value.q == 1 else apply("divide", above, below)
