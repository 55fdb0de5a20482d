"""A position in a list of tokens."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.naming import GREEK
from verifier.sources.expressions.values import Unreadable, exponent_of
from verifier.sources.text.context import is_unit
from verifier.sources.text.inline import OBJECT
from verifier.sources.text.signs import BRACKETS, MINUS, MODULI, POWER, RAISED, STYLES, TIMES
from verifier.sources.text.tokens import SPELLED, Token

_END: Final = Token("line", "", -1, -1)
_ENDS: Final = (_END,) * 8
"""More than tokens are looked at before the first one, or behind the last in most calls."""


class Cursor:
    """Tokens that are taken one by one."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.padded = (*tokens, *_ENDS)
        """The tokens, and line ends: those before the first one too, as an index from the end."""

    def peek(self, ahead: int = 0) -> Token:
        """A token that is not yet taken; a line end before the first and behind the last."""
        try:
            return self.padded[self.at + ahead]
        except IndexError:
            return _END

    def spelled(self) -> str:
        """The next token as a reason names it; empty behind the last."""
        text = self.peek().text
        return "code or other mathematics" if text == OBJECT else text[:20]

    def take(self) -> Token:
        """The next token."""
        found = self.peek()
        self.at += 1
        return found

    def sees(self, *texts: str) -> bool:
        """Whether the next token is spelled so."""
        token = self.padded[self.at] if self.at < len(self.padded) else _END
        return token.text in texts and token.sort in SPELLED

    def takes(self, *texts: str) -> bool:
        """Take the next token if it is spelled so."""
        token = self.padded[self.at] if self.at < len(self.padded) else _END
        if token.text in texts and token.sort in SPELLED:
            self.at += 1
            return True
        return False

    def takes_group(self, text: str) -> bool:
        """Take a token of this spelling, alone or in braces."""
        if self.sees("{") and self.peek(1).is_one_of(text) and self.peek(2).is_one_of("}"):
            self.at += 3
            return True
        return self.takes(text)

    def needs(self, text: str) -> None:
        """Take a token of this spelling; raises Unreadable if another stands there."""
        if not self.takes(text):
            raise Unreadable(self.name_ahead() or f"{text} is missing")

    def name_ahead(self) -> str:
        """That a name, which has no value, or an unknown unit comes next; empty if neither does."""
        token, end = self.peek(), 1
        is_greek = token.sort == "macro" and token.text.removeprefix("\\") in GREEK
        if not is_greek and (token.sort != "word" or not token.text.isidentifier()):
            return ""
        while self.peek(end).sort == "word" and self.peek(end).start == self.peek(end - 1).end:
            end += 1
        unit = "".join(one.text for one in self.tokens[self.at : self.at + end])
        is_behind = token.spaced and self.peek(-1).sort in ("number", "raised") and not is_greek
        if is_behind and not self.peek(end).is_one_of("_", "("):
            if len(unit) > 1 and end == 1 and not is_unit(unit):
                return ""  # a word of running text
            if len(unit) > 1 or unit.isupper():
                return f"{unit[:20]} is no known unit"
        return f"{token.text[:20]}{self.index_behind()[:20]} has no value here"

    def index_behind(self) -> str:
        """The index behind the next token, as its author spells it; empty if it has none."""
        if not self.peek(1).is_one_of("_"):
            return ""
        ahead = Cursor(self.tokens)
        ahead.at = self.at + 2
        ahead.skip_group()
        return "".join(one.text for one in self.tokens[self.at + 1 : ahead.at])

    def power_of_ten(self) -> int | None:
        """Take a sign of multiplication and a power of ten; returns its exponent, or None and takes nothing."""
        before = self.at
        if (self.takes(*TIMES) or self.takes("x")) and self.peek().text == "10":
            self.take()
            if self.peek().sort == "raised":
                return exponent_of(self.take().text.translate(RAISED))
            if self.takes(*POWER):
                close = BRACKETS[self.take().text] if self.sees("{", "(") else ""
                sign = "-" if self.takes(*MINUS) else ""
                digits = self.take()
                if digits.sort == "number" and digits.text.isdecimal() and (not close or self.takes(close)):
                    return exponent_of(sign + digits.text)
        self.at = before
        return None

    def letters(self, ahead: int) -> tuple[str, int]:
        """The letters in braces, as those of a command for text, and how many tokens that is; empty if none."""
        found, start = "", ahead
        if not self.peek(ahead).is_one_of("{"):
            return "", 0
        ahead += 1
        while self.peek(ahead).sort in ("word", "number"):
            found += self.peek(ahead).text
            ahead += 1
        return (found, ahead + 1 - start) if self.peek(ahead).is_one_of("}") else ("", 0)

    def modulus_ahead(self) -> int:
        r"""The number of tokens of a sign before a modulus that comes next, as `\bmod` and `(\text{mod}`; or zero."""
        ahead = int(self.sees("("))
        token = self.peek(ahead)
        if token.is_one_of(*MODULI):
            return ahead + 1
        name, count = self.letters(ahead + 1) if token.is_one_of(*STYLES) else ("", 0)
        return ahead + 1 + count if name == "mod" else 0

    def skip_group(self) -> None:
        """Take braces with all that is in them, or one token."""
        depth = 0
        while True:
            token = self.take()
            depth += token.is_one_of("{") - token.is_one_of("}")
            if depth <= 0 or self.at > len(self.tokens):
                return
