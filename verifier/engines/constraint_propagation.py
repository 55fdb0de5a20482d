"""Constraint propagation on the graph of a formula: the algorithm HC4 of Benhamou et al. 1999.

A forward pass intersects the set of each node with the range of its operation on the sets of its operands. A backward
pass intersects the sets of the operands with the numbers that can yield a number of the node. Both keep every solution,
so an empty set proves that there is none.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from verifier.engines import inverse_images as inverse
from verifier.engines.constraint_graph import Graph, Node
from verifier.engines.inverse_images import Empty
from verifier.numbers.array import as_interval
from verifier.numbers.interval import Interval
from verifier.numbers.number import Uncertain
from verifier.record import NamedTuple

MAX_ROUNDS: Final = 12
"""Maximum number of forward and backward passes."""

Wanted = Sequence[tuple[Node, Interval]]
_Sets: TypeAlias = tuple[Interval, ...]


class _Seen(NamedTuple):
    """By node, the sets that a pass computed with last: with the same ones, by identity, it narrows nothing more."""

    forward: dict[Node, _Sets]
    backward: dict[Node, _Sets]


def is_empty(graph: Graph, wanted: Wanted) -> bool:
    """Whether it is proved that the nodes cannot all lie in the *wanted* sets; False proves nothing."""
    return narrowed(graph, wanted) is None


def narrowed(graph: Graph, wanted: Wanted) -> dict[Node, Interval] | None:
    """The narrowed set of each node if the *wanted* sets contain their nodes; None if a set is empty."""
    nodes = _below(graph, wanted)
    known = {node: node.first for node in nodes}
    wishes = [*wanted, *(fact for fact in graph.facts if fact[0] in known)]
    try:
        seen = _Seen(dict(graph.seen), {})
        _forward(nodes, known, seen.forward)
        for node in nodes:  # this holds whatever is wanted
            node.first = known[node]
        graph.seen = dict(seen.forward)
        for _ in range(MAX_ROUNDS):
            before = dict(known)
            _forward(nodes, known, seen.forward)
            for node, wish in wishes:
                known[node] = inverse.cut(known[node], wish)
            _backward(nodes, known, seen.backward)
            if all(known[node] is before[node] for node in nodes):
                break
    except Empty:
        return None
    return known


def _below(graph: Graph, wanted: Wanted) -> list[Node]:
    """The wanted nodes, those they depend on, and facts about these with all they depend on; operands come first."""
    found: set[Node] = set()
    pending = [node for node, _ in wanted]
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending += node.parts
        if not pending:
            pending = [fact for fact, _ in graph.facts if fact not in found and found & set(fact.parts)]
    return [node for node in graph.nodes if node in found]


def _forward(nodes: list[Node], known: dict[Node, Interval], seen: dict[Node, _Sets]) -> None:
    for node in nodes:
        if node.forward is not None:
            sets = tuple([known[part] for part in node.parts])
            if seen.get(node) == sets:
                continue
            seen[node] = sets
            try:
                value = node.forward(*sets)
            except Uncertain:
                continue
            known[node] = inverse.cut(known[node], inverse.made(value))


def _backward(nodes: list[Node], known: dict[Node, Interval], seen: dict[Node, _Sets]) -> None:
    for node in reversed(nodes):
        if node.backward is not None:
            sets = known[node], *[known[part] for part in node.parts]
            if seen.get(node) == sets:
                continue
            seen[node] = sets
            try:
                found = node.backward(*sets)
            except Uncertain:
                continue
            for part, allowed in zip(node.parts, found, strict=True):
                if allowed is not None:
                    known[part] = inverse.cut(known[part], as_interval(allowed))
