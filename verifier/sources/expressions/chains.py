"""Chains of expressions that are said to be equal."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from flint import fmpq

from verifier.record import NamedTuple
from verifier.sources.text.signs import BRACKETS, MINUS, OVER, PERCENT, POWER, TIMES
from verifier.sources.text.tokens import PARTING_COMMANDS, SPELLED, Sort, Token

EQUAL: Final = ("=", "\u2248")
"""Relations whose sides are compared; the second is the spelling of all that mean "about"."""
_APART: Final = PARTING_COMMANDS | frozenset(
    (*"<>\u2260\u2264\u2265\u226a\u226b\u2192\u21d2\u21d4\u2234", "<=", ">=", "!=", "=>", "->", "<=>", "==>")
)
"""Relations between two statements, or two numbers that are not equal: orders and what follows from what."""
OPERATIONS: Final = ("+", "-", "\u2212", "*", "\u00b7", "\u00d7", "\\cdot", "\\times")
_CLOSING: Final = frozenset(BRACKETS.values())
_LEVEL: Final = frozenset[Sort](["number", "word", "relation"])
"""Sorts of what neither opens nor closes anything."""
_REMEMBERED: Final = 1024
MAX_NEAR: Final = 8
LEAST_SHARES: Final = 3
"""Rounded shares that can be more or less than their whole together: two are not, as each is what the other leaves."""
SEAM: Final = Token("other", "", -1, -1)
"""A place where it is open whether an expression goes on: what has it inside is not read."""


Factors: TypeAlias = tuple[tuple[str, fmpq], ...]
"""The words of a unit with their exponents."""


class Side(NamedTuple):
    """One side of a relation; `is_whole` says whether it surely begins and ends with its tokens.

    `unit` are the letters of the units behind its numbers, which its tokens leave out, and `kinds` their words, in the
    singular, as often as they stand there; `is_spoken`: in running text. `units` are what its units are made of, each
    behind the offset at which its number ends; None where that is not known.
    """

    tokens: tuple[Token, ...]
    is_whole: bool = True
    unit: str = ""
    kinds: tuple[str, ...] = ()
    is_spoken: bool = False
    units: tuple[tuple[int, Factors], ...] | None = ()
    counts: bool = False
    """Whether words were left out that say what its numbers count."""

    def __hash__(self) -> int:
        tokens = self.tokens
        return hash((tokens[0].start, tokens[-1].end)) if tokens else 0  # all tokens of a side are slow to hash

    def has_unit_of(self, other: "Side") -> bool:
        """Whether its units are those of another side, letter by letter; m and ms are not mm and s."""
        is_parted = self.kinds != other.kinds and "".join(self.kinds) == "".join(other.kinds)
        return self.unit == other.unit and not is_parted

    @property
    def begins_with_a_fraction(self) -> bool:
        """Whether it begins with one number over another, as the score `6/10`."""
        return [token.sort for token in self.tokens[:3:2]] == ["number"] * 2 and self.tokens[1].is_one_of(*OVER)


class Pair(NamedTuple):
    """Two sides that are said to be equal, or about equal; `goes_on`: an expression is equal to the left one.

    `earlier` are sides before the left one that are said to be equal to it, the nearest first; `later` are those behind
    the right one that are said to be equal to that.
    """

    left: Side
    right: Side
    is_about: bool
    goes_on: bool
    earlier: tuple[Side, ...] = ()
    later: tuple[Side, ...] = ()

    @property
    def may_run_on(self) -> bool:
        """Whether the right side, as `6 + 4` in `2 + 3 = 6 + 4 = 10`, begins another calculation with a result."""
        ours, theirs = (
            {token.text for token in side.tokens if token.sort == "number"} for side in (self.left, self.right)
        )
        return bool(self.later) and ours.isdisjoint(theirs)

    @property
    def begins_alike(self) -> bool:
        """Whether both sides begin with the same number and sign, or with it in sums: it was surely not computed."""
        (first, *ours), (other, *theirs) = (side.tokens[:2] for side in (self.left, self.right))
        if first.sort != "number" or first.text != other.text or not theirs:
            return False
        signs = [token.text for token in (*ours, *theirs)]
        return signs[0] == signs[-1] or all(sign in ("+", *MINUS) for sign in signs)

    @property
    def is_of_shares(self) -> bool:
        """Whether whole percents, three or more, are said to be all together a hundred: each may be rounded."""
        if self.right.tokens[0].text != "100":
            return False
        terms, signs = self.left.tokens[::3], (*self.left.tokens[1::3], *self.right.tokens[1:])
        texts = [token.text for token in (*self.left.tokens[2::3], self.right.tokens[0])]
        is_sum = len(terms) >= LEAST_SHARES and all(token.text.isdecimal() for token in terms)
        is_whole = len(signs) == len(terms) + 1 and all(token.is_one_of(*PERCENT) for token in signs)
        return is_sum and is_whole and texts == [*["+"] * (len(terms) - 1), "100"]

    def kinder(self) -> Iterator["Pair"]:
        """Equalities with run-on equals signs, and those of earlier sides that give the number."""
        first, *rest = self.right.tokens
        if first.sort == "number" and rest and not rest[0].is_one_of(*PERCENT):
            is_last_power_of_ten = not (self.later or self.right.unit or has_operation(self.right.tokens))
            is_result = rest[0].is_one_of(*TIMES) and is_last_power_of_ten
            has_glued = rest[0].is_one_of("(") and any(token.is_one_of("+", *MINUS) for token in rest)
            if (has_glued or rest[0].is_one_of("+", *MINUS, *TIMES, *OVER)) and not is_result:
                yield self._replace(right=Side((first,)))
        else:
            yield from (self._replace(left=side) for side in self.earlier)


class Chain(NamedTuple):
    """Sides and the relations between them; a chain that begins with a relation has an empty first side."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...]

    def pairs(self, start: int = 0) -> Iterator["Pair"]:
        """Neighbours that are said to be equal, the right one from an offset on."""
        for index, relation in enumerate(self.relations):
            left, right = self.sides[index], self.sides[index + 1]
            is_pair = relation in EQUAL and left.is_whole and left.tokens and right.is_whole and right.tokens
            if is_pair and right.tokens[0].start >= start:
                is_about, goes_on = relation == EQUAL[1], self._goes_on(index)
                yield Pair(left, right, is_about, goes_on, self._earlier(index), self._later(index + 1))

    def parted(self) -> Iterator["Chain"]:
        """The chains between orders and implications, which say of other names what they are; itself without any."""
        ends = [index for index, relation in enumerate(self.relations) if relation in _APART]
        for start, end in zip([0, *(index + 1 for index in ends)], [*ends, len(self.relations)], strict=True):
            if end > start:
                yield Chain(self.sides[start : end + 1], self.relations[start:end]) if ends else self

    def ends_behind(self, start: int) -> bool:
        """Whether its last side ends behind an offset of its stretch."""
        return any(token.start >= start for token in self.sides[-1].tokens[-1:])

    def goes_on_at(self, start: int) -> bool:
        """Whether its last side before an offset is an expression, and no result yet.

        A number with its sign, a power of ten and, behind another expression, a lone fraction or root are results.
        """
        before = [side for side in self.sides if side.tokens and side.tokens[-1].end <= start]
        if not before or not any(token.sort == "number" for token in before[-1].tokens):
            return False
        is_first = not any(token.sort == "number" for side in before[:-1] for token in side.tokens)
        return has_operation(before[-1].tokens) or (is_first and len(before[-1].tokens) > 2)  # noqa: PLR2004 - a sign

    def _earlier(self, index: int) -> tuple[Side, ...]:
        """The sides that are said to be equal to the left one of a relation, MAX_NEAR at most."""
        found: list[Side] = []
        while index > 0 and self.relations[index - 1] in EQUAL and len(found) < MAX_NEAR:
            index -= 1
            found.append(self.sides[index])
        return tuple(side for side in found if side.is_whole and len(side.tokens) > 1)

    def _later(self, index: int) -> tuple[Side, ...]:
        """The sides that are said to be equal to the one at an index and stand behind it, MAX_NEAR at most."""
        end = index
        while end < len(self.relations) and self.relations[end] in EQUAL and end - index < MAX_NEAR:
            end += 1
        return self.sides[index + 1 : end + 1]

    def _goes_on(self, index: int) -> bool:
        """Whether what stands left of a relation is said to be equal to an expression before it."""
        before = self.sides[index - 1].tokens if index > 0 and self.relations[index - 1] in EQUAL else ()
        return len(before) > 1 and not _is_measured(before)

    def cut(self, *, first: bool, last: bool) -> "Chain":
        """The same with sides at the ends that are not whole."""
        if not (first or last):
            return self
        sides = list(self.sides)
        if first:
            sides[0] = sides[0]._replace(is_whole=False)
        if last:
            sides[-1] = sides[-1]._replace(is_whole=False)
        return self._replace(sides=tuple(sides))

    def measured(self, unit: str) -> "Chain":
        """The same with a unit behind its last side."""
        if not unit:
            return self
        last = self.sides[-1]
        return self._replace(
            sides=(*self.sides[:-1], last._replace(unit=last.unit + unit, units=None if unit else last.units))
        )


def _is_measured(tokens: Sequence[Token]) -> bool:
    """Whether a number stands before a word that is no letter: a value in a unit that is not known."""
    return [token.sort for token in tokens] == ["number", "word"] and len(tokens[1].text) > 1


def has_operation(tokens: Sequence[Token]) -> bool:
    """Whether a sign of a sum, a difference or a product stands between two numbers that make no power of ten."""
    for before, token, behind, last in zip(tokens, tokens[1:], tokens[2:], (*tokens[3:], SEAM), strict=False):
        is_between = before.sort == "number" or before.text in _CLOSING
        is_power = behind.text == "10" and (last.sort == "raised" or last.is_one_of(*POWER))
        if is_between and token.is_one_of(*OPERATIONS) and not is_power:
            return True
    return False


def depths(tokens: Sequence[Token]) -> list[int] | None:
    """For each token the number of brackets and environments around it; None where these do not match."""
    found: list[int] = []
    depth = 0
    for token in tokens:
        if token.sort in _LEVEL or not (change := _nesting(token.sort, token.text)):
            found.append(depth)
            continue
        if change > 0:
            found.append(depth)
            depth += 1
        elif depth:
            depth -= 1
            found.append(depth)
        else:
            return None
    return None if depth else found


def nesting(token: Token) -> int:
    """1 for what opens a bracket or an environment, -1 for what closes one, else 0."""
    return _nesting(token.sort, token.text)


@lru_cache(maxsize=_REMEMBERED)
def _nesting(sort: Sort, text: str) -> int:
    if sort == "begin" or (text in BRACKETS and sort in SPELLED) or text.startswith("\\begin{"):
        return 1
    return -1 if sort == "end" or (text in _CLOSING and sort in SPELLED) or text.startswith("\\end{") else 0


def outer_relations(tokens: Sequence[Token]) -> list[int]:
    """The relations outside of brackets, as not that of the name `P(X=2)`; all of them if none is outside."""
    depth, found = 0, list[int]()
    for index, token in enumerate(tokens):
        depth += 0 if token.sort in _LEVEL else _nesting(token.sort, token.text)
        if depth < 0:  # a comma parts the brackets that end here, and all before stands in them
            depth, found = 0, []
        elif token.sort == "relation" and not depth:
            found.append(index)
    return found or [index for index, token in enumerate(tokens) if token.sort == "relation"]


def chain_of(tokens: Sequence[Token]) -> Chain | None:
    """The chain of a statement; None if it has no relation outside of brackets, or brackets that do not match.

    Brackets around the whole statement are left out. None also of exercises without results, as `3 + 4 = 5 * 6 =`.
    """
    level = depths(tokens)
    if level is None:
        return None
    if _is_bracketed(tokens, level):
        return chain_of(tokens[1:-1])
    sides: list[Side] = []
    relations: list[str] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.sort == "relation" and level[index] == 0:
            sides.append(Side(tuple(tokens[start:index])))
            relations.append(token.text)
            start = index + 1
    sides.append(Side(tuple(tokens[start:])))
    return Chain(tuple(sides), tuple(relations)) if relations and not _are_exercises(sides) else None


def _are_exercises(sides: Sequence[Side]) -> bool:
    """Whether nothing stands behind the last relation, and a calculation behind another one."""
    is_open = len(sides) > 2 and not sides[-1].tokens  # noqa: PLR2004 - two calculations
    return is_open and any(has_operation(side.tokens) for side in sides[1:])


def _is_bracketed(tokens: Sequence[Token], level: Sequence[int]) -> bool:
    """Whether one pair of brackets stands around all other tokens."""
    is_pair = len(tokens) > 2 and tokens[0].text in "([{" and BRACKETS.get(tokens[0].text) == tokens[-1].text  # noqa: PLR2004
    return is_pair and min(level[1:-1]) > 0
