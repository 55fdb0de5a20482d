"""Which slips that print the wrong numbers of a stage may be said of it."""

from typing import Final

from verifier.causes.copied import position_of
from verifier.causes.edit_records import UNSAID
from verifier.causes.hypotheses import Reading
from verifier.document.model import Stage
from verifier.formulas.tree import Name
from verifier.replay.replay import Replay

_COPIED: Final = "copied-matrix"


def is_sayable(reading: Reading, replay: Replay, stage: Stage, wrong: frozenset[int]) -> bool:
    """Whether a slip is said of a stage, of which some cells are *wrong*: it is likely enough, and no other mistake.

    In a text it is no copy of what is wrong in the same cells too, nor of the result of an equality behind it. Several
    slips that leave nothing of a formula but a block behind it are no cause: the text says its numbers again there.
    """
    if reading.weight >= UNSAID:
        return False
    match reading.expression:
        case Name(name) if len(reading.says) > 1 and _is_behind(name, replay, stage):
            return False
    sources = [slip["from"] for slip in reading.says if slip["slip"] == _COPIED]
    return not any(_is_wrong_alike(name, replay, stage, wrong) for name in sources)


def _is_behind(source: str, replay: Replay, stage: Stage) -> bool:
    other = (replay.document.whole or replay.document).by_name.get(source)
    return other is not None and position_of(other) > position_of(stage)


def _is_wrong_alike(source: str, replay: Replay, stage: Stage, wrong: frozenset[int]) -> bool:
    other = (replay.document.whole or replay.document).by_name.get(source)
    if other is None or other.formula is None or (other.text is None and stage.text is None):
        return False
    is_behind = other.text is not None and position_of(other) > position_of(stage)
    return is_behind or wrong <= frozenset(replay.contradicted.get(source, ()))
