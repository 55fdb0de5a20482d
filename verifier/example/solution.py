"""The solution of an exercise, for the teacher."""

from collections.abc import Iterator

from verifier.example.blocks import Block, Call, Display, Heading, Prose, prose
from verifier.example.planting import Planted
from verifier.example.printing import Example
from verifier.example.stages import Stated, place, stages
from verifier.example.worksheet import equation, result
from verifier.formulas import boxes
from verifier.verdict import Verdict


def of_mistake(planted: Planted, call: str) -> list[Block]:
    """The wrong stage, the cause, the right numbers, and what else is wrong because of it; *call* made the exercise."""
    return list(_of_mistake(planted, call))


def _of_mistake(planted: Planted, call: str) -> Iterator[Block]:
    name, row = place(planted.right, planted.stage)
    wrong, right = ({stated.name: stated for stated in stages(made)} for made in (planted.example, planted.right))
    stated = right[name]
    where = f", {stated.labels.rows[row - 1]}" if row else ""
    yield _title(planted.right)
    yield Heading("The wrong step", 2)
    yield prose(f"{stated.title}{where} (in the section {stated.section}). The mistake: {planted.edit.note}.")
    if stated.law is not None:
        yield Display(equation(stated, stated.law))
    yield prose("Instead of ", boxes.drawn(planted.formula.expression), ", this was computed:")
    yield Display(boxes.drawn(planted.edit.expression))
    yield prose(f"The worksheet prints, provably wrong in {_cells(planted, name)}:")
    yield result(stated, wrong[name].rows)
    yield prose("It should be:")
    yield result(stated, stated.rows)
    yield from _later(right, wrong, name)
    yield Call(call)


def _later(right: dict[str, Stated], wrong: dict[str, Stated], name: str) -> Iterator[Block]:
    """The numbers that were worked correctly from wrong ones."""
    others = [stated for stated in right.values() if stated.name != name and stated.rows != wrong[stated.name].rows]
    yield Heading("What follows", 2)
    if not others:
        yield prose("No later number depends on it.")
        return
    yield prose(
        "These were worked correctly from the printed numbers, and are wrong because of this step. They should be:"
    )
    for stated in others:
        yield Prose((f"{stated.title}:",))
        yield result(stated, stated.rows)


def _cells(planted: Planted, name: str) -> str:
    """How many numbers of the stage are provably wrong."""
    cells = planted.report.by_name[name].cells
    wrong = sum(cell.verdict is Verdict.CONTRADICTED for cell in cells)
    return f"{wrong} of {len(cells)} numbers" if len(cells) > 1 else "its one number"


def _title(right: Example) -> Heading:
    return Heading(f"Solution: {right.title}", 1)
