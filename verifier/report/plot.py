"""Where the errors of a document are and how large, as a plot. Matplotlib is imported when a plot is drawn."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from verifier.errata.deviation import departed, deviation, in_units
from verifier.numbers.decimals import decimal
from verifier.verdict import CellReport, Erratum, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DIGITS: Final = 3
"""Decimals of a size in units of the last place: more than can be seen."""


class Error(NamedTuple):
    """A printed number that belongs to an erratum: its place among all printed numbers, from 1, and its stage.

    `units` is its distance from what it should be, in units of its last place, as a decimal; None if it has none.
    """

    place: int
    stage: str
    units: str | None


def errors(report: Report) -> Iterator[Error]:
    """The numbers of the errata of a report, in document order."""
    errata = {erratum.id: erratum for erratum in report.errata}
    cells = [(stage.stage.name, cell) for stage in report.stages for cell in stage.cells]
    for place, (stage, cell) in enumerate(cells, start=1):
        if cell.erratum is not None:
            yield Error(place, stage, _units(cell, errata[cell.erratum]))


def _units(cell: CellReport, erratum: Erratum) -> str | None:
    """Its distance from the value that its printed operands give, else from its correction."""
    distance = deviation(cell)
    found = in_units(cell, departed(erratum.correction, cell) if distance is None else distance)
    return None if found is None else decimal(found, DIGITS)


def drawn(report: Report, axes: "Axes | None" = None) -> "Axes":
    """The plot of the errors of a report on *axes*, on new ones if there are none.

    Across are the printed numbers in document order, upwards the sizes of errors on a logarithmic scale; below stand
    the stages that have errors. Raises ModuleNotFoundError without Matplotlib, which the extra `plot` has.
    """
    if find_spec("matplotlib") is None:
        raise ModuleNotFoundError("a plot needs Matplotlib: pip install 'verifier[plot]'", name="matplotlib")
    import numpy as np
    from matplotlib import pyplot as plt

    found = list(errors(report))
    sized = [error for error in found if error.units is not None]
    if axes is None:
        axes = plt.subplots(layout="constrained")[1]
    axes.scatter([error.place for error in sized], np.array([error.units for error in sized], dtype="float64"))
    axes.set_yscale("log")
    first: dict[str, int] = {}
    for error in found:
        first.setdefault(error.stage, error.place)
    axes.set_xticks(list(first.values()), list(first), rotation="vertical")
    axes.set_xlim(0, sum(len(stage.cells) for stage in report.stages) + 1)
    axes.set_ylabel("error in units of the last place")
    without = len(found) - len(sized)
    axes.set_title(report.document.title + (f" (of {without} more the size is not known)" if without else ""))
    return axes
