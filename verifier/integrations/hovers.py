"""What is said of one number where the pointer rests on it."""

import re
from collections.abc import Iterator

from verifier.explain.cell import Explanation, explain
from verifier.explain.selection import few_steps, parts_of
from verifier.explain.sentences import headline, outcome, range_of, stands_for
from verifier.explain.verdicts import right_of, verdict_of
from verifier.explain.working import Working
from verifier.inert import inert
from verifier.integrations.checked_text import CheckedText
from verifier.integrations.marks import Span, Words

_FENCE = "```"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def account(checked: CheckedText, at: Span) -> Words | None:
    """The account of the number at a span; None if there is none."""
    found = checked.at(at)
    if found is None or checked.report is None:
        return None
    stage, cell, span = found
    address = stage.stage.name if len(stage.cells) == 1 else f"{stage.stage.name}[{cell.row},{cell.column}]"
    made = explain(checked.report.document, address, checked.report)
    return Words(span, inert("\n\n".join(_paragraphs(made))))


def _paragraphs(made: Explanation) -> Iterator[str]:
    """The parts of an account: what is printed, the verdict, the working, the two ranges, and what is right."""
    yield f"**{_plain(headline(made))}**"
    yield _plain(verdict_of(made))
    working = made.working
    if working is not None:
        yield "\n".join([f"{_FENCE}text", *_worked(made, working), _FENCE])
    yield from (_plain(part) for part in (stands_for(made), range_of(made, working) if working else "") if part)
    yield from (_plain(part) for part in (right_of(made),) if part)


def _worked(made: Explanation, working: Working) -> Iterator[str]:
    """The lines of a working: the formula, its steps, the exact value, and what that prints."""
    lines = [f"{made.stage.stage.name} = {working.formula.shown}"]
    if working.failure is not None:
        lines.append(f"cannot be worked: {working.failure}")
    else:
        lines += [step if isinstance(step, str) else " = ".join(parts_of(step)) for step in few_steps(working)]
        lines += [] if working.exact is None else [f"exactly {working.exact}"]
        lines += [said for said in (outcome(made, working),) if said]
    yield from (line.replace(_FENCE, "'''") for line in lines)


def _plain(text: str) -> str:
    """A text of which Markdown shows every character."""
    return _SPECIAL.sub(r"\\\1", text)
