"""Which numbers a printed number can stand for in its document: its preimages.

The declared preimage follows the declared rounding rule, or else the rules that the stage
is likely to follow. The widest preimage holds what any rule prints that the stage may
follow; where a rule is declared, the two are the same. A contradiction is proved with the
widest preimage; agreement is shown with the declared one.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, TypeAlias

from flint import arb, fmpq

from verifier.document.model import Document, GivensReading, Stage
from verifier.numbers.array import Value
from verifier.numbers.bounded import BoundedInterval, ball_around
from verifier.numbers.interval import contains
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.resolution import Resolution, magnitude_of
from verifier.numbers.rounding import NEAREST_RULE, Grid, Rule, grid, grid_of_size, parse_rule, round_to, rounder
from verifier.numbers.rule_sets import ANY_RULE, Preimages, RuleSet, preimages_by
from verifier.numbers.slack import slackened
from verifier.preimages.arithmetic import Arithmetic, Inaccuracy
from verifier.preimages.box_memo import BoxMemo
from verifier.preimages.columns import Columns
from verifier.preimages.looks import Looks
from verifier.preimages.reprints import Reprint, Style, decimals_restated, model, says_again
from verifier.preimages.units import resolutions_of

BY_HAND: Final = parse_rule("half_away")
"""How a number is written that is rounded to the nearest, if no rule says which way halves go."""
_Preimages: TypeAlias = tuple[BoundedInterval | None, ...]
_Printing: TypeAlias = Callable[..., BoundedInterval | None]
_OfNumbers: TypeAlias = dict[Printed, BoundedInterval | None]
"""Preimages by the id of a number, which its document keeps alive; a rational is slow to hash."""


class Tolerance:
    """How the printed numbers of one document are read; `inferred` has the rules that each stage may follow.

    `supposed` has those that a few stages are supposed to follow instead. The parts of a stage are read as it is.
    `box_memo` belongs to `Boxes`, and is kept as long as the tolerance.
    """

    def __init__(
        self,
        document: Document,
        inferred: Mapping[str, RuleSet] | None = None,
        supposed: Mapping[str, RuleSet] | None = None,
        resolutions: Mapping[str, Resolution] | None = None,
    ) -> None:
        self.document = document
        self.inferred, self.supposed = inferred or {}, supposed or {}
        self.by_hand = BY_HAND
        self.resolutions = resolutions or resolutions_of(document)
        self.box_memo = BoxMemo({}, {}, {}, {})
        self.of_numbers: dict[tuple[str, bool], _OfNumbers] = {}
        self.of_blocks: dict[tuple[str, bool], _Preimages] = {}
        self._by_stage: dict[tuple[str, bool], _Printing] = {}
        self._inaccuracies: dict[str, Inaccuracy | None] = {}
        self.looks = Looks(self.declared_preimages)
        self._decimals: dict[str, Counter[int]] = {}
        self._styles: dict[str, dict[str | Printed | tuple[int, bool], Style]] = {}
        self.columns = Columns(self.resolutions)

    def with_rules(self, inferred: Mapping[str, RuleSet], by_hand: Rule) -> "Tolerance":
        """The same reading of digits with other inferred rules; boxes of stages whose rules stay are kept."""
        made = Tolerance(self.document, inferred, resolutions=self.resolutions)
        made.columns, made.by_hand = self.columns, by_hand
        made.keep(self, {stage.name for stage in self.document.stages if made.rules(stage) == self.rules(stage)})
        return made

    def keep(self, other: "Tolerance", names: Collection[str]) -> None:
        """Take over the boxes of stages that another reading reads alike, perhaps in another document."""
        mine, known = self.box_memo, other.box_memo
        mine.arrays.update({key: box for key, box in known.arrays.items() if key[0] in names})
        mine.around.update({key: box for key, box in known.around.items() if key[0] in names})
        self.of_blocks.update({key: boxes for key, boxes in other.of_blocks.items() if key[0] in names})
        self.of_numbers.update({key: boxes for key, boxes in other.of_numbers.items() if key[0] in names})

    def supposing(self, rules: Mapping[str, RuleSet]) -> "Tolerance":
        """The same reading with the *rules* of a few stages; its cost does not grow with the document."""
        made = Tolerance(self.document, self.inferred, {**self.supposed, **rules}, self.resolutions)
        made.columns, made.by_hand = self.columns, self.by_hand
        return made

    def declared(self, stage: Stage) -> Rule | None:
        """The rule that the stage or its document states."""
        return stage.rounding or self.document.rounding

    def rules(self, stage: Stage) -> RuleSet:
        """The rules that the stage may follow if none is declared."""
        name = stage.whole
        return self.supposed.get(name) or self.inferred.get(name, ANY_RULE)

    def rule(self, stage: Stage) -> Rule | None:
        """The rule of the declared preimage: declared, or else the only one that is likely."""
        likely = self.rules(stage).likely
        return self.declared(stage) or (likely[0] if len(likely) == 1 else None)

    def givens(self, stage: Stage) -> GivensReading | None:
        """The declared reading of a given; None if that is open."""
        return None if stage.givens == "open" else stage.givens or self.document.givens

    def inaccuracy(self, stage: Stage) -> Inaccuracy | None:
        """How far the prints of a program may be off by its arithmetic; None for other blocks."""
        if stage.name not in self._inaccuracies:
            kind = self.resolutions[stage.name].program
            found = None if kind is None else Arithmetic(self.document).inaccuracy(stage, kind)
            self._inaccuracies[stage.name] = found
        return self._inaccuracies[stage.name]

    def declared_preimage(self, stage: Stage, number: Printed) -> BoundedInterval | None:
        """The numbers that print as shown by the declared rule, or by a likely one; None if no number does."""
        return self._of_number(stage, number, widest=False)

    def widest_preimage(self, stage: Stage, number: Printed) -> BoundedInterval | None:
        """The numbers that can print as shown; None if no number does."""
        return self._of_number(stage, number, widest=True)

    def declared_preimages(self, stage: Stage) -> _Preimages:
        """The declared preimages of the cells of a block, row by row; None also where a cell shows no number."""
        return self._of_block(stage, widest=False)

    def widest_preimages(self, stage: Stage) -> _Preimages:
        """The widest preimages of the cells of a block, row by row; None also where a cell shows no number."""
        return self._of_block(stage, widest=True)

    def preimage_of(self, stage: Stage, value: fmpq, decimals: int, *, widest: bool) -> BoundedInterval | None:
        """The declared or the widest preimage of *value*, if a stage printed it with *decimals* decimals."""
        significant = self.resolutions[stage.name].is_finer_below_powers
        return self._preimages(stage, widest=widest)(value, decimals, significant=significant)

    def balls(self, stage: Stage, *, widest: bool) -> Callable[[fmpq, int], arb | None]:
        """Gives a ball around `preimage_of` a number with so many decimals; None where there is none."""
        significant = self.resolutions[stage.name].is_finer_below_powers
        if self._is_plain(stage):
            return partial(self._by_rules(stage, widest=widest).enclosing, significant=significant)

        def ball(value: fmpq, decimals: int) -> arb | None:
            box = self.preimage_of(stage, value, decimals, widest=widest)
            return None if box is None else ball_around(box)

        return ball

    def _preimages(self, stage: Stage, *, widest: bool) -> _Printing:
        """The declared or the widest preimages of numbers of a stage, with its slack or the errors of its program."""
        key = stage.name, widest
        if key not in self._by_stage:
            by = self._by_rules(stage, widest=widest).of
            self._by_stage[key] = by if self._is_plain(stage) else partial(self._slackened, stage, by)
        return self._by_stage[key]

    def _by_rules(self, stage: Stage, *, widest: bool) -> Preimages:
        return preimages_by(self.declared(stage) or self.rules(stage), widest=widest)

    def _is_plain(self, stage: Stage) -> bool:
        """Whether the rules alone say what a number of a stage stands for: no slack, and no errors of a program."""
        return (stage.within or self.document.within) is None and self.inaccuracy(stage) is None

    def _slackened(
        self,
        stage: Stage,
        by: _Printing,
        value: fmpq,
        decimals: int,
        *,
        significant: bool = False,
    ) -> BoundedInterval | None:
        """The preimages of a number and of those that the stated slack, or its program, lets be printed for it."""
        slack = stage.within or self.document.within
        of = partial(by, decimals=decimals, significant=significant)
        if slack is None:
            box, inaccuracy = of(value), self.inaccuracy(stage)
            return box if box is None or inaccuracy is None else inaccuracy.around(box, value)
        rule = self.declared(stage)
        off_grid = rule is not None and (rule.is_exact or rule.format is not None)
        loose = self.resolutions[stage.name].is_significant or off_grid
        return slackened(slack, value, decimals, of, on_grid=not loose)

    def _of_number(self, stage: Stage, number: Printed, *, widest: bool) -> BoundedInterval | None:
        widest = widest and self.declared(stage) is None  # else they are one
        known = self.of_numbers.setdefault((stage.name, widest), {})
        try:
            return known[number]
        except KeyError:
            known[number] = found = self._of_print(stage, number, widest=widest)
            return found

    def _of_print(self, stage: Stage, number: Printed, *, widest: bool) -> BoundedInterval | None:
        if number.is_fraction:
            return BoundedInterval(number.value, number.value)
        resolution = self.resolutions[stage.name]
        decimals, significant = resolution.unit_of(number)
        return self._preimages(stage, widest=widest)(number.value, decimals, significant=significant)

    def _of_block(self, stage: Stage, *, widest: bool) -> _Preimages:
        widest = widest and self.declared(stage) is None
        key = stage.name, widest
        if key not in self.of_blocks:
            column = self.columns.of(stage) if self._is_plain(stage) else None
            cells = () if stage.printed is None else stage.printed.cells
            self.of_blocks[key] = (
                tuple([n and self._of_print(stage, n, widest=widest) for n in cells])
                if column is None
                else self._by_rules(stage, widest=widest).of_column(column)
            )
        return self.of_blocks[key]

    def prints(self, stage: Stage, number: Printed, value: Value) -> bool:
        """Whether one value lies in the declared preimage of a number; raises Uncertain."""
        if not isinstance(value, Number):
            return False
        box = self.declared_preimage(stage, number)
        return box is not None and contains(box, value)

    def reprint(self, stage: Stage, like: Printed, value: Number) -> Reprint:
        """*value* as the document would print it in the place of *like*; raises Uncertain.

        In the place of a fraction a rational is exact.
        """
        resolution, rule, shown, round_as_shown, is_alike, form = self._style_of(stage, like)
        if is_alike:
            return Reprint(round_as_shown(value), shown, form)
        if like.is_fraction and isinstance(value, fmpq):
            return Reprint(value, like.decimals, like.form)
        decimals = resolution.decimals_like(value, like) if resolution.is_significant else shown
        if stage.text is not None:
            least = 0 if like.is_bare_integer else decimals  # its zeros, if it is wrong, round no right one
            decimals = max(decimals, decimals_restated(stage, like, value), least)
        rounded = round_as_shown(value) if decimals == shown else round_to(value, decimals, rule)
        if resolution.is_significant and abs(rounded) >= power_of_ten(resolution.digits - decimals):
            decimals = resolution.decimals_at(rounded, like)  # 9.996 is printed as 10.0
            rounded = round_to(value, decimals, rule)
        block = stage.printed
        if rounded == 0 and like.has_exponent and block is not None and decimals < model(block).decimals:
            return self.reprint(stage, model(block), value)  # -1e9 for 0.90 does not say how
        return Reprint(rounded, decimals, like.form)

    def grid(self, stage: Stage, like: Printed) -> Grid | None:
        """The grid of what the document would print in the place of *like*, perhaps of numbers of its size alone."""
        style = self._style_of(stage, like)
        if style.is_alike:
            return grid(style.decimals, style.rule)
        rests_on_more = stage.text is not None or like.has_exponent or like.is_fraction or like.value == 0
        return None if rests_on_more else grid_of_size(style.resolution.digits, magnitude_of(like), style.rule)

    def _style_of(self, stage: Stage, like: Printed) -> Style:
        """How another number is printed in the place of *like*: told once, and asked for each trial of a cause."""
        known = self._styles.setdefault(stage.name, {})
        if (told := known.get(like.text)) is not None:
            return told
        resolution = self.resolutions[stage.name]
        rests_on_more = resolution.by_line or resolution.is_significant
        key = (None if rests_on_more else like.kind) or like  # of plain decimals nothing else is asked
        if (found := known.get(key)) is None:
            resolution, stated = self._counted(stage, like), self.declared(stage) or self.rules(stage).likely[0]
            shown = self._decimals_beside(stage, like) or resolution.decimals_shown(like)
            rule = self.by_hand if stated == NEAREST_RULE else stated
            rests_on_value = resolution.is_significant or like.has_exponent or says_again(stage)
            is_alike = not (rests_on_value or like.is_fraction or (stage.text is not None and shown < 0))
            known[key] = found = Style(resolution, rule, shown, rounder(shown, rule), is_alike, like.form)
        if not resolution.by_line:
            known[like.text] = found
        return found

    def _counted(self, stage: Stage, like: Printed) -> Resolution:
        """How the digits of what stands in the place of *like* are counted: before a power of ten from the first."""
        resolution, power = self.resolutions[stage.name], like.form.power
        others = () if stage.printed is None else stage.printed.contents()
        is_scaled = power is not None and power.exponent is None and all(one.form.power is not None for one in others)
        if not is_scaled or resolution.kind != "own" or resolution.format is not None or like.value == 0:
            return resolution
        return resolution._replace(kind="significant", digits=like.decimals + magnitude_of(like))

    def _decimals_beside(self, stage: Stage, like: Printed) -> int:
        """The decimals that all other decimals of a block show, if *like* alone shows fewer; else 0.

        A wrong number that lacks a digit does not say that its right one does.
        """
        resolution = self.resolutions[stage.name]
        block = (self.document.whole or self.document).by_name[stage.whole].printed
        if block is None or like.is_bare_integer or like.has_exponent or resolution.drops_zeros:
            return 0
        if stage.whole not in self._decimals:
            decimals = (number.decimals for number in block.contents() if not number.is_bare_integer)
            self._decimals[stage.whole] = Counter(decimals)
        counts = self._decimals[stage.whole]
        others = [found for found in counts if found != like.decimals]
        is_told = len(others) == 1 and others[0] > like.decimals and counts[others[0]] > 1
        return others[0] if is_told and counts[like.decimals] == 1 and resolution.kind == "own" else 0

    def show(self, stage: Stage, reprint: Reprint) -> str:
        """The text of a reprinted cell."""
        return reprint.text(self.resolutions[stage.name])
