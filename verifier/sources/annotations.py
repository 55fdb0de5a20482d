"""What an author says of his own file in comments: `verify: skip because REASON`, `verify: givens exact`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from verifier.document.model import GivensReading
from verifier.document.problems import Problems, Spot, quote
from verifier.sources.places import Lines
from verifier.sources.stretch import Paragraph

_COMMENT: Final = re.compile(
    r"(?<!`)<!--\s*verify:\s*(?P<html>.*?)\s*-->|^[ \t]*%+[ \t]*verify:[ \t]*(?P<tex>[^\r\n]*)",
    re.DOTALL | re.MULTILINE,
)
_SECTION: Final = re.compile(
    r"^[ \t]*#{1,6}[ \t]|\\(?:sub)*section\b|\\chapter\b|<h[1-6]\b", re.MULTILINE | re.IGNORECASE
)
_SKIP: Final = re.compile(r"skip because \S.*", re.DOTALL)
_GIVENS: Final[dict[str, GivensReading]] = {"givens exact": "exact", "givens rounded": "rounded"}


class Annotation(NamedTuple):
    """A directive with the offsets of its comment and the end of its section."""

    text: str
    start: int
    end: int
    section_end: int


def annotations(text: str, paragraphs: Sequence[Paragraph], lines: Lines, problems: Problems) -> list[Annotation]:
    """The annotations of a source outside of its code; what is none is noted as a problem."""
    code = [(one.stretch.at[0], one.stretch.at[-1]) for one in paragraphs if one.kind == "code" and len(one.stretch.at)]
    sections = [match.start() for match in _SECTION.finditer(text)]
    found: list[Annotation] = []
    for match in _COMMENT.finditer(text):
        if any(start <= match.start() <= end for start, end in code):
            continue
        directive = " ".join((match["html"] or match["tex"] or "").split())
        if directive in _GIVENS or _SKIP.fullmatch(directive):
            after = next((start for start in sections if start > match.end()), len(text))
            found.append(Annotation(directive, match.start(), match.end(), after))
        else:
            must = "skip because REASON, givens exact or givens rounded after verify:"
            problems.add(Spot(*lines.of(match.start()), len(match[0])), "bad-annotation", must, quote(directive))
    return found


def without_skipped(
    paragraphs: Sequence[Paragraph], found: Sequence[Annotation], lines: Lines, problems: Problems
) -> Iterator[Paragraph]:
    """The paragraphs, each that an annotation skips excluded; one that skips nothing is noted as a problem."""
    skips = [one for one in found if one.text not in _GIVENS]
    for paragraph in paragraphs:
        at = paragraph.stretch.at
        meant = [one for one in skips if len(at) and at[-1] >= one.end and paragraph.stretch.text.strip()]
        yield paragraph._replace(kind="excluded") if meant else paragraph
        skips = [one for one in skips if one not in meant]
    for one in skips:
        spot = Spot(*lines.of(one.start), one.end - one.start)
        problems.add(spot, "bad-annotation", "a paragraph behind the annotation that it skips", "none")


def givens_at(offset: int, found: Sequence[Annotation]) -> GivensReading | None:
    """How the numbers at an offset are to be read: by the last annotation before it in its section."""
    last = [one for one in found if one.text in _GIVENS and one.end <= offset < one.section_end]
    return _GIVENS[last[-1].text] if last else None
