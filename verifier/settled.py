"""Documents of which each computed number is as its printed operands give it: seen on whole blocks, without a report.

The first test of a number is whether its formula on the printed operands gives what is printed; such a number agrees,
whatever the replay says. Where all numbers of all stages pass it, nothing is a finding, and what else a report says is
made when it is asked for. A document is settled only where that is proved:

- Each block shows plain decimals, and a computed one has one place, so that a last digit is what it seems: no zeros may
  be dropped, and no program may be told by its digits. Bounds within which a given is shown tell nothing of its users.
- Each formula is one of `formulas.on_columns`, and no stage leads back to itself.
- A declared rule rounds once. Where none is declared, each number is strictly within half a unit of its value: then no
  number speaks against rounding to the nearest, which stays likely and possible for each stage. It may be a tie where
  all formulas use givens alone, so that these values are all that speaks of ties: one way to round ties is inferred
  only if it prints all of them, else both ways are left.
- Nothing else is stated: no further formulas, shapes, bounds or slack; nor how digits are counted, but whole numbers
  may be said to be of tens. What equalities of a text say of their author's habits counts only for those that are not
  as their numbers give them.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from verifier.document.graph import has_chains
from verifier.document.model import Document, Stage
from verifier.document.recurrences import circles
from verifier.document.table import mantissas_of_block
from verifier.habits import GivensReport, RoundingReport
from verifier.numbers.mantissas import Mantissas
from verifier.numbers.resolution import Resolution
from verifier.numbers.rules import NEAREST
from verifier.preimages.programs import formats_of
from verifier.record import MadeWhenAsked
from verifier.verdict import Report, StageReport, Verdict

MOST_WITHOUT_ZERO: Final = 131
"""So many decimals without a zero at the end do not say that zeros are dropped."""
_BY_HAND: Final = 10**6
"""Mantissas below this have fewer digits than tell of a program: only where others stand, programs are looked for."""
_PLAIN: Final = Stage("", 0, 0), Document("", "", "", ())
"""A stage and a document that state nothing."""
_MAY_BE: Final = (
    (
        *("name", "line", "column", "title", "where", "lines", "because", "givens", "formula", "printed", "rounding"),
        *("text", "of_sides", "resolution", "between"),
    ),
    ("name", "title", "path", "author", "published", "source", "not_claims", "givens", "stages", "rounding"),
)
"""What they may state: it is asked here, or says nothing of what a computed number must be."""
_UNSTATED: Final = [
    itemgetter(*(at for at, name in enumerate(fields) if name not in may_be))
    for fields, may_be in zip((Stage._fields, Document._fields), _MAY_BE, strict=True)
]
_NOTHING: Final = [of(plain) for of, plain in zip(_UNSTATED, _PLAIN, strict=True)]


def is_settled(document: Document) -> bool:
    """Whether it is proved that all computed numbers of a document agree with what their printed operands give."""
    shown = _blocks(document) if _states_no_more(document) else None
    if not shown or not _are_by_hand(document, shown):
        return False
    from verifier.formulas.on_columns import Proofs  # imported here, as most documents state more than this takes

    proofs, open_ = Proofs(shown), None if has_chains(document) else NEAREST
    for stage in document.stages:
        rule = stage.rounding or document.rounding
        name = open_ if rule is None else rule.steps[0][0]
        if stage.formula and not proofs.surely_print(stage.formula.expression, shown[stage.name], name):
            return False
    return True


def _states_no_more(document: Document) -> bool:
    """Whether all that is stated is blocks, formulas in no circle, and rules that round once to the last digit."""
    if _UNSTATED[1](document) != _NOTHING[1]:
        return False
    seen: set[str] = set()
    is_in_order = True
    for stage in document.stages:
        rule = stage.rounding or document.rounding
        is_simple = rule is None or (len(rule.steps) == 1 and rule.steps[0][1] is None)
        is_simple = is_simple and (stage.resolution is None or (rule is None and _is_of_tens(stage)))
        is_simple = is_simple and (stage.between is None or _is_given_within(stage))
        if stage.printed is None or not is_simple or _UNSTATED[0](stage) != _NOTHING[0]:
            return False
        is_in_order &= stage.formula is None or seen.issuperset(stage.formula.uses)
        seen.add(stage.name)
    return is_in_order or not any(circles(document.by_name))


def _is_given_within(stage: Stage) -> bool:
    """Whether a stage shows givens alone, each within the bounds that are stated for it."""
    if stage.between is None or stage.printed is None or not stage.is_given:
        return False
    low, high = stage.between
    return all(low.value <= number.value <= high.value for number in stage.printed.contents())


def _is_of_tens(stage: Stage) -> bool:
    """Whether whole numbers are said to be of units, tens or the like: what is near one in units is near it in tens."""
    numbers = () if stage.printed is None else stage.printed.contents()
    is_coarse = stage.resolution is not None and stage.resolution == Resolution("decimals", min(0, stage.resolution[1]))
    return is_coarse and all(number.is_bare_integer for number in numbers)


def _blocks(document: Document) -> dict[str, Mantissas] | None:
    """The numbers of all stages by their names; None unless they are plain decimals, computed ones of one place."""
    shown: dict[str, Mantissas] = {}
    for stage in document.stages:
        block = stage.printed and mantissas_of_block(stage.printed, by_value=stage.formula is None)
        if block is None:
            return None
        shown[stage.name] = block
    return shown


def _are_by_hand(document: Document, shown: Mapping[str, Mantissas]) -> bool:
    """Whether last digits are what they seem: zeros are not dropped, and no program is told by its digits."""
    if document.rounding is None and any(of.most >= _BY_HAND for of in shown.values()) and formats_of(document):
        return False
    if sum(len(of.cells) for of in shown.values() if of.place) <= MOST_WITHOUT_ZERO:
        return True
    computed = (shown[stage.name] for stage in document.stages if stage.formula is not None)
    return any(cell % 10 == 0 for of in computed if of.place for cell in of.cells)


class SettledReport(MadeWhenAsked, Report):
    """A report of which it is known that it has no findings; *asked* makes the whole of it."""

    asked: Callable[[], Report]

    @classmethod
    def of(cls, document: Document, asked: Callable[[], Report]) -> "SettledReport":
        """The report on a settled document."""
        made = cls._make((document, "flint", None, None, (), (), ()))
        made.asked = asked
        return made

    def _replace(self, **changed: Any) -> Any:  # noqa: ANN401 - as of any named tuple
        """The same with other values in some fields; nothing more is made for another document."""
        if changed.keys() != {"document"}:
            return self.whole._replace(**changed)
        return SettledReport.of(changed["document"], lambda: self.whole._replace(**changed))

    @cached_property
    def whole(self) -> Report:
        """The report with a record of each number."""
        return self.asked()

    @property
    def rounding(self) -> RoundingReport:
        """That of the whole."""
        return self.whole.rounding

    @property
    def givens(self) -> GivensReport:
        """That of the whole."""
        return self.whole.givens

    @property
    def stages(self) -> tuple[StageReport, ...]:
        """Those of the whole."""
        return self.whole.stages

    def count(self, verdict: Verdict) -> int:
        """How many printed cells have this verdict: those of computed stages agree, the others are given."""
        wanted = {Verdict.AGREES: False, Verdict.GIVEN: True}.get(verdict)
        blocks = (stage.printed for stage in self.document.stages if stage.is_given is wanted)
        return sum(block.rows * block.columns for block in blocks if block is not None)

    @property
    def is_clean(self) -> bool:
        """True: nothing is contradicted."""
        return True
