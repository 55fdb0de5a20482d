"""Functions that a text defines, as `f(x) = x^2 - 5`, and what it says that they give: `f(3) = 4`.

A function is taken where its section, those around it and those inside of it define it once, before it is used, and
without a condition; its argument is one number.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.annotations.names.named_sides import is_number, rebased
from verifier.sources.annotations.names.said_values import Carried, Use, Value
from verifier.sources.equalities.orders import is_claim
from verifier.sources.excuses.arithmetics.other_domains import may_hold_elsewhere
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.naming import label_of
from verifier.sources.text.scopes import Scopes
from verifier.sources.text.signs import FRACTIONS, OPERATORS, ROOTS
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS

MAX_FUNCTIONS: Final = 400
"""Definitions and uses of a file; of one with more nothing is evaluated."""
_MOST: Final = 80
"""Tokens of a definition."""
_LEAST: Final = 4
"""Tokens of a name with its argument."""
_NO_VARIABLES: Final = ("e", "i", "d")
_PLAIN: Final = (*OPERATORS, *FRACTIONS, *ROOTS, "(", ")", "[", "]", "{", "}", "\\pi")
_CONDITION: Final = pattern(
    r"[\s$,;)\]}\\]*(?:quad|text|,)?[\s{(]*(?:if|when|mod|otherwise|near|over|until|while|for(?!\s+(?:all|any|every|each)\b))\b"
)
"""What stands behind a definition that holds under a condition only."""
_REACH: Final = 40
_CASE: Final = pattern(
    r"(?:^|[\n.;:(]\s*)(?:for|if|when|where|with|in case|case|f\u00fcr|wenn|pour|si|para|per|voor)\b"
    r"[^.;\n]{1,40},\s*\$?\s*$",
    re.IGNORECASE,
)
"""A condition before a definition, at the beginning of its sentence."""
_NOT_AS_DEFINED: Final = pattern(
    r"(?:\b(?:needs?|wants?|require[sd]?|measured?|measurements?|observed|observation|actual(?:ly)?|true value|target"
    r"|data|should be|must be|instead of|claims?(?: that)?|gemessen|mesur\w+|medid\w+)\b|[\u5b9e\u5be6\u5b9f]\u6d4b)"
    r"[\s:,$]{0,6}(?:value|is|that|gives|by)?[\s:,$]{0,4}$",
    re.IGNORECASE,
)
"""What stands before a value that a function should have, or has in fact, and its formula need not give."""
_GOES_ON: Final = pattern(
    r"\bperiod(?:s|ic(?:ally|ity)?)?\b|\bp\u00e9riod|\bperi\u00f3dic|\bperiodisch|[\u5468\u9031]\u671f|\uc8fc\uae30"
    r"|\bextend(?:ed|s)?\b",
    re.IGNORECASE,
)
"""Words of a text in which a function goes on otherwise than by its formula."""
_MIRRORED: Final = pattern(
    r"\b(?:even|odd|symmetric|(?:un)?gerade|(?:im)?pair|[i\u00ed]?mpar|par|dispari?|pari)\b|[\u5947\u5076]",
    re.IGNORECASE,
)
"""Words of a text in which the formula of a function may hold on one side of zero alone."""
_SAID_BEFORE: Final = 160
_ROUNDING: Final = pattern(r"[\s$]*[-+]\s*\S|[\s$]*(?:\\pm|\u00b1|or\b)")


class Defined(NamedTuple):
    """A function with its variable and its expression; None for one that is not read. It stands at an offset."""

    name: tuple[str, ...]
    variable: str
    body: Side | None
    at: int

    def given(self, argument: Sequence[Token]) -> Side:
        """Its expression with an argument for its variable."""
        body = self.body or Side(())
        return body._replace(tokens=tuple(_replaced(body.tokens, self.variable, argument)))


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
        before = self.text[max(0, one.at - 2 * _REACH) : one.at]
        has_condition = _CONDITION.match(self.text, end, end + _REACH) is not None or _CASE.search(before) is not None
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
            begin = max(self.text.rfind("\n\n", 0, one.at), one.at - _SAID_BEFORE, 0)
            around = self.text[begin : min(use.at, one.at + 2 * _SAID_BEFORE)]
            before = self.text[max(0, use.at - _REACH) : use.at]
            if _NOT_AS_DEFINED.search(before) is not None or _GOES_ON.search(around) is not None:
                continue
            if may_hold_elsewhere(one.given, argument, use.right, is_mirrored=_MIRRORED.search(around) is not None):
                continue
            given = Value((one.variable,), use.at, argument)
            yield use, Carried(one.given(argument.tokens), (given,)), f"with {given.spelled}"


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
