"""Which steps of a working are shown, which names they use, and how a step is laid out."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.explain.notation import Step
from verifier.explain.working import Working

MAX_STEPS: Final = 12
"""The number of steps that are shown of a working with more of them."""
FIRST_STEPS: Final = 4
"""How many of those are its first steps; the others are its last."""
_WORD: Final = re.compile(r"\w+")


def few_steps(working: Working) -> Iterator[Step | str]:
    """The steps of a working; of more than MAX_STEPS, the first and the last around a line that counts the others."""
    steps = working.steps
    left = len(steps) - MAX_STEPS
    for index, step in enumerate(steps):
        if left > 0 and index == FIRST_STEPS:
            steps_left = "1 step" if left == 1 else f"{left} steps"
            yield f"({'' if working.is_whole else 'at least '}{steps_left} of the same kind)"
        if left <= 0 or not FIRST_STEPS <= index < FIRST_STEPS + left:
            yield step


def names_in(working: Working) -> dict[str, str]:
    """The abbreviations used in the shown steps, with the expression of each; each precedes those that use it."""
    if not working.parts:
        return {}
    shown = [step for step in few_steps(working) if isinstance(step, Step)]
    pending = [text for step in shown for text in (step.subject, *step.parts)]
    used: set[str] = set()
    while pending:
        new = {word for word in _WORD.findall(pending.pop()) if word in working.parts} - used
        used |= new
        pending += [working.parts[word] for word in new]
    return {name: text for name, text in working.parts.items() if name in used}


def parts_of(step: Step) -> tuple[str, ...]:
    """The sides of the chain of equations that a step is, its value last."""
    if step.value in ("true", "false"):
        return (f"{' = '.join((step.subject, *step.parts))} is {step.value}",)
    if not step.value:
        return (step.subject,)
    return (step.subject, *step.parts, step.value if step.is_exact else f"about {step.value}")
