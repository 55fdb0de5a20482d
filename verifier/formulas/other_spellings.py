"""Formulas as books, other languages and programs write them: what to write in their place, by the same names."""

import ast
import re
import warnings
from typing import Final

_RAISED: Final = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789")
_NAME: Final = r"[^\W\d]\w*"
_END: Final = r"(?<=[\w)\]])"
_BEGIN: Final = rf"(?={_NAME}|\()"
_WORDS: Final = r"(?!(?:if|else|and|or|not|in|lambda)\b)"
_SPELLINGS: Final = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (
            r"\b(?:np|numpy|math|torch|tf|F|jnp|scipy|statistics)\.(?:(?:linalg|nn|functional|special)\.)*(?=[^\W\d])",
            "",
        ),
        (r"\b(?:matmul|dot)\((" + _NAME + r"),\s*(" + _NAME + r")\)", r"\1 @ \2"),
        (r"\bdim\s*=", "axis="),
        (r"\blen\(", "count("),
        (r"\bLN\(", "ln("),
        (
            rf"{_END}\s*\^\s*\{{?\s*(?:T|\\top|\\mathsf\{{T\}})(?:\s*\}})?(?!\w)|{_END}\u1d40|{_END}['\u2032\u22a4](?!\w)",
            ".T",
        ),
        (rf"\b({_NAME})\s*\^\s*(?:\{{-1\}}|\(-1\)|-1)|\b({_NAME})\u207b\u00b9", r"inv(\1\2)"),
        (r"[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+", lambda match: f"**{match[0].translate(_RAISED)}"),
        (r"\s*\^\s*\{([^{}]*)\}", r"**(\1)"),
        (r"\s*\^\s*", "**"),
        (r"\u221a\s*\(", "sqrt("),
        (rf"\u221a\s*({_NAME}|[0-9.]+)", r"sqrt(\1)"),
        (r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1) / (\2)"),
        (r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)"),
        (r"\b([A-Z]\w*(?:\.T)?)\s*(?:\\cdot|[\u00b7\u22c5\u2219])\s*(?=[A-Z]\w*(?:\.T)?(?![\w(]))", r"\1 @ "),
        (r"\s*(?:\\cdot|\\times|[\u00d7\u00b7\u22c5\u2217\u2219\u2022])\s*", " * "),
        (r"\s*[\u00f7\u2215]\s*", " / "),
        (r"[\u2212\u2013]", "-"),
        (r"\u2264|\\le(?:q)?\b", "<="),
        (r"\u2265|\\ge(?:q)?\b", ">="),
        (rf"\|\s*({_NAME})\s*\|", r"abs(\1)"),
        (r"\\(?=[A-Za-z])|\\left|\\right", ""),
        (rf"(?<![\w.])([0-9]+(?:\.[0-9]+)?)(?![eEjJxXoObB][\d+-])\s*{_WORDS}{_BEGIN}", r"\1 * "),
        (rf"\b(inv\([^()]*\))\s*{_WORDS}(?={_NAME})", r"\1 @ "),
        (rf"\b{_WORDS}([A-Z]\w*(?:\.T)?)\s+{_WORDS}(?={_NAME})", r"\1 @ "),
        (rf"\b{_WORDS}({_NAME})\s+{_WORDS}(?={_NAME}|[0-9])", r"\1 * "),
        (rf"\)\s*{_WORDS}{_BEGIN}", ") * "),
    )
)
"""How formulas are written elsewhere, and here; those further down find what those above have made."""
_LONGEST: Final = 300


def other_spelling(formula: str) -> str:
    """The formula as it is to be written, if it is one that is spelled as elsewhere; else nothing."""
    source = " ".join(formula.split())
    if not 0 < len(source) <= _LONGEST:
        return ""
    made = source
    for pattern, by in _SPELLINGS:
        made = pattern.sub(by, made)
    made = " ".join(made.split())
    return made if made != source and _is_expression(made) else ""


def advised(message: str, formula: str) -> tuple[str, str]:
    """The message on a wrong formula, without a guess where it is known what to write, and what that is."""
    other = other_spelling(formula)
    return (message.partition("; ")[0], f"write {other}") if other else (message, "")


def _is_expression(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
