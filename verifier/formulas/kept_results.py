"""Results of methods, each computed once: what is asked of an expression is asked again wherever it stands."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

Owner = TypeVar("Owner")
Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def kept(method: Callable[[Owner, *Arguments], Result]) -> Callable[[Owner, *Arguments], Result]:
    """A method that computes its result once for each object and arguments; the object holds the results.

    Arguments are hashable and given by position. What the method raises is not kept.
    """
    key = f"{method.__name__} kept"  # no attribute has a blank in its name

    @wraps(method)
    def ask(owner: Owner, *arguments: *Arguments) -> Result:
        attributes: dict[str, Any] = owner.__dict__
        if key not in attributes:
            attributes[key] = {}
        found: dict[tuple[*Arguments], Result] = attributes[key]
        if arguments not in found:
            found[arguments] = method(owner, *arguments)
        return found[arguments]

    return ask
