"""MathML, written as LaTeX, each character at the place of its element."""

import re
from collections.abc import Callable
from typing import Final

_PLAIN: Final = frozenset(
    ["math", "mrow", "mstyle", "mpadded", "semantics", "mtd", "mspace", "annotation", "annotation-xml"]
)
_TOKENS: Final = frozenset(["mn", "mi", "mo"])
_CHILDREN: Final = {
    "mfrac": ("\\frac{", "}{"),
    "binomial": ("\\binom{", "}{"),
    "msup": ("{", "}^{"),
    "msub": ("{", "}_{"),
    "msubsup": ("{", "}_{", "}^{"),
    "mtable": ("\\begin{matrix}", " \\\\ "),
    "mtr": ("", " & "),
    "msqrt": ("\\sqrt{", " "),
}
"""What stands before the first child of an element, before the second, and so on; the last before all that follow."""
_END: Final = {
    "mtable": "\\end{matrix}",
    "mtr": "",
    **dict.fromkeys(("mfrac", "binomial", "msup", "msub", "msubsup", "msqrt"), "}"),
}
UNREAD: Final = " \\unread "
"""Stands for an element that is not read, and makes what it stands in opaque."""
_NO_LINE: Final = re.compile(r"0(?:\.0*)?(?:[a-z]{2}|%)?")
_SILENT: Final = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
"""Application of a function and invisible signs."""


class MathML:
    """Takes the elements of one formula; *put* takes what they are in LaTeX."""

    def __init__(self, put: Callable[[str], None]) -> None:
        self.put = put
        self.open: list[str] = []
        self.counts: list[int] = []
        """For each open element the number of its children so far."""

    def start(self, tag: str, line: str | None = None) -> None:
        """Open an element; *line* is how thick that of a fraction is, which without one is a binomial coefficient."""
        if tag == "mfrac" and _NO_LINE.fullmatch(line or ""):
            tag = "binomial"
        if self.open:
            before = _CHILDREN.get(self.open[-1])
            if before is not None:
                self.put(before[min(self.counts[-1], len(before) - 1)])
            self.counts[-1] += 1
        if tag not in _PLAIN | _TOKENS | _CHILDREN.keys():
            self.put(UNREAD)
        self.open.append(tag)
        self.counts.append(0)

    def end(self, tag: str) -> None:
        """Close an element, with those inside it that were left open."""
        if tag == "mfrac":
            tag = next((one for one in reversed(self.open) if one in ("mfrac", "binomial")), tag)
        while tag in self.open:
            last = self.open.pop()
            wanted = len(_CHILDREN.get(last, ())) if last not in ("mtable", "mtr", "msqrt") else 1
            self.put(_END.get(last, "") if self.counts.pop() >= wanted else UNREAD)
            if last == tag:
                return

    def text(self, data: str) -> str:
        """The text of a number, a name or an operator, with a blank before it; empty between elements."""
        shown = data.strip().translate(_SILENT)
        if not self.open or self.open[-1] not in _TOKENS or not shown:
            return ""
        return UNREAD if "$" in shown or "\\" in shown else f" {shown}"
