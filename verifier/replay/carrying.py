"""What a replay tells of a document: the values that its stages carry on, and the cells that are wrong."""

from collections.abc import Hashable, Mapping
from typing import Final, Protocol

from verifier.document.ancestry import Above
from verifier.document.model import DerivedBlock, Document, Formula, Stage
from verifier.evaluation.memo import Memo
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple
from verifier.replay.habits import Habits

PRINTED: Final = "printed"
STATED: Final = "stated"
SLIPPED: Final = "slipped"
MENDED: Final = "mended"
PARTLY: Final = "mended in part"


class Mended(NamedTuple):
    """The wrong cells of a stage, by index, what they should show where that is known, and what stands for both."""

    touched: set[int]
    reprints: dict[int, Reprint]
    state: Hashable


class Carrying(Protocol):
    """A replay, done or in progress, as corrections and trials see it."""

    document: Document
    tolerance: Tolerance
    memo: Memo
    slipped: Mapping[str, Formula]
    carried: dict[str, str]
    contradicted: dict[str, list[int]]
    reprints: dict[str, dict[int, Reprint]]
    habits: Habits
    literal: Evaluation
    evaluation: Evaluation
    ranges: Possible
    order: list[Stage]
    users: dict[str, list[DerivedBlock]]
    mendings: dict[tuple[object, ...] | None, Mended]

    def above(self, stage: Stage) -> Above:
        """The names of all stages that a stage depends on."""
        ...

    def mended(self, name: str) -> Mapping[int, Reprint]:
        """The misprinted cells of a stage, by index, and what they should show."""
        ...

    def array(self, stage: Stage, kind: str) -> Array | None:
        """The array of one kind that a stage can carry on."""
        ...

    def source(self, stage: Stage) -> Array | None:
        """The array that later stages use; None if the stage has no block."""
        ...
