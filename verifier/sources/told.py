"""Equalities that do not hold and are told, and accuse nobody: formulas by names, code, what somebody wrote."""

from collections.abc import Collection, Mapping, Sequence

from verifier.numbers.decimals import decimal
from verifier.numbers.number import Number
from verifier.numbers.other_cells import parse_cell
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.equalities.variants import IN_CODE, STEP
from verifier.sources.excuses.customs.shares import sign_of
from verifier.sources.excuses.denials import is_quoted
from verifier.sources.source import Source
from verifier.sources.text.stretch import Note
from verifier.verdict import CellReport, StageReport, Verdict


def told(
    source: Source, wrong: Collection[int], chosen: Mapping[int, int | None]
) -> tuple[list[int], dict[int, int | None]]:
    """The equalities that do not hold and are only told, and the variants: None of these."""
    signs = {index: sign for index in wrong if chosen.get(index) and (sign := _percent_sign(source, index))}
    kept = {index: variant for index, variant in chosen.items() if index not in signs}
    denied = [index for index in sorted(wrong) if index not in kept and _is_no_error(source, index)]
    denied += [index for index, sign in signs.items() if sign == "open" and index not in denied]
    return denied, kept | dict.fromkeys(denied)


def _percent_sign(source: Source, index: int) -> str:
    """What the percent sign of an equality is that is right only as a name: open, surely wrong, or nothing."""
    one = source.equalities[index]
    return "" if one.sides is None else sign_of(source.ledger.text, one.spans[0].start, one.sides)


def _is_no_error(source: Source, index: int) -> bool:
    """Whether an equality that does not hold is only told: one of names, one in code, or one that somebody wrote."""
    one = source.equalities[index]
    return one.carried != "" or is_quoted(source.ledger.text, _begin(source, index), one.spans[1].end)


def _begin(source: Source, index: int) -> int:
    """Where the chain of an equality begins."""
    while index > 0 and source.equalities[index - 1].spans[1] == source.equalities[index].spans[0]:
        index -= 1
    return source.equalities[index].spans[0].start


def note(source: Source, index: int, parts: Sequence[StageReport]) -> Note:
    """That the formula by names of an equality does not give the first number that is wrong."""
    every = [(cell, stated) for stated in parts for cell in stated.cells]
    wrong = (one for one in every if one[0].verdict is Verdict.CONTRADICTED)
    cell, stated = next(wrong, None) or next(filter(_departs, every), every[0])
    at = f"[{cell.row},{cell.column}]" if len(stated.cells) > 1 else ""
    written = "" if stated.stage.formula is None else stated.stage.formula.shown
    message = f"{stated.stage.name}{at} is {cell.text}, but {written} gives {_given(cell)}"
    if stated.stage.of_sides:
        message = f"the sides of {written} are not equal"
    offset = source.lines.starts[cell.line - 1] + cell.file_column - 1
    carried = source.equalities[index].carried
    if carried.startswith(STEP):
        step = carried.removeprefix(STEP)
        return Note(offset, f"{cell.text} is not {_given(cell)}, which {step} gives; confirm the step", "stated")
    if carried == IN_CODE:
        return Note(offset, f"{message}; confirm it, as code may mean something else", "in-code")
    if not carried:
        if _percent_sign(source, index):
            return Note(offset, f"{message}; confirm that its operand is a percentage", "percent")
        return Note(offset, f"{message}; the text says that somebody wrote so", "quoted")
    return Note(offset, f"{message} {carried}; confirm the formula", "stated")


def _departs(one: tuple[CellReport, StageReport]) -> bool:
    """Whether a number is not what those before it give as printed; all that is wrong together may be tolerated."""
    cell, _ = one
    return cell.number is not None and cell.number.value != cell.literal


def _given(cell: CellReport) -> str:
    """What a formula gives for a number: its correction, or what the numbers before it give as printed.

    A correction that is not near that is of other numbers than those that the formula shows.
    """
    if isinstance(cell.literal, Number) and not _is_near(cell.corrected, cell.literal):
        return decimal(cell.literal, max(0, cell.decimals))
    return cell.corrected or "another number"


def _is_near(corrected: str | None, literal: Number) -> bool:
    """Whether a correction is no other number, by more than one in its last digit; what shows none is none."""
    if corrected is None:
        return False
    shown = parse_cell(corrected, 0, 0)
    if not isinstance(shown, Printed):
        return True
    unit = power_of_ten(-shown.decimals)
    return bool(shown.value - unit <= literal <= shown.value + unit)
