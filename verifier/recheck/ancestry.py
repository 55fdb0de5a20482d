"""Which stages rest on which, by the names in their formulas."""

from collections.abc import Collection
from functools import cached_property

from verifier.recheck.expansion import names_in
from verifier.recheck.intervals import Unknown
from verifier.recheck.reading import Report, Stage
from verifier.recheck.syntax import parse


class Ancestry:
    """The graph of the stages of a report; `uses` has the stages that the formulas of each stage name.

    The numbers of a block that it prints are no formula: that one uses its own is no circle.
    """

    def __init__(self, report: Report) -> None:
        self.uses = {name: _others(stage) & report.stages.keys() for name, stage in report.stages.items()}
        self.order = self._in_order()
        """The stages, operands before users, without those that rest on themselves or on others that do."""

    @cached_property
    def ordered(self) -> dict[str, int]:
        """The place in the order of each stage that does not rest on itself, nor on others that do."""
        return {name: place for place, name in enumerate(self.order)}

    def _in_order(self) -> list[str]:
        left = {name: len(operands) for name, operands in self.uses.items()}
        users: dict[str, list[str]] = {name: [] for name in self.uses}
        for name, operands in self.uses.items():
            for operand in operands:
                users[operand].append(name)
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
        """These stages, and those in the order that rest on one of them."""
        found = set(names)
        for name in self.order:
            if not found.isdisjoint(self.uses[name]):
                found.add(name)
        return found


def _others(stage: Stage) -> set[str]:
    """The names in the formulas of a stage, without its own in one that is built cell by cell."""
    is_by_cells = stage.shape is not None and (stage.formula or "").startswith("Matrix(")
    own = _named(stage.formula) - ({stage.name} if is_by_cells else set())
    return own.union(*map(_named, stage.also))


def _named(text: str | None) -> set[str]:
    """The names in a formula; none of one that cannot be read."""
    try:
        return set(names_in(parse(text or "")))
    except Unknown:
        return set()
