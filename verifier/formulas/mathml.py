"""Formulas as MathML Core, which browsers render without scripts."""

from typing import Final

from markupsafe import Markup, escape

from verifier.formulas import boxes
from verifier.formulas.boxes import Box
from verifier.formulas.tree import Expression

RULED: Final = "border-left:.09em solid;border-radius:.5em 0 0 .5em;padding-left:.4em"
"""The style of cases: a rule stands for their brace, which stretches only where there is a font of mathematics."""


def equation(name: str, expression: Expression, text: str) -> Markup:
    """`name = expression` as a displayed equation, annotated with the formula's text."""
    return math(boxes.equation(name, expression), text, "block")


def inline(expression: Expression, text: str) -> Markup:
    """A formula for use within a sentence, annotated with its text."""
    return math(boxes.drawn(expression), text, "inline")


def plain(box: Box, display: str) -> Markup:
    """A box as an element that displays it, `block` or `inline`."""
    return Markup(f'<math display="{display}">{_element(box)}</math>')  # noqa: S704 - texts are escaped below


def math(box: Box, text: str, display: str) -> Markup:
    """A box as an element that displays it, `block` or `inline`, annotated with the text that it stands for."""
    told = f'<annotation encoding="text/x-python">{escape(text)}</annotation>'
    return Markup(f'<math display="{display}"><semantics>{_element(box)}{told}</semantics></math>')  # noqa: S704 - as above


def _element(box: Box) -> str:
    """A box as HTML: tags are our own words, and texts are escaped."""
    if box.tag == "mspace":
        return '<mspace width="0.25em"/>'
    if box.text == "{" and box.tag == "mo":
        return ""
    ruled = f' style="{RULED}"' if box.tag == "mtable" else ""
    inner = f"{''.join(map(_element, box.parts))}{escape(box.text)}"
    return f"<{box.tag}{ruled}>{inner}</{box.tag}>"
