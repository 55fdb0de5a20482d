"""`verifier compare`: where two documents print the same quantity."""

import argparse

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_format,
    command,
    progress,
    read_blocks,
    tell,
)
from verifier.report.formats import Format

FORMATS = {"text": Format("verifier.compare.as_text"), "json": Format("verifier.compare.as_json")}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "compare", run, "where two documents print the same quantity")
    add_document(parser, "first", metavar="A")
    add_document(parser, "second", metavar="B", help="another one")
    add_format(parser, FORMATS)
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each identical quantity too")


def run(arguments: argparse.Namespace) -> int:
    """Check both documents, compare them and write the result; CONTRADICTED if they contradict or share an erratum."""
    from verifier.compare.as_text import summary
    from verifier.compare.comparison import compare
    from verifier.pipeline import check

    first = read_blocks(arguments.first, arguments.folder)
    second = read_blocks(arguments.second, arguments.folder)
    if first is None or second is None:
        return BROKEN
    with progress(f"comparing {first.name} and {second.name}"):
        comparison = compare(check(first), check(second))  # with causes, which number the errata
    options = {"verbose": arguments.verbose} if arguments.format == "text" else {}  # JSON lists every pair
    tell(FORMATS[arguments.format].render(comparison, **options), summary(comparison))
    return CLEAN if comparison.is_clean else CONTRADICTED
