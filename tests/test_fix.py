"""`fix` changes digits that have one right value, and leaves every other error to the author."""

import json
import re
import textwrap
from pathlib import Path

import pytest

import verifier
from tests.calling import Said, called
from tests.reports import CASES
from verifier.errata.author_forms import respelled
from verifier.errata.fixed import fixed
from verifier.verdict import Report

ROOT = Path(__file__).parent.parent
EQUALITY = "Twelve boxes hold $12 \\cdot 4 = 46$ eggs, and half of them is $48 / 2 = 24$.\n"
CARRIED = """\
document: d
title: D
stages:
  - name: X
    printed: "1.5 2.25"
    givens: exact
  - name: S
    formula: "X * 3"
    printed: "4.50 6.57"
  - name: T
    formula: "S * 2"
    printed: "9.00 13.14"
"""
EITHER = """\
document: d
title: D
stages:
  - name: a
    printed: "5.0"
    givens: exact
  - name: b
    formula: "a + 2"
    printed: "7.5"
  - name: words
    words: "a b"
  - name: again
    formula: "words"
    words: "a c"
"""


def fix(folder: Path, name: str, text: str, *options: str) -> tuple[Said, str]:
    """What `fix` says of a text, and what is in its file then."""
    path = folder / name
    path.write_bytes(text.encode())
    return called("fix", name, *options, folder=folder), path.read_bytes().decode()


def test_a_diff_is_shown_and_nothing_written(tmp_path: Path) -> None:
    said, after = fix(tmp_path, "t.md", EQUALITY)
    assert said.out == (
        "--- t.md\n+++ t.md\n@@ -1 +1 @@\n"
        f"-{EQUALITY}+{EQUALITY.replace('46', '48')}"
    )  # fmt: skip
    assert (said.err, said.code, after) == ("t.md: 1 number to change, 0 errata left\n", 1, EQUALITY)


def test_what_is_written_is_right_and_is_not_changed_again(tmp_path: Path) -> None:
    said, after = fix(tmp_path, "t.md", EQUALITY, "--write")
    assert (said.err, said.code) == ("t.md: 1 number changed, 0 errata left\n", 0)
    assert after == EQUALITY.replace("46", "48")
    assert called("check", "t.md", folder=tmp_path).code == 0
    assert called("fix", "t.md", folder=tmp_path) == Said("", "t.md: 0 numbers to change, 0 errata left\n", 0)


def test_numbers_computed_from_wrong_ones_are_changed_with_them(tmp_path: Path) -> None:
    said, after = fix(tmp_path, "d.yaml", CARRIED, "--write")
    assert "2 numbers changed" in said.err
    assert after == CARRIED.replace("6.57", "6.75").replace("13.14", "13.50")


def test_nothing_is_changed_if_something_right_would_be_wrong_then() -> None:
    def judge(text: str) -> Report:
        return verifier.check(text if text == EQUALITY else text.replace("= 24", "= 25")).report

    found = fixed(EQUALITY, judge)
    assert (found.text, found.changes) == (EQUALITY, 0)
    assert [(one.line, one.heading) for one in found.left] == [(1, "line_1 should be 48")]
    assert found.left[0].why == "with all corrections line_1_2[1,1] would be wrong"


def test_words_are_left_and_named_at_their_line(tmp_path: Path) -> None:
    said, after = fix(tmp_path, "d.yaml", EITHER, "--write")
    assert after == EITHER.replace('"7.5"', '"7.0"')
    assert said.err.splitlines() == [
        "d.yaml:14: left: again[1,2] should be 'b': words are not changed",
        "d.yaml: 1 number changed, 1 erratum left",
    ]
    assert said.code == 1


def test_a_number_with_two_formulas_that_disagree_is_left(tmp_path: Path) -> None:
    text = "<!-- verify: v = 12.0 / (8 - 2) -->\n\n$$v = \\frac{12.0}{8} = 1.50$$\n"
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert (after, said.code) == (text, 1)
    assert said.err.splitlines() == [
        "t.md:3: left: v should be 2.00: another formula there gives 1.50",
        "t.md: 0 numbers changed, 1 erratum left",
    ]


def test_results_of_a_given_with_another_sign_are_left(tmp_path: Path) -> None:
    text = (CASES / "reading" / "wrong-sign-of-a-given.md").read_text(encoding="utf-8")
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert after == text
    assert "left: S[1,2] should be 0.46, and 2 more numbers are wrong: W[1,2] may be wrong instead" in said.err


def test_a_number_that_is_left_says_what_the_other_formula_gives_and_not_what_is_printed(tmp_path: Path) -> None:
    text = (
        "<!-- verify: givens exact; v; M; z = M @ v; h = tanh(z) -->\n"
        "$$v = \\begin{bmatrix} 3 \\\\ 1 \\end{bmatrix}, \\quad M = [[0.1, 0.2], [0.2, 0.1]]$$\n\n"
        "$$z = M v = [0.50, 0.90]$$\n\n$$h = \\tanh(z) = [\\tanh(0.50), \\tanh(0.90)] = [0.4621, 0.7136]$$\n"
    )
    said, _ = fix(tmp_path, "t.md", text)
    assert "left: h[1,2] should be 0.6044: another formula there gives 0.7163 for h[1,2]" in said.err


def test_a_number_that_is_right_with_the_brackets_that_were_meant_is_left(tmp_path: Path) -> None:
    text = (
        "$$s = \\sqrt{\\frac{1}{5 - 1}(12 - 32)^2 + (22 - 32)^2 + 0^2 + (42 - 32)^2 + (52 - 32)^2} = 15.8114$$\n\n"
        "$v = s^2 = 15.8114^2 = 250$\n\nIt is $7 + 8 = 16$.\n"
    )
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert (after, said.code) == (text.replace("16", "15"), 1)
    assert said.err.splitlines()[0].endswith(
        "left: s should be 26.4575: it is right, if the expression lacks brackets around the sum"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_rest_of_the_file_stays_byte_for_byte(tmp_path: Path, end: str, mark: str) -> None:
    text = f"{mark}Line one.{end}\f{end}It is $7 + 8\f = 16$, ä €.\v\u2028{end}no end"
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert after == text.replace("16", "15")
    assert [line[0] for line in said.out.split("\n")[3:-1]] == [" ", "-", "+", " ", "\\"]
    assert said.out.endswith("\n no end\n\\ No newline at end of file\n")


def test_a_minus_stays_the_one_of_the_author(tmp_path: Path) -> None:
    text = "The sum is 3 \u2212 8 = \u22126.\n"
    assert fix(tmp_path, "t.txt", text, "--write")[1] == text.replace("\u22126", "\u22125")


def notebook(source: str, output: str, indent: int = 1) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": [output]}],
            "source": ["# verify: z = 3 * 5\n", "print(3 * 5)"],
        },
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=indent) + "\n"


def test_cells_of_a_notebook_are_changed_and_what_a_program_printed_is_left(tmp_path: Path) -> None:
    text = notebook("First.\n\nSo $3 + 4 = 8$.", "14\n")
    said, after = fix(tmp_path, "n.ipynb", text, "--write")
    assert after == text.replace("4 = 8", "4 = 7")
    assert "a program printed it: mend the program and run it again" in said.err


@pytest.mark.parametrize("ends", [("\n",), ("\n", "\f")])
def test_cells_stay_the_lines_that_they_are_in_their_file(tmp_path: Path, ends: tuple[str, ...]) -> None:
    """Those of Jupyter end at ends of pages too, those of other editors do not."""
    text = notebook("One.\n\f\nSo $3 + 4\f = 8$.\n", "15\n")
    lines = json.loads(text)["cells"][0]["source"]
    if "\f" not in ends:
        made = json.loads(text)
        made["cells"][0]["source"] = "".join(lines).replace("\n", "\n|").strip("|").split("|")
        text = json.dumps(made, indent=1) + "\n"
    said, after = fix(tmp_path, "n.ipynb", text, "--write")
    assert (after, said.code) == (text.replace("= 8", "= 7"), 0)


def test_a_notebook_that_is_laid_out_otherwise_is_left_as_it_is(tmp_path: Path) -> None:
    text = notebook("So $3 + 4 = 8$.", "15\n", indent=4)
    said, after = fix(tmp_path, "n.ipynb", text, "--write")
    assert (after, said.code) == (text, 1)
    assert "not laid out as Jupyter writes it" in said.err


def test_a_broken_file_and_an_unknown_name_are_told_and_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("document: [", encoding="utf-8")
    (tmp_path / "t.md").write_text(EQUALITY, encoding="utf-8")
    said = called("fix", "nowhere.md", "b.yaml", "t.md", folder=tmp_path)
    assert said.code == 2
    assert "nowhere.md" in said.err
    assert "b.yaml:1" in said.err
    assert "+Twelve boxes" in said.out


FORMS = [
    ("$2 \\cdot 3456.5 = 6,923.0$", "6,923.0", "6,913.0"),
    ("$2 \\cdot 3456.5 = 6{,}923.0$", "6{,}923.0", "6{,}913.0"),
    ("$2 \\cdot 3456.5 = 6\\,923.0$", "6\\,923.0", "6\\,913.0"),
    ("$200 \\cdot 10000 = 2,000,001$", "2,000,001", "2,000,000"),
    ("$5 \\cdot 199 = 1,005$", "1,005", "995"),
    ("$2 \\cdot 0.0031 = 6.9 \\times 10^{-3}$", "6.9", "6.2"),
]


@pytest.mark.parametrize(("text", "old", "new"), FORMS)
def test_numbers_keep_the_form_of_their_author(tmp_path: Path, text: str, old: str, new: str) -> None:
    said, after = fix(tmp_path, "t.md", f"{text}\n", "--write")
    assert (after, said.code) == (f"{text}\n".replace(old, new), 0)


def test_a_form_that_is_not_known_is_left_and_said_to_be() -> None:
    assert respelled("1.300e3", "1400", "1300") is None
    assert respelled("1,2345", "1234", "1233") is None
    assert respelled("1,234.567", "1234567", "1234568") is None
    assert respelled("6.9 in 10", "6.9x10^-3", "6.2x10^-3") is None
    assert respelled("6.9e1", "6.9x10^1", "6.2x10^2") is None


def test_an_operand_with_the_digits_of_a_changed_number_is_named(tmp_path: Path) -> None:
    text = "A tin holds $12 \\cdot 4 = 46$ nuts.\n\nWith 7 more it is $46 + 7 = 53$, and $3 + 46 \\cdot 2 = 95$.\n"
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert (after, said.code) == (text.replace("46", "48", 1), 1)
    assert said.err.splitlines() == [
        "t.md:3: look: 46 is used again; line_1 in line 1 becomes 48",
        "t.md: 1 number changed, 0 errata left, 1 number to look at",
    ]


def test_two_numbers_behind_names_are_left(tmp_path: Path) -> None:
    said, after = fix(tmp_path, "t.md", (text := "So $2ab = 0.0437 = 0.087$.\n"), "--write")
    assert (after, said.code) == (text, 1)
    assert said.err.splitlines() == [
        "t.md:1: left: Two sides are not equal: line_1: either side may be wrong",
        "t.md: 0 numbers changed, 1 erratum left",
    ]
    assert "0.044" not in called("explain", "t.md", "line_1", folder=tmp_path).out.partition("Verdict")[2]


def test_a_number_that_stands_again_in_words_is_named(tmp_path: Path) -> None:
    text = "Each pays 9 / 4 = 3.25 here.\n\nWe pay 1,215 * 4 = 4,680. So 3.25, not 13.25 or 3.257, or 4680.\n\n`3.25`\n"
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert (after, said.code) == (text.replace("3.25", "2.25", 1).replace("4,680", "4,860"), 1)
    assert said.err.splitlines() == [
        "t.md:3: look: 3.25 stands here again; line_1 in line 1 becomes 2.25",
        "t.md:3: look: 4680 stands here again; line_3 in line 3 becomes 4860",
        "t.md: 2 numbers changed, 0 errata left, 2 numbers to look at",
    ]


@pytest.mark.parametrize("behind", ["So 46 come.", "It is not 3.246.", "<!-- 3.46 -->", "Then $2 \\cdot 1.23 = 2.46$."])
def test_digits_that_stand_again_by_chance_are_not_named(tmp_path: Path, behind: str) -> None:
    said, _ = fix(
        tmp_path, "t.md", f"A tin holds $12 \\cdot 4 = 46$ nuts, and $9 / 4 = 3.46$.\n\n{behind}\n", "--write"
    )
    assert said.err.splitlines() == ["t.md: 2 numbers changed, 0 errata left"]


def test_a_number_that_follows_by_hidden_digits_alone_is_named(tmp_path: Path) -> None:
    logs = "0.5 \\log_2(0.5) + 0.371 \\log_2(0.371) + 0.129 \\log_2(0.129)"
    text = f"$$H = -({logs}) = -(-0.5 - 0.531 - 0.331) = 1.362$$\n"
    said, after = fix(tmp_path, "t.md", text, "--write")
    assert after == text.replace("0.331", "0.381")
    assert said.err.splitlines() == [
        "t.md:1: look: H is 1.362, which its operands as printed no longer give",
        "t.md: 1 number changed, 0 errata left, 1 number to look at",
    ]


def test_the_page_on_fix_shows_what_it_prints(tmp_path: Path) -> None:
    file, diff, said = re.findall(
        r"(?:^    .*\n)+", (ROOT / "docs" / "fix.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    found, _ = fix(tmp_path, "eggs.md", textwrap.dedent(file))
    assert (found.out, found.err) == (textwrap.dedent(diff), textwrap.dedent(said))


WHOLE = [ROOT / "documents_data" / name for name in ("regression.md", "pendulum.tex", "jamil.yaml", "tutorial10.yaml")]


@pytest.mark.slow
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_documents_differ_in_digits_alone_and_are_not_changed_again(tmp_path: Path, path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    said, after = fix(tmp_path, path.name, before, "--write")
    assert after != before
    numeral = re.compile(r"-?[0-9][0-9.,]*(?:x10\^)?-?[0-9]*")
    assert numeral.sub("#", after) == numeral.sub("#", before)
    wrong = called("check", path.name, "--no-causes", folder=tmp_path).out.count(": error: ")
    assert wrong == said.err.count(": left: ")
    assert called("fix", path.name, folder=tmp_path).out == ""


def test_a_number_that_an_annotation_finds_by_its_digits_is_left(tmp_path: Path) -> None:
    text = "So a share of 1/4 remains.\n"
    said, after = fix(tmp_path, "t.md", f"<!-- verify: c at 1/4 = 2/7 -->\n{text}", "--write")
    assert said.err.startswith(
        "t.md:2: left: c should be 2/7: an annotation finds it by its digits: change both by hand\n"
    )
    assert after.endswith(text)


def test_so_is_one_with_a_decimal_comma(tmp_path: Path) -> None:
    text = "Das sind 4,25 Meter.\n"
    annotation = "<!-- verify: decimal comma; g at 4,25 = 8 / 2 -->\n"
    said, after = fix(tmp_path, "t.md", f"{annotation}{text}", "--write")
    assert said.err.startswith(
        "t.md:2: left: g should be 4.00: an annotation finds it by its digits: change both by hand\n"
    )
    assert after.endswith(text)


EXCHANGED = """\
<!-- verify: givens exact; columns _, start, charge, end; charge = start / 4; end = start - charge -->

| year | start | charge | end |
| --- | --- | --- | --- |
| 1 | 1500 | 281.25 | 1125 |
| 2 | 1125 | 375 | 843.75 |
| 3 | 843.75 | 210.94 | 632.81 |
"""


def test_numbers_that_were_exchanged_keep_their_digits(tmp_path: Path) -> None:
    _, after = fix(tmp_path, "t.md", EXCHANGED, "--write")
    assert after.splitlines()[4:6] == ["| 1 | 1500 | 375.00 | 1125 |", "| 2 | 1125 | 281.25 | 843.75 |"]


FORMS = (
    ("1{,}500 + 200 = 1{,}800", "1{,}500 + 200 = 1{,}700"),
    ("1&thinsp;500 + 200 = 1&thinsp;800", "1&thinsp;500 + 200 = 1&thinsp;700"),
    ("300 &minus; 1&#8239;500 = &minus;1&#8239;300", "300 &minus; 1&#8239;500 = &minus;1&#8239;200"),
)


@pytest.mark.parametrize(("before", "after"), FORMS)
def test_numbers_keep_the_form_of_their_file(tmp_path: Path, before: str, after: str) -> None:
    form = "<p>So {}.</p>\n" if "&" in before else "So ${}$.\n"
    _, changed = fix(tmp_path, "t.html" if "&" in before else "t.md", form.format(before), "--write")
    assert changed == form.format(after)


def test_percentages_below_a_header_have_no_sign(tmp_path: Path) -> None:
    text = "% verify: columns n; share = n / 80\n\\begin{{tabular}}{{rr}}\n$n$ & {} \\\\\n20 & 25.0{} \\\\\n"
    whole = text + "32 & {}{} \\\\\n40 & 50.0{} \\\\\n\\end{{tabular}}\n"
    for header, sign in (("share (\\%)", ""), ("share", "\\%")):
        _, changed = fix(tmp_path, "t.tex", whole.format(header, sign, "41.0", sign, sign), "--write")
        assert changed == whole.format(header, sign, "40.0", sign, sign)


def test_what_is_left_is_named_at_its_line_and_cell(tmp_path: Path) -> None:
    cell = {
        "cell_type": "code",
        "execution_count": 1,
        "metadata": {},
        "outputs": [{"name": "stdout", "output_type": "stream", "text": ["\n", "[2. 5.]\n"]}],
        "source": ["# verify: y = 2 * x\n", "x = np.array([1.0, 2.0])\n", "print(2*x)"],
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    said, _ = fix(tmp_path, "t.ipynb", json.dumps(notebook, indent=1) + "\n")
    assert said.err.startswith("t.ipynb:cell 1 output:2: left: y[1,2] should be 4: a program printed it")
