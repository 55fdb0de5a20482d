"""Which rounding rules the numbers of a document leave: right documents by any rule, and numbers by another."""

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each
from verifier.document.reader import read
from verifier.numbers.printed import power_of_ten, show
from verifier.numbers.rounding import Rule, parse_rule, round_to
from verifier.numbers.rule_sets import CUT_RULE, SINGLE_RULES
from verifier.numbers.rules import candidates
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.replay.rule_odds import Evidence, Fits, Odds, with_scattered
from verifier.verdict import Report, Verdict

NEAREST = SINGLE_RULES[0]
UP, DOWN = frozenset({NEAREST, *SINGLE_RULES[3:]}), frozenset({NEAREST, CUT_RULE, SINGLE_RULES[2]})
CUT = frozenset({CUT_RULE, SINGLE_RULES[2]})


def checked(stages: str) -> Report:
    with TemporaryDirectory() as folder:
        path = Path(folder, "document.yaml")
        path.write_text(f"document: document\ntitle: A document\nstages:\n{stages}", encoding="utf-8")
        return check(read(str(path), signatures()), causes=False)


def block(name: str, numbers: list[str], formula: str | None = None) -> str:
    stated = "" if formula is None else f"    formula: {formula}\n"
    return f'  - name: {name}\n{stated}    printed: "{" ".join(numbers)}"\n'


def divided(name: str, numbers: list[int], divisor: int, rule: str, decimals: int) -> str:
    """Whole numbers, and their quotients as a rule prints them."""
    printed = [show(round_to(fmpq(n, divisor), decimals, parse_rule(rule)), decimals) for n in numbers]
    return block(f"{name}_given", list(map(str, numbers))) + block(name, printed, f"{name}_given / {divisor}")


def accused(report: Report) -> list[str]:
    return [
        f"{stage.stage.name}[{cell.column}] {cell.text}"
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    ]


@st.composite
def quotients(draw: st.DrawFn) -> str:
    """A document of stages that are each printed wholly by one rule, its own or that of the document."""
    usual = draw(st.sampled_from(candidates()))
    stages = []
    for number in count(1):
        rule = draw(st.one_of(st.just(usual), st.sampled_from(candidates())))
        whole = draw(st.lists(st.integers(-99, 99), min_size=1, max_size=12))
        divisor = draw(st.sampled_from((3, 7, 8, 9, 11, 16)))
        stages.append(divided(f"s{number}", whole, divisor, rule, draw(st.integers(1, 3))))
        if number == 4 or draw(st.booleans()):
            return "".join(stages)
    raise AssertionError


@given(quotients())
def test_stages_that_are_printed_by_one_rule_each_are_not_accused(stages: str) -> None:
    assert not accused(checked(stages))


@given(st.sampled_from((3, 7, 9, 11, 13)), st.integers(0, 9), st.integers(1, 3))
def test_one_number_cut_among_nine_rounded_is_found(divisor: int, place: int, decimals: int) -> None:
    """All are rounded up, so that a cut number differs."""
    unit = power_of_ten(-decimals)
    values = [
        n for n in range(1, 400) if 2 * (fmpq(n, divisor) - round_to(fmpq(n, divisor), decimals, CUT_RULE)) > unit
    ]
    numbers = values[:10]
    printed = [show(round_to(fmpq(n, divisor), decimals, NEAREST), decimals) for n in numbers]
    printed[place] = show(round_to(fmpq(numbers[place], divisor), decimals, CUT_RULE), decimals)
    report = checked(block("a", list(map(str, numbers))) + block("s", printed, f"a / {divisor}"))
    cell = report.by_name["s"].cells[place]
    assert cell.verdict is Verdict.CONTRADICTED or cell.basis == "other rule"
    assert accused(report) in ([], [f"s[{place + 1}] {cell.text}"])


def odds_of(**stages: dict[frozenset[Rule], int]) -> Odds:
    """The odds where so many known numbers of each stage fit exactly these rules."""
    fits = {name: Fits({(True, fitting): n for fitting, n in found.items()}) for name, found in stages.items()}
    return Odds(Evidence(SINGLE_RULES, fits, fits))


@each(("rounded", "is_proved"), [(1, False), (5, False), (9, True), (30, True)])
def test_a_cut_number_is_contradicted_where_enough_others_of_its_stage_are_rounded(
    rounded: int, is_proved: bool
) -> None:
    rules = odds_of(S={UP: rounded, CUT: 1}).rules_of("S")
    assert (CUT_RULE not in rules.possible) == is_proved
    assert NEAREST in rules.possible


def test_a_stage_may_cut_where_the_others_round() -> None:
    odds = odds_of(S={UP: 20, DOWN: 20}, T={CUT: 3}, U={})
    assert odds.leading() == (NEAREST,)
    assert CUT_RULE in odds.rules_of("T").possible
    assert odds.rules_of("U").possible == (NEAREST, CUT_RULE)
    assert odds.rules_of("S").possible == (NEAREST,)


def test_rules_that_fit_the_same_numbers_are_all_likely() -> None:
    """Positive numbers cannot tell rounding up from rounding away from zero."""
    up = frozenset(SINGLE_RULES[3:])
    assert set(odds_of(S={up: 9, UP: 9}).rules_of("S").likely) == up


def test_where_nothing_tells_every_rule_is_possible() -> None:
    rules = odds_of().rules_of("S")
    assert (set(rules.possible), rules.likely) == (set(SINGLE_RULES), (NEAREST, CUT_RULE))
    assert odds_of().leading() == ()


def test_numbers_that_fit_by_chance_prove_no_rule() -> None:
    odds = odds_of(S={UP: 10, CUT: 10, DOWN: 10, frozenset(SINGLE_RULES[3:]): 10})
    assert odds.leading() == ()
    assert set(odds.rules_of("S").possible) == set(SINGLE_RULES)


def test_numbers_that_hidden_digits_scatter_leave_every_rule_possible_but_not_likely() -> None:
    """Two numbers of nine fit rounding up alone, and seven fit no rule: their values are not those of the author."""
    up = frozenset(SINGLE_RULES[3:])
    fits = {"S": Fits({(False, up): 4, (False, UP): 4})}
    told = Evidence(SINGLE_RULES, fits, fits)
    alone, scattered = Odds(told), Odds(told, doubtful=with_scattered(told, {"S": 7}))
    assert set(alone.rules_of("S").possible) < set(SINGLE_RULES)
    assert set(scattered.rules_of("S").possible) == set(SINGLE_RULES)
    assert scattered.rules_of("S").likely == alone.rules_of("S").likely
