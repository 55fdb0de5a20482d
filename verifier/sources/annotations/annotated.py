"""What is known of the blocks that annotations name; there is nothing in most files."""

from verifier.document.model import Stage
from verifier.record import NamedTuple


class Annotated(NamedTuple):
    """The stages of what annotations name and use; those `by_text` have their names and numbers from the text alone.

    Of the `singles`, which are one number, annotations say a name and nothing more.
    Of `scaled` each has the stages of a column or a row that may be in percent or the like, and the sign for that.
    `others` are the blocks of the text that no annotation names or uses: what a cause may say that the author used.
    """

    stages: tuple[Stage, ...] = ()
    by_text: frozenset[str] = frozenset()
    others: tuple[Stage, ...] = ()
    singles: frozenset[str] = frozenset()
    scaled: tuple[tuple[str, frozenset[str]], ...] = ()
