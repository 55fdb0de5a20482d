"""The evaluations that verdicts are based on: of printed values, of carried values, and of ranges."""

from functools import partial

from flint import fmpq

from verifier.document.graph import has_exact_givens
from verifier.document.model import DerivedNumbers
from verifier.evaluation.carried_sets import CarriedSets, Flaws
from verifier.evaluation.predicates import attempt, is_apart
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation, Interpreter, literal
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval, Missing
from verifier.preimages.boxes import Boxes
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import Weighed
from verifier.replay.replay import Replay
from verifier.verdict import CellReport


class Evaluations(NamedTuple):
    """The evaluations by which a cell is judged.

    `literal` computes with printed values, `replayed` with carried ones, `corrected` with corrected operands: as
    carried, as printed, and unrounded. `taken` and `declared` compute ranges over declared preimages, `widest` over
    the widest ones. `taken` takes givens at their word that are exact by evidence; `declared` reads them as rounded.
    `carried` computes ranges over what computed operands can have been; so do `exact` and `supposed`, with givens at
    their word that are exact by evidence, or may be. `nearest` computes those of an author who rounds all to
    nearest, where givens are said to be exact. `weighed` has that evidence. Ranges are computed of cells that points do
    not settle; `every_range` asks for those of all cells. `tolerated` has what ranges say of numbers, by stage and
    index, before it is asked which givens are exact.
    """

    literal: Evaluation
    replayed: Evaluation
    taken: Evaluation
    declared: Evaluation
    widest: Evaluation
    carried: CarriedSets
    corrected: tuple[Evaluation, ...]
    exact: CarriedSets
    supposed: CarriedSets
    weighed: Weighed
    every_range: bool = False
    nearest: CarriedSets | None = None
    tolerated: dict[tuple[str, int], CellReport] = {}  # noqa: RUF012 - `evaluations` makes one of its own


def evaluations(replay: Replay, weighed: Weighed, interpreter: Interpreter | None = None) -> Evaluations:
    """All evaluations of one document; *interpreter*, if given, computes the literal one."""
    document, tolerance, givens = replay.document, replay.tolerance, weighed.report
    declared = Possible(document, Boxes(tolerance, widest=False), replay.mended, memo=replay.memo)
    taken = declared
    if givens.exact:
        boxes = Boxes(tolerance, widest=False, exact=givens.exact)
        taken = Possible(document, boxes, replay.mended, memo=replay.memo)
    points = literal(document, replay.memo, interpreter)
    carried = {weighed.carried.boxes.exact: weighed.carried}
    for names in (frozenset[str](), givens.exact, givens.supposed):
        if names not in carried:
            carried[names] = carried_if_exact(replay, names)
    return Evaluations(
        literal=points,
        replayed=replay.evaluation,
        taken=taken,
        declared=declared,
        widest=replay.ranges,
        carried=carried[frozenset()],
        exact=carried[givens.exact],
        supposed=carried[givens.supposed],
        corrected=replay.right.evaluations,
        weighed=weighed,
        nearest=carried_to_nearest(replay) if has_exact_givens(document) else None,
        tolerated={},
    )


def carried_if_exact(replay: Replay, exact: frozenset[str]) -> CarriedSets:
    """What computed operands can have been if the givens of these stages are exact as printed."""
    return carried_by(replay, Boxes(replay.tolerance, exact=exact))


def carried_by(replay: Replay, boxes: Boxes) -> CarriedSets:
    """What computed operands can have been in these boxes."""
    return CarriedSets(replay.document, boxes, _flaws(replay), replay.memo)


def carried_to_nearest(replay: Replay) -> CarriedSets:
    """What computed operands can have been if their author rounded all of them to nearest."""
    return CarriedSets(replay.document, Boxes(replay.tolerance), _flaws(replay), replay.memo, to_nearest=True)


def _flaws(replay: Replay) -> Flaws:
    return Flaws(replay.known_wrong, replay.misprints.wrong, replay.right.is_doubtful)


def impossible(
    sets: CarriedSets, numbers: DerivedNumbers, index: int, target: Interval, *, may_cut: bool = True
) -> Value | None:
    """What a cell can be by the carried sets of its operands, if that does not print as shown; else None.

    *target* is the widest preimage of the cell. Its end away from zero belongs to it but of whole numbers: where a
    program cuts the exact value of that end, as it *may*, it may fall a unit lower.
    """
    number = numbers.block.cells[index]
    cuts = may_cut and number is not None and not number.is_bare_integer
    wanted = _with_end_of_cut(target, number.value) if cuts and number is not None else target
    found = None
    for evaluation in reversed(sets.evaluations(numbers.stage, numbers.formula)):
        found = attempt(partial(evaluation.cell, numbers.formula, *numbers.block.position(index)), None)
        if found is None or not _misses(found.cells[0], wanted):
            return None
    return None if found is None else found.cells[0]


def _with_end_of_cut(target: Interval, printed: fmpq) -> Interval:
    return Interval(target.lo, target.hi, target.lo_closed or printed <= 0, hi_closed=target.hi_closed or printed >= 0)


def _misses(value: Value, target: Interval) -> bool:
    return not isinstance(value, Missing) and attempt(partial(is_apart, value, target), fallback=False)
