"""Where random givens come from: generators, and places in their streams."""

from typing import Final, Literal, TypeAlias

from verifier.record import NamedTuple

Order: TypeAlias = Literal["rows", "columns"]

MAX_SKIP: Final = 1_000_000
"""Maximum number of draws from a stream before a block."""


class Generator(NamedTuple):
    """A generator of random numbers: the order in which it fills a matrix, and the bits of its seeds."""

    order: Order
    seed_bits: int


GENERATORS: Final = {
    "matlab": Generator("columns", 32),
    "numpy": Generator("rows", 32),
    "pcg64": Generator("rows", 64),  # any seed would do, and nobody types a longer one
    "python": Generator("rows", 64),  # as above
}


class Origin(NamedTuple):
    """Where the numbers of a given come from: a generator's stream, found by search and no claim of the author's."""

    generator: str
    seed: int
    skip: int = 0
    order: Order = "rows"

    def formula(self, rows: int, columns: int) -> str:
        """The formula of a block of random numbers of this origin."""
        if self.order == GENERATORS[self.generator].order:
            return f"{self.generator}_rand({self.seed}, {self.skip}, {rows}, {columns})"
        return f"{self.generator}_rand({self.seed}, {self.skip}, {columns}, {rows}).T"
