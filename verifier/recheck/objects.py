"""The objects of a report, each part looked at before it is used."""

from typing import Any, Final

_HINT: Final = "try `verifier check DOCUMENT --format json --output report.json`"
MOST_CELLS: Final = 1_000_000
"""Of one stage, elided ones included."""
_MOST_SIDES: Final = 16
"""Of a shape that a text states, of which those that are no matrix have more than two."""


class BadReport(Exception):
    """A text that is no report; the message says where, what must hold, what was found, and what to try."""

    def __init__(self, where: str, must: str, found: object) -> None:
        super().__init__(f"{where}: {must}, found {_shown(found)}; {_HINT}")


def _shown(found: object) -> str:
    """What was found, in a few words."""
    if isinstance(found, dict | list):
        return f"{'an object' if isinstance(found, dict) else 'a list'} of {len(found)}"
    return "nothing" if found is None else str(found)[:60]


class Object:
    """A JSON object, and how to name its parts in a message."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise BadReport(where, "an object", value)
        self.value: dict[str, Any] = value
        self.where = where

    def text(self, key: str) -> str:
        """The text under a key; raises BadReport."""
        return self._of(key, str, "a text")  # type: ignore[no-any-return]  # it is of the type that is asked for

    def text_or_none(self, key: str) -> str | None:
        """The text under a key; None where there is none."""
        return None if self.value.get(key) is None else self.text(key)

    def flag(self, key: str) -> bool:
        """Whether it is true under a key; false where there is nothing."""
        return self.value.get(key) is not None and bool(self._of(key, bool, "true or false"))

    def whole(self, key: str) -> int:
        """The whole number under a key, from 1."""
        found = self._of(key, int, "a whole number from 1")
        if isinstance(found, bool) or not 0 < found <= MOST_CELLS:
            raise BadReport(f"{self.where}.{key}", f"a whole number from 1 to {MOST_CELLS}", found)
        return int(found)

    def part(self, key: str) -> "Object":
        """The object under a key, empty where there is none."""
        found = self.value.get(key)
        return Object({} if found is None else found, f"{self.where}.{key}")

    def parts(self, key: str) -> "list[Object]":
        """The objects of a list, none where there is no list."""
        found = self.value.get(key)
        if found is not None and not isinstance(found, list):
            raise BadReport(f"{self.where}.{key}", "a list", found)
        return [Object(one, f"{self.where}.{key}[{at}]") for at, one in enumerate(found or [])]

    def sides(self, key: str) -> tuple[int | str, ...] | None:
        """A list of a few whole numbers or texts; None where there is none."""
        found = self.value.get(key)
        if found is None:
            return None
        if (
            not isinstance(found, list)
            or len(found) > _MOST_SIDES
            or not all(isinstance(one, int | str) and not isinstance(one, bool) for one in found)
        ):
            raise BadReport(f"{self.where}.{key}", f"a list of at most {_MOST_SIDES} sizes or texts", found)
        return tuple(found)

    def _of(self, key: str, kind: type, must: str) -> Any:  # noqa: ANN401 - it is of that type
        found = self.value.get(key)
        if not isinstance(found, kind):
            raise BadReport(f"{self.where}.{key}", must, found)
        return found
