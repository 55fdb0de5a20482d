"""Numbers as they stand in expressions: with powers of ten, with digits that recur, and mixed with fractions."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import Printed
from verifier.sources.expressions.based import BINARY, TEN, base_of, signed, value_of
from verifier.sources.expressions.beside import begins_number
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.cursor import Cursor
from verifier.sources.expressions.values import (
    Numeral,
    Reach,
    Reading,
    Unreadable,
    Value,
    apply,
    digits_of,
    literal,
    one,
    printed,
)
from verifier.sources.text.signs import ELLIPSIS, FRACTIONS, OVER, PERCENT, POWER, RECURRING, TIMES, VULGAR
from verifier.sources.text.tokens import Token

_TEN: Final = 10
_LEAST_SIGNS: Final = 2
"""Plus signs at least of a number that is written out by its places."""
PLAIN: Final = frozenset(("+", "-", "\u2212", ")", "]", "}", ",", "=", *OVER))
"""Signs before which a numeral ends with its digits."""
_FACTOR: Final = frozenset(TIMES)
"""The same, but before a power of ten."""


class Numerals(Cursor):
    """Parses numbers; `operands` are the printed numbers by the names that the tree has for them.

    With *names_all* whole numbers have names too. *is_right*: the tokens stand behind the relation.
    """

    exponents: frozenset[Expression] = frozenset()
    """The exponents of e."""
    has_degrees = False
    is_counting = False
    """Within an exponent or the degree of a root, which show no results."""
    closed = 0
    """The index behind the braces of the last root, fraction or binomial coefficient."""
    angles = 0
    """Degrees that are the arguments of functions."""

    def __init__(
        self, tokens: Sequence[Token], reading: Reading, *, names_all: bool = False, is_right: bool = False
    ) -> None:
        super().__init__(tokens)
        self.names_all = names_all
        self.is_right = is_right
        self.reading = reading
        self.operands: dict[str, Grid[Numeral]] = {}
        self.noted: list[tuple[Expression, int, int]] = []
        """The operations that were read, and the indices of their first token and behind their last one."""

    @property
    def parts(self) -> dict[Expression, Side]:
        """The operations that were read, and their tokens, where they stand first."""
        found: dict[Expression, Side] = {}
        for tree, start, end in self.noted:
            found.setdefault(tree, Side(tuple(self.tokens[start:end])))
        return found

    def plain(self) -> Value:
        """A numeral that ends with its digits."""
        token = self.tokens[self.at]
        self.at += 1
        return self.numeral(Numeral(digits_of(token.text, self.reading), token.start, token.end))

    def number(self, token: Token) -> Value:
        """A numeral, with a power of ten behind it if there is one."""
        text, end = digits_of(token.text, self.reading), token.end
        if self.ends_plainly(0):
            return self.numeral(Numeral(text, token.start, end))
        if "." in text and self.takes(*ELLIPSIS):
            return self.numeral(Numeral(text, token.start, end))
        found = self.recurring(text, token.start) or self.mixed(text, token.start)
        if found is not None:
            return found
        power = self.power_behind()
        if power is not None:
            text, end = f"{text}x10^{power}", self.peek(-1).end
        return self.lone(Numeral(text, token.start, end))

    def ends_plainly(self, ahead: int) -> bool:
        """Whether a numeral before the next token, or one behind that, surely ends with its digits."""
        at = self.at + ahead
        if at >= len(self.tokens):
            return True
        sign = self.tokens[at].text
        return sign in PLAIN or (sign in _FACTOR and self.peek(ahead + 1).text != "10")

    def power_behind(self) -> int | None:
        """The exponent of a power of ten that a numeral has; behind a divisor it may be a factor of the quotient.

        Those of a number that is written out by its places are factors.
        """
        is_divisor, before = self.peek(-2).is_one_of(*OVER), self.at
        power = self.power_of_ten()
        if power is None or not (self.are_place_values or (is_divisor and self.asks("power"))):
            return power
        self.at = before
        return None

    @cached_property
    def are_place_values(self) -> bool:
        """Whether the tokens are digits times powers of ten, which are those of one number."""
        if [token.text for token in self.tokens].count("+") < _LEAST_SIGNS:
            return False
        from verifier.sources.expressions.place_values import are_place_values  # few texts have powers of ten

        return are_place_values(self.tokens)

    def bare(self, token: Token) -> Value:
        """A numeral as an exponent: what stands behind it is a factor, and no part of it."""
        numeral = Numeral(digits_of(token.text, self.reading), token.start, token.end)
        is_before_factor = self.peek().sort == "number" and begins_number(self.tokens, self.at, 0)
        return self.numeral(numeral) if is_before_factor else self.lone(numeral)

    def lone(self, numeral: Numeral) -> Value:
        """The value of a numeral; raises Unreadable where an index or another number stands behind it."""
        if (found := self.in_base(numeral)) is not None:
            return found
        if self.sees("_") or self.peek().sort == "number":
            raise Unreadable("a number with an index, or two numbers")
        return self.numeral(numeral)

    def in_base(self, numeral: Numeral) -> Value | None:
        """The value of a numeral with its base behind it; None if none stands there."""
        found = base_of(self.tokens[self.at : self.at + 4]) if self.sees("_") else None
        value = None if found is None else value_of(numeral.text, found[0])
        if found is None or value is None:
            return None
        self.at += found[1]
        if found[0] == TEN:
            return self.numeral(numeral)
        self.reading.has_base = True
        number = signed(numeral.text, value, self.reading) if found[0] == BINARY else value
        return Value(literal(number)) if number >= 0 else apply("negative", Value(literal(-number)))

    def numeral(self, numeral: Numeral) -> Value:
        """The value of a numeral: exact if it is whole, else a name."""
        found = printed(numeral)
        if numeral.text[0] == "0" and len(numeral.text) > 1 and numeral.text.isdecimal():
            raise Unreadable("a number with a leading zero")
        is_whole = found.is_bare_integer
        reach = self._reach(numeral, found) if is_whole else None
        is_exact = is_whole and reach is None and not self.reading.is_missed(numeral.start)
        if is_exact and not self.names_all:
            size = Literal(abs(found.value), numeral.text.lstrip("-"))
            return Value(Apply("negative", (size,)) if found.text[0] == "-" else size, None, numeral)
        name = self.reading.name(numeral.start)
        self.operands[name] = one(numeral if reach is None else numeral._replace(reach=reach))
        return Value(Name(name), None, numeral)

    def _reach(self, numeral: Numeral, number: Printed) -> Reach | None:
        """What a whole number can have been that shows a rounded result; None of others, and of what is counted."""
        if self.is_counting or self.reading.results is None:
            return None
        before, behind = self.padded[self.at - 1].text, self.padded[self.at].text
        if behind in POWER and number.value == _TEN:
            return None
        is_percent = numeral.is_percent or behind in PERCENT or before in PERCENT
        return self.reading.reach(str(abs(number.value)), numeral.start, is_percent=is_percent)

    def recurring(self, text: str, start: int) -> Value | None:
        r"""A number whose last digits come again and again: `0.1(6)`, `1.(6)` or `0.1\overline{6}`; None for another.

        Digits in brackets behind a decimal may also be a factor, or uncertain ones.
        """
        point = "." not in text and self.peek().text == "." and not self.peek().spaced
        has_line = self.peek(point).is_one_of(*RECURRING)
        opening, digits, closing = (self.peek(point + has_line + ahead) for ahead in range(3))
        around = "{}" if has_line else "()"
        if not (point or "." in text) or opening.text + closing.text != around or not digits.text.isdecimal():
            return None
        count = point + has_line + 3
        if opening.spaced or (not has_line and not point and not self._is_result(count) and not self.asks("period")):
            return None
        self.at += count
        shown = f"{text}{'.' if point else ''}({digits.text})"
        return self._exact(Numeral(shown, start, closing.end), count)

    def _exact(self, numeral: Numeral, count: int) -> Value:
        """A number of so many tokens more than one that is exact: a result, or else what a result is compared with."""
        value = self.numeral(numeral)
        return value if self._is_result(count) else value._replace(numeral=None)

    def _is_result(self, count: int) -> bool:
        """Whether a number and so many tokens behind it are all that stands behind the relation."""
        return self.is_right and len(self.tokens) == 1 + count

    def asks(self, question: str) -> bool:
        """Whether the second of two readings is taken."""
        return self.reading.choice(question, 2) == 1

    def mixed(self, text: str, start: int) -> Value | None:
        r"""A whole number and a fraction below one, as `2\frac{1}{2}` and `2 1/2`; None for anything else.

        In LaTeX the two may also be factors, and a number before the first fraction may count a step.
        """
        is_command = self.sees(*FRACTIONS)
        above, below, count = self._fraction_ahead()
        if not text.isdecimal() or not 0 < above < below:
            return None
        is_first = self.at == 1 and not (is_command or self.is_right) and self.peek().spaced
        self.at += count
        if is_first and self.asks("label"):
            return Value(Apply("divide", (literal(above), literal(below))))
        if is_command and self.asks("mixed"):
            return apply(
                "multiply", Value(literal(int(text))), Value(Apply("divide", (literal(above), literal(below))))
            )
        return self._exact(Numeral(f"{text} {above}/{below}", start, self.peek(-1).end), count)

    def _fraction_ahead(self) -> tuple[int, int, int]:
        """The numbers of a fraction that comes next, and its tokens; zeros for none."""
        first = self.peek()
        if first.is_one_of(*VULGAR) and not first.spaced:
            return *VULGAR[first.text], 1
        if first.sort != "number" and first.text not in FRACTIONS:
            return 0, 0, 0
        texts = [self.peek(ahead).text for ahead in range(7)]
        if texts[0] in FRACTIONS and [texts[at] for at in (1, 3, 4, 6)] == ["{", "}", "{", "}"]:
            above, below, count = texts[2], texts[5], 7
        elif texts[0] in FRACTIONS and len(texts[1]) == 2:  # noqa: PLR2004 - one digit above, one below
            above, below, count = texts[1][0], texts[1][1], 2
        elif self.peek().spaced and texts[1] == "/" and not (self.peek(1).spaced or self.peek(2).spaced):
            above, below, count = texts[0], texts[2], 3
        else:
            return 0, 0, 0
        return (int(above), int(below), count) if above.isdecimal() and below.isdecimal() else (0, 0, 0)
