"""Functions and roots with what they take: arguments in brackets, or without them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from verifier.sources.expressions.calls import ANGLES, INVERSES, OF_WHOLE, called, root
from verifier.sources.expressions.numerals import Numerals
from verifier.sources.expressions.values import Numeral, Unreadable, Value, apply, exponent_of, literal, whole
from verifier.sources.text.signs import BRACKETS, DEGREES, OVER, POWER, RAISED, STYLES, TIMES
from verifier.sources.text.tokens import SPELLED
from verifier.sources.text.words import FUNCTIONS, OF_VECTORS

_TIMES: Final = frozenset(TIMES)
_PI: Final = ("\\pi", "\u03c0")
_WITH_BRACKETS: Final = ("sigmoid", "max", "min", "abs", "relu", *OF_WHOLE)
"""Functions that are not read without brackets."""
_OF_SEVERAL: Final = ("max", "min", *OF_WHOLE)
"""Functions that nobody calls with one number alone."""
_HYPERBOLIC: Final = ("sinh", "cosh", "tanh")


class Functions(Numerals, ABC):
    """Parses calls of functions."""

    @abstractmethod
    def sum(self) -> Value:
        """Terms with plus and minus between them."""

    @abstractmethod
    def power(self) -> Value:
        """An atom with its exponent."""

    @abstractmethod
    def atom(self) -> Value:
        """The smallest part of an expression that comes next."""

    @abstractmethod
    def group(self) -> Value:
        """An argument of a command."""

    @abstractmethod
    def raised(self, value: Value) -> Value:
        """A value with its exponent."""

    @abstractmethod
    def exponent(self) -> Value:
        """What stands behind `^`."""

    @abstractmethod
    def bracket(self) -> Value:
        """An expression in brackets."""

    @abstractmethod
    def listed(self, opening: str) -> list[Value]:
        """Expressions with commas between them."""

    @abstractmethod
    def counting(self, parse: Callable[[], Value]) -> Value:
        """What is parsed where whole numbers count, and show no results."""

    @abstractmethod
    def times(self, before: Value) -> Value:
        """A product with what stands behind the sign of multiplication that comes next."""

    def function_ahead(self) -> tuple[str, int]:
        """The operation of the function whose name comes next, and the number of tokens of the name; empty if none."""
        token = self.peek()
        if token.is_one_of("\\sigma", "\u03c3", "\u03a3"):
            behind = self.peek(1)
            if behind.sort == "begin" or behind.is_one_of("(", "["):
                return "sigmoid", 1
        if token.is_one_of(*STYLES):
            name, count = self.letters(1)
            return self._operation(name, count + 1), count + 1
        is_name = token.sort in ("word", "macro")
        return (self._operation(token.text.removeprefix("\\"), 1) if is_name else ""), 1

    def _operation(self, name: str, count: int) -> str:
        """The operation of a function; those of vectors stand before brackets or a matrix."""
        behind = self.peek(count)
        is_before = behind.sort == "begin" or behind.is_one_of("(", "[", "\\{")
        return FUNCTIONS.get(name) or (OF_VECTORS.get(name, "") if is_before else "")

    def call(self) -> Value:
        """A function with its arguments in brackets, or with one number behind it."""
        name, count = self.function_ahead()
        self.at += count
        exponent = self._exponent() if name in (*ANGLES, *_HYPERBOLIC) else 1
        if exponent > 1:
            return apply("power", self._called(name), Value(literal(exponent)))
        if exponent < 0 and name not in INVERSES:
            raise Unreadable("a negative power of a function")
        return self._called(INVERSES[name] if exponent < 0 else name)

    def _exponent(self) -> int:
        r"""Take the exponent of a function before its arguments, as in `\sin^2 30`; -1 is that of the inverse."""
        if self.peek().sort == "raised":
            exponent = exponent_of(self.take().text.translate(RAISED))
        elif not self.takes(*POWER):
            return 1
        elif self.sees("{", "("):
            exponent = whole(self.exponent())
        else:
            digit = self.take().text
            exponent = int(digit) if len(digit) == 1 and digit.isdecimal() else 0
        if exponent < 1 and (exponent != -1 or self.asks("reciprocal")):
            raise Unreadable("a negative power of a function")
        return exponent

    def _called(self, name: str) -> Value:
        """The function of a name with what it takes."""
        base = None
        if self.takes("_"):
            token = self.peek()
            base = (
                self.bracket() if token.text == "{" else self.numeral(Numeral(self.take().text, token.start, token.end))
            )
        had_degrees, self.has_degrees = self.has_degrees, False
        was_doubtful = self.reading.is_doubtful
        if self.sees("(", "[", "\\{"):
            opening = self.take().text
            arguments = self._parted(name) or self.listed(opening)
            self.needs(BRACKETS[opening])
            arguments = self._raised_inside(arguments)
        elif self.sees(*POWER) or (self.peek().sort != "begin" and name in _WITH_BRACKETS):
            raise Unreadable("a function without brackets")
        else:
            arguments = [self.argument()]
        if name in OF_WHOLE:
            self.reading.is_doubtful = was_doubtful  # a comma between their digits is no decimal one
            return Value(literal(OF_WHOLE[name](*map(whole, arguments))))
        is_angle, self.has_degrees = self.has_degrees and name in ANGLES, had_degrees
        if is_angle:
            self.angles += 1
            return apply(name, arguments[0])
        return called(name, arguments, base, self.reading)

    def _parted(self, name: str) -> list[Value]:
        """The arguments whose commas seem to part thousands, as in `gcd(84,126)`; empty if there are none."""
        token = self.peek()
        if name not in _OF_SEVERAL or "," not in token.text or "{" in token.text or not self.peek(1).is_one_of(")"):
            return []
        self.take()
        starts = [token.start + at for at, sign in enumerate(f",{token.text}") if sign == ","]
        parts = zip(starts, token.text.split(","), strict=True)
        return [self.numeral(Numeral(text, start, start + len(text))) for start, text in parts]

    def _raised_inside(self, arguments: list[Value]) -> list[Value]:
        r"""The arguments of a function with the exponent behind its brackets, unless that is of what it gives.

        So `\tanh(0.3)^2` is that of a square, or the square of that.
        """
        if not self.sees(*POWER) and self.peek().sort != "raised":
            return arguments
        if any(value.shape is not None for value in arguments):
            raise Unreadable("a power behind the brackets of a function of vectors")
        is_asked = len(arguments) == 1 and not self.has_degrees
        return [self.raised(arguments[0])] if is_asked and self.asks("inside") else arguments

    def argument(self) -> Value:
        r"""What a function takes without brackets: a power, or the product that it begins, as in `\sin 2\pi / 3`."""
        value = self.power()
        if not self._may_go_on() or not self.asks("argument"):
            return value
        while self._may_go_on():
            if self.takes(*OVER):
                value = apply("divide", value, self.power())
            else:
                value = self.times(value) if self.is_times() else apply("multiply", value, self.power())
        return value

    def _may_go_on(self) -> bool:
        """Whether a factor or a divisor comes next that is a number or pi, and may belong to an argument before it."""
        is_number = self.peek(1).sort == "number" or self.peek(1).is_one_of(*_PI)
        is_next = ((self.is_times() or self.sees(*OVER)) and is_number) or self.sees(*_PI)
        return is_next and not self.has_degrees

    def is_times(self) -> bool:
        """Whether a sign of multiplication comes next; `x` is one between two numbers."""
        token = self.peek()
        if token.text in _TIMES and token.sort in SPELLED:
            return True
        if token.text not in ("x", "X") or token.sort not in SPELLED:
            return False
        before, behind = self.peek(-1), self.peek(1)
        return (before.sort == "number" or before.is_one_of(")", "]")) and (
            behind.sort == "number" or behind.is_one_of("(", "[")
        )

    def root(self) -> Value:
        """A root with its degree."""
        self.reading.roots += 1
        token = self.take()
        degree = Value(literal(DEGREES[token.text])) if token.text in DEGREES else None
        if token.text == "\\sqrt" and self.takes("["):
            degree = self.counting(self.sum)
            self.needs("]")
        if token.text == "\\sqrt":
            found = root(self.group(), degree)
            self.closed = self.at
            return found
        return root(self.bracket() if self.sees("(") else self.atom(), degree)
