"""Parts of the judge that a whole document seldom tells apart, each asked by itself."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from flint import arb, fmpq

from tests.test_judging import HEAD, last, report, said
from verifier.document.model import Grid
from verifier.document.reader import read
from verifier.judging import exactness, joint, lines, proved, rivals
from verifier.judging.cells import bound_report
from verifier.judging.exactness import Exactness
from verifier.judging.instead import _Search
from verifier.judging.numbers import NumberJudge
from verifier.numbers.array import Value
from verifier.numbers.interval import UNKNOWN, Interval
from verifier.numbers.other_cells import Bound
from verifier.numbers.printed import parse
from verifier.numbers.rule_sets import ANY_RULE
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.replay.carrying import STATED
from verifier.verdict import CellReport, Doubt, Verdict

AGREES, TOLERATED, WRONG = Verdict.AGREES, Verdict.TOLERATED, Verdict.CONTRADICTED


def cell(row: int, column: int, verdict: Verdict = TOLERATED, basis: str | None = "hidden digits") -> CellReport:
    return CellReport(row, column, "1.5", 1, 1, verdict, basis)


AT_ITS_END = arb("0.001", "1e-9")


@pytest.mark.parametrize(
    ("literal", "possible", "verdict"),
    [
        (fmpq(1, 2000), None, ("agrees", "literal", None)),
        (None, None, ("unchecked", None, "why")),
        (None, UNKNOWN, ("unchecked", None, "why")),
        (AT_ITS_END, Interval(fmpq(0), fmpq(1)), ("tolerated", "hidden digits", None)),
        (None, Interval(fmpq(1), fmpq(2)), ("contradicted", "cell", None)),
        (None, AT_ITS_END, ("undecided", "reason", "bounds too wide")),
        (None, Interval(fmpq(0), fmpq(1), loose=True), ("undecided", "reason", "bounds too wide")),
        (None, Interval(fmpq(0), fmpq(1), partial=True), ("undecided", "reason", "bounds too wide")),
    ],
)
def test_a_printed_bound_is_judged_by_known_values_and_else_by_the_range(
    literal: Value | None, possible: Value | None, verdict: tuple[str, str | None, str | None]
):
    def made(**said_of_it: object) -> CellReport:
        return cell(1, 1)._replace(**{"basis": None, **said_of_it})  # type: ignore[arg-type]

    assert said(bound_report(Bound("<0.001", 1, 1), [("literal", literal)], possible, lambda: "why", made)) == verdict


def test_cells_that_prints_give_are_no_part_of_a_refuted_line():
    row = SimpleNamespace(verdict=WRONG, holds=lambda one: one.row == 1)
    cells = [cell(1, 1, AGREES, "literal"), cell(1, 2), cell(1, 3, AGREES, "replayed"), cell(2, 1), cell(2, 2)]
    stage = SimpleNamespace(block=Grid(2, 3, (None,) * 6), name="y")
    found = SimpleNamespace(rows=[row], stage=stage, cells=cells)
    assert list(proved._of_refuted_sets(found, {("y", 2, 2)})) == [1, 2, 4]  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked


@pytest.mark.parametrize(("basis", "settled"), [("literal", True), ("mended", True), ("replayed", False)])
def test_a_line_is_settled_if_printed_or_corrected_operands_give_all_of_it(basis: str, *, settled: bool):
    numbers = SimpleNamespace(block=Grid(2, 3, (None,) * 6))
    cells = [cell(row, column, AGREES, "literal") for row in (1, 2) for column in (1, 2, 3)]
    cells[4] = cell(2, 2, AGREES, basis)
    is_settled = lines._settled(numbers, SimpleNamespace(computed=(2, 3)), tuple(cells))  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
    assert [is_settled(1, line) for line in range(2)] == [True, settled]
    assert [is_settled(0, line) for line in range(3)] == [True, settled, True]
    is_settled = lines._settled(numbers, SimpleNamespace(computed=(2, 2)), tuple(cells))  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
    assert not is_settled(1, 0)


@pytest.mark.parametrize(
    ("bases", "carried", "verdict", "is_open"),
    [
        (["hidden digits", "literal"], "printed", TOLERATED, True),
        (["literal", "literal"], "printed", AGREES, False),
        (["hidden digits", "mended"], "printed", TOLERATED, False),
        (["hidden digits", "literal"], STATED, TOLERATED, False),
        (["hidden digits", "literal"], "printed", WRONG, False),
    ],
)
def test_numbers_are_judged_together_where_no_one_choice_of_operands_gives_all(
    bases: list[str], carried: str, verdict: Verdict, *, is_open: bool
):
    cells = tuple(cell(1, at, basis=basis) for at, basis in enumerate(bases, start=1))
    found = SimpleNamespace(stage=SimpleNamespace(name="y"), cells=cells, verdict=verdict)
    replay = SimpleNamespace(carried={"y": carried})
    assert proved.is_open_together(replay, found) is is_open  # type: ignore[arg-type]  # the parts that are asked


@pytest.mark.parametrize(("count", "clashes", "blamed"), [(3, True, {1}), (2, True, set()), (3, False, set())])
def test_one_number_is_blamed_for_a_clash_where_prints_give_two_others(count: int, clashes: bool, blamed: set[int]):
    cells = (cell(1, 1), *(cell(1, at, AGREES, "literal") for at in range(2, count + 1)))
    found = SimpleNamespace(cells=cells, clashes=lambda _: ["a proof"] if clashes else [])
    made = joint._blamed(found)  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
    assert {one.column for one in made if one.verdict is WRONG} == blamed


def exactness_of(**known: object) -> Exactness:
    """A judge that is asked for what follows from *known* alone."""
    judge = Exactness.__new__(Exactness)
    numbers = {"tolerance": None, "stage": SimpleNamespace(text=None), "formula": None, "numbers": None}
    judge.__dict__.update(numbers | {"views": SimpleNamespace(supposed=None, exact=None)} | known)
    return judge


DOUBTED = cell(1, 1)._replace(number=parse("1.5"))


@pytest.mark.parametrize("is_shown", [True, False])
@pytest.mark.parametrize(
    ("reads", "is_doubtful", "givens"),
    [("0.36", True, ("x",)), ("0.36", False, None), ("1.5", True, None), (None, True, None)],
)
def test_a_number_is_doubted_that_would_read_otherwise_and_the_givens_that_tell_are_named(
    reads: str | None,
    is_doubtful: bool,
    givens: tuple[str, ...] | None,
    *,
    is_shown: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[bool] = []

    def impossible(*_: object, may_cut: bool) -> fmpq:
        asked.append(may_cut)
        return fmpq(3)

    monkeypatch.setattr(exactness, "doubted_preimage", lambda *_: Interval(fmpq(1), fmpq(2)))
    monkeypatch.setattr(exactness, "impossible", impossible)
    told = SimpleNamespace(blocks={"x"})
    weighed = SimpleNamespace(told=lambda *_: told, is_likely=lambda *_: True, supposing=lambda *_: "exact")
    weighed.is_doubtful = lambda *_: is_doubtful
    judge = exactness_of(givens=("w", "x"), weighed=weighed, _reads=lambda *_: reads)
    judge.__dict__.update({"_at_its_word": lambda *_: fmpq(3), "_is_shown_above": lambda *_: is_shown})
    found = judge._doubt(DOUBTED, 0)  # noqa: SLF001 - the part that is asked
    assert (found and found.givens) == givens
    assert asked == [not is_shown]


@pytest.mark.parametrize(("text", "right"), [(None, None), ("line_3", "1.6")])
def test_the_habit_of_a_text_vouches_for_what_a_number_would_read(
    text: str | None, right: str | None, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str | None] = []
    monkeypatch.setattr(exactness, "impossible", lambda *_: fmpq(3))
    weighed = SimpleNamespace(told=lambda *_: None, is_vouched=lambda _told, _shown, reads: asked.append(reads) or True)
    judge = exactness_of(exact=["x"], weighed=weighed, stage=SimpleNamespace(text=text), _reads=lambda *_: "1.6")
    judge.__dict__["_at_its_word"] = lambda *_: fmpq(3)
    assert judge._impossible(DOUBTED, 0, Interval(fmpq(1), fmpq(2))) == 3  # noqa: SLF001 - the part that is asked
    assert asked == [right]


def test_what_is_no_number_or_has_no_value_reads_as_nothing():
    tolerance = SimpleNamespace(reprint=lambda *_: parse("1.6"), show=lambda _stage, made: made.text)
    judge = exactness_of(tolerance=tolerance)
    assert judge._reads(DOUBTED, fmpq(8, 5)) == "1.6"  # noqa: SLF001 - the part that is asked
    assert judge._reads(DOUBTED, UNKNOWN) is None  # noqa: SLF001 - the part that is asked
    assert judge._reads(cell(1, 1), fmpq(8, 5)) is None  # noqa: SLF001 - the part that is asked


@pytest.mark.parametrize(("off", "found"), [(fmpq(1, 100), None), (fmpq(1, 101), 2)])
def test_a_number_is_solved_for_where_it_is_nearer_than_asked(off: fmpq, found: int | None):
    assert _Search(lambda _: off, 2, fmpq(1, 100)).root(fmpq(1), fmpq(2)) == found


EITHER = """stages:
  - {name: x, printed: '0.5'}
  - {name: e, formula: 3 * x - 1.2, printed: '0.36'}
  - {name: d, formula: 10 * e, printed: '3.0'}
"""
RIVAL = "e is 0.36, should be 0.30 (3 * x - 1.2); or, less likely, d is 3.0"


@pytest.mark.parametrize(("most", "is_named"), [(1, True), (0, False)])
def test_as_many_suspects_as_are_allowed_are_named(
    most: int, *, is_named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rivals, "MOST_SUSPECTS", most)
    (erratum,) = report(tmp_path, EITHER, causes=True).errata
    assert (RIVAL in erratum.statement) is is_named


def test_a_number_that_others_were_computed_from_is_not_named_in_the_place_of_a_wrong_one(tmp_path: Path):
    """By hidden digits of w, z is possible from 0.37 too; that all its numbers are what 0.36 gives is no chance."""
    text = """rounding: half_even
stages:
  - {name: x, printed: '0.5'}
  - {name: w, givens: rounded, printed: '0.5 0.3 0.7 0.4'}
  - {name: e, formula: x - 0.13, printed: '0.36'}
  - {name: d, formula: 100 * e, printed: '37.00'}
"""
    users = "  - {name: z, formula: w * e, printed: '0.1800 0.1080 0.2520 0.1440'}\n"
    (alone,) = report(tmp_path, text, causes=True).errata
    (used,) = report(tmp_path, text + users, causes=True).errata
    assert alone.statement.startswith(f"e is 0.36, should be 0.37 (x - 0.13); or, less likely, {used.statement}: each")
    assert used.statement == "d is 37.00, should be 36.00 (100 * e)"


@pytest.mark.parametrize(
    ("ends", "verdicts"),
    [
        ("[0.55, 0.667]", ["contradicted", "undecided"]),
        ("[0.50, 0.60]", ["undecided", "contradicted"]),
        ("[0.5, 0.7]", ["undecided", "undecided"]),
    ],
)
def test_an_interval_that_leaves_out_what_exact_ends_give_is_contradicted(
    ends: str, verdicts: list[str], tmp_path: Path
):
    """x / (1 + x) is from 0.5 to 0.667; taken as it stands, its range is from a third to one."""
    text = f"stages:\n  - {{name: x, hull: [1, 2]}}\n  - {{name: y, formula: x / (1 + x), hull: {ends}}}\n"
    assert [one.verdict.value for one in report(tmp_path, text).by_name["y"].cells] == verdicts


def test_an_interval_of_several_numbers_has_no_range(tmp_path: Path):
    given = "stages:\n  - {name: x, hull: [1, 2]}\n  - {name: X, printed: '1 2'}\n"
    found = report(tmp_path, given + "  - {name: y, formula: x * X, hull: [1, 4]}\n")
    assert {one.possible for one in found.by_name["y"].cells} == {None}


def test_a_word_of_scores_that_were_never_printed_is_unchecked(tmp_path: Path):
    given = "stages:\n  - {name: X, shape: [1, 3]}\n  - {name: v, words: a b c}\n"
    found = report(tmp_path, given + "  - {name: w, formula: 'take(v, argmax(X))', words: b}\n")
    assert said(last(found)) == ("unchecked", None, "X was never printed")


def test_of_two_sides_that_are_not_equal_none_is_corrected(tmp_path: Path):
    path = tmp_path / "sides.yaml"
    path.write_text(f"{HEAD}stages:\n  - {{name: x, printed: '2'}}\n  - {{name: y, formula: 2 * x, printed: '5'}}\n")
    made = read(str(path), signatures())
    of_sides = tuple(stage._replace(of_sides=stage.name == "y") for stage in made.stages)
    assert [last(check(one)).corrected for one in (made, made._replace(stages=of_sides))] == ["4", None]


def test_an_interval_rests_on_what_is_shown_and_not_on_what_lies_above_that(tmp_path: Path):
    given = "stages:\n  - {name: u, shape: [1, 1]}\n  - {name: x, formula: u + 1, hull: [1, 2]}\n"
    found = report(tmp_path, given + "  - {name: y, formula: 2 * x, hull: [2, 4]}\n")
    assert [said(one)[:2] for one in found.by_name["y"].cells] == [("agrees", "literal")] * 2


def test_an_end_at_a_tie_that_the_rule_rounds_to_it_agrees(tmp_path: Path):
    given = "rounding: half_up\nstages:\n  - {name: x, hull: [9, 21]}\n"
    found = report(tmp_path, given + "  - {name: y, formula: x / 20, hull: [0.5, 1.1]}\n")
    assert [said(one)[:2] for one in found.by_name["y"].cells] == [("agrees", "literal")] * 2


DECLARED, WIDEST = Interval(fmpq(1), fmpq(2)), Interval(fmpq(0), fmpq(3))


@pytest.mark.parametrize(
    ("met", "declared", "basis"),
    [
        ([DECLARED, WIDEST], DECLARED, "hidden digits"),
        ([WIDEST], DECLARED, "other rule"),
        ([WIDEST], None, "other rule"),
        ([], DECLARED, None),
    ],
)
def test_a_number_that_an_account_gives_is_tolerated(met: list[Interval], declared: Interval | None, basis: str | None):
    judge = NumberJudge.__new__(NumberJudge)
    judge.chain = SimpleNamespace(is_empty=False, meets=lambda _index, wanted: wanted in met)  # type: ignore[assignment]
    found = judge._by_accounts(0, declared, WIDEST)  # noqa: SLF001 - the part that is asked
    assert found == (None if basis is None else (TOLERATED, basis, None))


@pytest.mark.parametrize(
    ("verdict", "doubt", "expected"),
    [
        (WRONG, None, (AGREES, "mended")),
        (TOLERATED, Doubt("1.6", ("x",), is_likely=True, account="exact"), (AGREES, "mended")),
        (TOLERATED, None, (TOLERATED, "hidden digits")),
    ],
)
def test_corrected_operands_are_asked_for_a_number_that_is_wrong_or_doubted(
    verdict: Verdict, doubt: Doubt | None, expected: tuple[Verdict, str]
):
    judge = NumberJudge.__new__(NumberJudge)
    sets = SimpleNamespace(
        widest_preimages=lambda _: [None], resolutions={"y": SimpleNamespace(decimals_of=lambda _: 1)}
    )
    made = cell(1, 1, verdict)._replace(doubt=doubt)
    views = SimpleNamespace(literal=None, replayed=None, every_range=False)
    known = {
        "stage": SimpleNamespace(name="y"),
        "block": Grid(1, 1, (parse("1.5"),)),
        "tolerance": sets,
        "views": views,
    }
    known |= {"_literal": None, "_replayed": None, "_open": [0], "_is_open": False, "_cell": lambda *_: fmpq(1)}
    known |= {"_carried": lambda *_: fmpq(1), "_prints": lambda *_: False, "_by_possible": lambda *_: made}
    judge.__dict__.update(known | {"_by_corrected": lambda *_: (fmpq(3, 2), "with the corrected x")})
    found = judge._judge(0, parse("1.5"))  # noqa: SLF001 - the part that is asked
    assert (found.verdict, found.basis) == expected
    if found.basis == "mended":
        assert (found.replayed, found.reason) == (fmpq(3, 2), "with the corrected x")


@pytest.mark.parametrize(
    ("declared", "by_right", "basis"),
    [(DECLARED, True, "mended"), (DECLARED, False, "other rule"), (None, True, "other rule")],
)
def test_a_number_that_right_values_print_by_the_declared_rule_is_printed_by_no_other(
    declared: Interval | None, basis: str, *, by_right: bool
):
    judge = NumberJudge.__new__(NumberJudge)
    preimages = {"widest_preimages": lambda _: [WIDEST], "declared_preimages": lambda _: [declared]}
    known = {"stage": None, "tolerance": SimpleNamespace(rules=lambda _: ANY_RULE, **preimages)}
    known |= {"views": SimpleNamespace(taken="taken", declared="declared", widest="widest")}
    known |= {"chain": SimpleNamespace(meets_by_right=lambda _index, wanted: wanted is DECLARED and by_right)}
    known |= {"_throughout": SimpleNamespace(misses=lambda *_: False), "_by_chain": lambda *_: None}
    known |= {"_reached": lambda _index, wanted: wanted}
    known |= {"_meets": lambda _index, evaluation, _wanted: "meets" if evaluation == "widest" else None}
    judge.__dict__.update(known)
    assert judge._by_ranges(0, parse("1.5"), fmpq(3, 2)) == (TOLERATED, basis, None)  # noqa: SLF001 - the part that is asked
