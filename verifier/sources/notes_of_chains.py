"""What is said of chains beside their equalities: orders that cannot hold, and sums of matrices that are not read."""

from collections.abc import Iterable, Iterator

from verifier.sources.equalities.equality_stages import MAX_WRITTEN
from verifier.sources.equalities.ledger import Span
from verifier.sources.equalities.orders import is_claim
from verifier.sources.expressions.chains import Side
from verifier.sources.text.stretch import Note, Stretch


def of_orders(stretch: Stretch, orders: Iterable[tuple[Side, Side, str]], source: str) -> Iterator[Note]:
    """The inequalities of a chain that cannot hold."""
    for left, right, sign in orders:
        start, end = stretch.at[left.tokens[0].start], stretch.at[right.tokens[-1].end - 1] + 1
        if is_claim(source, start, end):
            shown = (stretch.text[side.tokens[0].start : side.tokens[-1].end] for side in (left, right))
            message = f" {sign} ".join(" ".join(text.split())[:MAX_WRITTEN] for text in shown)
            yield Note(start, f"{message} cannot hold", "order")


def of_sizes(unread: Iterable[tuple[Side, Span, str]]) -> Iterator[Note]:
    """The sides that are sums of matrices of other sizes: where each stands, and why it is not read."""
    for _, span, why in unread:
        yield Note(span.start, f"what is equal to this is not judged: {why}", "not-judged", "note")
