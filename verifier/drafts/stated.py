r"""Formulas that the text states by names, as `X W_Q` or `\text{softmax}(QK^T/\sqrt{d_k})V`, read as expressions.

A product of two names is that of matrices where their shapes allow it. A list that the text shows as a row is a column
where only that fits. What is not read as a whole is not read.
"""

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from verifier.drafts.axes import Shapes, along
from verifier.drafts.functions import FUNCTIONS
from verifier.drafts.high_signs import raised, turned_apart
from verifier.formulas.parser import FormulaError, parse_formula
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name, Options
from verifier.numbers.printed import parse
from verifier.operations import signatures
from verifier.sources.expressions.chains import Chain, Side, depths
from verifier.sources.expressions.naming import key_of, primed_label_of
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.directives import is_name
from verifier.sources.text.signs import (
    BRACKETS,
    ELEMENTWISE,
    FRACTIONS,
    MINUS,
    OVER,
    POWER,
    PRIMES,
    RAISED,
    ROOTS,
    STYLES,
    TIMES,
    TRANSPOSES,
)
from verifier.sources.text.tokens import Token

MAX_TOKENS: Final = 200
MAX_NAME: Final = 36
MAX_NESTED: Final = 12
_GAPS: Final = ("\\,", "\\;", "\\quad", "\\left", "\\right", "\\bigl", "\\bigr")
_TURNED: Final = "\u1d40"
"""A high T."""
_AXES: Final = {"row": 1, "col": 0}

Meaning = Callable[[str], Expression | None]


def stated(side: Side, meaning: Meaning, shape_of: Shapes) -> Expression | None:
    """The expression that a side of a chain states; None if it is not read as a whole, or names nothing.

    *meaning* gives what a name means, by what spellings of it have in common, over the names of blocks in the search.
    """
    kept = [token for token in side.tokens if token.sort not in ("line", "row", "tab") and token.text not in _GAPS]
    tokens = turned_apart(kept)
    if not side.is_whole or not 0 < len(tokens) <= MAX_TOKENS:
        return None
    try:
        reader = _Reader(tokens, meaning, shape_of)
        made = reader.sum()
    except Unreadable:
        return None
    is_name = tokens[-1].is_one_of("'", *PRIMES) and isinstance(made, Apply) and isinstance(made.arguments[0], Name)
    return made if reader.at == len(tokens) and reader.has_name and not is_name else None


def _valid(call: Apply) -> Expression:
    """A call that an operation allows; raises Unreadable for another."""
    try:
        return parse_formula(spell(call), signatures())
    except FormulaError as error:
        raise Unreadable(error.message) from None


class _Reader:
    """Reads tokens from left to right; every method raises Unreadable."""

    def __init__(self, tokens: Sequence[Token], meaning: Meaning, shape_of: Shapes) -> None:
        self.tokens = tokens
        self.meaning = meaning
        self.shape_of = shape_of
        self.at = self.depth = 0
        self.has_name = False

    @property
    def next(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of some signs."""
        return self.next is not None and self.next.text in texts and self.next.sort != "number"

    def takes(self, *texts: str) -> bool:
        """Pass over the next token if it is one of some signs."""
        if self.sees(*texts):
            self.at += 1
            return True
        return False

    def sum(self) -> Expression:
        """Terms with plus and minus between them."""
        is_negative = self.takes(*MINUS)
        made = self.term()
        made = Apply("negative", (made,)) if is_negative else made
        while self.sees("+", *MINUS):
            operation = "add" if self.takes("+") else "subtract"
            self.at += operation == "subtract"
            made = self._cellwise(operation, made, self.term())
        return made

    def term(self) -> Expression:
        """Factors with signs of products and quotients between them, or none."""
        made = self.factor()
        while self.next is not None and not self.sees("+", ",", *MINUS, *BRACKETS.values()):
            if self.takes(*OVER):
                made = self._cellwise("divide", made, self.factor())
            elif self.takes(*ELEMENTWISE):
                made = self._cellwise("multiply", made, self.factor())
            else:
                self.takes(*TIMES, "@")
                made = self._product(made, self.factor())
        return made

    def factor(self) -> Expression:
        """An atom with what stands high behind it."""
        self.depth += 1
        if self.depth > MAX_NESTED:
            raise Unreadable("brackets in brackets")
        made = self.atom()
        while self.takes(*POWER) or self.sees("'", _TURNED) or (self.next is not None and self.next.sort == "raised"):
            is_braced = self.takes("{")
            if self.takes(*TRANSPOSES, "'", _TURNED):
                made = Apply("transpose", (made,))
            elif self.next is not None and self.next.sort in ("number", "raised"):
                made = raised(made, self._number(), self.shape_of)
            else:
                raise Unreadable("an exponent")
            if is_braced and not self.takes("}"):
                raise Unreadable("a bracket")
        self.depth -= 1
        return made

    def atom(self) -> Expression:
        """A number, a bracket, a fraction, a root, a call or a name."""
        token = self.next
        if token is None:
            raise Unreadable("nothing")
        if token.sort == "number":
            return self._number()
        name = self._name()
        if name is not None:
            return name
        function = self._function()
        if function is not None:
            return self._called(function)
        if self.takes(*FRACTIONS):
            return self._cellwise("divide", self._inside("{"), self._inside("{"))
        if self.takes(*ROOTS):
            return Apply("sqrt", (self._inside(*BRACKETS) if self.sees(*BRACKETS) else self.factor(),))
        if self.takes("e"):
            return Apply("exp", (self._exponent(),))
        return self._inside(*BRACKETS)

    def _exponent(self) -> Expression:
        """What stands high behind the base of exponentials."""
        if not self.takes(*POWER):
            raise Unreadable("e")
        return self._inside("{") if self.sees("{") else self.factor()

    def _number(self) -> Expression:
        text = self.tokens[self.at].text.translate(RAISED)
        self.at += 1
        try:
            return Literal(parse(text).value, text)
        except ValueError:
            raise Unreadable(text) from None

    def _inside(self, *opening: str) -> Expression:
        """What stands in brackets."""
        bracket = self.next
        if bracket is None or not self.takes(*opening):
            raise Unreadable("a bracket")
        made = self.sum()
        if not self.takes(BRACKETS[bracket.text]):
            raise Unreadable("a bracket")
        return made

    def _name(self) -> Expression | None:
        """The longest name of a block that stands next; a subscript is a part of a name, and never a factor."""
        for count in range(min(MAX_NAME, len(self.tokens) - self.at), 0, -1):
            some = self.tokens[self.at : self.at + count]
            label = primed_label_of(Chain((Side(tuple(some)),), ()))
            behind = self.tokens[self.at + count : self.at + count + 1]
            is_cut = any(token.is_one_of("_") for token in (some[0], *behind))
            is_whole = depths(some) is not None and not is_cut and not some[-1].is_one_of("_", *POWER)
            meant = self.meaning(key_of(label)) if label is not None and is_whole else None
            if meant is not None:
                self.at += count
                self.has_name = True
                return meant
        return None

    def _function(self) -> str | None:
        """The operation whose name stands next, in letters or as a command; any operation in upright letters."""
        start = self.at
        letters, is_upright = self._letters()
        if letters in FUNCTIONS or (is_upright and letters in signatures()):
            return FUNCTIONS.get(letters, letters)
        self.at = start
        return None

    def _letters(self) -> tuple[str, bool]:
        """The letters that stand next, up to a bracket or the name of a function, and whether they are upright."""
        is_braced = self.takes(*STYLES) and self.takes("{")
        letters = ""
        while self.next is not None and self.next.sort in ("word", "macro"):
            letters += self.next.text.replace("\\_", "_")
            self.at += 1
            if self.sees("(", "{", "[", "}") or (letters in FUNCTIONS and not is_braced):
                break
        return (letters if not is_braced or self.takes("}") else ""), is_braced

    def _called(self, name: str) -> Expression:
        """A call, with brackets around its arguments or one argument behind it."""
        options = dict(self._axis())
        if not self.sees("(", "[", "{"):
            return along(Apply(name, (self.factor(),), tuple(options.items())), self.shape_of)
        closing = BRACKETS[self.tokens[self.at].text]
        self.at += 1
        arguments: list[Expression] = []
        is_more = True
        while is_more:
            keyword = self._keyword()
            if keyword is None:
                arguments.append(self.sum())
            else:
                options[keyword] = self.sum()
            is_more = self.takes(",")
        if not self.takes(closing):
            raise Unreadable("a bracket")
        if name in ("max", "relu") and arguments[1:]:
            arguments.sort(key=lambda one: one == Literal(fmpq(0), "0"))
        return along(_valid(Apply(name, tuple(arguments), tuple(options.items()))), self.shape_of)

    def _keyword(self) -> str | None:
        """The name of the argument that stands next, as `ddof` of `ddof = 1`."""
        start = self.at
        letters, _ = self._letters()
        if is_name(letters) and self.takes("="):
            return letters
        self.at = start
        return None

    def _axis(self) -> Options:
        """The axis that stands low behind the name of a function: its rows, or its columns."""
        if not self.takes("_"):
            return ()
        is_braced = self.takes("{")
        letters = ""
        while self.next is not None and self.next.sort in ("word", "macro", "sign") and not self.sees("}", "("):
            letters += self.next.text
            self.at += 1
        while is_braced and self.takes("}"):
            pass
        axis = next((number for word, number in _AXES.items() if word in letters), None)
        if axis is None:
            raise Unreadable(letters)
        return (("axis", Literal(fmpq(axis), str(axis))),)

    def _product(self, left: Expression, right: Expression) -> Expression:
        """The product of matrices where the shapes allow it, else that of numbers."""
        a, b = self.shape_of(left), self.shape_of(right)
        if a is None or b is None:
            raise Unreadable("a shape")
        if (1, 1) in (a, b) or (a == b and a[1] == 1):  # numbers, or two columns row by row
            return Apply("multiply", (left, right))
        if a[1] == b[0]:
            return Apply("matmul", (left, right))
        if a[1] == b[1] and 1 in (a[0], b[0]):
            return Apply("matmul", (left, Apply("transpose", (right,))))
        raise Unreadable("shapes")

    def _cellwise(self, operation: str, left: Expression, right: Expression) -> Expression:
        """An operation cell by cell; a row beside a column of as many numbers is turned."""
        a, b = self.shape_of(left), self.shape_of(right)
        if a is None or b is None:
            raise Unreadable("a shape")
        if a == b[::-1] and 1 in a and a != b:
            return Apply(operation, (left, Apply("transpose", (right,))))
        return Apply(operation, (left, right))
