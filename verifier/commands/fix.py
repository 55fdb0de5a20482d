"""`verifier fix`: show, or write, the digits that have one right value."""

import argparse
import difflib
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Final

from verifier.commands.common import (
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_jobs,
    code_of,
    command,
    tell,
    warn,
    worst,
)
from verifier.commands.selecting import excluded
from verifier.commands.work import results_of, stopped, work_of
from verifier.record import NamedTuple
from verifier.writing import write

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report

_CONTEXT: Final = 1
"""Lines around a change in a diff."""
_NO_END: Final = "\\ No newline at end of file\n"
"""What a diff says below a last line that nothing ends."""


class Result(NamedTuple):
    """What was found of one file: a diff, what standard error says of it, and its exit code."""

    diff: str
    said: str
    code: int


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "fix", run, "the digits that have one right value, as a diff")
    parser.set_defaults(exclude=None, force_exclude=False, supervises=True)
    add_document(parser, "documents", nargs="+", help="documents by name, files, folders or patterns")
    add_jobs(parser)
    parser.add_argument("--write", action="store_true", help="change the files, digits alone")


def run(arguments: argparse.Namespace) -> int:
    """Show the changes of each document, or write them.

    Returns CLEAN if nothing is to be changed, or once all is written, and no erratum is left and nothing to look at;
    else CONTRADICTED, or as `check`.
    """
    from verifier.supervision.pool import Lost

    work = work_of(arguments.documents, arguments.folder, excluded(arguments))
    codes = [_broken([problem]).code for problem in work.unknown]
    for problem in work.unknown:
        warn(str(problem))
    for path, result in results_of(partial(_result, is_written=arguments.write), work.paths, arguments):
        found = _broken([stopped(path, result)]) if isinstance(result, Lost) else result
        tell(found.diff)
        if found.said:
            warn(found.said)
        codes.append(found.code)
    return worst(codes)


def _result(path: str, *, is_written: bool) -> Result:
    """The changes of one file, which are written if that is asked for."""
    from verifier.document.files import mark_of, read_text
    from verifier.document.problems import DocumentError, Problems
    from verifier.errata.fixed import fixed
    from verifier.errata.summary import counted
    from verifier.sources.formats import format_of

    try:
        text = read_text(path, Problems(path), is_authors=format_of(path) is not None)
        found = fixed(text, partial(_judged, path))
    except DocumentError as error:
        return _broken(error.problems)
    if is_written and found.text != text:
        write(path, f"{mark_of(path)}{found.text}")
    lines = difflib.unified_diff(_lines(text), _lines(found.text), path, path, n=_CONTEXT)
    done = f"{counted(found.changes, 'number')} {'changed' if is_written else 'to change'}"
    place = f"{path}:{{}}".format if found.read is None else partial(found.read.line_in, path)
    left = [f"{place(one.line)}: left: {one.heading}: {one.why}" for one in found.left]
    count = f"{len(left)} {'erratum' if len(left) == 1 else 'errata'} left"
    concerns = [f"{place(one.line)}: look: {one.why}" for one in found.concerns]
    count += f", {counted(len(concerns), 'number')} to look at" if concerns else ""
    is_open = bool(found.left or concerns) or (found.changes > 0 and not is_written)
    said = "\n".join([*left, *concerns, f"{path}: {done}, {count}"])
    return Result("".join(lines), said, CONTRADICTED if is_open else CLEAN)


def _lines(text: str) -> list[str]:
    """The lines of a text as a diff shows them, whatever ends them there; ends of pages end none."""
    lines = [line.rstrip("\r\n") + "\n" for line in StringIO(text, newline="")]
    return lines if text.endswith(("\n", "\r")) or not lines else [*lines[:-1], lines[-1] + _NO_END]


def _judged(path: str, text: str) -> "Report":
    """The report on a text of the file at a path; raises DocumentError."""
    from verifier.document.reader import read
    from verifier.operations import signatures
    from verifier.pipeline import check
    from verifier.sources.formats import settled_file

    judge = partial(check, causes=False)
    in_place = settled_file(path, judge, text)
    return judge(read(path, signatures(), text)) if in_place is None else in_place


def _broken(problems: "list[Problem] | tuple[Problem, ...]") -> Result:
    return Result("", "\n".join(map(str, problems)), code_of(problems))
