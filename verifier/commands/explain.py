"""`verifier explain`: one cell, worked by hand."""

import argparse

from verifier.commands.common import (
    BROKEN,
    CLEAN,
    CONTRADICTED,
    Commands,
    add_document,
    command,
    complain,
    progress,
    read_document,
    tell,
)


def add(commands: Commands) -> None:
    """Its arguments."""
    parser = command(commands, "explain", run, "one cell, worked by hand")
    add_document(parser)
    parser.add_argument("cell", metavar="CELL", help="STAGE[row,column], counted from 1, or STAGE if it has one cell")


def run(arguments: argparse.Namespace) -> int:
    """Work the cell and say what is proved of it."""
    from verifier.explain.address import BadCell
    from verifier.explain.as_text import render
    from verifier.explain.cell import explain

    document = read_document(arguments.document, arguments.folder)
    if document is None:
        return BROKEN
    try:
        with progress(f"checking {document.name}"):
            explanation = explain(document, arguments.cell)
    except BadCell as error:
        return complain(str(error))
    tell(render(explanation))
    return CLEAN if explanation.is_clean else CONTRADICTED
