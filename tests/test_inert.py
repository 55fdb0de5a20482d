"""Texts of strangers as they are shown: nothing of them acts on a terminal, a runner, a spreadsheet or a page."""

import csv
import io
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calling import called
from tests.effort import some
from tests.tables import each
from verifier.inert import as_wide, cell, inert, line
from verifier.report.formats import FORMATS

SEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
OURS = re.compile(r"^::(error|warning|notice) [^:\n]*::", re.MULTILINE)
COMMAND = re.compile(r"^\s*::|##\[|##vso\[|##teamcity\[", re.MULTILINE)
STRANGE = st.lists(st.sampled_from([*"\x1b\x9b\n\r\u202e\udcff:#[ a\U000e0041", "vso"])).map("".join)


@given(STRANGE)
def test_nothing_hidden_and_no_command_is_left_and_json_says_the_same(text: str) -> None:
    shown = inert(text)
    assert not SEEN.search(shown)
    assert not COMMAND.search(shown)
    assert "\n" not in line(text)
    assert json.loads(inert(json.dumps(text, ensure_ascii=False))) == text
    assert len(as_wide(text.replace("#", "").replace(":", ""))) == len(text.replace("#", "").replace(":", ""))


@each(
    ("text", "shown"),
    [
        ("::error::x", "\\u003a:error::x"),
        ("a\n  ::debug::x", "a\n  \\u003a:debug::x"),
        ("a::b", "a::b"),
        ("a::b::c\n\t::d", "a::b::c\n\t\\u003a:d"),
        ("p::after { }\n", "p::after { }\n"),
        ("##[group]x", "\\u0023#[group]x"),
        ("say ##vso[x]", "say \\u0023#vso[x]"),
        ("## A heading", "## A heading"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("\u202etxt.exe", "\\u202etxt.exe"),
        ("\U000e0041", "\\udb40\\udc41"),
        ("caf\udce9", "caf\\udce9"),
        ("pay\u200bpal.ya\xadml \u3164", "pay\\u200bpal.ya\\u00adml \\u3164"),
        ("\u05e9\u05dc\u05d5\u05dd \U0001f469\u200d\U0001f52c", "\u05e9\u05dc\u05d5\u05dd \U0001f469\u200d\U0001f52c"),
    ],
)
def test_what_acts_is_escaped_and_all_else_stays(text: str, shown: str) -> None:
    assert inert(text) == shown


@each(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        (" =1", "' =1"),
        ("\t=1", "'  =1".replace("  ", " ")),
        ("-0.50", "-0.50"),
        ("+7", "+7"),
        ("-1,234.5", "-1,234.5"),
        ("-3x10^-4", "-3x10^-4"),
        ("-1e-9", "-1e-9"),
        ("-.5", "-.5"),
        ("-inf", "-inf"),
        ("[1, 2)", "[1, 2)"),
        ("a = b", "a = b"),
    ],
)
def test_in_a_table_no_text_is_a_formula_and_numbers_stay_numbers(text: str, shown: str) -> None:
    assert cell(text) == shown


NAMES = [
    "::error file=a::b.md",
    "a\n::stop-commands::x.md",
    "##[error]a.md",
    "\x1b]0;title\x07a.md",
    "\u202etxt.md",
    "=1+1.md",
    "<img src=x>.md",
    "javascript:alert(1).md",
]
BROKEN = "$3 + 4 = 8$\n\n\x1b[2J ::error::x\n"
WRONG = "So $3 + 4 = 8$.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Wrong and unreadable files of all these names, and one whose name is not UTF-8."""
    for number, name in enumerate(NAMES):
        (tmp_path / name).write_text(BROKEN if number % 2 else WRONG, encoding="utf-8")
    with open(os.path.join(os.fsencode(tmp_path), b"caf\xe9.md"), "wb") as file:
        file.write(WRONG.encode())
    return tmp_path


@pytest.mark.parametrize("form", some(FORMATS, of=3))
def test_file_names_of_strangers_do_nothing_in_any_output(form: str, folder: Path) -> None:
    said = called("check", ".", "--format", form, "--no-causes", folder=folder)
    assert said.code == 2
    assert "fault" not in said.err
    for text in (said.out, said.err):
        assert not SEEN.search(text)
        ours = (
            re.sub(r"^::(error|warning|notice) [^:\n]*::", "", text, flags=re.MULTILINE) if form == "github" else text
        )
        assert not COMMAND.search(ours)
    if form == "csv":
        rows = list(csv.reader(io.StringIO(said.out)))
        assert not [text for row in rows for text in row if text.startswith(("=", "@", "+"))]
    said.out.encode("utf-8")


def test_a_name_of_two_lines_is_told_on_one(tmp_path: Path) -> None:
    (tmp_path / "a\nb.md").write_text(WRONG, encoding="utf-8")
    for arguments in (("check", "."), ("coverage", "a\nb.md")):
        said = called(*arguments, folder=tmp_path)
        lines = [*said.out.splitlines(), *said.err.splitlines()]
        assert any(shown.startswith("a\\u000ab:") for shown in lines)
        assert not any(shown.startswith("b") for shown in lines)


@pytest.mark.slow
def test_file_names_of_strangers_do_nothing_in_errata_sheets(folder: Path) -> None:
    said = called("report", ".", "--output", "out", folder=folder)
    assert said.code == 2
    for path in (folder / "out").iterdir():
        text = path.read_text(encoding="utf-8")
        assert not SEEN.search(text)
        assert path.suffix == ".csv" or not re.search(r'href="javascript:|(?<!\\)<img src=x', text)
    index = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert 'href="%3A%3Aerror' in index
    assert 'href="caf%E9.html"' in index
    assert index.count("<tr id=") == len(NAMES) + 1
    assert called("report", ".", "--output", "out", "--check", folder=folder).out == ""


ELSEWHERE = "document: secret\nstages: [the secret line\n"


def test_links_out_of_a_folder_or_pattern_are_refused_unread(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text(ELSEWHERE, encoding="utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "a.md").write_text(WRONG, encoding="utf-8")
    for name in ("documents", "documents/*.yaml"):
        said = called("check", name, folder=tmp_path)
        assert said.code == 2
        assert "link.yaml is a link out of" in said.err
        assert "secret line" not in said.out + said.err
    assert "[yaml-syntax]" in called("check", "documents/link.yaml", folder=tmp_path).err  # it was named itself


def test_a_block_beside_a_document_is_no_link_out_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (tmp_path / "secret.csv").write_text("the secret line\n", encoding="utf-8")
    (folder / "block.csv").symlink_to(tmp_path / "secret.csv")
    text = "document: a\ntitle: A\nstages:\n  - name: X\n    file: block.csv\n"
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    said = called("check", "documents/a.yaml", folder=tmp_path)
    assert "documents/a.yaml:5:11: error: a file beside the document, found a link out of its folder" in said.err
    assert "secret line" not in said.out + said.err
