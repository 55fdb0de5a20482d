"""Where the errors of a document are and how large, as a plot. Matplotlib is imported when a plot is drawn."""

from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from textwrap import fill
from typing import TYPE_CHECKING, Final

from verifier.errata.deviation import departed, deviation, in_units
from verifier.numbers.decimals import decimal
from verifier.record import NamedTuple
from verifier.verdict import CellReport, Erratum, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DIGITS: Final = 3
"""Decimals of a size in units of the last place: more than can be seen."""
WIDTH: Final = 50
"""Characters of a line of the title."""


class Error(NamedTuple):
    """A printed number or word of an erratum: its stage, and its place among the `of` numbers of that, from 1.

    `units` is its distance from what it should be, in units of its last place, as a decimal; None for a word, and where
    it is not known which of several numbers is wrong.
    """

    stage: str
    place: int
    of: int
    units: str | None


def errors(report: Report) -> Iterator[Error]:
    """The numbers and words of the errata of a report, in document order."""
    errata = {erratum.id: erratum for erratum in report.errata}
    for stage in report.stages:
        for place, cell in enumerate(stage.cells, start=1):
            if cell.erratum is not None:
                yield Error(stage.stage.name, place, len(stage.cells), _units(cell, errata[cell.erratum]))


def _units(cell: CellReport, erratum: Erratum) -> str | None:
    """Its distance from the value that its printed operands give; of a departure from that by the standard."""
    if erratum.kind == "joint":
        return None
    distance = None if erratum.kind == "departure" else deviation(cell)
    found = in_units(cell, departed(erratum.correction, cell) if distance is None else distance)
    text = None if found is None else decimal(found, DIGITS)
    return None if text == "0" else text  # which a logarithmic scale has no place for


def drawn(report: Report, axes: "Axes | None" = None) -> "Axes":
    """The plot of the errors of a report on *axes*, on new ones if there are none.

    Across are the stages that have errors, in document order, each with its numbers in reading order; upwards are the
    sizes of the errors on a logarithmic scale. Raises ModuleNotFoundError without Matplotlib, of the extra `plot`.
    """
    if find_spec("matplotlib") is None:
        raise ModuleNotFoundError("a plot needs Matplotlib: pip install 'verifier[plot]'", name="matplotlib")
    import numpy as np
    from matplotlib import pyplot as plt

    found = list(errors(report))
    stages = list(dict.fromkeys(error.stage for error in found))
    sized = [error for error in found if error.units is not None]
    across = [Fraction(2 * error.place - 1, 2 * error.of) + stages.index(error.stage) for error in sized]
    if axes is None:
        axes = plt.subplots(layout="constrained")[1]
    axes.set_yscale("log")
    axes.scatter(np.array(across, dtype="float64"), np.array([error.units for error in sized], dtype="float64"), s=12)
    axes.set_xlim(0, len(stages) or 1)
    axes.set_xticks(np.arange(1, 2 * len(stages), 2) / 2, stages, rotation="vertical")
    axes.set_ylabel("error in units of the last place")
    if len(sized) < len(found):
        axes.set_xlabel(f"{len(found) - len(sized)} more, of which no size is known")
    axes.set_title(fill(report.document.title, WIDTH))
    return axes
