"""The decimals of a result in full: sums have those of their longest term, products those of all their factors."""

from collections.abc import Mapping

from verifier.formulas.tree import Apply, Expression, Literal, Name


def decimals_in_full(tree: Expression, decimals: Mapping[str, int]) -> int:
    """The decimals in which sums and products are written in full, by those of their names; 0 for anything else.

    `0.5 * 0.4` has two in full, though its value needs but one.
    """
    match tree:
        case Name(name):
            return decimals.get(name, 0)
        case Apply("negative", (inner,)):
            return decimals_in_full(inner, decimals)
        case Apply("add" | "subtract", (left, right)):
            return max(decimals_in_full(left, decimals), decimals_in_full(right, decimals))
        case Apply("multiply", (left, right)):
            return decimals_in_full(left, decimals) + decimals_in_full(right, decimals)
        case Apply("power", (base, Literal(exponent))) if exponent.q == 1 and exponent > 0:
            return int(exponent.p) * decimals_in_full(base, decimals)
    return 0
