"""`verifier explain`: the account of one cell."""

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
    """Declare the command and its arguments."""
    parser = command(commands, "explain", run, "one cell, worked by hand")
    add_document(parser)
    parser.add_argument("cell", metavar="CELL", help="STAGE[row,column], counted from 1, or STAGE if it has one cell")


def run(arguments: argparse.Namespace) -> int:
    """Write the account of one cell; CONTRADICTED if the cell is."""
    from verifier.explain.address import BadCell
    from verifier.explain.as_text import render
    from verifier.explain.cell import explain

    document = read_document(arguments.document, arguments.folder, causes=True)
    if document is None:
        return BROKEN
    try:
        with progress(f"checking {document.name}"):
            explanation = explain(document, arguments.cell)
    except BadCell as error:
        return complain(str(error))
    tell(render(explanation))
    return CLEAN if explanation.is_clean else CONTRADICTED
