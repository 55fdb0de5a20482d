"""Between which numbers those of a block are, as an annotation says it: `between: [0, 1]`."""

from typing import Final

from verifier.document.problems import quote
from verifier.late import pattern
from verifier.numbers.printed import Printed, parse
from verifier.sources.text.directives import Refusals
from verifier.sources.text.stretch import Stretch

_BOUNDS: Final = pattern(r"\[\s*([^\s,\]]+)\s*,\s*([^\s,\]]+)\s*\]")


def bounds_of(words: Stretch, refusals: Refusals) -> tuple[Printed, Printed] | None:
    """The least and the greatest number; None after noting what is wrong with them."""
    match = _BOUNDS.fullmatch(words.text.strip())
    try:
        ends = () if match is None else (parse(match[1]), parse(match[2]))
    except ValueError:
        ends = ()
    if len(ends) != 2 or ends[0].value > ends[1].value:  # noqa: PLR2004 - the least and the greatest
        refusals.at(words, "bad-bounds", "[least, greatest]", quote(words.text.strip()))
        return None
    return ends
