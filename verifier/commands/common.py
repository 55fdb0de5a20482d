"""What the commands share: exit codes, arguments, reading documents, and output. Imports nothing heavy."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from verifier.document.lookup import UnknownDocument, find, find_all, is_inside, top_of
from verifier.inert import inert, line
from verifier.supervision import limits
from verifier.supervision.limits import DEFAULT, Limits, count, seconds, size, size_text

if TYPE_CHECKING:
    from verifier.document.model import Document
    from verifier.document.problems import Problem

CLEAN: Final = 0
CONTRADICTED: Final = 1
BROKEN: Final = 2
STOPPED: Final = 3
INTERRUPTED: Final = 130
STOPS: Final = ("timeout", "memory", "output")
"""The codes of documents that were stopped at a limit."""
PATIENCE: Final = 1
"""Seconds of work before its progress is shown."""
_ERASE: Final = "\r\x1b[K"
"""Clears the line of a terminal and returns to its first column."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name
"""The result of `add_subparsers`."""
Run: TypeAlias = Callable[[argparse.Namespace], int]
Excluded: TypeAlias = Callable[[str, bool], bool]
"""Whether a path is left out, where the call names it (true) or a folder or pattern around it."""


def command(commands: Commands, name: str, run: Run, summary: str) -> argparse.ArgumentParser:
    """Add a command with `--documents` and the limits, which all commands have; returns its parser.

    It runs under the limits as a whole, unless `supervises` is set: then it keeps them for each document.
    """
    parser = commands.add_parser(name, help=summary, allow_abbrev=False)
    parser.add_argument("--documents", dest="folder", metavar="DIR", help="the folder in which names are looked up")
    add_limits(parser)
    parser.set_defaults(run=run, supervises=False)
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
    """Add `--jobs`, of which the default is 1, and `--cluster`."""
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="processes to work in, 1 if not said; as many as cores: 0"
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", type=cluster, help="work on a Dask cluster; local: on one of so many jobs, here"
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add `--timeout`, `--memory` and `--output-size`, the limits of the work on one document."""
    group = parser.add_argument_group("limits for each document, 0 for none")
    time, memory, output = f"{DEFAULT.timeout} s", size_text(DEFAULT.memory), size_text(DEFAULT.output)
    group.add_argument("--timeout", type=seconds, metavar="TIME", help=f"as 60 or 5m ({time})")
    group.add_argument("--memory", type=size, metavar="SIZE", help=f"as 512M or 2G ({memory})")
    group.add_argument("--output-size", type=size, metavar="SIZE", help=f"of what is written of it ({output})")


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits of a call: those that it says, and the usual ones."""
    said = (arguments.timeout, arguments.memory, arguments.output_size)
    return Limits(*(usual if limit is None else limit for limit, usual in zip(said, limits.DEFAULT, strict=True)))


def cluster(text: str) -> str:
    """The address of a cluster; raises ArgumentTypeError if Dask is not installed."""
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        raise argparse.ArgumentTypeError("a cluster needs distributed: pip install 'verifier[cluster]'")
    return text


def complain(message: str) -> int:
    """Write an error in the call to standard error; returns BROKEN."""
    warn(f"verifier: error: {line(message)}")
    return BROKEN


def interrupted() -> int:
    """Say on standard error that the call was interrupted; returns INTERRUPTED."""
    warn("verifier: interrupted")
    return INTERRUPTED


def read_document(name: str, folder: str | None, *, causes: bool = False) -> "Document | None":
    """The document; None after writing to standard error what is wrong with it.

    With *causes* that of an author's file has the blocks that causes name, whether annotations name them or not.
    """
    from verifier.document.reader import DocumentError, read
    from verifier.operations import signatures
    from verifier.pipeline import check
    from verifier.sources.formats import settled_file

    try:
        path = find(name, folder)
        in_place = settled_file(path, check if causes else partial(check, causes=False))
        return read(path, signatures()) if in_place is None else in_place.document
    except UnknownDocument as error:
        complain(str(error))
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
    return None


def read_blocks(name: str, folder: str | None) -> "Document | None":
    """The document; of an author's file with all its blocks, whether an annotation names them or not.

    None after writing to standard error what is wrong with it.
    """
    from verifier.drafts.as_stages import with_blocks
    from verifier.sources.formats import format_of, read_outline

    document = read_document(name, folder)
    kind = None if document is None else format_of(document.path)
    return document if document is None or kind is None else with_blocks(document, read_outline(document.path, kind))


def paths_of(named: list[str], folder: str | None, excluded: Excluded) -> tuple[list[str], dict[str, str]]:
    """The paths that the names, folders and patterns mean, each once, and what to say of those that mean none.

    A link out of the folder means none: what lies elsewhere is read only by its own name.
    """
    found: list[str] = []
    unknown: dict[str, str] = {}
    for name in named:
        try:
            paths = find_all([name], folder)
        except UnknownDocument as error:
            unknown[name] = str(error)
            continue
        top = top_of(name)
        paths = [path for path in paths if not excluded(path, top is None)]
        out = [] if top is None else [path for path in paths if not is_inside(path, top)]
        unknown |= {path: f"{path} is a link out of {top}, and is not read" for path in out}
        found += [path for path in paths if path not in out] if out else paths
    return list(dict.fromkeys(found)), unknown


def worst(codes: Iterable[int]) -> int:
    """The exit code of several documents: what is broken counts most, then what was stopped, then what is wrong."""
    found = set(codes)
    return next((code for code in (BROKEN, STOPPED, CONTRADICTED) if code in found), CLEAN)


def code_of(problems: "Iterable[Problem]") -> int:
    """The exit code of a document on which there is no report."""
    return STOPPED if all(problem.code in STOPS for problem in problems) else BROKEN


def tell(text: str, summary: str | None = None) -> None:
    """Write *text* to standard output, then *summary* as a line to standard error."""
    sys.stdout.write(inert(text))
    sys.stdout.flush()
    if summary is not None:
        warn(summary)


def warn(text: str) -> None:
    """Write a line or several to standard error."""
    sys.stderr.write(f"{inert(text)}\n")


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
