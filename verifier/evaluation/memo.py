"""The memo of one document: results of formulas, reused for the same formula on the same cell objects.

A document is evaluated many times: as printed, as replayed, mended in this way and in
that. Most of its cells are the same objects every time, and so are most results.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Final, TypeAlias, TypeVar, cast

from flint import ctx, fmpq

from verifier.document.model import Block, Document, Formula, Grid, Word
from verifier.formulas.tree import Expression, Literal
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import ratio
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.boxes import printed_values

Made = TypeVar("Made")

Failure: TypeAlias = Unprinted | ShapeError | TooLarge
"""The errors for which a formula has no value on its operands."""

MAX_CELLS: Final = 1 << 22
"""Maximum number of cells of operands and results that are kept for one document."""
_PLACES_A_CELL: Final = 16
"""Places in keys that take as much memory as one cell."""

MAX_TRIED: Final = 500_000
"""Maximum number of operations on single cells by which points and parts of boxes are tried, for a whole document."""

MAX_NORMALISED: Final = 1_000_000_000
"""Maximum cost of the exact ranges of normalised cells of a whole document, in products of two numbers."""


class Memo:
    """Results by expression and operands; operands are compared by identity, and kept alive so that ids stay unique."""

    def __init__(self) -> None:
        self.constants: dict[tuple[Formula, int], Array | Failure] = {}
        """Values of formulas without operands, by formula and precision in bits: the same in every evaluation."""
        self.literal_values: dict[tuple[Formula, int], Array | Failure] = {}
        self.literal_operands: dict[tuple[str, int], Array | Failure] = {}
        """What the literal policy gives, for all evaluations by it: of formulas, and of stages as operands."""
        self.too_large: dict[tuple[Formula, bool], TooLarge] = {}
        """Errors of formulas that exceeded their budget, on points (False) or on ranges (True)."""
        self.left_to_try = MAX_TRIED
        """What is left of MAX_TRIED: all proofs of a document share it."""
        self.left_to_normalise = MAX_NORMALISED
        self._found: dict[tuple[object, ...], tuple[Sequence[Array], Array | Failure]] = {}
        self._values: dict[Hashable, Value] = {}
        self._numbers: dict[Hashable, int] = {}
        self._printed: dict[int, tuple[Block | Grid[Word], Array]] = {}
        """Arrays by the identity of their blocks, which stand beside them and so live as long."""
        self._rewritten: dict[tuple[Expression, str], Expression] = {}
        self._made: dict[Callable[[Document], object], object] = {}
        self._counted: set[int] = set()
        """The identities of the tuples of cells that are kept."""
        self._left = MAX_CELLS

    def going_on(self, names: Collection[str], formulas: Collection[Formula]) -> "Memo":
        """A memo for another document in which the stages with these *names* and *formulas* are the same.

        What is told by the identity of operands is true of any document; bounds begin anew.
        """
        made = Memo()
        made.constants, made._found, made._printed = self.constants, self._found, self._printed
        made._counted, made._left = self._counted, self._left
        made.literal_values = {key: found for key, found in self.literal_values.items() if key[0] in formulas}
        made.literal_operands = {key: found for key, found in self.literal_operands.items() if key[0] in names}
        return made

    @property
    def has_normalised(self) -> bool:
        """Whether something was taken of what is left for the exact ranges of normalised cells."""
        return self.left_to_normalise < MAX_NORMALISED

    @property
    def has_tried(self) -> bool:
        """Whether something was taken of what is left for proofs that try points and parts of boxes."""
        return self.left_to_try < MAX_TRIED

    def array(
        self, node: Expression | Formula, operands: Sequence[Array], compute: Callable[[], Array], *more: object
    ) -> Array:
        """The array that *compute* gives for *node* on the *operands*; *more* tells one way to compute from another.

        Raises what it raises; a failure is kept as a result is.
        """
        key = node, ctx.prec, *more, *(operand.identity for operand in operands)
        found = self._found.get(key)
        if found is None:
            found = operands, settled_by(compute)
            self._keep(key, *found)
        return given(found[1])

    def _keep(self, key: tuple[object, ...], operands: Sequence[Array], found: Array | Failure) -> None:
        """Keep a result if there is room; cells that are kept already take no more than their place in the key."""
        new: dict[int, int] = {}
        cost = places = 0
        for array in (*operands, found) if isinstance(found, Array) else operands:
            at, size = id(array.cells), len(array.cells)
            places += size
            cost += 1
            if at not in self._counted:
                new[at] = size
        cost += sum(new.values()) + places // _PLACES_A_CELL
        if cost <= self._left:
            self._left -= cost
            self._found[key] = operands, found
            self._counted.update(new)

    def same(self, value: Value, of: tuple[Hashable, ...]) -> Value:
        """The first value with these ends that was asked for, *of* the same: what rests on it is found again."""
        if isinstance(value, fmpq):
            return self._values.setdefault((*of, *ratio(value)), value)
        if not isinstance(value, Interval) or not (isinstance(value.lo, fmpq) and isinstance(value.hi, fmpq)):
            return value
        facts = type(value), value.lo_closed, value.hi_closed, value.partial, value.loose
        return self._values.setdefault((*of, *ratio(value.lo), *ratio(value.hi), facts), value)

    def once(self, make: Callable[[Document], Made], document: Document) -> Made:
        """What *make* makes of the document, made once."""
        if make not in self._made:
            self._made[make] = make(document)
        return cast("Made", self._made[make])

    def printed(self, block: Block | Grid[Word]) -> Array:
        """The numbers or words of a block at their word, as one array: what rests on it is found by its identity."""
        found = self._printed.get(id(block))
        if found is None:
            self._printed[id(block)] = found = block, printed_values(block)
        return found[1]

    def number(self, key: Hashable) -> int:
        """A number that stands for *key*, whatever its size: the same for the same key."""
        return self._numbers.setdefault(key, len(self._numbers))

    def expression(self, whole: Expression, rewrite: Callable[[Expression], Expression], kind: str) -> Expression:
        """The expression that *rewrite* makes of another, computed once for each *kind* of rewriting."""
        key = whole, kind
        if key not in self._rewritten:
            self._rewritten[key] = rewrite(whole)
        return self._rewritten[key]


def settled_by(compute: Callable[[], Array]) -> Array | Failure:
    """What a computation gives, or the error for which it gives nothing."""
    try:
        return compute()
    except (Unprinted, ShapeError, TooLarge) as failure:
        return failure


def given(result: Array | Failure) -> Array:
    """The array that was found; raises the error that was."""
    if isinstance(result, Array):
        return result
    raise result


def is_plain(options: Sequence[tuple[str, Expression | None]]) -> bool:
    """Whether all options of a call are literals, so that its value depends on its arrays alone."""
    return all(value is None or isinstance(value, Literal) for _, value in options)
