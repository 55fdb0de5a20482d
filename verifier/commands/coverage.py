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
    complain,
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
    parser.add_argument(
        "--source", metavar="FILE", help="the text that the document was taken from; an author's file is its own"
    )
    add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Write the coverage; CONTRADICTED if that of a document file is not enough."""
    from verifier.coverage import in_place
    from verifier.coverage.accounting import cover
    from verifier.coverage.as_text import summary
    from verifier.document.problems import DocumentError

    document = read_document(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    if document.read is not None:
        render = in_place.render if arguments.format == "text" else in_place.render_json
        tell(render(document.path, document.read), in_place.summary(document.name, document.read))
        return CLEAN
    if arguments.source is None:
        return complain("coverage of a document file needs --source FILE, the text that it was taken from")
    try:
        with progress(f"reading {arguments.source}"):
            coverage = cover(document, arguments.source)
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN
    tell(FORMATS[arguments.format].render(coverage), summary(coverage))
    return CLEAN if coverage.is_enough else CONTRADICTED
