"""The names of the stages of a file and their uses: each name once, each use a known name, and no circle."""

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import Final

from verifier.document.fields import Fields
from verifier.document.model import Document, Formula, Stage
from verifier.document.nodes import Text
from verifier.document.problems import Problems, Spot, quote
from verifier.document.recurrences import (
    INDICES,
    Misuse,
    circle_of_wholes,
    circles,
    is_by_cells,
    stages_used,
    which_cell,
)
from verifier.formulas.nearest import nearest
from verifier.formulas.parser import spell_signature
from verifier.formulas.tree import names

MAX_NAME: Final = 100
_MAX_CYCLES: Final = 10
_MAX_GUESSES: Final = 500
_SHORT: Final = 5
"""Names of a cycle whose stages may be meant to use each other's cells, the first twice."""


class Names:
    """Checks the names of stages and their uses."""

    def __init__(self, problems: Problems, fields: Fields, stages: tuple[Stage, ...]) -> None:
        self.problems = problems
        self.formulas = fields.formulas
        self.signatures = fields.signatures
        self.stages = stages
        self.by_name: dict[str, Stage] = {}

    def check(self) -> None:
        """Note duplicate names, names of no stage in formulas, and cycles."""
        for stage in self.stages:
            first = self.by_name.setdefault(stage.name, stage)
            if first is not stage and stage.name:
                found = f"{quote(stage.name)} again, first on line {first.line}"
                spot = Spot(stage.line, stage.column, len(stage.name))
                self.problems.add(spot, "duplicate-name", "each name once", found)
        for text, formula in self.formulas:
            for name in dict.fromkeys(names(formula.expression)):
                if name not in self.by_name:
                    must, found = "the name of a stage", quote(name)
                    self.problems.add(_spot_of(name, text), "unknown-name", must, found, self.hint(name))
        self.check_cycles()

    def hint(self, name: str) -> str:
        """What to write in the place of an unknown name."""
        if name in self.signatures:
            return f"call it: {spell_signature(name, self.signatures[name])}"
        if name in INDICES:
            return "i and j count the rows and columns of what is printed, or of a stated shape"
        return nearest(name[:MAX_NAME], list(islice(self.by_name, _MAX_GUESSES))).removeprefix("; ")

    def check_cycles(self) -> None:
        """Note cycles, each at the position where its first stage uses the next; `a -> b` means that a uses b.

        Where all stages of a cycle are built cell by cell, their cells tell (`check_cells`).
        """
        order = {name: index for index, name in enumerate(self.by_name)}
        uses = {name: [used for used in stages_used(stage) if used in order] for name, stage in self.by_name.items()}
        for circle in circles(self.by_name):
            if all(is_by_cells(self.by_name[name]) for name in circle):
                uses.update({name: [] for name in circle})
        for _ in range(_MAX_CYCLES):
            try:
                TopologicalSorter(uses).prepare()
            except CycleError as error:
                cycle = circle_of_wholes(error.args[1][::-1], self.by_name, uses)[:-1]
                whole = [name for name in cycle if not is_by_cells(self.by_name[name])]
                if not whole:
                    uses.update({name: [] for name in cycle})
                    continue
                start, is_mixed = cycle.index(min(whole, key=order.__getitem__)), len(whole) < len(cycle)
                cycle = [*cycle[start:], *cycle[: start + 1]]
                must = "formulas that do not lead back to their own stage"
                spot = self.spot_of_use(self.by_name[cycle[0]], cycle[1])
                hint = which_cell(cycle[1], is_mixed=is_mixed) if len(cycle) <= _SHORT else ""
                self.problems.add(spot, "cycle", must, " -> ".join(cycle), hint)
                uses.update({name: [] for name in cycle})
            else:
                return

    def check_cells(self, document: Document) -> None:
        """Note the first cell of a stage that rests on cells that it cannot rest on."""
        if not any(circles(document.by_name)):
            return
        from verifier.document.unrolling import unrolled  # imported here, as few stages use their own cells

        try:
            unrolled(document)
        except Misuse as misuse:
            spot = self.spot_of_use(self.by_name[misuse.stage], misuse.used)
            self.problems.add(spot, misuse.code, misuse.must, misuse.found, misuse.hint)

    def spot_of_use(self, stage: Stage, name: str) -> Spot:
        """Where the first formula of a stage that names another does so."""
        own = set(_formulas(stage))
        texts = (text for text, formula in self.formulas if formula in own and name in formula.uses)
        return _spot_of(name, next(texts))


def _formulas(stage: Stage) -> Iterator[Formula]:
    yield from (formula for formula in (stage.formula, stage.standard, *stage.also) if formula is not None)


def _spot_of(name: str, text: Text) -> Spot:
    """The position of a name in a formula; that of the formula if the name is spelled in another normal form."""
    match = re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*\(|\s*=[^=])", text.value)
    return Spot(text.line, text.column, text.length) if match is None else text.spot(match.start(), len(name))
