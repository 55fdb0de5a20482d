"""One evaluator: an expression, operands and an engine in, an array out.

It knows nothing of documents and policies. While ranges are computed it keeps book
of what they depend on, so that whoever reads a range knows whether it is attained.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final, TypeAlias

from flint import arb, ctx, fmpq

from verifier.engines.points.flint import MAX_BITS, bounded
from verifier.engines.ranges.normalised import normalised_cells
from verifier.engines.ranges.ranges import RANGE_WORK
from verifier.evaluation.closed_forms import Repeated, find_repeated
from verifier.evaluation.comprehension import assembled, built_at_once, sizes
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Array, Shape, Value, scalar, sources_of
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing, hull
from verifier.numbers.number import Uncertain
from verifier.operations import REGISTER, Engine, Operation, ShapeError, TooLarge, Unprinted, signatures
from verifier.operations.operation import broadcast, cellwise
from verifier.rewriting.patterns import Normalisation, find_normalisation

MAX_CELLS: Final = 1 << 20
MAX_CALLS: Final = 1_000_000
MAX_WORK: Final = 100_000_000
"""Bounds on what one evaluation may make and do, in products of two numbers: a hostile formula ends in an error."""
ROOT_WORK: Final = 5000
"""So many times longer takes one cell of a normalised row, for each cell of the row."""
LINE_WORK: Final = 40
"""And so many times longer one cell of a row that is computed together, as a softmax is, of points or of ranges."""

_ABSENT: Final = Literal(fmpq(0), "")

_SKIPPED: Final = scalar(UNKNOWN)
_TWO: Final = Literal(fmpq(2), "2")

Operands: TypeAlias = Callable[[str], Array]
Known: TypeAlias = dict[tuple[int, int], tuple[Expression, Array]]
"""What parts of formulas give on the same operands, by identity and precision; so each is kept alive."""


class Evaluator:
    """Evaluates expressions with an engine; raises ShapeError and TooLarge."""

    def __init__(
        self, engine: Engine, operands: Operands, budget: int | None = None, known: Known | None = None
    ) -> None:
        self.engine = engine
        self.operands = operands
        self.budget = MAX_WORK if budget is None else budget
        self.known = known
        self.calls = 0
        self.work = 0

    def evaluate(self, expression: Expression, local: Mapping[str, Array] | None = None) -> Array:
        """The array that *expression* gives; *local* names hide stages."""
        return self._evaluate(expression, local or {})

    def some_cells(self, expression: Build, places: Collection[Shape]) -> Array:
        """A matrix built cell by cell, of which only the cells at *places* are computed; UNKNOWN elsewhere."""
        return self._build(expression, {}, places)

    def applied(self, node: Apply, arrays: list[Array]) -> Array:
        """What the operation of *node*, one with a value, gives for parts of its arguments."""
        match node:
            case Apply("multiply", (a, b)) if a == b:
                node, arrays = Apply("power", (a, _TWO)), [arrays[0], scalar(_TWO.value)]
        options = {key: self._option(key, value, {}) for key, value in node.options}
        return self._apply(REGISTER[node.operation], arrays, options)

    def _evaluate(self, expression: Expression, local: Mapping[str, Array]) -> Array:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise TooLarge(f"a formula takes at most {MAX_CALLS} steps")
        match expression:
            case Literal(value):
                return scalar(value)
            case Name(name):
                return local[name] if name in local else self.operands(name)
            case Apply():
                return self._known(expression) if self.known is not None and not local else self._new(expression, local)
            case Choice(condition, then, other):
                return self._choose(self._evaluate(condition, local), then, other, local)
            case Subscript(array, row, column):
                return self._subscript(self._evaluate(array, local), row, column, local)
            case Build():
                return self._build(expression, local)

    def _new(self, expression: Apply, local: Mapping[str, Array]) -> Array:
        closed = self._normalised(expression, local) or self._repeated(expression, local)
        return closed or self._call(expression, local)

    def _known(self, expression: Apply) -> Array:
        """A part that many formulas share, computed once."""
        assert self.known is not None
        key = id(expression), ctx.prec
        if key not in self.known:
            self.known[key] = expression, self._new(expression, {})
        return self.known[key][1]

    def _call(self, expression: Apply, local: Mapping[str, Array]) -> Array:
        match expression:
            case Apply("multiply", (a, b)) if self.engine.is_range and a == b:
                expression = Apply("power", (a, _TWO))  # a square is not negative, as a product of two boxes may be
        made = REGISTER[expression.operation]
        arrays = [self._evaluate(argument, local) for argument in expression.arguments]
        if made.definition is not None:
            return self._defined(made, arrays, dict(expression.options), local)
        return self._apply(made, arrays, {k: self._option(k, v, local) for k, v in expression.options})

    def _option(self, name: str, expression: Expression | None, local: Mapping[str, Array]) -> int | None:
        if expression is not None:
            whole = self._whole(expression, local)
            return whole % 2 if name == "axis" and whole in (-1, -2) else whole
        if name != "axis":
            raise ShapeError(f"a whole number for {name}, found None")
        return None

    def _one(self, expression: Expression, local: Mapping[str, Array]) -> Array:
        array = self._evaluate(expression, local)
        if array.shape != (1, 1):
            raise ShapeError(f"one number, found {array.rows} x {array.columns}")
        return array

    def _whole(self, expression: Expression, local: Mapping[str, Array]) -> int:
        value = self._one(expression, local).cells[0]
        if not isinstance(value, fmpq) or value.q != 1:
            raise ShapeError(f"a whole number for an index or a size, found {value}")
        return int(value.p)

    def _defined(
        self,
        made: Operation,
        arrays: list[Array],
        options: dict[str, Expression | None],
        local: Mapping[str, Array],
    ) -> Array:
        inner = dict(zip(made.signature.arrays, arrays, strict=True))
        for name, default in zip(made.signature.options, made.defaults, strict=True):
            option = options.get(name, _ABSENT)
            if option is None:
                raise ShapeError(f"a number for {name}, found None")
            evaluated = self._evaluate if name in made.wide else self._one
            inner[name] = scalar(fmpq(default)) if option is _ABSENT else evaluated(option, local)
        return self._evaluate(_definition(made.name), inner)

    def _apply(self, made: Operation, arrays: list[Array], options: dict[str, int | None]) -> Array:
        assert made.shape is not None
        assert made.value is not None
        rows, columns = made.shape(*(array.shape for array in arrays), **options)
        if rows * columns > MAX_CELLS:
            raise TooLarge(f"a matrix of at most {MAX_CELLS} cells, found {rows} x {columns}")
        self._spend(made, arrays, rows * columns, 0 if made.work is None else made.work(**options))
        try:
            result = made.value(self.engine, *arrays, **options)
        except TypeError:
            word = next((cell for array in arrays for cell in array.cells if isinstance(cell, str)), None)
            if word is None:
                raise
            raise ShapeError(f"numbers for {made.name}, found the word {word[:40]!r}") from None
        return _provenance(made, arrays, result) if self.engine.is_range else _kept_short(result)

    def _normalised(self, expression: Expression, local: Mapping[str, Array]) -> Array | None:
        """The exact ranges of a normalisation, in which each operand is used more than once; None if it is none."""
        found = find_normalisation(expression) if self.engine.is_range else None
        return None if found is None else self._normalised_lines(found, self._evaluate(found.x, local), local, None)

    def normalised_cell(self, expression: Expression, x: Array, place: int | None) -> Array | None:
        """The same of one row *x* of the operand, or column by the axis, at one place of it or at all."""
        found = find_normalisation(expression) if self.engine.is_range else None
        return None if found is None else self._normalised_lines(found, x, {}, place)

    def _repeated(self, expression: Apply, local: Mapping[str, Array]) -> Array | None:
        """The exact ranges of another such formula; None if it is none."""
        found = find_repeated(expression) if self.engine.is_range else None
        return None if found is None else self.repeated(found, [self._evaluate(part, local) for part in found.parts])

    def repeated(self, found: Repeated, parts: list[Array]) -> Array | None:
        """The same of its parts, or of the lines of them that a row, a column or a cell of the result needs."""
        self.work += sum(len(part.cells) for part in parts) * max(part.columns for part in parts) * RANGE_WORK
        if self.work > self.budget or not any(part.sources for part in parts):
            return None
        return found.ranges(parts)

    def _normalised_lines(
        self, found: Normalisation, x: Array, local: Mapping[str, Array], place: int | None
    ) -> Array | None:
        options = {key: self._option(key, value, local) for key, value in found.options}
        extras = [scalar(fmpq(0)) if e is None else self._evaluate(e, local) for e in (found.inside, found.outside)]
        axis = options.get("axis", 1)
        if axis is None or any(extra.shape != (1, 1) or extra.sources & x.sources for extra in extras):
            return None
        lines = x.transposed.row_list() if axis == 0 else x.row_list()
        cells_a_line = len(x.cells) // max(1, len(lines))
        self.work += len(x.cells) * (cells_a_line if place is None else 1) * ROOT_WORK
        if self.work > self.budget or not x.sources:
            return None
        ddof, (inside, outside) = options.get("ddof") or 0, (extra.cells[0] for extra in extras)
        ranges = [normalised_cells(line, ddof, inside, outside, place) for line in lines]
        if any(line is None for line in ranges):
            return None
        cells = tuple(cell for line in ranges if line is not None for cell in line)
        rows, columns = x.shape if place is None else (1, 1)
        if axis == 0:
            cells = Array(columns, rows, cells).transposed.cells
        sources = x.sources | extras[0].sources | extras[1].sources
        return Array(rows, columns, cells, sources, x.exact and x.independent, independent=False)

    def _spend(self, made: Operation, arrays: list[Array], cells: int, more: int) -> None:
        """Count the products that a call takes at most; raises TooLarge where the budget is spent."""
        if made.name == "matmul":
            self.work += self.engine.matmul_work(*arrays)
        elif made.is_of_lines:
            self.work += cells * LINE_WORK
        else:
            inner = arrays[0].columns if made.pattern == "mixing" else 1
            self.work += cells * inner * (RANGE_WORK if self.engine.is_range else 1) + more
        if self.work > self.budget:
            raise TooLarge(f"a formula takes at most {self.budget} products, this one more")

    def _choose(self, condition: Array, then: Expression, other: Expression, local: Mapping[str, Array]) -> Array:
        if condition.shape == (1, 1) and isinstance(condition.cells[0], fmpq):
            return self._evaluate(then if condition.cells[0] != 0 else other, local)
        arrays = [condition, self._evaluate(then, local), self._evaluate(other, local)]
        broadcast(*(array.shape for array in arrays))
        result = cellwise(_pick, *arrays)
        return Array(result.rows, result.columns, result.cells, sources_of(arrays), exact=False, independent=False)

    def _subscript(
        self, array: Array, row: Expression | Span, column: Expression | Span | None, local: Mapping[str, Array]
    ) -> Array:
        rows = self._places(row, array.rows, "row", local)
        columns = range(array.columns) if column is None else self._places(column, array.columns, "column", local)
        cells = tuple(array[i, j] for i in rows for j in columns)
        return Array(len(rows), len(columns), cells, array.sources, array.exact, array.independent)

    def _places(self, index: Expression | Span, count: int, what: str, local: Mapping[str, Array]) -> range:
        if isinstance(index, Span):
            start = None if index.start is None else self._whole(index.start, local)
            stop = None if index.stop is None else self._whole(index.stop, local)
            return range(count)[start:stop]
        place = self._whole(index, local)
        if not -count <= place < count:
            raise ShapeError(f"{what} {place} of a matrix with {count}, counted from 0")
        return range(place % count, place % count + 1)

    def _build(self, made: Build, local: Mapping[str, Array], only: Collection[Shape] | None = None) -> Array:
        """Cell by cell, or block by block where the body gives matrices of one size."""
        rows, columns = self._whole(made.rows, local), self._whole(made.columns, local)
        if rows < 0 or columns < 0 or rows * columns > MAX_CELLS:
            raise TooLarge(f"a matrix of at most {MAX_CELLS} cells, found {rows} x {columns}")
        whole = self._at_once(made, (rows, columns), local, only)
        if whole is not None:
            return whole
        inner = dict(local)
        blocks: list[Array] = []
        for i in range(rows):
            inner[made.indices[0]] = scalar(fmpq(i))
            for j in range(columns):
                if only is not None and (i, j) not in only:
                    blocks.append(_SKIPPED)
                    continue
                inner[made.indices[1]] = scalar(fmpq(j))
                block = self._evaluate(made.body, inner)
                if only is not None and block.shape != (1, 1):
                    return self._build(made, local)  # cells are not those of the blocks
                blocks.append(block)
                if block.shape != blocks[0].shape:
                    raise ShapeError(f"parts of one size in Matrix, found {sizes(blocks[0], block)}")
                if len(block.cells) * rows * columns > MAX_CELLS:
                    found = f"{rows * columns} times {sizes(block)}"
                    raise TooLarge(f"a matrix of at most {MAX_CELLS} cells, found {found}")
        return assembled(rows, columns, blocks)

    def _at_once(
        self, made: Build, shape: Shape, local: Mapping[str, Array], only: Collection[Shape] | None
    ) -> Array | None:
        """All places together, where they are alike and none of them fails."""
        if self.engine.is_range:
            return None
        try:
            return built_at_once(made, shape, local, self._evaluate, only)
        except (ShapeError, TooLarge, Unprinted, Uncertain):  # perhaps in a branch that no place takes
            return None


@cache
def _definition(name: str) -> Expression:
    definition = REGISTER[name].definition
    assert definition is not None
    return parse_formula(definition, signatures())


def _pick(condition: Value, then: Value, other: Value) -> Value:
    if isinstance(condition, Missing | str):
        return condition
    if isinstance(condition, Interval):
        if then is UNKNOWN or other is UNKNOWN or isinstance(then, str) or isinstance(other, str):
            return UNKNOWN
        if then is MINUS_INFINITY:
            return then if other is then else _down_from(other)
        if other is MINUS_INFINITY:
            return _down_from(then)
        if isinstance(then, Missing) and isinstance(other, Missing):
            return UNDEFINED
        if isinstance(then, Missing) or isinstance(other, Missing):  # the other branch is all
            only = _as_range(other if isinstance(then, Missing) else then)
            return Interval(only.lo, only.hi, only.lo_closed, only.hi_closed, partial=True, loose=True)
        return hull(_as_range(then), _as_range(other))
    return then if condition != 0 else other


def _down_from(value: Value) -> Value:
    """What an open choice between a score and minus infinity may be, which no range says better."""
    if isinstance(value, Missing):
        return UNKNOWN
    box = _as_range(value)
    return Interval(None, box.hi, hi_closed=box.hi_closed, partial=True, loose=True)


def _as_range(value: Value) -> Interval:
    """A branch of an open choice as a range; words are none."""
    return value if isinstance(value, Interval) else Interval(value, value)


def _kept_short(array: Array) -> Array:
    if any(isinstance(cell, fmpq) and cell.height_bits() > MAX_BITS for cell in array.cells):
        return array.map(lambda cell: bounded(cell) if isinstance(cell, fmpq | arb) else cell)
    return array


def _provenance(made: Operation, arrays: list[Array], result: Array) -> Array:
    """What is known of the ranges of a result: sources, whether attained, whether they vary freely."""
    varying = [array for array in arrays if array.sources]
    if not varying or not any(isinstance(cell, Interval | Missing) for cell in result.cells):
        return result
    sources = sources_of(arrays)
    apart = len(sources) == sum(len(array.sources) for array in varying)
    free = all(array.independent for array in varying)
    exact = apart and all(array.exact for array in varying)
    if made.pattern in ("reducing", "mixing"):
        exact &= free
    exact &= made.exact
    exact &= not any(isinstance(cell, Interval) and cell.loose for cell in result.cells)
    whole = all(array.shape == result.shape for array in varying)
    spread = made.pattern == "cellwise" or (made.pattern == "reducing" and len(arrays) > 1)  # as the max of two arrays
    independent = free and apart and made.pattern != "mixing" and (whole or not spread)
    return Array(result.rows, result.columns, result.cells, sources, exact, independent)
