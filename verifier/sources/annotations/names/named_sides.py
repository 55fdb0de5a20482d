"""The sides of a chain as names, as numbers or matrices that these are, and as formulas of names."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.annotations.names.said_values import Copy
from verifier.sources.expressions.chains import EQUAL, SEAM, Chain, Side
from verifier.sources.expressions.naming import label_of
from verifier.sources.expressions.rows import is_row
from verifier.sources.expressions.values import Numeral, Unreadable, printed
from verifier.sources.text.signs import FRACTIONS, MINUS, OPERATORS, PERCENT, STYLES, TRANSPOSES
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import Token
from verifier.sources.units.exponents import of_power_of_ten

_COUNTERS: Final = frozenset("ijklnde")
"""Names that count steps or elements, or belong to a derivative or to powers of e."""
_CALLED: Final = frozenset(("f", "g", "h", "F", "G", "H", "\\sigma", "\\phi", "\\varphi", "\\psi", "\u03c3", "\u03c6"))
"""Names before a bracket that are functions."""
_BEFORE: Final = pattern(
    r"(?<![^\W\d_])(?<![/*^])(?<![/*^] )(?P<name>[^\W\d_]\w{0,2}|[^\W\d_]\w*_\w+)[ \t]*[=\u2248][ \t]*[$\u20ac\u00a3]?$"
)
"""A name before the first relation of running text."""
_WORDS: Final = pattern(
    r"(?P<name>[^\W\d_]{2,20}(?:[ ][^\W\d_]{2,20}){0,2})[*_]{0,2}[ \t]*[=\u2248][ \t]*[$\u20ac\u00a3]?$"
)
"""Words before the first relation of running text, three at most."""
_REST: Final = pattern(r"[^\n$=]{0,40}?(?=\\\\|\\(?:implies|(?:Long)?[Rr]ightarrow)|[\n$=\u21d2])")
"""What may be a unit, up to what ends a line or its mathematics."""
MAX_NAME: Final = 30
_LOOK_BACK: Final = 48
"""So many characters before a relation may hold a name."""
_OPENING: Final = ("(", "[")
_INDEXED: Final = ("_", "'", "\u2032")
_FUNCTIONS: Final = frozenset(("\\sigma", "\u03c3", "\\tanh", "tanh", "sigmoid", "relu", "ReLU"))
"""Functions of a name that are seldom an equation for it."""
_SIGMAS: Final = ("\\sigma", "\u03c3")
_OF_NEURONS: Final = pattern(r"(?i)\b(?:sigmoid|logistic|neurons?|activation|lstm|gru|gates?)\b")
_ALONE: Final = pattern(
    r"(?:^|[\n.,;:(]|\b(?:so|then|is|and|thus|hence|that|with|get|gives|have))[\s*-]{0,4}\Z", re.IGNORECASE
)
"""What may stand before a function of running text that is a side by itself."""


def name_of(stretch: Stretch, chain: Chain) -> tuple[str, ...]:
    """The tokens of the name that a chain begins with; empty if it has none, or one that counts."""
    side = chain.sides[0].tokens
    if side:
        texts = tuple(token.text for token in side) if label_of(chain) is not None or is_quotient(side) else ()
    else:
        behind = next((one.tokens[0] for one in chain.sides[1:] if one.tokens), None)
        before = (
            None if behind is None else _BEFORE.search(stretch.text[max(0, behind.start - _LOOK_BACK) : behind.start])
        )
        texts = () if before is None else (before["name"],)
    is_name = 0 < len(texts) <= MAX_NAME * (1 + is_quotient(side)) and "(" not in texts
    return texts if is_name and texts[0] not in _COUNTERS else ()


def called_before(stretch: Stretch, chain: Chain) -> tuple[str, ...]:
    """The words that running text has before the first relation of a chain; empty if there is something else."""
    behind = next((one.tokens[0] for one in chain.sides[1:] if one.tokens), None)
    if chain.sides[0].tokens or behind is None:
        return ()
    before = _WORDS.search(stretch.text[max(0, behind.start - _LOOK_BACK) : behind.start])
    return () if before is None else (before["name"],)


def unboxed(side: Side) -> Side:
    r"""A side without the command around all of it that only changes how it looks, as `\boxed{7}`."""
    is_dressed = side.tokens[:1] != () and side.tokens[0].is_one_of(*STYLES) and side.tokens[-1].is_one_of("}")
    return side._replace(tokens=side.tokens[2:-1]) if is_dressed else side


def is_quotient(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a fraction of names, as `V_L` over `V_R`."""
    if len(tokens) <= 1 or not tokens[0].is_one_of(*FRACTIONS):
        return False
    return all(token.sort == "word" or token.is_one_of("_", "{", "}") for token in tokens[1:])


def is_number(side: Side) -> bool:
    """Whether a side is one number with its sign or its percent sign, or one matrix."""
    sorts = [token.sort for token in side.tokens]
    if sorts[:1] == ["begin"]:
        return sorts.index("end") == len(sorts) - 1 if "end" in sorts else False
    if is_row(side.tokens):
        return True
    tokens = side.tokens[1:] if side.tokens and side.tokens[0].is_one_of(*MINUS) else side.tokens
    if not tokens or tokens[0].sort != "number" or len(tokens) > 1 + tokens[-1].is_one_of(*PERCENT):
        return False
    try:
        printed(Numeral(tokens[0].text, 0, 0))
    except Unreadable:
        return False
    return True


def number_at_end(stretch: Stretch, chain: Chain) -> Side | None:
    """The number or the matrix that a chain ends with, without a box around it; None if it ends with none."""
    last = unboxed(chain.sides[-1])
    return rebased(last, stretch) if last.is_whole and is_number(last) else None


def result_at_end(stretch: Stretch, chain: Chain) -> Side | None:
    """The same, or a number times a power of ten."""
    last = unboxed(chain.sides[-1])
    tokens = last.tokens[1:] if last.tokens and last.tokens[0].is_one_of(*MINUS) else last.tokens
    is_scaled = last.is_whole and 0 < of_power_of_ten(tokens) == len(tokens)
    return rebased(last, stretch) if is_scaled else number_at_end(stretch, chain)


def end_of(stretch: Stretch, chain: Chain) -> int:
    """The offset in the source behind a chain."""
    tokens = next((side.tokens for side in reversed(chain.sides) if side.tokens), ())
    return stretch.at[tokens[-1].end - 1] + 1 if tokens else 0


def end_behind_unit(stretch: Stretch, chain: Chain, text: str) -> int:
    """The offset in a source text behind a chain, and behind the unit of its last side."""
    end = end_of(stretch, chain)
    behind = _REST.match(text, end) if chain.sides[-1].unit else None
    return end if behind is None else behind.end()


def shows_wholes(side: Side) -> bool:
    """Whether the numbers of a side are whole."""
    return not any(token.sort == "number" and "." in token.text for token in side.tokens)


def stands_among(tokens: Sequence[Token], name: tuple[str, ...]) -> bool:
    """Whether a name stands among tokens."""
    texts = tuple(token.text for token in tokens)
    return any(texts[at : at + len(name)] == name for at in range(len(texts)))


def ends_name(tokens: Sequence[Token], end: int) -> bool:
    """Whether a name may end at an index: no index follows, and no brackets but those of a factor."""
    if end >= len(tokens):
        return True
    token = tokens[end]
    if token.is_one_of(*_INDEXED):
        return False
    if token.is_one_of("^"):
        behind = tokens[end + 1] if end + 1 < len(tokens) else SEAM
        return behind.sort == "number" or behind.text in ("{", *TRANSPOSES)
    return not token.is_one_of(*_OPENING) or (tokens[end - 1].text not in _CALLED and is_factor(tokens, end))


def is_factor(tokens: Sequence[Token], opening: int) -> bool:
    """Whether a bracket behind a name holds an expression, and no arguments."""
    depth = 0
    for token in tokens[opening:]:
        depth += token.is_one_of(*_OPENING) - token.is_one_of(")", "]")
        if depth == 0 or token.is_one_of(","):
            return False
        if depth == 1 and token.is_one_of(*OPERATORS):
            return True
    return False


def end_of_style(tokens: Sequence[Token], at: int) -> int:
    """The index behind text in braces that begins at an index, as that of a unit; the same index if none does."""
    if not tokens[at].is_one_of(*STYLES):
        return at
    depth = 0
    for index in range(at + 1, len(tokens)):
        depth += tokens[index].is_one_of("{") - tokens[index].is_one_of("}")
        if depth == 0:
            return index + 1
    return at


def rebased(side: Side, stretch: Stretch) -> Side:
    """A side whose tokens have offsets in the source."""
    at = stretch.at
    tokens = [
        tuple.__new__(Token, (sort, text, at[start], at[end - 1] + 1, spaced, is_money))
        for sort, text, start, end, spaced, is_money in side.tokens
    ]
    units = side.units and tuple((at[end - 1] + 1, factors) for end, factors in side.units)
    return side._replace(tokens=tuple(tokens), units=units)


def is_vector(side: Side) -> bool:
    """Whether a side is one row of numbers in brackets, or a matrix of one row or one column."""
    if side.tokens[0].sort == "begin":
        return not ({"row", "tab"} <= {token.sort for token in side.tokens})
    return sum(token.is_one_of(*_OPENING) for token in side.tokens) == 1 and is_row(side.tokens)


def begins_alone(text: str, start: int) -> bool:
    """Whether nothing of a side stands before an offset in running text."""
    return _ALONE.search(text[max(0, start - 12) : start]) is not None if start else True


def is_call(tokens: Sequence[Token]) -> bool:
    """Whether tokens are such a function of what stands in its brackets, and nothing else."""
    texts = [token.text for token in tokens]
    is_called = len(texts) > len("f()") and texts[0] in _FUNCTIONS and texts[1] == "("
    return is_called and ")" in texts and texts.index(")") == len(texts) - 1


def is_sigmoid(tokens: Sequence[Token], text: str) -> bool:
    """Whether a call is surely no spread, cross section or stress: sigma of z, or in a text that speaks of neurons."""
    return tokens[0].text not in _SIGMAS or tokens[2].text[0] == "z" or _OF_NEURONS.search(text) is not None


def has_several(side: Side) -> bool:
    """Whether a side has more than one number."""
    return sum(token.sort == "number" for token in side.tokens) > 1


def copies(stretch: Stretch, chain: Chain, read: Collection[Side]) -> Iterator[Copy]:
    """The formulas of a chain behind which it goes on with numbers, where *read* are sides of numbers alone."""
    name = tuple(token.text for token in chain.sides[0].tokens)
    for formula, shown, relation in zip(chain.sides[1:], chain.sides[2:], chain.relations[1:], strict=False):
        is_formula = formula.is_whole and formula.tokens and formula not in read
        if is_formula and relation == EQUAL[0] and shown.is_whole and shown in read and has_several(shown):
            yield Copy(name, stretch, formula, shown)
