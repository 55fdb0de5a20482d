"""Numbers of a text that no one usual rounding rule prints, if it printed the numbers in their expressions too.

`0.4 + 0.7 = 1.3` needs terms that were cut and a sum that was rounded. An author has one habit for the numbers of an
equality, so that a mistake is the likelier account.
"""

from collections.abc import Iterator
from functools import partial

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, is_apart
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.printed import Printed
from verifier.numbers.rule_sets import ANY_RULE, RuleSet
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.replay.replay import Replay


def is_by_two_rules(replay: Replay, numbers: DerivedNumbers, index: int, number: Printed) -> bool:
    """Whether none of the usual rules prints a number of a text throughout its equality, where no rule is known.

    Thirds and well-known constants may be cut in any text.
    """
    key = numbers.stage.name, numbers.formula, index
    if key not in replay.by_two_rules:
        replay.by_two_rules[key] = _is_by_two_rules(replay, numbers, index, number)
    return replay.by_two_rules[key]


def _is_by_two_rules(replay: Replay, numbers: DerivedNumbers, index: int, number: Printed) -> bool:
    stage = numbers.stage
    if stage.text is None or stage.is_solved or replay.tolerance.rules(stage).likely != ANY_RULE.likely:
        return False
    row, column = numbers.block.position(index)

    def is_missed(by: Tolerance) -> bool:
        widest = by.rules(stage).is_to_nearest  # by way of one digit more
        target = (by.widest_preimage if widest else by.declared_preimage)(stage, number)
        possible = Possible(replay.document, Boxes(by, widest=widest), replay.mended, memo=replay.memo)
        return target is not None and is_apart(possible.cell(numbers.formula, row, column).cells[0], target)

    return all(attempt(partial(is_missed, by), fallback=False) for by in _by_one_rule(replay, numbers))


def _by_one_rule(replay: Replay, numbers: DerivedNumbers) -> Iterator[Tolerance]:
    """The readings of an equality by each of the usual rules, throughout it."""
    tolerance = replay.tolerance
    operands = shown_operands(replay.document, numbers.stage, numbers.formula)
    names = [other.whole for other in (numbers.stage, *operands) if not _is_known(other)]
    for rule in ANY_RULE.likely:
        yield tolerance.supposing(dict.fromkeys(names, RuleSet((rule,), (rule,))))


def _is_known(stage: Stage) -> bool:
    """Whether a number is a third, or a constant that everybody knows."""
    from verifier.sources.expressions.computed import is_no_choice  # imported here, as few documents are texts

    return stage.is_given and stage.printed is not None and any(map(is_no_choice, stage.printed.contents()))
