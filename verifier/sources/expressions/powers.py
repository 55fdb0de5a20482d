"""Atoms with what stands behind them: exponents, factorials, signs of percent, of degrees and of transposition."""

from abc import ABC
from collections.abc import Callable
from typing import Final

from verifier.formulas.tree import Apply
from verifier.numbers.printed import MAX_EXPONENT
from verifier.sources.expressions.calls import factorial_of, in_radians
from verifier.sources.expressions.products import matrix_power, negative, transposed
from verifier.sources.expressions.series import MAX_DEPTH, Series
from verifier.sources.expressions.squares import power_of
from verifier.sources.expressions.values import Numeral, Unreadable, Value, apply, exponent_of, literal, number_of
from verifier.sources.text.signs import DEGREE, PERCENT, POWER, RAISED, TRANSPOSES

_HUNDRED: Final = Value(literal(100))
_BEHIND: Final = frozenset(("!", *PERCENT, *DEGREE, *POWER))
"""What may stand behind an atom and belongs to it, beside superscript digits."""


class Powers(Series, ABC):
    """Parses atoms with their exponents."""

    degree_signs = 0
    has_large_powers = False
    """Exponents so large that only what a modulus leaves is read."""

    def part(self, value: Value, start: int) -> Value:
        """A value that was read from the token at *start* on, noted with its tokens if it is an operation."""
        if isinstance(value.tree, Apply):
            self.noted.append((value.tree, start, self.at))
        return value

    def power(self) -> Value:
        """An atom with what stands behind it: an exponent, a factorial, a percent sign, a sign of transposition."""
        start = self.at
        value = self.atom()
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.text not in _BEHIND and token.sort != "raised":
                break
            if self.takes("!"):
                value = factorial_of(value, is_double=self.sees("!"))
            elif self.takes(*PERCENT):
                value = self._in_percent(value) if value.numeral is None else self.percentage(value.numeral)
            elif self.takes(*DEGREE):
                value = self.degrees(value)
            elif self.sees(*POWER) or self.peek().sort == "raised":
                value = self.raised(value)
            else:
                break
        return self.part(value, start) if isinstance(value.tree, Apply) else value

    def _nested(self, read: Callable[[], Value]) -> Value:
        """What is read as a part of an atom; raises Unreadable where too many are in one another."""
        self.nested += 1
        if self.nested > MAX_DEPTH:
            raise Unreadable(f"more than {MAX_DEPTH} parts in one another")
        found = read()
        self.nested -= 1
        return found

    def _in_percent(self, value: Value) -> Value:
        """A fraction or a bracket with a percent sign: hundredths, or what is said to be in percent: `3/4 % = 75 %`."""
        if value.shape is not None:
            raise Unreadable("percent of a matrix")
        return value if self.reading.choice("percent of", 2) else apply("divide", value, _HUNDRED)

    def percentage(self, numeral: Numeral) -> Value:
        """A numeral with a percent sign: hundredths, or as if the sign were not there."""
        value = self.numeral(numeral)
        marked = numeral._replace(is_percent=True)
        if self.reading.choice("percent", 2):
            return value._replace(numeral=marked)
        return apply("divide", value, _HUNDRED)._replace(numeral=marked)

    def degrees(self, value: Value) -> Value:
        """An angle in degrees, as the argument of a function."""
        self.has_degrees = True
        self.degree_signs += 1
        return Value(in_radians(value.tree), value.shape)

    def raised(self, value: Value) -> Value:
        """A value with its exponent."""
        if self.peek().sort == "raised":
            exponent = self.superscript()
        else:
            self.take()
            if value.shape is not None and any(self.takes_group(text) for text in TRANSPOSES):
                return transposed(value)
            if self.takes_group("\\circ"):
                return self.degrees(value)
            exponent = self._nested(self.exponent)
        if self.sees(*POWER) or exponent.shape is not None:
            raise Unreadable("a power of a power, or of a matrix")
        if value.shape is not None:
            return matrix_power(value, exponent, self.reading)
        size = number_of(exponent)
        self.has_large_powers |= size is not None and abs(size) > MAX_EXPONENT
        return Value(power_of(value.tree, exponent.tree))

    def superscript(self) -> Value:
        """Superscript digits with their sign."""
        exponent = exponent_of(self.take().text.translate(RAISED))
        value = Value(literal(abs(exponent)))
        return negative(value) if exponent < 0 else value
