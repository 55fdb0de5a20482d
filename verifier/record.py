"""Named tuples that are cheap to define, as more than a hundred classes of them are before anything is checked.

They are those of `typing`, for which type checkers take them, in all that is used here. Their fields have no
docstrings, and `__new__` is compiled once for each number of fields, and copied with their names.
"""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

if TYPE_CHECKING or sys.version_info >= (3, 14):  # there the annotations are not at hand when a class is made
    from typing import NamedTuple
else:
    from collections import _tuplegetter as field_at
    from collections.abc import Iterable
    from functools import cache
    from types import CodeType, FunctionType

    class _Record(tuple):
        """What all of them have in common."""

        __slots__ = ()
        _fields = ()
        _places: ClassVar[dict[str, int]] = {}

        @classmethod
        def _make(cls, values: Iterable[object]) -> "_Record":
            """One of these values; raises TypeError if there are more or fewer than fields."""
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                message = f"Expected {len(cls._fields)} arguments, got {len(made)}"
                raise TypeError(message)
            return made

        def _replace(self, /, **changed: object) -> "_Record":
            """The same with other values in some fields; raises ValueError for what is no field."""
            values = list(self)
            for field, value in changed.items():
                if field not in self._places:
                    message = f"Got unexpected field names: {[one for one in changed if one not in self._places]!r}"
                    raise ValueError(message)
                values[self._places[field]] = value
            return tuple.__new__(type(self), values)

        def _asdict(self) -> dict[str, object]:
            """The values by the names of their fields."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            return f"{type(self).__name__}({', '.join(map('{}={!r}'.format, self._fields, self))})"

        def __getnewargs__(self) -> tuple[object, ...]:
            return tuple(self)

    @cache
    def _compiled(count: int) -> CodeType:
        """A `__new__` for so many fields."""
        values = "".join(f"_{at}, " for at in range(count))
        return eval(f"lambda _cls, {values}: _new(_cls, ({values}))").__code__  # noqa: S307 - our own words

    class _Definition(type):
        """Makes of a class statement a class of tuples, and no more than that."""

        def __new__(cls, name: str, bases: tuple[type, ...], inside: dict[str, Any]) -> type:
            fields = tuple(inside.get("__annotations__", ()))
            defaults = tuple(inside.pop(field) for field in fields if field in inside)
            code = _compiled(len(fields)).replace(
                co_varnames=("_cls", *fields), co_name="__new__", co_qualname=f"{name}.__new__"
            )
            inside |= {field: field_at(at, None) for at, field in enumerate(fields)}
            inside |= {"__slots__": (), "_fields": fields, "__match_args__": fields}
            inside["_places"] = {field: at for at, field in enumerate(fields)}
            inside["__new__"] = FunctionType(code, {"_new": tuple.__new__}, "__new__", defaults)
            return type(name, (_Record, *(base for base in bases if base is not NamedTuple)), inside)

    NamedTuple = type.__new__(_Definition, "NamedTuple", (), {})

__all__ = ["NamedTuple"]


class MadeWhenAsked:
    """Stands for a tuple, its `whole`, and knows some things before that is made; all else is that of the whole."""

    whole: Any

    def _replace(self, **changed: Any) -> Any:  # noqa: ANN401 - as of any named tuple
        return self.whole._replace(**changed)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.whole)

    def __getitem__(self, at: SupportsIndex | slice) -> Any:  # noqa: ANN401 - as of any tuple
        return self.whole[at]

    def __eq__(self, other: object) -> bool:
        return bool(self.whole == (other.whole if isinstance(other, MadeWhenAsked) else other))

    def __hash__(self) -> int:
        return hash(self.whole)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self.whole), tuple(self.whole)
