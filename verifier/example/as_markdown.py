"""A worked example as a Markdown page: each stage with its formula, its numbers, and one of them worked."""

from collections.abc import Iterator

from verifier.example.printing import Example
from verifier.example.sheet import Draft


def render(example: Example) -> str:
    """The page as Markdown."""
    lines = [f"# {example.title}", "", *_about(example), ""]
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
        yield "An exercise: at one stage the author made a slip, and went on with what he got. Which stage, which slip,"
        yield "and what should it read? The givens are exact."
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
    yield f"{draft.title}{f' ({draft.because})' if draft.because else ''}."
    yield ""
    yield "```text"
    if draft.formula is not None:
        yield f"{draft.name} = {draft.formula.text}"
        yield ""
    yield from _matrix(example, draft)
    if draft.name in example.differing:
        yield ""
        count = example.differing[draft.name]
        yield f"({count} of these from digits that are not shown)"
    yield "```"
    yield ""


def _matrix(example: Example, draft: Draft) -> Iterator[str]:
    rows = example.texts[draft.name]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
