"""An errata list in Markdown, for an issue or a letter to the author."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.document.problems import Problem
from verifier.errata.findings import aside
from verifier.formulas.latex import inline
from verifier.inert import line
from verifier.report.mathematics import Piece, formulas_of, on_a_mistake, quoting
from verifier.report.sentences import errors_first, opened, reach_sentence, rounding_sentence, verdict_sentence
from verifier.verdict import Erratum, Report

MAX_CORRECTIONS: Final = 12
"""Maximum number of corrections in the table of an erratum."""
_SPECIAL: Final = re.compile(r"[\\`*<>\[\]&~$|#]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|@(?=\w)|!(?=\[)")
_PLAIN: Final = re.compile(r"(?:[^\\<>*`_\[&]|\\[A-Za-z]|(?<=[0-9A-Za-z])_(?=[{0-9A-Za-z]))*")
"""Mathematics without signs that Markdown reads as its own; other mathematics stands between backquotes too."""
_OPENING: Final = re.compile(r"^([-+=](?=[-=\s]|$)|[0-9]+(?=[.)](\s|$)))")
"""Beginnings of a line that Markdown reads as a list, a heading or a rule."""


def part(report: Report) -> str:
    """The section of a document, with its errata, the most consequential first."""
    return "".join(f"{one}\n" for one in _lines(report))


def broken(path: str, problems: Sequence[Problem]) -> str:
    """The section of a file that could not be read or was not checked."""
    items = (f"- {text(one.path)}:{one.line}:{one.column}: {text(one.message)} ({one.code})\n" for one in problems)
    return f"# Not checked: {text(path)}\n\n{''.join(items)}"


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The sections of all documents."""
    for number, one in enumerate(parts):
        yield f"\n{one}" if number else one


def text(raw: str) -> str:
    """*raw* escaped so that Markdown shows it literally, on one line, without markup, links or mentions."""
    escaped = _SPECIAL.sub(r"\\\g<0>", line(" ".join(raw.split())))
    return _OPENING.sub(lambda found: _escaped(found[0]), escaped)


def told(pieces: Iterable[Piece]) -> str:
    """The pieces of a sentence, formulas between dollar signs."""
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: Piece) -> str:
    if not piece.is_formula:
        return text(f".{piece.text}.")[1:-1]  # within a sentence: its blanks count, and no line begins here
    if piece.expression is None:
        return code(piece.text)
    drawn = inline(piece.expression)
    return f"${drawn}$" if _PLAIN.fullmatch(drawn) else f"$`{drawn}`$"


def code(raw: str) -> str:
    """*raw* as code on one line, between more backquotes than it has in a row."""
    fence = "`" * (1 + max(map(len, re.findall("`+", raw)), default=0))
    return f"{fence} {line(raw)} {fence}" if len(fence) > 1 else f"`{line(raw)}`"


def _escaped(opening: str) -> str:
    """A sign with a backslash before it; a number with one behind it, which escapes its point or bracket."""
    return f"{opening}\\" if opening[0].isdigit() else f"\\{opening}"


def _lines(report: Report) -> Iterator[str]:
    document = report.document
    yield f"# Errata: {text(document.title)}"
    yield ""
    about = [text(part) for part in (document.author, document.published, document.source) if part]
    if about:
        yield f"{', '.join(about)}"
        yield ""
    yield f"{text(verdict_sentence(report))} {text(rounding_sentence(report))}"
    left = aside(report)
    listed = (erratum for erratum in errors_first(report.errata) if erratum.id not in left)
    for place, erratum in enumerate(listed, start=1):
        yield ""
        yield from _erratum(report, erratum, place)
    if left:
        yield ""
        yield f"Not listed here: {', '.join(f'{text(name)} ({state})' for name, state in left.items())}."


def _erratum(report: Report, erratum: Erratum, place: int) -> Iterator[str]:
    stage = report.by_name[erratum.stage].stage
    yield f"## {place}. {text(erratum.heading)} ({text(erratum.id)})"
    yield ""
    about = [text(part) for part in (stage.title, stage.where) if part]
    if about:
        yield f"{', '.join(about)}"
        yield ""
    yield told(quoting(f"{erratum.statement}.", formulas_of(report.document, report.by_name[erratum.stage])))
    if erratum.explanation:
        yield ""
        yield told(on_a_mistake(opened(erratum.explanation)))
    yield from _corrections(report, erratum)
    yield ""
    yield text(reach_sentence(report, erratum))


def _corrections(report: Report, erratum: Erratum) -> Iterator[str]:
    printed = {(cell.row, cell.column): cell.text for cell in report.by_name[erratum.stage].cells}
    wanted = list(erratum.correction.items())
    if len(wanted) <= 1:  # the statement says the one
        return
    yield ""
    yield f"| number | printed | {'by the standard' if erratum.kind == 'departure' else 'should be'} |"
    yield "| --- | --- | --- |"
    for (row, column), correct in wanted[:MAX_CORRECTIONS]:
        shown = text(printed.get((row, column), ""))
        yield f"| {text(erratum.stage)}\\[{row},{column}\\] | {shown} | {text(correct)} |"
    if len(wanted) > MAX_CORRECTIONS:
        yield ""
        yield f"({len(wanted) - MAX_CORRECTIONS} more numbers of {text(erratum.stage)} likewise.)"
