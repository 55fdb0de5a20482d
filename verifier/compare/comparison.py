"""Two checked documents side by side: what both print, where they differ, and which errata they share."""

from verifier.compare.matching import Pair, Shown, pairs_of, shown_stages
from verifier.compare.shared_errata import Standing, shared_errata
from verifier.record import NamedTuple
from verifier.verdict import Report


class Comparison(NamedTuple):
    """Two documents side by side, in the order of the first one's stages.

    `other_shapes` are stages of one name whose blocks have different shapes.
    """

    first: Report
    second: Report
    pairs: tuple[Pair, ...]
    other_shapes: tuple[tuple[Shown, Shown], ...]
    alike: tuple[Standing, ...]

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The errata that the other document shares, without those that are right by its own formulas."""
        return tuple(one for one in self.alike if one.answer != "right")

    @property
    def is_clean(self) -> bool:
        """Whether no pair contradicts and no erratum is shared."""
        return not self.standing and all(pair.likeness != "contradicting" for pair in self.pairs)


def compare(first: Report, second: Report) -> Comparison:
    """The matched stages, their differences, and the errata of each document that the other prints too."""
    mine, theirs = shown_stages(first), shown_stages(second)
    pairs = pairs_of(first, second)
    shapes = [(mine[name], theirs[name]) for name in mine if name in theirs and mine[name].form != theirs[name].form]
    return Comparison(first, second, pairs, tuple(shapes), shared_errata(first, second, pairs))
