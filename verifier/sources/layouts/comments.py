"""The comments in which authors speak to the verifier: `<!-- verify: ... -->`, `% verify: ...`, `# verify: ...`."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Comment, Note, Stretch, joined

_BRACES: Final = pattern(r"<!--(?<!`<!--)\s*verify:(?P<words>.*?)(?:-->|\Z)", re.DOTALL)
_WITHOUT_COLON: Final = pattern(
    r"(?:<!--|^[ \t]*(?:%+|#+|\.\.))[ \t]*verify[ \t]+"
    r"(?P<words>(?:givens[ \t]+(?:exact|rounded)\b|(?:columns|rows|let)[ \t]+[^\W\d]\w*[,;=]|[^\W\d]\w*[ \t]*=)"
    r"[^\r\n;>]{0,40})",
    re.MULTILINE,
)
_BRACKET: Final = pattern(r"[(\[{]|[)\]}]")


def html_comments(source: Stretch) -> Iterator[Comment]:
    """The annotations between `<!--` and `-->`; one that does not end has the rest of the source."""
    for match in _BRACES.finditer(source.text):
        words = source.part(*match.span("words"))
        yield Comment(words, source.at[match.start()], source.at[match.end() - 1] + 1)


def line_comments(source: Stretch, sign: str) -> Iterator[Comment]:
    """The annotations on lines that begin with a sign; while a bracket is open, one goes on in the next such line."""
    begin = pattern(rf"^[ \t]*{sign}+[ \t]*verify:([^\r\n]*)", re.MULTILINE)
    more = pattern(rf"(?:\r\n|\n|\r)[ \t]*{sign}+(?![ \t]*verify:)([^\r\n]*)")
    for match in begin.finditer(source.text):
        pieces, end = [source.part(*match.span(1))], match.end()
        depth = _depth(match[1])
        while depth > 0 and (following := more.match(source.text, end)) is not None:
            pieces.append(source.part(*following.span(1)))
            depth += _depth(following[1])
            end = following.end()
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        yield Comment(joined(pieces), source.at[start], source.at[end - 1] + 1)


def without_colon(text: str) -> Iterator[Note]:
    """Comments that begin as annotations do, and have no colon: they say nothing."""
    for match in _WITHOUT_COLON.finditer(text) if "verify " in text else ():
        yield Note(
            match.start(), f"this is no annotation without a colon: write `verify: {match['words'].strip('- ')}`"
        )


def _depth(text: str) -> int:
    """How many more brackets begin than end."""
    return sum(1 if sign in "([{" else -1 for sign in _BRACKET.findall(text))
