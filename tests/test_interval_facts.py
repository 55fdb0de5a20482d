"""Facts about ranges, as suites for interval arithmetic have them, with open and closed ends besides.

A line is `operation operands = result`. `(` and `)` are open ends, `inf` unbounded ones; `empty` has no value;
a result with ? leaves the domain of the operation for some of its operands. Written for this project.
"""

from collections.abc import Callable
from operator import add, mul, neg, sub

from flint import arb, fmpq

from tests.tables import each
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Value
from verifier.numbers.interval import UNDEFINED, Interval

FACTS = """
add       [1, 2] [3, 4]            = [4, 6]
add       (1, 2] [3, 4)            = (4, 6)
add       [-1, 1] [-2, 3]          = [-3, 4]
add       (-inf, 2] [3, 4]         = (-inf, 6]
add       [1, inf) (-inf, 2]       = (-inf, inf)
add       [2, 2] [-5, 7)           = [-3, 9)
sub       [1, 2] [3, 4]            = [-3, -1]
sub       [1, 2) (3, 4]            = [-3, -1)
sub       [0, inf) [0, inf)        = (-inf, inf)
sub       (0, 1) (0, 1)            = (-1, 1)
sub       [-2, 3] [5, 5]           = [-7, -2]
neg       [-2, 3)                  = (-3, 2]
neg       (-inf, 4]                = [-4, inf)
neg       [0, 0]                   = [0, 0]
mul       [1, 2] [3, 4]            = [3, 8]
mul       [-2, 1] [3, 4]           = [-8, 4]
mul       [-2, 1] [-3, 4]          = [-8, 6]
mul       [-2, -1] [-4, -3]        = [3, 8]
mul       (-2, 1] [-3, 4]          = (-8, 6)
mul       [0, 2) (3, 4]            = [0, 8)
mul       (0, 2] [-3, 3]           = [-6, 6]
mul       [0, 1] (-inf, inf)       = (-inf, inf)
mul       [1, inf) [2, 3]          = [2, inf)
mul       [-1, inf) [2, 3]         = [-3, inf)
mul       (-inf, -1] [-2, -1]      = [1, inf)
mul       [-1, 1) (-1, 1]          = [-1, 1)
mul       (0, 1) (0, 1)            = (0, 1)
div       [1, 2] [4, 8]            = [1/8, 1/2]
div       [-1, 2] [4, 8)           = [-1/4, 1/2]
div       [1, 2] [-8, -4]          = [-1/2, -1/8]
div       [1, 2] (0, 4]            = [1/4, inf)
div       [1, 2] [0, 4]            = [1/4, inf) ?
div       [1, 2] [-4, 0)           = (-inf, -1/4]
div       [1, 2] [4, inf)          = (0, 1/2]
div       [1, 2] [-1, 1]           = (-inf, inf) ?
div       [0, 0] [1, 2]            = [0, 0]
div       [1, 2] [0, 0]            = empty
div       (-3, 3) [1, 2]           = (-3, 3)
pown:2    [-5, 3]                  = [0, 25]
pown:2    (-5, 3]                  = [0, 25)
pown:2    (-3, -2]                 = [4, 9)
pown:2    (0, 2]                   = (0, 4]
pown:2    (-inf, 3]                = [0, inf)
pown:3    (-2, 3]                  = (-8, 27]
pown:3    [-1, 0)                  = [-1, 0)
pown:0    [-3, 4]                  = [1, 1]
pown:1    (-3, 4]                  = (-3, 4]
pown:-1   [2, 4)                   = (1/4, 1/2]
pown:-2   [-4, -2)                 = [1/16, 1/4)
abs       [-3, 2)                  = [0, 3]
abs       (-3, 2]                  = [0, 3)
abs       (-3, 3]                  = [0, 3]
abs       (1, 2]                   = (1, 2]
abs       [-2, -1)                 = (1, 2]
abs       (-inf, 1]                = [0, inf)
abs       [-1, 0)                  = (0, 1]
max       [1, 5] [2, 4]            = [2, 5]
max       [1, 2] (2, 3]            = (2, 3]
max       (1, 3) (1, 3]            = (1, 3]
max       (-inf, 0] [-1, 2]        = [-1, 2]
max       [1, inf) [0, 5]          = [1, inf)
sqrt      [4, 9]                   = [2, 3]
sqrt      [4, 9)                   = [2, 3)
sqrt      (0, 16]                  = (0, 4]
sqrt      [-1, 1]                  = [0, 1] ?
sqrt      [-2, -1]                 = empty
sqrt      [0, inf)                 = [0, inf)
sqrt      [-1, 0)                  = empty
log       (0, 1]                   = (-inf, 0]
log       [0, 1)                   = (-inf, 0) ?
log       [-2, -1]                 = empty
log       [-2, 0]                  = empty
log       [1, inf)                 = [0, inf)
exp       (-inf, 0]                = (0, 1]
exp       [0, inf)                 = [1, inf)
tanh      (-inf, inf)              = (-1, 1)
tanh      [0, inf)                 = [0, 1)
sin       (-inf, inf)              = [-1, 1]
cos       [-1, 7]                  = [-1, 1]
cos       [0, 0]                   = [1, 1]
sin       [1, 6]                   = [-1, 1]
"""

ENGINE = Ranges()
OPERATIONS: dict[str, Callable[..., Value]] = {
    "add": add,
    "sub": sub,
    "mul": mul,
    "neg": neg,
    "div": ENGINE.divide,
    "abs": ENGINE.absolute,
    "max": ENGINE.maximum,
    **{name: getattr(ENGINE, name) for name in ("sqrt", "log", "exp", "tanh", "sin", "cos")},
}


def end(text: str) -> fmpq | None:
    top, _, bottom = text.partition("/")
    return None if "inf" in text else fmpq(int(top), int(bottom or 1))


def box(text: str) -> Interval:
    lo, hi = text[1:-1].split(", ")
    return Interval(end(lo), end(hi), text[0] == "[", text[-1] == "]")


def boxes(text: str) -> list[Interval]:
    found, rest = [], text.strip()
    while rest:
        cut = min(place for place in (rest.find("]"), rest.find(")")) if place >= 0) + 1
        found.append(box(rest[:cut]))
        rest = rest[cut:].strip()
    return found


def same(a: Value, b: fmpq | None) -> bool:
    """Whether an end is this rational; a ball that holds it, and no wider than rounding makes it, is."""
    if a is None or b is None:
        return a is b
    return a.overlaps(arb(b)) and a.rad() < arb(2) ** -40 if isinstance(a, arb) else bool(a == b)


@each("fact", [line for line in FACTS.splitlines() if line], ids=lambda line: " ".join(line.split()))
def test_the_range_of_an_operation_is_the_one_found_by_hand(fact: str):
    claim, _, expected = fact.partition("=")
    name, _, operands = claim.strip().partition(" ")
    operation, _, power = name.partition(":")
    arguments = boxes(operands)
    result = ENGINE.power(*arguments, fmpq(int(power))) if power else OPERATIONS[operation](*arguments)
    wanted = expected.strip()
    if wanted == "empty":
        assert result is UNDEFINED
        return
    known = box(wanted.removesuffix(" ?"))
    found = result if isinstance(result, Interval) else Interval(result, result)
    assert same(found.lo, known.lo), str(found)
    assert same(found.hi, known.hi), str(found)
    assert (found.lo_closed and found.lo is not None) == (known.lo_closed and known.lo is not None), str(found)
    assert (found.hi_closed and found.hi is not None) == (known.hi_closed and known.hi is not None), str(found)
    assert found.partial == wanted.endswith("?")
