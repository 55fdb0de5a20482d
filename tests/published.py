"""The published documents and what is found in them, read and checked once for all tests of a worker.

Tests that use them are marked with `of_published`, which keeps them on one worker.
"""

from functools import cache

import pytest

from verifier.check import check
from verifier.document.lookup import find
from verifier.document.model import Document
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.verdict import Report

of_published = pytest.mark.xdist_group("published")


@cache
def document(name: str) -> Document:
    """A published document."""
    return read(find(name), signatures())


@cache
def report(name: str) -> Report:
    """What is found in it, with causes and with the range of every cell."""
    return check(document(name), ranges=True)
