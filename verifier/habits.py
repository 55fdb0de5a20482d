"""What a check takes for the habits of an author: how numbers are rounded, and which givens are exact."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from verifier.numbers.rounding import Rule
from verifier.numbers.rule_sets import RuleSet
from verifier.record import NamedTuple

Reading: TypeAlias = Literal["exact", "rounded", "open", "mixed"]  # of givens; mixed is said of a document alone
TEXT: Final = "text"
"""The `text` of stages of equalities that a text writes out: they have one habit."""


class RoundingReport(NamedTuple):
    """A document's rounding rule, how many cells support it, how many break each; `stages` has those of each stage."""

    rule: Rule | None
    is_inferred: bool
    supporting: int
    breaking: dict[str, int]
    stages: Mapping[str, RuleSet] = {}


class BlockReading(NamedTuple):
    """The reading of one block of givens by evidence: exact, rounded or open.

    At their word it and the blocks `beside` it reproduce `reproduced` of the `of` numbers that rest on them alone.
    """

    stage: str
    reading: Reading
    reproduced: int = 0
    of: int = 0
    beside: tuple[str, ...] = ()


class GivensReport(NamedTuple):
    """How givens are read: as the document declares, or each block by evidence.

    `blocks` are those that may hide digits and have no declared reading; `reading` is that of all of them, or mixed.
    `own` names the computed stages that read givens as rounded, `written` givens of texts that may be exact by habit.
    """

    reading: Reading
    is_inferred: bool
    blocks: tuple[BlockReading, ...] = ()
    own: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()

    @property
    def exact(self) -> frozenset[str]:
        """The blocks that are exact by accepted evidence."""
        return frozenset(block.stage for block in self.blocks if block.reading == "exact")

    @property
    def supposed(self) -> frozenset[str]:
        """The blocks that are exact or may be."""
        return self.written.union(block.stage for block in self.blocks if block.reading != "rounded")
