"""Which stages rest on which: sets of stages as the bits of a number, for chains of thousands of stages."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final

_FEW: Final = 8
"""Stages whose bits are joined one by one."""


class Above(AbstractSet[str]):
    """Some stages of one document, by name."""

    __slots__ = ("mask", "order")

    def __init__(self, order: "Order", mask: int) -> None:
        self.order = order
        self.mask = mask

    def __contains__(self, name: object) -> bool:
        at = self.order.at.get(name) if isinstance(name, str) else None
        return at is not None and bool(self.mask >> at & 1)

    def __iter__(self) -> Iterator[str]:
        bits = bin(self.mask)[:1:-1]
        at = bits.find("1")
        while at >= 0:
            yield self.order.names[at]
            at = bits.find("1", at + 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: Iterable[Any]) -> "Above":
        return Above(self.order, self.mask | self.order.mask(other))

    def __and__(self, other: Iterable[Any]) -> "Above":
        return Above(self.order, self.mask & self.order.mask(other))

    def __sub__(self, other: Iterable[Any]) -> "Above":
        return Above(self.order, self.mask & ~self.order.mask(other))

    def without(self, name: str) -> "Above":
        """The same but for one stage."""
        return Above(self.order, self.mask & ~(1 << self.order.at[name]))

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether no stage is in both."""
        return not self.mask or not self.mask & self.order.mask(other)

    @classmethod
    def _from_iterable(cls, found: Iterable[Any]) -> frozenset[Any]:
        return frozenset(found)


class Order:
    """The names of the stages of a document, each with its bit."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.at = {name: index for index, name in enumerate(self.names)}

    def mask(self, names: Iterable[Any]) -> int:
        """The bits of some stages; other names have none."""
        if isinstance(names, Above) and names.order is self:
            return names.mask
        found = [self.at[name] for name in names if name in self.at]
        if len(found) <= _FEW:
            return reduce(or_, [1 << at for at in found], 0)
        bits = bytearray(len(self.names) // 8 + 1)
        for at in found:
            bits[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(bits, "little")

    def some(self, names: Iterable[Any]) -> Above:
        """Some stages as a set of this order."""
        return Above(self, self.mask(names))


class Ancestry:
    """Of each stage all that it rests on, by what each uses."""

    def __init__(self, uses: Mapping[str, Collection[str]]) -> None:
        self.order = Order(uses)
        self._uses = uses
        self._masks: dict[str, int] = {}
        bits = {name: 1 << at for name, at in self.order.at.items()}
        for part in components(uses):
            mask = 0
            for name in {name for member in part for name in uses[member]}:
                mask |= self._masks.get(name, 0) | bits.get(name, 0)
            self._masks.update(dict.fromkeys(part, mask))

    def above(self, name: str) -> Above:
        """The stages on which one rests; itself only if it leads back to itself."""
        return Above(self.order, self._masks[name])

    def followers(self, name: str) -> set[str]:
        """The other stages that rest on one."""
        found = {name}
        pending = [name]
        while pending:
            new = [user for user in self._users.get(pending.pop(), ()) if user not in found]
            found.update(new)
            pending += new
        return found - {name}

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        """By stage, those that use it."""
        found: dict[str, list[str]] = {}
        for user, used in self._uses.items():
            for name in used:
                found.setdefault(name, []).append(user)
        return found


def components(graph: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """The strongly connected components of a graph, those that others use first.

    By Tarjan's algorithm (*Depth-first search and linear graph algorithms*, 1972), without recursion.
    """
    found: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    left: set[str] = set()
    for root in graph:
        if not graph[root] and root not in found:
            found[root] = low[root] = len(found)
            yield [root]
        pending = [] if root in found else [(root, iter(graph[root]))]
        while pending:
            name, rest = pending[-1]
            if name not in found:
                found[name] = low[name] = len(found)
                path.append(name)
                left.add(name)
            following = next((other for other in rest if other not in found or other in left), None)
            if following is not None and following in left:
                low[name] = min(low[name], found[following])
            elif following is not None:
                pending.append((following, iter(graph[following])))
            else:
                pending.pop()
                _returned(pending, low, name)
                if low[name] == found[name]:
                    at = path.index(name)
                    yield path[at:]
                    left.difference_update(path[at:])
                    del path[at:]


def _returned(pending: list[tuple[str, Iterator[str]]], low: dict[str, int], name: str) -> None:
    if pending:
        above = pending[-1][0]
        low[above] = min(low[above], low[name])
