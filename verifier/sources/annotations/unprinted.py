"""What formulas of annotations give and no block shows: `let L = vstack(...)` names it for other formulas."""

from collections.abc import Mapping, Sequence

from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.text.directives import Directive


def unprinted(named: Sequence[Directive], bound: Sequence[Bound], reaches: Mapping[int, int]) -> list[Bound]:
    """Each directive with a place in the order of reading: behind the blocks that its comment names before it.

    It holds as far as its comment *reaches*.
    """
    found: list[Bound] = []
    for directive in named:
        start, said = directive.comment.start, directive.said.at[0]
        before = [
            one.shown.at + 1
            for one in (*bound, *found)
            if one.directive.comment.start == start and one.directive.said.at[0] < said
        ]
        at, until = max(before, default=directive.comment.end), reaches[start]
        found.append(Bound(directive, Shown(None, at, paragraph=-1, until=until)))
    return found
