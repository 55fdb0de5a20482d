r"""The base of a logarithm that shows none: ten in chemistry and of levels, else that in which one digit is wrong."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.formulas.tree import Apply, Expression, children
from verifier.numbers.printed import show
from verifier.numbers.rounding import parse_rule, round_to
from verifier.sources.equalities.variants import Variant, number_alone, stated_value
from verifier.sources.equalities.whole_results import is_slip
from verifier.sources.expressions.chains import Pair

_CHEMISTRY: Final = ("pH", "pOH", "pK")
_NERNST: Final = ("0.059", "0.0591", "0.05916", "0.0592", "59", "59.2")
"""Volts and millivolts of a power of ten."""
_LEVELS: Final = ("10", "20")
_LOG: Final = ("\\log", "log", "\\lg", "lg")
_RULES: Final = (parse_rule("half_even"), parse_rule("trunc"))


def base_told(pair: Pair, variants: Sequence[Variant]) -> int | None:
    """The index of the variant with the base that its name, its factors or its digits tell; None if nothing does.

    By its digits it is the only one whose value is what is stated but for one digit, or for the order of its digits.
    """
    if not variants or not all(one.stated for one in variants):
        return None
    if _is_of_ten(pair, variants[0].stated[0].name.partition("#")[0]):
        return next((index for index, one in enumerate(variants) if any(map(_has_log10, _trees(one)))), None)
    found = [index for index, one in enumerate(variants) if _is_off_by_a_digit(one)]
    return found[0] if len(found) == 1 else None


def _is_of_ten(pair: Pair, name: str) -> bool:
    texts = [token.text for token in pair.left.tokens if not token.is_one_of("{", "}", "(", "\\cdot", "*", "\u00b7")]
    levels = any(one in _LEVELS and other in _LOG for one, other in pairwise(texts))
    return name.startswith(_CHEMISTRY) or levels or not set(_NERNST).isdisjoint(texts)


def _trees(variant: Variant) -> list[Expression]:
    return [stage.formula.expression for stage in variant.stated if stage.formula is not None]


def _has_log10(tree: Expression) -> bool:
    return (isinstance(tree, Apply) and tree.operation == "log10") or any(map(_has_log10, children(tree)))


def _is_off_by_a_digit(variant: Variant) -> bool:
    value, number = stated_value(variant), number_alone(variant.stated[0])
    if value is None or number is None:
        return False
    decimals = max(0, number.decimals)
    shown = show(number.value, decimals)
    return any(is_slip(show(round_to(value, decimals, rule), decimals), shown) for rule in _RULES)
