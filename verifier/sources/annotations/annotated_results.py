"""Which numbers of annotated blocks are results: what a formula gives and its block shows rounded is no exact given."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from flint import fmpq

from verifier.document.model import Formula, Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names, with_children
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.annotations.rounded import with_rounded
from verifier.sources.expressions.computed import Computed
from verifier.sources.expressions.exact_cells import Rows, cells_at, exact_rows
from verifier.sources.expressions.solving import value_at


class AnnotatedResults:
    """Notes what annotated blocks show of the values of their formulas, one after another.

    *rounded* are the results of the text, of which the author says nothing.
    """

    def __init__(self, rounded: Computed) -> None:
        self.rounded = rounded
        self.found = Computed()
        self.noted: dict[str, list[tuple[Printed, fmpq | None]]] = {}
        """The same by the names of stages, each with what it is exactly; None if that is not known."""
        self._exact: dict[str, Rows] = {}
        """The numbers of blocks that are exact, row by row, by the names of their stages."""

    def shows(self, number: Printed) -> bool:
        """Whether a number shows a rounded result, of the text or of a formula."""
        return self.rounded.shows(number) or self.found.shows(number)

    def joined(self, stages: Iterable[Stage], by_text: Collection[str]) -> Iterator[Stage]:
        """Stages in their order, rounded where they show results; those of formulas are put among those of the text.

        A block that an annotation names without a formula is its author's given, whatever formulas give. One that the
        text names (*by_text*) shows results of formulas before it if all its decimals do. A block of several numbers
        shows results of the text if half of its decimals do, two at least: one alone is equal by chance.
        """
        for stage in [with_rounded(one, self.rounded) if self._is_of_results(one) else one for one in stages]:
            for number, value in self.noted.get(stage.name, ()):
                self.rounded.show(number, value)
            is_copy = stage.name in by_text and all(map(self.rounded.shows, _decimals(stage)))
            yield with_rounded(stage, self.rounded) if is_copy else stage

    def _is_of_results(self, stage: Stage) -> bool:
        """Whether a block may show results of the text and no givens."""
        shown = [self.rounded.shows(number) for number in _decimals(stage)]
        is_one = stage.printed is not None and len(stage.printed.cells) == 1
        return is_one or (sum(shown) > 1 and 2 * sum(shown) >= len(shown))

    def take(self, stage: Stage) -> None:
        """Take a block with a formula or without."""
        if stage.formula is None:
            self.given(stage)
        else:
            self._result(stage, stage.formula)

    def given(self, stage: Stage) -> None:
        """Take a block that formulas may use; it is exact if its author says so, or if it has whole numbers alone."""
        numbers = () if stage.printed is None else tuple(stage.printed.contents())
        is_whole = all(number.is_bare_integer for number in numbers) and stage.givens != "rounded"
        is_exact = is_whole or (stage.givens == "exact" and not any(map(self.shows, numbers)))
        rows = exact_rows(stage) if is_exact else None
        if rows is not None:
            self._exact[stage.name] = rows

    def _result(self, stage: Stage, formula: Formula) -> None:
        """Take a block with a formula, and note those of its numbers that are not the exact value of that."""
        if stage.printed is None:
            value = next(self._values(formula, 1))
            self._exact |= {} if value is None else {stage.name: ((value,),)}
            return
        cells = stage.printed.cells
        values = list(self._values(formula, len(cells)))
        is_exact = True
        for number, value in zip(cells, values, strict=True):
            is_exact = is_exact and number is not None and number.value == value
            if number is None or number.value == value or number.is_bare_integer:
                continue
            if value is None or abs(value - number.value) < power_of_ten(-number.decimals):
                self.found.show(number, value)
                self.noted.setdefault(stage.name, []).append((number, value))
        rows = exact_rows(stage) if is_exact else None
        if rows is not None:
            self._exact[stage.name] = rows

    def _values(self, formula: Formula, count: int) -> Iterator[fmpq | None]:
        """What a formula gives for each number of its block, cell by cell; None where that is not known."""
        tree = self._summed(formula.expression)
        cells = cells_at(tree, self._exact)
        if cells is not None and len(cells) == count:
            yield from cells
            return
        used = {name: tuple(chain.from_iterable(self._exact.get(name, ()))) for name in names(tree)}
        if not all(len(values) in (1, count) for values in used.values()):
            yield from [None] * count
            return
        for cell in range(count):
            yield value_at(tree, {name: values[cell % len(values)] for name, values in used.items()}, with_powers=True)

    def _summed(self, tree: Expression) -> Expression:
        """A formula with the sums of exact blocks in their place."""
        match tree:
            case Apply("sum", (Name(name),)) if name in self._exact and not tree.options:
                return Literal(sum(chain.from_iterable(self._exact[name]), fmpq(0)), "")
        return with_children(tree, [self._summed(child) for child in children(tree)])


def _decimals(stage: Stage) -> Iterator[Printed]:
    """The numbers of a stage that are no whole ones."""
    yield from (number for number in stage.printed.contents() if not number.is_bare_integer) if stage.printed else ()
