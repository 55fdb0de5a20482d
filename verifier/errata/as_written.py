"""Numbers that an author's text only uses are called by their digits: nobody wrote the names of their stages."""

import re
from functools import partial
from typing import Final

from verifier.replay.replay import Replay

_OPERAND: Final = re.compile(r"(?P<number>the number of )?(?<![\w.])(?P<name>[^\W\d]\w*_in\d+)\b")
"""Operands of equalities have such names."""


def as_written(replay: Replay, note: str) -> str:
    """A note on a cause in which operands of equalities of a text are called by their digits, not by their names."""
    return _OPERAND.sub(partial(_spelled, replay), note)


def _spelled(replay: Replay, match: re.Match[str]) -> str:
    stage = replay.document.by_name.get(match["name"])
    if stage is None or not stage.is_given or stage.printed is None or stage.printed.shape != (1, 1):
        return match[0]
    formulas = [user.stage.formula for user in replay.users.get(stage.name, ())]
    is_operand = bool(formulas) and all(formula is not None and formula.written for formula in formulas)
    number = stage.printed.cells[0]
    if number is None or not is_operand:
        return match[0]
    return f"the {number.text} of line {number.line}" if match["number"] else number.text
