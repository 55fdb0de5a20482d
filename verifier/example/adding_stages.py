"""A worked example in the making: stages are added one by one, and their exact values are computed at once."""

from collections.abc import Iterable
from functools import partial
from random import Random

from flint import fmpq

from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.example.labels import NO_LABELS, Labels, labels_of
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Expression
from verifier.numbers.array import Array
from verifier.numbers.interval import MINUS_INFINITY, Missing
from verifier.numbers.number import Number
from verifier.numbers.precision import decide
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import Rule, round_to
from verifier.operations import signatures
from verifier.record import NamedTuple


class NoNumber(Exception):
    """A stage has a cell without a value; the argument is the name of the stage."""


class Column(NamedTuple):
    """A stage whose rows are drafts of their own, as each follows from those before.

    `formula` gives row i of the column, counted from 0; `law` states it for readers, who count rows from 1 with k.
    """

    title: str
    formula: Formula
    law: Expression


class Draft(NamedTuple):
    """A stage before it is printed; `source` is its formula or, for a given, its values.

    `decimals` is the number of decimals to print with. None stands for the habit of the example, and for words.
    `column` names the column that the draft is a row of. Neighbours of one `table` are shown side by side.
    """

    name: str
    title: str
    section: str
    source: Formula | Array
    decimals: int | None = None
    standard: str | None = None
    because: str | None = None
    labels: Labels = NO_LABELS
    table: str = ""
    column: str = ""

    @property
    def formula(self) -> Formula | None:
        """The formula; None for a given."""
        return self.source if isinstance(self.source, Formula) else None


class Habit(NamedTuple):
    """How the author prints: decimals, rounding rule, and whether later steps use the printed numbers or all digits."""

    digits: int
    rule: Rule
    goes_on_from_print: bool = False


class Sheet:
    """Drafts in order, with their values at the working precision; adding one raises what its evaluation raises."""

    def __init__(self, seed: str, habit: Habit) -> None:
        self.habit = habit
        self.random = Random(seed)  # noqa: S311 - an example that can be made again, no secret
        self.drafts: list[Draft] = []
        self.values: dict[str, Array] = {}
        self.columns: dict[str, Column] = {}
        self.section = ""
        self.table = ""

    def given(  # noqa: PLR0913 - all that random numbers have
        self,
        name: str,
        title: str,
        shape: tuple[int, int],
        bounds: tuple[int, int],
        *,
        decimals: int = 1,
        labels: Labels = NO_LABELS,
    ) -> str:
        """Add a matrix of random decimals between two whole numbers; returns its name."""
        unit = power_of_ten(-decimals)
        ends = [int((bound / unit).p) for bound in map(fmpq, bounds)]
        cells = [self.random.randint(*ends) * unit for _ in range(shape[0] * shape[1])]
        return self.chosen(name, title, shape, cells, decimals=decimals, labels=labels)

    def chosen(  # noqa: PLR0913 - all that chosen numbers have
        self,
        name: str,
        title: str,
        shape: tuple[int, int],
        cells: Iterable[fmpq],
        *,
        decimals: int,
        labels: Labels = NO_LABELS,
    ) -> str:
        """Add a matrix of chosen numbers; returns its name."""
        array = Array(*shape, tuple(cells))
        return self._add(Draft(name, title, self.section, array, decimals, labels=labels, table=self.table))

    def words(self, name: str, title: str, words: Iterable[str]) -> str:
        """Add a row of words; returns its name."""
        cells = tuple(words)
        return self._add(Draft(name, title, self.section, Array(1, len(cells), cells)))

    def number(self, name: str, title: str, value: fmpq, decimals: int) -> str:
        """Add one chosen number; returns its name."""
        return self.chosen(name, title, (1, 1), [value], decimals=decimals)

    def step(  # noqa: PLR0913 - all that a stage says
        self,
        name: str,
        title: str,
        formula: str,
        *,
        decimals: int | None = None,
        standard: str | None = None,
        because: str | None = None,
        labels: Labels | None = None,
    ) -> str:
        """Add a computed stage, with the labels of its operands if none are said; returns its name."""
        stated = _formula(formula)
        labels = labels_of(stated.expression, self._labels) if labels is None else labels
        draft = Draft(name, title, self.section, stated, decimals, standard, because, labels, self.table)
        return self._add(draft)

    def column(self, name: str, title: str, formula: str, law: str) -> None:
        """Declare a column, whose rows are added by `cell`."""
        self.columns[name] = Column(title, _formula(formula), _formula(law).expression)

    def cell(self, column: str, row: int, formula: str, *, labels: Labels, decimals: int | None = None) -> str:
        """Add a row of a column, counted from 1; *labels* are those of the whole column. Returns its name."""
        title = f"{self.columns[column].title}, {labels.rows[row - 1]}"
        draft = Draft(f"{column}_{row}", title, self.section, _formula(formula), decimals, labels=labels, column=column)
        return self._add(draft._replace(table=self.table))

    def _labels(self, name: str) -> Labels:
        return next(draft.labels for draft in self.drafts if draft.name == name)

    def _add(self, draft: Draft) -> str:
        if isinstance(draft.source, Array):
            self.values[draft.name] = draft.source
        else:
            value = decide(partial(self._value, draft, draft.source))
            if any(isinstance(cell, Missing) and cell is not MINUS_INFINITY for cell in value.cells):
                raise NoNumber(draft.name)
            self.values[draft.name] = value
        self.drafts.append(draft)
        return draft.name

    def _value(self, draft: Draft, formula: Formula) -> Array:
        return self.held(draft, Evaluator(Points(), self.values.__getitem__).evaluate(formula.expression))

    def with_value(self, name: str, value: Array) -> "Sheet":
        """The same drafts, computed by an author who got another value at one stage and continued with it."""
        other = Sheet("", self.habit)
        other.columns = self.columns
        for draft in self.drafts:
            if draft.name == name:
                other.drafts.append(draft)
                other.values[name] = other.held(draft, value)
            else:
                other._add(draft)
        return other

    def held(self, draft: Draft, value: Array) -> Array:
        """The values that later steps use: all digits, or the printed ones."""
        decimals = printed_decimals(draft, value, self.habit)
        if decimals is None or not self.habit.goes_on_from_print:
            return value
        return value.map(lambda cell: cell if cell is MINUS_INFINITY else round_to(cell, decimals, self.habit.rule))

    def cut(self, count: int) -> None:
        """Remove all drafts but the first *count*."""
        for draft in self.drafts[count:]:
            del self.values[draft.name]
        del self.drafts[count:]

    def shape(self, name: str) -> tuple[int, int]:
        """The shape (rows, columns) of a stage."""
        return self.values[name].shape

    def document(self) -> Document:
        """A document with the stages and their formulas, without printed numbers."""
        stages = tuple(Stage(draft.name, 0, 0, draft.title, formula=draft.formula) for draft in self.drafts)
        return Document("example", "", "", stages)


def _formula(text: str) -> Formula:
    return Formula(text, parse_formula(text, signatures()), 0, 0)


def is_numeric(value: Array) -> bool:
    """Whether all cells are numbers or masked scores."""
    return all(isinstance(cell, Number) or cell is MINUS_INFINITY for cell in value.cells)


def printed_decimals(draft: Draft, value: Array, habit: Habit) -> int | None:
    """The number of decimals with which a stage is printed; None for words."""
    if not is_numeric(value):
        return None
    return habit.digits if draft.decimals is None else draft.decimals
