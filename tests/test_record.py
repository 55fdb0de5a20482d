"""Named tuples that are cheap to define are those of `typing` in all that is used of them."""

import pickle
from collections.abc import Callable
from typing import Generic, TypeVar
from typing import NamedTuple as Typed

import pytest

from verifier.record import NamedTuple

Held = TypeVar("Held")


class Cheap(NamedTuple):
    """A record."""

    number: int
    text: str = "a"
    others: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        """Twice the number."""
        return 2 * self.number

    def more(self) -> "Cheap":
        """The same with one more."""
        return self._replace(number=self.number + 1)


class Dear(Typed):
    """The same record of `typing`."""

    number: int
    text: str = "a"
    others: tuple[int, ...] = ()


class Box(NamedTuple, Generic[Held]):
    """A record of anything."""

    held: Held


class Empty(NamedTuple):
    """A record of nothing."""


def test_values_stand_in_fields_as_in_those_of_typing() -> None:
    for ours, theirs in (
        (Cheap(1), Dear(1)),
        (Cheap(1, others=(2,)), Dear(1, others=(2,))),
        (Cheap(*"abc"), Dear(*"abc")),
    ):  # type: ignore[arg-type]  # any values will do
        assert ours == theirs
        assert tuple(ours) == theirs
        assert hash(ours) == hash(theirs)
        assert (ours.number, ours.text, ours.others) == theirs
        assert repr(ours) == repr(theirs).replace("Dear", "Cheap")
        assert ours._asdict() == theirs._asdict()
        assert ours._replace(text="b") == theirs._replace(text="b")
        assert Cheap._make(ours) == Dear._make(theirs)
    assert Cheap._fields == Dear._fields
    assert Cheap.__match_args__ == Dear.__match_args__
    assert (Cheap(3).twice, Cheap(3).more()) == (6, Cheap(4))
    assert (Cheap.__doc__, Cheap.__module__, type(Cheap)) == ("A record.", __name__, type)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda of: of(), TypeError),
        (lambda of: of(1, 2, 3, 4), TypeError),
        (lambda of: of(1, number=1), TypeError),
        (lambda of: of._make([1]), TypeError),
        (lambda of: of._make([1, 2, 3, 4]), TypeError),
        (lambda of: of(1, nothing=1), TypeError),
        (lambda of: of(1)._replace(nothing=1), (ValueError, TypeError)),  # newer Pythons raise the latter
        (lambda of: setattr(of(1), "number", 2), AttributeError),
        (lambda of: setattr(of(1), "nothing", 2), AttributeError),
    ],
)
def test_what_those_of_typing_refuse_is_refused(
    wrong: Callable[[type[object]], object], error: type[Exception] | tuple[type[Exception], ...]
) -> None:
    said = []
    for of in (Cheap, Dear):
        with pytest.raises(error) as raised:
            wrong(of)
        said.append(str(raised.value).replace("Dear", "Cheap").replace("()", ""))
    assert said[0] == said[1] or "attribute" in said[0]


def test_records_are_pickled_matched_and_generic() -> None:
    made = Cheap(1, others=(2,))
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - our own
    assert type(pickle.loads(pickle.dumps(made))) is Cheap  # noqa: S301 - our own
    match made:
        case Cheap(number, others=(other,)):
            assert (number, other) == (1, 2)
        case _:
            pytest.fail("it does not match")
    assert Box[int](3).held == Box("a")._replace(held=3).held == 3  # type: ignore[comparison-overlap]  # any values will do
    assert Empty() == ()
