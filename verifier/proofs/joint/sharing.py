"""Hidden digits that several stages share.

Whoever computes a stage from a given has its print in hand, or the number behind it, or that number rounded or cut to
more digits than are printed. A stage that does not follow from the print had one of the others: within a unit of the
next digit the same for all such stages.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.engines.affine import Affine
from verifier.engines.affine_forms import Box, Form, Variable, range_of
from verifier.numbers.interval import overlap
from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.readings import Tolerance
from verifier.proofs.joint.hidden import Claim, Held, Hidden
from verifier.proofs.joint.simplex import Row
from verifier.record import NamedTuple

_ONE: Final = fmpq(1)
_NOTHING: Final[Mapping[Variable, fmpq]] = {}


class System(NamedTuple):
    """The printed numbers of one stage, and what its operands hide."""

    stage: str
    hidden: Hidden
    claims: Sequence[Claim]


def shared(systems: Sequence[System], tolerance: Tolerance) -> list[tuple[Claim, frozenset[str]]]:
    """The claims of stages that share hidden digits, in which these are the same variables, and the names of givens.

    These are of the whole stage; a stage that shares nothing has no claims here.
    """
    using: dict[str, list[System]] = {}
    for system in systems:
        for name in system.hidden.givens:
            if not _is_loose(tolerance, name) and _differs(system, name):
                using.setdefault(name, []).append(system)
    using = {name: users for name, users in using.items() if len(users) > 1}
    common = {name: _common(users[0].hidden.givens[name]) for name, users in using.items()}
    engine, made = Affine(), []
    for system in systems:
        names = frozenset(name for name, users in using.items() if system in users)
        put = _put(engine, tolerance, system, {name: common[name] for name in names})
        made += [(_with(engine, claim, put), names) for claim in system.claims] if names else []
    return made


def _is_loose(tolerance: Tolerance, name: str) -> bool:
    """Whether the prints of a given may be off by more than a rounding."""
    stage = tolerance.document.by_name[name]
    rule = tolerance.rule(stage)
    formats = tolerance.resolutions[name].format, None if rule is None else rule.format
    return (stage.within or tolerance.document.within) is not None or any(formats)


def _differs(system: System, name: str) -> bool:
    """Whether a stage does not follow from a given as it is printed."""
    held = system.hidden.givens[name].values()
    prints = {one.variable: one.printed.value for one in held if one.printed is not None}
    return bool(held) and (not prints or any(_misses(claim.row, prints) for claim in system.claims))


def _misses(row: Row, prints: Mapping[Variable, fmpq]) -> bool:
    """Whether a number is impossible where some hidden ones are what is printed."""
    form = row.form
    constant = sum((factor * prints[one] for one, factor in form.factors.items() if one in prints), form.constant)
    return not overlap(range_of(constant, [pair for pair in form.factors.items() if pair[0] not in prints]), row.box)


def _common(held: Mapping[int, Held]) -> dict[int, Variable]:
    """The hidden numbers that stages have in common."""
    return {index: Variable(one.variable.box) for index, one in held.items()}


def _put(
    engine: Affine, tolerance: Tolerance, system: System, common: Mapping[str, Mapping[int, Variable]]
) -> dict[Variable, Form]:
    """By hidden number of a stage, the common one that it is near."""
    put: dict[Variable, Form] = {}
    for name, variables in common.items():
        held = system.hidden.givens[name]
        for index, one in held.items():
            off = _next_digit(tolerance, name, one.printed)
            near = [(Form(engine, fmpq(0), {variables[index]: _ONE}), _ONE)]
            near += [(engine.variable(Box(-off, off)), _ONE)] if off else []
            put[one.variable] = engine.total(near)
    return put


def _next_digit(tolerance: Tolerance, name: str, printed: Printed | None) -> fmpq | None:
    """A unit of the digit after the last one of a print, of the coarsest of the block for one that is not shown."""
    decimals, block = tolerance.resolutions[name].decimals_of, tolerance.document.by_name[name].printed
    others = [] if block is None else [number for *_, number in block.shown()]
    shown = [decimals(one) for one in (others if printed is None else [printed])]
    return power_of_ten(-min(shown) - 1) if shown else None


def _with(engine: Affine, claim: Claim, put: Mapping[Variable, Form]) -> Claim:
    """A claim in which hidden numbers are put in the place of others."""
    form = claim.row.form
    parts = [
        (put[one], factor) if one in put else (Form(engine, fmpq(0), {one: _ONE}), factor)
        for one, factor in form.factors.items()
    ]
    return claim._replace(row=Row(engine.total([*parts, (engine.form(form.constant), _ONE)]), claim.row.box))
