"""Origins in plain lines: a finding for each block, and beneath it the line that records it in the document file."""

from collections.abc import Iterator

from flint import fmpq

from verifier.errata.finding_records import Finding
from verifier.numbers.decimals import decimal
from verifier.origins.search import Apart, Hit, Search, record


def render(search: Search) -> str:
    """All hits of a search; what the document has recorded already needs no second line."""
    return "".join(f"{line}\n" for hit in search.hits for line in _lines(search, hit))


def summary(search: Search) -> str:
    """One line on a whole search."""
    shown = "1 block" if search.blocks == 1 else f"{search.blocks} blocks"
    return f"{search.document.name}: {len(search.hits)} of {shown} from a known stream, {search.tried} tried"


def drawn_digits(apart: Apart) -> str:
    """What a stream has where a number stands out, with two decimals more than are printed."""
    return decimal(apart.drawn, apart.number.decimals + 2)


def bound(chance: fmpq) -> str:
    """A power of ten that the chance is not above."""
    return f"1e-{len(str(int(chance.q) // int(chance.p))) - 1}" if chance else "0"


def _lines(search: Search, hit: Hit) -> Iterator[str]:
    stage = hit.stage
    made = hit.formula
    message = f"{stage.name} is {made}: {hit.agreeing} of {hit.of} numbers, chance below {bound(hit.chance)}"
    for apart in hit.apart:
        place = f"{stage.name}[{apart.row},{apart.column}]"
        message += f"; {place} is printed {apart.number.text}, and the stream has {drawn_digits(apart)}"
    yield str(Finding(search.document.path, stage.line, stage.column, "note", message, "origin"))
    if stage.origin != hit.origin:
        yield f"    {record(hit.origin)}"
