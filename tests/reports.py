"""The cases and the published documents, and the reports on them: each made once in a process and read by all tests.

Their files are read once too, as no test changes a file of this repository.

The scheduler of `conftest.py` sends the tests of one document to one worker, so that its report is made once in all.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from tests.calling import Said, called, working_in
from verifier.document.lookup import find
from verifier.document.model import Document
from verifier.document.reader import read
from verifier.formulas.parser import Signature
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.html.index import as_index, row
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
FOLDERS = ("agrees", "tolerated", "contradicted", "undecided")
DOCUMENTS = sorted(path for folder in FOLDERS for path in (CASES / folder).glob("*.yaml"))
_found: dict[tuple[object, ...], list[Report]] = {}
_settled: dict[tuple[object, ...], Report | None] = {}


def name_of(path: Path) -> str:
    """The name of a case: its verdict and its situation."""
    return f"{path.parent.name}/{path.stem}"


def checked(  # noqa: PLR0913 - those of `check`
    document: Document,
    *,
    causes: bool = True,
    only: Collection[str] | None = None,
    engine: str = "flint",
    ranges: bool = False,
    standards: bool = True,
    errata: bool = True,
    known: Report | None = None,
) -> Report:
    """What `check` says, found once for each document and each combination of wishes."""
    find = partial(check, document, causes=causes, ranges=ranges, standards=standards, errata=errata, known=known)
    if engine != "flint":
        return find(only=only, engine=engine)
    some = frozenset(only) if causes and only is not None else None
    known_of_file = _found.setdefault((document.path, causes, some, ranges, standards, errata), [])
    for report in known_of_file:  # files of one name differ, and an author's one is a document in each way to read it
        if report.document == document:
            return report
    known_of_file.append(find(only=some))
    return known_of_file[-1]


@cache
def _read(path: str, folder: Path) -> Document:
    with working_in(folder):
        return read(path, signatures())


def known(path: str, known_signatures: Mapping[str, Signature], text: str | None = None) -> Document:
    """What `read` gives, read once for each file of this repository and each spelling of its path."""
    inside = text is None and ROOT in Path(path).resolve().parents and known_signatures == signatures()
    return _read(path, Path.cwd()) if inside else read(path, known_signatures, text)


def settled(
    path: str, judge: partial[Report], text: str | None = None, known_format: str | None = None
) -> Report | None:
    """What `settled_file` says, found once for each author's file of this repository and each combination of wishes."""
    if text is not None or ROOT not in Path(path).resolve().parents:
        return settled_file(path, judge, text, known_format)
    wishes = (path, Path.cwd(), known_format, *sorted(judge.keywords.items()))
    if wishes not in _settled:
        _settled[wishes] = settled_file(path, judge, text, known_format)
    return _settled[wishes]


def of_file(path: Path) -> Report:
    """The report on an author's file, as `check` makes it beside the file."""
    with working_in(path.parent):
        report = settled(path.name, partial(checked, causes=True, ranges=False, standards=True, engine="flint"))
    assert report is not None
    return report


def share_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands and notebooks ask `checked`, `known` and `settled` for what was found and read before."""
    for module in ("pipeline", "integrations.notebook", "explain.cell"):
        monkeypatch.setattr(f"verifier.{module}.check", checked)
    for module in ("one_file", "integrations.notebook"):
        monkeypatch.setattr(f"verifier.{module}.read", known)
    monkeypatch.setattr("verifier.one_file.settled_file", settled)


def run(path: Path, *options: str) -> Said:
    """What `verifier check` says of a document, called beside its file."""
    return called("check", path.name, *options, folder=path.parent)


def of_case(path: Path, *, ranges: bool = False) -> Report:
    """The report on a case, its path written as seen beside it."""
    with working_in(path.parent):
        return checked(known(path.name, signatures()), ranges=ranges)


@cache
def document(name: str) -> Document:
    """A document of `documents_data`, one that is read in place as it is judged."""
    path = find(name)
    in_place = settled_file(path, partial(check, causes=False))
    return read(path, signatures()) if in_place is None else in_place.document


def published(name: str) -> Report:
    """The report on a published document, with causes and with the range of every cell."""
    return checked(document(name), ranges=True)


def index_on(reports: Sequence[Report], further: Sequence[str] = ()) -> str:
    """The index page of reports."""
    return as_index({report.document.name: row(report) for report in reports}, further=further)


def accused(report: Report) -> list[tuple[str, int, int]]:
    """Every cell, row and shape that is called wrong; rows and shapes have no column, shapes no row."""
    found = []
    for stage in report.stages:
        name = stage.stage.name
        found += [(name, c.row, c.column) for c in stage.cells if c.verdict is Verdict.CONTRADICTED]
        found += [(name, row.row, 0) for row in stage.rows if row.verdict is Verdict.CONTRADICTED]
        found += [(name, 0, 0)] if stage.shape.verdict is Verdict.CONTRADICTED else []
    return found
