"""`verifier check`: judge documents."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TextIO

from verifier.commands.common import (
    BROKEN,
    Commands,
    add_document,
    add_format,
    add_jobs,
    command,
    complain,
    is_terminal,
    limits_of,
    warn,
    worst,
)
from verifier.commands.remembered_documents import Call, Memory, memory_of, remembered
from verifier.commands.result import Asked, Result, broken, result
from verifier.commands.selecting import add_failing, add_selection, excluded, selection, show, write_baseline
from verifier.commands.work import Work, results_of, stopped, work_of
from verifier.errata.codes import NOTES
from verifier.repeated_call import NOT_KEPT, is_plain
from verifier.report.formats import FORMATS, IN_COLOR, OF_BYTES, ON_TERMINAL, Format
from verifier.supervision.limits import share
from verifier.writing import swept, written

STANDARD_INPUT: Final = "-"
KINDS: Final = ("md", "tex", "html", "ipynb", "txt")
"""Endings for `--as`."""


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "check", run, "judge documents")
    parser.set_defaults(supervises=True)
    add_document(
        parser,
        "documents",
        nargs="*",
        help="documents by name, files, folders, patterns, or -; the project's files if none is named",
    )
    add_selection(parser)
    add_failing(parser)
    add_format(parser, [*FORMATS, *OF_BYTES])
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
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--notes", action="store_true", help="list notes too, as what follows from wrong numbers")
    shown.add_argument("-q", "--quiet", action="store_true", help="list errors only, and write no summary")
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours and pictures, as on a terminal"
    )
    parser.add_argument(
        NOT_KEPT, dest="cache", action="store_false", help="check anew what was checked before and has not changed"
    )
    parser.add_argument("--watch", action="store_true", help="check again when files change, until Ctrl-C")
    parser.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the documents, write the output as they are done, and say a line or more of each on standard error.

    Returns BROKEN if a document was not found, not readable or failed, STOPPED if one met a limit, CONTRADICTED if one
    is not clean, else CLEAN.
    """
    if arguments.show_config:
        return show()
    if lacking := _lacks(arguments):
        return complain(lacking)
    with arguments.seen:
        work = _work(arguments)
    is_read = STANDARD_INPUT in work.paths
    if is_read and (work.total > 1 or arguments.kind is None):
        return complain("- stands for standard input: alone, and with its kind, as in check - --as md")
    if not arguments.watch:
        return _checked(work, arguments, _standard_input() if is_read else None)
    if is_read:
        return complain("--watch takes files, and - is none")
    from verifier.commands.watch import watched

    return watched(lambda: _checked(_work(arguments), arguments, None), lambda: _work(arguments).paths)


def _checked(work: Work, arguments: argparse.Namespace, text: str | None) -> int:
    """Check the documents, of which one may have its *text*; returns as `run`."""
    with arguments.seen:
        asked = _asked(arguments, text)
    memory, call = _memory(asked, arguments), Call()
    with _opened(arguments.output) as file:
        for piece in asked.form.whole(_parts(_results(work, asked, memory, arguments), call), work.total):
            if isinstance(piece, bytes):
                file.buffer.write(piece)
            else:
                file.write(piece)
                call.say(1, piece)
            file.flush()
    if arguments.write_baseline:
        write_baseline(arguments.baseline, call.known)
    elif memory is not None and arguments.output is None and not arguments.watch and is_plain(arguments.argv):
        call.keep(memory.cache, arguments)
    return worst(call.codes)


def _memory(asked: Asked, arguments: argparse.Namespace) -> Memory | None:
    """What is kept of such calls; None if nothing is."""
    is_kept = arguments.cache and arguments.cluster is None
    return memory_of(asked, limits_of(arguments).output) if is_kept else None


def _asked(arguments: argparse.Namespace, text: str | None) -> Asked:
    """What the call asks of each document; raises BadBaseline, and OSError."""
    return Asked(
        _form(arguments),
        _levels(arguments),
        arguments.causes,
        arguments.engine,
        arguments.kind,
        text,
        arguments.coverage_min,
        selection(arguments),
        arguments.write_baseline,
    )


def _lacks(arguments: argparse.Namespace) -> str | None:
    """What a call lacks: documents, the file of a baseline, or what a format of bytes takes."""
    if not (arguments.documents or arguments.files):
        return "name documents, files or folders, or the files of the project in verifier.toml"
    if arguments.write_baseline and arguments.baseline is None:
        return "--write-baseline takes --baseline FILE, the file to write"
    form = OF_BYTES.get(arguments.format)
    if form is None or form.needs is None:
        return None
    if arguments.output is None:
        return f"--format {arguments.format} is no text; name a file with --output"
    from importlib.util import find_spec

    if find_spec(form.needs) is None:
        return f"--format {arguments.format} needs {form.needs}: pip install 'verifier[{arguments.format}]'"
    return None


def _form(arguments: argparse.Namespace) -> Format:
    """The format that is asked for; on a terminal, or where colours are, text is drawn."""
    is_drawn = arguments.color == "always" or (arguments.color == "auto" and is_terminal())
    if arguments.output is None and arguments.format == "text" and is_drawn:
        return IN_COLOR if arguments.color == "always" else ON_TERMINAL
    return {**FORMATS, **OF_BYTES}[arguments.format]


def _levels(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The levels of findings that are listed; notes too where one of them makes the check fail."""
    is_noted = arguments.notes or bool((arguments.fail_on or frozenset()) & {"note", *NOTES})
    return ("error",) if arguments.quiet else ("error", "warning", *(["note"] if is_noted else []))


def _results(work: Work, asked: Asked, memory: Memory | None, arguments: argparse.Namespace) -> Iterator[Result]:
    """The result on each name of the call, those that mean no document first."""
    for problem in work.unknown:
        yield Result(asked.form.broken(problem.path, [problem]), f"verifier: error: {problem.message}", BROKEN)

    def made(make: Callable[[str], Result], paths: Sequence[str]) -> Iterator[Result]:
        return _made(make, paths, asked.form, arguments)

    yield from made(partial(result, asked), work.paths) if memory is None else remembered(memory, work.paths, made)


def _made(
    make: Callable[[str], Result], paths: Sequence[str], form: Format, arguments: argparse.Namespace
) -> Iterator[Result]:
    """What *make* gives for each path, and what is said of those at which it was stopped."""
    from verifier.supervision.pool import Lost

    if len(paths) > 1:
        import verifier.formulas.on_columns
        import verifier.one_file
        import verifier.passes
        import verifier.pipeline  # before processes are forked, which would all import it  # noqa: F401
    for path, one in results_of(make, paths, arguments):
        yield broken(form, path, [stopped(path, one)]) if isinstance(one, Lost) else one


def _parts(results: Iterator[Result], call: Call) -> Iterator[object]:
    """The parts of the output; once one was written, standard error says something of it."""
    for one in results:
        yield one.part
        if one.said:
            warn(one.said)
        call.take(one)


@contextmanager
def _opened(path: str | None) -> Iterator[TextIO]:
    """The file to write to; without a path standard output."""
    if path is None:
        yield sys.stdout
        return
    swept(os.path.dirname(path) or ".")
    with written(path) as file:
        yield file


def _standard_input() -> str:
    """What standard input holds, up to one character more than a file may have."""
    from verifier.document.files import MAX_BYTES

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    return sys.stdin.read(MAX_BYTES + 1)


def _work(arguments: argparse.Namespace) -> Work:
    """The documents that the call names; with a kind, all names are paths."""
    named = arguments.documents or arguments.files
    if arguments.kind is None and STANDARD_INPUT not in named:
        return work_of(named, arguments.folder, excluded(arguments))
    return Work(list(dict.fromkeys(named)), [])
