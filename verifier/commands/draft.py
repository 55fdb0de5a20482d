"""`verifier draft`: formulas that an author's file states or that its numbers bear out, as annotations."""

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    STOPPED,
    Commands,
    command,
    complain,
    limits_of,
    progress,
    tell,
    warn,
)
from verifier.record import NamedTuple

if TYPE_CHECKING:
    from verifier.drafts.drafting import Draft, Drafted
    from verifier.sources.outline import Outline

OF_TABLES: Final = "a file beside cannot name columns of tables"


class Found(NamedTuple):
    """What was found in a file of a format, *kind*."""

    kind: str
    outline: "Outline"
    drafted: "Drafted"


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "draft", run, "propose annotations for an author's file")
    parser.add_argument("file", metavar="FILE", help="an author's file, as tutorial.md")
    parser.add_argument("--format", choices=("text", "yaml"), default="text", help="text, or yaml: a document file")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--write", action="store_true", help="write what is accepted into the file, as comments")
    where.add_argument("--sidecar", action="store_true", help="write it beside the file, as FILE.verify.yaml")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--accept-all", action="store_true", help="accept all that is no question, and ask nothing")
    asked.add_argument("--questions", action="store_true", help="accept questions too, and ask nothing")
    parser.set_defaults(supervises=True)


def run(arguments: argparse.Namespace) -> int:
    """Write the drafts, or put those that are accepted into the file or beside it."""
    from verifier.sources.formats import FORMATS, format_of
    from verifier.supervision.pool import Lost, contained

    kind = format_of(arguments.file)
    if kind is None:
        return complain(f"{arguments.file} is no author's file; choose from {' '.join(FORMATS)}")
    with progress(f"searching {arguments.file}"):
        found = contained(lambda: _found(arguments.file, kind), limits_of(arguments))
    if isinstance(found, Lost):
        complain(f"{found.message} [{found.code}]")
        return STOPPED
    if isinstance(found, str):
        sys.stderr.write(f"{found}\n")
        return BROKEN
    if arguments.write or arguments.sidecar:
        return _write(found, _accepted(found.drafted, arguments), beside=arguments.sidecar)
    return _tell(found, arguments)


def _found(path: str, kind: str) -> Found | str:
    """The drafts for a file, or what is wrong with it."""
    from verifier.document.problems import DocumentError
    from verifier.drafts.drafting import drafts
    from verifier.sources.formats import read_outline

    try:
        outline = read_outline(path, kind)
    except DocumentError as error:
        return str(error)
    return Found(kind, outline, drafts(outline))


def _tell(found: Found, arguments: argparse.Namespace) -> int:
    """Write the drafts as lines, or as a document file."""
    from verifier.drafts.as_text import summary, told
    from verifier.drafts.as_yaml import document
    from verifier.drafts.naming import annotations

    path, drafted = found.outline.path, found.drafted
    if arguments.format == "yaml":
        said = annotations(drafted.quantities, _unasked(drafted, questions=arguments.questions), is_document=True)
        tell(document(found.outline, said) if said else "", summary(path, drafted))
    else:
        tell(told(found.outline, drafted), summary(path, drafted))
    return CLEAN


def _unasked(drafted: "Drafted", *, questions: bool) -> "list[Draft]":
    """The drafts that are accepted without being asked."""
    return [draft for draft in drafted.drafts if questions or draft.is_above_the_bar]


def _accepted(drafted: "Drafted", arguments: argparse.Namespace) -> "list[Draft]":
    """The drafts that are accepted: by the author on a terminal, unless the call says which."""
    is_asked = sys.stdin.isatty() and sys.stdout.isatty() and not (arguments.accept_all or arguments.questions)
    if not is_asked:
        return _unasked(drafted, questions=arguments.questions)
    from verifier.drafts.asking import accepted

    return list(accepted(drafted, input, tell))


def _write(found: Found, accepted: "list[Draft]", *, beside: bool) -> int:
    """Put drafts into the file, or beside it."""
    from verifier.document.files import mark_of
    from verifier.document.lookup import SIDECAR
    from verifier.drafts.as_text import place, sentence
    from verifier.drafts.as_yaml import sidecar
    from verifier.drafts.naming import Names
    from verifier.drafts.writing import annotated
    from verifier.writing import write

    outline, quantities = found.outline, found.drafted.quantities
    columns = {one.id for one in quantities if one.column is not None}
    sayable = [draft for draft in accepted if not beside or columns.isdisjoint((draft.quantity.id, *draft.link.uses))]
    written = annotated(outline, found.kind, quantities, sayable)
    if written.annotations and beside:
        path = f"{outline.path}{SIDECAR}"
        write(path, sidecar(outline, written.annotations, _text_of(path)))
    elif written.annotations:
        write(outline.path, f"{mark_of(outline.path)}{written.text}")
    count = len(sayable) - len(written.left_out)
    left = f"; {len(accepted) - count} could not be said there" if count < len(accepted) else ""
    warn(f"{outline.path}: {count} formula{'' if count == 1 else 's'} written{left}")
    names = Names(quantities)
    of_tables = [
        (draft, "columns of a table have no names beside a file") for draft in accepted if draft not in sayable
    ]
    for draft, reason in (*written.left_out, *of_tables):
        warn(f"{place(outline, draft)}: not written: {sentence(draft, names)}: {reason}")
    return CLEAN


def _text_of(path: str) -> str:
    """The text of a file; empty if there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()
