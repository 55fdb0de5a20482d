"""Boxes, arrays and cases that hold whole equations: these are read as if nothing were around them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import EQUAL, nesting
from verifier.sources.text.signs import BRACKETS, PRIMES
from verifier.sources.text.tokens import Token, tokens

_BOXES: Final = ("\\boxed", "\\fbox", "\\mathbf", "\\boldsymbol", "\\bm", "\\pmb", "\\underline")
_ARRAYS: Final = ("\\begin{array}", "\\begin{cases}", "\\begin{dcases}", "\\begin{rcases}")
_OPENED: Final = pattern("|".join(map(re.escape, (*_BOXES, *_ARRAYS))))
_TEXT: Final = pattern(r"\\(?:text|mathrm|mathbf)")
_LABEL: Final = pattern(
    r"(?:\A|(?<=\\\\)|(?<=&))\s*\\(?:text(?:bf|it|rm)?|math(?:rm|bf))\s*\{"
    r"(?![^{}]*\b(?i:if|suppose|wrote|writes?|sa(?:ys?|id)|claim(?:s|ed)?|think(?:s)?|got|gets?|not)\b)"
    r"[^{}=]*[^\W\d_][^{}=]*"
    r"(?::\s*\}|\}\s*:)(?:\s|\\[,;:!\ ]|\\q?quad(?![A-Za-z]))*"
)
"""A label with a colon at the beginning of a row."""
_SIZE: Final = pattern(
    r"(?P<matrix>\\end\{[A-Za-z]*(?:matrix|array)\*?\}\s*(?:(?:\\right\s*)?[\])]\s*)?)"
    r"_\s*\{\s*\(?\s*(?:[0-9]{1,4}|[A-Za-z])\s*(?:\\times|\u00d7|x)\s*(?:[0-9]{1,4}|[A-Za-z])\s*\)?\s*\}"
)
"""A matrix with its size as a subscript, as `[..]_{2 \\times 3}`."""
_EDGES: Final = (",", ";", ".", ":", "\\quad", "\\qquad", "\\therefore", "{", "}")
_BRACE: Final = "\\{"
"""Stands, and need not end, before an array or cases."""


class _Group(NamedTuple):
    """Brackets or an environment that are open: where they begin, and the last token before their content.

    `is_box`: a box; `is_array`: an array or cases. `holds`: there is a relation in them, in no other brackets.
    """

    opening: Token
    first: int
    head: int
    is_box: bool
    is_array: bool
    holds: bool = False


def mathematics(text: str) -> list[Token]:
    """The tokens of mathematics, without labels in words, the sizes of matrices, and what holds whole equations."""
    text = _SIZE.sub(_without_size, text) if "\\end" in text else text
    found = list(tokens(_LABEL.sub(_blanks, text) if _TEXT.search(text) else text, is_prose=False))
    if "'" in text or "%" in text or PRIMES[0] in text:
        from verifier.sources.passages.signs_elsewhere import with_usual_places  # imported here, as few texts have any

        found = list(with_usual_places(found, text))
    if not _OPENED.search(text):
        return found
    shown = [token for token in found if token.sort != "line"]
    left_out = _Opener(shown).left_out()
    kept = {token.start for index, token in enumerate(shown) if index not in left_out}
    return [token for token in found if token.sort == "line" or token.start in kept]


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _without_size(match: re.Match[str]) -> str:
    return match["matrix"].ljust(len(match[0]))


class _Opener:
    """Goes through tokens once; `groups` are the brackets and environments that are open."""

    def __init__(self, shown: Sequence[Token]) -> None:
        self.shown = shown
        self.groups: list[_Group] = []

    def left_out(self) -> set[int]:
        """The indices of the tokens of the boxes and arrays that are left out."""
        found = set[int]()
        for index, token in enumerate(self.shown):
            change = nesting(token)
            if change > 0:
                self._open(index)
            elif change < 0:
                found.update(self._close(index))
            elif token.text in EQUAL:
                self._hold()
            elif token.is_one_of("\\hline") and self.groups:
                self.groups[-1] = self.groups[-1]._replace(is_array=False)  # a table, or a sum with its result below
        return found

    def _open(self, index: int) -> None:
        """Note what the token at an index opens."""
        opening = self.shown[index]
        is_box = index > 0 and self.shown[index - 1].is_one_of(*_BOXES) and opening.is_one_of("{")
        is_array = opening.text.startswith(_ARRAYS)
        self.groups.append(_Group(opening, index - is_box, index, is_box, is_array))

    def _hold(self) -> None:
        """Note that there is a relation in the innermost group."""
        if self.groups:
            self.groups[-1] = self.groups[-1]._replace(holds=True)

    def _close(self, index: int) -> Iterator[int]:
        """Close what the token at an index closes; gives what is left out then."""
        while self.groups and not _closes(self.groups[-1].opening, self.shown[index]):
            self.groups.pop()
        if not self.groups:
            return
        group = self.groups.pop()
        around = _around(self.shown, group, index)
        if self.groups and self._is_alignment(group, self.groups[-1]):
            self.groups[-1] = self.groups[-1]._replace(head=index)
        elif (
            group.holds or (group.is_box and _is_measured(self.shown[group.head + 1 : index]))
        ) and around is not None:
            yield from (*around, *range(group.first, group.head + 1), index)
            if len(around) == 1:
                self.groups.pop()  # a brace that does not end
            self._hold()

    def _is_alignment(self, group: _Group, around: _Group) -> bool:
        """Whether brackets right behind the beginning of an array say how it is aligned, as `[t]{rcl}`."""
        before = self.shown[group.first - 1]
        is_first = around.head == group.first - 1 and (before is around.opening or before.text == "]")
        return is_first and around.opening.text.startswith(_ARRAYS[0]) and group.opening.text in ("{", "[")


def _is_measured(inside: Sequence[Token]) -> bool:
    r"""Whether a number stands in brackets with what may be its unit, as in `\boxed{2.9\ L}`."""
    return len(inside) > 1 and inside[0].sort == "number" and all(one.sort in ("word", "macro") for one in inside[1:2])


def _closes(opening: Token, token: Token) -> bool:
    """Whether a token closes what another one opens."""
    if opening.text.startswith("\\begin{"):
        return token.text.startswith("\\end{")
    return token.text == BRACKETS.get(opening.text)


def _around(shown: Sequence[Token], group: _Group, last: int) -> Sequence[int] | None:
    """The indices of the braces around a box or an array that ends at an index; None if it is part of another thing."""
    first = group.first
    braces: tuple[int, ...] = ()
    if group.is_array and first and shown[first - 1].is_one_of(_BRACE):
        is_closed = any(token.is_one_of(BRACKETS[_BRACE]) for token in shown[last + 1 : last + 2])
        braces = (first - 1, last + 1)[: 1 + is_closed]
        first, last = first - 1, last + is_closed
    beside = (*shown[max(0, first - 1) : first], *shown[last + 1 : last + 2])
    is_alone = (group.is_box or group.is_array) and all(_is_edge(token, group) for token in beside)
    return braces if is_alone else None


def _is_edge(token: Token, group: _Group) -> bool:
    """Whether a token beside a box or an array parts it from what else there is; cases are no side of an equality."""
    is_relation = token.sort == "relation" and (group.is_box or token.text not in EQUAL)
    return is_relation or token.sort in ("row", "tab") or token.is_one_of(*_EDGES)
