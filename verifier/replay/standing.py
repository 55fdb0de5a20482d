"""Equalities that stand in two readings of one text: what is known of them by one reading is known by the other.

An equality that uses givens alone, and that nothing uses, is decided by its own record, by those of its givens, and by
how their digits are read. In another document where all these are the same, so is all that follows from them.
"""

from collections.abc import Iterator

from verifier.document.model import Document, Stage
from verifier.preimages.readings import Tolerance


def standing(old: Tolerance, new: Tolerance) -> frozenset[str]:
    """The equalities of the document of *new*, and their givens, that stand in that of *old* and are read alike."""
    if _beside_stages(old.document) != _beside_stages(new.document):
        return frozenset()
    known = old.document.by_name
    own, others = dict(_plain(new.document)), dict(_plain(old.document))

    def is_same(stage: Stage) -> bool:
        return known.get(stage.name) == stage and _is_read_alike(old, new, stage)

    found = (
        (stage, *givens)
        for name, (stage, *givens) in own.items()
        if name in others and is_same(stage) and all(map(is_same, givens))
    )
    return frozenset(stage.name for some in found for stage in some)


def _beside_stages(document: Document) -> Document:
    return document._replace(stages=(), read=None)


def _plain(document: Document) -> Iterator[tuple[str, tuple[Stage, ...]]]:
    """The equalities of a text that use printed givens alone and that nothing uses, each before its givens, by name."""
    formulas = (one for stage in document.stages for one in (stage.formula, stage.standard, *stage.also))
    used = {name for formula in formulas if formula is not None for name in formula.uses}
    for stage in document.stages:
        if stage.formula is not None and stage.text is not None and stage.name not in used:
            some = (stage, *(document.by_name[name] for name in stage.formula.uses))
            if all(map(_states_no_more, some)) and all(given.is_given for given in some[1:]):
                yield stage.name, some


def _states_no_more(stage: Stage) -> bool:
    """Whether a stage shows numbers and states nothing beside a formula."""
    more = (stage.standard, stage.words, stage.shape, stage.between, stage.origin, stage.within, stage.hull)
    return stage.printed is not None and not stage.also and more == (None,) * len(more)


def _is_read_alike(old: Tolerance, new: Tolerance, stage: Stage) -> bool:
    """Whether the digits of a stage are read alike, and no program printed them."""
    resolution = new.resolutions[stage.name]
    is_by_hand = resolution.program is None and old.resolutions[stage.name] == resolution
    return is_by_hand and old.rules(stage) == new.rules(stage)
