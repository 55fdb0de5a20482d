"""Lines below each other that begin alike: `P(A) = 0.3 * 5`, and below it `P(A) = 1.5`."""

from typing import Final

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.late import pattern
from verifier.numbers.printed import Printed
from verifier.sources.equalities.variants import Equality, Variant
from verifier.sources.expressions.chains import Side, has_operation
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.written_values import gives
from verifier.sources.units.exponents import of_power_of_ten

MAX_GAP: Final = 80
"""So many characters may stand from the end of one line to the first number of the next."""
_LAYOUT: Final = pattern(
    r"[\s$*_>&.,;|{}-]|\\therefore(?![A-Za-z])|\\\\|\\[\[\]()]|</?(?:p|li|br|div)\s?/?>|&nbsp;|`{3,}(?:math)?"
)
"""What may stand between two lines, and in a name."""
_BARS: Final = pattern(r"\|\s?([^\W\d_]{1,4})\s?\|(?=[\s$&]*[=\u2248\\])")
"""A length between bars, as `|AB|`, before a relation."""
_JOINT: Final = pattern(
    r"\A[\s$,.;]*(?:(?:and|und|et|e|y|en)\s)?(?:=+>|[\u21d2\u27f9\u2234]|\\(?:implies|iff|(?:Long)?(?:left)?[Rr]ightarrow|Longleftrightarrow|Leftrightarrow|therefore)(?![A-Za-z])"
    r"|(?:so|thus|hence|therefore|that is|i\.e\.|also|somit|donc|alors|quindi|portanto|luego|dus)\b"
    r"|\\(?:text|mathrm)\{\s?(?:so|thus|hence|therefore),?\s?\})"
)
"""What says that the next line follows from the one before."""
_CALLED: Final = pattern(
    r"(?P<word>\\?[^\W\d_]{1,12}[0-9]?)(?P<raised>(?:['\u2032\u00b2\u00b3]|\^[0-9])*)"
    r"(?P<inside>[(\[](?:[^()\[\]]|\([^()]*\)){1,40}[)\]])?="
)
"""A name with what stands in brackets behind it, a prime or an exponent, and an equals sign, without layout."""
_ABOUT: Final = ("\\approx", "\u2248")
_FACTOR: Final = pattern(r"[0-9+*/^()=]\Z")
"""What may belong to a name behind it."""
CALLED: Final = pattern(r"(?:[)\]|'\u2032\u00b2\u00b3]|\^\{?[0-9]\}?)[\s$&]*=[\s$&]*\Z")
"""The end of what may be a name with brackets, a prime or an exponent, with an equals sign."""
NEAR: Final = 12
_LONGEST: Final = 3
"""Letters of a name without brackets."""


class Lines:
    """The expressions of numbers of chains with one name that stand one under another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.name: tuple[str, ...] = ()
        self.sides: tuple[Side, ...] = ()
        self.before = ""
        """What stands before the first number of the last line."""
        self.end = 0
        """Where the last line ends."""

    def above(self, name: tuple[str, ...], at: int) -> tuple[Side, ...]:
        """What the lines right above say that a name is, of which a line has its first number at an offset."""
        if not self.sides or at - self.end > MAX_GAP:
            return ()
        between = _plain(_JOINT.sub("", self.text[self.end : at]))
        if name and self.name == name and between == _LAYOUT.sub("", "".join(name)) + "=":
            return () if 0 < of_power_of_ten(last := self.sides[-1].tokens) == len(last) else self.sides
        return self.sides if self._begins_alike(between) and has_operation(self.sides[-1].tokens) else ()

    def about(self, name: tuple[str, ...], at: int) -> tuple[Side, ...]:
        """The same of a line that says what its name is about."""
        if not self.sides or at - self.end > MAX_GAP:
            return ()
        between = _plain(_JOINT.sub("", self.text[self.end : at]))
        sign = next((one for one in _ABOUT if between.endswith(one)), None)
        if sign is None:
            return ()
        begin = between.removesuffix(sign)
        is_named = name and self.name == name and begin == _LAYOUT.sub("", "".join(name))
        return self.sides if is_named or self._begins_alike(f"{begin}=") else ()

    def _begins_alike(self, between: str) -> bool:
        """Whether a line begins as the one above: with a name that has brackets, a prime or an exponent."""
        match = _CALLED.fullmatch(between)
        if match is None or not (match["inside"] or match["raised"]):
            return False
        head = _plain(self.before)
        if not head.endswith(between):
            return False
        is_short = bool(match["inside"]) or len(match["word"]) <= _LONGEST
        return is_short and _FACTOR.search(head[: -len(between)]) is None

    def take(self, name: tuple[str, ...], at: int, end: int, sides: tuple[Side, ...]) -> None:
        """Note a line with its first number at an offset, where it ends, and what it and those above it say."""
        self.before = self.text[max(self.end, at - MAX_GAP) : at].rpartition("\n")[2]
        self.name, self.sides, self.end = name, sides, end


def _plain(text: str) -> str:
    """What stands before a number, without layout; a length between bars as that of a name."""
    return _LAYOUT.sub("", _BARS.sub(r"abs(\1)", text) if "|" in text else text)


def is_next_step(equality: Equality) -> bool:
    """Whether of two expressions the second one is the first with parts computed, and has another number as it is.

    So has one of which a part is what the first one gives to all decimals; none that goes on with the whole of that.
    """
    if equality.sides is None or _goes_on(*equality.sides):
        return False
    first = equality.variants[0]
    trees = [stage.formula.expression for stage in first.stated if stage.formula is not None]
    is_computed = not any(map(_is_number, trees))
    return first.sort == "terms" and is_computed and (first.is_kept or _gives_a_decimal(first))


def _goes_on(above: Side, below: Side) -> bool:
    """Whether a number of the second line is what all of the first one gives, as in `x = 2 * 8`, then `x = 3 * 16`.

    A single digit may be so by chance.
    """
    numbers = {token.text for token in above.tokens if token.sort == "number"}
    others = (token for token in below.tokens if token.sort == "number" and token.text not in numbers)
    others = (token for token in others if len(token.text) > 1)
    return any(gives(above, [token]) for token in others)


def _is_number(tree: Expression) -> bool:
    """Whether an expression is a number or its negative, and nothing is computed."""
    match tree:
        case Apply("negative", (inner,)):
            return _is_number(inner)
    return isinstance(tree, Literal | Name)


def _gives_a_decimal(variant: Variant) -> bool:
    """Whether a decimal that a reading states is exactly what its expression gives."""
    shown = {stage.name: number.value for stage in variant.stages if (number := _number(stage)) is not None}
    return any(
        (number := _number(stage)) is not None
        and not number.is_bare_integer
        and stage.formula is not None
        and value_at(stage.formula.expression, shown) == number.value
        for stage in variant.stated
    )


def _number(stage: Stage) -> Printed | None:
    """The number that a stage prints; None if it prints several, or none."""
    block = stage.printed
    return block.cells[0] if block is not None and block.shape == (1, 1) else None
