"""Equalities that do not hold as they are read, and may hold in another unit or arithmetic, or are but supposed."""

from collections.abc import Iterator, Mapping, Sequence

from verifier.numbers.interval import Missing
from verifier.record import NamedTuple
from verifier.sources.equalities.left_to_right import holds_left_to_right
from verifier.sources.equalities.variants import IN_CODE, Equality
from verifier.sources.excuses.arithmetics.bracket_notations import is_another_sigma, is_of_other_brackets
from verifier.sources.excuses.arithmetics.cycles import are_of_cycles
from verifier.sources.excuses.arithmetics.hidden_rules import is_of_a_hidden_rule
from verifier.sources.excuses.arithmetics.other_arithmetic import Arithmetic, has_sign_of_another_operation, spoken_of
from verifier.sources.excuses.arithmetics.other_vectors import holds_of_rows, is_of_residues, may_be_of_others
from verifier.sources.excuses.arithmetics.permutations import are_of_permutations
from verifier.sources.excuses.arithmetics.rising_factorials import is_rising_factorial
from verifier.sources.excuses.arithmetics.said_beside import holds_as_said_beside
from verifier.sources.excuses.arithmetics.written_out import is_written_out
from verifier.sources.excuses.conditions import is_condition
from verifier.sources.excuses.customs.carried_digits import is_of_carried_digits
from verifier.sources.excuses.customs.changes_in_percent import is_change
from verifier.sources.excuses.customs.charges import is_of_a_charge
from verifier.sources.excuses.customs.clock_spans import is_in_minutes, is_of_a_clock, is_over_midnight
from verifier.sources.excuses.customs.column_numbers import is_numbered
from verifier.sources.excuses.customs.digits_in_groups import has_digits_in_groups
from verifier.sources.excuses.customs.doses import has_other_hyphens
from verifier.sources.excuses.customs.explained_behind import is_explained_behind
from verifier.sources.excuses.customs.index_numbers import is_index
from verifier.sources.excuses.customs.labels import is_of_labels
from verifier.sources.excuses.customs.logarithms import is_logarithm
from verifier.sources.excuses.customs.map_scales import is_scale
from verifier.sources.excuses.customs.measures_of_music import is_of_a_measure, is_of_intervals
from verifier.sources.excuses.customs.numbered_names import is_of_named_things
from verifier.sources.excuses.customs.odds import are_odds
from verifier.sources.excuses.customs.offers import is_counted_by_words
from verifier.sources.excuses.customs.percents_of_counts import is_percent_of_counts
from verifier.sources.excuses.customs.raised_cents import has_raised_cents
from verifier.sources.excuses.customs.ranges import is_of_ranges
from verifier.sources.excuses.customs.rough_results import is_rough
from verifier.sources.excuses.customs.rounded_terms import (
    are_percents_of_others,
    are_terms_in_percent,
    is_of_rounded_terms,
    is_rounded_first,
)
from verifier.sources.excuses.customs.said_at_the_end import is_percent_of, is_percent_of_another, is_said_at_the_end
from verifier.sources.excuses.customs.said_bounds import holds_as_said
from verifier.sources.excuses.customs.said_operations import is_of_a_said_operation
from verifier.sources.excuses.customs.shares_taken import is_mark_in_percent, is_share_of_a_difference, is_share_taken
from verifier.sources.excuses.customs.signs_in_words import has_sign_in_words
from verifier.sources.excuses.customs.sizes_by_name import is_size_by_name
from verifier.sources.excuses.customs.slashes import is_no_quotient
from verifier.sources.excuses.customs.slopes import is_angle_of_slope
from verifier.sources.excuses.customs.trades import holds_in_a_trade, is_divided_below, is_of_cents, is_price_of_several
from verifier.sources.excuses.customs.units_in_words import is_of_two_units
from verifier.sources.excuses.denials import Denials
from verifier.sources.excuses.lost_marks.copied_formulas import has_lost_bars
from verifier.sources.excuses.lost_marks.dots_as_points import (
    has_divisor_and_multiple,
    has_points_as_dots,
    has_points_as_products,
    is_alternative,
    is_repetition,
)
from verifier.sources.excuses.lost_marks.factorial_results import is_factorial_result
from verifier.sources.excuses.lost_marks.fractions_apart import has_tops_apart
from verifier.sources.excuses.lost_marks.lost_blanks import has_mixed_numbers
from verifier.sources.excuses.lost_marks.lost_brackets import has_lost_brackets
from verifier.sources.excuses.lost_marks.lost_exponents import has_lost_exponents
from verifier.sources.excuses.lost_marks.notes_above import has_note_above
from verifier.sources.excuses.lost_marks.run_together import holds_in_parts
from verifier.sources.excuses.set_values import Values, holds_with, is_set, set_in
from verifier.sources.excuses.totals_below import is_of_lines_above
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import spelled
from verifier.sources.in_another_unit import is_in_another_unit
from verifier.sources.source import Asked, Source
from verifier.sources.text.scale_words import holds_in_words, is_of_mixed_scales
from verifier.sources.text.signs import ELLIPSIS
from verifier.sources.units.between_prefixes import is_between_prefixes
from verifier.sources.units.conversions import Named, named_in
from verifier.sources.units.said_before import is_said_before
from verifier.sources.units.sizes import are_sizes
from verifier.verdict import StageReport, Verdict


class _Said(NamedTuple):
    """What a text says of its arithmetic, units and values, and which equalities it denies."""

    text: str
    values: Values
    named: Named
    arithmetic: Arithmetic
    denials: Denials


def excused(source: Source, wrong: Sequence[StageReport], owners: Mapping[str, int]) -> Iterator[int]:
    """The equalities that may hold in another unit than that of their operands, or whose formula has no value.

    So may one that holds in an arithmetic of which the text speaks, and one that the words beside it deny or suppose.
    So may one that is computed with values that the text sets for pi, for roots and the like, and one that sets these.
    Those of *wrong* that are not contradicted have numbers that only an unusual rounding gives: in another unit it must
    be a usual one; or they have a doubt, for which such values alone are asked. What was asked once is not asked again.
    """
    text, values = source.ledger.words, set_in(source.ledger.words, source.equalities)
    said = _Said(text, values, named_in(text), spoken_of(text), Denials(text))
    for stage in wrong:
        owner = owners.get(stage.stage.name)
        if owner is None:
            continue
        equality, known = source.equalities[owner], source.asked.get(stage.stage.name)
        if known is None or known.equality is not equality or known.stage != stage or known.values != values:
            may_hold = _may_hold(stage, equality, said)
            is_between = may_hold and _is_between_prefixes(stage, equality, said)
            known = Asked(stage, equality, values, may_hold, is_between)
            source.asked[stage.stage.name] = known
        sides = None if _is_in_doubt(stage, equality.sides) else equality.sides
        if known.may_hold or (sides is not None and _is_by_its_chain(source, owner, sides)):
            yield owner


def _is_in_doubt(stage: StageReport, sides: tuple[Side, Side] | None) -> bool:
    """Whether numbers are wrong only if givens are exact of which that is not known.

    Of two quantities with units that no usual rule makes equal more is asked.
    """
    is_of_units = sides is not None and all(side.unit for side in sides)
    doubts = [cell for cell in stage.cells if cell.doubt is not None]
    is_unusual = is_of_units and all(cell.basis == "other rule" for cell in doubts)
    return stage.verdict is not Verdict.CONTRADICTED and doubts != [] and not is_unusual


def _may_hold(stage: StageReport, equality: Equality, said: _Said) -> bool:
    """Whether the wrong numbers of an equality may hold in another way, or are not asserted."""
    text, sides = said.text, equality.sides
    start, end = equality.spans[0].start, equality.spans[1].end
    if said.values and holds_with(stage, equality, said.values):
        return True
    if _is_in_doubt(stage, sides):
        return sides is not None and (said.arithmetic.may_be_of_bits(sides) or is_change(text, start, end, sides))
    has_no_value = any(isinstance(cell.literal, Missing) for cell in stage.cells)  # as 0/0 = 0
    return (
        has_no_value
        or is_in_another_unit(stage, equality, said.named, text)
        or _may_hold_in_one_unit(stage, equality, said)
    )


def _is_between_prefixes(stage: StageReport, equality: Equality, said: _Said) -> bool:
    """Whether an equality holds in no other way than in a unit that has no name."""
    sides = equality.sides
    return (
        sides is not None
        and (sides[0].unit or sides[1].unit) != ""
        and is_between_prefixes(*sides, said.text)
        and not _may_hold_in_one_unit(stage, equality, said)
    )


def _may_hold_in_one_unit(stage: StageReport, equality: Equality, said: _Said) -> bool:
    """Whether the wrong numbers of an equality may hold, or are not asserted, without another unit."""
    text, sides = said.text, equality.sides
    start, end = equality.spans[0].start, equality.spans[1].end
    return (
        _is_of_other_arithmetic(stage, equality, said.arithmetic)
        or (sides is not None and may_be_of_others(text, sides))
        or said.denials.holds(start, end)
        or (equality.carried != "" and is_condition(text, start))
        or is_of_a_hidden_rule(text, start, end)
        or _is_written_otherwise(stage, equality, text)
        or is_scale(equality.sides, text)
        or (sides is not None and holds_left_to_right(text, start, sides))
        or is_set(text, start, stage.stage)
    )


def _is_by_its_chain(source: Source, index: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality may hold by what stands beside it in its chain, or right before it and is not read."""
    before, behind = _beside(source, index)
    is_of_others = before is None and are_percents_of_others(
        source.ledger.words, source.equalities[index].spans[0].start, sides
    )
    return is_of_others or is_said_at_the_end(sides, behind) or holds_in_parts(before, sides, behind)


def _beside(source: Source, index: int) -> tuple[Side | None, Side | None]:
    """The sides before and behind an equality in its chain."""
    one = source.equalities[index]
    before = source.equalities[index - 1] if index else None
    behind = source.equalities[index + 1] if index + 1 < len(source.equalities) else None
    is_first = before is None or before.sides is None or before.spans[1] != one.spans[0]
    is_last = behind is None or behind.sides is None or behind.spans[0] != one.spans[1]
    return (
        None if is_first or before is None or before.sides is None else before.sides[0],
        None if is_last or behind is None or behind.sides is None else behind.sides[1],
    )


def _is_written_otherwise(stage: StageReport, equality: Equality, text: str) -> bool:
    """Whether an equality holds as those write it who add marks, survey lines, count cents or days, or halve sizes."""
    if equality.sides is None:
        return False
    start, end, sides = equality.spans[0].start, equality.spans[1].end, equality.sides
    tokens = (side.tokens for side in sides)
    return (
        holds_in_a_trade(text, start, end, sides)
        or is_of_cents(stage.cells, sides)
        or is_price_of_several(sides)
        or is_no_quotient(text, start, end, sides)
        or is_of_labels(text, start, end, sides)
        or is_of_named_things(text, start, end, sides)
        or has_sign_in_words(text, start, end, sides)
        or has_lost_brackets(sides)
        or is_factorial_result(text, end, sides)
        or is_of_a_clock(sides)
        or is_in_minutes(text, end, sides)
        or is_of_ranges(sides)
        or is_over_midnight(text, start, sides)
        or is_change(text, start, end, sides)
        or is_index(text, start, end, sides)
        or _is_in_a_notation(text, start, end, sides)
        or _is_by_custom(text, start, end, sides)
        or are_sizes(text[start:end], sides)
        or is_of_lines_above(text, equality.spans, sides)
        or is_of_mixed_scales(sides[0].kinds, sum(token.sort == "number" for token in sides[0].tokens))
        or has_lost_exponents(*tokens)
        or has_mixed_numbers(sides)
        or holds_in_words(text, equality.spans[1].start, end, stage.cells)
        or is_divided_below(stage.cells, text[end:])
        or (stage.verdict is not Verdict.CONTRADICTED and text.endswith(ELLIPSIS, start, end))  # cut, as the dots say
    )


def _is_in_a_notation(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether two sides may be equal in a notation of their own: cycles, symbols in brackets, marks of notes, music."""
    return (
        has_sign_of_another_operation(text, sides)
        or has_note_above(sides)
        or is_numbered(text, start, sides)
        or is_of_other_brackets(sides)
        or is_another_sigma(text, sides)
        or holds_as_said_beside(text, start, end, sides)
        or are_of_cycles(*map(spelled, sides))
        or are_of_permutations(sides)
        or is_of_a_measure(text, end, sides)
        or is_of_intervals(text, start, end, sides)
        or is_written_out(sides)
        or is_rising_factorial(sides)
        or has_raised_cents(sides)
        or is_said_before(text, start, sides[1])
        or is_angle_of_slope(sides)
    )


def _is_by_custom(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether two sides may be equal as their trade writes them, which their numbers or words tell."""
    return (
        has_tops_apart(text, start, end, sides)
        or has_lost_bars(text, start, end, sides)
        or is_share_taken(sides)
        or is_share_of_a_difference(text, start, sides)
        or is_mark_in_percent(text, start, end, sides)
        or is_percent_of(text, end, sides)
        or is_percent_of_another(sides)
        or is_logarithm(text, end, sides)
        or are_odds(text, end, sides)
        or is_size_by_name(text, start, end, sides)
        or has_other_hyphens(sides)
        or has_digits_in_groups(text, start, end, sides)
        or is_counted_by_words(text, start, end, sides)
        or is_explained_behind(text, start, end, sides)
        or has_points_as_dots(sides)
        or has_points_as_products(text, start, sides)
        or has_divisor_and_multiple(sides)
        or is_alternative(text, start, end, sides)
        or is_repetition(text, start, sides)
        or is_of_a_said_operation(text, start, end, sides)
        or is_rough(text, start, end, sides)
        or is_of_rounded_terms(text, start, end, sides)
        or is_rounded_first(text, start, sides)
        or are_terms_in_percent(sides)
        or is_of_carried_digits(text, start, sides)
        or holds_as_said(text, start, sides)
        or is_percent_of_counts(text, sides)
        or is_of_a_charge(text, start, end, sides)
        or is_of_two_units(text, start, end)
    )


def _is_of_other_arithmetic(stage: StageReport, equality: Equality, arithmetic: Arithmetic) -> bool:
    sides = equality.sides
    return sides is not None and (
        arithmetic.may_hold(sides, is_in_code=equality.carried == IN_CODE)
        or holds_of_rows(sides)
        or is_of_residues(stage.cells, sides, arithmetic.moduli)
    )
