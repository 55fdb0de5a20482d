"""The answer key of a worked example with a planted slip."""

from collections.abc import Iterator

from verifier.example.planting import Planted
from verifier.formulas.spelling import spell
from verifier.verdict import Verdict

MAX_SHOWN = 12


def render(planted: Planted) -> str:
    """The key as Markdown: the stage of the slip, what was computed, what should be printed, what else is wrong."""
    return "\n".join(_lines(planted)) + "\n"


def _lines(planted: Planted) -> Iterator[str]:
    yield "# Answer key"
    yield ""
    yield f"Of the example made by `{planted.right.call}`."
    yield ""
    yield f"- Stage: `{planted.stage}`"
    yield f"- Mistake: {planted.edit.slip} ({planted.edit.note})"
    yield f"- Stated: `{planted.formula.text}`"
    yield f"- Computed: `{spell(planted.edit.expression)}`"
    yield f"- Provably wrong: {_provable(planted)}"
    spoiled = _spoiled(planted)
    names = ", ".join(f"`{name}`" for name in spoiled) or "nothing"
    yield f"- Correct from the printed numbers, and wrong because of it: {names}"
    yield ""
    yield "It should be:"
    yield ""
    yield "```text"
    rows = planted.right.texts[planted.stage]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
    yield "```"


def _provable(planted: Planted) -> str:
    """The contradicted cells of the stage, counted from 1; of many, the first ones and the count of the others."""
    cells = [
        f"[{cell.row},{cell.column}]"
        for cell in planted.report.by_name[planted.stage].cells
        if cell.verdict is Verdict.CONTRADICTED
    ]
    shown = ", ".join(cells[:MAX_SHOWN])
    return f"{shown} and {len(cells) - MAX_SHOWN} more" if len(cells) > MAX_SHOWN else shown


def _spoiled(planted: Planted) -> list[str]:
    """The later stages whose print differs from that in the right example."""
    return [
        name
        for name, rows in planted.right.texts.items()
        if name != planted.stage and planted.example.texts.get(name) != rows
    ]
