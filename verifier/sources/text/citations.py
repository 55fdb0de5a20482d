"""Whole numbers in square brackets that cite, as `[3]`, `[1, 2]` and `[4-7]`: no vectors, and no degrees of roots."""

from typing import Final

_SIGNS: Final = "+@\u00d7\u00b7\u22c5\u2212\u2219"
_BEFORE: Final = r"(?<![:=^{])(?<![:=]\s)(?<!\\sqrt)(?<!\\sqrt\s)"
_OPERAND: Final = rf"(?<![\[{_SIGNS}])(?<![-*/{_SIGNS}]\s)(?<![A-Za-z]\()(?<!\],)(?<!\],\s)"
_BESIDE: Final = rf"(?!\s?[=\u2248\]{_SIGNS}]|\s[-*/@\u2013]\s?[\[(\d])"
_LIST: Final = r"\d{1,3}(?:[,\u2013-]\s*\d{1,3})+\]"
_ROW: Final = r"(?!(?:,\s*\[\d{1,3}\]){0,100}\s?\](?!\())"
"""Behind what is no row of a matrix, as `[4]` is in `[[4], [6]]`; what a link shows ends with a bracket as well."""
CITATION: Final = rf"(?:{_BEFORE}(?:\[\d{{1,3}}(?:[\u2013-]\s*\d{{1,3}})*\]{_ROW}|{_OPERAND}\[{_LIST}{_BESIDE}))"
"""The pattern of a citation: a list beside the sign of an operation, or in brackets itself, is none."""
