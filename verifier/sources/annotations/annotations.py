"""What an author says of his own file in comments: names, formulas, settings, and what is to be skipped."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from verifier.late import pattern
from verifier.operations import signatures
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.binding import FAR, Binder, Bound, Group
from verifier.sources.annotations.blocks import Shown
from verifier.sources.expressions.computed import Computed
from verifier.sources.text.directives import AT, EDGES, LET, LISTS, PARTS, WORDS, Directive, Refusals, directives
from verifier.sources.text.settings import Section, Settings, reach, sections
from verifier.sources.text.stretch import Comment, Layout, Paragraph

MAX_DIRECTIVES: Final = 1_000
_WORD: Final = pattern(r"[^\W\d]\w*")


class Annotations:
    """The directives of a source; what is none is noted as a problem."""

    def __init__(self, text: str, layout: Layout, refusals: Refusals) -> None:
        self.paragraphs = layout.paragraphs
        self.refusals = refusals
        self.code = [
            (one.stretch.at[0], one.stretch.at[-1])
            for one in layout.paragraphs
            if one.kind == "code" and one.stretch.at
        ]
        comments = list(self._comments(text, layout))
        said = (directive for comment in comments for directive in directives(comment, refusals))
        self.directives = list(islice(said, MAX_DIRECTIVES))
        if next(said, None) is not None:
            last = self.directives[-1].comment
            refusals.comment(last, f"at most {MAX_DIRECTIVES} directives in a file", "more; the rest is not read")
        self.hidden = {comment.start for comment in layout.comments}
        headings = self.headings_of(text) if comments else ()
        self.settings = Settings(self.directives, headings, refusals, text, self.code)
        self.reaches = {comment.start: reach(comment.end, headings) for comment in comments}
        self.named = [one for one in self.directives if not one.verb or one.verb in LISTS]
        self.worded = [one for one in self.directives if one.verb == WORDS]
        self.unprinted = [one for one in self.directives if one.verb == LET]
        self.by_digits = [one for one in self.directives if one.verb == AT]

    @property
    def name_blocks(self) -> bool:
        """Whether formulas are said, which may use the blocks of the text."""
        return bool(self.named or self.unprinted or self.by_digits)

    def headings_of(self, text: str) -> tuple[Section, ...]:
        """The headings of the source text, without what looks so in code and comments."""
        found = sections(text)
        return tuple(one for one in found if one.start not in self.hidden and not self._is_in_code(one.start))

    def _comments(self, text: str, layout: Layout) -> Iterator[Comment]:
        """The comments outside of code; one that does not end is noted."""
        for comment in sorted(layout.comments, key=lambda one: one.start):
            if comment.until is None and self._is_in_code(comment.start):
                continue
            if text.startswith("<!--", comment.start) and not text.endswith("-->", 0, comment.end):
                self.refusals.comment(comment._replace(end=comment.start + 4), "a comment that ends with -->", "none")
            else:
                yield comment

    def _is_in_code(self, offset: int) -> bool:
        index = bisect_right(self.code, (offset, FAR)) - 1
        return index >= 0 and offset <= self.code[index][1]

    def without_skipped(self) -> Iterator[Paragraph]:
        """The paragraphs, each that an annotation skips excluded; one that skips nothing is noted as a problem."""
        skips = [one for one in self.directives if one.verb == "skip"]
        table: int | None = None
        for paragraph in self.paragraphs:
            at = paragraph.stretch.at
            meant = [one for one in skips if len(at) and at[-1] >= one.comment.end and paragraph.stretch.text.strip()]
            is_same = paragraph.cell is not None and paragraph.cell.table == table
            if meant:
                table = None if paragraph.cell is None else paragraph.cell.table
            yield paragraph._replace(kind="excluded", is_plain=False) if meant or is_same else paragraph
            skips = [one for one in skips if one not in meant]
        for one in skips:
            self.refusals.comment(one.comment, "a paragraph behind the annotation that it skips", "none")

    def annotated(
        self, shown: Sequence[Shown], paragraphs: Sequence[Paragraph], rounded: Computed, beside: Sequence[Bound] = ()
    ) -> Annotated:
        """The stages of the blocks that annotations name, and of what their formulas use; *rounded* are never exact.

        The rounded results of formulas are put among these.
        *beside* is what a sidecar says of blocks, each of which has one name.
        """
        # imported here, as most files have no annotations
        from verifier.sources.annotations.annotated_blocks import said_of
        from verifier.sources.annotations.annotated_results import AnnotatedResults
        from verifier.sources.annotations.annotated_stages import Maker
        from verifier.sources.annotations.annotated_words import worded
        from verifier.sources.annotations.by_digits import by_digits
        from verifier.sources.annotations.quoted import Quoted
        from verifier.sources.annotations.unprinted import unprinted

        every = sorted(shown, key=lambda one: one.at)
        ordered, inside = ([one for one in every if one.is_inside == is_inside] for is_inside in (False, True))
        words = {word for one in self.directives if one.verb != "skip" for word in _WORD.findall(one.said.text)}
        spoken = words - set(signatures())
        binder = Binder(ordered, paragraphs, spoken, inside)
        bound = list(binder.bound(_groups(self.named, ordered, self.reaches), self.refusals))
        bound += [one for one in beside if not any(one.shown is other.shown for other in bound)]
        bound += worded(self.worded, paragraphs, self.refusals)
        has_commas = self.settings.say_commas
        bound += by_digits(self.by_digits, paragraphs, self.reaches, self.refusals, has_commas=has_commas)
        bound += unprinted(self.unprinted, bound, self.reaches)
        said = said_of(bound, self._parts(bound), self.refusals, self.settings)
        results = AnnotatedResults(rounded)
        quoted = Quoted(paragraphs, self.refusals.lines, self.settings, results)
        made = Maker(said, ordered, self.settings, self.refusals, quoted).annotated()
        return made._replace(stages=tuple(results.joined(made.stages, made.by_text)))

    def _parts(self, bound: Sequence[Bound]) -> dict[int, list[Directive]]:
        """The directives that say more of a block, by the index of what was bound before them."""
        indices = {id(one.directive): index for index, one in enumerate(bound)}
        found: dict[int, list[Directive]] = {}
        last: Directive | None = None
        for directive in self.directives:
            if not directive.verb or directive.verb in (*LISTS, WORDS, LET, AT):
                last = directive
            elif directive.verb in PARTS and last is None:
                is_edge = directive.verb in EDGES
                hint = "write it behind the columns" if is_edge else f"as NAME = FORMULA; {directive.verb}: ..."
                self.refusals.at(
                    directive.said, "no-block", f"a block that is named before {directive.verb}:", "none", hint
                )
            elif directive.verb in PARTS and id(last) in indices:
                found.setdefault(indices[id(last)], []).append(directive)
        return found


def _groups(named: Sequence[Directive], shown: Sequence[Shown], reaches: Mapping[int, int]) -> list[Group]:
    """The directives that name blocks, by the comments between which there is no block.

    *reaches* are the ends of the sections of comments by the offsets of these.
    """
    found: list[list[Directive]] = []
    begins = [*sorted(one.at for one in shown), FAR]
    for directive in named:
        comment, last = directive.comment, found[-1][-1].comment if found else None
        is_near = last is not None and begins[bisect_left(begins, last.end)] >= comment.start
        if last is not None and is_near and last.until == comment.until:
            found[-1].append(directive)
        else:
            found.append([directive])
    ends = [*(some[0].comment.start for some in found), FAR][1:]
    return [_group(some, end, reaches) for some, end in zip(found, ends, strict=True)]


def _group(some: Sequence[Directive], end: int, reaches: Mapping[int, int]) -> Group:
    comment = some[-1].comment
    if comment.until is None:
        return Group(tuple(some), comment.end, end, reaches[comment.start])
    return Group(tuple(some), some[0].comment.end, comment.until, comment.until, is_in_code=True)
