"""The map of a document: one line a stage in reading order, and an arc from each stage to each that uses it."""

from collections.abc import Sequence
from typing import Final

from verifier.record import NamedTuple
from verifier.report.sentences import STATUS, status_of
from verifier.verdict import StageReport

LINE: Final = 20
GUTTER: Final = 96
"""Width of the area of the arcs, left of the marks, in pixels."""
WIDTH: Final = 320
MAX_NAME: Final = 27
_BLAMED: Final = ("wrong", "departing", "inherited")


class Node(NamedTuple):
    """A stage on the map."""

    name: str
    label: str
    y: int
    status: str
    meaning: str


class Arc(NamedTuple):
    """An arc from a stage to one that uses it; `kind` says whether the numbers used are wrong."""

    path: str
    kind: str


class Graph(NamedTuple):
    """The map."""

    width: int
    height: int
    x: int
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]


def graph(stages: Sequence[StageReport]) -> Graph:
    """The map of some stages of a document, in their order."""
    nodes = {}
    for index, stage in enumerate(stages):
        name, status = stage.stage.name, status_of(stage)
        label = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}\u2026"
        nodes[name] = Node(name, label, LINE * index + LINE // 2, status, STATUS[status][1])
    arcs = [
        _arc(nodes[used], nodes[stage.stage.name])
        for stage in stages
        if stage.stage.formula is not None
        for used in stage.stage.formula.uses
        if used in nodes
    ]
    ordered = sorted(arcs, key=lambda arc: arc.kind == "blamed")  # drawn last, above the others
    return Graph(WIDTH, LINE * len(nodes), GUTTER, tuple(nodes.values()), tuple(ordered))


def _arc(above: Node, below: Node) -> Arc:
    """The arc between two stages; the more lines lie between them, the wider it is, up to GUTTER."""
    lines = abs(below.y - above.y) // LINE
    out = GUTTER - 8 - min(GUTTER - 12, 10 + 6 * lines)
    x = GUTTER - 8
    blamed = above.status in _BLAMED and below.status in _BLAMED
    return Arc(f"M{x} {above.y}C{out} {above.y} {out} {below.y} {x} {below.y}", "blamed" if blamed else "plain")
