"""What a correction has changed: a number for a stage and all that it rests on, however many stages that are."""

from collections.abc import Hashable

from verifier.document.model import Document, Stage
from verifier.evaluation.memo import Memo


class States:
    """The stages that have corrected cells so far, each with what its cells should show."""

    def __init__(self, document: Document, memo: Memo) -> None:
        self.document = document
        self.memo = memo
        self._own: dict[str, Hashable] = {}
        self._numbers: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._own)

    def set(self, name: str, state: Hashable) -> None:
        """Say what the corrected cells of a stage should show; None if it has none."""
        if name in self._numbers:  # numbers of later stages may hold it
            self._numbers.clear()
        if state is not None:
            self._own[name] = state

    def of_operands(self, stage: Stage) -> tuple[int, ...]:
        """A number for each operand of a stage: the same for the same corrections of it and of all that it rests on."""
        return tuple(map(self._number, _uses(stage)))

    def _number(self, name: str) -> int:
        pending = [name]
        while pending:
            stage = self.document.by_name[pending[-1]]
            left = [used for used in _uses(stage) if used not in self._numbers]
            if left and stage.name not in self._numbers:
                pending += left
                continue
            pending.pop()
            key = stage.name, self._own.get(stage.name), *map(self._numbers.__getitem__, _uses(stage))
            self._numbers[stage.name] = self.memo.number(key)
        return self._numbers[name]


def _uses(stage: Stage) -> tuple[str, ...]:
    return () if stage.formula is None else stage.formula.uses
