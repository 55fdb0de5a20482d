"""`verifier report`: errata sheets as HTML, CSV and Markdown, and an index page."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_jobs,
    command,
    complain,
    paths_of,
    reports_of,
)
from verifier.document.lookup import names
from verifier.report.sheets import INDEX, file_names, sheets

if TYPE_CHECKING:
    from verifier.batch import Outcome
    from verifier.verdict import Report

FOLDER: Final = "reports"


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "report", run, "write errata sheets: pages, tables and text, and an index of them")
    add_document(
        parser, "documents", nargs="*", help="by name, their files, folders of them, or patterns; all if none is named"
    )
    add_jobs(parser)
    parser.add_argument("--output", metavar="DIR", default=FOLDER, help=f"the folder to write, {FOLDER} if not said")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files are not current")


def run(arguments: argparse.Namespace) -> int:
    """Write the files of all documents, or with --check compare them.

    Returns BROKEN if a document cannot be read, CONTRADICTED if --check finds a file that is not current, else CLEAN,
    whatever the documents' verdicts.
    """
    whole = not arguments.documents
    paths, is_broken = paths_of(arguments.documents or names(arguments.folder), arguments.folder)
    if whole and not paths:
        return complain("no documents here; name their folder with --documents DIR")
    reports = reports_of(_watched(paths, arguments.jobs))
    if is_broken or len(reports) < len(paths):
        return BROKEN
    planned = Counter(name.casefold() for one in reports for name in file_names(one.document.name)) + Counter([INDEX])
    twice = [name for name, times in planned.items() if times > 1]
    if twice:
        return complain(f"two reports would be called {twice[0]}; give the documents other names")
    files = _files(reports, arguments.output, whole=whole)
    return _compare(files, arguments.output, whole=whole) if arguments.check else _write(files)


def _watched(paths: list[str], jobs: int) -> "Iterator[Outcome]":
    """The outcome of each file in order, with a bar on a terminal."""
    from verifier.batch import checked
    from verifier.check import check

    judge = partial(check, ranges=True)
    outcomes = checked(paths, judge, jobs=jobs)
    if not sys.stderr.isatty():
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(outcomes, "Reporting", total=len(paths), console=Console(stderr=True), transient=True)


def _files(reports: "list[Report]", folder: str, *, whole: bool) -> dict[str, str]:
    """The text of each file by its path; unless *whole*, the index keeps its rows on other documents."""
    from verifier.report.html.index import as_index

    files = {os.path.join(folder, name): text for report in reports for name, text in sheets(report).items()}
    index = os.path.join(folder, INDEX)
    before = None if whole else _read(index)
    there = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    further = [name for name in there if _has_index(os.path.join(folder, name))]
    return files | {index: as_index(reports, before or "", further)}


def _has_index(path: str) -> bool:
    """Whether *path* is a folder with an index of its own."""
    return os.path.isfile(os.path.join(path, INDEX))


def _read(path: str) -> str | None:
    """The text of a file; None if there is none or it is not UTF-8."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _write(files: dict[str, str]) -> int:
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    sys.stderr.write(f"wrote {len(files)} files, to be opened at {list(files)[-1]}\n")
    return CLEAN


def _compare(files: dict[str, str], folder: str, *, whole: bool) -> int:
    """Write a line for each file that differs from what would be written now, and for each that is of no document."""
    stale = [path for path, text in files.items() if _read(path) != text]
    there = sorted(os.listdir(folder)) if whole and os.path.isdir(folder) else []
    paths = [os.path.join(folder, name) for name in there]
    strangers = [path for path in paths if path not in files and not _has_index(path)]
    for path in stale:
        sys.stdout.write(f"{path}:1:1: error: not current; verifier report writes it anew [stale]\n")
    for path in strangers:
        sys.stdout.write(f"{path}:1:1: error: the report of no document [stale]\n")
    current = len(files) - len(stale)
    sys.stderr.write(f"{current} of {len(files)} files are current\n")
    return CONTRADICTED if stale or strangers else CLEAN
