r"""What stands at the same places in two expressions of one structure: each term, factor or operand beside its own.

`2 \cdot 3 + 4 = 6 + 4` says that 6 is 2 * 3, and not only that the two sums are equal.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from flint import arb

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Numeral, one, printed

Operands: TypeAlias = Mapping[str, Grid[Numeral]]
Parts: TypeAlias = Mapping[Expression, Side]
_Term: TypeAlias = tuple[bool, Expression]
_T = TypeVar("_T")
_SUMS: Final = ("add", "subtract")
_PRODUCTS: Final = ("multiply", "divide")


class Claim(NamedTuple):
    """A number of the right side, by its name, and the part of the left side that it should be.

    `grid` is how it is printed: a whole number, a decimal, or a fraction of whole numbers. One that stands on the left
    side too `is_copy`: nothing was computed.
    """

    name: str
    grid: Grid[Numeral]
    tree: Expression

    @property
    def is_copy(self) -> bool:
        """Whether its counterpart is a number."""
        return isinstance(self.tree, Literal | Name)


class _OtherStructureError(Exception):
    """Two expressions are not of one structure."""


class Counterparts(NamedTuple):
    """What two sides of one structure claim; `is_kept`: another number stands at its place in both as it is.

    `copies` has the names of such numbers of the right side, with those of the left one.
    """

    claims: tuple[Claim, ...] = ()
    is_kept: bool = False
    copies: tuple[tuple[str, str], ...] = ()


def counterparts(left: Expression, right: Expression, operands: Operands, parts: Parts) -> Counterparts:
    """What two sides claim, where all numbers of the right one have names; nothing if they are not of one structure.

    Nor do they claim anything if no number is computed, but for copies that are rounded. *parts* are the tokens of the
    parts of both.
    """
    matching = _Matching(operands, parts)
    try:
        found = tuple(matching.claims(left, right))
    except _OtherStructureError:
        return Counterparts()
    is_claim = not all(claim.is_copy for claim in found) or all(map(matching.is_rounded, found))
    return Counterparts(found, matching.is_kept, tuple(matching.copies)) if is_claim else Counterparts()


def fraction_of(tree: Expression, operands: Operands) -> tuple[str, Numeral] | None:
    """The name of the numerator of a fraction of whole numbers, and the fraction as it is printed; None of others."""
    match tree:
        case Apply("negative", (Apply("divide") as inner,)):
            found = fraction_of(inner, operands)
            return None if found is None else (found[0], found[1]._replace(text=f"-{found[1].text}"))
        case Apply("divide", (Name(above), Name(below))):
            first, second = operands[above].cells[0], operands[below].cells[0]
            if first is None or second is None:
                return None
            is_signed = first.text.startswith("-")
            if first.text[is_signed:].isdecimal() and second.text.isdecimal() and int(second.text):
                return above, Numeral(f"{first.text}/{second.text}", first.start, second.end)
    return None


class _Matching:
    """Goes through two expressions side by side."""

    def __init__(self, operands: Operands, parts: Parts) -> None:
        self.operands = operands
        self.parts = parts
        cells = {name: grid.cells[0] for name, grid in operands.items() if grid.shape == (1, 1)}
        self.numbers = {name: printed(cell) for name, cell in cells.items() if cell is not None}
        self.values = {name: number.value for name, number in self.numbers.items()}
        self.is_kept = False
        self.copies: list[tuple[str, str]] = []

    def claims(self, left: Expression, right: Expression) -> Iterator[Claim]:
        """The claims of two expressions; raises _OtherStructureError. A fraction is one number, or has counterparts."""
        found = fraction_of(right, self.operands)
        if found is None:
            yield from self._inside(left, right)
            return
        whole = Claim(found[0], one(found[1]), left)
        value = value_at(left, self.values)
        was_kept, self.is_kept = self.is_kept, False
        try:
            inside = list(self._inside(left, right))
        except _OtherStructureError:
            inside = [whole]
        has_kept, self.is_kept = self.is_kept, was_kept or self.is_kept
        is_whole = value is not None and value == value_at(right, self.values)
        fit = [self._fits(claim) for claim in inside]
        if (
            is_whole
            or not (has_kept or any(fit))
            or any(claim.is_copy and not fits for claim, fits in zip(inside, fit, strict=True))
        ):
            inside = [whole]
        yield from inside

    def is_rounded(self, claim: Claim) -> bool:
        """Whether a number can be its counterpart in fewer digits."""
        value, number = value_at(claim.tree, self.values), self.numbers[claim.name]
        return value is not None and abs(value - number.value) < power_of_ten(-number.decimals)

    def _fits(self, claim: Claim) -> bool:
        """Whether a number over another, or below it, can be its counterpart: a quotient is not rounded there."""
        is_quotient = isinstance(claim.tree, Apply) and claim.tree.operation == "divide"
        value = value_at(claim.tree, self.values) if is_quotient else None
        return self.is_rounded(claim) if value is None else value == self.values[claim.name]

    def _is_another(self, claim: Claim) -> bool:
        """Whether a number is another one than its counterpart, of which the value is known."""
        value, cell = value_at(claim.tree, self.values), claim.grid.cells[0]
        return value is not None and cell is not None and value != printed(cell).value

    def _inside(self, left: Expression, right: Expression) -> Iterator[Claim]:
        """The claims of the operands of two operations that are one, or of a number."""
        match left, right:
            case _, Name(name) if name in self.values:
                if isinstance(left, Literal | Name) and value_at(left, self.values) == self.values[name]:
                    self.is_kept = True
                    self.copies += [(name, left.name)] if isinstance(left, Name) else []
                else:
                    yield Claim(name, self.operands[name], left)
            case Apply(ours), Apply(theirs) if ours in _SUMS and theirs in _SUMS:
                for (is_plus, term), (is_also_plus, other) in self._terms(left, right):
                    yield from self.claims(term if is_plus == is_also_plus else Apply("negative", (term,)), other)
            case Apply(ours), Apply(theirs) if ours == theirs != "multiply":
                yield from self._of_operands(left, right)
            case Apply(ours), Apply(theirs) if ours in _PRODUCTS and theirs in _PRODUCTS:
                for factor, other in self._factors(left, right):
                    yield from self.claims(factor, other)
            case _ if left != right:
                raise _OtherStructureError

    def _of_operands(self, left: Apply, right: Apply) -> Iterator[Claim]:
        """The claims of the operands of one operation; raises _OtherStructureError for powers of two forms.

        So have powers with another base and another exponent, as `(1/2)^3 = (1/8)^1`.
        """
        found: list[list[Claim]] = []
        for index, (operand, other) in enumerate(_paired(left.arguments, right.arguments)):
            is_even = index == 0 and self._is_even(right)
            found.append(list(self.claims(self._of_sign(operand, other) if is_even else operand, other)))
        if right.operation == "power" and all(found) and all(map(self._is_another, (*found[0], *found[1]))):
            raise _OtherStructureError
        yield from chain(*found)

    def _is_even(self, tree: Expression) -> bool:
        """Whether an operation gives the same for its first operand and the negative of that."""
        match tree:
            case Apply("power", (_, exponent)):
                value = value_at(exponent, self.values)
                return value is not None and (value / 2).q == 1
            case Apply("abs"):
                return True
        return False

    def _of_sign(self, left: Expression, right: Expression) -> Expression:
        """An expression, or its negative if only that can have the sign of the number at its place."""
        balls = {name: arb(value) for name, value in self.values.items()}
        ours, theirs = enclosed(left, balls), enclosed(right, balls)
        is_number = isinstance(right, Name) or (isinstance(right, Apply) and right.operation in ("negative", "divide"))
        is_other = is_number and ours is not None and theirs is not None and ours * theirs < 0
        return Apply("negative", (left,)) if is_other else left

    def _terms(self, left: Expression, right: Expression) -> Iterator[tuple[_Term, _Term]]:
        """The terms of two sums: all, or those that are not zero, or with a bracket at the beginning as one."""
        one, other = _terms(left), _terms(right)
        if len(one) != len(other):
            shown = [term for term in one if not self._is_zero(term[1])]
            if len(shown) == len(other):
                return _paired(shown, other)
            one, other = _terms(left, self.parts), _terms(right, self.parts)
        return _paired(one, other)

    def _is_zero(self, tree: Expression) -> bool:
        """Whether a term is a number that is zero: who goes on with a sum leaves it out."""
        return isinstance(tree, Literal | Name) and value_at(tree, self.values) == 0

    def _factors(self, left: Expression, right: Expression) -> Iterator[tuple[Expression, Expression]]:
        """The factors of two products; `3/16 * 5/8` is taken from left to right, else as that of 3/16 and 5/8."""
        one, other = _factors(left, {}), _factors(right, {})
        if len(one) != len(other):
            one, other = _factors(left, self.parts), _factors(right, self.parts)
        return _paired(one, other)


def _paired(left: Sequence[_T], right: Sequence[_T]) -> Iterator[tuple[_T, _T]]:
    """The items of two lists of one length; raises _OtherStructureError for others."""
    if len(left) != len(right):
        raise _OtherStructureError
    yield from zip(left, right, strict=True)


def _terms(tree: Expression, parts: Parts | None = None) -> list[_Term]:
    """The terms of a sum in their order, each with whether it is added; one in brackets at its beginning in *parts*."""
    found: list[_Term] = []
    while isinstance(tree, Apply) and tree.operation in _SUMS:
        before = tree.arguments[0]
        found.append((tree.operation == "add", tree.arguments[1]))
        if parts is not None and not _begin_alike(tree, before, parts):
            return [(True, before), *reversed(found)]
        tree = before
    return [(True, tree), *reversed(found)]


def _factors(tree: Expression, parts: Parts) -> list[Expression]:
    """The factors of a product in their order; a divisor is one with what is before it if *parts* show no brackets."""
    match tree:
        case Apply("multiply", (before, factor)):
            return [*_factors(before, parts), factor]
        case Apply("divide", (before, divisor)) if _begin_alike(tree, before, parts):
            *others, last = _factors(before, parts)
            return [*others, Apply("divide", (last, divisor))]
    return [tree]


def _begin_alike(tree: Expression, part: Expression, parts: Parts) -> bool:
    """Whether two expressions are written from the same token on: no bracket or fraction parts them."""
    one, other = parts.get(tree), parts.get(part)
    return one is not None and other is not None and one.tokens[0] == other.tokens[0]
