"""`verifier check`: judge documents."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_format,
    add_jobs,
    command,
    is_terminal,
    paths_of,
    progress,
    reports_of,
)
from verifier.report.formats import FORMATS

if TYPE_CHECKING:
    from verifier.verdict import Report


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "check", run, "judge documents")
    add_document(parser, "documents", nargs="+", help="documents by name, their files, folders of them, or patterns")
    add_format(parser, FORMATS)
    parser.add_argument("--engine", choices=("flint", "sympy"), default="flint", help="sympy: a slow second opinion")
    add_jobs(parser)
    parser.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the documents, write the output, and write one summary line each to standard error.

    Returns BROKEN if a document was not found, not readable or failed, CONTRADICTED if one is not clean, else CLEAN.
    """
    from verifier.batch import checked
    from verifier.check import check
    from verifier.errata.findings import summary

    paths, is_broken = paths_of(arguments.documents, arguments.folder)
    ranges = FORMATS[arguments.format].ranges
    judge = partial(check, causes=arguments.causes, ranges=ranges, engine=arguments.engine)
    reports = reports_of(checked(paths, judge, jobs=arguments.jobs, progress=progress))
    if reports:
        _write(reports, arguments)
    for report in reports:
        sys.stderr.write(f"{summary(report)}\n")
    if is_broken or len(reports) < len(paths):
        return BROKEN
    return CLEAN if all(report.is_clean for report in reports) else CONTRADICTED


def _write(reports: "list[Report]", arguments: argparse.Namespace) -> None:
    if arguments.output is None and arguments.format == "text" and is_terminal():
        from verifier.report.tables import print_tables

        print_tables(reports, sys.stdout)
        return
    text = FORMATS[arguments.format].render(reports)
    if arguments.output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)
