"""`verifier check`: judge documents."""

import argparse
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
    add_jobs,
    command,
    complain,
    is_terminal,
    paths_of,
    progress,
    reports_of,
)
from verifier.report.formats import FORMATS

STANDARD_INPUT: Final = "-"
KINDS: Final = ("md", "tex", "html", "ipynb", "txt")
"""Endings for `--as`."""
WHOLE: Final = 100

if TYPE_CHECKING:
    from verifier.verdict import Report


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "check", run, "judge documents")
    add_document(parser, "documents", nargs="+", help="documents by name, files, folders, patterns, or -")
    add_format(parser, FORMATS)
    parser.add_argument("--engine", choices=("flint", "sympy"), default="flint", help="sympy: a slow second opinion")
    add_jobs(parser)
    parser.add_argument(
        "--as", dest="kind", choices=KINDS, help="the kind of the files, whatever their names are; needed for -"
    )
    parser.add_argument(
        "--coverage-min",
        type=share,
        metavar="N",
        help="fail if less than N percent of the numerals of an author's file are checked or given",
    )
    parser.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the documents, write the output, and write one summary line each to standard error.

    Returns BROKEN if a document was not found, not readable or failed, CONTRADICTED if one is not clean, else CLEAN.
    """
    from verifier.batch import Given, checked
    from verifier.check import check
    from verifier.errata.findings import summary
    from verifier.sources.formats import format_of

    given = None if arguments.kind is None else Given(format=format_of(f"-.{arguments.kind}"))
    paths, is_broken = _paths(arguments)
    if STANDARD_INPUT in paths:
        if len(paths) > 1 or given is None:
            return complain("- stands for standard input: alone, and with its kind, as in check - --as md")
        given = given._replace(text=sys.stdin.read())
    ranges = FORMATS[arguments.format].ranges
    judge = partial(check, causes=arguments.causes, ranges=ranges, engine=arguments.engine)
    reports = reports_of(checked(paths, judge, jobs=arguments.jobs, progress=progress, given=given))
    if reports:
        _write(reports, arguments)
    for report in reports:
        sys.stderr.write(f"{summary(report)}\n")
    is_enough = [_is_covered(report, arguments.coverage_min) for report in reports]
    if is_broken or len(reports) < len(paths):
        return BROKEN
    return CLEAN if all(is_enough) and all(report.is_clean for report in reports) else CONTRADICTED


def share(text: str) -> int:
    """A share in percent, a whole number from 0 to 100; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > WHOLE:
        raise argparse.ArgumentTypeError(f"a whole number of percent from 0 to {WHOLE}, found {text[:20]!r}")
    return int(text)


def _is_covered(report: "Report", least: int | None) -> bool:
    """Whether enough of the numerals of an author's file are checked or given; if not, says so in one line."""
    read = report.document.read
    if least is None or read is None:
        return True
    used = read.count("checked") + read.count("given")
    total = len(read.numerals) - read.count("excluded")
    if used * WHOLE >= total * least:
        return True
    found = f"{used} of {total} numerals that are not excluded"
    sys.stderr.write(
        f"{report.document.name}: {found} are checked or given, fewer than {least} percent [coverage-min]\n"
    )
    return False


def _paths(arguments: argparse.Namespace) -> tuple[list[str], bool]:
    """The paths that the call names, and whether one of its names means none; with a kind, all names are paths."""
    named = arguments.documents
    if arguments.kind is None and STANDARD_INPUT not in named:
        return paths_of(named, arguments.folder)
    return list(dict.fromkeys(named)), False


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
