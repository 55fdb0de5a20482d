"""The command: arguments in, exit codes out. Nothing heavy is imported before it is needed."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from verifier import __version__
from verifier.library import UnknownDocument, find, names

if TYPE_CHECKING:
    from verifier.document import Document
    from verifier.verdict import Report

CLEAN, CONTRADICTED, BROKEN = 0, 1, 2
FORMATS = ("text", "json")


class _Parser(argparse.ArgumentParser):
    """argparse with the nearest valid word in its errors."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(BROKEN, f"{self.prog}: error: {message}{_guess(message)}\n")


def _guess(message: str) -> str:
    import difflib

    if "invalid choice: '" not in message:
        return ""
    wrong = message.split("'")[1]
    choices = [word.strip(" ,()") for word in message.partition("choose from")[2].replace("'", "").split(",")]
    found = difflib.get_close_matches(wrong, choices, n=1)
    return f"; did you mean {found[0]}?" if found else ""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = _Parser(prog="verifier", description="Proves which printed numbers are wrong.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verifier {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    check = commands.add_parser("check", help="judge documents", allow_abbrev=False)
    check.add_argument("documents", nargs="+", metavar="DOC", help="a document's name, or the path of its file")
    check.add_argument("--format", choices=FORMATS, default="text", help="text (tables on a terminal) or json")
    check.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    check.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )
    check.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    coverage = commands.add_parser("coverage", help="account for each numeral of a source text", allow_abbrev=False)
    coverage.add_argument("document", metavar="DOC", help="a document's name, or the path of its file")
    coverage.add_argument("--source", required=True, metavar="FILE", help="the text that the document was taken from")
    coverage.add_argument("--format", choices=FORMATS, default="text", help="text or json")
    coverage.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    compare = commands.add_parser("compare", help="where two documents print the same quantity", allow_abbrev=False)
    compare.add_argument("first", metavar="A", help="a document's name, or the path of its file")
    compare.add_argument("second", metavar="B", help="another one")
    compare.add_argument("--format", choices=FORMATS, default="text", help="text or json")
    compare.add_argument("-v", "--verbose", action="store_true", help="a line for each identical quantity too")
    compare.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    origins = commands.add_parser("origins", help="givens that come from a known generator", allow_abbrev=False)
    origins.add_argument("document", metavar="DOC", help="a document's name, or the path of its file")
    origins.add_argument("--format", choices=FORMATS, default="text", help="text or json")
    origins.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    explain = commands.add_parser("explain", help="one cell, worked by hand", allow_abbrev=False)
    explain.add_argument("document", metavar="DOC", help="a document's name, or the path of its file")
    explain.add_argument("cell", metavar="CELL", help="STAGE[row,column], counted from 1, or STAGE if it has one cell")
    explain.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    listing = commands.add_parser("list", help="the documents, their size and their verdict", allow_abbrev=False)
    listing.add_argument("--documents", dest="folder", metavar="DIR", help="the folder to list")
    return top


def main(argv: list[str]) -> int:
    """Run one command; returns 0 (nothing contradicted), 1 (contradicted or departing) or 2 (bad call or file)."""
    try:
        return _run(argv)
    except BrokenPipeError:
        # Whoever read our output has left; a closed descriptor keeps Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except KeyboardInterrupt:
        return BROKEN
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror}")


def _run(argv: list[str]) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    if arguments.command == "list":
        return _list(arguments.folder)
    if arguments.command == "coverage":
        return _coverage(arguments)
    if arguments.command == "compare":
        return _compare(arguments)
    if arguments.command == "explain":
        return _explain(arguments)
    if arguments.command == "origins":
        return _origins(arguments)
    return _check(arguments)


def _complain(message: str) -> int:
    sys.stderr.write(f"verifier: error: {message}\n")
    return BROKEN


def _read(name: str, folder: str | None) -> "Document | None":
    """The document, or None after saying on standard error what is wrong with it."""
    from verifier.operations import signatures
    from verifier.reading import DocumentError, read

    try:
        return read(find(name, folder), signatures())
    except UnknownDocument as error:
        _complain(str(error))
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
    return None


def _check(arguments: argparse.Namespace) -> int:
    from verifier.check import check
    from verifier.findings import summary

    documents = [_read(name, arguments.folder) for name in arguments.documents]
    reports: list[Report] = []
    for place, document in enumerate(documents, start=1):
        if document is not None:
            with _progress(f"checking {document.name} ({place} of {len(documents)})"):
                reports.append(check(document, causes=arguments.causes))
    if reports:
        _write(reports, arguments)
    for report in reports:
        sys.stderr.write(f"{summary(report)}\n")
    if len(reports) < len(documents):
        return BROKEN
    return CLEAN if all(report.is_clean for report in reports) else CONTRADICTED


def _write(reports: "list[Report]", arguments: argparse.Namespace) -> None:
    if arguments.output is None and arguments.format == "text" and _is_terminal():
        from verifier.report.as_table import print_tables

        print_tables(reports, sys.stdout)
        return
    if arguments.format == "json":
        from verifier.report.as_json import as_json

        text = as_json(reports)
    else:
        from verifier.report.as_text import as_text

        text = as_text(reports)
    if arguments.output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)


def _coverage(arguments: argparse.Namespace) -> int:
    from verifier.coverage import cover
    from verifier.problems import DocumentError
    from verifier.report.coverage_as_json import coverage_as_json
    from verifier.report.coverage_as_text import coverage_as_text, summary

    document = _read(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    try:
        with _progress(f"reading {arguments.source}"):
            coverage = cover(document, arguments.source)
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN
    sys.stdout.write(coverage_as_json(coverage) if arguments.format == "json" else coverage_as_text(coverage))
    sys.stdout.flush()
    sys.stderr.write(f"{summary(coverage)}\n")
    return CLEAN if coverage.is_enough else CONTRADICTED


def _compare(arguments: argparse.Namespace) -> int:
    from verifier.check import check
    from verifier.compare import compare
    from verifier.report.compare_as_json import compare_as_json
    from verifier.report.compare_as_text import compare_as_text, summary

    first, second = _read(arguments.first, arguments.folder), _read(arguments.second, arguments.folder)
    if first is None or second is None:
        return BROKEN
    with _progress(f"comparing {first.name} and {second.name}"):
        comparison = compare(check(first), check(second))  # with causes, which number the errata
    as_json = arguments.format == "json"
    sys.stdout.write(compare_as_json(comparison) if as_json else compare_as_text(comparison, verbose=arguments.verbose))
    sys.stdout.flush()
    sys.stderr.write(f"{summary(comparison)}\n")
    return CLEAN if comparison.is_clean else CONTRADICTED


def _origins(arguments: argparse.Namespace) -> int:
    from verifier.origins import search
    from verifier.report.origins_as_json import origins_as_json
    from verifier.report.origins_as_text import origins_as_text, summary

    document = _read(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    with _progress(f"searching {document.name}"):
        found = search(document)
    sys.stdout.write(origins_as_json(found) if arguments.format == "json" else origins_as_text(found))
    sys.stdout.flush()
    sys.stderr.write(f"{summary(found)}\n")
    return CLEAN


def _explain(arguments: argparse.Namespace) -> int:
    from verifier.explain import BadCell, explain
    from verifier.report.explain_as_text import explain_as_text

    document = _read(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    try:
        with _progress(f"checking {document.name}"):
            explanation = explain(document, arguments.cell)
    except BadCell as error:
        return _complain(str(error))
    sys.stdout.write(explain_as_text(explanation))
    sys.stdout.flush()
    return CLEAN if explanation.is_clean else CONTRADICTED


def _is_terminal() -> bool:
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _list(folder: str | None) -> int:
    from verifier.check import check
    from verifier.findings import errata_count
    from verifier.verdict import Verdict

    found = names(folder)
    if not found:
        return _complain("no documents here; name their folder with --documents DIR")
    code = CLEAN
    for name in found:
        document = _read(name, folder)
        if document is None:
            code = BROKEN
            continue
        report = check(document, causes=False)
        cells = sum(len(stage.cells) for stage in report.stages)
        wrong = report.count(Verdict.CONTRADICTED)
        sys.stdout.write(
            f"{name:<12} {len(document.stages):>4} stages {cells:>6} numbers and words"
            f" {wrong:>5} contradicted  {errata_count(report)}  {document.title}\n"
        )
        sys.stdout.flush()
    return code


@contextmanager
def _progress(message: str) -> Iterator[None]:
    """A line on standard error if what is inside takes longer than a second."""
    import threading

    timer = threading.Timer(1, lambda: sys.stderr.write(f"{message} ...\n"))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
