"""A worksheet: an example to read, an exercise with blanks, or one with a mistake to be found."""

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import groupby
from typing import Final

from verifier.document.model import Formula
from verifier.example.blocks import BLANK, Block, Call, Display, Heading, Prose, Table, Words, prose
from verifier.example.kinds import KINDS
from verifier.example.printing import Example, Rows
from verifier.example.stages import Stated, stages
from verifier.example.working import Worked
from verifier.formulas import boxes
from verifier.formulas.boxes import Box
from verifier.formulas.tree import Apply, Expression, Name, Subscript, children
from verifier.numbers.rules import TABLE

LONG: Final = 28
"""Maximum number of signs side by side in a formula within a line of text."""
_SKIPPED: Final = "skip because it compares numbers"


class Task(Enum):
    """What a reader is asked to do."""

    READ = "read the example"
    FILL = "fill in the blanks"
    FIND = "find the mistake"


def settings(example: Example) -> str:
    """What `check` is told of a worksheet as a whole."""
    return f"givens exact; rounding {example.sheet.habit.rule}; resolution own digits"


def worksheet(example: Example, task: Task, lines: Mapping[str, Worked], *, reads_words: bool = True) -> list[Block]:
    """The worksheet; *lines* are numbers worked by hand, by the stage that they stand under.

    *reads_words*: `check` can be told of words. If not, what is computed from words is a given to it.
    """
    return list(_Writer(example, task, lines, reads_words=reads_words).blocks())


def result(stated: Stated, rows: Rows) -> Block:
    """The numbers of a stage, without a formula and without an annotation."""
    return _values(stated, rows, symbol(stated), "")


def symbol(stated: Stated) -> Box:
    """What a stage is called in formulas."""
    return boxes.drawn(_name(stated))


def equation(stated: Stated, law: Expression) -> Box:
    """`stage = law`."""
    return _row(symbol(stated), _leaf("mo", "="), boxes.drawn(law))


class _Writer:
    def __init__(self, example: Example, task: Task, lines: Mapping[str, Worked], *, reads_words: bool) -> None:
        self.example = example
        self.task = task
        self.lines = lines
        self.kind = KINDS[example.kind]
        words = {stated.name for stated in stages(example) if stated.are_words}
        self.unread = set() if reads_words else words

    def blocks(self) -> Iterator[Block]:
        yield Heading(self.example.title, 1)
        yield prose(self.kind.story)
        yield from map(prose, _instructions(self.example, self.task))
        for section, members in groupby(stages(self.example), key=lambda stated: stated.section):
            yield Heading(section, 2)
            yield from self._section(list(members))
        if self.task is Task.READ:
            yield Call(self.example.call)

    def _section(self, members: list[Stated]) -> Iterator[Block]:
        for table, group in groupby(members, key=lambda stated: stated.table or stated.name):
            together = list(group)
            for stated in together:
                yield from self._stated(stated)
            if table == together[0].table:
                yield self._table(together)

    def _stated(self, stated: Stated) -> Iterator[Block]:
        """What a stage is, its formula and a worked number; and its numbers, unless it is a column of a table."""
        because = f" ({stated.first.because})" if stated.first.because else ""
        rows = self._rows(stated)
        left = symbol(stated) if stated.law is None else equation(stated, stated.law)
        in_chain = not stated.table and not any(stated.labels) and not stated.are_words
        if stated.law is None and (stated.table or len(rows) == len(rows[0]) == 1) and not stated.are_words:
            value = () if stated.table else (_leaf("mo", "="), _leaf("mn", rows[0][0]))
            told = "" if stated.table else self._directive(stated)
            yield Prose((f"{stated.title}: ", _row(symbol(stated), *value), "."), told)
            return
        of_row = f" of {stated.labels.rows[0].rpartition(' ')[0]} k" if stated.is_column else ""
        yield prose(f"{stated.title}{of_row}{because}:")
        if in_chain:
            yield Display(left, rows, self._directive(stated))
        elif stated.law is not None:
            yield Display(left)
        for draft in stated.drafts:
            if draft.name in self.lines:
                yield from _example(self.lines[draft.name], stated, is_own=self.task is not Task.FIND)
        if not stated.table and not in_chain:
            yield _values(stated, rows, symbol(stated), self._directive(stated))

    def _table(self, together: list[Stated]) -> Table:
        columns = [[row[0] for row in self._rows(stated)] for stated in together]
        directives = "; ".join(["columns _", *map(self._directive, together)]) if self.task is not Task.FILL else ""
        heads: tuple[str | Box, ...] = ("", *map(symbol, together))
        return Table(heads, together[0].labels.rows, [list(row) for row in zip(*columns, strict=True)], directives)

    def _rows(self, stated: Stated) -> Rows:
        """The printed numbers, or blanks in their place; given and worked numbers are never blank."""
        if self.task is not Task.FILL or stated.law is None:
            return stated.rows
        rows = [[BLANK for _ in row] for row in stated.rows]
        for number, draft in enumerate(stated.drafts):
            line = self.lines.get(draft.name)
            if line is not None:
                row = number if stated.is_column else line.row - 1
                rows[row][line.column - 1] = line.print
        return rows

    def _directive(self, stated: Stated) -> str:
        """The name of a stage, its formula if it has one, and the standard definition."""
        if self.task is Task.FILL or stated.name in self.unread:
            return ""
        if stated.formula is None or self.unread.intersection(stated.formula.uses):
            return stated.name
        return _statement(stated, stated.formula)


def _instructions(example: Example, task: Task) -> Iterator[str]:
    match task:
        case Task.FIND:
            yield (
                "At one step a mistake was made, and the work went on with its result. Find the step, say what was "
                "done there, and give the right numbers."
            )
        case Task.FILL:
            yield "Fill in the blanks."
    yield _rounding(example, task)


def _rounding(example: Example, task: Task) -> str:
    """How the author rounded, and what that means for a reader with a pocket calculator."""
    rule = TABLE[example.sheet.habit.rule.steps[0][0]].words
    if example.sheet.habit.goes_on_from_print:
        every = "At the other steps, every" if task is Task.FIND else "Every other"
        return (
            f"The given numbers are exact. {every} number is worked from the numbers printed above it and rounded to "
            f"the decimals shown ({rule}), so that a pocket calculator gives the same digits."
        )
    kept = f"The given numbers are exact. The author kept all digits, and rounded only what is printed ({rule})."
    if task is not Task.READ:
        return f"{kept} A last digit that comes out a little otherwise from the printed numbers is no mistake."
    wrong = sum(example.differing.values())
    return f"{kept} With a pocket calculator, {wrong} of {example.printed} computed numbers come out otherwise."


def _example(line: Worked, stated: Stated, *, is_own: bool) -> Iterator[Block]:
    """A number worked by hand; *is_own*: it is a number of this worksheet."""
    place = _place(line, stated)
    start = f"{'Worked' if is_own else 'How to work it, with other numbers'}{place and f', {place}'}:"
    more = (_leaf("mo", "="), _leaf("mn", line.more), _leaf("mo", "\u2248")) if line.more else (_leaf("mo", "="),)
    box = _row(boxes.drawn(line.arithmetic), *more, _leaf("mn", line.print))
    if _is_comparison(line.arithmetic):
        yield Prose((f"{start} ", boxes.drawn(line.arithmetic), f", which gives {line.print}."), _SKIPPED)
    elif boxes.width(box) > LONG:
        yield prose(start)
        yield Display(box, None, _SKIPPED if _compares(line.arithmetic) else "")
    else:
        yield Prose((f"{start} ", box, "."), _SKIPPED if _compares(line.arithmetic) else "")


def _place(line: Worked, stated: Stated) -> str:
    """Where a number stands; empty for a lone one."""
    if len(stated.rows) == len(stated.rows[0]) == 1:
        return ""
    rows, columns = stated.labels
    row = line.row - 1
    if stated.is_column:
        row = [draft.name for draft in stated.drafts].index(line.name)
    where = [_quoted(rows[row]) if rows else f"row {line.row}"] if len(stated.rows) > 1 else []
    if len(stated.rows[0]) > 1:
        where.append(f"column {_quoted(columns[line.column - 1]) if columns else line.column}")
    return ", ".join(where)


def _quoted(label: str) -> str:
    """A label in running text: a word in quotation marks, or as it is what has a number or a letter."""
    return label if " " in label else f"\u201c{label}\u201d"


def _compares(expression: Expression) -> bool:
    return _is_comparison(expression) or any(map(_compares, children(expression)))


def _is_comparison(expression: Expression) -> bool:
    return isinstance(expression, Apply) and expression.operation in ("less", "greater")


def _values(stated: Stated, rows: Rows, name: Box, directive: str) -> Block:
    if stated.are_words:
        return Words(tuple(rows[0]), f"words {directive}" if directive else "")
    labels, columns = stated.labels
    if not labels and not columns:
        return Display(name, rows, directive)
    heads = columns or (tuple(str(number + 1) for number in range(len(rows[0]))) if len(rows[0]) > 1 else (name,))
    return Table((name if len(rows[0]) > 1 else "", *heads), labels or ("",) * len(rows), rows, directive)


def _statement(stated: Stated, formula: Formula) -> str:
    """The directive that states the formula of a stage, and the standard definition if there is one."""
    parts = [f"{stated.name} = {formula.text}"]
    if stated.first.standard is not None:
        parts += [f"standard: {stated.first.standard}", f"because: {stated.first.because or 'Vaswani et al. 2017'}"]
    return "\n".join(parts)


def _name(stated: Stated) -> Expression:
    name = Name(stated.name)
    return Subscript(name, Name("k"), None) if stated.is_column else name


def _row(*parts: Box) -> Box:
    return Box("mrow", parts)


def _leaf(tag: str, text: str) -> Box:
    return Box(tag, text=text)
