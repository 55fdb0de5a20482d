"""A worked example as a Markdown page: each stage with its formula and its numbers.

Comments name the blocks and say their formulas, so that `check` reads the page as it reads the document file.
"""

from collections.abc import Iterator

from verifier.example.as_yaml import are_words
from verifier.example.printing import Example
from verifier.example.sheet import Draft


def render(example: Example) -> str:
    """The page as Markdown."""
    settings = f"<!-- verify: givens exact; rounding {example.sheet.habit.rule}; resolution own digits -->"
    lines = [f"# {example.title}", "", settings, "", *_about(example), ""]
    section = None
    for draft in example.sheet.drafts:
        if draft.section != section:
            section = draft.section
            lines += [f"## {section}", ""]
        lines += _stage(example, draft)
    return "\n".join(lines).rstrip() + "\n"


def _about(example: Example) -> Iterator[str]:
    habit = example.sheet.habit
    if example.is_planted:
        yield "An exercise: at one step the author made a mistake, and went on with the result. Which step is it, which"
        yield "mistake, and what should the numbers be? The givens are exact."
        return
    yield f"Made by `{example.call}`. Every stage was computed exactly, and each number rounded once, by the rule"
    yield f"`{habit.rule}`. The numbers and words that are given are exact."
    yield ""
    wrong = sum(example.differing.values())
    if habit.goes_on_from_print:
        yield "**With a pocket calculator** you get these digits: each stage is worked from the numbers printed above."
    elif not wrong:
        yield "**With a pocket calculator** you get these digits from the numbers printed above them."
    else:
        yield f"**With a pocket calculator** you do not get all of these digits: {wrong} of {example.printed} computed"
        yield "numbers and words come out otherwise from what is printed, as the author kept digits that are not shown."
        yield f"They are in {_listed(list(example.differing))}. With `--reproducible` all follow."


def _listed(names: list[str]) -> str:
    shown = [f"`{name}`" for name in names[:12]]
    more = [f"{len(names) - 12} more stages"] if len(names) > 12 else []  # noqa: PLR2004 - as many as fit in two lines
    parts = shown + more
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _stage(example: Example, draft: Draft) -> Iterator[str]:
    yield f"### {draft.name}"
    yield ""
    reference = f" ({draft.because})" if draft.because else ""
    yield f"{draft.title}{reference}{f': `{_equation(draft)}`' if draft.formula else ''}."
    yield ""
    yield from _annotation(example, draft)
    yield "```text"
    yield from _matrix(example, draft)
    yield "```"
    yield ""
    if draft.name in example.differing:
        yield f"Of these, {example.differing[draft.name]} come from digits that are not shown."
        yield ""


def _equation(draft: Draft) -> str:
    """The name of a stage, and its formula if it has one."""
    return draft.name if draft.formula is None else f"{draft.name} = {draft.formula.text}"


def _annotation(example: Example, draft: Draft) -> Iterator[str]:
    """The comment that says what the block behind it is."""
    verb = "words " if are_words(draft, example.texts[draft.name]) else ""
    lines = [f"<!-- verify: {verb}{_equation(draft)}"]
    if draft.standard is not None:
        lines += [f"standard: {draft.standard}", f"because: {draft.because or 'Vaswani et al. 2017'}"]
    yield from lines[:-1]
    yield f"{lines[-1]} -->"


def _matrix(example: Example, draft: Draft) -> Iterator[str]:
    rows = example.texts[draft.name]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
