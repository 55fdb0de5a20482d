"""Judge the printed words of a stage against a formula."""

from functools import partial

from verifier.document.model import DerivedWords, Word
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.cells import cell_report
from verifier.judging.values import LOOSE, Values
from verifier.numbers.array import Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Verdict


class WordJudge:
    """Judges the words of a stage by one of its formulas."""

    def __init__(self, replay: Replay, views: Evaluations, words: DerivedWords) -> None:
        self.right = replay.right
        self.views = views
        self.block = words.block
        self.values = Values(replay.document, views, words.stage, words.formula)

    def cells(self) -> tuple[CellReport, ...]:
        """The report on each printed word."""
        return tuple(self._judge(index, word) for index, word in enumerate(self.block.cells) if word is not None)

    def _judge(self, index: int, word: Word) -> CellReport:
        """A word agrees if the formula gives it; it is contradicted if no choice of hidden digits gives it."""
        value = self._value(self.views.literal, index, None)
        if isinstance(value, Missing):  # the result may not depend on an elided operand
            value = self._value(self.views.widest, index, value)
        report = partial(cell_report, self.block, index, word, literal=value)
        if value is None or isinstance(value, Missing):
            return report(verdict=Verdict.UNCHECKED, reason=self.values.why_unchecked())
        if value == word.text:
            return report(verdict=Verdict.AGREES, basis="literal")
        if self._value(self.views.replayed, index, None) == word.text:
            return report(verdict=Verdict.AGREES, basis="replayed")
        if any(self._value(evaluation, index, None) == word.text for evaluation in self.views.corrected):
            names = ", ".join(self.right.mending.sources_of(self.values.formula))
            return report(verdict=Verdict.AGREES, basis="mended", reason=f"with the corrected {names}")
        widest = self._value(self.views.widest, index, UNKNOWN)
        if isinstance(widest, Missing) and widest is not UNDEFINED:
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason=LOOSE)
        return report(verdict=Verdict.CONTRADICTED, basis="cell")

    def _value(self, evaluation: Evaluation, index: int, fallback: Value) -> Value:
        """The value of a cell by an evaluation; *fallback* if it cannot be computed."""
        return attempt(lambda: self.values.at(evaluation, *self.block.position(index)), fallback)
