"""Tests of tables: one test tries all rows, for a test apiece would cost more than most rows do."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from flint import ctx

from tests.effort import PRECISION, short
from tests.reports import DOCUMENTS, name_of

_PARTS: Final = 4
Test: TypeAlias = Callable[..., None]


def each(
    names: str | Sequence[str], rows: Iterable[object], ids: Callable[[object], str] | Sequence[str] | None = None
) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, in one test. It fails where any row does, with the errors of all that fail.

    Each error has a note that names its row. A row is not skipped: it fails.
    """
    own = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [(row,) if len(own) == 1 else tuple(row) for row in rows]  # type: ignore[arg-type]
    assert table, "a table without rows"
    named = [_name(row, at, ids) for at, row in enumerate(table)]

    def decorated(test: Test) -> Test:
        def tries_each(**fixtures: object) -> None:
            failures = []
            for name, row in zip(named, table, strict=True):
                ctx.prec = PRECISION
                try:
                    test(**fixtures, **dict(zip(own, row, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:  # noqa: BLE001 - raised below
                    failure.add_note(f"in the row {name}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} rows fail", failures)

        asked = inspect.signature(test).parameters
        assert set(own) <= set(asked), f"{test.__name__} takes no {set(own) - set(asked)}"
        return _in_place_of(test, tries_each, [one for name, one in asked.items() if name not in own])

    return decorated


def each_case(paths: Iterable[Path] = DOCUMENTS) -> Callable[[Test], Test]:
    """The short cases of *paths*, or in full all, in a few tests; one worker runs those of the same part."""
    chosen = set(short(paths, name_of))
    assert chosen <= set(DOCUMENTS)
    every = {f"cases-{k}": [path for path in DOCUMENTS[k::_PARTS] if path in chosen] for k in range(_PARTS)}
    parts = {part: rows for part, rows in every.items() if rows}
    assert parts, "a table without rows"

    def decorated(test: Test) -> Test:
        others = [one for name, one in inspect.signature(test).parameters.items() if name != "path"]

        def tries_part(part: str, **fixtures: object) -> None:
            each("path", parts[part], ids=name_of)(test)(**fixtures)  # type: ignore[arg-type]

        part = inspect.Parameter("part", inspect.Parameter.KEYWORD_ONLY)
        return pytest.mark.parametrize("part", parts)(_in_place_of(test, tries_part, [*others, part]))

    return decorated


def _in_place_of(test: Test, made: Test, parameters: list[inspect.Parameter]) -> Test:
    """What is named and marked as a test, and takes other parameters; it has nothing of what Hypothesis adds."""
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(made, attribute, getattr(test, attribute))
    made.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    made.pytestmark = list(getattr(test, "pytestmark", ()))  # type: ignore[attr-defined]
    return made


def _name(row: tuple[object, ...], at: int, ids: Callable[[object], str] | Sequence[str] | None) -> str:
    if ids is None:
        return f"{at}: " + ", ".join(repr(value)[:100] for value in row)
    return "-".join(str(ids(value)) for value in row) if callable(ids) else ids[at]
