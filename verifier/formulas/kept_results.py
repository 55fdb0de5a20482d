"""Results of methods, each computed once: what is asked of an expression is asked again wherever it stands."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, TypeVarTuple

Owner = TypeVar("Owner")
Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")
_NONE: Final = object()
"""Stands for a result that is not there; None may be one."""


def kept(method: Callable[[Owner, *Arguments], Result]) -> Callable[[Owner, *Arguments], Result]:
    """A method that computes its result once for each object and arguments; the object holds the results.

    Arguments are hashable and given by position. What the method raises is not kept.
    """
    key = f"{method.__name__} kept"  # no attribute has a blank in its name

    @wraps(method)
    def ask(owner: Owner, *arguments: *Arguments) -> Result:
        attributes: dict[str, Any] = owner.__dict__
        if (found := attributes.get(key)) is None:
            attributes[key] = found = {}
        result: Result = found.get(arguments, _NONE)
        if result is _NONE:
            found[arguments] = result = method(owner, *arguments)
        return result

    return ask
