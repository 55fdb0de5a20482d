"""Equalities that stand in two readings of one text: what is known of them by one reading is known by the other.

An equality that uses givens alone, and that nothing uses, is decided by its own record, by those of its givens, and by
how their digits are read. In another document where all these are the same, so is all that follows from them.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from verifier.document.model import Document, Stage
from verifier.preimages.readings import Tolerance

Group: TypeAlias = tuple[Stage, ...]
"""An equality before its givens."""


def common(old: Document, new: Document) -> list[Group]:
    """The equalities of the document *new* that stand in *old* as they are, with all their givens."""
    if _beside_stages(old) != _beside_stages(new):
        return []
    known, others = old.by_name, dict(_plain(old))
    return [
        group
        for name, group in _plain(new)
        if name in others and all(known.get(stage.name) == stage for stage in group)
    ]


def read_alike(old: Tolerance, new: Tolerance, groups: Iterable[Group]) -> frozenset[str]:
    """The names of those equalities of two documents, and of their givens, whose digits are read alike in both."""
    found = (group for group in groups if all(_is_read_alike(old, new, stage) for stage in group))
    return frozenset(stage.name for group in found for stage in group)


def _beside_stages(document: Document) -> Document:
    return document._replace(stages=(), read=None)


def _plain(document: Document) -> Iterator[tuple[str, Group]]:
    """The equalities of a text that use printed givens alone and that nothing uses, each before its givens, by name."""
    formulas = (one for stage in document.stages for one in (stage.formula, stage.standard, *stage.also))
    used = {name for formula in formulas if formula is not None for name in formula.uses}
    for stage in document.stages:
        if stage.formula is not None and stage.text is not None and stage.name not in used:
            some = (stage, *(document.by_name[name] for name in stage.formula.uses))
            if all(map(_states_no_more, some)) and all(given.is_given for given in some[1:]):
                yield stage.name, some


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
