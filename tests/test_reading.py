"""Authors' own files: tiny ones, each named after its trap, with the whole output beside it.

`python -m tests.test_reading` writes the outputs anew, for a reader to look through before they are committed.
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.calling import called
from tests.effort import at_length, short, some
from tests.exams import expressions
from tests.exams.structured import accused_in
from tests.reports import CASES, of_file
from tests.tables import each
from verifier.document.lookup import IN_PLACE
from verifier.report.as_json import render
from verifier.sources.formats import FORMATS
from verifier.sources.layouts import macros

READING = CASES / "reading"
FILES = sorted(path for path in READING.iterdir() if path.suffix != ".expected")

pytestmark = pytest.mark.usefixtures("shared_reports")


def name_of(path: object) -> str:
    assert isinstance(path, Path)
    return path.name


def expected(path: Path) -> Path:
    return path.with_name(f"{path.name}.expected")


@cache
def transcript(path: Path) -> str:
    return called("check", path.name, folder=path.parent).transcript


def checked(text: str, folder: Path, name: str = "text.md") -> list[tuple[int, int, str]]:
    """The line, the column and the code of each finding on a text."""
    (folder / name).write_text(text, encoding="utf-8")
    said = called("check", name, "--no-causes", folder=folder).out
    found = re.findall(rf"^{re.escape(name)}:(\d+):(\d+): .*\[([\w-]+)\]$", said, re.MULTILINE)
    return [(int(line), int(column), code) for line, column, code in found]


@each("path", some(short(FILES, name_of), of=2), ids=name_of)
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert transcript(path) == expected(path).read_text(encoding="utf-8")


def test_every_output_belongs_to_a_file() -> None:
    assert {path.name for path in READING.glob("*.expected")} == {expected(path).name for path in FILES}


@each("path", some(short(FILES, name_of), of=2), ids=name_of)
def test_what_is_right_is_not_accused_and_what_is_wrong_is(path: Path) -> None:
    said = transcript(path).partition("--\n")[0]
    assert ("error: " in said) == path.name.startswith("wrong-"), said


def lines_of(text: str) -> list[str]:
    return re.split("\r\n|\n|\r", text)


def source_of_cell(path: Path, number: int, *, output: bool = False) -> str:
    cell = json.loads(path.read_text(encoding="utf-8"))["cells"][number - 1]
    return "".join("".join(one["text"]) for one in cell["outputs"]) if output else "".join(cell["source"])


WIDE = {ord(digit) + 0xFEE0: digit for digit in "0123456789"}
"""Digits of full width."""

UNSEEN = r"\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20e3\ufe00-\ufe0f\ufeff"
BETWEEN_DIGITS = (
    rf"[.,\u2009\u202f\u00a0{UNSEEN}]|\{{[,.]\}}|\\,|(?<=\d)[ '\u2019](?=\d{{3}})"
    r"|(?<=\d) ?(?:~|\\[ ;:]) ?(?=\d{3})|(?<=\d)&nbsp;(?=\d{3})"
)


@each("path", some(short(FILES, name_of), of=4), ids=name_of)
def test_every_number_stands_at_its_place_with_its_digits(path: Path) -> None:
    if transcript(path).endswith("code 2\n"):
        return
    lines = lines_of(path.read_bytes().decode("utf-8"))
    for stage in json.loads(render([of_file(path)]))["stages"]:
        for cell in stage["cells"]:
            line, column = cell["at"]
            inside = "cell" in cell and source_of_cell(path, cell["cell"], output="output" in cell)
            own = lines_of(inside) if inside else lines
            shown = re.sub(BETWEEN_DIGITS, "", own[line - 1][column - 1 :])
            shown = shown.replace("&minus;", "-").replace("\\infty", "\u221e").translate(WIDE)
            written = "" if cell["printed"] == "_" else cell["printed"]  # a blank cell has no digits
            digits = re.split("[xe% ^(/]", written.replace("-", "").replace(".", ""))[0]
            fraction = r"(?:\\[cdt]?frac\{?)?" if "/" in cell["printed"] else ""
            assert re.match(rf"[-\u2212]?\$?\s*{fraction}{re.escape(digits)}", shown), (cell["printed"], shown[:40])


@each(
    "name, text",
    [
        ("text.tex", "\\newcommand{\\a}{\\a\\a}" + "\\a" * at_length(2_000)),
        ("text.tex", "\\newcommand{\\a}[1]{#1#1#1#1}$" + "\\a{" * at_length(60) + "1 = 1" + "}" * at_length(60) + "$"),
        ("text.tex", "\\begin{align}" * at_length(3_000)),
        ("text.md", "\\begin{align}" * at_length(3_000)),
        ("text.tex", "{" * 50_000),
        ("text.tex", "\\begin{tabular}" * at_length(2_000)),
        ("text.tex", "$" * 9_999),
        ("text.tex", "\\[" * 9_999 + "%" * 9_999),
        ("text.html", "<table><tr><td>" * at_length(5_000) + "1 = 1"),
        ("text.html", "</p>" * at_length(20_000) + "<" * at_length(20_000)),
        ("text.html", "&amp" * at_length(20_000)),
        ("text.ipynb", '{"cells": [' + '{"cell_type": "markdown", "source": ["1 = 1"]},' * 2_000 + "[]]}"),
        ("text.ipynb", "[" * 100_000),
        ("text.rst", ".. math::\n\n" * at_length(3_000) + "`" * at_length(9_000) + ":math:`" * at_length(3_000)),
        ("text.rst", "== ==\n" * at_length(3_000) + "1 = 1\n+-+\n" * at_length(3_000) + ":a" * at_length(9_000)),
        ("text.txt", "1 + 1 = 2 " * at_length(5_000)),
        ("text.txt", "\n\n \n" * at_length(50_000)),
    ],
)
def test_a_strange_file_of_another_format_is_read_in_bounded_time(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(macros, "MAX_GROWTH", at_length(100_000))
    assert "fault" not in called("check", name, folder=written(tmp_path, name, text)).err


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_endings_are_those_of_the_formats() -> None:
    assert set(FORMATS) == set(IN_PLACE)


def spelled(number: int, decimals: int) -> str:
    digits = str(abs(number)).rjust(decimals + 1, "0")
    point = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{point}" if number < 0 else point


def equalities(seed: int) -> Iterator[tuple[str, str, str]]:
    """Right equalities of exact decimals as (before, the number, after), in a mixture of spellings."""
    draw = random.Random(seed)
    for _ in range(at_length(60, of=4)):
        a, b, c = (draw.randint(11, 999) for _ in range(3))
        places = draw.choice([0, 1, 2])
        one, two, three = spelled(a, places), spelled(b, places), spelled(c, 2 * places)
        times = draw.choice(["\\cdot", "\\times", "*"])
        shown = f"{one} {times} {two} + {three}"
        around = draw.choice([("$z = ", "$"), ("$$ ", " $$"), ("$", "$, so it is"), ("$", "$.")])
        yield f"{around[0]}{shown} = ", spelled(a * b + c, 2 * places), around[1]


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_planted_digits_are_found_and_right_ones_are_not_accused(seed: int, tmp_path: Path) -> None:
    lines = list(equalities(seed))
    right = "\n\n".join("".join(parts) for parts in lines)
    assert [code for *_, code in checked(right, tmp_path) if code == "contradicted"] == []
    draw = random.Random(seed)
    wrong = []
    for before, number, after in lines:
        first = next(index for index, letter in enumerate(number) if letter in "123456789")
        digit = draw.choice([other for other in "123456789" if abs(int(other) - int(number[first])) > 1])
        wrong.append(f"{before}{number[:first]}{digit}{number[first + 1 :]}{after}")
    found = {line for line, _, code in checked("\n\n".join(wrong), tmp_path) if code == "contradicted"}
    assert len(found) >= len(lines) * 0.95


@pytest.mark.parametrize(
    "text",
    [
        "$" * 10_000,
        "$$ " + "(" * 5_000 + "1" + ")" * 5_000 + " = 2 $$",
        "a " * at_length(500_000),
        "1 + " * at_length(50_000) + "1 = 2",
        "$" + "{" * 3_000 + "1 = 1$",
        "- " * 3_000 + "1 + 1 = 2",
        "> " * 3_000 + "$1 + 1 = 2$",
        "|" * 5_000 + "\n" + "|-" * 5_000,
        "`" * 5_000 + "\n" + "``" * 3_000,
        "*" * 10_000 + "1 + 1 = 2",
        "$$\n" + "\\frac{" * 3_000 + "\n$$",
        "$1 + 1$" + " = $2$" * at_length(9_000) + " = 2" * at_length(9_000),
        "<" * 20_000 + "a" * 20_000,
        "[" * 20_000 + "](" * 20_000,
        "$" + "\\sqrt{" * 400 + "4" + "}" * 400 + " = 2$",
        "1 = 1 " * at_length(3_000),
        "\\[" * 10_000 + "\\(" * 10_000,
        "\n\n".join(f"$$ {k}.5 + 1 = {k + 1}.5" for k in range(300)),
    ],
    ids=lambda text: text[:12],
)
def test_a_strange_text_is_read_in_bounded_time(text: str, tmp_path: Path) -> None:
    assert "error" not in {code for *_, code in checked(text, tmp_path)}


def test_standard_input_is_read_as_the_kind_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("3 + 4 = 9\n"))
    said = called("check", "-", "--as", "md", "--no-causes")
    assert said.out.startswith("-:1:9: error: ")
    assert said.code == 1
    assert called("check", "-").code == 2


def test_the_last_line_says_what_was_read(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text("Since 2019: 1.5 + 2.5 = 4.0 and $w = 3$.\n<!-- 7 -->\n", encoding="utf-8")
    said = called("check", "text.md", folder=tmp_path)
    assert said.err.endswith("text: 6 numerals: 1 checked, 2 given, 1 read, 1 excluded, 1 unread\n")
    read = json.loads(called("check", "text.md", "--format", "json", folder=tmp_path).out)["read"]
    assert read == {"numerals": 6, "checked": 1, "given": 2, "read": 1, "excluded": 1, "unread": 1}


def test_a_share_of_the_numerals_can_be_demanded(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text("Since 2019: 1.5 + 2.5 = 4.0.\n\n<!-- 7 -->\n", encoding="utf-8")
    (tmp_path / "none.md").write_text("Words.\n", encoding="utf-8")
    assert called("check", "text.md", "none.md", "--coverage-min", "75", folder=tmp_path).code == 0
    said = called("check", "text.md", "--coverage-min", "76", folder=tmp_path)
    assert said.code == 1
    told = "text: 3 of 4 numerals that are not excluded are checked or given, fewer than 76 percent [coverage-min]\n"
    assert said.err.endswith(told)
    assert called("check", "text.md", "--coverage-min", "101", folder=tmp_path).code == 2


SECTIONS = """text.md:1: checked 4.0; given 1.5 2.5; unread (running text) 2019
text.md:3: excluded (layout) 7
text.md:5: Part 2: 2 numerals: 0 checked, 0 given, 1 read, 0 excluded, 1 unread
text.md:5: unread (running text) 2
text.md:8: read (code) 8
"""


def test_coverage_lists_what_became_of_each_numeral(tmp_path: Path) -> None:
    text = "Since 2019: 1.5 + 2.5 = 4.0.\n\n<!-- 7 -->\n\n# Part 2\n\n```\n# 8\n```\n"
    (tmp_path / "text.md").write_text(text, encoding="utf-8")
    said = called("coverage", "text.md", folder=tmp_path)
    assert said.out == SECTIONS
    assert said.err == "text: 7 numerals: 1 checked, 2 given, 1 read, 1 excluded, 2 unread\n"
    found = json.loads(called("coverage", "text.md", "--format", "json", folder=tmp_path).out)
    assert found["list"][3] == {"at": [1, 25], "text": "4.0", "state": "checked", "where": "running text"}
    assert [(section["title"], section["numerals"]) for section in found["sections"]] == [(None, 5), ("Part 2", 2)]
    assert called("coverage", "fareed").code == 2


def test_coverage_shows_no_annotation_as_a_heading(tmp_path: Path) -> None:
    for before in ("", "  ", "Before.\n\n"):
        (tmp_path / "text.txt").write_text(
            f"{before}# verify: decimal comma\n\n# 4,5\n1,5 + 2 = 3,5\n", encoding="utf-8"
        )
        found = json.loads(called("coverage", "text.txt", "--format", "json", folder=tmp_path).out)
        assert [section["title"] for section in found["sections"]] == ["4,5"]


REASONS = r"""text.md:1: read (mathematics) 3; unread (mathematics) 1 2
text.md:3: read (mathematics) 6; unread (mathematics) 4 5
text.md: 4 unread: \wedge has no meaning here (lines 1, 3)
"""


def test_coverage_says_each_reason_once(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text("$1 \\wedge 2 = 3$\n\n$4 \\wedge 5 = 6$\n", encoding="utf-8")
    assert called("coverage", "text.md", folder=tmp_path).out == REASONS
    (tmp_path / "text.md").write_text("$1 \\wedge 2 = 3$\n\n" * 10, encoding="utf-8")
    said = called("coverage", "text.md", folder=tmp_path).out
    assert said.endswith("20 unread: \\wedge has no meaning here (lines 1, 3, 5, 7, 9, 11, 13, 15 and 2 more)\n")


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("So 23 * 2.5 = the usual 59 here.", ["1 unread: words stand between it and the equals sign (line 1)"]),
        ("The total 23 * 2.5 led to 58.", ["2 unread: an expression that is in no equality that was read (line 1)"]),
        ("Area: 2x1=4", ["2 unread: an x without blanks may be a name (line 1)"]),
        ("On 2019-05-06 see pages 3-5, 1/2 cup and 3 more.", []),
        (
            "| a | b |\n| - | - |\n| 3 \u00d7 4 | 1/2 |\n| 7 | 3 |",
            ["2 unread: an expression in a table without an equals sign; an annotation can name its column (line 3)"],
        ),
        (
            "$$\\begin{array}{l} 3.5 \\\\ + 4.2 \\\\ \\hline 7.8 \\end{array}$$",
            ["3 unread: a calculation in lines above a rule is not read (line 1)"],
        ),
        ("$$\\begin{array}{cc} 3 & 4 \\\\ \\hline 5 & 6 \\end{array}$$", []),
        ("So (3 + $x$) / 2 = 5.", ["2 unread: code or other mathematics stands where a number is needed (line 1)"]),
        (
            r"$g_{m1} = 3 + 2 \cdot g_{m2}$",
            ["3 unread: g_{m2} has no value here (line 1)", "1 unread: g_{m1} has no value here (line 1)"],
        ),
        (r"$\frac{2 \alpha}{3} = 5$", ["2 unread: \\alpha has no value here (line 1)"]),
        (r"$3 \cdot 4 = 12 \; Kq$", ["1 unread: Kq is no known unit (line 1)"]),
        ("$C = 3 + 2.2e-8 F$", ["3 unread: F is no known unit (line 1)"]),
        ("$3 \\cdot 4$ led to 13.", ["2 unread: an expression that is in no equality that was read (line 1)"]),
        ("$3 \\cdot 4 = 12$ makes 12.", []),
        (
            "<!-- verify: givens exact; u = tanh(0.31) -->\n$u = \\tanh(0.31) \\approx 0.3014$",
            ["1 read: beside a number that the formula of an annotation judges (line 2)"],
        ),
    ],
)
def test_coverage_says_why_what_looks_like_an_equality_is_none(text: str, reasons: list[str], tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text(f"{text}\n", encoding="utf-8")
    said = called("coverage", "text.md", folder=tmp_path).out.splitlines()
    assert [line.removeprefix("text.md: ") for line in said if line.startswith("text.md: ")] == reasons


@each(
    ("cell", "shown"),
    [
        ("1 1/2", "1 1 2"),
        ("3/2", "3 2"),
        (r"$\frac{3}{2}$", "3 2"),
        ("1.5 x 10^0", "1.5 10 0"),
        ("1.5e0", "1.5 0"),
        ("1.4(9)", "1.4 9"),
    ],
)
def test_each_numeral_of_a_judged_cell_is_checked(cell: str, shown: str, tmp_path: Path) -> None:
    text = f"<!-- verify: columns a; b = 2 * a; _ -->\n\n| a | b | c |\n|---|---|---|\n| 0.75 | {cell} | 3/4 |\n"
    (tmp_path / "text.md").write_text(text, encoding="utf-8")
    said = called("coverage", "text.md", folder=tmp_path).out
    assert f"text.md:5: checked {shown}; given 0.75; " in said


def test_a_folder_is_checked_with_the_files_of_authors_in_it(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("3 + 4 = 9\n", encoding="utf-8")
    (tmp_path / "two.markdown").write_text("3 + 4 = 7\n", encoding="utf-8")
    said = called("check", ".", "--no-causes", folder=tmp_path)
    assert "one.md:1:9: error" in said.out
    assert "two: no errata. 1 checked number, not wrong." in said.err


def test_a_file_of_an_unknown_kind_says_what_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "text.docx").write_bytes(b"PK")
    said = called("check", "text.docx", folder=tmp_path)
    assert said.code == 2
    assert ".md" in said.err
    assert "pandoc" in said.err


@each("seed", some(range(1, 61), of=30))
def test_right_expressions_grown_at_random_are_not_accused(seed: int) -> None:
    text = expressions.text_of(seed)
    assert [cell.text for cell in accused_in(text)] == [], text


def test_explain_and_recheck_take_an_authors_file(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text("$z = 0.5 \\cdot 3 = 2.5$\n", encoding="utf-8")
    assert "z" in called("explain", "text.md", "z", folder=tmp_path).out
    (tmp_path / "report.json").write_text(called("check", "text.md", "--format", "json", folder=tmp_path).out, "utf-8")
    assert called("recheck", "report.json", folder=tmp_path).code == 0


def test_a_sheet_shows_pi_as_its_sign_and_its_value_is_exact(tmp_path: Path) -> None:
    (tmp_path / "ring.md").write_text(
        "A ring of $3$ has $\\pi \\cdot 3^2 = 28.37$, and $\\pi/2 < 1.4$.\n", encoding="utf-8"
    )
    called("report", "ring.md", "--output", "out", folder=tmp_path)
    assert "line_1 is 28.37, should be 28.27 ($\\pi \\cdot 3^{2}$)." in (tmp_path / "out" / "ring.md").read_text(
        "utf-8"
    )
    assert r"\pi/2 < 1.4 cannot hold" in called("check", "ring.md", folder=tmp_path).out
    said = json.loads(called("check", "ring.md", "--format", "json", folder=tmp_path).out)
    (tmp_path / "report.json").write_text(json.dumps(said), encoding="utf-8")
    assert called("recheck", "report.json", folder=tmp_path).code == 0


if __name__ == "__main__":
    for file in FILES:
        expected(file).write_text(transcript(file), encoding="utf-8")
        sys.stdout.write(f"{file.name}\n")
