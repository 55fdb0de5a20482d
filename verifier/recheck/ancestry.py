"""Which stages rest on which, by the names in their formulas."""

from collections.abc import Collection
from functools import cached_property

from verifier.recheck.circles import circles, reached, users_of
from verifier.recheck.expansion import names_in
from verifier.recheck.intervals import Unknown
from verifier.recheck.report_reading import Report, Stage
from verifier.recheck.syntax import parse


class Ancestry:
    """The graph of the stages of a report; `uses` has the stages that the formulas of each stage name.

    `circle_of` has the stages whose printed blocks are built cell by cell and that use numbers of their own, or of each
    other's, with all of their circle. Printed numbers are no formula, so that these do not rest on themselves.
    """

    def __init__(self, report: Report) -> None:
        self.uses = {name: _used(stage) & report.stages.keys() for name, stage in report.stages.items()}
        built = {name for name, stage in report.stages.items() if _is_by_cells(stage)}
        found = circles({name: self.uses[name] & built for name in built})
        self.circle_of = {name: circle for circle in found for name in circle}
        self.order = self._in_order()
        """The stages, operands before users, without those that rest on themselves or on others that do."""

    @cached_property
    def ordered(self) -> dict[str, int]:
        """The place in the order of each stage that does not rest on itself, nor on others that do."""
        return {name: place for place, name in enumerate(self.order)}

    def _in_order(self) -> list[str]:
        rests_on = {name: used - self.circle_of.get(name, frozenset()) for name, used in self.uses.items()}
        users = users_of(rests_on)
        left = {name: len(used) for name, used in rests_on.items()}
        ready = [name for name, count in left.items() if not count]
        for done in ready:  # which grows
            for user in users[done]:
                left[user] -= 1
                if not left[user]:
                    ready.append(user)
        return ready

    def above(self, name: str, known: Collection[str]) -> list[str]:
        """The stages on which one rests, operands first, without those *known* and without what is above these."""
        pending, found = [name], set[str]()
        while pending:
            new = {other for other in self.uses[pending.pop()] - found if other not in known}
            found |= new
            pending += new
        return sorted(found & self.ordered.keys(), key=self.ordered.__getitem__)

    def reached_from(self, names: Collection[str]) -> set[str]:
        """These stages, and those that rest on one of them."""
        users, seen = users_of(self.uses), set[str]()
        for name in names:
            reached(name, users, seen)
        return seen


def _is_by_cells(stage: Stage) -> bool:
    """Whether a stage prints a block that its formula builds cell by cell."""
    return stage.shape is not None and (stage.formula or "").startswith("Matrix(")


def _used(stage: Stage) -> set[str]:
    """The names in the formulas of a stage."""
    return _named(stage.formula).union(*map(_named, stage.also))


def _named(text: str | None) -> set[str]:
    """The names in a formula; none of one that cannot be read."""
    try:
        return set(names_in(parse(text or "")))
    except Unknown:
        return set()
