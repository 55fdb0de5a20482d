"""The words that people read: the committed outputs, which other tests keep current, have none of the old riddles."""

import re
from pathlib import Path
from typing import Final

from tests.calling import called, working_in
from tests.tables import each
from verifier.errata.finding_records import Finding
from verifier.report.as_text import WIDTH, on_one_line

ROOT: Final = Path(__file__).parents[1]
OUTPUTS: Final = sorted(
    path
    for pattern in ("reports/**/*.html", "reports/**/*.md", "reports/**/*.csv", "tests/cases/**/*expected")
    for path in ROOT.glob(pattern)
)
OLD: Final = (
    *("whatever digits", "to the last digit", "unexplained", "right as computed", "operands give", "at their word"),
    *("can be prints", "can print so, and no other", "halves up", "halves down", "halves either", "halves to"),
    *("halves away", "speak for it", "speaks for it", "speak against it", "speaks against it", "once it is mended"),
    *("in order of reach", "its author carries", "should read", "; shown is", "found there as", "none of this name"),
    "but is would",
)
"""Words that the wording of findings left behind: phrases are found faster than a pattern."""
SLIP: Final = re.compile(r"\bslips?\b")
STOPS: Final = re.compile(r"[a-z)]\.[:;,](?!\w)")
"""A full stop within a sentence."""
UNKNOWN: Final = "no common mistake explains it (57 tried)"
CAUSE: Final = "cause: a copy of Q"
EXACTLY: Final = "; this gives all 22 exactly"
EFFECT: Final = "affects 12 later numbers, first in b"


def test_no_output_has_the_old_words() -> None:
    assert len(OUTPUTS) > 100
    told = {path.name: old_words(path.read_text(encoding="utf-8").replace(path.stem, "")) for path in OUTPUTS}
    assert {name: found for name, found in told.items() if found} == {}


def test_no_output_has_a_full_stop_within_a_sentence() -> None:
    stops = {path.name: STOPS.findall(path.read_text(encoding="utf-8")) for path in OUTPUTS if path.suffix != ".csv"}
    assert {name: found for name, found in stops.items() if found} == {}


def old_words(text: str) -> list[str]:
    lowered = text.lower()
    return [words for words in OLD if words in lowered] + (SLIP.findall(lowered) if "slip" in lowered else [])


@each(("text", "found"), [("It SHOULD read 1", ["should read"]), ("Slips: a slipper", ["slips"]), ("right", [])])
def test_old_words_are_found(text: str, found: list[str]) -> None:
    assert old_words(text) == found


@each(
    ("said", "more", "shown"),
    [
        (40, (UNKNOWN, EFFECT), (UNKNOWN, EFFECT)),
        (120, (UNKNOWN, EFFECT), (EFFECT,)),
        (94, (CAUSE + EXACTLY, EFFECT), (CAUSE + EXACTLY, "affects 12 later numbers")),
        (120, (CAUSE + EXACTLY, EFFECT), (CAUSE, "affects 12 later numbers")),
        (30, ("cause: " + "x" * 150, EFFECT), ("cause: " + "x" * 98 + " ...", "affects 12 later numbers")),
    ],
)
def test_a_long_line_says_less_of_cause_and_effects(said: int, more: tuple[str, ...], shown: tuple[str, ...]) -> None:
    finding = Finding("a.md", 1, 2, "error", "x" * said, "contradicted", more=more)
    line = on_one_line(finding)
    assert line == str(finding._replace(more=shown))
    assert len(line) <= WIDTH


def test_what_is_wrong_is_never_cut() -> None:
    finding = Finding("a.md", 1, 2, "error", "x" * 300, "joint", more=("no common mistake explains it (57 tried)",))
    assert on_one_line(finding) == str(finding._replace(more=()))


DOCUMENT: Final = """document: made
title: Made
givens: exact
rounding: half_even
stages:
  - name: x
    printed: |
      1.50 2.50
      3.50 4.50
  - name: y
    formula: 3 * x
    printed: |
      4.50 7.60
      10.50 13.50
  - name: z
    formula: y + 1
    printed: |
      5.50 8.60
      11.50 14.50
"""


def test_notes_are_listed_where_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "made.yaml").write_text(DOCUMENT, encoding="utf-8")
    with working_in(tmp_path):
        plain, notes, quiet = (called("check", "made.yaml", *flags) for flags in ((), ("--notes",), ("-q",)))
    said = "y[1,2] is 7.60, should be 7.50 (3 * x)"
    why = "plain to see: one digit differs from 7.50; no cause is proved (80 tried)"
    error = f"made.yaml:13:12: error: {said}; {why}; affects 1 later number, first in z [contradicted]"
    assert [one.out.splitlines()[0] for one in (plain, notes, quiet)] == [error] * 3
    assert "note:" not in plain.out
    assert "note: 1 of 4 numbers of z is correct from the printed y, which is wrong [inherited]" in notes.out
    assert "1 note (--notes lists them)." in plain.err
    assert quiet.err == ""


def test_a_terminal_shows_the_block_with_its_wrong_number_marked(tmp_path: Path) -> None:
    (tmp_path / "made.yaml").write_text(DOCUMENT, encoding="utf-8")
    with working_in(tmp_path):
        said = called("check", "made.yaml", "--color", "always")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said.out)
    assert "    row 1  4.50   7.60\u2717\n    row 2 10.50  13.50 \n" in plain
    assert "\n    affects 1 later number, first in z\n" in plain
