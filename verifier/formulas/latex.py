"""Formulas as LaTeX, for Markdown pages and for documents of LaTeX."""

from typing import Final

from verifier.formulas import boxes
from verifier.formulas.boxes import Box
from verifier.formulas.tree import Expression

_FORMS: Final = {
    "mfrac": r"\frac{%s}{%s}",
    "msqrt": r"\sqrt{%s}",
    "msup": "%s^{%s}",
    "msub": "%s_{%s}",
    "msubsup": "%s_{%s}^{%s}",
    "mtable": r"\begin{array}{ll} %s \end{array} \right.",
}
_BETWEEN: Final = {"mtable": r" \\ ", "mtr": " & "}
_SIGNS: Final = {
    "\u2212": "-",
    "\u22c5": r"\cdot",
    "\u2062": "",
    "\u2264": r"\le",
    "\u2265": r"\ge",
    "\u2260": r"\ne",
    "\u2227": r"\wedge",
    "\u2228": r"\vee",
    "\u00ac": r"\neg",
    "\u22a4": r"\top",
    "\u221e": r"\infty",
    "\u222b": r"\int",
    "\u2211": r"\sum",
    "\u230a": r"\lfloor",
    "\u230b": r"\rfloor",
    "\u2248": r"\approx",
    "\u03c0": r"\pi",
    "mod": r"\bmod",
    "{": r"\left\{",
    "log": r"\log",
    "exp": r"\exp",
    "max": r"\max",
    "min": r"\min",
    "sin": r"\sin",
    "cos": r"\cos",
}
_WRITTEN: Final = str.maketrans({"\u2212": "-", "\u22ef": r"\cdots "})
_SPECIAL: Final = str.maketrans({sign: f"\\{sign}" for sign in "#$%&_{}"})


def equation(name: str, expression: Expression) -> str:
    """`name = expression`, without the dollar signs around it."""
    return text_of(boxes.equation(name, expression))


def inline(expression: Expression) -> str:
    """An expression, without the dollar signs around it."""
    return text_of(boxes.drawn(expression))


def text_of(box: Box) -> str:
    """A box in the mathematics of LaTeX with amsmath."""
    if not box.parts:
        return _leaf(box)
    parts = [text_of(part) for part in box.parts]
    if box.tag in _FORMS and box.tag != "mtable":
        if box.tag.startswith("msu") and box.parts[0].parts:
            parts[0] = f"{{{parts[0]}}}"
        return _FORMS[box.tag] % tuple(parts)
    inner = _BETWEEN.get(box.tag, " ").join(filter(None, parts))
    return _FORMS.get(box.tag, "%s") % inner


def _leaf(box: Box) -> str:
    match box.tag:
        case "mspace":
            return r"\,"
        case "mtext":
            return rf"\text{{{box.text.translate(_SPECIAL)}}}"
        case "mi" | "mo" if box.text in _SIGNS:
            return _SIGNS[box.text]
        case "mi" if len(box.text) > 1:
            return rf"\mathrm{{{box.text.translate(_SPECIAL)}}}"
    return box.text.translate(_WRITTEN)
