"""Stages that are built cell by cell and use printed numbers of their own blocks, alone or of each other's."""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from verifier.recheck.evaluation import Evaluation, Operands, Work
from verifier.recheck.grids import Grid, shape
from verifier.recheck.intervals import Unknown, point
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Build, Tree
from verifier.recheck.unknowns import Address


def circles(uses: Mapping[str, AbstractSet[str]]) -> Iterator[frozenset[str]]:
    """The sets of names that lead back to themselves, each name to the others of its set; without those that do not."""
    users, seen = users_of(uses), set[str]()
    for last in reversed(_finished(uses)):
        found = reached(last, users, seen)
        if len(found) > 1 or last in uses[last]:
            yield frozenset(found)


def users_of(uses: Mapping[str, AbstractSet[str]]) -> dict[str, list[str]]:
    """The names that use each name, by what each uses."""
    users: dict[str, list[str]] = {name: [] for name in uses}
    for name, used in uses.items():
        for other in used:
            users[other].append(name)
    return users


def reached(first: str, leads_to: Mapping[str, list[str]], seen: set[str]) -> list[str]:
    """A name and all that it leads to, without those *seen*, to which they are added."""
    pending, found = [first], list[str]()
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            found.append(name)
            pending += leads_to[name]
    return found


def _finished(uses: Mapping[str, AbstractSet[str]]) -> list[str]:
    """The names, each after those that it leads to, but for what leads back to it."""
    seen, found = set[str](), list[str]()
    for first in uses:
        pending = [(first, False)]
        while pending:
            name, is_left = pending.pop()
            if is_left:
                found.append(name)
            elif name not in seen:
                seen.add(name)
                pending.append((name, True))
                pending += [(other, False) for other in uses[name]]
    return found


class Filling:
    """Blocks of one circle, in which the cells are found one after another that no print says.

    *grids* are changed: each cell that *hidden* names is what its formula gives, *closer* bounded as the author may
    have rounded it, from printed cells and from those found before. What is found from no printed cell stays unknown.
    """

    def __init__(
        self, trees: Mapping[str, Tree | None], grids: dict[str, Grid], operands: Operands, work: Work
    ) -> None:
        self.trees: Final = trees
        self.grids: Final = grids
        self.work: Final = work
        self.evaluation = Evaluation(lambda name: grids[name] if name in grids else operands(name), work)

    def fill(self, hidden: list[Address], closer: Callable[[Address, CellValue], CellValue]) -> None:
        """Find what can be found, first in the order of rows, then backwards, until nothing more is found."""
        left = sorted(hidden, key=lambda place: place[1:])
        while left:
            still = [place for place in left if not self._is_found(place, closer)]
            if len(still) == len(left):
                return
            left = still[::-1]

    def _is_found(self, place: Address, closer: Callable[[Address, CellValue], CellValue]) -> bool:
        try:
            found = self._cell(place)
        except Unknown:
            return False
        if found is None:
            return False
        name, i, j = place
        self.grids[name][i][j] = closer(place, found)
        return True

    def _cell(self, place: Address) -> CellValue:
        """What the formula of a block gives for one cell; raises Unknown."""
        name, i, j = place
        tree, (rows, columns) = self.trees[name], shape(self.grids[name])
        if not isinstance(tree, Build):
            raise Unknown(f"{name} is not built cell by cell")
        height, width = (self.evaluation.whole(side, {}) for side in (tree.rows, tree.columns))
        if height < 1 or width < 1 or rows % height or columns % width:
            raise Unknown(f"{name} has another shape than its formula")
        high, wide = rows // height, columns // width
        at: dict[str, Grid] = {
            index: [[point(n)]] for index, n in zip(tree.indices, (i // high, j // wide), strict=True)
        }
        block = self.evaluation.of(tree.body, at)
        if shape(block) != (high, wide):
            raise Unknown(f"{name} has another shape than its formula")
        return block[i % high][j % wide]
