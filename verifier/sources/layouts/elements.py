"""What the elements of HTML are: blocks, cells, code, what is not shown, and parts of what stands beside them."""

import re
from collections.abc import Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Kind
from verifier.sources.text.words import words_of

BLOCKS: Final = words_of(
    """p div li ul ol dl dt dd h1 h2 h3 h4 h5 h6 table tr section article header footer main nav aside figure figcaption
    blockquote body html hr details summary form title center fieldset legend address option optgroup dialog menu dir
    hgroup search iframe object video audio canvas"""
)
CELLS: Final = ("td", "th")
CODE_AMONG_WORDS: Final = "code"
TYPED: Final = "pre"
CODE_IN_BLOCKS: Final = (TYPED, "kbd", "samp", "textarea")
PLAIN: Final = ("", "example", "text", "plain", "plaintext", "language-text", "language-plaintext", "literal-block")
"""Classes of code in no language, as without a class."""
CODE: Final = (CODE_AMONG_WORDS, *CODE_IN_BLOCKS)
SILENT: Final = ("script", "noscript", "style", "svg", "head", "template", "button", "select", "del", "s")
VOID: Final = words_of("br hr img input meta link area base col embed source track wbr")
MARKED: Final = {"sup": ("^{", "}"), "sub": ("_{", "}"), "q": ("\u201c", "\u201d")}
"""What stands for the beginning and the end of elements that raise and lower a text, or quote it."""
ABOVE: Final = words_of("num numerator top over frac fraction")
"""Elements, and classes of elements, that hold a fraction or what stands above its line."""
BELOW: Final = words_of("den denom denominator bottom under")
BAR: Final = pattern(r"overline|border-top")
"""A style that draws a line above, as that of a root."""
APART: Final = words_of("a img input embed label output meter progress")
"""Elements whose digits are none of the number beside them, as the mark of a note; so are those that have a class."""
_HIDDEN: Final = pattern(
    r"display\s*:\s*none|visibility\s*:\s*hidden|text-decoration[^;]{0,40}line-through", re.IGNORECASE
)


def kind_of(tag: str, attrs: Mapping[str, str | None], around: Kind) -> Kind:
    """What the text in an element is, by its attributes and the kind of the text around it."""
    is_tex = (attrs.get("type") or "").startswith("math/tex") or attrs.get("encoding") == "application/x-tex"
    if is_tex:
        return "math"
    is_hidden = "hidden" in attrs or _HIDDEN.search(attrs.get("style") or "") is not None
    if tag in SILENT or is_hidden or "katex-html" in (attrs.get("class") or "") or around == "excluded":
        return "excluded"
    if tag in CODE or around == "code":
        return "code"
    return "cell" if tag in CELLS else around


def part_of(tag: str, attrs: Mapping[str, str | None]) -> tuple[bool, bool, bool]:
    """Whether an element is a fraction or a part of one, whether it stands below the line, and whether it has a bar."""
    classes = {tag, *(attrs.get("class") or "").split()} if tag not in BLOCKS else set[str]()
    if tag in CELLS:
        return False, False, False
    is_below = not classes.isdisjoint(BELOW)
    return is_below or not classes.isdisjoint(ABOVE), is_below, BAR.search(attrs.get("style") or "") is not None
