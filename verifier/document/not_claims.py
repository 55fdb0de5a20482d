"""Numerals that an author prints and that claim nothing."""

from verifier.record import NamedTuple


class NotClaim(NamedTuple):
    """Numerals of the source text that claim nothing, and why."""

    because: str
    lines: tuple[int, int] | None = None
    pattern: str | None = None
