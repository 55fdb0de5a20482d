"""What an author says of all numbers from a place to the end of its section: givens, rounding, slack, blanks."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from verifier.document.fields import parse_givens
from verifier.document.model import Stage
from verifier.late import pattern
from verifier.numbers.resolution import parse_resolution
from verifier.numbers.rounding import parse_rule
from verifier.numbers.slack import parse_slack
from verifier.record import NamedTuple
from verifier.sources.text.decimals.commas import has_commas, with_points
from verifier.sources.text.directives import SETTINGS, Directive, Refusals
from verifier.sources.text.stretch import Paragraph, Stretch, blanked

_SECTION: Final = pattern(
    r"^[ \t]*(?P<signs>\#{1,6})[ \t]|^[ \t]*\\(?P<command>part|chapter|(?:sub)*section)\b|<h(?P<level>[1-6])\b",
    re.MULTILINE | re.IGNORECASE,
)
_LEVELS: Final = ("part", "chapter", "section", "subsection", "subsubsection")
COMMA: Final = "comma"
POINT: Final = "point"
Change: TypeAlias = Callable[[Stage], Stage]


class Section(NamedTuple):
    """A heading of a source, and how deep it is: 1 for the highest."""

    start: int
    level: int


@lru_cache(maxsize=1)
def sections(text: str) -> tuple[Section, ...]:
    """The headings of a source in its order."""
    return tuple(Section(match.start(), _level(match)) for match in _SECTION.finditer(text))


def _level(match: re.Match[str]) -> int:
    if match["signs"] is not None:
        return len(match["signs"])
    return int(match["level"]) if match["level"] is not None else _LEVELS.index(match["command"].lower())


def reach(start: int, headings: Sequence[Section]) -> int:
    """The end of the section in which an offset stands: the next heading that is as high as its own."""
    level = next((one.level for one in reversed(headings) if one.start < start), 0)
    return next((one.start for one in headings if one.start >= start and one.level <= level), 1 << 62)


def _change(key: str, text: str) -> Change:
    """How a setting changes a stage; raises ValueError for a text that the setting cannot have."""
    if text == "infer":
        return _itself
    match key:
        case "givens":
            givens = parse_givens(text)
            return lambda stage: stage if stage.formula is not None else stage._replace(givens=givens)
        case "rounding":
            rule = parse_rule(text)
            return lambda stage: stage._replace(rounding=rule)
        case "resolution":
            resolution = parse_resolution(text)
            return lambda stage: stage._replace(resolution=stage.resolution or resolution)
        case "blank":
            if text != "0":
                raise ValueError(f"0, as that is what a blank cell can stand for, or infer, found {text[:20]!r}")
            return _itself
        case "decimal":
            if text not in (COMMA, POINT):
                raise ValueError(f"comma, point or infer, found {text[:20]!r}")
            return _itself
        case _:
            slack = parse_slack(text)
            return lambda stage: stage._replace(within=slack)


def _itself(stage: Stage) -> Stage:
    return stage


class Setting(NamedTuple):
    """One setting with the offsets between which it holds."""

    key: str
    text: str
    change: Change
    start: int
    end: int
    said: int
    """Where the author says so."""


class Settings:
    """The settings of a source; the last before a place, in whose section it stands, holds there."""

    def __init__(
        self,
        found: Iterable[Directive],
        headings: Sequence[Section],
        refusals: Refusals,
        text: str = "",
        code: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.found: list[Setting] = []
        self.refusals = refusals
        directives = list(found)
        for directive in directives:
            if directive.verb in SETTINGS:
                self._take(directive, headings)
        comments = sorted({(one.comment.start, one.comment.end) for one in directives})
        self.shown = shown = blanked(text, comments)  # whose formulas have points in any case
        self.code = code
        self.are_commas = self.some_are_commas = False
        """Whether the text tells that numbers have decimal commas where its author does not say what they have, or
        a paragraph of it may tell so of its own."""
        if has_commas(shown):
            from verifier.sources.text.decimals.evidence import has_decimals, some_have_decimals  # few texts have some

            self.are_commas = has_decimals(shown, code)
            self.some_are_commas = not self.are_commas and some_have_decimals(shown)

    def _take(self, directive: Directive, headings: Sequence[Section]) -> None:
        words, start = directive.words, directive.comment.end
        text = " ".join(words.text.split())
        try:
            change = _change(directive.verb, text)
        except ValueError as error:
            self.refusals.at(words, f"bad-{directive.verb}", str(error))
        else:
            self.found.append(
                Setting(directive.verb, text, change, start, reach(start, headings), directive.said.at[0])
            )

    @property
    def say_exact(self) -> bool:
        """Whether the author says of some operands that they are exact."""
        return any((one.key, one.text) == ("givens", "exact") for one in self.found)

    @property
    def say_commas(self) -> bool:
        """Whether the author says of some numbers that they have decimal commas."""
        return any((one.key, one.text) == ("decimal", COMMA) for one in self.found)

    def open_point(self) -> int | None:
        """Where a point leaves it open what commas are, -1 if nothing decides it; None if something does."""
        if self.are_commas or any(one.key == "decimal" for one in self.found):
            return None
        from verifier.sources.text.decimals.evidence import point_beside_commas

        return point_beside_commas(self.shown, self.code)

    def has_blanks(self, offset: int) -> bool:
        """Whether it is said of a place that blank cells of givens stand for 0 there."""
        return self._said_at(offset, "blank") == "0"

    def says_points(self, offset: int) -> bool:
        """Whether it is said of a place that its points are decimal points."""
        return self._said_at(offset, "decimal") == POINT

    def _said_at(self, offset: int, key: str) -> str:
        """What is said of a place under a key, last; empty for nothing."""
        said = [one.text for one in self.found if one.key == key and one.start <= offset < one.end]
        return said[-1] if said else ""

    def note_idle(self, has_number: Callable[[int, int], bool]) -> None:
        """Note each setting in whose reach there is no number; *has_number* says it of the offsets of a range."""
        for one in self.found:
            if not has_number(one.start, one.end):
                self.refusals.governs_nothing(f"{one.key} {one.text}", one.said, one.end)

    def pointed(self, paragraph: Paragraph) -> Paragraph:
        """A paragraph whose numbers have decimal points, where it was said that they have commas."""
        is_read = paragraph.kind in ("text", "math", "cell")
        return paragraph._replace(stretch=self.with_points(paragraph.stretch)) if is_read else paragraph

    def with_points(self, words: Stretch) -> Stretch:
        """Words, as a line of code that may be a calculation, whose numbers have decimal points in the same way."""
        if not (self.found or self.are_commas or self.some_are_commas):
            return words
        said = self._said_at(words.at[0], "decimal") if len(words.at) else ""
        if said == COMMA:
            return with_points(words)
        are_commas = self.are_commas or (self.some_are_commas and self._tells(words.text))
        return with_points(words, is_inferred=True) if are_commas and said != POINT else words

    @staticmethod
    def _tells(text: str) -> bool:
        """Whether a paragraph tells so of its numbers."""
        if not has_commas(text):
            return False
        from verifier.sources.text.decimals.evidence import part_has_decimals

        return part_has_decimals(text)

    def applied(self, stage: Stage, offset: int) -> Stage:
        """A stage with what holds at the place of its numbers."""
        if not self.found:
            return stage
        held = {one.key: one.change for one in self.found if one.start <= offset < one.end}
        for change in held.values():
            stage = change(stage)
        return stage
