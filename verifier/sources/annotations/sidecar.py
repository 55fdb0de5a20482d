"""Annotations beside a file that must stay untouched: `tutorial.md.verify.yaml` names blocks of `tutorial.md`.

Each entry finds its block again by most of its digits, its shape and its heading, wherever edits have moved it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.fields import Fields
from verifier.document.files import is_file
from verifier.document.loading import load
from verifier.document.lookup import SIDECAR
from verifier.document.nodes import Node
from verifier.document.problems import Problems
from verifier.late import pattern
from verifier.operations import signatures
from verifier.record import NamedTuple
from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.text.directives import Directive, is_name, normal
from verifier.sources.text.settings import Section
from verifier.sources.text.stretch import NOTHING, Comment, Stretch

_KEYS: Final = ("name", "formula", "under", "shape", "numbers")
_REQUIRED: Final = ("name", "shape", "numbers")
_SHAPE: Final = pattern(r"([0-9]{1,6}) ?[x\u00d7] ?([0-9]{1,6})")
_HEADING: Final = pattern(r"\{([^{}\n]*)\}|>([^<\n]*)<|#+[ \t]*([^\n]*)")


class Entry(NamedTuple):
    """What a sidecar says of one block: its name and formula, and its heading, its shape and its numbers."""

    node: Node
    name: str
    formula: str
    under: str
    shape: tuple[int, int]
    numbers: tuple[str, ...]


class Sidecar:
    """The entries beside a file; none where there is no sidecar. Raises DocumentError for one that cannot be read."""

    def __init__(self, path: str) -> None:
        self.problems = Problems(f"{path}{SIDECAR}")
        is_there = is_file(self.problems.path)
        self.entries = tuple(self._read(load(self.problems.path, self.problems))) if is_there else ()
        self.problems.give_up_if_any()

    def bound(self, text: str, shown: Sequence[Shown], headings: Sequence[Section]) -> Iterator[Bound]:
        """Each entry with its block, as a directive; raises DocumentError if one finds none."""
        taken: set[int] = set()
        for entry in self.entries:
            index = _found(entry, text, shown, headings, taken)
            if index is None:
                rows, columns = entry.shape
                must = f"a block of {rows} x {columns} with most of the numbers of {entry.name}"
                self.problems.add(entry.node, "no-block", must, "none")
                continue
            taken.add(index)
            yield Bound(_directive(entry, shown[index].at), shown[index])
        self.problems.give_up_if_any()

    def _read(self, root: Node) -> Iterator[Entry]:
        fields = Fields(self.problems, signatures())
        whole = fields.entries(root, "a sidecar", ("blocks",), ("blocks",))
        for node in fields.items(whole.get("blocks"), "a list of blocks"):
            entries = fields.entries(node, "a block", _KEYS, _REQUIRED)
            name, shape, numbers, formula, under = (
                fields.text(entries.get(key)) for key in ("name", "shape", "numbers", "formula", "under")
            )
            match = _SHAPE.fullmatch(shape or "")
            if name is not None and not is_name(name):
                self.problems.add(node, "bad-name", "a name of letters, digits and _", name)
            elif shape is not None and match is None:
                self.problems.add(node, "bad-shape", "a shape as 3 x 4", shape)
            elif name and match and numbers:
                size = int(match[1]), int(match[2])
                yield Entry(node, normal(name), formula or "", under or "", size, tuple(numbers.split()))


def heading_of(text: str, at: int, headings: Sequence[Section]) -> str:
    """The heading under which an offset stands; empty before the first."""
    start = max((one.start for one in headings if one.start <= at), default=None)
    match = None if start is None else _HEADING.search(text, start)
    return "" if match is None else " ".join(next(group for group in match.groups() if group is not None).split())


def numbers_of(shown: Shown) -> tuple[str, ...]:
    """The numbers of a block, as they are printed; a dash for a cell that shows none."""
    cells = () if shown.block is None else shown.block.cells
    return tuple("-" if cell is None else cell.text.replace(" ", "") for cell in cells)


def _found(entry: Entry, text: str, shown: Sequence[Shown], headings: Sequence[Section], taken: set[int]) -> int | None:
    """The index of the block that an entry means: that with the most of its numbers, then that under its heading."""
    merits: dict[int, tuple[int, bool, int]] = {}
    for index, one in enumerate(shown):
        if index in taken or one.block is None or one.block.shape != entry.shape:
            continue
        same = sum(a == b for a, b in zip(numbers_of(one), entry.numbers, strict=False))
        if 2 * same > len(entry.numbers):
            merits[index] = same, heading_of(text, one.at, headings) == entry.under, -index
    return max(merits, key=lambda index: merits[index], default=None)


def _directive(entry: Entry, at: int) -> Directive:
    """What an entry says, as if a comment before its block said it."""
    words = Stretch(entry.formula, [at] * len(entry.formula)) if entry.formula else NOTHING
    said = Stretch(entry.name, [at] * len(entry.name))
    return Directive("", entry.name, words, said, Comment(said, at, at))
