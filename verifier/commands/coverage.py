"""`verifier coverage`: account for each numeral of a source text."""

import argparse
import sys

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    add_format,
    command,
    progress,
    read_document,
    tell,
)
from verifier.report.formats import Format

FORMATS = {"text": Format("verifier.coverage.as_text"), "json": Format("verifier.coverage.as_json")}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "coverage", run, "account for each numeral of a source text")
    add_document(parser)
    parser.add_argument("--source", required=True, metavar="FILE", help="the text that the document was taken from")
    add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Write the coverage; CONTRADICTED if it is not enough."""
    from verifier.coverage.accounting import cover
    from verifier.coverage.as_text import summary
    from verifier.document.problems import DocumentError

    document = read_document(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    try:
        with progress(f"reading {arguments.source}"):
            coverage = cover(document, arguments.source)
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN
    tell(FORMATS[arguments.format].render(coverage), summary(coverage))
    return CLEAN if coverage.is_enough else CONTRADICTED
