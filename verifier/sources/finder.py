"""What stands in the paragraphs of an author's file: its equalities, and its blocks where these are asked for."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from verifier.sources.annotations.annotations import Annotations
from verifier.sources.annotations.blocks import Blocks
from verifier.sources.annotations.names.defined_functions import DefinedFunctions
from verifier.sources.annotations.names.lines_of_names import is_next_step
from verifier.sources.annotations.names.named_values import MAX_CHAINS, NamedValues
from verifier.sources.annotations.names.said_values import Carried, Use
from verifier.sources.annotations.rounded import rounded_in
from verifier.sources.equalities.equalities import Chains
from verifier.sources.equalities.exact_results import ExactResults
from verifier.sources.equalities.ledger import Ledger, Span
from verifier.sources.equalities.orders import denied
from verifier.sources.equalities.result_columns import ResultColumns
from verifier.sources.equalities.rounded_alone import RoundedAlone, spoken, spoken_decimals
from verifier.sources.equalities.variants import IN_CODE, Equality
from verifier.sources.equalities.whole_results import WholeResults
from verifier.sources.expressions.chains import EQUAL, Chain, Side, depths
from verifier.sources.expressions.computed import Computed, is_given
from verifier.sources.expressions.naming import Labels, label_of
from verifier.sources.expressions.products import NOT_ADDED
from verifier.sources.expressions.values import Labelled
from verifier.sources.passages.above_rules import chains_above_rules, chains_in_lines
from verifier.sources.passages.continued_displays import Displays, goes_on_in_words, may_go_on
from verifier.sources.passages.display import math_chains
from verifier.sources.passages.opened import mathematics
from verifier.sources.passages.prose import prose_chains
from verifier.sources.passages.spoken_chains import DIGIT, EQUAL_SIGN, chains_of, has_chains, results_of_code
from verifier.sources.text import inline
from verifier.sources.text.context import says_wrong
from verifier.sources.text.decimals.commas import commas_of
from verifier.sources.text.effort import Effort
from verifier.sources.text.imaginary import imaginary_in
from verifier.sources.text.places import Lines, Places
from verifier.sources.text.remarks import lines_of, remarks
from verifier.sources.text.scopes import Scopes
from verifier.sources.text.spelled_out import spelled_out
from verifier.sources.text.stretch import Note, Paragraph, Stretch, as_written, whole
from verifier.sources.text.tokens import Token, tokens
from verifier.sources.units.units import is_value

_SENTENCE: Final = 160
_Order: TypeAlias = tuple[Side, Side, str]


class Finder:
    """Finds the equalities of paragraphs, one after another."""

    def __init__(self, lines: Lines, ledger: Ledger, said: Annotations, *, blocks: bool = False) -> None:
        self.said, self.wants_blocks = said, blocks or said.name_blocks
        self.blocks = Blocks(lines, ledger.text)
        self.lines, self.ledger = lines, ledger
        self.equalities: list[Equality] = []
        self.notes: list[Note] = []
        self.labels = Labels()
        self.labelled: Labelled | None = None
        """The labels of the last chain, from which mathematics may go on."""
        self.effort, self.displays = Effort(), Displays()
        self.computed, self.exact_results = Computed(), ExactResults()
        self.rounded = Computed()
        """What is said to be only about equal, or to be what an expression with names gives."""
        scopes = Scopes(ledger.text, said.headings_of(ledger.text))
        self.named = NamedValues(ledger.text, scopes)
        self.functions = DefinedFunctions(ledger.text, scopes)
        self.result_columns, self.alone = ResultColumns(), RoundedAlone(scopes)
        self.of_code = NamedValues(ledger.text, scopes)
        self.whole_results = WholeResults(self.computed, self.rounded, scopes)
        self.commas, self.imaginary = commas_of(ledger.text), imaginary_in(ledger.text)
        self.last = ""  # the end of the last paragraph of words

    def take(self, paragraph: Paragraph) -> None:
        """Find the equalities of one paragraph."""
        paragraph = paragraph._replace(stretch=spelled_out(paragraph.stretch, self.ledger.text))
        if self.wants_blocks:
            self.blocks.begin(paragraph)
        if paragraph.kind == "math":
            self._add_math(inline.Piece(paragraph.stretch, "", "", is_display=True), is_wrong=says_wrong(self.last))
            self.displays.words = None
        elif paragraph.kind in ("text", "cell"):
            if paragraph.cell is not None and not says_wrong(self.last):
                self.result_columns.take(paragraph.cell, paragraph.stretch)
            self._take_text(paragraph.stretch)
            if paragraph.codes and not says_wrong(paragraph.stretch.text):
                self._add_code(spelled_out(code, self.ledger.text) for code in paragraph.codes)
        elif paragraph.kind == "code":
            self._note_code(paragraph.stretch)
            if not paragraph.is_output:
                self._add_lines(paragraph.stretch, is_wrong=says_wrong(self.last))
            if not (paragraph.is_output or says_wrong(self.last)):
                self._add_code(lines_of(paragraph.stretch) if paragraph.is_plain else remarks(paragraph.stretch))
        if paragraph.kind not in ("math", "text"):
            self.displays.last = self.displays.words = None

    def _take_text(self, stretch: Stretch) -> None:
        for digits, at, zeros in spoken(stretch):
            self.whole_results.about(digits, at, zeros)
        self._take_rounded(spoken_decimals(stretch.text))
        found = inline.parts(stretch)
        self.notes += found.notes
        words = found.words.text
        is_wrong = says_wrong(words) or (not words.strip(inline.OBJECT + " \t\r\n") and says_wrong(self.last))
        self.last = words[-_SENTENCE:] if words.strip(inline.OBJECT + " \t\r\n") else self.last
        shown = list(tokens(words, is_prose=True)) if self.wants_blocks or has_chains(words) else []
        chains = list(prose_chains(shown, found.words.laid_out(self.ledger.text))) if shown else []
        if found.pieces and not is_wrong:
            self._note_results(found.words, chains)
        gaps = self.displays.gaps(found)
        for piece, before in zip(found.pieces, gaps, strict=False):
            self.displays.pass_words(before)
            self._add_math(piece, is_wrong=is_wrong)
        self.displays.pass_words(gaps[-1])
        if shown and self.wants_blocks:
            self.blocks.words(found.words, shown, chains)
        self._add_words(found.words, () if is_wrong else chains)
        self._add_lines(stretch, is_wrong=is_wrong)

    def _add_lines(self, stretch: Stretch, *, is_wrong: bool) -> None:
        """Add the calculations in lines above a rule."""
        if not is_wrong and (chains := list(chains_in_lines(stretch, self.lines))):
            self._add(stretch, chains)

    def _add_code(self, lines: Iterable[Stretch]) -> None:
        """Add the equalities of lines and remarks in code, each by itself: they are told, and accuse nobody."""
        for words in map(self.said.settings.with_points, lines):
            if not (EQUAL_SIGN.search(words.text) and DIGIT.search(words.text)):
                continue
            makes = self._makes(words, self.effort)
            number, chains = self.lines.of(words.at[0])[0], chains_of(words)
            if self.wants_blocks:
                self.blocks.in_code(words, chains)
            for chain in chains:
                label = self.labels.unique(label_of(chain) or f"line_{number}", number)
                found = [one._replace(carried=IN_CODE) for one in makes.equalities(chain, Labelled(label))]
                self.labels.taken.update([label] if found else ())
                self.equalities += found
                self.of_code.take(words, chain, [side for side, _, why in makes.read(chain) if not why])

    def _makes(self, stretch: Stretch, effort: Effort, offset: int | None = None) -> Chains:
        """What makes the equalities of a stretch, which obey what the author says at its offset, or at another."""
        at = next(iter(stretch.at), 0) if offset is None else offset
        settled = partial(self.said.settings.applied, offset=at)
        places = Places(self.lines, stretch.at)
        made = Chains(places, as_written(stretch, self.ledger.text), settled, effort, self.whole_results)
        made.commas, made.imaginary, made.source = self.commas, self.imaginary, self.ledger.text
        return made

    def _take_rounded(self, numerals: Sequence[str]) -> None:
        """Note decimals that are said to be rounded."""
        self.computed.add(numerals)
        self.exact_results.take(numerals, ())

    def _add_words(self, words: Stretch, chains: Sequence[Chain]) -> None:
        """Add the equalities of words, or of those that go on from the words of the paragraph before with these."""
        whole, start = self.displays.line(words, self.ledger.text)
        is_read = start and may_go_on(whole, start) and not says_wrong(whole.text)
        together = chains_of(whole, self.ledger.text) if is_read else []
        behind = [chain for chain in together if chain.ends_behind(start)][:1]
        is_further = any(goes_on_in_words(chain, start) for chain in behind)
        labelled, self.labelled = self.labelled, self.displays.labelled if is_further else None
        if is_further or chains:
            self._add(whole if is_further else words, behind if is_further else chains, start if is_further else 0)
        self.labelled, self.displays.labelled = labelled, self.labelled
        if is_further:
            self.displays.shorten_words(together)

    def _note_results(self, words: Stretch, chains: Sequence[Chain]) -> None:
        """Note the rounded results of words around mathematics that may use these, and is read first."""
        if not chains or self.effort.end:
            return
        makes = self._makes(words, Effort())
        for chain in chains:
            list(makes.equalities(chain, Labelled("")))

    def _note_code(self, stretch: Stretch) -> None:
        """Note the rounded results of code, whose equalities are not judged."""
        for words in results_of_code(stretch):
            self._note_results(words, chains_of(words))

    def _add_math(self, piece: inline.Piece, *, is_wrong: bool) -> None:
        found = mathematics(piece.stretch.text)
        chains = list(math_chains(found, piece.before, piece.after))
        if self.wants_blocks:
            self.blocks.mathematics(piece, found)
        if not is_wrong:
            self.ledger.matrices(piece.stretch, found)
            self._add_display(piece, found, chains)
            if "begin" in [token.sort for token in found]:
                from verifier.sources.annotations.judged_steps import stepped  # imported here, as few texts ask

                self._add(piece.stretch, chains_above_rules(found, piece.stretch, self.ledger.text))
                self.equalities += stepped(found, self._makes(piece.stretch, self.effort))
        if found and not chains:
            shown = [token for token in found if token.sort != "line"]
            inside = "an equality inside of brackets" if any(token.text in EQUAL for token in shown) else ""
            why = "brackets that do not match" if depths(shown) is None else inside
            if why or is_value(shown):
                self.ledger.side(Span(piece.stretch.at[0], piece.stretch.at[-1] + 1), why)

    def _add_display(self, piece: inline.Piece, found: Sequence[Token], chains: Iterable[Chain]) -> None:
        """Add the equalities of mathematics, that which goes on from the piece before with what it goes on from."""
        whole, start = self.displays.whole(piece, found)
        shown = mathematics(whole.stretch.text) if start else ()
        together = list(math_chains(shown, whole.before, whole.after))
        behind = [chain for chain in together if chain.ends_behind(start)]
        if behind and behind[0].goes_on_at(start):
            self._add(whole.stretch, behind, start)
            self.displays.shorten(together)
        else:
            self.labelled = None
            self._add(piece.stretch, chains)
            self.labelled = None if start else self.labelled

    def _add(self, stretch: Stretch, chains: Iterable[Chain], start: int = 0) -> None:
        """Add the equalities of the chains of a stretch; those that end before *start* were added."""
        makes = self._makes(stretch, self.effort)
        for chain in chains:
            if not (shown := chain.sides[0].tokens or next((side.tokens for side in chain.sides if side.tokens), ())):
                continue
            first = shown[0]
            line = makes.places.of(first.start)[0]
            label = self.labels.unique(label_of(chain) or f"line_{line}", line)
            has_ended = self.effort.end
            earlier = self.labelled.before(start) if self.labelled and first.start < start else ()
            self.labelled = Labelled(label, earlier)
            found = list(makes.equalities(chain, self.labelled, start))
            chosen = partial(is_given, self.ledger.text, stretch.at[first.start])
            self.exact_results.take(self.computed.take(chain, partial(makes.reads, chain), chosen), found)
            self.rounded.add(rounded_in(chain))
            if self.effort.end and not has_ended:
                self.notes.append(Note(stretch.at[first.start], f"what follows is not judged: {self.effort.end}"))
            read = list(makes.read(chain))
            for _, span, why in read:
                self.ledger.side(span, why)
            readable = [side for side, _, why in read if not why]
            used = len(self.named.uses)
            self.named.take(stretch, chain, readable)
            self.functions.take(stretch, chain)
            self._note_alone(stretch, chain, readable, self.named.uses[used:])
            if (orders := list(denied(chain))) or len(readable) < len(read):
                self._note(stretch, orders, [one for one in read if one[2].startswith(NOT_ADDED)])
            if found:
                self.labels.taken.add(label)
                self.equalities += found

    def _note_alone(self, stretch: Stretch, chain: Chain, readable: Sequence[Side], uses: Sequence[Use]) -> None:
        """Note the whole numbers of a chain that are results of what is not read, or of *uses* of names."""
        first = (chain.sides[0].tokens or next(side.tokens for side in chain.sides if side.tokens))[0].start
        is_made = bool(uses) and True in list(map(self._is_made, uses))  # what each makes is noted
        for one in self.alone.take(chain, stretch.at[first]):
            if one.left not in readable and not is_made:
                self.whole_results.about(one.token.text, stretch.at[one.token.start], one.zeros)

    def _is_made(self, use: Use) -> bool:
        found = self.named.carried(use)
        return isinstance(found, Carried) and list(self.carried(use, found, self.ledger.text, Effort())) != []

    def _note(self, stretch: Stretch, orders: Sequence[_Order], unread: Sequence[tuple[Side, Span, str]]) -> None:
        """Note the inequalities of a chain that cannot hold, and the sums of matrices that are not read."""
        if orders or unread:
            from verifier.sources.notes_of_chains import of_orders, of_sizes  # imported here, as they are rare

            self.notes += [*of_orders(stretch, orders, self.ledger.text), *of_sizes(unread)]

    def stated(self, text: str) -> Iterator[Equality]:
        """The equalities of formulas by names, with the numbers that the text has for these."""
        told = set[tuple[str, ...]]()
        for use in self.named.uses if self.named.count <= MAX_CHAINS else ():
            found = self.named.carried(use)
            if isinstance(found, Carried):
                names = ", ".join(dict.fromkeys(value.spelled for value in found.names))
                carried = f"with {names}" if names else "above"
                yield from (one._replace(carried=carried) for one in self.carried(use, found, text, self.effort))
            elif found is not None and found.name not in told:
                told.add(found.name)
                self.notes.append(Note(found.at, found.is_several, "stated", "note"))
        for use, found, carried in (*self.functions.carried(), *self.of_code.in_numbers(IN_CODE)):
            yield from (one._replace(carried=carried) for one in self.carried(use, found, text, self.effort))

    def in_tables(self) -> Iterator[Equality]:
        """The equalities of calculations in tables and of the numbers beside these, where most of these agree."""
        return self.result_columns.equalities(self._in_row)

    def _in_row(self, stretch: Stretch, chain: Chain) -> Iterator[Equality]:
        label = self.labels.unique(f"line_{(line := self.lines.of(stretch.at[0])[0])}", line)
        self.labels.taken.add(label)
        return self._makes(stretch, self.effort).equalities(chain, Labelled(label))

    def carried(self, use: Use, found: Carried, text: str, effort: Effort) -> Iterator[Equality]:
        """The equalities of a formula with the numbers of its names."""
        makes = self._makes(whole(text), effort, use.at)
        sides = (*use.earlier, found.left, use.right)
        chain = Chain(sides, (*[EQUAL[0]] * len(use.earlier), EQUAL[use.is_about]))
        line = self.lines.of(use.at)[0]
        label = self.labels.unique(use.label or f"line_{line}", line)
        made = makes.equalities(chain, Labelled(label), use.right.tokens[0].start)
        return filter(is_next_step, made) if use.is_step else made
