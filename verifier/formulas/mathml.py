"""Formulas as MathML Core, which browsers render without scripts."""

from markupsafe import Markup, escape

from verifier.formulas import boxes
from verifier.formulas.boxes import Box
from verifier.formulas.tree import Expression


def equation(name: str, expression: Expression, text: str) -> Markup:
    """`name = expression` as a displayed equation, annotated with the formula's text."""
    return math(boxes.equation(name, expression), text, "block")


def inline(expression: Expression, text: str) -> Markup:
    """A formula for use within a sentence, annotated with its text."""
    return math(boxes.drawn(expression), text, "inline")


def plain(box: Box, display: str) -> Markup:
    """A box as an element that displays it, `block` or `inline`."""
    return Markup('<math display="{}">{}</math>').format(display, _element(box))


def math(box: Box, text: str, display: str) -> Markup:
    """A box as an element that displays it, `block` or `inline`, annotated with the text that it stands for."""
    return Markup(
        '<math display="{}"><semantics>{}<annotation encoding="text/x-python">{}</annotation></semantics></math>'
    ).format(display, _element(box), text)


def _element(box: Box) -> Markup:
    if box.tag == "mspace":
        return Markup('<mspace width="0.25em"/>')
    stretchy = ' stretchy="true"' if box.text == "{" else ""
    inner = Markup().join(map(_element, box.parts)) + escape(box.text)
    return Markup(f"<{box.tag}{stretchy}>{inner}</{box.tag}>")  # noqa: S704 - tags are our own words, and the parts are escaped
