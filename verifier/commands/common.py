"""What the commands share: exit codes, arguments, reading documents, and output. Imports nothing heavy."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from verifier.document.lookup import UnknownDocument, find, find_all

if TYPE_CHECKING:
    from verifier.batch import Outcome
    from verifier.document.model import Document
    from verifier.verdict import Report

CLEAN: Final = 0
CONTRADICTED: Final = 1
BROKEN: Final = 2
MOST_JOBS: Final = 64
PATIENCE: Final = 1
"""Seconds of work before its progress is shown."""
_ERASE: Final = "\r\x1b[K"
"""Clears the line of a terminal and returns to its first column."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name
"""The result of `add_subparsers`."""
Run: TypeAlias = Callable[[argparse.Namespace], int]


def command(commands: Commands, name: str, run: Run, summary: str) -> argparse.ArgumentParser:
    """Add a command with `--documents`, which all commands have; returns its parser."""
    parser = commands.add_parser(name, help=summary, allow_abbrev=False)
    parser.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    parser.set_defaults(run=run)
    return parser


def add_document(parser: argparse.ArgumentParser, name: str = "document", **options: str) -> None:
    """Add an argument that names one document, or with `nargs` several."""
    parser.add_argument(name, **{"metavar": "DOC", "help": "a document's name, or the path of its file"} | options)  # type: ignore[arg-type]


def add_format(parser: argparse.ArgumentParser, formats: Iterable[str]) -> None:
    """Add `--format`, one of the names of *formats*; the first is the default."""
    names = tuple(formats)
    listed = ", ".join(names[:-1])
    parser.add_argument("--format", choices=names, default=names[0], help=f"{listed} or {names[-1]}")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs`; the default is 1."""
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes to work in; as many as cores: 0")


def count(text: str) -> int:
    """The number of processes that *text* says, the number of cores for 0; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > MOST_JOBS:
        raise argparse.ArgumentTypeError(f"a number of processes from 0 to {MOST_JOBS}, found {text[:20]!r}")
    return int(text) or os.cpu_count() or 1


def complain(message: str) -> int:
    """Write an error in the call to standard error; returns BROKEN."""
    sys.stderr.write(f"verifier: error: {message}\n")
    return BROKEN


def read_document(name: str, folder: str | None) -> "Document | None":
    """The document; None after writing to standard error what is wrong with it."""
    from verifier.check import check
    from verifier.document.reader import DocumentError, read
    from verifier.operations import signatures
    from verifier.sources.formats import settled_file

    try:
        path = find(name, folder)
        in_place = settled_file(path, partial(check, causes=False))
        return read(path, signatures()) if in_place is None else in_place.document
    except UnknownDocument as error:
        complain(str(error))
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
    return None


def paths_of(named: list[str], folder: str | None) -> tuple[list[str], bool]:
    """The paths that the names, folders and patterns mean, each once, and whether one of them means none.

    Those that mean none are written to standard error.
    """
    found: list[str] = []
    is_broken = False
    for name in named:
        try:
            found += find_all([name], folder)
        except UnknownDocument as error:
            complain(str(error))
            is_broken = True
    return list(dict.fromkeys(found)), is_broken


def reports_of(outcomes: "Iterable[Outcome]") -> "list[Report]":
    """The reports among the outcomes; the problems of the other files are written to standard error."""
    reports: list[Report] = []
    for outcome in outcomes:
        if outcome.report is None:
            sys.stderr.write(f"{outcome.problems}\n")
        else:
            reports.append(outcome.report)
    return reports


def tell(text: str, summary: str | None = None) -> None:
    """Write *text* to standard output, then *summary* as a line to standard error."""
    sys.stdout.write(text)
    sys.stdout.flush()
    if summary is not None:
        sys.stderr.write(f"{summary}\n")


def is_terminal() -> bool:
    """Whether standard output is a terminal, or FORCE_COLOR asks to write as to one."""
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


@contextmanager
def progress(message: str) -> Iterator[None]:
    """Show *message* on the terminal while the work inside takes longer than PATIENCE, and erase it at the end.

    Nothing is written where standard error is a file or a pipe: what it holds does not depend on the machine's speed.
    """
    if not sys.stderr.isatty():
        yield
        return
    import shutil
    import threading

    stream, is_shown = sys.stderr, threading.Event()

    def show() -> None:
        line = f"{message} ..."[: shutil.get_terminal_size().columns - 1]  # a wrapped line could not be erased
        stream.write(line)
        stream.flush()
        is_shown.set()

    timer = threading.Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if is_shown.is_set():
            stream.write(_ERASE)
            stream.flush()
