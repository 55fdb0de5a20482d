"""The evaluator: from an expression, operands and an engine to an array; it knows no documents and no policies.

With an engine of ranges, closed forms come first, and results know their sources and whether ranges are attained.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from flint import ctx, fmpq

from verifier.engines.points.flint import kept_short
from verifier.engines.ranges.ranges import RANGE_WORK
from verifier.evaluation.assembly import Computed, built_by_places, check_size, kept_apart, place_at, sliced
from verifier.evaluation.at_places import Bound, Tried
from verifier.evaluation.closed_forms import Repeated, find_repeated, normalised_ranges
from verifier.evaluation.comprehension import built_at_once
from verifier.evaluation.costs import CELL_WORK, INTEGRAL_WORK, LINE_WORK, NORMALISED_WORK
from verifier.evaluation.provenance import chosen_cells, with_provenance
from verifier.evaluation.windows import Window, built_of_windows, window_of
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript, used
from verifier.numbers.array import Array, Shape, are_single, scalar
from verifier.numbers.number import Uncertain
from verifier.operations import REGISTER, Defined, Engine, Primitive, ShapeError, TooLarge, Unprinted
from verifier.rewriting.patterns import Normalisation, find_normalisation

MAX_CALLS: Final = 200_000
"""Maximum number of nodes of formulas that one Evaluator visits; more raise TooLarge."""
MAX_WORK: Final = 100_000_000
"""Cost of all operations of one Evaluator, in products of two numbers; more raises TooLarge."""

_ABSENT: Final = Literal(fmpq(0), "")
_TWO: Final = Literal(fmpq(2), "2")

Operands: TypeAlias = Callable[[str], Array]
"""The array of a stage, by its name; may raise Unprinted."""


class Evaluator:
    """Evaluates expressions with an engine, within a budget of work (in products of two numbers; None: MAX_WORK).

    *operands* gives the arrays of stages. With *known*, results of subtrees are shared between evaluations. Every
    method raises ShapeError for operands that do not fit and TooLarge beyond a bound; Uncertain as the engine does.
    """

    def __init__(
        self, engine: Engine, operands: Operands, budget: int | None = None, known: Computed | None = None
    ) -> None:
        self.engine = engine
        self.operands = operands
        self.budget = MAX_WORK if budget is None else budget
        self.known = known
        self._apart: Mapping[int, Computed] = {}
        self.calls = 0
        self.work = 0
        self.cells = 0

    @property
    def spent(self) -> int:
        """What was done so far, as a number of cells that are easy to compute."""
        return self.cells + self.work // CELL_WORK

    def evaluate(self, expression: Expression, local: Mapping[str, Array] | None = None) -> Array:
        """The value of *expression*; *local* names hide stages."""
        return self._evaluate(expression, local or {})

    def some_cells(self, expression: Build, places: Collection[Shape]) -> Array:
        """A built matrix with the cells at *places* (row, column) computed and the others UNKNOWN.

        Where the body gives blocks instead of cells, all of it is computed.
        """
        return self._build(expression, {}, places)

    def applied(self, node: Apply, arrays: list[Array]) -> Array:
        """The operation of *node* applied to *arrays*, rows or columns of its arguments; its options name no stage."""
        match node:
            case Apply("multiply", (a, b)) if a == b:
                node, arrays = Apply("power", (a, _TWO)), [arrays[0], scalar(_TWO.value)]
        return self._apply(node, arrays, {})

    def _evaluate(self, expression: Expression, local: Mapping[str, Array]) -> Array:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise TooLarge(f"a formula takes at most {MAX_CALLS} steps")
        if isinstance(expression, Name):
            return local[expression.name] if expression.name in local else self.operands(expression.name)
        if isinstance(expression, Apply):
            known = self._apart.get(id(expression)) if local else self.known
            if known is not None:
                return self._shared(expression, known, local)
            return local.value(expression, self) if isinstance(local, Bound) else self.new(expression, local)
        match expression:
            case Literal(value):
                return scalar(value)
            case Choice(condition, then, other):
                return self._choose(self._evaluate(condition, local), then, other, local)
            case Subscript(array, row, column):
                return self._subscript(self._evaluate(array, local), row, column, local)
            case Build():
                return self._build(expression, local)

    def new(self, expression: Apply, local: Mapping[str, Array]) -> Array:
        """The value of an operation, computed; of ranges by a closed form where there is one."""
        if not self.engine.is_range:
            return self._call(expression, local)
        return self._normalised(expression, local) or self._repeated(expression, local) or self._call(expression, local)

    def has_left(self, calls: int, work: int) -> bool:
        """Whether so many steps and products more are within the bounds."""
        return self.calls + calls <= MAX_CALLS and self.work + work <= self.budget

    def _shared(self, expression: Apply, known: Computed, local: Mapping[str, Array]) -> Array:
        """The value of a subtree that many formulas or places share, computed once and kept in *known*."""
        key = expression, ctx.prec
        found = known.get(key)
        if found is None:
            known[key] = found = self.new(expression, local)
        return found

    def _call(self, expression: Apply, local: Mapping[str, Array]) -> Array:
        if expression.operation == "integral":
            function, *ends = expression.arguments
            return self._integral(function, ends, local)
        if self.engine.is_range and expression.operation == "multiply" and len({*expression.arguments}) == 1:
            expression = Apply("power", (expression.arguments[0], _TWO))  # never negative, as of two boxes it may be
        return self._apply(expression, [self._evaluate(argument, local) for argument in expression.arguments], local)

    def _integral(self, function: Expression, ends: Sequence[Expression], local: Mapping[str, Array]) -> Array:
        """The integral of a function between two numbers; raises TooLarge beyond the budget."""
        from verifier.evaluation.integrals import function_of, integral_between  # imported here, as few are asked

        self.work += INTEGRAL_WORK
        if self.work > self.budget:
            raise TooLarge(f"a formula takes at most {self.budget} products, this one more")
        one = partial(self._one, local=local)
        return integral_between(function_of(function), list(map(one, ends)), one, is_range=self.engine.is_range)

    def _apply(self, node: Apply, arrays: list[Array], local: Mapping[str, Array]) -> Array:
        made = REGISTER[node.operation]
        if isinstance(made, Defined):
            return self._defined(made, arrays, dict(node.options), local)
        options = {key: self._option(key, value, local) for key, value in node.options} if node.options else {}
        return self._computed(made, arrays, options)

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
        made: Defined,
        arrays: list[Array],
        options: dict[str, Expression | None],
        local: Mapping[str, Array],
    ) -> Array:
        # The names in the definition are bound to arrays: an argument is computed once, and none is substituted.
        inner = dict(zip(made.signature.arrays, arrays, strict=True))
        for name, default in made.defaults.items():
            option = options.get(name, _ABSENT)
            if option is None:
                raise ShapeError(f"a number for {name}, found None")
            evaluated = self._evaluate if name in made.wide else self._one
            inner[name] = scalar(fmpq(default)) if option is _ABSENT else evaluated(option, local)
        return self._evaluate(made.expression, inner)

    def _computed(self, made: Primitive, arrays: list[Array], options: dict[str, int | None]) -> Array:
        is_one = made.pattern == "cellwise" and not options and are_single(arrays)
        rows, columns = (1, 1) if is_one else made.shape(*[array.shape for array in arrays], **options)
        check_size(rows, columns)
        self._spend(made, arrays, rows * columns, 0 if made.work is None else made.work(**options))
        try:
            result = made.value(self.engine, *arrays, **options)
        except TypeError:
            word = next((cell for array in arrays for cell in array.cells if isinstance(cell, str)), None)
            if word is None:
                raise
            raise ShapeError(f"numbers for {made.name}, found the word {word[:40]!r}") from None
        return with_provenance(made, arrays, result) if self.engine.is_range else kept_short(result)

    def _normalised(self, expression: Expression, local: Mapping[str, Array]) -> Array | None:
        """The exact ranges of a normalisation of rows or columns; None if the expression is not a normalisation."""
        found = find_normalisation(expression) if self.engine.is_range else None
        return None if found is None else self._normalised_lines(found, self._evaluate(found.x, local), local, None)

    def normalised_cell(self, expression: Expression, x: Array, place: int | None) -> Array | None:
        """The same for one line *x* (a row or column) of the operand: all its cells, or the one at *place*."""
        found = find_normalisation(expression) if self.engine.is_range else None
        return None if found is None else self._normalised_lines(found, x, {}, place)

    def _normalised_lines(
        self, found: Normalisation, x: Array, local: Mapping[str, Array], place: int | None
    ) -> Array | None:
        options = {key: self._option(key, value, local) for key, value in found.options}
        extras = [scalar(fmpq(0)) if e is None else self._evaluate(e, local) for e in (found.inside, found.outside)]
        axis = self._option("axis", found.axis, local) if isinstance(found.axis, Expression) else found.axis
        if any(extra.shape != (1, 1) or extra.sources & x.sources for extra in extras):
            return None
        line = 1 if place is not None else len(x.cells) if axis is None else x.rows if axis == 0 else x.columns
        self.work += len(x.cells) * line * NORMALISED_WORK
        if self.work > self.budget or not x.sources:
            return None
        return normalised_ranges(x, axis, options.get("ddof") or 0, extras, place)

    def _repeated(self, expression: Apply, local: Mapping[str, Array]) -> Array | None:
        """The exact ranges of an expression with another closed form; None if it has none."""
        found = find_repeated(expression) if self.engine.is_range else None
        return None if found is None else self.repeated(found, [self._evaluate(part, local) for part in found.parts])

    def repeated(self, found: Repeated, parts: list[Array]) -> Array | None:
        """The ranges of such a formula from its parts, or from the lines of them that a part of the result needs.

        None where no range varies, no closed form reaches, or the budget is spent.
        """
        self.work += sum(len(part.cells) for part in parts) * max(part.columns for part in parts) * RANGE_WORK
        if self.work > self.budget or not any(part.sources for part in parts):
            return None
        return found.ranges(parts)

    def _spend(self, made: Primitive, arrays: list[Array], cells: int, more: int) -> None:
        """Add the cost of a call with a result of so many *cells*, in products; raises TooLarge beyond the budget."""
        self.cells += cells
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
        return chosen_cells(condition, self._evaluate(then, local), self._evaluate(other, local))

    def _subscript(
        self, array: Array, row: Expression | Span, column: Expression | Span | None, local: Mapping[str, Array]
    ) -> Array:
        rows = self._places(row, array.rows, "row", local)
        columns = range(array.columns) if column is None else self._places(column, array.columns, "column", local)
        cells = tuple(array[i, j] for i in rows for j in columns)
        return Array(len(rows), len(columns), cells, array.sources, array.exact, array.independent)

    def _places(self, index: Expression | Span, count: int, what: str, local: Mapping[str, Array]) -> range:
        if isinstance(index, Span):
            return sliced(count, *(None if part is None else self._whole(part, local) for part in index.fields))
        return place_at(self._whole(index, local), count, what)

    def _build(self, made: Build, local: Mapping[str, Array], only: Collection[Shape] | None = None) -> Array:
        """The value of `Matrix(rows, columns, lambda ...)`, built from cells, or from blocks if its body is one."""
        rows, columns = self._whole(made.rows, local), self._whole(made.columns, local)
        check_size(rows, columns)
        window = None if self.engine.is_range else window_of(made)
        if window is not None:
            return self._of_windows(window, rows, local, only)
        outer, self._apart = self._apart, kept_apart(made, self._apart)
        try:
            whole = self._at_once(made, (rows, columns), local, only)
            whole = whole or built_by_places(made, (rows, columns), local, self._evaluate, only)
        finally:
            self._apart = outer
        return self._build(made, local) if whole is None else whole  # *only* names cells, and the body gives blocks

    def _of_windows(
        self, window: Window, rows: int, local: Mapping[str, Array], only: Collection[Shape] | None
    ) -> Array:
        array, node = self._evaluate(window.array, local), window.call
        return built_of_windows(window, rows, array, lambda part: self._apply(node, [part], local), only)

    def _at_once(
        self, made: Build, shape: Shape, local: Mapping[str, Array], only: Collection[Shape] | None
    ) -> Array | None:
        """The matrix by one evaluation of the body; None if the body is not one number for each cell.

        Ranges, of which each cell has its own, are not computed so.
        """
        if self.engine.is_range and not used(made.body) <= set(made.indices):
            return None
        try:
            along = self.known.along if isinstance(self.known, Tried) and not (local or self._apart) else None
            return built_at_once(made, shape, local, self._evaluate, only, along)
        except (ShapeError, TooLarge, Unprinted, Uncertain):  # perhaps in a branch that no place takes
            return None
