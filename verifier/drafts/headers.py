"""What headers say of the columns of a table: the names that formulas give them, and formulas in these names.

`| O | E | (O-E)²/E |`, `| Total Float ($LF-EF$) |`, and `| $f(x_n)$ |` of a function that the text defines.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.drafts.quantities import Quantity
from verifier.drafts.said_before import chains_of
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.naming import PRIMES, key_of, primed_label_of
from verifier.sources.outline import Outline
from verifier.sources.passages.opened import mathematics
from verifier.sources.text.tokens import Token

_MARKS: Final = re.compile(r"[$*`]|\\[()]")
_IN_BRACKETS: Final = re.compile(
    r"(?P<words>.*[^\s(\[])\s+[(\[](?P<inside>[^()\[\]]{1,60}(?:\([^()]*\))?[^()\[\]]*)[)\]]\s*"
)
_LINE: Final = re.compile(
    r"^[ \t>*_-]*+(?P<left>[^=\s$\\][^=\n$\\]{0,59}?)[ \t]*=(?P<right>[^=\n$\\]{1,120}?)[\s*_.,;:]*$", re.MULTILINE
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_CALL: Final = 4
"""Tokens of a call of a function: its name, brackets and an argument."""


class Equation(NamedTuple):
    """What a text sets equal to something: the tokens of its left side, and the right side."""

    left: tuple[Token, ...]
    right: Side

    @property
    def spelled(self) -> str:
        """The left side without braces."""
        return _spelled(self.left)


def header_of(quantity: Quantity) -> str:
    """The header of a column, without marks; empty if it has none."""
    table, column = quantity.shown.table, quantity.column
    rows = () if table is None else table.rows
    texts = (row.cells[column].text for row in rows if row.is_header and column is not None and column in row.cells)
    return " ".join(_MARKS.sub("", next(texts, "")).split())


def columns_by_header(quantity: Quantity, operands: Sequence[Quantity]) -> dict[str, str]:
    """The columns of the same table before a column, as the search names them, by what formulas may call them."""
    found: dict[str, str] = {}
    initials: dict[str, list[str]] = {}
    for one in operands:
        if quantity.column is not None and one.shown is quantity.shown and one.total is None:
            text = header_of(one)
            for name in _names(text):
                label = primed_label_of(Chain((Side(tuple(mathematics(name))),), ()))
                if label is not None:
                    found.setdefault(key_of(label), one.id)
            words = _WORD.findall(text)
            initials.setdefault(words[0][0] if words else "", []).append(one.id)
    alone = {letter: ids[0] for letter, ids in initials.items() if len(ids) == 1 and letter.isupper()}
    return alone | found


def in_header(quantity: Quantity) -> Iterator[Side]:
    """The expressions that the header of a column may show: `x_i y_i`, behind an equals sign, or in brackets."""
    text = header_of(quantity)
    for part in (*_names(text), *text.split("=")[1:]):
        if part.strip():
            yield Side(tuple(mathematics(part)))


def equations(outline: Outline) -> tuple[Equation, ...]:
    """What the text sets equal to something, in mathematics and in lines of their own."""
    found: list[Equation] = []
    for paragraph in outline.paragraphs:
        for chain in chains_of(paragraph, len(outline.text)):
            if chain.relations and set(chain.relations) <= set(EQUAL):
                found += [Equation(chain.sides[0].tokens, side) for side in chain.sides[1:]]
        for match in _LINE.finditer(paragraph.stretch.text if paragraph.kind == "text" else ""):
            left, right = (tuple(mathematics(match[part])) for part in ("left", "right"))
            found.append(Equation(left, Side(right)))
    return tuple(found)


def said_of_header(quantity: Quantity, known: Sequence[Equation]) -> Iterator[tuple[Side, str, Side | None]]:
    """What equations say of the header of a column: an expression, and a name in it that stands for another one.

    Of `f(x) = x^2` and a header `f(x_n)` the name is that of x, and stands for `x_n`; else there is none.
    """
    for name in _names(header_of(quantity)):
        tokens = tuple(mathematics(name))
        for one in known:
            if one.left and one.spelled == _spelled(tokens):
                yield one.right, "", None
            elif (argument := _argument(one.left, tokens)) is not None:
                parameter = primed_label_of(Chain((Side(one.left[-2:-1]),), ()))
                yield one.right, key_of(parameter or ""), Side(argument)


def _names(text: str) -> Iterator[str]:
    """The whole of a header, what stands before an equals sign in it, and what in brackets at its end and before."""
    yield text
    if "=" in text:
        yield text.partition("=")[0]
    match = _IN_BRACKETS.fullmatch(text)
    if match is not None:
        yield from (match["inside"], match["words"])


def _spelled(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens if token.text not in "{}" and token.sort != "line")


def _argument(left: Sequence[Token], tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """What stands in the brackets of a call, if *left* is that function of one letter; None if not."""
    head = next((index for index, token in enumerate(left) if token.text == "("), 0)
    is_defined = head and len(left) == head + 3 and left[-1].text == ")" and left[-2].sort == "word"
    is_name = left[:1] and left[0].sort == "word" and all(token.text in PRIMES for token in left[1:head])
    if not (is_defined and is_name and len(tokens) >= _CALL and tokens[-1].text == ")"):
        return None
    is_same = [token.text for token in tokens[: head + 1]] == [token.text for token in left[: head + 1]]
    return tuple(tokens[head + 1 : -1]) if is_same else None
