"""An author's file as a document: its equalities as stages."""

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from verifier.document.model import Document, Stage
from verifier.document.problems import Problems
from verifier.document.read import Part, Read
from verifier.sources import inline
from verifier.sources.annotated import Annotated
from verifier.sources.annotations import Annotations
from verifier.sources.blocks import Blocks
from verifier.sources.chains import Chain, depths
from verifier.sources.computed import Computed
from verifier.sources.directives import Refusals
from verifier.sources.display import math_chains
from verifier.sources.displays import Displays
from verifier.sources.effort import Effort
from verifier.sources.equalities import Chains, Equality
from verifier.sources.ledger import Ledger, Span
from verifier.sources.naming import Labels, label_of, renamed_stages
from verifier.sources.places import Lines, Places
from verifier.sources.prose import prose_chains
from verifier.sources.rounded import departing, rounded_in, with_rounded_results
from verifier.sources.stated import SUFFIXES
from verifier.sources.stretch import Layout, Note, Paragraph, Stretch
from verifier.sources.tokens import Token, tokens
from verifier.sources.units import is_value
from verifier.sources.words import WRONG

_SENTENCE: Final = 160
TEXT: Final = "text"
"""The equalities of a whole file have one habit."""
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
    computed: Computed
    annotated: Annotated = Annotated()

    def document(self, chosen: Mapping[int, int | None]) -> Document:
        """The document in which each equality has the chosen variant, the first by default; None leaves it out."""
        return self.owned(chosen)[0]

    def owned(
        self, chosen: Mapping[int, int | None], *, annotated: bool = True, rounded: Collection[int] = ()
    ) -> tuple[Document, dict[str, int]]:
        """The same, with what is *annotated* or without, and the index of the equality that each stage states.

        The numbers of *rounded* equalities may hide digits in any case.
        """
        stages: dict[str, tuple[Stage, int]] = {}
        suffixes: dict[str, str] = {}
        for index, equality in enumerate(self.equalities):
            choice = chosen.get(index, 0)
            if choice is None:
                continue
            variant = equality.variants[choice]
            suffixes |= {stage.name: SUFFIXES[variant.sort] for stage in variant.stated}
            is_open = not (variant.sort == "sides" or equality.is_doubtful or index in rounded)
            for stage in variant.stages:
                _put(stages, self._opened(stage) if is_open else stage, index)
        name = os.path.splitext(os.path.basename(self.path))[0]
        own, by_text = (self.annotated.stages, self._stated(stages)) if annotated else ((), {})
        own = tuple(stage for stage in own if stage.name not in by_text.values())
        others = [stage.name for stage in own]
        renamed = renamed_stages([stage for stage, _ in stages.values()], others, by_text, suffixes)
        owners = {stage.name: owner for stage, (_, owner) in zip(renamed, stages.values(), strict=True)}
        if not own:
            return Document(name, self.title, self.path, renamed, givens="rounded"), owners
        return Document(name, self.title, self.path, (*map(_rounded, renamed), *own)), owners

    def _opened(self, stage: Stage) -> Stage:
        """A stage of an equality of which evidence says whether it hides digits; what shows a result may."""
        numbers = () if stage.printed is None else tuple(stage.printed.contents())
        if stage.formula is not None:
            return stage._replace(text=TEXT)
        is_open = stage.givens is None and not any(map(self.computed.has, numbers))
        return stage._replace(givens="open", text=TEXT) if is_open else stage

    def _stated(self, stages: Mapping[str, tuple[Stage, int]]) -> dict[str, str]:
        """The stages of equalities that state a number which annotations use by its name in the text, and that name."""
        texts = (stage for stage in self.annotated.stages if stage.name in self.annotated.by_text)
        wanted = {(stage.line, stage.column): stage.name for stage in texts}
        found: dict[str, str] = {}
        for name, (stage, _) in stages.items():
            if stage.formula is not None and (stage.line, stage.column) in wanted:
                found[name] = wanted.pop((stage.line, stage.column))
        return found

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


def _rounded(stage: Stage) -> Stage:
    """A stage of an equality beside annotated ones: its decimals stand for what they were rounded from."""
    is_decimal = stage.printed is not None and not any(cell.is_bare_integer for cell in stage.printed.contents())
    return stage._replace(givens="rounded") if stage.is_given and stage.givens is None and is_decimal else stage


def source_of(path: str, text: str, read: Format, problems: Problems) -> Source:
    """The equalities of a source text in a format; raises DocumentError for annotations that say nothing."""
    found = read(text)
    text = text if found.text is None else found.text
    lines = Lines(text)
    cells = tuple(Part(lines.of(start)[0], cell, is_output) for start, cell, is_output in found.cells)
    if cells:
        problems.lines, problems.cells = re.split("\r\n|\n|\r", text), cells
    said = Annotations(text, found, Refusals(problems, lines))
    finder = _Finder(lines, Ledger(text, cells), said)
    paragraphs: list[Paragraph] = []
    for paragraph in said.without_skipped():
        finder.ledger.take(paragraph)
        paragraphs.append(said.settings.pointed(paragraph))
        finder.take(paragraphs[-1])
    equalities = with_rounded_results(finder.equalities, finder.rounded)
    annotated = Annotated()
    if said.directives:
        finder.blocks.tables(paragraphs)
        annotated = said.annotated(finder.blocks.found, paragraphs, finder.rounded)
    problems.give_up_if_any()
    title = _TITLE.search(text)
    shown = next((group for group in title.groups() if group), "") if title else ""
    notes = (*found.notes, *finder.notes, *said.refusals.notes)
    ledger, computed = finder.ledger, finder.computed
    computed.add(ledger.shown("table", "code"))
    for value, decimals in departing(equalities):
        computed.give(value, decimals)
    return Source(path, shown.strip() or path, equalities, notes, lines, ledger, computed, annotated)


class _Finder:
    """Finds the equalities of paragraphs, one after another."""

    def __init__(self, lines: Lines, ledger: Ledger, said: Annotations) -> None:
        self.said = said
        self.blocks = Blocks(lines)
        self.lines = lines
        self.ledger = ledger
        self.equalities: list[Equality] = []
        self.notes: list[Note] = []
        self.labels = Labels()
        self.effort = Effort()
        self.displays = Displays()
        self.computed = Computed()
        self.rounded = Computed()
        """What is said to be only about equal, or to be what an expression with names gives."""
        self.last = ""
        """The end of the last paragraph of words."""

    def take(self, paragraph: Paragraph) -> None:
        """Find the equalities of one paragraph."""
        if self.said.named:
            self.blocks.begin(paragraph)
        if paragraph.kind == "math":
            self._add_math(inline.Piece(paragraph.stretch, "", "", is_display=True), is_wrong=_is_wrong(self.last))
        elif paragraph.kind in ("text", "cell"):
            self._take_text(paragraph.stretch)
        if paragraph.kind not in ("math", "text"):
            self.displays.last = None

    def _take_text(self, stretch: Stretch) -> None:
        found = inline.parts(stretch)
        self.notes += found.notes
        words = found.words.text
        is_wrong = _is_wrong(words) or (not words.strip(inline.OBJECT + " \t\r\n") and _is_wrong(self.last))
        self.last = words[-_SENTENCE:] if words.strip(inline.OBJECT + " \t\r\n") else self.last
        gaps = self.displays.gaps(found)
        for piece, before in zip(found.pieces, gaps, strict=False):
            self.displays.pass_words(before)
            self._add_math(piece, is_wrong=is_wrong)
        self.displays.pass_words(gaps[-1])
        if _RELATION.search(words) or self.said.named:
            shown = list(tokens(words, is_prose=True))
            chains = list(prose_chains(shown))
            if self.said.named:
                self.blocks.words(found.words, shown, chains)
            self._add(found.words, () if is_wrong else chains)

    def _add_math(self, piece: inline.Piece, *, is_wrong: bool) -> None:
        found = list(tokens(piece.stretch.text, is_prose=False))
        chains = list(math_chains(found, piece.before, piece.after))
        if self.said.named:
            self.blocks.mathematics(piece.stretch, found, list(math_chains(found)), displayed=piece.is_display)
        if not is_wrong:
            self.ledger.matrices(piece.stretch, found)
            self._add_display(piece, found, chains)
        if found and not chains:
            shown = [token for token in found if token.sort != "line"]
            why = "brackets that do not match" if depths(shown) is None else ""
            if why or is_value(shown):
                self.ledger.side(Span(piece.stretch.at[0], piece.stretch.at[-1] + 1), why)

    def _add_display(self, piece: inline.Piece, found: Sequence[Token], chains: Iterable[Chain]) -> None:
        """Add the equalities of mathematics, that which goes on from the piece before with what it goes on from."""
        whole, start = self.displays.whole(piece, found)
        shown = list(tokens(whole.stretch.text, is_prose=False)) if start else ()
        behind = [chain for chain in math_chains(shown, whole.before, whole.after) if chain.ends_behind(start)]
        if behind and behind[0].goes_on_at(start):
            self._add(whole.stretch, behind, start)
        else:
            self._add(piece.stretch, chains)

    def _add(self, stretch: Stretch, chains: Iterable[Chain], start: int = 0) -> None:
        """Add the equalities of the chains of a stretch; those that end before *start* were added."""
        places = Places(self.lines, stretch.at)
        offset = stretch.at[0] if len(stretch.at) else 0
        makes = Chains(places, stretch.text, partial(self.said.settings.applied, offset=offset), self.effort)
        for chain in chains:
            first = next((side.tokens[0] for side in chain.sides if side.tokens), None)
            if first is None:
                continue
            line = places.of(first.start)[0]
            label = self.labels.unique(label_of(chain) or f"line_{line}", line)
            has_ended = self.effort.end
            found = list(makes.equalities(chain, label, start))
            self.computed.take(chain, partial(makes.reads, chain))
            self.rounded.add(rounded_in(chain))
            if self.effort.end and not has_ended:
                self.notes.append(Note(stretch.at[first.start], f"what follows is not judged: {self.effort.end}"))
            for span, why in makes.read(chain):
                self.ledger.side(span, why)
            if found:
                self.labels.taken.add(label)
                self.equalities += found


def _is_wrong(text: str) -> bool:
    """Whether the words of a paragraph say that something in it is wrong on purpose."""
    return not WRONG.isdisjoint(_WORDS.findall(text.lower()))
