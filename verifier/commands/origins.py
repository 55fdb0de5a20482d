"""`verifier origins`: givens that come from a known generator."""

import argparse

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    Commands,
    add_document,
    add_format,
    command,
    progress,
    read_blocks,
    tell,
)
from verifier.report.formats import Format

FORMATS = {"text": Format("verifier.origins.as_text"), "json": Format("verifier.origins.as_json")}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "origins", run, "givens that come from a known generator")
    add_document(parser)
    add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Compare the givens with the known streams and write the matches."""
    from verifier.origins.as_text import summary
    from verifier.origins.search import search

    document = read_blocks(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    with progress(f"searching {document.name}"):
        found = search(document)
    tell(FORMATS[arguments.format].render(found), summary(found))
    return CLEAN
