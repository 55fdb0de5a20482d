"""The stages of an example as readers see them: the rows of a column are one stage."""

from collections.abc import Callable, Iterator

from verifier.document.blocks import grid
from verifier.document.model import Document, Formula, Grid, Stage, Word
from verifier.document.recurrences import by_cells
from verifier.example.adding_stages import Draft, is_numeric
from verifier.example.labels import Labels
from verifier.example.printing import Example, Rows
from verifier.formulas.tree import Expression
from verifier.numbers.other_cells import parse_cell
from verifier.numbers.resolution import Resolution
from verifier.record import NamedTuple


class Stated(NamedTuple):
    """A stage: what is said of it, and its printed rows; `drafts` are those that it is made of.

    `law` is the formula as readers see it, who count the rows of a column with k.
    """

    name: str
    title: str
    section: str
    formula: Formula | None
    law: Expression | None
    rows: Rows
    labels: Labels
    table: str
    are_words: bool
    drafts: tuple[Draft, ...]

    @property
    def first(self) -> Draft:
        """The first draft, which is the only one unless this is a column."""
        return self.drafts[0]

    @property
    def is_column(self) -> bool:
        """Whether its rows follow from those before."""
        return bool(self.first.column)


def stages(example: Example) -> list[Stated]:
    """The printed stages in the order of their first rows."""
    found: dict[str, list[Draft]] = {}
    for draft in example.sheet.drafts:
        if draft.name in example.texts:
            found.setdefault(draft.column or draft.name, []).append(draft)
    return [_stated(example, name, drafts) for name, drafts in found.items()]


def _stated(example: Example, name: str, drafts: list[Draft]) -> Stated:
    first = drafts[0]
    law = None if first.formula is None else first.formula.expression
    title, formula = first.title, first.formula
    if first.column:
        title, formula, law = example.sheet.columns[name]
    rows = [row for draft in drafts for row in example.texts[draft.name]]
    are_words = not is_numeric(example.sheet.values[first.name])
    return Stated(name, title, first.section, formula, law, rows, first.labels, first.table, are_words, tuple(drafts))


def place(example: Example, name: str) -> tuple[str, int | None]:
    """The stage that a draft is shown in, and which of its rows it is, from 1; None for all of them."""
    for stated in stages(example):
        names = [draft.name for draft in stated.drafts]
        if name in names:
            return stated.name, names.index(name) + 1 if stated.is_column else None
    raise KeyError(name)


def as_document(example: Example) -> Document:
    """The example as the document that its file is read as."""
    stated = stages(example)
    names = {one.name for one in stated}
    made = tuple(by_cells(_stage(one), names) for one in stated)
    rule = example.sheet.habit.rule
    return Document(
        "example", example.title, "example.yaml", made, rounding=rule, givens="exact", resolution=Resolution()
    )


def _stage(stated: Stated) -> Stage:
    stage = Stage(stated.name, 0, 0, stated.title, where=stated.section, formula=stated.formula)
    cells = [text for row in stated.rows for text in row]
    size = len(stated.rows), len(stated.rows[0])
    if stated.are_words:
        return stage._replace(words=Grid(*size, tuple(map(Word, cells))))
    return stage._replace(printed=grid(*size, list(map(parse_cell, cells))))


def aligned(rows: Rows, justified: Callable[[str, int], str] = str.rjust) -> Iterator[str]:
    """The rows as lines whose columns stand under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(justified(text, width) for text, width in zip(row, widths, strict=True)).rstrip()
