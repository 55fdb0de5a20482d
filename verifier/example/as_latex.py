"""A worksheet as a document of LaTeX, with comments that `check` reads."""

from collections.abc import Iterable, Iterator
from typing import Final

from verifier.example.as_markdown import matrix, number
from verifier.example.blocks import Block, Call, Display, Heading, Prose, Table, Words
from verifier.formulas.boxes import Box
from verifier.formulas.latex import text_of

_BLANK: Final = r"\underline{\hspace{3em}}"
_HEADINGS: Final = {1: r"\section*{%s}", 2: r"\subsection*{%s}"}
_START: Final = r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\usepackage[margin=25mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\setcounter{MaxMatrixCols}{20}
\begin{document}
"""
_ESCAPED: Final = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "#$%&_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)


def render(blocks: Iterable[Block], settings: str = "") -> str:
    """The text of the file; *settings* is what `check` is told of it as a whole."""
    lines = list(_told(settings))
    for block in blocks:
        lines += ["", *_lines(block)]
    return _START + "\n".join(lines).lstrip() + "\n\n\\end{document}\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield _HEADINGS[level] % _words(text)
        case Prose(parts, told):
            yield from _told(told)
            yield "".join(_part(part) for part in parts)
        case Display(left, rows, told):
            yield from _told(told)
            yield rf"\[ {text_of(left)}{'' if rows is None else f' = {matrix(rows, _BLANK)}'} \]"
        case Table():
            yield from _told(block.told)
            yield from _table(block)
        case Words(words):
            yield r"\quad ".join(rf"\textit{{{_words(word)}}}" if word else _BLANK for word in words)
        case Call(text):
            yield rf"Made by \texttt{{{_words(text)}}}."


def _table(table: Table) -> Iterator[str]:
    has_labels = any(table.labels)
    heads = [_part(head) for head in table.heads][not has_labels :]
    yield r"\begin{center}"
    columns = "l" * has_labels + "r" * (len(heads) - has_labels)
    yield rf"\begin{{tabular}}{{{columns}}}"
    yield " & ".join(heads) + r" \\ \hline"
    for label, row in zip(table.labels, table.rows, strict=True):
        cells = [_words(label)] * has_labels + [f"${number(text)}$" if text else _BLANK for text in row]
        yield " & ".join(cells) + r" \\"
    yield r"\end{tabular}"
    yield r"\end{center}"


def _part(part: str | Box) -> str:
    return _words(part) if isinstance(part, str) else f"${text_of(part)}$"


def _words(text: str) -> str:
    return text.translate(_ESCAPED)


def _told(annotation: str) -> Iterator[str]:
    """The comment that `check` reads."""
    if annotation:
        yield from (f"% verify: {line}" for line in annotation.split("\n"))
