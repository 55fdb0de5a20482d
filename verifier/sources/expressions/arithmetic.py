"""Parse the tokens of one side of an equality into an expression tree whose leaves are printed numbers.

Whole numbers are exact. Every other numeral is a name that stands for what it was rounded from. What cannot be read
as a whole raises `Unreadable`; what can be read in several ways asks the `Reading`.
"""

from typing import Final

from verifier.formulas.tree import Apply, Literal, depth
from verifier.sources.expressions.beside import begins_number
from verifier.sources.expressions.modular import has_large_power, residue_of
from verifier.sources.expressions.powers import Powers
from verifier.sources.expressions.products import added, in_pairs, multiplied, negative, remainder
from verifier.sources.expressions.results import bracket_of
from verifier.sources.expressions.series import MAX_DEPTH
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Unreadable, Value, printed
from verifier.sources.text.signs import DASH, FRACTIONS, MINUS, OVER, PERCENT, POWER, ROOTS
from verifier.sources.text.tokens import SPELLED

MAX_TOKENS: Final = 4000
MAX_IN_ROW: Final = 30
"""Maximum number of terms of a sum that are added one after another; more are added in pairs."""
MAX_NESTING: Final = 60
"""Maximum depth of an expression, as of a formula of a document."""
_MODULUS: Final = 3
_CONGRUENT: Final = 2
"""The last of three readings: the modulus is of the term before it, of the whole sum, or said of the equality."""
_CLOSING: Final = frozenset(("+", "-", "\u2212", ")", "]", "}", ","))
"""Signs before which no factor ends in anything else, and no other factor begins."""
_OF_SUMS: Final = frozenset(("+", DASH, *MINUS))
_ENDING: Final = frozenset((")", "]", "}"))
"""Signs before which a sum ends."""


class Parser(Powers):
    """Parses the tokens of one side."""

    depth = 0

    def parsed(self) -> Value:
        """The whole side; raises Unreadable."""
        if not 0 < len(self.tokens) <= MAX_TOKENS:
            raise Unreadable("too long" if self.tokens else "nothing")
        if len(self.tokens) == 1 and self.tokens[0].sort == "number":
            return self.plain()
        if self.is_numbered() and self.reading.choice("numbered", 2):
            self.at = 3
        found = self.sum()
        if self.at < len(self.tokens):
            what = self.spelled()
            open_ = f"{what} has no meaning here" if what else "it is open whether it goes on"
            raise Unreadable(self.name_ahead() or open_)
        if self.has_large_powers and has_large_power(found.tree):
            raise Unreadable("a large exponent")
        if self.degree_signs > self.angles:
            raise Unreadable("degrees outside of an angle")
        if len(self.exponents) == 1 and all(isinstance(tree, Literal) for tree in self.exponents):
            raise Unreadable("e may be a name")
        if len(self.tokens) == 1 and found.numeral is None:
            raise Unreadable("a name")
        if len(self.tokens) > MAX_NESTING and depth(found.tree) > MAX_NESTING:
            raise Unreadable(f"nested more than {MAX_NESTING} deep")
        return found

    def is_numbered(self) -> bool:
        """Whether a number in brackets before other brackets may be that of a step, as in `(2) (3+1)`, or a factor."""
        if self.tokens[0].text != "(":
            return False
        signs, number, behind = self.tokens[:3:2], self.peek(1), self.peek(3)
        is_alone = [sign.text for sign in signs] == ["(", ")"] and number.sort == "number" and number.text.isdecimal()
        return is_alone and not self.is_right and behind.is_one_of("(", "[") and behind.spaced

    def sum(self) -> Value:
        """Terms with plus and minus between them."""
        if self.peek(1).text in _ENDING and self.is_plain():
            return self.plain()
        self.depth += 1
        start = self.at
        found = self.term()
        rest: list[Value] = []
        count = 1
        while (sign := self.padded[self.at]).text in _OF_SUMS and sign.sort in SPELLED:
            count += 1
            if sign.text == DASH:
                self.at += 1
                if rest:
                    raise Unreadable("a dash in a long sum")
                found = self.parted(found, self.term())
                continue
            if self.dots_ahead():
                found = self.with_dots(found, "add", self.term)
                continue
            self.at += 1
            operation = "add" if sign.text == "+" else "subtract"
            if count <= MAX_IN_ROW:
                found = added(operation, found, self.term(), self.reading)
            else:
                rest.append(self.term() if operation == "add" else negative(self.term()))
        self.depth -= 1
        found = added("add", found, in_pairs("add", rest, self.reading), self.reading) if rest else found
        is_end = self.at >= len(self.tokens) or self.tokens[self.at].text in _ENDING
        return self.part(found if is_end or not self.modulus_ahead() else self.residue(found), start)

    def residue(self, dividend: Value) -> Value:
        """What a modulus leaves of what stands before it, or that itself, if it is but said to be congruent."""
        if self.is_right and self.depth <= 1:
            raise Unreadable("a congruence")
        has_bracket = self.takes("(")
        self.at += self.modulus_ahead()
        divisor = self.signed()
        if has_bracket:
            self.needs(")")
        found = residue_of(dividend, divisor) or remainder(dividend, divisor, self.reading)
        return dividend if self.reading.choice("modulus", _MODULUS) == _CONGRUENT else found

    def parted(self, before: Value, behind: Value) -> Value:
        """A difference with a dash; or the dash parts two statements, and the side is what touches its relation."""
        if self.depth == 1 and self.reading.choice("dash", 2):
            return before if self.is_right else behind
        return added("subtract", before, behind, self.reading)

    def term(self) -> Value:
        """Factors with signs of products and quotients, or nothing, between them."""
        start = self.at
        found = self.signed()
        while self.at < len(self.tokens) and self.tokens[self.at].text not in _CLOSING:
            if isinstance(found.tree, Apply):
                self.noted.append((found.tree, start, self.at))
            if self.is_times():
                found = self.times(found)
            elif self.takes(*OVER):
                found = self.quotient(found)
            elif self.modulus_ahead():
                if self.sees("\\pmod", "(") or self.reading.choice("modulus", _MODULUS):
                    break
                found = self.residue(found)
            elif self.begins_factor():
                found = self.beside(found)
            else:
                break
        return self.part(found, start) if isinstance(found.tree, Apply) else found

    def times(self, before: Value) -> Value:
        """A product with what stands behind the sign of multiplication that comes next."""
        if self.dots_ahead():
            return self.with_dots(before, "multiply", self.signed)
        sign = self.take().text
        return multiplied(before, self.signed(), sign, self.reading)

    def beside(self, before: Value) -> Value:
        """A product with what comes next without a sign; a bracket may also say something of the number before it."""
        if self.at and self.at == bracket_of(self.tokens) and self.reading.choice("share", 2) != int(self.is_right):
            self.at = len(self.tokens)
            return before
        is_open, is_apart = self.sees("(") and self.ends_in_remark(), self.sees("(") and self.peek().spaced
        factor = self.power()
        if is_open and self.is_right and self.reading.choice("remark", 2):
            return before
        if is_apart and self.is_same(before, factor) and self.reading.choice("told", 2):
            return before
        is_loss = is_open and self.reading.choice("loss", 2)
        if is_loss:
            return added("subtract", before, factor, self.reading)
        return multiplied(before, factor, "", self.reading)

    def is_same(self, one: Value, other: Value) -> bool:
        """Whether a number and an expression are the same as printed, as in `9 (4 + 5)`."""
        cells = {name: grid.cells[0] for name, grid in self.operands.items() if grid.shape == (1, 1)}
        values = {name: printed(cell).value for name, cell in cells.items() if cell is not None}
        size = value_at(one.tree, values)
        return size is not None and size == value_at(other.tree, values)

    def quotient(self, dividend: Value) -> Value:
        """A quotient; in `a / b * c` and `a / b sqrt(c)` the divisor is b, or the product of b and c.

        In `a ÷ b/c`, and with blanks around the first slash, it is the fraction b/c, or b.
        """
        sign = self.peek(-1)
        is_wide = not sign.is_one_of("/") or (sign.spaced and self.peek().spaced)
        divisor = self.signed()
        if is_wide and self.sees("/") and not (self.peek().spaced or self.peek(1).spaced):
            divisor = self.fraction(divisor)
        if self.begins_factor() and self.ends_in_remark():
            self.reading.is_doubtful = True
            raise Unreadable("a number in brackets behind a quotient, which may be said again")
        while (self.is_times() or self.begins_factor()) and self.reading.choice("slash", 2):
            divisor = self.times(divisor) if self.is_times() else self.beside(divisor)
        if divisor.shape is not None:
            raise Unreadable("a matrix as a divisor")
        return Value(Apply("divide", (dividend.tree, divisor.tree)), dividend.shape)

    def fraction(self, above: Value) -> Value:
        """A divisor that is a fraction with a slash, or what stands before that."""
        if self.reading.choice("divisor", 2):
            return above
        self.take()
        below = self.signed()
        if above.shape is not None or below.shape is not None:
            raise Unreadable("a matrix as a divisor")
        return Value(Apply("divide", (above.tree, below.tree)))

    def signed(self) -> Value:
        """A factor with its sign; a minus before a numeral belongs to it."""
        if self.is_plain():
            return self.plain()
        start = self.at
        if self.takes("+") or not self.sees(*MINUS):
            return self.power()
        sign, is_bare = self.take(), self.peek().sort == "number"
        value = self.power()
        if is_bare and value.numeral is not None:
            signed = value.numeral._replace(text=f"-{value.numeral.text}", start=sign.start)
            return self.percentage(signed) if signed.is_percent else self.numeral(signed)
        if is_bare and isinstance(value.tree, Apply) and value.tree.operation == "power":
            return self.part(self.negative_power(value.tree), start)
        return self.part(negative(value), start)

    def negative_power(self, power: Apply) -> Value:
        """A power of a number behind a minus, as `-0.5^2`: the negative of the power, or the power of the negative."""
        base, exponent = power.arguments
        size = value_at(exponent, {})
        if size is None or size.q != 1:
            raise Unreadable("a power of a negative number without brackets")
        if size.p % 2 == 0 and self.reading.choice("signed", 2):
            return Value(Apply("power", (Apply("negative", (base,)), exponent)))
        return negative(Value(power))

    def is_plain(self) -> bool:
        """Whether a numeral comes next that ends with its digits, before a sign or the end."""
        return self.padded[self.at].sort == "number" and self.nested < MAX_DEPTH and self.ends_plainly(1)

    def begins_factor(self) -> bool:
        """Whether a factor comes next without a sign before it."""
        last, token = self.peek(-1), self.peek()
        after_numeral = last.sort == "number" or last.is_one_of(*PERCENT)
        if token.is_one_of("(", "["):
            is_again = self.at > 0 and self.at == bracket_of(self.tokens)
            if token.spaced and after_numeral and self.is_right and self.at == 1 and not is_again:
                self.reading.is_doubtful = True  # the same number once more, as 0.5 (1/2)
            is_remark = self.ends_in_remark() and (self.is_right or self.peek(2).is_one_of(*PERCENT))
            return not is_remark or self.ends_in_factor() or is_again
        if token.is_one_of(*FRACTIONS):
            return not after_numeral  # one and a half
        if token.sort == "number":
            return self.begins_power() or begins_number(self.tokens, self.at, self.closed)
        if self.begins_series():
            return True
        is_constant = token.is_one_of("\\pi", "\u03c0") or (token.is_one_of("e") and self.peek(1).is_one_of(*POWER))
        return is_constant or token.is_one_of(*ROOTS) or token.sort == "begin" or self.function_ahead()[0] != ""

    def ends_in_remark(self) -> bool:
        """Whether one number in brackets behind a blank comes next: one of an equation, a share, a loss or a factor."""
        behind = 2 + self.peek(2).is_one_of(*PERCENT)
        return self.peek().spaced and self.peek(behind).is_one_of(")", "]")

    def ends_in_factor(self) -> bool:
        """Whether a decimal in brackets comes next in a side that begins with a bracket, as in `(0.125) (0.75)`."""
        is_decimal = "." in self.peek(1).text and self.peek(2).is_one_of(")", "]")
        return is_decimal and self.peek(-1).is_one_of(")", "]") and self.tokens[0].is_one_of("(", "[")
