"""How modules of the verifier are imported below pytest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def imported_as_written() -> Iterator[None]:
    """Import modules without pytest's rewriting of assertions.

    It would rewrite all of a package that has a plugin, which takes longer than checking a document.
    """
    before = sys.meta_path[:]
    sys.meta_path[:] = [finder for finder in before if type(finder).__name__ != "AssertionRewritingHook"]
    try:
        yield
    finally:
        sys.meta_path[:] = before
