"""Equalities that stand in two readings of one text: what is known of them by one reading is known by the other.

An equality that uses givens alone, and that nothing uses, is decided by its own record, by those of its givens, and by
how their digits are read. In another document where all these are the same, so is all that follows from them. So is
an equality as its formula gives it, if all that it rests on is so: its users do not count then. Of another one that
uses others, or is used, less is known: what its formula gives of printed operands.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from verifier.document.ancestry import Above
from verifier.document.model import DerivedBlock, Document, Stage
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.carrying import STATED

Group: TypeAlias = tuple[Stage, ...]
"""An equality before its givens."""


class Common(NamedTuple):
    """What stands in two documents: the `stages` that do with all operands, behind these; the equalities that do."""

    stages: Sequence[Stage]
    groups: Sequence[Group]


NOTHING: Final = Common((), ())
NONE_DECIDED: Final[Mapping[str, str]] = {}


def common(old: Document, new: Document) -> Common:
    """What stands in the document *new* as in *old*."""
    if _beside_stages(old) != _beside_stages(new):
        return NOTHING
    stages = list(_alike(old, new))
    used = _used(old) | _used(new)
    groups = (
        (stage, *map(new.by_name.__getitem__, stage.formula.uses))
        for stage in stages
        if stage.formula is not None and stage.text is not None and stage.name not in used
    )
    return Common(stages, [group for group in groups if all(given.is_given for given in group[1:])])


def read_alike(old: Tolerance, new: Tolerance, both: Common) -> tuple[frozenset[str], frozenset[str]]:
    """The names of those equalities, and of their givens, whose digits are read alike; and those of such stages."""
    alike = frozenset(stage.name for stage in both.stages if _is_read_alike(old, new, stage))
    found = (group for group in both.groups if all(stage.name in alike for stage in group))
    return frozenset(stage.name for group in found for stage in group), alike


def as_stated(document: Document, alike: Collection[str], *carried: Mapping[str, str]) -> set[str]:
    """Those of some stages that are given, or carry on what their formulas give, as all do that they rest on.

    What stages carry on is told by each of *carried*.
    """
    found: set[str] = set()
    for stage in document.stages:
        if stage.name in alike and (
            stage.formula is None
            or (found.issuperset(stage.formula.uses) and all(of.get(stage.name) == STATED for of in carried))
        ):
            found.add(stage.name)
    return found


def resting_on(
    touched: Collection[str],
    order: Sequence[Stage],
    users: Mapping[str, Sequence[DerivedBlock]],
    above: Callable[[Stage], Above],
) -> Above:
    """The stages of which some decision rests on those *touched*: on what users of all above are computed from."""
    names = [stage.name for stage in order]
    over = {stage.name: above(stage) | {stage.name} for stage in order}
    none = over[names[0]] - names
    beside = {name: reduce(or_, (over[user.stage.name] for user in users.get(name, ())), none) for name in names}
    found, count = none | touched, -1
    while count < len(found):
        count = len(found)
        weighed = found | {name for name in names if not beside[name].isdisjoint(found)}
        found |= {name for name in names if not over[name].isdisjoint(weighed)}
    return found


def _alike(old: Document, new: Document) -> Iterator[Stage]:
    """The stages of *new* that stand in *old*, and whose operands do."""
    known, names = old.by_name, set[str]()
    for stage in new.stages:
        uses = () if stage.formula is None else stage.formula.uses
        if names.issuperset(uses) and known.get(stage.name) == stage and _states_no_more(stage):
            names.add(stage.name)
            yield stage


def _used(document: Document) -> set[str]:
    formulas = (one for stage in document.stages for one in (stage.formula, stage.standard, *stage.also))
    return {name for formula in formulas if formula is not None for name in formula.uses}


def _beside_stages(document: Document) -> Document:
    return document._replace(stages=(), read=None)


def _states_no_more(stage: Stage) -> bool:
    """Whether a stage shows numbers and states nothing beside a formula, or as a given beside bounds."""
    more = (stage.standard, stage.words, stage.shape, stage.origin, stage.within, stage.hull)
    is_plain = stage.printed is not None and not stage.also and more == (None,) * len(more)
    return is_plain and (stage.between is None or stage.is_given)


def _is_read_alike(old: Tolerance, new: Tolerance, stage: Stage) -> bool:
    """Whether the digits of a stage are read alike, and no program printed them."""
    resolution = new.resolutions[stage.name]
    is_by_hand = resolution.program is None and old.resolutions[stage.name] == resolution
    return is_by_hand and old.rules(stage) == new.rules(stage)
