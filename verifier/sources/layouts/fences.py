"""Fences of Markdown, by what stands behind their first signs: code, mathematics, or text in a box."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Paragraph, Stretch

FENCE: Final = pattern(r"[ \t]*(?:[-*+]\s+|\d+[.)]\s+|>\s?)*(`{3,}|~{3,})\s*([^`\r\n]*)")
_MATH: Final = pattern(r"\{?(?:math|latex|tex|asciimath)\}?\b")
_RAW: Final = pattern(r"\{=(?:(?P<html>html[45]?|revealjs|slidy)|latex|tex|beamer)\}")
"""What stands behind the fence of a raw block of pandoc, which is the printed text in one of its formats."""
_PLAIN: Final = pattern(r"(?:te?xt|plain(?:text)?|none|math\w*)?", re.IGNORECASE)
"""What stands behind a fence around text that is in no language of programs."""
_OPTIONS: Final = pattern(r"\A(?:[ \t>]*:[a-z-]+:[^\r\n]*\r?\n)+")
"""Options of a directive of MyST, as its label, before what stands in it."""
_BOX: Final = pattern(
    r"ad-[a-z][a-z-]*|\{(?:note|tip|hint|important|warning|caution|danger|attention|error|seealso|admonition|dropdown"
    r"|exercise|solution|example|theorem|lemma|definition|proof|remark|corollary|card|grid|grid-item|tab-set|tab-item"
    r"|margin|sidebar|topic|epigraph|aside|div|(?:prf|proof):[a-z]+|(?:exercise|solution)-(?:start|end))\}.*"
)
"""What stands behind a fence around text: admonitions and boxes of MyST and of plugins of Obsidian."""
BOX: Final = re.compile(
    r"[ \t]*(?:!!!|\?\?\?\+?|:::+)(?!.*(?i:wrong|err|fail|bug|mistake|false|incorrect|question|quiz|\?|danger|warning"
    r"|caution|attention|pitfall|fehler|falsch|faux|not\b|n't\b|bad\b|riddle|puzzle|paradox|myth|misconception|guess|find\b))"
    r"(?:[ \t]*\w[^=\r\n]*)?\s*\Z"
)
"""A line that begins or ends a box, whose text stands below it; none that may say that this is wrong."""


def is_box(fence: re.Match[str]) -> bool:
    """Whether text stands in a fence, which is read as that around it."""
    return _BOX.fullmatch(fence[2].strip()) is not None


def ends(fence: re.Match[str]) -> re.Pattern[str]:
    """What a line is that ends a fence."""
    return pattern(rf"[ \t>]*{re.escape(fence[1][0])}{{{len(fence[1])},}}[ \t]*\r?\n?")


def blocks_in(fence: re.Match[str], inside: Stretch) -> Iterator[Paragraph]:
    """What stands in a fence that is no box: mathematics, code, or what pandoc prints as it is in a raw block."""
    raw = _RAW.fullmatch(fence[2].strip())
    if raw is None:
        yield _block_in(fence, inside)
    elif raw["html"] is not None:
        from verifier.sources.layouts.html import within as within_html  # imported here, as few texts have any

        yield from within_html(inside)
    else:
        from verifier.sources.layouts.latex import within as within_latex

        yield from within_latex(inside)


def _block_in(fence: re.Match[str], inside: Stretch) -> Paragraph:
    """What stands in a fence that is no box and no raw block: mathematics, or code."""
    is_plain = _PLAIN.fullmatch(fence[2].strip()) is not None
    if _MATH.match(fence[2]) is None:
        return Paragraph("code", inside, is_plain=is_plain)
    return Paragraph("math", inside.replaced(_OPTIONS) if fence[2][0] == "{" else inside, is_plain=is_plain)
