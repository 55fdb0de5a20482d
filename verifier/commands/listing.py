"""`verifier list`: the documents, their size and their verdict."""

import argparse

from verifier.commands.common import BROKEN, CLEAN, Commands, command, complain, read_document, tell
from verifier.document.lookup import names


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    command(commands, "list", run, "the documents, their size and their verdict")


def run(arguments: argparse.Namespace) -> int:
    """Write one line for each document as soon as it is checked; BROKEN if a file is wrong."""
    from verifier.errata.summary import errata_count
    from verifier.pipeline import check
    from verifier.verdict import Verdict

    found = names(arguments.folder)
    if not found:
        return complain("no documents here; name their folder with --documents DIR")
    code = CLEAN
    for name in found:
        document = read_document(name, arguments.folder)
        if document is None:
            code = BROKEN
            continue
        report = check(document, causes=False)
        cells = sum(len(stage.cells) for stage in report.stages)
        wrong = report.count(Verdict.CONTRADICTED)
        tell(
            f"{name:<12} {len(document.stages):>4} stages {cells:>6} numbers and words"
            f" {wrong:>5} wrong  {errata_count(report)}  {document.title}\n"
        )
    return code
