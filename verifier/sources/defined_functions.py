"""Functions that a text defines, as `f(x) = x^2 - 5`, and what it says that they give: `f(3) = 4`.

A function is taken where its section, those around it and those inside of it define it once, before it is used, and
without a condition; its argument is one number.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.record import NamedTuple
from verifier.sources.chains import EQUAL, Chain, Side
from verifier.sources.named_sides import is_number, rebased
from verifier.sources.named_values import Carried, Use, Value
from verifier.sources.naming import label_of
from verifier.sources.orders import is_claim
from verifier.sources.scopes import Scopes
from verifier.sources.signs import FRACTIONS, OPERATORS, ROOTS
from verifier.sources.stretch import Stretch
from verifier.sources.tokens import Token
from verifier.sources.words import FUNCTIONS

MAX_FUNCTIONS: Final = 400
"""Definitions and uses of a file; of one with more nothing is evaluated."""
_MOST: Final = 80
"""Tokens of a definition."""
_LEAST: Final = 4
"""Tokens of a name with its argument."""
_NO_VARIABLES: Final = ("e", "i", "d")
_PLAIN: Final = (*OPERATORS, *FRACTIONS, *ROOTS, "(", ")", "[", "]", "{", "}", "\\pi")
_CONDITION: Final = re.compile(
    r"[\s$,;)\]}\\]*(?:quad|text|,)?[\s{(]*(?:if|when|mod|otherwise|near|over|until|while|for(?!\s+(?:all|any|every|each)\b))\b"
)
"""What stands behind a definition that holds under a condition only."""
_REACH: Final = 40
_ROUNDING: Final = re.compile(r"[\s$]*[-+]\s*\S|[\s$]*(?:\\pm|\u00b1|or\b)")


class Defined(NamedTuple):
    """A function with its variable and its expression; None for one that is not read. It stands at an offset."""

    name: tuple[str, ...]
    variable: str
    body: Side | None
    at: int


class DefinedFunctions:
    """The functions that a text defines, and what it says that they give; tokens have offsets in the source."""

    def __init__(self, text: str, scopes: Scopes) -> None:
        self.text = text
        self.scopes = scopes
        self.found: dict[tuple[str, ...], list[Defined]] = {}
        self.uses: list[tuple[Use, Side]] = []
        """What is said of a function, and its argument."""
        self.count = 0

    def take(self, stretch: Stretch, chain: Chain) -> None:
        """Note what a chain defines, or says of a function."""
        first, *rest = chain.sides
        if len(first.tokens) < _LEAST or first.unit or first.tokens[-1].text != ")" or chain.relations[0] != EQUAL[0]:
            return
        opening = next((at for at, token in enumerate(first.tokens) if token.text == "("), 0)
        name, argument = tuple(token.text for token in first.tokens[:opening]), first.tokens[opening + 1 : -1]
        if not (_is_name(first.tokens[:opening]) and rest[0].tokens and self.count < MAX_FUNCTIONS):
            return
        at = stretch.at[first.tokens[0].start]
        inner = first._replace(tokens=tuple(argument))
        if len(argument) == 1 and argument[0].sort == "word" and argument[0].text not in _NO_VARIABLES:
            self._define(Defined(name, argument[0].text, rest[0], at), stretch)
        elif is_number(inner) and len(rest) == 1 and rest[0].is_whole and is_number(rest[0]):
            end = stretch.at[rest[0].tokens[-1].end - 1] + 1
            if is_claim(self.text, at, end) and not _ROUNDING.match(self.text, end):
                self.count += 1
                right = rebased(rest[0], stretch)
                use = Use(label_of(chain) or "", name, rebased(first, stretch), right, is_about=False, at=at)
                self.uses.append((use, rebased(inner, stretch)))

    def _define(self, one: Defined, stretch: Stretch) -> None:
        """Note a definition, or one that is not read; an equation as `f(x) = 0` is none."""
        body = one.body
        if body is None or not any(token.text == one.variable for token in body.tokens):
            return
        self.count += 1
        end = stretch.at[body.tokens[-1].end - 1] + 1
        is_plain = body.is_whole and not body.unit and len(body.tokens) <= _MOST
        is_plain = is_plain and all(_is_plain(token, one.variable) for token in body.tokens)
        has_condition = _CONDITION.match(self.text, end, end + _REACH) is not None
        known = rebased(body, stretch) if is_plain and not has_condition else None
        self.found.setdefault(one.name, []).append(one._replace(body=known))

    def carried(self) -> Iterator[tuple[Use, Carried, str]]:
        """What is said of functions that are defined once, each with its definition, and what that was given."""
        for use, argument in self.uses if self.count < MAX_FUNCTIONS else ():
            near = [one for one in self.found.get(use.name, ()) if self.scopes.share(one.at, use.at)]
            bodies = {one.body and tuple(token.text for token in one.body.tokens) for one in near}
            one = near[0] if len(bodies) == 1 else None
            if one is None or one.body is None or one.at > use.at or self.scopes.is_parted(one.at, use.at):
                continue
            shown = tuple(_replaced(one.body.tokens, one.variable, argument.tokens))
            given = Value((one.variable,), use.at, argument)
            yield use, Carried(one.body._replace(tokens=shown), (given,)), f"with {given.spelled}"


def _is_name(tokens: Sequence[Token]) -> bool:
    """Whether tokens are the name of a function: a letter, with primes or an index behind it."""
    if not tokens or tokens[0].sort != "word" or tokens[0].text in FUNCTIONS:
        return False
    return all(token.text in ("'", "_", "{", "}") or token.sort in ("number", "word") for token in tokens[1:])


def _is_plain(token: Token, variable: str) -> bool:
    """Whether a token may stand in an expression of numbers and one variable."""
    if token.sort in ("number", "raised") or token.text == variable or token.is_one_of(*_PLAIN, "e"):
        return True
    return token.text.removeprefix("\\") in FUNCTIONS


def _replaced(tokens: Sequence[Token], variable: str, argument: Sequence[Token]) -> Iterator[Token]:
    """An expression with its argument in brackets for its variable."""
    for token in tokens:
        if token.sort == "word" and token.text == variable:
            yield Token("sign", "(", token.start, token.end, token.spaced)
            yield from argument
            yield Token("sign", ")", token.start, token.end)
        else:
            yield token
