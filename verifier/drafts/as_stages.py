"""All blocks of an author's file as stages, where it does not matter what is right: for `origins` and `compare`."""

from verifier.document.model import Document, Stage
from verifier.drafts.naming import Names
from verifier.drafts.quantities import quantities
from verifier.sources.outline import Outline


def with_blocks(document: Document, outline: Outline) -> Document:
    """The document of an author's file with its other blocks as givens; each number is in one stage."""
    places = {
        (cell.line, cell.column) for stage in document.stages if stage.printed for cell in stage.printed.contents()
    }
    taken = {stage.name for stage in document.stages}
    blocks = [one for one in quantities(outline) if one.column is None and one.confirmed is None]
    names = Names(blocks, unique=True)
    added: list[Stage] = []
    for one in blocks:
        first = next(one.block.contents())
        name = names.of[one.id]
        if (first.line, first.column) not in places:
            name = name if name not in taken else f"{name}_{first.line}"
            added.append(Stage(name, first.line, first.column, printed=one.block))
            taken.add(name)
    stages = sorted((*document.stages, *added), key=lambda stage: (stage.line, stage.column))
    return document._replace(stages=tuple(stages))
