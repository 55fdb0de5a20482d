"""`verifier check`: judge documents."""

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_format,
    command,
    complain,
    is_terminal,
    progress,
)
from verifier.library import UnknownDocument, find_all
from verifier.report.formats import NAMES, render

if TYPE_CHECKING:
    from verifier.verdict import Report

MOST_JOBS: Final = 64


def add(commands: Commands) -> None:
    """Its arguments."""
    parser = command(commands, "check", run, "judge documents")
    add_document(parser, "documents", nargs="+", help="documents by name, their files, folders of them, or patterns")
    add_format(parser, *NAMES)
    parser.add_argument("--engine", choices=("flint", "sympy"), default="flint", help="sympy: a slow second opinion")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes to work in; as many as cores: 0")
    parser.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )


def count(text: str) -> int:
    """A number of processes, 0 for that of the cores; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > MOST_JOBS:
        raise argparse.ArgumentTypeError(f"a number of processes from 0 to {MOST_JOBS}, found {text[:20]!r}")
    return int(text) or os.cpu_count() or 1


def run(arguments: argparse.Namespace) -> int:
    """Judge all documents that can be read, write one output, and sum each up on standard error."""
    from verifier.batch import checked
    from verifier.check import check
    from verifier.findings import summary

    paths, is_broken = _paths(arguments)
    reports: list[Report] = []
    wanted = arguments.format == "csv"  # a table is read whole, where other outputs show the ranges that decide
    judge = partial(check, causes=arguments.causes, ranges=wanted, engine=arguments.engine)
    for outcome in checked(paths, judge, jobs=arguments.jobs, progress=progress):
        if outcome.report is None:
            sys.stderr.write(f"{outcome.problems}\n")
            is_broken = True
        else:
            reports.append(outcome.report)
    if reports:
        _write(reports, arguments)
    for report in reports:
        sys.stderr.write(f"{summary(report)}\n")
    if is_broken:
        return BROKEN
    return CLEAN if all(report.is_clean for report in reports) else CONTRADICTED


def _paths(arguments: argparse.Namespace) -> tuple[list[str], bool]:
    """The files that are meant, and whether some name means none, which is then said."""
    found: list[str] = []
    is_broken = False
    for name in arguments.documents:
        try:
            found += find_all([name], arguments.folder)
        except UnknownDocument as error:
            complain(str(error))
            is_broken = True
    return list(dict.fromkeys(found)), is_broken


def _write(reports: "list[Report]", arguments: argparse.Namespace) -> None:
    if arguments.output is None and arguments.format == "text" and is_terminal():
        from verifier.report.as_table import print_tables

        print_tables(reports, sys.stdout)
        return
    text = render(reports, arguments.format)
    if arguments.output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)
