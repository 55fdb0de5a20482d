"""The contradicted cells of a stage in groups, of which each makes one erratum.

There is one for each cause that the search found, and one for the cells that it left.
"""

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from verifier.document.model import DerivedNumbers, Stage
from verifier.errata.sentences import refuted_rows
from verifier.evaluation.predicates import attempt, cell_of, shown_by
from verifier.evaluation.stage_values import Evaluation
from verifier.hint import Hint
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import is_far
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.rounding import one_step_rules
from verifier.record import NamedTuple
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Kind, StageReport, Verdict

if TYPE_CHECKING:
    from verifier.causes.search import Cause


class Group(NamedTuple):
    """Cells of a stage that make one erratum.

    `tried` counts the slips tried; `is_cut` says that the search reached its bound before all were tried. `hints` say
    what may explain cells without a cause.
    """

    kind: Kind
    cells: list[CellReport]
    cause: "Cause | None" = None
    tried: int = 0
    is_cut: bool = False
    hints: tuple[Hint, ...] = ()


def groups_of(replay: Replay, literal: Evaluation | None, report: StageReport) -> list[Group]:
    """The contradicted cells of a stage, in groups."""
    if report.verdict is not Verdict.CONTRADICTED:  # as a stage is of which anything is
        return []
    cells = [cell for cell in report.cells if cell.verdict is Verdict.CONTRADICTED]
    groups: list[Group] = []
    if report.shape.verdict is Verdict.CONTRADICTED:
        groups.append(Group("shape", []))
    if report.stage.words is not None:
        return [*groups, Group("words", cells)] if cells else groups
    if report.stage.of_sides:  # any number of two expressions may be wrong
        return [Group("arithmetic", cells)] if cells else groups
    if any(cell.basis != "row" for cell in cells):
        for kind, some in _by_kind(replay, report.stage, cells):
            groups += _of_numbers(replay, literal, report, kind, some)
        cells = []
    accused = [cell for cell in report.cells if cell.verdict is Verdict.CONTRADICTED and cell.basis != "row"]
    alone = [row for row in refuted_rows(report) if not any(map(row.holds, accused))]
    if cells or alone or report.claim is Verdict.CONTRADICTED:
        groups += _by_cause(replay, literal, report, "row", cells)
    if report.joint and not any(cell.basis == "joint" for cell in report.cells):
        groups.append(Group("joint", [cell for cell in report.cells if report.clashes(cell)]))
    return groups


def _by_kind(replay: Replay, stage: Stage, cells: list[CellReport]) -> Iterator[tuple[Kind, list[CellReport]]]:
    """The contradicted cells of a stage that later stages show to be misprinted, and the others.

    What was exchanged with such a cell belongs to it.
    """
    block = stage.block
    shown = [cell for cell in cells if block is not None and replay.misprints.has(stage, cell.index_in(block))]
    misprinted = [cell for cell in cells if cell in shown or any(_are_exchanged(cell, other) for other in shown)]
    if misprinted:
        yield "misprint", misprinted
    if len(misprinted) < len(cells):
        yield "arithmetic", [cell for cell in cells if cell not in misprinted]


def _are_exchanged(one: CellReport, other: CellReport) -> bool:
    """Whether each of two cells of a column shows what the other should."""
    texts = one.column == other.column, one.text == other.corrected, one.corrected == other.text
    return all(texts) and one.text != other.text


def _of_numbers(
    replay: Replay, literal: Evaluation | None, report: StageReport, kind: Kind, cells: list[CellReport]
) -> list[Group]:
    """The groups of contradicted numbers; those that another rounding rule prints form a `display` group.

    They do not if a cause that is found for other cells explains them too.
    """
    infinite = [cell for cell in cells if cell.number is None]
    if infinite:  # no cause is searched for them
        numbers = [cell for cell in cells if cell.number is not None]
        found = _of_numbers(replay, literal, report, kind, numbers) if numbers else []
        return [*found, Group("arithmetic", infinite)]
    shown = [cell for cell in cells if _by_another_rule(replay, report.stage, cell)]
    if len(shown) == len(cells):
        return [Group("display", shown)]
    groups = _by_cause(replay, literal, report, kind, cells)
    rest = [cell for group in groups if group.cause is None for cell in group.cells]
    wrong = [cell for cell in rest if cell not in shown]
    displayed = [cell for cell in rest if cell in shown and not _is_of_wrong_line(report, cell, wrong)]
    left = [cell for cell in rest if cell not in displayed]
    groups = [group if group.cause is not None else group._replace(cells=left) for group in groups]
    return [*(group for group in groups if group.cells), *([Group("display", displayed)] if displayed else [])]


def _is_of_wrong_line(report: StageReport, cell: CellReport, wrong: Collection[CellReport]) -> bool:
    """Whether all other numbers of a row or a column, two or more, are wrong: its last is no rounding beside them."""
    rows = [one for one in report.cells if one.row == cell.row and one is not cell]
    columns = [one for one in report.cells if one.column == cell.column and one is not cell]
    return any(len(line) > 1 and all(one in wrong for one in line) for line in (rows, columns))


def _by_cause(
    replay: Replay, literal: Evaluation | None, report: StageReport, kind: Kind, cells: list[CellReport]
) -> list[Group]:
    """One group for each cause found, and one for the rest; one group if causes are off or no cell is a number."""
    numbers = report.stage.derived
    if literal is None or not isinstance(numbers, DerivedNumbers) or all(cell.number is None for cell in cells):
        return [Group(kind, cells)]
    from verifier.causes.diagnosis import diagnose  # imported here, as a check without causes starts faster

    by_index = {cell.index_in(numbers.block): cell for cell in cells if cell.number is not None}
    found = diagnose(replay, literal, numbers, list(by_index))
    groups = [Group(kind, [by_index[index] for index in cause.cells], cause, found.tried) for cause in found.causes]
    left = [cell for cell in cells if cell.number is None or cell.index_in(numbers.block) in found.unexplained]
    if left:
        groups.append(Group(kind, left, None, found.tried, found.is_cut, found.hints))
    return groups


def _by_another_rule(replay: Replay, stage: Stage, cell: CellReport) -> bool:
    """Whether some rounding rule prints the literal or the carried value of the cell as shown.

    None prints a number that has a finer digit than it stands for, as 17 rounded to tens, nor one that is not rounded
    and rounds to zero, as 0.001 for 0.01.
    """
    number, formula = cell.number, stage.formula
    if number is None or (not number.is_fraction and (number.value / _unit(replay, stage, number)).q != 1):
        return False
    replayed = None if formula is None else attempt(partial(replay.evaluation.of, formula), None)
    carried = None if replayed is None else cell_of(replayed, cell.row - 1, cell.column - 1)
    values = [value for value in (cell.literal, carried) if isinstance(value, Number)]
    by = partial(shown_by, replay.tolerance, stage, number)
    unit = _unit(replay, stage, number)
    shown = BoundedInterval(number.value - unit, number.value + unit)  # all that some rule may print so
    near = [value for value in values if number.is_fraction or not is_far(shown, value)]
    if stage.rounding is not None and stage.rounding.is_exact:
        near = [value for value in near if is_far(BoundedInterval(-unit / 2, unit / 2), value)]
    return any(by(value, rule) for rule in one_step_rules() for value in near)


def _unit(replay: Replay, stage: Stage, number: Printed) -> fmpq:
    """The unit of the last digit that a number stands for."""
    return power_of_ten(-replay.tolerance.resolutions[stage.name].decimals_of(number))
