"""MathML, written as LaTeX, each character at the place of its element."""

from collections.abc import Callable
from typing import Final

from verifier.late import pattern

_PLAIN: Final = frozenset(
    ["math", "mrow", "mstyle", "mpadded", "semantics", "mtd", "mspace", "annotation", "annotation-xml"]
)
_TOKENS: Final = frozenset(["mn", "mi", "mo", "mtext"])
_CHILDREN: Final = {
    "mfrac": ("\\frac{", "}{"),
    "binomial": ("\\binom{", "}{"),
    "msup": ("{", "}^{"),
    "exponential": ("", "^{"),
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
    **dict.fromkeys(("mfrac", "binomial", "msup", "exponential", "msub", "msubsup", "msqrt"), "}"),
}
UNREAD: Final = " \\unread "
"""Stands for an element that is not read, and makes what it stands in opaque."""
_RENAMED: Final = {"mfrac": "binomial", "msup": "exponential"}
"""Elements that are another thing by their attributes or by what stands in them."""
_EULER: Final = ("e", "\u2147")
_SIGNS: Final = ("%", "\u00b0", "\u2030")
_WORDS: Final = pattern(r"[^\d\\${}\[\]=<>\u2248]+")
"""What stands in a text and is no number of a formula."""
_NO_LINE: Final = pattern(r"0(?:\.0*)?(?:[a-z]{2}|%)?")
_SILENT: Final = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
"""Application of a function and invisible signs."""


class MathML:
    """Takes the elements of one formula; *put* takes what they are in LaTeX."""

    def __init__(self, put: Callable[[str], None]) -> None:
        self.put = put
        self.open: list[str] = []
        self.counts: list[int] = []
        """For each open element the number of its children so far."""
        self.waits = False
        """Whether the brace around the name under an exponent is not put yet, as Euler's number has none."""

    def start(self, tag: str, line: str | None = None) -> None:
        """Open an element; *line* is how thick that of a fraction is, which without one is a binomial coefficient."""
        if tag == "mfrac" and _NO_LINE.fullmatch(line or ""):
            tag = "binomial"
        if self.open:
            before = _CHILDREN.get(self.open[-1])
            self.waits = tag == "mi" and self.open[-1] == "msup" and not self.counts[-1]
            if before is not None and not self.waits:
                self.put(before[min(self.counts[-1], len(before) - 1)])
            self.counts[-1] += 1
        if tag not in _PLAIN | _TOKENS | _CHILDREN.keys():
            self.put(UNREAD)
        self.open.append(tag)
        self.counts.append(0)

    def end(self, tag: str) -> None:
        """Close an element, with those inside it that were left open."""
        if other := _RENAMED.get(tag):
            tag = next((one for one in reversed(self.open) if one in (tag, other)), tag)
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
        if "$" in shown or "\\" in shown:
            return UNREAD
        if self.open[-1] == "mtext" and shown not in _SIGNS:
            return f"\\text{{ {shown}}}" if _WORDS.fullmatch(shown) else UNREAD
        if not self.waits:
            return f" {shown}"
        self.waits = False
        if shown not in _EULER:
            return f"{{ {shown}"
        self.open[-2] = "exponential"
        return " e"
