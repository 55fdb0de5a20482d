"""`verifier check`: judge documents."""

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_format,
    add_jobs,
    code_of,
    command,
    complain,
    is_terminal,
    warn,
    worst,
)
from verifier.commands.watch import Work, stopped, watched, work_of
from verifier.report.formats import FORMATS, IN_COLOR, OF_BYTES, ON_TERMINAL, Format
from verifier.writing import swept, written

STANDARD_INPUT: Final = "-"
KINDS: Final = ("md", "tex", "html", "ipynb", "txt")
"""Endings for `--as`."""
WHOLE: Final = 100

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "check", run, "judge documents")
    parser.set_defaults(supervises=True)
    add_document(parser, "documents", nargs="+", help="documents by name, files, folders, patterns, or -")
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
    parser.add_argument("--output", metavar="FILE", help="write there instead of to standard output")
    parser.add_argument(
        "--no-causes", dest="causes", action="store_false", help="say what is wrong, not why or how far it reaches"
    )


class Asked(NamedTuple):
    """What a call asks of each document.

    `kind` and `text` are those of the file, where its name does not say it; `least` is the share of numerals in percent
    that must be checked or given. `levels` are those of the findings that are listed.
    """

    form: Format
    levels: tuple[str, ...]
    causes: bool
    engine: str
    kind: str | None
    text: str | None
    least: int | None


class Result(NamedTuple):
    """One document: its part of the output, what standard error says of it, and its exit code."""

    part: object
    said: str
    code: int


def run(arguments: argparse.Namespace) -> int:
    """Check the documents, write the output as they are done, and say a line or more of each on standard error.

    Returns BROKEN if a document was not found, not readable or failed, STOPPED if one met a limit, CONTRADICTED if one
    is not clean, else CLEAN.
    """
    if lacking := _lacks(arguments):
        return complain(lacking)
    work = _work(arguments)
    is_read = STANDARD_INPUT in work.paths
    if is_read and (work.total > 1 or arguments.kind is None):
        return complain("- stands for standard input: alone, and with its kind, as in check - --as md")
    text = _standard_input() if is_read else None
    asked = Asked(
        _form(arguments),
        _levels(arguments),
        arguments.causes,
        arguments.engine,
        arguments.kind,
        text,
        arguments.coverage_min,
    )
    if len(work.paths) > 1:
        import verifier.batch
        import verifier.pipeline  # before processes are forked, which would all import it  # noqa: F401
    codes: list[int] = []
    with _opened(arguments.output) as file:
        for piece in asked.form.whole(_parts(_results(work, asked, arguments), codes), work.total):
            if isinstance(piece, bytes):
                file.buffer.write(piece)
            else:
                file.write(piece)
            file.flush()
    return worst(codes)


def _lacks(arguments: argparse.Namespace) -> str | None:
    """What a format of bytes lacks: a file, or the library that writes it."""
    form = OF_BYTES.get(arguments.format)
    if form is None or form.needs is None:
        return None
    if arguments.output is None:
        return f"--format {arguments.format} is no text; name a file with --output"
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
    """The levels of findings that are listed."""
    return ("error",) if arguments.quiet else ("error", "warning", *(["note"] if arguments.notes else []))


def _results(work: Work, asked: Asked, arguments: argparse.Namespace) -> Iterator[Result]:
    """The result on each name of the call, those that mean no document first."""
    from verifier.supervision.pool import Lost

    for problem in work.unknown:
        yield Result(asked.form.broken(problem.path, [problem]), f"verifier: error: {problem.message}", BROKEN)
    for path, result in watched(partial(_result, asked), work.paths, arguments):
        yield _broken(asked.form, path, [stopped(path, result)]) if isinstance(result, Lost) else result


def _result(asked: Asked, path: str) -> Result:
    """The result on one document; what it takes is imported here, in the process that works on it."""
    from verifier.batch import Given, worked
    from verifier.pipeline import check
    from verifier.sources.formats import format_of

    given = Given(asked.text, None if asked.kind is None else format_of(f"-.{asked.kind}"))
    judge = partial(check, causes=asked.causes, ranges=asked.form.ranges, engine=asked.engine)
    made = worked(path, judge, partial(_of, asked), given)
    return made if isinstance(made, Result) else _broken(asked.form, path, made)


def _of(asked: Asked, report: "Report") -> Result:
    from verifier.errata.summary import summary

    lacking = _lacking(report, asked.least)
    code = CONTRADICTED if lacking or not report.is_clean else CLEAN
    said = [] if "warning" not in asked.levels else [summary(report)]
    return Result(asked.form.part(report, levels=asked.levels), "\n".join([*said, *lacking]), code)


def _broken(form: Format, path: str, problems: "Sequence[Problem]") -> Result:
    return Result(form.broken(path, problems), "\n".join(map(str, problems)), code_of(problems))


def _parts(results: Iterator[Result], codes: list[int]) -> Iterator[object]:
    """The parts of the output; once one was written, standard error says something of it, and its code is noted."""
    for result in results:
        yield result.part
        if result.said:
            warn(result.said)
        codes.append(result.code)


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


def share(text: str) -> int:
    """A share in percent, a whole number from 0 to 100; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > WHOLE:
        raise argparse.ArgumentTypeError(f"a whole number of percent from 0 to {WHOLE}, found {text[:20]!r}")
    return int(text)


def _lacking(report: "Report", least: int | None) -> list[str]:
    """A line if too few of the numerals of an author's file are checked or given."""
    read = report.document.read
    if least is None or read is None:
        return []
    used = read.count("checked") + read.count("given")
    total = len(read.numerals) - read.count("excluded")
    if used * WHOLE >= total * least:
        return []
    found = f"{used} of {total} numerals that are not excluded"
    return [f"{report.document.name}: {found} are checked or given, fewer than {least} percent [coverage-min]"]


def _work(arguments: argparse.Namespace) -> Work:
    """The documents that the call names; with a kind, all names are paths."""
    named = arguments.documents
    if arguments.kind is None and STANDARD_INPUT not in named:
        return work_of(named, arguments.folder)
    return Work(list(dict.fromkeys(named)), [])
