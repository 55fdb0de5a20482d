"""What was typed before a block that a listing prints: `>>> a @ b`, `> A %*% B`, `print(softmax(x))`."""

import re
from typing import Final

from verifier.formulas.parser import FormulaError, parse_formula
from verifier.formulas.tree import Expression
from verifier.operations import signatures
from verifier.sources.annotations.blocks import Shown
from verifier.sources.outline import Outline

MAX_TYPED: Final = 200
_PROMPT: Final = re.compile(r"[ \t>]*(?:>>>|In ?\[\d+\]:|>)[ \t]*(?P<typed>[^\s>].*)")
_PRINT: Final = re.compile(r"[ \t]*(?:>>>[ \t]*)?print\((?P<typed>.+)\)")
_BEGINS: Final = re.compile(
    r"[ \t>]*(?:Out ?\[\d+\]:[ \t]*)?(?:(?:np\.|numpy\.)?array\(|tensor\(|matrix\()?(?:\[\d+,\])?[\[( \t-]*"
)
"""What may stand before the first number in its line."""
_BETWEEN: Final = re.compile(r"[ \t>]*(?:\[,\d+\][ \t]*)*")
"""A line between a prompt and the numbers: blank, or the columns of R."""
_COMMENT: Final = re.compile(r"[ \t]#.*")
_NAME: Final = re.compile(r"[A-Za-z]\w*")
_SPELLINGS: Final = (
    (re.compile(r"\b(?:np|numpy|torch|F)\.(?:linalg\.|nn\.functional\.)?"), ""),
    (re.compile(r"%\*%"), "@"),
    (re.compile(r"\b(?:dot|matmul|mm)\(([A-Za-z]\w*),\s*([A-Za-z]\w*)\)"), r"(\1 @ \2)"),
    (re.compile(r"\b([A-Za-z]\w*)\.dot\(([A-Za-z]\w*)\)"), r"(\1 @ \2)"),
    (re.compile(r"\bt\(([A-Za-z]\w*)\)"), r"\1.T"),
    (re.compile(r"\b([A-Za-z]\w*)\.transpose\(\)"), r"\1.T"),
    (re.compile(r"\b([A-Za-z]\w*)\.(sum|mean|max|min|std|var|cumsum)\((?=\))"), r"\2(\1"),
    (re.compile(r"\b([A-Za-z]\w*)\.(sum|mean|max|min|std|var|cumsum)\("), r"\2(\1, "),
)
"""What NumPy, PyTorch and R write, and the formula language; one after another."""


def typed_before(outline: Outline, shown: Shown) -> str:
    """What was typed to print a block of a listing; empty if nothing is known to have been."""
    paragraph = outline.paragraphs[shown.paragraph]
    if paragraph.kind != "code" or shown.name is not None:
        return ""
    start = min(paragraph.stretch.at[0], shown.at)
    *before, line = outline.text[start : shown.at].split("\n")
    while before and before[-1].strip() and _BETWEEN.fullmatch(before[-1].rstrip()):
        before.pop()
    if not before or not _BEGINS.fullmatch(line):
        return ""
    match = _PRINT.fullmatch(_COMMENT.sub("", before[-1]).rstrip()) or _PROMPT.fullmatch(before[-1].rstrip())
    return "" if match is None else _COMMENT.sub("", match["typed"]).strip()[:MAX_TYPED]


def name_of(typed: str) -> str:
    """The name that was typed alone; empty for anything else."""
    return typed if _NAME.fullmatch(typed) else ""


def formula_of(typed: str) -> Expression | None:
    """The formula that was typed; None for a name alone, and for what is none in the formula language."""
    if name_of(typed):
        return None
    text = typed
    for written, meant in _SPELLINGS:
        text = written.sub(meant, text)
    try:
        return parse_formula(text, signatures())
    except FormulaError:
        return None
