"""`verifier report`: errata sheets as HTML, CSV and Markdown, and an index page."""

import argparse
import os
from functools import partial
from typing import TYPE_CHECKING, Final

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    Commands,
    add_document,
    add_jobs,
    code_of,
    command,
    complain,
    warn,
    worst,
)
from verifier.commands.folder import Compared, Written
from verifier.commands.selecting import add_selection, excluded, selection
from verifier.commands.work import Work, results_of, stopped, work_of
from verifier.document.lookup import names
from verifier.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verifier.document.problems import Problem
    from verifier.errata.selection import Selection
    from verifier.report.census import Counted
    from verifier.verdict import Report

_LONGEST: Final = 250
"""Bytes of the longest name of a file."""
FOLDER: Final = "reports"


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "report", run, "write errata sheets: pages, tables and text, and an index of them")
    add_document(
        parser, "documents", nargs="*", help="by name, their files, folders of them, or patterns; all if none is named"
    )
    parser.set_defaults(supervises=True)
    add_jobs(parser)
    add_selection(parser)
    parser.add_argument("--output", metavar="DIR", default=FOLDER, help=f"the folder to write, {FOLDER} if not said")
    parser.add_argument("--census", action="store_true", help="write a page that counts over all documents, too")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files are not current")


class Sheets(NamedTuple):
    """The files on one document by name, its row of the index, what the census counts of it, and how it ended.

    `said` is what standard error says of it, `code` its exit code.
    """

    document: str
    files: dict[str, str]
    row: str
    counted: "Counted | None" = None
    said: str = ""
    code: int = CLEAN


def run(arguments: argparse.Namespace) -> int:
    """Write the files of each document as it is done, and at the end the index; or with --check compare them.

    Returns BROKEN if a document cannot be read, STOPPED if one met a limit, CONTRADICTED if --check finds a file that
    is not current, else CLEAN, whatever the documents' verdicts.
    """
    from verifier.report.census import Census
    from verifier.report.sheets import CENSUS

    is_whole = not arguments.documents
    work = work_of(arguments.documents or names(arguments.folder), arguments.folder, excluded(arguments))
    for problem in work.unknown:
        complain(problem.message)
    if not work.paths:
        return BROKEN if work.unknown else complain("no documents here; name their folder with --documents DIR")
    folder = (Compared if arguments.check else Written)(arguments.output, is_whole=is_whole)
    codes = [BROKEN] if work.unknown else []
    rows: dict[str, str] = {}
    census = Census()
    for sheets in _distinct(_results(work, selection(arguments), arguments)):
        if sheets.said:
            warn(sheets.said)
        if folder.take(sheets.files) and sheets.row and (sheets.files or sheets.document not in rows):
            rows[sheets.document] = sheets.row
        codes.append(sheets.code)
        if sheets.counted is not None:
            census.add(sheets.document, sheets.counted)
    if arguments.census:
        folder.take({CENSUS: census.as_html()})
    return worst([*codes, folder.finish(rows)])


def _results(work: Work, chosen: "Selection", arguments: argparse.Namespace) -> "Iterator[Sheets]":
    import verifier.one_file
    import verifier.passes
    import verifier.report.html.index
    import verifier.report.sheets  # before processes are forked: the index takes most of this too  # noqa: F401
    from verifier.supervision.pool import Lost

    for path, result in results_of(partial(_sheets, chosen), work.paths, arguments):
        yield _broken(path, [stopped(path, result)]) if isinstance(result, Lost) else result


def _sheets(chosen: "Selection", path: str) -> Sheets:
    from verifier.one_file import worked
    from verifier.pipeline import check

    made = worked(path, partial(check, ranges=True), partial(_of, chosen))
    return made if isinstance(made, Sheets) else _broken(path, made)


def _of(chosen: "Selection", report: "Report") -> Sheets:
    from verifier.errata.findings import selected
    from verifier.report.census import counted
    from verifier.report.html.index import row
    from verifier.report.sheets import sheets

    report = selected(report, chosen)
    return Sheets(report.document.name, sheets(report), row(report), counted(report))


def _broken(path: str, problems: "Sequence[Problem]") -> Sheets:
    from verifier.document.problems import stem_of
    from verifier.report.census import counted_broken
    from verifier.report.html.index import row_of_broken

    said = "\n".join(map(str, problems))
    row, counts = row_of_broken(path, problems), counted_broken(problems)
    return Sheets(stem_of(path), {}, row, counts, said, code_of(problems))


def _distinct(results: "Iterator[Sheets]") -> "Iterator[Sheets]":
    """The results, without the files that cannot have their names or would have those of files before them."""
    from verifier.report.sheets import CENSUS, INDEX

    taken = {INDEX, CENSUS}
    for sheets in results:
        own = [name.casefold() for name in sheets.files]
        twice = [name for name in own if name in taken]
        too_long = [name for name in own if len(os.fsencode(name)) > _LONGEST]
        if twice or too_long:
            why = f"two reports would be called {twice[0]}" if twice else f"no file can be called {too_long[0]}"
            yield Sheets("", {}, "", None, f"verifier: error: {why}; give the documents other names", BROKEN)
        else:
            taken.update(own)
            yield sheets
