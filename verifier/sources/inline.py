"""Separate the mathematics of a paragraph from its words, by dollar signs and by LaTeX's brackets."""

import re
from typing import Final, NamedTuple

from verifier.sources.stretch import Note, Stretch, group_of

OBJECT: Final = "\ufffc"
"""Stands in the words of a paragraph where mathematics or code stood."""
_AROUND: Final = 60
ENVIRONMENTS: Final = r"(?:equation|align|gather|multline|eqnarray|displaymath)\*?"
"""LaTeX's displays, which are mathematics wherever they stand."""
_MATH: Final = (
    rf"(?<!\\)\\begin\{{(?P<kind>{ENVIRONMENTS}|aligned|gathered|split)\}}"
    r"(?P<environment>(?:[^\\]|\\(?!begin\{(?P=kind)\}).)*?)\\end\{(?P=kind)\}"
    r"""
  | (?<!\\)\$`(?P<quoted>[^`\n]+)`\$
  | (?<!\\)\$\$(?P<display>(?:[^$\\]|\\.|\$(?!\$))+)\$\$
  | (?<!\\)\\\[(?P<bracket>(?:[^\\]|\\[^\[\]])*)\\\]
  | (?<!\\)\\\((?P<round>(?:[^\\]|\\[^()])*)\\\)
  | (?<![\\$])\$[ \t](?P<spaced>[^$\r\n]*[\\=_^][^$\r\n]*)(?<=[ \t])\$(?!\d)
  | (?<![\\$])\$(?P<single>(?:[^$\s\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^$\s\\]|\\.))?)\$(?!\d)
  | (?<![\\$\w])\$(?![^$\r\n]*\b[a-z]{2,}[ ][a-z]{2,})
    (?P<loose>(?=[^\s$])[^$\r\n]*[\\=_^][^$\r\n]*)(?<=[ \t])\$(?![\w$])
"""
)
MATH: Final = re.compile(_MATH, re.VERBOSE | re.DOTALL)
"""Mathematics in running text, with its delimiters."""
_FENCES: Final = re.compile(
    _MATH + r"| ^[ \t]*(?P<broken>\$\$|\\\[)(?=[ \t]*(?:$|\\[A-Za-z]|\w+[ \t]*=))",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_LAYOUT: Final = re.compile(
    r"\\(?:tag|label|ref|eqref|cite[a-z]*|[hv]space|[hv]?phantom|color)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
)
"""Commands that show nothing, or a label."""
_SPOKEN: Final = {"$$": "$$", "\\[": "\\]"}


class Piece(NamedTuple):
    """Mathematics with the text before and after it on its line."""

    stretch: Stretch
    before: str
    after: str
    is_display: bool = False


class Parts(NamedTuple):
    """The words of a paragraph, an OBJECT in the place of each piece of mathematics, and the pieces."""

    words: Stretch
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...]


def parts(stretch: Stretch) -> Parts:
    """Separate a paragraph. What begins as mathematics and does not end costs the rest of the paragraph."""
    text = stretch.text
    pieces: list[Piece] = []
    shown: list[str] = []
    at: list[int] = []
    notes: list[Note] = []
    end = 0
    for match in _FENCES.finditer(text):
        shown.append(text[end : match.start()])
        at += stretch.at[end : match.start()]
        if match["broken"] is not None:
            sign = match["broken"]
            what = f"{sign} without {_SPOKEN[sign]} before a blank line: the paragraph is not read"
            if text.strip() != sign:
                notes.append(Note(stretch.at[match.start("broken")], what))
            return Parts(Stretch("", ()), (), tuple(notes))
        group = group_of(match)
        inside = stretch.part(match.start(group), match.end(group)).replaced(_LAYOUT)
        if group in ("display", "bracket", "environment"):
            pieces.append(Piece(inside, "", "", is_display=True))
        else:
            before = re.split(r"[\r\n]", text[max(0, match.start() - _AROUND) : match.start()])[-1]
            after = re.split(r"[\r\n]", text[match.end() : match.end() + _AROUND])[0]
            pieces.append(Piece(inside, before, after))
        shown.append(OBJECT)
        at.append(stretch.at[match.start()])
        end = match.end()
    shown.append(text[end:])
    at += stretch.at[end:]
    return Parts(Stretch("".join(shown), at), tuple(pieces), tuple(notes))
