"""Which block each name of an annotation means: the one that the text names so, else the next."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, tee
from typing import Final

from verifier.formulas.nearest import nearest
from verifier.numbers.array import Shape
from verifier.record import NamedTuple
from verifier.sources.annotations.blocks import Shown
from verifier.sources.expressions.naming import key_of
from verifier.sources.text.directives import LISTS, Directive, Refusals
from verifier.sources.text.stretch import Paragraph

_WORD: Final = re.compile(r"[^\W\d]\w*")
FAR: Final = 1 << 62
_RESULT: Final = 2
"""Sides before a number that an expression gives: its name and the expression."""
_TABLES: Final = "a table has rows with | in Markdown, <tr> in HTML, & in LaTeX, two blanks between cells in plain text"


class Bound(NamedTuple):
    """A directive that names a block, or its columns or rows, and that block."""

    directive: Directive
    shown: Shown


class Group(NamedTuple):
    """Comments with no block between them, and what they name; their blocks begin from *start* and before *end*.

    What the text names may stand up to the end of the section, *reach*.
    """

    directives: tuple[Directive, ...]
    start: int
    end: int
    reach: int
    is_in_code: bool = False


class Binder:
    """Finds the blocks that directives name; each block has one name at most."""

    def __init__(
        self,
        shown: Sequence[Shown],
        paragraphs: Sequence[Paragraph],
        spoken: Iterable[str],
        inside: Sequence[Shown] = (),
    ) -> None:
        from verifier.sources.annotations.expected_sizes import Sizes  # imported here, for texts with annotations

        self.shown = shown
        self.inside = inside
        """Operands of expressions, which names mean where there are as many as blocks lack."""
        self.paragraphs = paragraphs
        self.ends = list(accumulate((at[-1] if len(at) else -1 for _, (_, at), *_ in paragraphs), max))
        """Where the paragraphs up to each end."""
        self.spoken = frozenset(map(key_of, spoken))
        """The names that annotations use; what the text names so keeps its name."""
        self.keys = [None if one.name is None else key_of(one.name) for one in shown]
        self.free = dict.fromkeys(range(len(shown)))
        """What has no name yet, in its order."""
        self.by_key: dict[str, list[int]] = {}
        """Those that the text names, in their order."""
        for index, key in enumerate(self.keys):
            if key is not None:
                self.by_key.setdefault(key, []).append(index)
        self.sizes = Sizes({key: [shown[index] for index in some] for key, some in self.by_key.items()})
        self.places: dict[int | None, list[int]] = {}
        for index, one in enumerate(shown):
            self.places.setdefault(one.paragraph, []).append(index)

    def bound(self, groups: Iterable[Group], refusals: Refusals) -> Iterator[Bound]:
        """Each directive with its block; one without is noted as a problem."""
        for group in groups:
            cursor, near = 0, {self._behind(group.start)}
            passed: list[tuple[Directive, int, int]] = []
            operands, meant = self._operands(group), self._named_in(group)
            lacking = [one for k, one in enumerate(group.directives) if k not in operands and meant[k][0] is None]
            for number, (directive, (named, before)) in enumerate(zip(group.directives, meant, strict=True)):
                if number in operands:
                    self.sizes.note(directive, operands[number])
                    yield Bound(directive, operands[number])
                    continue
                every = self._following(directive, group, cursor, near, len(group.directives) - number)
                near_ = (index for index in every if self.shown[index].at < before)
                lacking = lacking[bool(lacking and lacking[0] is directive) :]
                nearest_ = self._nearest(directive, group, near_, lacking, is_named=named is not None)
                index = nearest_ if named is None else named
                if named is not None and nearest_ is not None and self.shown[nearest_].at < self.shown[named].at:
                    passed.append((directive, named, nearest_))
                if index is None:
                    refusals.names |= set(_WORD.findall(directive.said.text))
                    self._refuse(directive, group, refusals)
                    continue
                del self.free[index]
                one = self.shown[index]
                if one.at < group.end:
                    cursor = max(cursor, index)
                    near |= {one.paragraph, self._after(one)}
                if self._is_usable(directive, one, refusals):
                    self.sizes.note(directive, one)
                    yield Bound(directive, one)
            for directive, named, other in passed:
                if other in self.free and self.keys[other] is None:
                    refusals.pass_over(directive, self.shown[named].at, self.shown[other].at)

    def _inside(self, group: Group) -> list[Shown]:
        """The operands of expressions behind the comments of a group."""
        return [one for one in self.inside if group.start <= one.at < group.end]

    def _operands(self, group: Group) -> dict[int, Shown]:
        """The directives of a group that mean operands of expressions, by their numbers, as `W` and `v` of `W v = y`.

        Those are names alone that no block has, as many as there are operands and as blocks lack.
        """
        inside = self._inside(group)
        if not inside or group.is_in_code or any(one.verb in LISTS for one in group.directives):
            return {}
        here = [self.shown[index] for index in self.free if group.start <= self.shown[index].at < group.end]
        lacking = len(group.directives) - sum(one.is_displayed for one in here)
        names = [key_of(one.name) for one in self.shown if one.name is not None]
        givens = [
            number
            for number, one in enumerate(group.directives)
            if not one.words.text.strip() and key_of(one.name) not in names
        ]
        return dict(zip(givens, inside, strict=True)) if len(givens) == len(inside) == lacking else {}

    def _named_in(self, group: Group) -> list[tuple[int | None, int]]:
        """For each directive the block that the text names so, and where such blocks of those behind it begin."""
        taken: set[int] = set()
        found: list[int | None] = []
        for directive in group.directives:
            found.append(self._named(directive, group, taken))
            taken |= {index for index in found[-1:] if index is not None}
        ends = [FAR]
        for index in reversed(found[1:]):
            ends.append(ends[-1] if index is None else min(ends[-1], self.shown[index].at))
        return list(zip(found, reversed(ends), strict=True))

    def _named(self, directive: Directive, group: Group, taken: Collection[int]) -> int | None:
        """The first block that the text names as the directive does, of those that are not *taken*."""
        if directive.verb in LISTS:
            return None
        found = (k for k in self.by_key.get(key_of(directive.name), ()) if k in self.free and k not in taken)
        here = (k for k in found if group.start <= self.shown[k].at < max(group.end, group.reach))
        return self._fitting(directive, here)

    def _fitting(self, directive: Directive, some: Iterator[int]) -> int | None:
        """The first of some blocks; the first with the shape of a formula where it is no matrix and has another one."""
        first = next(some, None)
        if first is None or _is_matrix(self.shown[first]):
            return first
        shape = self.sizes.shape(directive)
        if shape is None or _has_shape(self.shown[first], shape):
            return first
        return next((index for index in some if _has_shape(self.shown[index], shape)), first)

    def _following(
        self, directive: Directive, group: Group, cursor: int, near: Collection[int | None], left: int
    ) -> Iterator[int]:
        """The blocks that the directive can mean by their order; those in sentences only in paragraphs *near*."""
        in_sentences = {index for paragraph in near for index in self._in_sentences(paragraph, left)}
        for index in self.free:
            one = self.shown[index]
            if index < cursor or not group.start <= one.at < group.end or (group.is_in_code and not one.is_output):
                continue
            if self._is_another(index, directive) or (one.is_of_lines and directive.verb not in LISTS):
                continue
            if self.keys[index] in self.spoken or (directive.verb in LISTS and one.table is None and _is_one(one)):
                continue
            if one.is_displayed or index in in_sentences:
                yield index

    def _nearest(
        self, directive: Directive, group: Group, near: Iterator[int], others: Sequence[Directive], *, is_named: bool
    ) -> int | None:
        """The first of some blocks; a number of a sentence only if no matrix, table or list can be meant.

        So is one that the text gives another name, but if it *is_named* by the text. The *others* behind it are to be
        named too.
        """
        here, near = tee(near)
        first = self._fitting(directive, here)
        if first is None or not _is_one(self.shown[first]):
            return first
        is_own = is_named or self.keys[first] in (None, key_of(directive.name))
        if is_own and self.shown[first].is_displayed:
            return first
        is_one = self.sizes.is_one(directive)
        blocks = [] if is_one else [index for index in near if not _is_one(self.shown[index])]
        if is_one is None:
            needed = 1 + sum(self.sizes.is_one(one) is not True for one in others)
            is_told = _is_of_matrix(directive, group)
            told = [k for k in blocks if is_told or (self.keys[k] is None and self.shown[k].at < group.reach)]
            is_number = not is_told and self.sizes.may_be_one(directive, group.directives)
            blocks = told if len(told) >= needed and not is_number else []
        return blocks[0] if blocks else None if is_one is False else first

    def _is_another(self, index: int, directive: Directive) -> bool:
        """Whether the text gives a number its own name, in a sentence or without an expression that it is equal to."""
        one = self.shown[index]
        is_told = not one.is_displayed or len(one.equal_to) < _RESULT
        if one.name is None or sorted(one.name.split("_")) == sorted(directive.name.split("_")):  # `bar_x` is `x_bar`
            return False
        return is_told and _is_one(one)

    def _behind(self, offset: int) -> int | None:
        """The index of the first paragraph with text behind an offset."""
        for index in range(bisect_left(self.ends, offset), len(self.paragraphs)):
            kind, (text, at), *_ = self.paragraphs[index]
            if kind != "excluded" and len(at) and at[-1] >= offset and text[bisect_left(at, offset) :].strip():
                return index
        return None

    def _after(self, shown: Shown) -> int | None:
        """The index of the first paragraph with text behind that of a block, or behind its table."""
        cell = self.paragraphs[shown.paragraph].cell
        for index in range(shown.paragraph + 1, len(self.paragraphs)):
            paragraph = self.paragraphs[index]
            is_same = cell is not None and paragraph.cell is not None and cell.table == paragraph.cell.table
            if paragraph.stretch.text.strip() and not is_same:
                return index
        return None

    def _in_sentences(self, paragraph: int | None, most: int) -> list[int]:
        """The blocks of a paragraph that stand in its sentences, lists before numbers; none if they are too many."""
        here = [k for k in self.places.get(paragraph, ()) if k in self.free and self.keys[k] not in self.spoken]
        lists = [k for k in here if not _is_one(self.shown[k])] or here
        return lists if len(lists) <= most and not any(self.shown[k].is_displayed for k in here) else []

    def _refuse(self, directive: Directive, group: Group, refusals: Refusals) -> None:
        if directive.verb in LISTS:
            refusals.at(directive.said, "no-block", f"a table behind {directive.verb}", "none", _TABLES)
            return
        named = (one.name for one in self.shown if one.name is not None and one.at >= group.start)
        known = [name for name in named if name != directive.name]
        hint, found = nearest(directive.name, known).removeprefix("; "), self._other(directive, group, refusals)
        if not (hint or group.is_in_code):
            from verifier.sources.annotations.hints import hint_for_name  # imported here, as few names are refused

            hint = hint_for_name(directive, found)
        what = "needs a matrix, table, list or number behind the annotation"
        must = f"{directive.name} {what}, in the order of the names and before the next annotation"
        refusals.at(directive.said, "no-block", must, found, hint)

    def _other(self, directive: Directive, group: Group, refusals: Refusals) -> str:
        """The first number that no name can mean as the text gives it another, in words."""
        for index in self.free:
            one = self.shown[index]
            number = one.block.cells[0] if one.block and self.keys[index] not in self.spoken else None
            if number is None or not group.start <= one.at < group.end:
                continue
            line, shape = refusals.lines.of(one.at)[0], self.sizes.shape(directive)
            if self._is_another(index, directive):
                return f"{one.name} = {number.text} in line {line}, which the text calls {one.name}"
            if shape is not None and shape != (1, 1) and _is_one(one):
                return f"the number {number.text} in line {line}, where its formula gives {shape[0]} x {shape[1]}"
        above = [k for k in self.by_key.get(key_of(directive.name), ()) if self.shown[k].at < group.start]
        if above:
            return f"{directive.name} in line {refusals.lines.of(self.shown[above[-1]].at)[0]}, above the annotation"
        inside = len(self._inside(group))
        return "none" if not inside else f"none but {inside} inside of an expression, of which each needs a name"

    def _is_usable(self, directive: Directive, shown: Shown, refusals: Refusals) -> bool:
        flaw = shown.flaw if directive.verb not in LISTS else "" if shown.table or shown.block else shown.flaw
        if flaw:
            refusals.block([directive], flaw)
        return not flaw


def _is_of_matrix(directive: Directive, group: Group) -> bool:
    """Whether a name is that of a matrix: a formula multiplies, turns or parts it."""
    name = re.escape(directive.name)
    pattern = re.compile(rf"(?<![\w.]){name}(?:\s*@|\.T\b|\s*\[)|@\s*{name}(?!\w)")
    return any(pattern.search(one.said.text) for one in group.directives)


def _is_matrix(shown: Shown) -> bool:
    """Whether a block stands out and has several numbers: if its formula has another shape that is an error."""
    return shown.is_displayed and not _is_one(shown)


def _has_shape(shown: Shown, shape: Shape) -> bool:
    """Whether a block has a shape; a list in one pair of brackets may be a column too."""
    if shown.block is None:
        return False
    rows, columns = shown.block.shape
    return shape == (rows, columns) or (shown.is_flat and shape == (columns, rows))


def _is_one(shown: Shown) -> bool:
    return shown.block is not None and len(shown.block.cells) == 1
