"""`verifier draft`: formulas that an author's file states or that its numbers bear out, as annotations."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from verifier.commands.common import BROKEN, CLEAN, Commands, command, complain, progress, tell, warn

if TYPE_CHECKING:
    from verifier.drafts.drafting import Draft
    from verifier.drafts.quantities import Quantity
    from verifier.sources.outline import Outline


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "draft", run, "propose annotations for an author's file")
    parser.add_argument("file", metavar="FILE", help="an author's file, as tutorial.md")
    parser.add_argument("--write", action="store_true", help="write what is accepted into the file, as comments")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--accept-all", action="store_true", help="accept all that is not a question, and ask nothing")
    asked.add_argument("--questions", action="store_true", help="accept questions too, and ask nothing")


def run(arguments: argparse.Namespace) -> int:
    """Write the drafts, or put those that are accepted into the file."""
    from verifier.document.problems import DocumentError
    from verifier.drafts.as_text import summary, told
    from verifier.drafts.drafting import drafts
    from verifier.sources.formats import FORMATS, format_of, read_outline

    path, kind = arguments.file, format_of(arguments.file)
    if kind is None:
        return complain(f"{path} is no author's file; choose from {' '.join(FORMATS)}")
    try:
        outline = read_outline(path, kind)
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN
    with progress(f"searching {path}"):
        everything, made = drafts(outline)
    if not arguments.write:
        tell(told(path, everything, made), summary(path, made))
        return CLEAN
    accepted = [draft for draft in made if arguments.questions or draft.is_above_the_bar]
    return _write(outline, kind, everything, accepted)


def _write(outline: "Outline", kind: str, everything: "Sequence[Quantity]", accepted: "Sequence[Draft]") -> int:
    """Put drafts into the file."""
    from verifier.drafts.writing import annotated
    from verifier.writing import write

    written = annotated(outline, kind, everything, accepted)
    if written.lines:
        write(outline.path, written.text)
    left = f"; {len(written.left_out)} could not be said in a comment" if written.left_out else ""
    warn(f"{outline.path}: {len(accepted) - len(written.left_out)} formulas written{left}")
    return CLEAN
