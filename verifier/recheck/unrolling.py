"""Stages that use each other's cells, unrolled: each cell has a formula of its own, in which such cells are names."""

from collections.abc import Iterator, Mapping
from fractions import Fraction as Q

from verifier.recheck.evaluation import Evaluation
from verifier.recheck.expansion import names_in, rebuilt
from verifier.recheck.grids import Grid
from verifier.recheck.intervals import Unknown, point
from verifier.recheck.syntax import Build, Call, Choice, Name, Number, Part, Span, Tree
from verifier.recheck.unknowns import Address


def name_of(place: Address) -> str:
    """A name for one cell, which no stage can have."""
    name, i, j = place
    return f"{name}[{i + 1},{j + 1}]"


class Unrolling:
    """The cells of the stages of one circle, by their formulas and their printed shapes; raises Unknown.

    Indices and conditions are worked out by an evaluation that knows nothing of these cells. A cell whose formula is
    its own name is a given.
    """

    def __init__(
        self, trees: Mapping[str, Tree], shapes: Mapping[str, tuple[int, int]], evaluation: Evaluation
    ) -> None:
        self.trees = trees
        self.shapes = shapes
        self.evaluation = evaluation

    def in_order(self) -> dict[Address, Tree]:
        """The formula of each cell, each after those of the cells that it uses."""
        made = {place: self._at(place) for place in self._places()}
        known = {name_of(place): place for place in made}
        uses = {
            place: [known[name] for name in names_in(tree) if name in known and tree != Name(name_of(place))]
            for place, tree in made.items()
        }
        done, opened = dict[Address, Tree](), set[Address]()
        for first in made:
            pending = [first]
            while pending:
                left = [other for other in uses[pending[-1]] if other not in done]
                if any(other in opened for other in left):
                    raise Unknown("cells that rest on each other")
                if left:
                    opened.add(pending[-1])
                    pending += left
                else:
                    place = pending.pop()
                    done.setdefault(place, made[place])
                    opened.discard(place)
        return done

    def _places(self) -> Iterator[Address]:
        for name, (rows, columns) in self.shapes.items():
            self.evaluation.work.spend(rows * columns)
            yield from ((name, i, j) for i in range(rows) for j in range(columns))

    def _at(self, place: Address) -> Tree:
        """The formula of one cell."""
        name, i, j = place
        tree, (rows, columns) = self.trees[name], self.shapes[name]
        if not isinstance(tree, Build):
            raise Unknown(f"{name} is not built cell by cell")
        height, width = (self.evaluation.whole(side, {}) for side in (tree.rows, tree.columns))
        if height < 1 or width < 1 or rows % height or columns % width:
            raise Unknown(f"{name} has another shape than its formula")
        high, wide = rows // height, columns // width
        local: dict[str, Grid] = {
            index: [[point(n)]] for index, n in zip(tree.indices, (i // high, j // wide), strict=True)
        }
        body = self._placed(tree.body, local)
        return body if (high, wide) == (1, 1) else Part(body, _number(i % high), _number(j % wide))

    def _placed(self, node: Tree, local: dict[str, Grid]) -> Tree:
        """A formula with numbers for indices, and names for the cells of the circle."""
        self.evaluation.work.spend(1)
        match node:
            case Name(name) if name in local:
                return _number(self.evaluation.whole(node, local))
            case Name(name) if name in self.trees:
                rows, columns = self.shapes[name]
                return _block(name, [*range(rows)], [*range(columns)])
            case Choice(condition, then, other) if (is_so := self._is_so(condition, local)) is not None:
                return self._placed(then if is_so else other, local)
            case Part(Name(name), row, column) if name in self.trees and name not in local:
                rows, columns = self.shapes[name]
                lines = self.evaluation.places(row, rows, local)
                return _block(name, lines, self.evaluation.places(column or Span(None, None), columns, local))
            case Build(rows, columns, indices, body) if not local.keys().isdisjoint(names_in(body)):
                kept = {index: cell for index, cell in local.items() if index not in indices}
                return Build(self._placed(rows, local), self._placed(columns, local), indices, self._placed(body, kept))
        return rebuilt(node, lambda part: self._placed(part, local))

    def _is_so(self, condition: Tree, local: dict[str, Grid]) -> bool | None:
        """Whether a condition holds; None where that is not known before cells are."""
        try:
            return self.evaluation.whole(condition, local) != 0
        except Unknown:
            return None


def _number(value: int) -> Number:
    return Number(Q(value))


def _block(name: str, rows: list[int], columns: list[int]) -> Tree:
    """Some rows and columns of a stage, cell by cell."""
    if not rows or not columns:
        raise Unknown(f"no cell of {name} where its formula wants some")
    lines = [_joined("hstack", [Name(name_of((name, i, j))) for j in columns]) for i in rows]
    return _joined("vstack", lines)


def _joined(operation: str, parts: list[Tree]) -> Tree:
    return parts[0] if len(parts) == 1 else Call(operation, tuple(parts))
