"""Names that a text gives one number: `K = 200`, `r = 12`, and then `Z = K r = 2400`.

A name is carried into a formula only if it has one value in the section of the formula, in those around it and in those
inside of it; an example or a problem is a section. Of one that has none there see `beyond_sections`. What counts steps
(`i`, `n`) has none, nor has a name that is computed anew from itself, or that is said to be one of several numbers.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from verifier.late import pattern
from verifier.sources.annotations.names.lines_of_names import CALLED, MAX_GAP, NEAR, Lines
from verifier.sources.annotations.names.named_sides import (
    begins_alone,
    called_before,
    copies,
    end_behind_unit,
    end_of_style,
    ends_name,
    has_several,
    is_call,
    is_number,
    is_sigmoid,
    is_vector,
    name_of,
    number_at_end,
    rebased,
    result_at_end,
    shows_wholes,
    stands_among,
    unboxed,
)
from verifier.sources.annotations.names.said_values import Carried, Copy, Use, Value
from verifier.sources.expressions.chains import EQUAL, Chain, Side, has_operation
from verifier.sources.expressions.naming import label_of
from verifier.sources.expressions.rows import speaks_of_other_products, speaks_of_other_sums
from verifier.sources.text.scopes import Scopes
from verifier.sources.text.signs import FRACTIONS
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import Token
from verifier.sources.units.units import NAME

if TYPE_CHECKING:
    from verifier.sources.annotations.names.beyond_sections import BeyondSections

_SEVERAL: Final = pattern(
    r"[\s$]*(?:,|or\b|and\b|to\b|\.\.|\u2026|\\l?dots|[-\u2013\u2014]|\\pm|\u00b1)"
    r"[\s$]*[-\u2212]?(?:[\d.\u2026]|\\[lc]?dots)"
)
"""What stands behind a number that is one of several."""
_BEHIND: Final = 24
MAX_CHAINS: Final = 4_000
"""Chains of a file of whose names anything is noted; of a file with more nothing is carried."""
MAX_VALUES: Final = 200
"""Values of a name; one that has more has none."""
_OF_READERS: Final = ("\u00d7", "\u00b7", "\u22c5", "\u00f7", "\u221a")
"""Signs that no program has."""


class NamedValues:
    """What the names of a source are said to be, and where they are used; all tokens have offsets in the source."""

    def __init__(self, text: str, scopes: Scopes) -> None:
        self.text = text
        self.scopes = scopes
        self.values: dict[tuple[str, ...], dict[tuple[int, str], Value]] = {}
        """What names are said to be, by section and number."""
        self.longest, self.beginnings = 0, set[str]()
        """So many tokens has the longest of these names, and what they begin with."""
        self.uses: list[Use] = []
        self.rivals: list[Use] = []
        """Formulas with names, behind which the chain goes on with numbers in their places."""
        self.copies: list[Copy] = []
        """Formulas with names, behind which the same formula has numbers in their places."""
        self.lines = Lines(text)
        self.count = 0

    @cached_property
    def has_other_sums(self) -> bool:
        """Whether the text speaks of sums or products that are not those of numbers."""
        return speaks_of_other_sums(self.text) or speaks_of_other_products(self.text)

    @cached_property
    def _beyond(self) -> "BeyondSections":
        from verifier.sources.annotations.names.beyond_sections import BeyondSections  # imported here, as few texts ask

        return BeyondSections(self.text, self.scopes)

    def take(self, stretch: Stretch, chain: Chain, read: Collection[Side]) -> None:
        """Note what a chain says of its name; *read* are its sides that are expressions of numbers."""
        name = name_of(stretch, chain)
        first = next((side.tokens[0] for side in chain.sides[1:] if side.tokens), None)
        self.count += 1
        if first is None or self.count > MAX_CHAINS:
            return
        if len(chain.sides) > 2 and read:  # noqa: PLR2004 - a name and two sides
            self.copies += copies(stretch, chain, read)
        if len(chain.sides[0].tokens) > 1:
            self._use_alone(name, stretch, chain, read)
        is_equal = set(chain.relations).issubset(EQUAL)
        number = number_at_end(stretch, chain) if name and is_equal else None
        if name and name[0] not in FRACTIONS:
            self._define(Value(name, stretch.at[first.start], number), stretch, chain, has_numbers=bool(read))
        for part in (chain,) if is_equal else [one for one in chain.parted() if one.sides[-1].tokens]:
            self._take_line(name if part is chain else name_of(stretch, part), stretch, part, read, number)

    def _take_line(
        self, name: tuple[str, ...], stretch: Stretch, chain: Chain, read: Collection[Side], number: Side | None
    ) -> None:
        """Note what a chain, or a part of one, says of its name below the line before; its *number* may be known."""
        at = stretch.at[next(side.tokens[0].start for side in chain.sides[1:] if side.tokens)]
        self._note_about(name, stretch, chain, read, at)
        called = name or called_before(stretch, chain)
        if not (called or CALLED.search(self.text, max(0, at - NEAR), at)):
            self.lines.sides = ()
            return
        last, before = unboxed(chain.sides[-1]), chain.sides[-2]
        number = number or result_at_end(stretch, chain)
        formulas = [side for side in chain.sides[1:-1] if side not in read]
        left = rebased(before, stretch) if before in formulas and before.is_whole else None
        is_pair = len(chain.sides) == 2  # noqa: PLR2004 - the name and a number
        is_near = is_pair and chain.relations[0] == EQUAL[1] and number is not None
        above = self.lines.about(called, at) if is_near else self.lines.above(called, at)
        is_below = bool(above) and is_pair
        left = (left if name else None) or (above[-1] if is_below else None)
        if name and number is not None and formulas and formulas[-1].is_whole and before in read:
            formula, is_about = rebased(formulas[-1], stretch), EQUAL[1] in chain.relations
            self.rivals.append(Use(name[0], name, formula, number, is_about, at))
        if above and number is not None and before in read:
            self.rivals.append(Use(name[0] if name else "", name, above[-1], number, EQUAL[1] in chain.relations, at))
        shown = rebased(last, stretch) if last in read and last.is_whole else None
        if above and not is_below and chain.sides[1] in read and has_operation(above[-1].tokens):
            self._use_below(name, stretch, chain, above)
        is_step = number is None and is_below and shown is not None
        if left is not None and (right := shown if is_step else number) is not None:
            is_about, is_named = chain.relations[-1] == EQUAL[1], name != () and name[0] not in FRACTIONS
            label = label_of(chain) or (name[0] if is_named else "")
            self.uses.append(Use(label, name, left, right, is_about, at, above[:-1], is_step=is_step))
        sides = (*(above if is_below else ()), shown) if shown is not None else ()
        if is_pair and not sides and last.is_whole and last not in read and chain.relations[0] == EQUAL[0]:
            sides = (rebased(last, stretch),)
        if above and shown is not None and has_several(shown):
            self.copies.append(Copy(called, None, above[-1], shown))
        self.lines.take(called, at, end_behind_unit(stretch, chain, self.text), sides)

    def _note_about(
        self, name: tuple[str, ...], stretch: Stretch, chain: Chain, read: Collection[Side], at: int
    ) -> None:
        """Note the number of a line that says what its name is about, which the formula above it may give."""
        is_about = chain.relations[0] == EQUAL[1] and len(chain.relations) > 1
        if not (is_about and self.lines.sides and at - self.lines.end <= MAX_GAP):
            return
        above = self.lines.about(name, at) if chain.sides[-2] in read and number_at_end(stretch, chain) else ()
        if above:
            last = rebased(chain.sides[-1], stretch)
            self.rivals.append(Use(name[0] if name else "", name, above[-1], last, is_about=True, at=at))

    def _use_below(self, name: tuple[str, ...], stretch: Stretch, chain: Chain, above: tuple[Side, ...]) -> None:
        """Note the first expression of a line that goes on behind it, below another one of its name."""
        first = chain.sides[1]
        if first.is_whole and chain.relations[0] in EQUAL and has_operation(first.tokens):
            right, is_about = rebased(first, stretch), chain.relations[0] == EQUAL[1]
            at, label = stretch.at[first.tokens[0].start], label_of(chain) or (name[0] if name else "")
            self.uses.append(Use(label, name, above[-1], right, is_about, at, above[:-1], is_step=True))

    def _use_alone(self, name: tuple[str, ...], stretch: Stretch, chain: Chain, read: Collection[Side]) -> None:
        """Note the formula that a chain begins with, and perhaps the *name* that its letters may be.

        Behind what is no name, as `Attention(Q, K, V)`, the further ones are noted too.
        """
        last = chain.sides[-1]
        is_equal = not set(chain.relations).difference(EQUAL)
        if not (is_equal and last.is_whole and is_number(last)) or self.has_other_sums:
            return
        at, is_about = stretch.at[last.tokens[0].start], chain.relations[-1] == EQUAL[1]
        for left in chain.sides[: 1 if name else -1]:
            is_whole = left.is_whole or (is_call(left.tokens) and begins_alone(stretch.text, left.tokens[0].start))
            if is_whole and left.tokens and left not in read:
                sides = rebased(left._replace(is_whole=True), stretch), rebased(last, stretch)
                self.uses.append(Use("", name, *sides, is_about, at, is_alone=True))

    def _define(self, value: Value, stretch: Stretch, chain: Chain, *, has_numbers: bool) -> None:
        """Note a value, and where a chain says of a name what no number shows; a formula of names says nothing."""
        last, is_equal = chain.sides[-1], not set(chain.relations).difference(EQUAL)
        behind = stretch.text[last.tokens[-1].end :][:_BEHIND] if last.tokens else ""
        is_again = any(stands_among(side.tokens, value.name) for side in chain.sides[1:])
        is_alone = not (is_again or _SEVERAL.match(behind))
        if value.side is None and is_equal and is_alone and not has_numbers:
            return
        is_rounded = EQUAL[1] in chain.relations or (len(chain.sides) > 2 and shows_wholes(last))  # noqa: PLR2004 - a result
        known = value if is_alone and not is_rounded else value._replace(side=None)
        self.longest = max(self.longest, len(value.name))
        self.beginnings.add(value.name[0])
        found = self.values.setdefault(value.name, {})
        if len(found) < MAX_VALUES:
            found.setdefault((self.scopes.index(value.at), known.shown), known)
        else:
            self.values[value.name] = {(0, ""): Value(value.name, 0, None)}

    def in_numbers(self, said: str) -> Iterator[tuple[Use, Carried, str]]:
        """The uses of formulas of numbers alone on the line above, which are surely no program, and what is *said*."""
        for use in self.uses if self.count <= MAX_CHAINS else ():
            is_in_numbers = not any(token.sort in ("word", "macro") for token in use.left.tokens)
            is_program = not (use.right.unit or any(token.is_one_of(*_OF_READERS) for token in use.left.tokens))
            if is_in_numbers and not is_program:
                yield use, Carried(use.left, ()), said

    def carried(self, use: Use) -> Carried | Value | None:
        """A formula with the values of its names; another value of a name that has two; None if a name has none."""
        kept: list[Token] = []
        names: list[Value] = []
        known: dict[tuple[str, ...], tuple[Value, Side] | None] = {}
        unit, kinds = use.left.unit, list(use.left.kinds)
        behind_vector: int | None = None
        tokens, at = use.left.tokens, 0
        while at < len(tokens):
            name = self.name_at(tokens, at, use.name) if tokens[at].text in self.beginnings else ()
            if not name:
                kept += tokens[at : (end := max(end_of_style(tokens, at), at + 1))]
                at = end
                continue
            found = known[name] if name in known else known.setdefault(name, self.value(name, use.at))
            if found is None or found[0].is_other:
                return None if found is None or use.is_alone else found[0]
            value, side = found
            if is_vector(side) and behind_vector == at:
                return None  # two points, whose letters name a distance
            behind_vector = at + len(name) if is_vector(side) else None
            names.append(value)
            kept += (_sign("(", tokens[at].start), *side.tokens, _sign(")", tokens[at + len(name) - 1].end - 1))
            unit, kinds = unit + side.unit, [*kinds, *side.kinds]
            at += len(name)
        if not self._may_stand(use, names):
            return None
        if kept and (factor := self._behind(use, kept[-1].end)):
            names, kept, unit, kinds = [*names, factor[0]], [*kept, *factor[1]], "", []
        is_spoken = use.left.is_spoken or any(one.side is not None and one.side.is_spoken for one in names)
        units = None if names else use.left.units
        left = use.left._replace(tokens=tuple(kept), unit=unit, kinds=tuple(kinds), is_spoken=is_spoken, units=units)
        return Carried(left, tuple(names))

    def _may_stand(self, use: Use, names: Sequence[Value]) -> bool:
        """Whether names of a formula are enough of its section, or of others, and one alone is of a function."""
        is_far = any(not self.scopes.share(one.at, use.at) for one in names)
        if is_far:
            from verifier.sources.annotations.names.beyond_sections import are_enough  # imported here, as few ask

            if not are_enough(names, is_named=use.label != ""):
                return False
        is_of_matrices = any(one.is_of_matrix for one in names)
        if not use.is_alone or is_of_matrices or is_far:
            return not (use.is_alone and is_far and not is_of_matrices)
        return self._is_function(use, names) or (len(names) > 1 and self._is_said(use, names))

    def _is_said(self, use: Use, names: Sequence[Value]) -> bool:
        """Whether it is said what a formula of two names gives, right behind what these are: it is no equation."""
        from verifier.sources.annotations.names.said_right_before import is_said  # imported here, as few ask

        return len({one.name for one in names}) > 1 and is_said(self.text, [one.at for one in names], use)

    def _behind(self, use: Use, end: int) -> tuple[Value, tuple[Token, ...]] | None:
        """A matrix behind a formula whose name is a letter that may be a unit too, and its tokens; None if none is."""
        letter = use.left.unit.removeprefix(NAME)
        found = self.value((letter,), use.at) if (letter,) in self.values else None
        at = self.text.find(letter, end, end + MAX_GAP)
        if found is None or at < 0 or not found[0].is_of_matrix:
            return None
        return found[0], (_sign("(", at), *found[1].tokens, _sign(")", at))

    def _is_function(self, use: Use, names: Sequence[Value]) -> bool:
        """Whether a formula is a function of a name that is said before it, and no equation for that."""
        tokens = use.left.tokens
        return is_call(tokens) and len(names) == 1 and names[0].at < use.at and is_sigmoid(tokens, self.text)

    def value(self, name: tuple[str, ...], at: int) -> tuple[Value, Side] | None:
        """The only value of a name at an offset, or the second of several; None if it has none, or one unknown."""
        every = self.values[name].values()
        found = [one for one in every if self.scopes.share(one.at, at)]
        found = found or self._beyond.values(every, at)
        known = [(one, one.side) for one in found if one.side is not None]
        if not known or len(known) < len(found):
            return None
        others = ((one._replace(is_other=True), side) for one, side in known if one.shown != found[0].shown)
        return next(others, known[0])

    def name_at(self, tokens: Sequence[Token], at: int, label: tuple[str, ...]) -> tuple[str, ...]:
        """The longest name with a value that stands at an index; empty if none does."""
        if tokens[at].sort not in ("word", "macro"):
            return ()
        texts = tuple(token.text for token in tokens[at : at + self.longest])
        for size in range(len(texts), 0, -1):
            name = texts[:size]
            if name in self.values and name != label and ends_name(tokens, at + size):
                return name
        return ()


def _sign(text: str, at: int) -> Token:
    return Token("sign", text, at, at + 1)
