r"""What plain TeX and older packages write, in LaTeX as others write it: `{60 \over 8}`, `\nicefrac{1}{2}`.

So are powers of ten in braces, boxes of text, commands with two backslashes, sizes of letters, `\sf{...}` around an
equation, and a small letter o above the line, a sign of degrees.
"""

import re
from typing import Final

from verifier.sources.text.stretch import Stretch, joined, respelled

_NICE: Final = re.compile(r"\\(?:nice|s)frac(?=\s*\{)")
_DEGREES: Final = re.compile(r"(?<=[0-9])\s?\^\s?(?:\{\s?\\?o\s?\}|\\?o(?![A-Za-z]))")
_OVER: Final = re.compile(r"\\over(?![A-Za-z])")
_TEXT_BOX: Final = re.compile(r"\\[mh]box(?=\s*\{)")
_FONT: Final = re.compile(r"\\(?:sf|tt)\s?(?=\{[^{}]{0,80}=)")
_SIZE: Final = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|scriptstyle)(?![A-Za-z])"
)
_POWER: Final = re.compile(r"(?P<sign>\\(?:cdot|times)\s?)\{(?P<power>10\^(?:\{-?[0-9]{1,3}\}|[0-9]))\}")
_SURE: Final = r"(?:[cdt]?frac|cdot|times|div|sqrt|approx|text|mathrm|left|right)(?![A-Za-z])"
_DOUBLED: Final = re.compile(rf"(?<!\\)\\\\{_SURE}")
_SINGLE: Final = re.compile(rf"(?<!\\)\\{_SURE}")
"""A command with the two backslashes that it has in a string of a program: behind the end of a row there is none."""
_BACKSLASHES: Final = re.compile(r"(?<!\\)\\(?:(?P<command>\\(?!begin|end)[A-Za-z]+)|(?P<begin>\\(?:begin|end)))")
_BOX: Final = r"\pmb"
"""Stands for a font around a whole equation, as a command whose braces are left out there."""
_FRACTION_OF: Final = r"\frac{"
_FAR: Final = 200
"""Maximum number of characters above or below the stroke of a fraction."""


def in_plain_latex(stretch: Stretch) -> Stretch:
    """A stretch with plain LaTeX in the place of such commands."""
    if "$" in stretch.text and _DOUBLED.search(stretch.text) and not _SINGLE.search(stretch.text):
        stretch = stretch.replaced(_BACKSLASHES, lambda match: match["command"] or f" {match['begin']}")
    stretch = respelled(stretch, _NICE, r"\frac")
    stretch = respelled(respelled(stretch, _DEGREES, r"^{\circ}"), _TEXT_BOX, r"\text")
    stretch = _with_fractions(stretch).replaced(_SIZE)
    stretch = stretch.replaced(_POWER, lambda match: f"{match['sign']} {match['power']}")
    return respelled(stretch, _FONT, _BOX)


def _with_fractions(stretch: Stretch) -> Stretch:
    r"""A stretch with `\frac{..}{..}` for each `{.. \over ..}`."""
    text, cuts = stretch.text, list[tuple[int, int, str]]()
    for match in _OVER.finditer(text):
        start, end = _brace(text, match.start(), -1), _brace(text, match.end(), 1)
        if start is not None and end is not None and (start, start + 1, _FRACTION_OF) not in cuts:
            cuts += [(start, start + 1, _FRACTION_OF), (*match.span(), "}{")]
    pieces: list[Stretch] = []
    done = 0
    for start, end, shown in sorted(cuts):
        pieces += [stretch.part(done, start), Stretch(shown, [stretch.at[start]] * len(shown))]
        done = end
    return joined([*pieces, stretch.part(done, len(text))]) if pieces else stretch


def _brace(text: str, at: int, step: int) -> int | None:
    """Where the brace around an index opens, or with a step of one, closes; None if that is far away."""
    depth = 0
    inside = range(at, min(len(text), at + _FAR)) if step > 0 else range(at - 1, max(-1, at - _FAR), -1)
    for index in inside:
        depth += {"{": step, "}": -step}.get(text[index], 0)
        if depth < 0:
            return index
    return None
