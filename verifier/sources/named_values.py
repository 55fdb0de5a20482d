"""Names that a text gives one number: `K = 200`, `r = 12`, and then `Z = K r = 2400`.

A name is carried into a formula only if it has one value in the section of the formula, in those around it and in those
inside of it; an example or a problem is a section. What counts steps (`i`, `n`) has none, nor has a name that is
computed anew from itself, or that is said to be one of several numbers.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from verifier.record import NamedTuple
from verifier.sources.chains import EQUAL, Chain, Side
from verifier.sources.naming import label_of
from verifier.sources.scopes import Scopes
from verifier.sources.signs import FRACTIONS, MINUS, OPERATORS, PERCENT, STYLES
from verifier.sources.stretch import Stretch
from verifier.sources.tokens import Token
from verifier.sources.values import Numeral, Unreadable, printed

_COUNTERS: Final = frozenset("ijklnde")
"""Names that count steps or elements, or belong to a derivative or to powers of e."""
_CALLED: Final = frozenset(("f", "g", "h", "F", "G", "H", "\\sigma", "\\phi", "\\varphi", "\\psi", "\u03c3", "\u03c6"))
"""Names before a bracket that are functions."""
_BEFORE: Final = re.compile(
    r"(?<![^\W\d_])(?<![/*^])(?<![/*^] )(?P<name>[^\W\d_]\w{0,2}|[^\W\d_]\w*_\w+)[ \t]*[=\u2248][ \t]*[$\u20ac\u00a3]?$"
)
"""A name before the first relation of running text."""
_SEVERAL: Final = re.compile(
    r"[\s$]*(?:,|or\b|and\b|to\b|\.\.|\u2026|\\l?dots|[-\u2013\u2014]|\\pm|\u00b1)"
    r"[\s$]*[-\u2212]?(?:[\d.\u2026]|\\[lc]?dots)"
)
"""What stands behind a number that is one of several."""
_BEHIND: Final = 24
MAX_NAME: Final = 12
MAX_CHAINS: Final = 4_000
"""Chains of a file of whose names anything is noted; of a file with more nothing is carried."""
MAX_VALUES: Final = 200
"""Values of a name; one that has more has none."""
MAX_GAP: Final = 80
_LAYOUT: Final = re.compile(r"[\s$*_>&.,;|{}-]|\\therefore(?![A-Za-z])|\\\\|\\[\[\]()]|</?(?:p|li|br|div)\s?/?>|&nbsp;")
"""What may stand between two lines, and in a name."""
_OPENING: Final = ("(", "[")
_INDEXED: Final = ("_", "'", "\u2032")


class Value(NamedTuple):
    """What a name is said to be at an offset; no side: something that no number shows. `is_other`: not the first."""

    name: tuple[str, ...]
    at: int
    side: Side | None
    is_other: bool = False

    @property
    def spelled(self) -> str:
        """The name and its number, as `r = 0.05`."""
        name = "".join(self.name).replace("{", "").replace("}", "")
        is_number = self.side is not None and self.side.tokens[0].sort != "begin"
        return f"{name} = {self.shown}" if is_number else f"the numbers of {name}"

    @property
    def shown(self) -> str:
        """The number, without its unit; empty if no number shows what the name is."""
        return "" if self.side is None else "".join(token.text for token in self.side.tokens)


class Use(NamedTuple):
    """A formula with names and the number that a name is said to be by it; the chain stands at an offset.

    A quotient of names has no label.
    """

    label: str
    name: tuple[str, ...]
    left: Side
    right: Side
    is_about: bool
    at: int
    earlier: tuple[Side, ...] = ()


class Carried(NamedTuple):
    """A formula with the numbers of its names in their places, and which these are."""

    left: Side
    names: tuple[Value, ...]


class Run(NamedTuple):
    """The expressions of numbers of chains with one name that stand one under another, and where these end."""

    name: tuple[str, ...]
    sides: tuple[Side, ...]
    end: int


class NamedValues:
    """What the names of a source are said to be, and where they are used; all tokens have offsets in the source."""

    def __init__(self, text: str, scopes: Scopes) -> None:
        self.text = text
        self.scopes = scopes
        self.values: dict[tuple[str, ...], dict[tuple[int, str], Value]] = {}
        """What names are said to be, by section and number."""
        self.uses: list[Use] = []
        self.run = Run((), (), 0)
        self.count = 0

    def take(self, stretch: Stretch, chain: Chain, read: Iterable[Side]) -> None:
        """Note what a chain says of its name; *read* are its sides that are expressions of numbers."""
        name = _name_of(stretch, chain)
        first = next((side.tokens[0] for side in chain.sides[1:] if side.tokens), None)
        self.count += 1
        if not name or first is None or self.count > MAX_CHAINS:
            return
        at, is_equal = stretch.at[first.start], all(relation in EQUAL for relation in chain.relations)
        read = set(read)
        last = chain.sides[-1]
        number = _rebased(last, stretch) if is_equal and last.is_whole and _is_number(last) else None
        formulas = [side for side in chain.sides[1:-1] if side not in read]
        if name[0] not in FRACTIONS:
            self._define(Value(name, at, number), stretch, chain, has_numbers=bool(read))
        before = chain.sides[-2]
        left = _rebased(before, stretch) if before in formulas and before.is_whole else None
        above = self.run.sides if self._goes_on(name, at) else ()
        if left is None and above and len(chain.sides) == 2:  # noqa: PLR2004 - the name and a number
            left = above[-1]
        if number is not None and left is not None:
            is_about = chain.relations[-1] == EQUAL[1]
            label = label_of(chain) or (name[0] if name[0] not in FRACTIONS else "")
            self.uses.append(Use(label, name, left, number, is_about, at, above[:-1]))
        is_read = last in read and last.is_whole and is_equal
        self.run = Run(name, (*above, _rebased(last, stretch)) if is_read else (), _end(stretch, chain))

    def _goes_on(self, name: tuple[str, ...], at: int) -> bool:
        """Whether what a name is said to be at an offset stands right behind the last chain, which has this name."""
        if self.run.name != name or at - self.run.end > MAX_GAP:
            return False
        between = _LAYOUT.sub("", self.text[self.run.end : at])
        return between == _LAYOUT.sub("", "".join(name)) + "="

    def _define(self, value: Value, stretch: Stretch, chain: Chain, *, has_numbers: bool) -> None:
        """Note a value, and where a chain says of a name what no number shows; a formula of names says nothing."""
        last, is_equal = chain.sides[-1], all(relation in EQUAL for relation in chain.relations)
        behind = stretch.text[last.tokens[-1].end :][:_BEHIND] if last.tokens else ""
        is_alone = not _SEVERAL.match(behind) and not any(_find(side.tokens, value.name) for side in chain.sides[1:])
        if value.side is None and is_equal and is_alone and not has_numbers:
            return
        is_rounded = EQUAL[1] in chain.relations or (len(chain.sides) > 2 and _is_whole(last))  # noqa: PLR2004 - a result
        known = value if is_alone and not is_rounded else value._replace(side=None)
        found = self.values.setdefault(value.name, {})
        if len(found) < MAX_VALUES:
            found.setdefault((self.scopes.index(value.at), known.shown), known)
        else:
            self.values[value.name] = {(0, ""): Value(value.name, 0, None)}

    def carried(self, use: Use) -> Carried | Value | None:
        """A formula with the values of its names; another value of a name that has two; None if a name has none."""
        kept: list[Token] = []
        names: list[Value] = []
        known: dict[tuple[str, ...], tuple[Value, Side] | None] = {}
        unit, kinds = use.left.unit, list(use.left.kinds)
        tokens, at = use.left.tokens, 0
        while at < len(tokens):
            end = _styled(tokens, at)
            name = self._name_at(tokens, at, use.name)
            if not name:
                kept += tokens[at : max(end, at + 1)]
                at = max(end, at + 1)
                continue
            found = known[name] if name in known else known.setdefault(name, self._value(name, use.at))
            if found is None or found[0].is_other:
                return found and found[0]
            value, side = found
            names.append(value)
            kept += (_sign("(", tokens[at].start), *side.tokens, _sign(")", tokens[at + len(name) - 1].end - 1))
            unit, kinds = unit + side.unit, [*kinds, *side.kinds]
            at += len(name)
        is_spoken = use.left.is_spoken or any(one.side is not None and one.side.is_spoken for one in names)
        left = use.left._replace(tokens=tuple(kept), unit=unit, kinds=tuple(kinds), is_spoken=is_spoken, units=None)
        return Carried(left, tuple(names))

    def _value(self, name: tuple[str, ...], at: int) -> tuple[Value, Side] | None:
        """The only value of a name at an offset, or the second of several; None if it has none, or one unknown."""
        found = [one for one in self.values[name].values() if self.scopes.share(one.at, at)]
        known = [(one, one.side) for one in found if one.side is not None]
        if not known or len(known) < len(found):
            return None
        others = ((one._replace(is_other=True), side) for one, side in known if one.shown != found[0].shown)
        return next(others, known[0])

    def _name_at(self, tokens: Sequence[Token], at: int, label: tuple[str, ...]) -> tuple[str, ...]:
        """The longest name with a value that stands at an index; empty if none does."""
        texts = tuple(token.text for token in tokens[at : at + MAX_NAME])
        if tokens[at].sort not in ("word", "macro"):
            return ()
        for size in range(len(texts), 0, -1):
            name = texts[:size]
            if name in self.values and name != label and _ends_name(tokens, at + size):
                return name
        return ()


def _name_of(stretch: Stretch, chain: Chain) -> tuple[str, ...]:
    """The tokens of the name that a chain begins with; empty if it has none, or one that counts."""
    side = chain.sides[0].tokens
    if side:
        texts = tuple(token.text for token in side) if label_of(chain) is not None or _is_quotient(side) else ()
    else:
        behind = next((one.tokens[0] for one in chain.sides[1:] if one.tokens), None)
        before = (
            None if behind is None else _BEFORE.search(stretch.text[max(0, behind.start - 2 * _BEHIND) : behind.start])
        )
        texts = () if before is None else (before["name"],)
    is_name = 0 < len(texts) <= MAX_NAME * (1 + _is_quotient(side)) and "(" not in texts
    return texts if is_name and texts[0] not in _COUNTERS else ()


def _is_quotient(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a fraction of names, as `V_L` over `V_R`."""
    is_of_names = all(token.sort == "word" or token.is_one_of("_", "{", "}") for token in tokens[1:])
    return len(tokens) > 1 and tokens[0].is_one_of(*FRACTIONS) and is_of_names


def _is_number(side: Side) -> bool:
    """Whether a side is one number with its sign or its percent sign, or one matrix."""
    sorts = [token.sort for token in side.tokens]
    if sorts[:1] == ["begin"]:
        return sorts.index("end") == len(sorts) - 1 if "end" in sorts else False
    tokens = side.tokens[1:] if side.tokens and side.tokens[0].is_one_of(*MINUS) else side.tokens
    if not tokens or tokens[0].sort != "number" or len(tokens) > 1 + tokens[-1].is_one_of(*PERCENT):
        return False
    try:
        printed(Numeral(tokens[0].text, 0, 0))
    except Unreadable:
        return False
    return True


def _end(stretch: Stretch, chain: Chain) -> int:
    """The offset in the source behind a chain."""
    tokens = next((side.tokens for side in reversed(chain.sides) if side.tokens), ())
    return stretch.at[tokens[-1].end - 1] + 1 if tokens else 0


def _is_whole(side: Side) -> bool:
    """Whether the numbers of a side are whole."""
    return not any(token.sort == "number" and "." in token.text for token in side.tokens)


def _find(tokens: Sequence[Token], name: tuple[str, ...]) -> bool:
    """Whether a name stands among tokens."""
    texts = tuple(token.text for token in tokens)
    return any(texts[at : at + len(name)] == name for at in range(len(texts)))


def _ends_name(tokens: Sequence[Token], end: int) -> bool:
    """Whether a name may end at an index: no index follows, and no brackets but those of a factor."""
    if end >= len(tokens):
        return True
    token = tokens[end]
    if token.is_one_of(*_INDEXED):
        return False
    if token.is_one_of("^"):
        return tokens[end + 1].sort == "number" or tokens[end + 1].text == "{" if end + 1 < len(tokens) else False
    return not token.is_one_of(*_OPENING) or (tokens[end - 1].text not in _CALLED and _is_factor(tokens, end))


def _is_factor(tokens: Sequence[Token], opening: int) -> bool:
    """Whether a bracket behind a name holds an expression, and no arguments."""
    depth = 0
    for token in tokens[opening:]:
        depth += token.is_one_of(*_OPENING) - token.is_one_of(")", "]")
        if depth == 0 or token.is_one_of(","):
            return False
        if depth == 1 and token.is_one_of(*OPERATORS):
            return True
    return False


def _styled(tokens: Sequence[Token], at: int) -> int:
    """The index behind text in braces that begins at an index, as that of a unit; the same index if none does."""
    depth = 0
    for index in range(at + 1, len(tokens) if tokens[at].is_one_of(*STYLES) else at):
        depth += tokens[index].is_one_of("{") - tokens[index].is_one_of("}")
        if depth == 0:
            return index + 1
    return at


def _rebased(side: Side, stretch: Stretch) -> Side:
    """A side whose tokens have offsets in the source."""
    at = stretch.at
    tokens = (token._replace(start=at[token.start], end=at[token.end - 1] + 1) for token in side.tokens)
    return side._replace(tokens=tuple(tokens), units=None)


def _sign(text: str, at: int) -> Token:
    return Token("sign", text, at, at + 1)
