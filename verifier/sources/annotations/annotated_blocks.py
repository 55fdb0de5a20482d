"""What annotations say of blocks: each name with its block, its formula and the directives behind it."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from verifier.document.cells import SPREAD
from verifier.document.model import Block, Grid, Stage, Word
from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.cells import tabular
from verifier.sources.annotations.cells.labels_of_totals import called
from verifier.sources.annotations.cells.table_rows import is_of_digits
from verifier.sources.annotations.cells.tabular import Table
from verifier.sources.annotations.scaled_columns import Scale, scale_of
from verifier.sources.expressions.naming import key_of
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.directives import (
    EDGES,
    IGNORED,
    LET,
    LISTS,
    OF_FORMULAS,
    Directive,
    Refusals,
    listed,
    parts_of,
)
from verifier.sources.text.places import Lines
from verifier.sources.text.settings import Settings
from verifier.sources.text.stretch import NOTHING, Stretch

_WORD: Final = pattern(r"[^\W\d]\w*")
_OF_ALL: Final = pattern(r"\b(?:sum|mean)\(\s*[^\W\d]\w*\s*\)")
"""What all numbers of a row make, however many they are."""
_COLUMN: Final = pattern(r"(?:\A|;)\s*([^\W\d]\w*)")


class Said(NamedTuple):
    """A name and its block, and what annotations say of it: its formula and the parts that follow."""

    name: str
    key: str
    at: int
    block: Block | None
    formula: Stretch = NOTHING
    parts: tuple[Directive, ...] = ()
    is_by_text: bool = False
    words: Grid[Word] | None = None
    place: tuple[int, int] = (0, 0)
    """Where it is named, if no block shows it."""
    is_line: bool = False
    """Whether it is a column or a row of a block or a table."""
    leaves_out: bool = False
    """Whether it is of a table in which a row of dots stands for others."""
    uncounted: int = -1
    """Which of its rows, or cells if it is a row, from 0, is the first of dots for an unknown number; -1 for none."""
    until: int = 0
    """How far its name means it, whatever the text names so, if a formula alone gives it."""
    is_flat: bool = False
    """Whether it is a list, which is no row where a column is needed."""
    is_literal: bool = False
    """Whether a program was given it digit for digit, so that it is exact."""
    scale: Scale | None = None
    """In what its column or row in a table may be, as in percent."""

    @property
    def is_shown(self) -> bool:
        """Whether a block shows it."""
        return self.block is not None or self.words is not None

    def stage(self, name: str) -> Stage:
        """What it shows, as a stage without a formula."""
        shown = self.block or self.words or Grid(0, 0, ())
        cells = (cell for cell in (*shown.cells, *shown.infinite.values()) if cell is not None)
        line, column = next(((cell.line, cell.column) for cell in cells), self.place)
        made = Stage(name, line, column, printed=self.block, words=self.words, leaves_out=self.leaves_out)
        return made._replace(givens="exact") if self.is_literal else made


def shown_as(name: str, shown: Shown) -> Said:
    """What shows a block, by a name."""
    return Said(name, key_of(name), shown.at, shown.block, is_flat=shown.is_flat, is_literal=shown.is_literal)


def said_of(
    bound: Sequence[Bound], parts: Mapping[int, Sequence[Directive]], refusals: Refusals, settings: Settings
) -> list[Said]:
    """The names and their blocks; *parts* are the directives behind each of *bound*, by its index."""
    found: list[Said] = []
    for index, one in enumerate(bound):
        behind = parts.get(index, ())
        edges = [part for part in behind if part.verb in EDGES]
        within = one if not edges else _without(one, edges, refusals)
        used = itertools.chain(_used_by(bound, index), *(_names(part.words.text) for part in behind))
        made = list(_said(within, refusals, used, settings))
        behind = [part for part in behind if _has_meaning(part, one.directive, refusals)]
        for part in behind if made else ():
            if part.verb in EDGES:
                made += _edge(one, edges, part, refusals)
            elif part.verb == "spread":
                _state_spread(made, part, refusals)
            else:
                made[-1] = made[-1]._replace(parts=(*made[-1].parts, part))
        found += made
    return found


def _has_meaning(part: Directive, of: Directive, refusals: Refusals) -> bool:
    """Whether a part can say more of what a directive names; one of numbers, where no block shows any, is noted."""
    has = of.verb != LET or part.verb in OF_FORMULAS
    if not has:
        refusals.at(part.said, "no-block", f"a block that is named before {part.verb}", f"{of.name}, which let names")
    return has


def _without(bound: Bound, edges: Sequence[Directive], refusals: Refusals) -> Bound:
    """The columns of a table without the rows above and below them; what leaves no row is noted as a problem."""
    table = bound.shown.table
    if table is None or bound.directive.verb != "columns":
        refusals.at(
            edges[0].said, "missing-key", f"the columns of a table before {edges[0].verb}", bound.directive.name
        )
        return bound
    above, below = (sum(one.verb == verb for one in edges) for verb in EDGES)
    if not table.between(above, below).body:
        must = f"a row of numbers beside the {len(edges)} above and below"
        refusals.at(edges[0].said, "bad-annotation", must, f"{len(table.with_totals)} in all")
        return bound
    return bound._replace(shown=bound.shown._replace(table=table.between(above, below), is_listed=False))


def _edge(bound: Bound, edges: Sequence[Directive], part: Directive, refusals: Refusals) -> Iterator[Said]:
    """The numbers of a row above or below the columns of a table."""
    table = bound.shown.table
    alike = [one for one in edges if one.verb == part.verb]
    number = alike.index(part) - (len(alike) if part.verb == "below" else 0)
    chosen = listed(part, refusals)
    if table is None or len(edges) >= len(table.with_totals) or not _is_whole(part, chosen, table.columns, refusals):
        return
    for column, one in enumerate(chosen):
        if one is not None:
            try:
                block = tabular.number_at(table, number, column, refusals.lines)
            except Unreadable as error:
                refusals.block([one], str(error))
            else:
                scale = scale_of(table, "columns", column)
                yield Said(one.name, key_of(one.name), bound.shown.at, block, one.words, scale=scale)


def _is_whole(directive: Directive, chosen: Sequence[Directive | None], count: int, refusals: Refusals) -> bool:
    """Whether a list has a name of its own for each column or row; if not it is noted as a problem."""
    counts = Counter(one.name for one in chosen if one is not None)
    twice = next((name for name, times in counts.items() if times > 1), None)
    if len(chosen) == count and twice is None:
        return True
    refusals.names |= counts.keys()
    must, found, hint = "a name", f"{len(chosen)} for {count}", ""
    if len(chosen) == count:
        must, found = "a name of its own", f"{twice} twice"
    elif twice is not None:
        hint = f"{twice} is there twice: a formula stands in the place of its name"
    elif len(chosen) == count - 1 and directive.verb != "rows":
        hint = f"if the first is for labels, write {IGNORED} for it"
    must = f"{must}, or _, for each of the {parts_of(directive.verb)}"
    refusals.at(directive.said, "bad-annotation", must, found, hint)
    return False


def _state_spread(made: list[Said], part: Directive, refusals: Refusals) -> None:
    """Give the formula of the numbers behind the signs `±` of the last block to them."""
    if len(made) > 1 and made[-2].name == f"{made[-1].name}{SPREAD}":
        made[-2] = made[-2]._replace(formula=part.words)
    else:
        refusals.at(part.said, "missing-key", "a column or row of a table with `±` before spread:", made[-1].name)


def _said(bound: Bound, refusals: Refusals, used: Iterable[str], settings: Settings) -> Iterator[Said]:
    directive, shown = bound
    if directive.verb not in LISTS:
        yield _said_of_one(bound, refusals, has_blanks=settings.has_blanks(shown.at))
        return
    from verifier.sources.annotations.points_of_thousands import refuse_thousands  # imported here, for tables alone
    from verifier.sources.annotations.totals_among_numbers import has_totals, without_totals

    chosen = listed(directive, refusals)
    shown = _with_header(_without_labels(shown, directive, len(chosen)), directive, len(chosen))
    if not _is_whole(directive, chosen, _count(directive, shown), refusals):
        return
    shown = without_totals(directive, shown, chosen, used, refusals)
    if has_totals(bound._replace(shown=shown), bound.shown, chosen, used, refusals):
        return
    flaws: list[tuple[Directive, str]] = []
    leaves_out = directive.verb == "columns" and shown.table is not None and shown.table.leaves_out
    for number, one in enumerate(chosen):
        if one is not None:
            try:
                refuse_thousands(shown, directive.verb, number, refusals.lines, settings)
                has_zeros = settings.has_blanks(shown.at) and not one.words.text
                blocks = list(_lines(directive.verb, shown, number, refusals.lines, has_blanks=has_zeros))
            except Unreadable as error:
                flaws.append((one, str(error)))
            else:
                if blocks[1:]:
                    spread = f"{one.name}{SPREAD}"
                    yield Said(spread, key_of(spread), shown.at, blocks[1], leaves_out=leaves_out)
                made = Said(one.name, key_of(one.name), shown.at, blocks[0], one.words, leaves_out=leaves_out)
                scale = scale_of(shown.table, directive.verb, number)
                yield made._replace(is_line=True, scale=scale, uncounted=_uncounted(shown.table, directive, number))
    if flaws:
        from verifier.sources.annotations.hints import hint_of  # imported here, as few cells are refused

        may_be_label = directive.verb == "columns" and not flaws[0][0].words.text
        refusals.block([one for one, _ in flaws], flaws[0][1], hint_of(flaws[0][1], may_be_label=may_be_label))


def _uncounted(table: Table | None, directive: Directive, number: int) -> int:
    if table is None:
        return -1
    return table.uncounted if directive.verb == "columns" else table.first_dots(number)


def _said_of_one(bound: Bound, refusals: Refusals, *, has_blanks: bool) -> Said:
    directive, shown = bound
    table, block = shown.table, shown.block
    if has_blanks and table is not None and not shown.is_listed and block is not None and not directive.words.text:
        block = tabular.matrix(table, refusals.lines, has_blanks=True)
    made = shown_as(directive.name, shown._replace(block=block))._replace(formula=directive.words, words=shown.words)
    place = refusals.lines.of(directive.said.at[0])
    return made._replace(
        place=place,
        leaves_out=table is not None and table.leaves_out,
        uncounted=-1 if table is None else table.uncounted,
        until=shown.until,
    )


def _without_labels(shown: Shown, directive: Directive, names: int) -> Shown:
    """What is listed in code without its labels, where *names* are not those of all of its columns."""
    is_whole = directive.verb == "columns" and shown.table is not None and names == shown.table.columns
    return shown if is_whole or not shown.is_listed else shown._replace(table=None)


def _with_header(shown: Shown, directive: Directive, names: int) -> Shown:
    """A table with the header above its rows as one of them, where *names* are more than these.

    Behind its first cell that has numbers alone, but a label of totals at its end.
    """
    table = shown.table
    if directive.verb != "rows" or table is None or not 0 < len(table.body) < names:
        return shown
    at = table.rows.index(table.body[0]) - 1
    cells = [cell for _, cell in sorted(table.rows[at].cells.items())][1:] if at >= 0 else []
    numbers = cells[:-1] if cells and called(cells[-1].text) else cells
    if not (numbers and all(map(is_of_digits, numbers))):
        return shown
    header = table.rows[at]._replace(is_header=False)
    return shown._replace(table=table._replace(rows=(*table.rows[:at], header, *table.rows[at + 1 :])))


def _used_by(bound: Sequence[Bound], index: int) -> Iterator[str]:
    """The names in what is said of all blocks but one, without those of its columns, and of sums of its rows."""
    is_of_rows = bound[index].directive.verb == "rows"
    for number, (directive, _) in enumerate(bound):
        text = _OF_ALL.sub("", directive.words.text) if is_of_rows else directive.words.text
        own = set(_COLUMN.findall(text)) if directive.verb in LISTS else set()
        yield from (() if number == index else (name for name in _names(text) if name not in own))


def _names(text: str) -> Iterator[str]:
    return (match[0] for match in _WORD.finditer(text))


def _count(directive: Directive, shown: Shown) -> int:
    if shown.table is not None:
        return shown.table.columns if directive.verb == "columns" else len(shown.table.body)
    rows, columns = (0, 0) if shown.block is None else shown.block.shape
    return columns if directive.verb == "columns" else rows


def _lines(verb: str, shown: Shown, number: int, lines: Lines, *, has_blanks: bool) -> Iterator[Block]:
    """One column or row of a block, and that of the numbers behind the signs `±` of a table; raises Unreadable."""
    if shown.table is not None:
        line = tabular.column if verb == "columns" else tabular.row
        yield line(shown.table, number, lines, has_blanks=has_blanks)
        if tabular.has_spread(shown.table, verb, number):
            yield line(shown.table, number, lines, part=1)
        return
    block = shown.block
    if block is None:
        raise Unreadable("words")
    chosen = block.line(0 if verb == "columns" else 1, number)
    infinite = {k: block.infinite[index] for k, index in enumerate(chosen) if index in block.infinite}
    shape = (len(chosen), 1) if verb == "columns" else (1, len(chosen))
    yield Block(*shape, tuple(block.cells[index] for index in chosen), infinite)
