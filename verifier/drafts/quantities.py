"""The blocks of an author's file that formulas may use or explain, each with its name in the text and its scope."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from verifier.document.model import Block, Stage
from verifier.drafts.labels import label_before
from verifier.sources.blocks import Shown
from verifier.sources.naming import key_of
from verifier.sources.outline import Outline

MAX_CELLS: Final = 4_096


class Quantity(NamedTuple):
    """A block with its name; `id` is its name in the search, and no other's.

    `by_text`: the text itself gives it that name, so that formulas can use it without an annotation. `confirmed` is the
    stage that annotations make of it.
    """

    id: str
    name: str
    block: Block
    shown: Shown
    by_text: bool
    section: int
    confirmed: Stage | None = None

    @property
    def at(self) -> int:
        """Its place in the order of reading."""
        return self.shown.at

    @property
    def key(self) -> str:
        """What the spellings of its name have in common."""
        return key_of(self.name)

    @property
    def same(self) -> tuple[object, ...]:
        """What two blocks that print the same have in common."""
        return (*self.block.shape, *(cell and cell.text for cell in self.block.cells))


def quantities(outline: Outline) -> tuple[Quantity, ...]:
    """The blocks of an outline that show a number in each cell, in the order of reading."""
    confirmed = {
        _place(stage.printed): stage for stage in outline.confirmed.stages if stage.printed and stage.printed.cells
    }
    return tuple(_quantities(outline, confirmed))


def _quantities(outline: Outline, confirmed: dict[tuple[int, int], Stage]) -> Iterator[Quantity]:
    last = 0
    for index, shown in enumerate(outline.shown):
        block = shown.block
        if block is None or block.has_elided or len(block.cells) > MAX_CELLS:
            continue
        stage = confirmed.get(_place(block))
        if len(block.cells) == 1 and shown.name is None and stage is None:
            continue  # a number that nothing names
        name = shown.name if stage is None else stage.name
        by_text = shown.is_sure and name is not None and (stage is None or stage.name in outline.confirmed.by_text)
        name = name or label_before(outline.text[last : shown.at]) or f"block_{index + 1}"
        section = sum(one.start <= shown.at for one in outline.headings)
        yield Quantity(f"q{index}", name, block, shown, by_text, section, stage)
        last = shown.at


def _place(block: Block) -> tuple[int, int]:
    first = next((cell for cell in block.cells if cell is not None), None)
    return (0, 0) if first is None else (first.line, first.column)


def before(quantity: Quantity, everything: Sequence[Quantity]) -> list[Quantity]:
    """What stands before a block, the nearest first; of blocks that print the same the nearest."""
    found: dict[tuple[object, ...], Quantity] = {}
    for one in reversed(everything):
        if one.at < quantity.at:
            found.setdefault(one.same, one)
    return list(found.values())
