"""Sums of many terms: added in pairs, as added one after another they would nest too deep."""

import ast
from collections.abc import Sequence
from typing import Final, TypeAlias

MAX_IN_ROW: Final = 50
"""Maximum number of terms that are added one after another."""

_Term: TypeAlias = tuple[bool, ast.expr]
"""Whether a term is subtracted, and the term."""


def in_pairs(node: ast.expr) -> ast.expr:
    """A sum of more than MAX_IN_ROW terms as a sum of two halves; any other node as it is."""
    terms: list[_Term] = []
    left = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add | ast.Sub):
        terms.append((isinstance(left.op, ast.Sub), left.right))
        left = left.left
    if len(terms) < MAX_IN_ROW:
        return node
    return _total([(False, left), *reversed(terms)])[1]


def _total(terms: Sequence[_Term]) -> _Term:
    """The sum of some terms; it is subtracted if all of them are."""
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    (is_less, one), (is_less_too, other) = _total(terms[:middle]), _total(terms[middle:])
    if is_less and not is_less_too:
        return False, _joined(other, ast.Sub(), one)
    return is_less, _joined(one, ast.Add() if is_less == is_less_too else ast.Sub(), other)


def _joined(one: ast.expr, operator: ast.operator, other: ast.expr) -> ast.expr:
    return ast.copy_location(ast.BinOp(one, operator, other), one)
