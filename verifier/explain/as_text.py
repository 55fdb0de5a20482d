"""The explanation of one cell as plain text of 80 columns."""

import textwrap
from collections.abc import Iterator
from typing import Final

from verifier.errata.joint import certificate_by_lines
from verifier.errata.sentences import in_words as erratum_in_words
from verifier.explain.cell import Explanation
from verifier.explain.notation import Step
from verifier.explain.selection import few_steps, names_in
from verifier.explain.sentences import also_of, headline, outcome, range_of, refuted, stands_for
from verifier.explain.verdicts import right_of, verdict_of
from verifier.explain.working import Working

WIDTH: Final = 80


def render(explanation: Explanation) -> str:
    """The explanation as text, an empty line between paragraphs."""
    return "\n\n".join(part for part in _paragraphs(explanation) if part) + "\n"


def _paragraphs(made: Explanation) -> Iterator[str]:
    yield _heading(made)
    yield _wrapped(stands_for(made))
    if made.working is not None:
        yield _worked(made, made.working)
        yield _wrapped(range_of(made, made.working))
    yield _wrapped(f"Verdict: {verdict_of(made)}")
    for row in made.rows:
        yield _wrapped(refuted(row))
    for joint in made.joint:
        lines = (_wrapped(line, "    ", "  ") for line in certificate_by_lines(joint))
        yield "\n".join(["It cannot be right with the other numbers of this sum:", *lines])
    for erratum in made.errata:
        yield _wrapped(f"Erratum {erratum.id}: {erratum_in_words(erratum)}")
    yield _wrapped(right_of(made))
    for also, cell, working in made.also:
        yield _wrapped(also_of(also, cell, working))


def _wrapped(line: str, indent: str = "", first: str = "", *, cuts: bool = True) -> str:
    """Lines of at most WIDTH characters; *cuts* breaks words that are longer than a line."""
    bound = line.replace(" x ", "\xa0x\xa0").replace(" + ", " +\xa0")  # a sum is broken before its signs
    filled = textwrap.fill(
        bound,
        WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=cuts,
        break_on_hyphens=False,
    )
    return filled.replace("\xa0", " ")


def _heading(made: Explanation) -> str:
    stage, cell, document = made.stage.stage, made.cell, made.report.document
    where = [part for part in (stage.title, stage.where) if part]
    line = stage.line if cell is None else cell.line
    at = f"{document.path}:{line}" if document.read is None else document.read.line_in(document.path, line)
    at += "" if cell is None else f":{cell.file_column}"
    return f"{_wrapped(headline(made))}\n{_wrapped(', '.join([*where, at]), '  ', '  ', cuts=False)}"


def _worked(made: Explanation, working: Working) -> str:
    formula = working.formula.shown
    head = _wrapped(f"By hand, {made.stage.stage.name} = {formula}", "  ")
    if "[" in formula or "lambda" in formula:
        head += "\n  (in a formula rows and columns count from 0, in the name of a cell from 1)"
    if working.failure is not None:
        return f"{head}\n{_wrapped(f'cannot be worked: {working.failure}.', '  ', '  ')}"
    head = "\n".join(
        [head, *(_wrapped(f"where {name} = {part}", "    ", "  ") for name, part in names_in(working).items())]
    )
    shown = [f"  {step}" if isinstance(step, str) else _step(step) for step in few_steps(working)]
    exactly = [] if working.exact is None else [_wrapped(f"exactly {working.exact}", "    ", "  ")]
    outcome_line = outcome(made, working)
    return "\n".join([head, *shown, *exactly, *([] if outcome_line is None else [f"  {outcome_line}"])])


def _step(step: Step) -> str:
    """A step on one line if it fits, else one line for each equality."""
    if step.value in ("true", "false"):
        return _wrapped(" = ".join((step.subject, *step.parts)) + f" is {step.value}", "    ", "  ")
    if not step.value:
        return _wrapped(step.subject, "    ", "  ")
    value = step.value if step.is_exact else f"about {step.value}"
    parts = (*step.parts, value)
    line = f"  {' = '.join((step.subject, *parts))}"
    if len(line) <= WIDTH:
        return line
    head = _wrapped(step.subject, "      ", "  ")
    return "\n".join([head, *(_wrapped(f"= {part}", "      ", "    ") for part in parts)])
