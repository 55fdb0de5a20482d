"""What the stage of an equality says beside its formula: what its number counts, and how its author wrote it."""

from collections.abc import Collection
from itertools import pairwise
from typing import Final

from flint import fmpq

from verifier.document.model import Block, Stage
from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.resolution import Resolution
from verifier.numbers.rounding import parse_rule
from verifier.numbers.slack import Slack
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.computed import numerals_of
from verifier.sources.expressions.statement import Found
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import OVER, TIMES
from verifier.sources.text.spoken.verbs import LOOSE_SIGN
from verifier.sources.units.unit_ratios import ratios_of, sure

MAX_WRITTEN: Final = 400
_LEAST_UNITS: Final = 10
_EXACT: Final = parse_rule("exact")
_OPENING_SIZE: Final = pattern(r"\\(?:left|[bB]igg?l)(?![A-Za-z])\.?\s?")
_CLOSING_SIZE: Final = pattern(r"\\(?:right|[bB]igg?r)(?![A-Za-z])\.?\s?")
"""Commands for the size of the bracket behind them."""
_PLAIN: Final = r"[^\W\d_]{1,12}(?:\^(?:[1-4]|\{[1-4]\}))?(?:/[^\W\d_]{1,12})?"
_PLAIN_UNIT: Final = pattern(rf"\s?{_PLAIN}|[\s~]?(?:\\[,;:! ]\s?)?\\(?:text|mathrm)\{{\s?{_PLAIN}\}}")
_UNIT: Final = pattern(r"(\s?[^\s=\u2248\\${}]{1,12})\s*[=\u2248]")
_STYLED: Final = r"\\(?:text|mathrm|textrm|mathsf|textup)\{[^{}]{1,30}\}(?:\^\{?-?[1-4]\}?)?"
_DEGREES: Final = r"\^\s?(?:\{\s?)?\\circ(?:\s?\})?\s?(?:\\[,;:! ]\s?)?"
_STYLED_UNIT: Final = pattern(
    rf"(?:\\[,;:! ]|[\s~])*(?:{_DEGREES}(?:[CF](?![a-z])|{_STYLED})?|{_STYLED}"
    rf"|\\frac\{{{_STYLED}\}}\{{{_STYLED}\}})(?:\s*(?:/|\\cdot|\\,)?\s*{_STYLED})*"
)
"""A unit of mathematics in upright letters."""


def unit_end(text: str, start: int, end: int) -> int:
    """Where the unit ends that stands between an expression and the relation before *end*; *start* if none is plain."""
    unit = _UNIT.match(text, start, end)
    return start if unit is None else unit.end(1)


def _styled_end(text: str, start: int, end: int) -> int:
    """The same in mathematics."""
    unit = _STYLED_UNIT.match(text, start, end)
    return start if unit is None else unit.end()


def last_end(text: str, pair: Pair) -> int:
    """Where the right side ends, with its unit if that is plain."""
    end = pair.right.tokens[-1].end
    unit = _STYLED_UNIT.match(text, end) or _PLAIN_UNIT.match(text, end) if pair.right.unit else None
    return end if unit is None else unit.end()


def first_number(block: Block) -> Printed:
    """The first number of a block of an equality, which shows one in each cell."""
    return block.cells[0] or next(block.contents())


def computed_in(pair: Pair, known: Collection[Side]) -> frozenset[str]:
    """The numbers of two sides that no expression of numbers before them shows: they were computed, or are known."""
    sides = [*(side for side in pair.earlier[:1] if side in known), pair.left, pair.right]
    found = [numerals_of(side) - numerals_of(before) for before, side in pairwise(sides)]
    return frozenset[str]().union(*found)


def rounded_if_computed(stage: Stage, computed: frozenset[str]) -> Stage:
    """An exact given that is rounded instead if it shows a number that was computed."""
    shown = () if stage.printed is None else stage.printed.contents()
    is_computed = any(number.text.lstrip("-") in computed for number in shown)
    return stage._replace(givens="rounded") if is_computed else stage


def exactly(stage: Stage) -> Stage:
    """A stage of numbers that are no rounded ones."""
    return stage._replace(rounding=_EXACT)


def loosely(shown: Printed, pair: Pair, text: str) -> Slack | None:
    """How far a number may be off that words call about right: a unit of its last digit that is no zero, or two of 5.

    One of a single such digit stands for what is rounded to it.
    """
    if LOOSE_SIGN not in text[pair.left.tokens[-1].end : pair.right.tokens[0].start]:
        return None
    digits = shown.text.lstrip("+-")
    kept = digits.rstrip("0") if shown.is_bare_integer else digits
    if len(kept.replace(".", "").lstrip("0")) < 2:  # noqa: PLR2004 - digits
        return None
    return Slack((1 + kept.endswith("5")) * power_of_ten(len(digits) - len(kept) - shown.decimals))


def without_zeros(shown: Printed, pair: Pair) -> Resolution | None:
    """The unit of a whole number with zeros at its end that is said to be about equal, or measured: without these."""
    if not (pair.is_about or pair.left.unit or pair.right.unit):
        return None
    digits = shown.text.lstrip("+-")
    kept = digits.rstrip("0")
    zeros = len(digits) - len(kept)
    if not (zeros and shown.is_bare_integer) or (kept == "1" and sure(pair.left, pair.right) is not None):
        return None  # a size, and nothing rounded
    is_rounded = pair.is_about or _is_rounded(shown.value, power_of_ten(zeros), pair)
    return Resolution("decimals", -zeros) if is_rounded else None


def _ratio(pair: Pair) -> fmpq | None:
    """What the unit of a calculation is of that of its result; None if that is not known."""
    if set(pair.left.kinds) <= {pair.right.unit}:
        return fmpq(1)
    ratios = ratios_of(pair.left, pair.right)
    return ratios.whole if ratios is not None and not ratios.is_about else None


def _is_rounded(shown: fmpq, unit: fmpq, pair: Pair) -> bool:
    """Whether a number in a unit may be what its expression gives, to the nearest of its zeros, and no sum of wholes.

    A quantity said again in another unit shows two digits at least where it is rounded so.
    """
    tokens = pair.left.tokens
    value = value_of(pair.left)
    ratio = _ratio(pair)
    if value is None or ratio is None or len(tokens) == 1:
        return len(tokens) > 1 or abs(shown) >= _LEAST_UNITS * unit
    value *= ratio
    is_product = value.q != 1 or any(token.is_one_of(*TIMES, *OVER) or "." in token.text for token in tokens)
    return is_product and 2 * abs(value - shown) <= unit


def written_of(found: Found, source: Side, pair: Pair, text: str, *, is_of_sides: bool) -> str:
    """What a number should be equal to, as its author wrote it in a text, in one line, shortened; of two sides both."""
    start, end = source.tokens[0].start, source.tokens[-1].end
    if is_of_sides:
        start, end = pair.left.tokens[0].start, last_end(text, pair)
    elif source == pair.left and pair.left.unit:
        has_others = _STYLED_UNIT.search(text, start, end) is not None
        end = (_styled_end if has_others else unit_end)(text, end, pair.right.tokens[0].start)
    elif pair.left.unit and pair.left.units is None:  # a term in another unit than that of the result
        end = _styled_end(text, end, pair.right.tokens[0].start)
    text = text[start:end]
    if "\\begin{" not in text:  # rows of a calculation, and none of a matrix
        text = text.replace("\\\\", " ").replace("\\underline{", "{" * (text.count("{") == text.count("}")))
        text = text.replace("&", " ")
    if len(_OPENING_SIZE.findall(text)) != len(_CLOSING_SIZE.findall(text)):  # the side begins or ends within a pair
        text = _CLOSING_SIZE.sub("", _OPENING_SIZE.sub("", text))
    written = " ".join(text.split()).replace(" ,", ",")[:MAX_WRITTEN]
    return f"-({written})" if found.is_negated else written
