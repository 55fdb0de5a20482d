"""An author's file as a document: its equalities as stages."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from verifier.document.model import Document, Stage
from verifier.document.problems import Problems
from verifier.document.read import Read
from verifier.sources import inline
from verifier.sources.annotations import Annotation, annotations, givens_at, without_skipped
from verifier.sources.chains import Chain
from verifier.sources.display import math_chains
from verifier.sources.equalities import Chains, Equality
from verifier.sources.ledger import Ledger
from verifier.sources.naming import Labels, label_of, renamed_stages
from verifier.sources.places import Lines, Places
from verifier.sources.prose import prose_chains
from verifier.sources.stretch import Layout, Note, Paragraph, Stretch
from verifier.sources.tokens import tokens
from verifier.sources.words import WRONG

_SENTENCE: Final = 160
_WORDS: Final = re.compile(r"[a-z]+")
_RELATION: Final = re.compile("[=\u2248\u2243\u2245\u2250\u2251]")
_TITLE: Final = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t#]*$|\\title\{([^{}]*)\}|<title>([^<]*)</title>", re.MULTILINE)

Format: TypeAlias = Callable[[str], Layout]


class Source(NamedTuple):
    """What was found in an author's file; `document` makes a document of it."""

    path: str
    title: str
    equalities: tuple[Equality, ...]
    notes: tuple[Note, ...]
    lines: Lines
    ledger: Ledger

    def document(self, chosen: Mapping[int, int | None]) -> Document:
        """The document in which each equality has the chosen variant, the first by default; None leaves it out."""
        return self.owned(chosen)[0]

    def owned(self, chosen: Mapping[int, int | None]) -> tuple[Document, dict[str, int]]:
        """The same, and the index of the equality that each stage states."""
        stages: dict[str, tuple[Stage, int]] = {}
        for index, equality in enumerate(self.equalities):
            choice = chosen.get(index, 0)
            for stage in () if choice is None else equality.variants[choice].stages:
                _put(stages, stage, index)
        name = os.path.splitext(os.path.basename(self.path))[0]
        renamed = renamed_stages([stage for stage, _ in stages.values()])
        owners = {stage.name: owner for stage, (_, owner) in zip(renamed, stages.values(), strict=True)}
        return Document(name, self.title, self.path, renamed, givens="rounded"), owners

    def read(self, document: Document, chosen: Mapping[int, int | None]) -> Read:
        """What was read of the source where the document has the chosen variants."""
        used = (equality for index, equality in enumerate(self.equalities) if chosen.get(index, 0) is not None)
        return self.ledger.read(
            document, (span for equality in used for span in equality.spans), self.notes, self.lines
        )


def _put(stages: dict[str, tuple[Stage, int]], stage: Stage, owner: int) -> None:
    """Add a stage. A number that an earlier equality states is no given, and one that two state is two stages."""
    known = stages.get(stage.name)
    if known is None or (known[0].formula is None and stage.formula is not None):
        stages.pop(stage.name, None)
        stages[stage.name] = stage, owner
    elif stage.formula is not None:
        name = f"{stage.name}b"
        stages[name] = stage._replace(name=name), owner


def source_of(path: str, text: str, read: Format, problems: Problems) -> Source:
    """The equalities of a source text in a format; raises DocumentError for annotations that say nothing."""
    found = read(text)
    text = text if found.text is None else found.text
    lines, ledger = Lines(text), Ledger(text, tuple(Lines(text).of(start)[0] for start in found.cells))
    notes_of_author = annotations(text, found.paragraphs, lines, problems)
    finder = _Finder(lines, ledger, notes_of_author)
    for paragraph in without_skipped(found.paragraphs, notes_of_author, lines, problems):
        finder.take(paragraph)
    problems.give_up_if_any()
    title = _TITLE.search(text)
    shown = next((group for group in title.groups() if group), "") if title else ""
    notes = (*found.notes, *finder.notes)
    return Source(path, shown.strip() or path, tuple(finder.equalities), notes, lines, ledger)


class _Finder:
    """Finds the equalities of paragraphs, one after another."""

    def __init__(self, lines: Lines, ledger: Ledger, said: Sequence[Annotation]) -> None:
        self.said = said
        self.lines = lines
        self.ledger = ledger
        self.equalities: list[Equality] = []
        self.notes: list[Note] = []
        self.labels = Labels()
        self.last = ""
        """The end of the last paragraph of words."""

    def take(self, paragraph: Paragraph) -> None:
        """Find the equalities of one paragraph."""
        self.ledger.take(paragraph)
        if paragraph.kind == "math":
            if not _is_wrong(self.last):
                self._add_math(inline.Piece(paragraph.stretch, "", ""))
        elif paragraph.kind in ("text", "cell"):
            self._take_text(paragraph.stretch)

    def _take_text(self, stretch: Stretch) -> None:
        found = inline.parts(stretch)
        self.notes += found.notes
        words = found.words.text
        is_wrong = _is_wrong(words) or (not words.strip(inline.OBJECT + " \t\r\n") and _is_wrong(self.last))
        self.last = words[-_SENTENCE:] if words.strip(inline.OBJECT + " \t\r\n") else self.last
        if is_wrong:
            return
        for piece in found.pieces:
            self._add_math(piece)
        if _RELATION.search(words):
            self._add(found.words, prose_chains(list(tokens(words, is_prose=True))))

    def _add_math(self, piece: inline.Piece) -> None:
        found = list(tokens(piece.stretch.text, is_prose=False))
        self.ledger.matrices(piece.stretch, found)
        self._add(piece.stretch, math_chains(found, piece.before, piece.after))

    def _add(self, stretch: Stretch, chains: Iterator[Chain]) -> None:
        """Add the equalities of the chains of a stretch."""
        places = Places(self.lines, stretch.at)
        makes = Chains(places, stretch.text, givens_at(stretch.at[0], self.said) if len(stretch.at) else None)
        for chain in chains:
            first = next((side.tokens[0] for side in chain.sides if side.tokens), None)
            if first is None:
                continue
            line = places.of(first.start)[0]
            label = self.labels.unique(label_of(chain) or f"line_{line}", line)
            found = list(makes.equalities(chain, label))
            for span in makes.read(chain):
                self.ledger.side(span)
            if found:
                self.labels.taken.add(label)
                self.equalities += found


def _is_wrong(text: str) -> bool:
    """Whether the words of a paragraph say that something in it is wrong on purpose."""
    return not WRONG.isdisjoint(_WORDS.findall(text.lower()))
