"""Coverage as plain lines: the rows that the source does not show, then the numerals that nothing accounts for."""

from collections.abc import Iterator

from verifier.coverage.records import Coverage, NotInSource
from verifier.document.problems import clip
from verifier.errata.finding_records import Finding

_WIDTH = 160
"""Characters of a text that are shown."""


def render(coverage: Coverage) -> str:
    """All findings of a coverage, one a line."""
    return "".join(f"{finding}\n" for finding in _findings(coverage))


def summary(coverage: Coverage) -> str:
    """The counts of a coverage in one line."""
    rows = len(coverage.missing)
    missing = f", {rows} row{'s' if rows > 1 else ''} not in the source" if rows else ""
    return (
        f"{coverage.document.name}: {coverage.numerals} numerals, {coverage.accounted} accounted for,"
        f" {coverage.excluded} excluded, {len(coverage.left)} left ({coverage.share} %){missing}"
    )


def message(row: NotInSource) -> str:
    """One sentence on a row of the document that its source does not show."""
    if row.elsewhere is not None:
        return f"{row.stage.name} is not on {_lines(row)} of the source, but on line {row.elsewhere}"
    block = row.stage.printed
    what = f"row {row.row.number} of {row.stage.name}" if block is not None and block.rows > 1 else row.stage.name
    said = f"{what} is not on {_lines(row)} of the source: {_spelled(row.shown)}"
    if row.source_line is None:
        return f"{said}, and no numeral is left there"
    return f"{said}, where the source has {_spelled(row.found)} on line {row.source_line}"


def _findings(coverage: Coverage) -> Iterator[Finding]:
    for row in coverage.missing:
        path, cell = coverage.document.path, row.cell
        yield Finding(path, cell.line, cell.column, "error", message(row), "not-in-source")
    for numeral, context in coverage.left:
        text = clip(f"numeral {numeral.text} is in no stage: {context}", _WIDTH)
        yield Finding(coverage.source, numeral.line, numeral.column, "note", text, "unaccounted")


def _lines(row: NotInSource) -> str:
    if row.stage.lines is None:
        return "any line"
    first, last = row.stage.lines
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _spelled(texts: tuple[str, ...]) -> str:
    return clip(" ".join(texts), _WIDTH)
