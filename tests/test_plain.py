"""Files of plain lines give the nodes that the library for YAML gives, and all other files are left to it."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tables import each
from verifier.document import blocks
from verifier.document.files import settle_text
from verifier.document.loading import load
from verifier.document.nodes import Node
from verifier.document.plain import plain
from verifier.document.problems import DocumentError, Problems
from verifier.document.yaml import compose

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path for folder in ("documents_data", "tests/cases", "docs") for path in ROOT.glob(f"{folder}/**/*.yaml")
)
"""Documents, sidecars, and files with every problem."""
SMALL = """\
# A small document.
document: small
title: "A product: X # W"
lines: [66,  -7.5 ]
stages:
- name: X   # not plain
  printed: |
    1 2
     3 4

    5

  # beside
- name: 'W'
  of:
    - a b: c
    - "d"
    - [e]
  also:
    where: http://x.y, (z) - [1]
"""
PARTS = [
    "\n",
    " ",
    "  ",
    "- ",
    "-",
    "a",
    "b",
    ": ",
    ":",
    "# ",
    " #",
    "|",
    ">",
    "[",
    "]",
    ",",
    '"',
    "'",
    "\\",
    "\t",
    "\r",
]
PARTS += [
    "{",
    "}",
    "&",
    "*",
    "!",
    "?",
    "%",
    "@",
    "`",
    "~",
    "...",
    "---",
    "1",
    "-1",
    ".",
    "é",
    "\xa0",
    "a: b\n",
    "- c\n",
]
PARTS += ["a:\n", "b:\n  ", "d: |\n", "  e\n", "\n\n", "<<: ", "null", "a: [b, c]\n"]


def composed(text: str) -> Node | None:
    """What the library gives for a text; None if it has a problem."""
    problems = Problems("a.yaml")
    try:
        root = compose(settle_text(text, problems), problems)
        problems.give_up_if_any()
    except DocumentError:
        return None
    return root


def read_plainly(text: str) -> Node | None:
    return plain(text, settle_text(text, (problems := Problems("a.yaml"))) and problems.lines)


def agrees(text: str) -> bool:
    """Whether a text was read as plain lines, and then with every text and position that the library gives."""
    found = read_plainly(text)
    assert found is None or found == composed(text)
    return found is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_read_as_by_the_library(path: Path) -> None:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        settle_text(text, Problems("a.yaml"))
    except (UnicodeDecodeError, DocumentError):
        return  # refused before lines are told apart
    agrees(text)


@each(
    "line",
    [
        "a: b",
        "a: b ",
        "a:\n  - b\n  - c: d\n    e: f",
        "a:\n- b\nc: [d, 1.5]",
        "a: |\n  b\n\n\n   c\n\n",
        "# a\n\na: 'b'  \n   # c",
        "a: -1\nb: http://c",
    ],
)
def test_plain_lines_take_no_library(line: str) -> None:
    assert agrees(f"{line}\n")


@each(
    "text",
    [
        *("", "a: b", "a:\n", "a: b # c\n", "a: b\na: c\n", "a: &b c\n", "a: *b\n", "a: !c d\n", "a: >\n  b\n"),
        *("a: b\n  c\n", "a:\n  b\n", "a: [b\n", "a: [[b]]\n", "a: {b: c}\n", 'a: "\\x62"\n', "a: b: c\n", "- a\n"),
        *("a: |\n  b\n c\n", "a: |-\n  b\n", "a:\tb\n", "a: b\r\n", " a: b\n", "---\na: b\n", "a: b\n---\nc: d\n"),
        *("a: |\n   \n  b\n", "a:\n- \n", "a: 'b''c'\n", "a: b:\n", "a: '\n", "? a\n", "a: ''b\n", "a: [b,]\n"),
    ],
)
def test_other_files_are_left_to_the_library(text: str) -> None:
    assert not agrees(text)


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_any_text_is_read_as_by_the_library(text: str) -> None:
    agrees(f"{text}\n")


@example(SMALL.index("   # not plain"), 15, "")
@given(st.integers(0, len(SMALL)), st.integers(0, 3), st.sampled_from(["", *PARTS]))
def test_a_changed_document_is_read_as_by_the_library(at: int, cut: int, put: str) -> None:
    agrees(SMALL[:at] + put + SMALL[at + cut :])


def test_a_file_of_more_lines_than_are_looked_at_is_left_to_the_library() -> None:
    assert not agrees("".join(f"a{index}: b\n" for index in range(100_001)))


def test_both_ways_of_a_file_are_one_call(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for text in ("a: b\n", "a: b # c\n"):
        path.write_text(text, encoding="utf-8")
        assert load(str(path), Problems(str(path))) == composed(text)


@given(st.text("0123456789.-+eE?{}/x*^,% \t<>\\\u00b1\u2009\u00d710", max_size=30))
@example("1 x 10^3")
@example("2 \\pm 3")
@example("< 4 5")
@example("1\u20092 \u00b1 3")
def test_blanks_part_the_cells_of_a_plain_line(line: str) -> None:
    """A line that is not plain is for the pattern."""
    if blocks._is_plain(line):  # noqa: SLF001 - the short way
        assert blocks._words(line) == blocks._found(line, blocks._TOKEN)  # noqa: SLF001
    assert blocks._words(line) == blocks._found(line, blocks.WORD)  # noqa: SLF001
