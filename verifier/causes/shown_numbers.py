"""The numbers that a document shows, found by what they show and by where they stand, however many there are."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, TypeAlias

from flint import fmpq

from verifier.causes.copied import is_copy, position_of
from verifier.causes.typing_slips import form
from verifier.document.graph import followers_of
from verifier.document.model import Block, Document, Stage
from verifier.numbers.array import Coordinates
from verifier.numbers.number import ratio
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple

FEWEST: Final = 3
"""Of a numeral with fewer digits little is told: too many others are as near."""
_Position: TypeAlias = tuple[int, int]


class Shown(NamedTuple):
    """A number of a stage with FEWEST digits or more, by its place in the block."""

    stage: Stage
    block: Block
    place: int
    number: Printed

    @property
    def at(self) -> Coordinates:
        """Its row and its column."""
        return self.block.coordinates(self.place)


class ShownNumbers:
    """The numbers that a document shows."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._by_value: dict[tuple[int, int], list[Shown]] = {}
        self._by_stage: dict[str, list[Shown]] = {}
        self._by_place: dict[_Position, list[Shown]] = {}
        self._outside: int = 0
        """How many stand in no text."""
        self.is_of_text = any(stage.text is not None for stage in document.stages)
        """Whether its numbers stand in an author's text, in the order in which they were written."""
        self._in_texts: list[_Position] = []
        self._everywhere: list[_Position] = []
        self._computed: dict[int, list[tuple[int, Printed]]] = {}
        """The numbers of blocks with formulas by their decimals, each with its rank."""
        for stage in document.stages:
            if stage.printed is not None:
                self._take(stage, stage.printed)
        self._in_texts.sort()
        self._everywhere.sort()
        blocks = (stage.printed for stage in document.stages if stage.formula is not None)
        contents = (number for block in blocks if block is not None for number in block.contents())
        for rank, number in enumerate(contents):
            self._computed.setdefault(number.decimals, []).append((rank, number))

    def _take(self, stage: Stage, block: Block) -> None:
        for index, number in enumerate(block.cells):
            if number is None or sum(form(number.text)) < FEWEST:
                continue
            shown = Shown(stage, block, index, number)
            self._by_value.setdefault(ratio(number.value), []).append(shown)
            self._by_stage.setdefault(stage.name, []).append(shown)
            if number.line > 0:
                self._by_place.setdefault((number.line, number.column), []).append(shown)
            self._everywhere.append(position_of(stage))
            if stage.text is None:
                self._outside += 1
            else:
                self._in_texts.append(position_of(stage))

    def beside(self, stage: Stage, number: Printed) -> "Beside":
        """The others that the author of a number of a stage had before him."""
        return Beside(self, stage, number)

    def usual_decimals(self, number: Printed) -> int:
        """The decimals of most computed numbers but this one; of as many the first; its own if there are no others."""
        best, usual = (0, 0), number.decimals
        for decimals, some in self._computed.items():
            others = some if decimals != number.decimals else [one for one in some if one[1] is not number]
            if others and (len(others), -others[0][0]) > best:
                best, usual = (len(others), -others[0][0]), decimals
        return usual

    def up_to(self, stage: Stage) -> int:
        """How many do not stand behind a stage of a text; of any other stage in texts alone is there such an order."""
        some = self._in_texts if stage.text is None else self._everywhere
        return bisect_right(some, position_of(stage)) + (self._outside if stage.text is None else 0)

    def of_stage(self, name: str) -> list[Shown]:
        """Those of a stage."""
        return self._by_stage.get(name, [])

    def at_place(self, number: Printed) -> list[Shown]:
        """Those that stand where a number does."""
        return self._by_place.get((number.line, number.column), [])

    def showing(self, value: fmpq) -> list[Shown]:
        """Those that show a value."""
        return self._by_value.get(ratio(value), [])


class Beside:
    """The numbers of other stages that do not follow from one, nor stand behind it in a text, nor at its place."""

    def __init__(self, all_of: ShownNumbers, stage: Stage, number: Printed) -> None:
        self._all = all_of
        self._stage = stage
        self._number = number
        self._followers = followers_of(all_of.document, stage.name)

    def count(self) -> int:
        """How many there are."""
        names = [self._stage.name, *self._followers]
        excluded = [one for name in names for one in self._all.of_stage(name)]
        excluded += self._all.at_place(self._number)
        apart = {(one.stage.name, one.place) for one in excluded if not self._is_behind(one.stage)}
        return self._all.up_to(self._stage) - len(apart)

    def showing(self, value: fmpq) -> Iterator[Shown]:
        """Those that show a value."""
        own, place = self._stage.name, self._number
        for one in self._all.showing(value):
            is_same_place = one.number.line > 0 and (one.number.line, one.number.column) == (place.line, place.column)
            is_apart = one.stage.name == own or one.stage.name in self._followers or is_same_place
            if not is_apart and not self._is_behind(one.stage) and not is_copy(one.stage, place):
                yield one

    def _is_behind(self, other: Stage) -> bool:
        """Whether a stage stands behind in a text: its author had not yet written it."""
        return (self._stage.text or other.text) is not None and position_of(other) > position_of(self._stage)
