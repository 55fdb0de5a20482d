"""The smallest parts of an expression: numbers, brackets, fractions, roots, calls and matrices."""

from abc import ABC
from collections.abc import Callable, Sequence
from typing import Final

from verifier.formulas.tree import Apply, Expression, Name
from verifier.late import pattern
from verifier.sources.expressions.calls import COUNTS, PI, determinant, rounded, vulgar
from verifier.sources.expressions.functions import Functions
from verifier.sources.expressions.values import (
    PAIR,
    Numeral,
    Unreadable,
    Value,
    apply,
    matrix_of,
    stacked,
)
from verifier.sources.expressions.vectors import absolute, norm
from verifier.sources.text.signs import (
    ANGLED,
    BARS,
    BRACES,
    BRACKETS,
    FLOORS,
    FRACTIONS,
    MINUS,
    NORMS,
    POWER,
    ROOTS,
    STACKS,
    STYLES,
    VULGAR,
)

MAX_CELLS: Final = 4000
_STROKES: Final = ("|", "\\mid", "\\vert")
"""What stands in square brackets between the coefficients of a row and its right side."""


_ROW: Final = pattern(r"(?:[-\u2212]?[0-9]{1,3},){2,}[-\u2212]?[0-9]{1,3}")
"""Numbers of a row: so many of one to three digits have no other meaning in brackets."""
_PAIR: Final = pattern(r"[0-9]{1,6},[0-9]{1,6}")


class Atoms(Functions, ABC):
    """Parses atoms."""

    def atom(self) -> Value:
        """A number, a bracket, a fraction, a root, a call, a constant or a matrix; raises Unreadable."""
        token = self.peek()
        if token.sort == "number":
            return self.number(self.take())
        if token.text in FRACTIONS:
            return self.command()
        if token.sort == "begin" or token.is_one_of("\\det"):
            return self.matrix()
        if self.sees(*VULGAR):
            return vulgar(self.take().text)
        if token.is_one_of(*ROOTS):
            return self.root()
        if self.function_ahead()[0]:
            return self.call()
        if token.is_one_of(*BRACKETS):
            return self.number_with_base() or self.bracket()
        return self.between_bars() or self.command()

    def number_with_base(self) -> Value | None:
        """A number in brackets with its base behind these; None if none comes next."""
        inside, closing, index = (self.peek(ahead) for ahead in range(1, 4))
        if inside.sort != "number" or not (closing.is_one_of(")") and index.is_one_of("_")):
            return None
        self.at += 3
        found = self.in_base(Numeral(inside.text, inside.start, inside.end))
        self.at -= 0 if found else 3
        return found

    def between_bars(self) -> Value | None:
        """A norm, an absolute value, a determinant or a number that is rounded; None if no bars come next."""
        opening = self.peek().text
        if self.takes_norm():
            return self.norm()
        if self.takes(*BARS):
            is_matrix, value = self.peek().sort == "begin", self.sum()
            if not self.takes(*BARS):
                raise Unreadable("bars that do not end")
            is_determinant = is_matrix and (value.shape is None or 1 not in value.shape)
            return determinant(value) if is_determinant else absolute(value, self.reading)
        if self.takes(*FLOORS):
            value = self.sum()
            self.needs(FLOORS[opening])
            return rounded(value, is_up=opening in ("\\lceil", "\u2308"))
        return None

    def takes_norm(self) -> bool:
        """Take double bars, if they come next."""
        is_double = self.sees("|") and self.peek(1).is_one_of("|") and not self.peek(1).spaced
        self.at += 2 * is_double
        return is_double or self.takes(*NORMS)

    def norm(self) -> Value:
        """The norm of what stands before the next double bars, of the kind that an index behind these says."""
        value = self.sum()
        if not self.takes_norm():
            raise Unreadable("bars that do not end")
        kind = ""
        if self.takes("_"):
            kind, _ = self.letters(0) if self.sees("{") else (self.peek().text, 1)
            self.skip_group()
        return norm(value, kind)

    def command(self) -> Value:
        """A fraction, a binomial coefficient, a constant or a command that changes how its argument looks."""
        if self.takes(*FRACTIONS):
            above, below = self.two_digits() if self.peek().sort == "number" else (self.group(), self.group())
            if below.shape is not None:
                raise Unreadable("a matrix as a divisor")
            self.closed = self.at
            return Value(Apply("divide", (above.tree, below.tree)), above.shape)
        if self.sees(*COUNTS):
            count = COUNTS[self.take().text]
            found = count(self.group(), self.group())
            self.closed = self.at
            return found
        if self.takes("\\pi", "\u03c0"):
            if self.sees("_"):
                raise Unreadable("a name")
            return Value(PI)
        if self.base_of_exponential():
            exponent = self.exponent()
            self.exponents |= {exponent.tree}
            if exponent.shape is not None or self.sees(*POWER):
                raise Unreadable("an exponential of a matrix")
            return apply("exp", exponent)
        if self.takes(*STACKS):
            self.skip_group()
            return self.group()
        if self.takes(*STYLES):
            return self.styled()
        raise Unreadable(self.name_ahead() or f"{self.spelled() or 'nothing'} stands where a number is needed")

    def styled(self) -> Value:
        """The argument of a command that changes how it looks, without the label of a brace."""
        brace, value = BRACES.get(self.peek(-1).text, ""), self.group()
        is_number = self.peek(2).sort == "number" and self.peek(3).is_one_of("}")
        if is_number and self.sees(brace) and brace in POWER:
            raise Unreadable("a brace with a number above it, a label or a power")
        if self.sees("_", brace):
            self.take()
            self.skip_group()
        return value

    def base_of_exponential(self) -> bool:
        """Take `e^`, the base upright or not."""
        before = self.at
        is_upright = self.takes("\\mathrm", "\\text", "\\textrm", "\\rm")
        if (self.takes_group("e") if is_upright else self.takes("e")) and self.takes(*POWER):
            return True
        self.at = before
        return False

    def exponent(self) -> Value:
        """What stands behind `^`: a group, or one number with its sign; a power of ten behind it is a factor."""
        if self.sees("{", "("):
            return self.counting(self.bracket)
        if self.sees(*FRACTIONS):
            return self.counting(self.command)
        is_negative = self.takes(*MINUS)
        if self.peek().sort != "number":
            raise Unreadable("an exponent that is no number")
        value = self.counting(lambda: self.bare(self.take()))
        return apply("negative", value) if is_negative else value

    def counting(self, parse: Callable[[], Value]) -> Value:
        """What is parsed where whole numbers count, and show no results."""
        before, self.is_counting = self.is_counting, True
        found = parse()
        self.is_counting = before
        return found

    def two_digits(self) -> tuple[Value, Value]:
        """The arguments of a fraction of two digits, without braces around the first."""
        token = self.take()
        digits = [Numeral(text, token.start + at, token.start + at + 1) for at, text in enumerate(token.text)]
        if len(digits) > 2 or not token.text.isdecimal():  # noqa: PLR2004 - one digit above, one below
            raise Unreadable("a command without braces")
        above = self.numeral(digits[0])
        return above, self.group() if len(digits) == 1 else self.numeral(digits[1])

    def group(self) -> Value:
        """An argument of a command: braces, or one digit."""
        if self.sees("{"):
            return self.bracket()
        token = self.take()
        if token.sort != "number" or len(token.text) > 1:
            raise Unreadable("a command without braces")
        return self.numeral(Numeral(token.text, token.start, token.end))

    def bracket(self) -> Value:
        """An expression in brackets, or a row of several, or rows in brackets."""
        opening = self.take()
        cells = self.listed(opening.text)
        self.needs(BRACKETS[opening.text])
        if len(cells) == 1 and opening.text in ANGLED:
            raise Unreadable("a mean")
        if len(cells) == 1:
            return cells[0] if opening.text == "{" else cells[0]._replace(numeral=None)
        if opening.text.endswith("{"):
            raise Unreadable("a list in braces")
        if any(cell.grid is None and cell.shape is not None for cell in cells):
            return stacked(cells)
        if any(cell.grid is not None for cell in cells):
            rows = [
                [Value(self.alone(n), None, n) for n in cell.grid.cells if n] if cell.grid else [] for cell in cells
            ]
            return self.rows(rows, opening.start)
        return self.rows([cells], opening.start)

    def alone(self, numeral: Numeral) -> Expression:
        """The tree of a numeral of a matrix, by itself."""
        return self.numeral(numeral).tree

    def listed(self, opening: str) -> list[Value]:
        """Expressions with commas between them; a comma between two digits may be that of a decimal."""
        start, may_be_decimal = self.at, False
        found = [self.sum()]
        while self.takes(",") or (opening == "[" and self.takes(*_STROKES)):
            around = self.peek(-2), self.peek()
            may_be_decimal |= (
                opening == "("
                and not around[1].spaced
                and all(t.sort == "number" and t.text.isdecimal() for t in around)
            )
            found.append(self.sum())
        return self.row_or_decimal(found, start) if may_be_decimal else found

    def row_or_decimal(self, cells: list[Value], start: int) -> list[Value]:
        """The cells of `(1,2,3)`, which is a row; of `(3,4)`, a row or one number; others are a matter of doubt."""
        written = "".join(token.text for token in self.tokens[start : self.at])
        if _ROW.fullmatch(written):
            return cells
        if not _PAIR.fullmatch(written):
            self.reading.is_doubtful = True
        elif self.asks(PAIR):
            text, first, last = written.replace(",", "."), self.tokens[start], self.tokens[self.at - 1]
            return [self.numeral(Numeral(text, first.start, last.end))]
        return cells

    def rows(self, cells: Sequence[Sequence[Value]], start: int) -> Value:
        """A matrix; one of numerals alone is an operand of its own."""
        if sum(map(len, cells)) > MAX_CELLS:
            raise Unreadable("a large matrix")
        made = matrix_of(cells)
        if made.grid is None:
            return made
        name = self.reading.name(start, "m")
        self.operands[name] = made.grid
        return made._replace(tree=Name(name))

    def matrix(self) -> Value:
        """An environment with rows of cells, or the determinant of one."""
        if self.takes("\\det"):
            return determinant(self.atom())
        opening = self.take()
        if "Vmatrix" in opening.text:
            raise Unreadable("a norm")
        rows: list[list[Value]] = [[]]
        while self.peek().sort != "end":
            rows[-1].append(self.sum())
            token = self.peek()
            if token.sort == "row":
                self.take()
                if self.peek().sort != "end":
                    rows.append([])
            elif token.sort != "end" and self.take().sort != "tab":
                raise Unreadable("a matrix that does not end")
        self.take()
        found = self.rows(rows, opening.start)
        return determinant(found) if "vmatrix" in opening.text else found
