"""One document among many: what is made of its report, or the problems of its file; nothing in it stops the others."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from verifier.document.problems import DocumentError, Problem
from verifier.document.reader import read
from verifier.fault import told
from verifier.operations import signatures
from verifier.record import NamedTuple
from verifier.sources.formats import settled_file
from verifier.verdict import Report

if TYPE_CHECKING:
    from verifier.sources.judged import Judge

Made = TypeVar("Made")
Problems: TypeAlias = tuple[Problem, ...]


class Given(NamedTuple):
    """The text of a file, if it was read already, and the name of its format, if its ending is not asked."""

    text: str | None = None
    format: str | None = None


def worked(path: str, judge: "Judge", make: Callable[[Report], Made], given: Given | None = None) -> Made | Problems:
    """What *make* makes of the report on one file, or the problems for which there is none.

    *given* is its text or format, where the caller knows better than its name. Does not raise for a file: faults of the
    verifier are problems too. Raises MemoryError alone.
    """
    try:
        in_place = settled_file(path, judge, *(given or Given()))
        return make(judge(read(path, signatures())) if in_place is None else in_place)
    except DocumentError as error:
        return error.problems
    except MemoryError:
        raise
    except Exception as fault:  # noqa: BLE001 - the other files are checked all the same
        return (Problem(path, 1, 1, "fault", told(fault)),)
