"""Stages of what annotations name: blocks with the formulas that their author gives them."""

import re
from collections.abc import Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Final

from verifier.document.model import Document, Formula, Stage
from verifier.document.problems import quote
from verifier.document.recurrences import INDICES, Misuse, by_cells, circle_of_wholes, circles, is_by_cells, stages_used
from verifier.document.unrolling import unrolled
from verifier.formulas.nearest import nearest
from verifier.formulas.parser import CONSTANTS, FormulaError, parse_formula, spell_signature
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression, Name, names
from verifier.late import pattern
from verifier.operations import signatures
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.annotated_blocks import Said, shown_as
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.bounds import bounds_of
from verifier.sources.annotations.called_as_rows import counts_no_rows, outside, with_numbers
from verifier.sources.annotations.flat_lists import with_flat_lists
from verifier.sources.annotations.quoted import Quoted
from verifier.sources.annotations.reserved_names import has_index, refuse_formula
from verifier.sources.annotations.row_by_row import indices_said, row_by_row, with_one_number, without_end
from verifier.sources.annotations.scaled_columns import by_scale
from verifier.sources.annotations.uncounted_rows import with_unknown_counts
from verifier.sources.annotations.whole_amounts import with_whole_amounts
from verifier.sources.expressions.naming import key_of
from verifier.sources.expressions.solving import renamed
from verifier.sources.text.directives import Directive, Refusals
from verifier.sources.text.settings import Settings
from verifier.sources.text.stretch import Stretch

_LOWERED: Final = str.maketrans("".join(map(chr, range(0x2080, 0x208A))), "0123456789")
"""Digits that stand low in names."""
MOST_LISTED: Final = 12
_LATER_ROW: Final = pattern(r"\[\s*i\s*\+")
_BECAUSE: Final = pattern(r"\bbecause\b\s*")


class Maker:
    """Makes the stages; names in formulas mean what was named last before them, or else what is named first behind."""

    def __init__(
        self, said: Sequence[Said], shown: Sequence[Shown], settings: Settings, refusals: Refusals, quoted: Quoted
    ) -> None:
        self.refusals = refusals
        self.quoted = quoted
        self.settings = settings
        taken = {(one.at, one.key) for one in said}
        by_text = [
            shown_as(one.name, one)._replace(is_by_text=True)
            for one in shown
            if one.name is not None and one.block is not None and one.is_sure
        ]
        self.said = list(said)
        self.shown = shown
        self.known = [*said, *(one for one in by_text if (one.at, one.key) not in taken)]
        self.by_key: dict[str, list[int]] = {}
        for index, one in enumerate(self.known):
            self.by_key.setdefault(one.key, []).append(index)
        self.stages: dict[int, str] = {}
        """The names of the stages of what is known, by its index."""
        counting = {name for index in range(len(self.said)) for name in self._indices(index)}
        self.taken = {name for name in counting if self.by_key.get(name)}
        self.used: list[int] = []

    def annotated(self) -> Annotated:
        """The stages; problems are noted."""
        for index in range(len(self.said)):
            self._name(index)
        made = [self._made(index) for index in range(len(self.said))]
        given = [self._given(index) for index in self.used]
        lines = {stage.name for stage, said in zip(made, self.said, strict=True) if said.is_line}
        flat = {name for index, name in self.stages.items() if self.known[index].is_flat}
        rows = filter(self._is_of_text, INDICES) if any(map(is_by_cells, made)) else ()
        by_rows = row_by_row([*made, *given], self.by_key.keys() - set(rows))
        made = with_flat_lists(with_one_number(by_rows, lines), flat)[: len(made)]
        if all(name in self.taken for stage in made for name in stages_used(stage)):
            self._check_cycles(made)
        self._check_cells(made, given)
        every = with_whole_amounts([*made, *given], self.refusals)
        made, given = every[: len(made)], every[len(made) :]
        ordered = sorted([*zip(self.used, given, strict=True), *enumerate(made)], key=lambda one: self.known[one[0]].at)
        by_text = frozenset(stage.name for stage in given)
        others = tuple(self._others([stage for _, stage in ordered]))
        singles = frozenset(filter(None, map(_single, made)))
        stages = [*self.quoted.found, *(stage for _, stage in ordered)]
        dots = {stage.name: one.uncounted for stage, one in zip(made, self.said, strict=True) if one.uncounted >= 0}
        stages = with_unknown_counts(stages, dots, self._free("number_of_rows")) if dots else stages
        found = [(one.at, one.scale, stage.name) for stage, one in zip(made, self.said, strict=True) if one.scale]
        return Annotated(tuple(stages), by_text, others, singles, tuple(by_scale(found)))

    def _others(self, stages: Sequence[Stage]) -> Iterator[Stage]:
        """The blocks that show no number of these stages; one without a name is called by its line."""
        have = {(cell.line, cell.column) for stage in stages if stage.printed for cell in stage.printed.contents()}
        for one in self.shown:
            block = one.block
            if block is None or block.has_elided or not (one.name or block.cells[1:]) or not any(block.contents()):
                continue
            if have.isdisjoint((cell.line, cell.column) for cell in block.contents()):
                stage = Said("", "", one.at, block).stage("")
                name = one.name if one.name is not None and one.is_sure else f"line_{stage.line}"
                yield self.settings.applied(stage._replace(name=self._free(name)), one.at)

    def _name(self, index: int) -> str:
        """The name of the stage of something; given to it at the first call."""
        if index not in self.stages:
            self.stages[index] = self._free(self.known[index].name)
            if index >= len(self.said):
                self.used.append(index)
        return self.stages[index]

    def _free(self, wanted: str) -> str:
        """A name that no stage has; it has one from now on."""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name

    def _given(self, index: int) -> Stage:
        one = self.known[index]
        return self.settings.applied(one.stage(self.stages[index]), one.at)

    def _stage(self, index: int) -> Stage:
        one = self.said[index]
        stage = one.stage(self.stages[index])
        if _LATER_ROW.search(one.formula.text):
            stage = stage._replace(printed=without_end(stage.printed))
        if one.formula.text:
            stage = stage._replace(formula=self._formula(one.formula, index))
        for part in one.parts:
            stage = self._with(stage, part, index)
        if stage.because is not None and stage.standard is None:
            self.refusals.at(one.parts[-1].said, "missing-key", "standard: FORMULA beside because:", "none")
        return self.settings.applied(by_cells(stage, self.by_key.keys() - self._indices(index)), one.at)

    def _indices(self, index: int) -> frozenset[str]:
        """The names that count the rows and columns of a block in its formulas, as nothing else has them.

        A number that the text calls so, as `i = 3`, is no row that a formula names in square brackets.
        """
        one = self.known[index]
        indexed = indices_said((one.formula.text, *(part.words.text for part in one.parts)), is_line=one.is_line)
        return frozenset(
            name
            for name in INDICES
            if one.is_shown and (not self.by_key.get(key_of(name)) or (name in indexed and self._is_of_text(name)))
        )

    def _is_of_text(self, name: str) -> bool:
        """Whether only the text calls something so, and no annotation."""
        return all(self.known[index].is_by_text for index in self.by_key.get(key_of(name), ()))

    def _made(self, index: int) -> Stage:
        """The stage of something said, and its numbers noted as results if a formula gives them."""
        seen = len(self.used)
        stage = self._stage(index)
        if self.settings.say_exact:
            for used in self.used[seen:]:
                self.quoted.results.given(self._given(used))
            self.quoted.results.take(stage)
        return stage

    def _with(self, stage: Stage, part: Directive, index: int) -> Stage:
        """A stage with one more part."""
        words = part.words
        if part.verb == "because":
            return stage._replace(because=" ".join(words.text.split()))
        if part.verb == "between":
            return stage._replace(between=bounds_of(words, self.refusals))
        if stage.formula is None and not self.said[index].formula.text:
            must = f"a block with a formula before {part.verb}:"
            self.refusals.at(part.said, "missing-key", must, f"{stage.name} alone", f"as {stage.name} = FORMULA")
        if part.verb == "also":
            made = self._formula(words, index)
            return stage if made is None else stage._replace(also=(*stage.also, made))
        because = _BECAUSE.search(words.text)
        formula = words if because is None else words.part(0, because.start())
        reason = None if because is None else " ".join(words.text[because.end() :].split())
        return stage._replace(standard=self._formula(formula, index), because=reason or stage.because)

    def _formula(self, words: Stretch, index: int) -> Formula | None:
        """A formula with the names of stages; None after noting what is wrong with it."""
        text, known = words.text.translate(_LOWERED), signatures()
        try:
            tree = parse_formula(text, known, CONSTANTS - self.by_key.keys())
        except FormulaError as error:
            refuse_formula(words, text, error, self.refusals)
            return None
        lines = {self.known[k].name for name in INDICES for k in self.by_key.get(name, ()) if self.known[k].is_line}
        if lines and has_index(words, text, lines, self.refusals):
            return None
        names_ = dict.fromkeys(names(tree))
        counting = {name for name in self._indices(index) if name in names_}
        numbers = self._numbers_called(tree, counting, words, index)
        meant = {name: self._meant(name, index, is_own=bool(counting)) for name in names_ if name not in counting}
        for name, found in meant.items():
            if found is None and name not in self.refusals.names:
                self._refuse_name(name, words, index)
        trees: dict[str, Expression] = {
            name: Name(self._name(found)) for name, found in meant.items() if found is not None
        }
        is_same = all(tree == Name(name) for name, tree in trees.items())
        line, column = self.refusals.lines.of(words.at[len(text) - len(text.lstrip())])
        of_stages = tree if is_same else renamed(tree, trees)
        of_stages = with_numbers(of_stages, numbers) if numbers else of_stages
        block, written = self.known[index].block, " ".join(text.split())
        count = 0 if block is None else len(block.cells)
        made = self.quoted.applied(of_stages, self.known[index].at, self.stages[index], count)
        self.taken.update(one.name for one in self.quoted.found)
        shown = written if made is tree else spell(made)
        return Formula(shown, made, line, column, written=None if made is of_stages and not numbers else written)

    def _numbers_called(
        self, tree: Expression, counting: Collection[str], words: Stretch, index: int
    ) -> dict[str, Expression]:
        """The numbers of the text that a formula means by names that count rows in it; what may be both is noted."""
        found: dict[str, Expression] = {}
        for name in dict.fromkeys(outside(tree, counting)):
            number = self._meant(name, index, is_own=False)
            if number is not None and counts_no_rows(self.known[number].block):
                found[name] = Name(self._name(number))
            elif number is not None and name not in self.refusals.names:
                must = f"another name for the number that the text calls {name}, as {name} counts rows or columns too"
                self.refusals.at(words, "bad-formula", must, quote(name), f"name it, as `{name}_ at DIGITS`")
                self.refusals.names.add(name)
        return found

    def _meant(self, name: str, index: int, *, is_own: bool) -> int | None:
        """The index of what a name in a formula of something means; None if nothing is named so.

        A formula of each row may mean its own block (*is_own*).
        """
        at = self.known[index].at
        if is_own and key_of(name) == self.known[index].key:
            return index
        found = [k for k in self.by_key.get(key_of(name), ()) if k != index]
        exact = [k for k in found if self.known[k].name == name] or found
        before = [k for k in exact if self.known[k].at <= at]
        let = max((k for k in before if self.known[k].until > at), key=lambda k: self.known[k].at, default=None)
        before = [k for k in before if let is None or k == let or not self.known[k].is_by_text]
        if before:
            return max(before, key=lambda k: (self.known[k].at, -k))
        return min(exact, key=lambda k: self.known[k].at, default=None)

    def _refuse_name(self, name: str, words: Stretch, index: int) -> None:
        known = list(dict.fromkeys(one.name for k, one in enumerate(self.known) if k != index))
        alike = next((one for one in known if one.lower() == name.lower()), None)
        listed_ = f"known are {', '.join(known[:MOST_LISTED])}" if known else "none is known"
        hint = f"did you mean {alike}?" if alike else nearest(name, known).removeprefix("; ") or listed_
        if name in signatures():
            hint = f"call it: {spell_signature(name, signatures()[name])}"
        elif key_of(name) == self.known[index].key:
            hint = f"{name} is named here, and nowhere before"
        match = re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*\(|\s*=[^=])", words.text.translate(_LOWERED))
        said = words if match is None else words.part(*match.span())
        must = "a name that an annotation or the text gives to a block or a number"
        self.refusals.at(said, "unknown-name", must, quote(name), hint)
        self.refusals.names.add(name)

    def _check_cycles(self, stages: Sequence[Stage]) -> None:
        """Note a cycle, at the first of its formulas."""
        uses = {stage.name: sorted(stages_used(stage)) for stage in stages}
        by_name = {stage.name: stage for stage in stages}
        for circle in circles(by_name):
            if all(is_by_cells(by_name[name]) for name in circle):
                uses.update({name: [] for name in circle})
        try:
            TopologicalSorter(uses).prepare()
        except CycleError as error:
            cycle = circle_of_wholes(error.args[1][::-1], by_name, uses)
            words = next(self.said[k].formula for k, stage in enumerate(stages) if stage.name == cycle[0])
            if words.text:
                must = "formulas that do not lead back to their own block"
                row, before = cycle[1], cycle[min(2, len(cycle) - 1)]
                hint = f"say which row: {row}[i] is that of the same row, {before}[i - 1] that of the row before"
                self.refusals.at(words, "cycle", must, " -> ".join(cycle), f"{hint}; begin with `... if i else START`")

    def _check_cells(self, made: Sequence[Stage], given: Sequence[Stage]) -> None:
        """Note the first cell of a block that rests on cells that it cannot rest on."""
        by_name = {stage.name: stage for stage in made}
        if not all(is_by_cells(by_name[name]) for circle in circles(by_name) for name in circle):
            return
        try:
            unrolled(Document("", "", "", (*made, *given)))
        except Misuse as misuse:
            words = next(self.said[k].formula for k, stage in enumerate(made) if stage.name == misuse.stage)
            if words.text:
                self.refusals.at(words, misuse.code, misuse.must, misuse.found, misuse.hint)


def _single(stage: Stage) -> str | None:
    """The name of a stage that is one number, and of which nothing else is said."""
    shown = None if stage.formula or stage.between else stage.printed
    return stage.name if shown and len(shown.cells) == 1 and not shown.has_elided else None
