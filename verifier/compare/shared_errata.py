"""Find the errata of one document that another prints too, and what the check of the other says of them."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from verifier.compare.matching import Pair, shown_stages
from verifier.document.model import Stage
from verifier.errata.sentences import refuted_rows
from verifier.record import NamedTuple
from verifier.verdict import Erratum, Kind, Report, Size, StageReport, StandardVerdict, Verdict

Answer: TypeAlias = Literal["found", "not-checkable", "right"]


class Standing(NamedTuple):
    """An erratum of one document that the other prints too, and what the check of the other says of it.

    `first` and `second` are the stages of the first and the second document, whichever has the erratum. `cells` are
    those of the erratum's `of` cells that are printed alike; an erratum without cells concerns what the stage states.
    `found_as` are the ids of the other document's errata.
    """

    erratum: Erratum
    of_first: bool
    first: Stage
    second: Stage
    cells: tuple[Size, ...]
    of: int
    answer: Answer
    found_as: tuple[str, ...] = ()
    reason: str | None = None


def shared_errata(first: Report, second: Report, pairs: tuple[Pair, ...]) -> tuple[Standing, ...]:
    """The errata of each document that the other prints too, those of the first document first."""
    there = _counterparts(first, second, pairs)
    back = {other: name for name, other in there.items()}
    return (*_printed_alike(first, second, there), *_printed_alike(second, first, back, of_first=False))


def _counterparts(first: Report, second: Report, pairs: tuple[Pair, ...]) -> dict[str, str]:
    """The second name of each matched stage by its first, and of stages of one name that show nothing in either."""
    silent = [name for name, report in first.by_name.items() if name in second.by_name and report.stage.shown is None]
    named = {name: name for name in silent if second.by_name[name].stage.shown is None}
    return named | {pair.first.name: pair.second.name for pair in pairs}


def _printed_alike(
    owner: Report, other: Report, counterpart: Mapping[str, str], *, of_first: bool = True
) -> Iterator[Standing]:
    """The errata of *owner* of which *other* prints at least one cell alike, or states the same."""
    mine, theirs = shown_stages(owner), shown_stages(other)
    for erratum in owner.errata:
        if erratum.stage not in counterpart:
            continue
        name = counterpart[erratum.stage]
        places = _places(owner, erratum)
        same = tuple(place for place in places if mine[erratum.stage].at(place) == theirs[name].at(place))
        own, there = owner.by_name[erratum.stage].stage, other.by_name[name]
        if same or (not places and _states_the_same(erratum.kind, own, there.stage)):
            first, second = (own, there.stage) if of_first else (there.stage, own)
            answer = _answer(other, there, erratum.kind, same)
            yield Standing(erratum, of_first, first, second, same, len(places), *answer)


def _places(report: Report, erratum: Erratum) -> tuple[Size, ...]:
    """The cells of an erratum; of an erratum on whole rows, all cells of these."""
    if erratum.cells or erratum.kind != "row":
        return erratum.cells
    stage = report.by_name[erratum.stage]
    rows = {row.row for row in refuted_rows(stage)}
    return tuple((cell.row, cell.column) for cell in stage.cells if cell.row in rows or not rows)


def _states_the_same(kind: Kind, own: Stage, there: Stage) -> bool:
    """Whether two stages state the same shape or formula, of which the erratum is."""
    if kind == "shape" and own.block is not None:  # their printed shapes are equal, or they would be no pair
        return own.shape in {None, there.shape}
    mine, theirs = own.formula and own.formula.expression, there.formula and there.formula.expression
    return mine == theirs and own.shape == there.shape


def _answer(
    other: Report, there: StageReport, kind: Kind, cells: tuple[Size, ...]
) -> tuple[Answer, tuple[str, ...], str | None]:
    """What the check of *other* says of cells that are an erratum elsewhere: answer, ids of its errata, reason."""
    found = [made for made in other.errata if made.stage == there.stage.name and _sort(made.kind) == _sort(kind)]
    if _sort(kind) == "cells":
        found = [made for made in found if set(_places(other, made)) & set(cells)]
    if found:
        return "found", tuple(sorted(made.id for made in found)), None
    reason = _unchecked(there, kind, cells)
    return ("right", (), None) if reason is None else ("not-checkable", (), reason)


def _sort(kind: Kind) -> str:
    """The kind, with all kinds of errata on cells as one: which it is depends on a document's other numbers."""
    return kind if kind in {"departure", "shape"} else "cells"


def _unchecked(there: StageReport, kind: Kind, cells: tuple[Size, ...]) -> str | None:
    """Why the check could not find the erratum; None if it could."""
    if kind == "departure":
        if there.standard_verdict is StandardVerdict.AGREES:
            return None
        return there.standard_reason or "no standard definition stands beside it"
    if kind == "shape":
        return None if there.shape.verdict is Verdict.AGREES else there.shape.reason or "nothing else tells its shape"
    for cell in there.cells:
        if (cell.row, cell.column) in cells and cell.verdict not in {Verdict.AGREES, Verdict.TOLERATED}:
            return cell.reason or "it is given without a formula"
    return None
