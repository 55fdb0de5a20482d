"""What the language server shows, without a server: places to the character, and changes that are exact."""

import json
import os
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from tests.calling import main, parser
from tests.effort import short, some
from tests.tables import each
from verifier.commands import lsp
from verifier.errata.fixed import fixed
from verifier.integrations.checked_text import CheckedText, end_of
from verifier.integrations.diagnostics import shown
from verifier.integrations.editor_documents import Cell, Change, Notebook, NotebookFile, Plain, changed, format_for
from verifier.integrations.editor_work import work
from verifier.integrations.hovers import account
from verifier.integrations.marks import Asked, Edit, Mark, Remedy, Shown, Span
from verifier.integrations.notebook_text import sources
from verifier.integrations.positions import Encoding, Text
from verifier.integrations.quick_fixes import REASON, Comments, Fixes
from verifier.sources.formats import format_of
from verifier.verdict import Verdict

CASES = Path(__file__).parent / "cases"
FILES = [path for path in sorted((CASES / "reading").iterdir()) if path.suffix != ".expected" and path.is_file()]


def _name(path: Path) -> str:
    return path.name


SOME = [path for path in FILES if path.name.startswith("wrong")]
ASTRAL = "😀"


def checked(text: str, kind: str | None = "markdown", *, path: str = "text.md", causes: bool = False) -> CheckedText:
    return CheckedText(Asked("check", path, kind, text, causes=causes), ranges=False)


def of_file(path: Path) -> CheckedText:
    text = path.read_bytes().decode("utf-8-sig")
    return checked(text, format_of(str(path)), path=str(path))


def put(text: str, edits: tuple[Edit, ...], kind: str | None = "markdown") -> str:
    """A text after edits, through the positions of an editor."""
    found: list[tuple[int, int, str]] = []
    shown_text = Text(text, "utf-16")
    document = (NotebookFile if kind == "notebook" else Plain)("a", "a", kind, 1, shown_text)
    for edit in edits:
        made = document.edit(edit)
        assert made is not None
        start, end = (shown_text.offset(*shown_text.place(point)) for point in made[0][1:])
        found.append((start, end, made[1]))
    for start, end, new in sorted(found, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def digits(text: str) -> str:
    return "".join(str(unicodedata.digit(letter)) for letter in text if letter.isdigit())  # of full width too


@each("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_point_leads_back_to_its_line_and_column(encoding: Encoding):
    text = Text(f"a{ASTRAL}b\r\n\u00e9\u4e2d\r{ASTRAL}{ASTRAL}\nend", encoding)
    for line, shown_line in enumerate([f"a{ASTRAL}b", "\u00e9\u4e2d", ASTRAL * 2, "end"], start=1):
        assert text.line(line) == shown_line
        for column in range(1, len(shown_line) + 2):
            assert text.place(text.point(line, column)) == (line, column)


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
def test_a_character_beyond_the_first_plane_has_the_units_of_its_encoding(encoding: Encoding, character: int):
    assert Text(f"a{ASTRAL}b", encoding).point(1, 3) == (0, character)


def test_line_separators_of_other_standards_end_no_line_of_an_editor():
    text = changed(Text("a\u2028b\x0cc\nd", "utf-16"), [Change("X", (1, 0), (1, 1)), Change("Y", (0, 4), (0, 5))])
    assert text.text == "a\u2028b\x0cY\nX"


def test_each_change_is_made_to_the_text_that_the_one_before_left():
    text = changed(Text("one\r\ntwo", "utf-16"), [Change("", (0, 3), (1, 0)), Change("!", (0, 6), (0, 6))])
    assert text.text == "onetwo!"
    assert changed(text, [Change("new")]).text == "new"


@pytest.mark.parametrize(
    ("line", "printed", "shown_there"),
    [
        ("x 12.5, y", "12.5", "12.5"),
        ("x \u22120.5 y", "-0.5", "\u22120.5"),
        ("x &minus;0.5 y", "-0.5", "&minus;0.5"),
        ("x 1{,}234.5 y", "1234.5", "1{,}234.5"),
        ("x 1\\,234 567", "1234", "1\\,234"),
        ("x 2.5 \\times 10^{-4}.", "2.5e-4", "2.5 \\times 10^{-4}"),
        ("x 2.5·10⁻⁴.", "2.5e-4", "2.5·10⁻⁴"),
        ("x 2.5E-04.", "2.5E-04", "2.5E-04"),
        ("x 87.5\\% y", "87.5%", "87.5\\%"),
        ("x 3 and 4", "3", "3"),
        ("x word, y", "word", "word,"),
    ],
)
def test_a_number_ends_where_its_text_ends(line: str, printed: str, shown_there: str):
    assert line[2 : end_of(line, 2, printed)] == shown_there


@each("path", some(short(FILES[::4], _name)), ids=lambda path: path.name)
def test_each_number_stands_at_its_span(path: Path):
    found = of_file(path)
    for _, cell, span in found.cells():
        there = found.line(span.line, span.cell)[span.start - 1 : span.end - 1]
        if cell.number is not None and "e" not in cell.text.lower() and not re.search(r"frac|[/:]", there):
            assert digits(there).startswith(digits(cell.text)[:1]), (cell.text, there)
            assert there == there.strip()


@pytest.mark.slow
@each("path", some(short(SOME[::3], _name)), ids=lambda path: path.name)
def test_fixes_are_those_of_the_command(path: Path):
    found = of_file(path)
    if found.report is None:
        return
    text = found.asked.text
    (remedy,) = list(Fixes(found).all()) or [Remedy("", "source.fixAll", ())]
    assert put(text, remedy.edits, found.asked.format) == fixed(text, found.judged).text


@each("path", some(short(SOME[1::6], _name)), ids=lambda path: path.name)
def test_what_is_skipped_is_not_accused(path: Path):
    found = of_file(path)
    errors = [mark for mark in shown(found).marks if mark.level == "error" and not mark.is_output]
    if found.report is None or not errors:
        return
    before = Counter(cell.text for _, cell, _ in found.cells() if cell.verdict is Verdict.CONTRADICTED)
    for remedy in Comments(found).at(errors[0]):
        text = put(found.asked.text, remedy.edits, found.asked.format)
        after = CheckedText(found.asked._replace(text=text), ranges=False)
        if after.report is not None:  # what others use by its name cannot be skipped
            wrong = Counter(cell.text for _, cell, _ in after.cells() if cell.verdict is Verdict.CONTRADICTED)
            now = [mark for mark in shown(after).marks if mark.level == "error" and not mark.is_output]
            # what follows from what is skipped may be found wrong now; of a shape no number is wrong
            assert (wrong & before) < before if before else len(now) < len(errors)


def test_each_wrong_number_has_its_own_mark():
    text = "<!-- verify: A -->\n$$A = [1, 2, 3]$$\n<!-- verify: B = 2 * A -->\n$$B = [2, 5, 7]$$\n"
    marks = shown(checked(text)).marks
    wrong = [mark for mark in marks if mark.level == "error"]
    assert [mark.span for mark in wrong] == [Span(4, 11, 12), Span(4, 14, 15)]
    assert Span(2, 8, 9) in [related.span for related in wrong[0].related]


def test_a_mark_names_what_decides_it():
    text = "<!-- verify: givens exact; a -->\n$$a = 2.5$$\n<!-- verify: b = 2 * a -->\n$$b = 6.0$$\n"
    text += "<!-- verify: c = b + 1 -->\n$$c = 7.0$$\n"
    first, second = shown(checked(text, causes=True)).marks
    assert (first.span, first.level) == (Span(4, 7, 10), "error")
    assert [(one.span, one.message) for one in first.related] == [(Span(2, 7, 10), "computed from a")]
    assert (second.span, second.code) == (Span(6, 7, 10), "inherited")
    assert second.related[0] == (Span(4, 7, 10), "b is wrong, and this follows from it")


def test_the_first_wrong_number_of_a_block_shows_its_correction():
    text = "<!-- verify: A -->\n$$A = [1, 2, 3]$$\n<!-- verify: B = A + A -->\n$$B = [2, 5, 7]$$\n"
    (hint,) = shown(checked(text)).hints
    assert (hint.span, hint.text) == (Span(4, 12, 12), "should be 4")


def test_problems_of_annotations_stand_where_they_are():
    (mark,) = shown(checked("<!-- verify: B = A + -->\n$$B = [2, 5]$$\n")).marks
    assert (mark.level, mark.span.line) == ("error", 1)


def test_the_account_of_a_wrong_number_says_what_it_should_be():
    asked = Asked("check", "text.md", "markdown", "So $2 \\cdot 0.25 = 0.7$.")
    found = account(CheckedText(asked, ranges=True), Span(1, 20, 20))
    assert found is not None
    assert found.span == Span(1, 20, 23)
    assert "contradicted" in found.text
    assert "```text\nline\\_1" not in found.text
    assert "It should be 0.5." in found.text
    assert account(CheckedText(asked, ranges=True), Span(1, 1, 1)) is None


def test_markdown_of_a_document_does_nothing_in_an_account():
    text = "<!-- verify: A -->\n\n| a | b |\n|---|---|\n| 1 | ```2 |\n"
    found = account(CheckedText(Asked("check", "[x](y).md", "markdown", text), ranges=True), Span(5, 3, 3))
    assert found is None or "[x](y)" not in found.text


def test_givens_are_declared_before_their_paragraph():
    mark = Mark(Span(3, 10, 11), "note", "declare-givens", "")
    found = list(Comments(checked("# A\n\nSo we have $1 + 1 = 2$.\n")).at(mark))
    assert [put("# A\n\nSo we have $1 + 1 = 2$.\n", one.edits) for one in found] == [
        f"# A\n\n<!-- verify: givens {word} -->\nSo we have $1 + 1 = 2$.\n" for word in ("exact", "rounded")
    ]


def test_givens_of_a_document_file_are_declared_in_it():
    text = "# on it\ndocument: one\ntitle: One\nstages:\n- name: a\n  printed: 1\n"
    mark = Mark(Span(6, 12, 13), "note", "declare-givens", "")
    found = list(Comments(checked(text, None, path="one.yaml")).at(mark))
    assert put(text, found[0].edits, None) == text.replace("document:", "givens: exact\ndocument:")


@pytest.mark.parametrize(("kind", "sign"), [("latex", "% verify:"), ("plain", "# verify:"), ("html", "<!-- verify:")])
def test_comments_are_those_of_the_format(kind: str, sign: str):
    text = (
        "<p>So \\(2 + 3 = 6\\) is it.</p>\r\n"
        if kind == "html"
        else "So $2 + 3 = 6$ is it.\r\n"
        if kind == "latex"
        else "So 2 + 3 = 6 is it.\r\n"
    )
    found = checked(text, kind, path=f"text.{kind}")
    (mark,) = [mark for mark in shown(found).marks if mark.level == "error"]
    (remedy,) = Comments(found).at(mark)
    after = put(text, remedy.edits, kind)
    assert after.startswith(f"{sign} skip because {REASON}")
    assert after.count("\r\n") == after.count("\n")
    assert shown(checked(after, kind, path=f"text.{kind}")).marks == ()


def test_a_formula_is_confirmed_at_its_block():
    text = "Let $a = 3.25$.\n\nThen\n\n$$b = 2 a = 6.50$$\n"
    remedies = [one for one in Comments(checked(text)).drafted() if one.title.startswith("Confirm b")]
    after = put(text, remedies[0].edits)
    assert "<!-- verify: b = " in after
    assert checked(after).report is not None


def test_no_comment_stands_between_the_rows_of_a_table():
    text = "<!-- verify: columns x; y = 2 * x -->\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n| 2 | 5 |\n| 3 | 6 |\n"
    found = checked(text)
    (mark,) = [mark for mark in shown(found).marks if mark.level == "error"]
    for remedy in Comments(found).at(mark):
        assert text[text.index("| x") :] in put(text, remedy.edits)


def notebook(*cells: tuple[str, str]) -> str:
    made = [{"cell_type": kind, "source": source.splitlines(keepends=True)} for kind, source in cells]
    for cell in made:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
    return json.dumps({"cells": made}, indent=1, ensure_ascii=False) + "\n"


def test_a_mark_in_a_notebook_shown_as_json_stands_at_its_characters():
    text = notebook(("markdown", f'Say "{ASTRAL}\u00e9".\nSo $2 + 3 = 6$.'), ("markdown", "And $1 + 1 = 2$."))
    text = text.replace("\u00e9", "\\u00e9")
    found = checked(text, "notebook", path="a.ipynb")
    (mark,) = shown(found).marks
    assert mark.span == Span(2, 13, 14, 1)
    document = NotebookFile("a", "a.ipynb", "notebook", 1, Text(text, "utf-16"))
    where = document.where(mark.span)
    assert where is not None
    shown_text = Text(text, "utf-16")
    start, end = (shown_text.offset(*shown_text.place(point)) for point in where[1:])
    assert (text[start:end], text[start - 4 : start]) == ("6", "3 = ")
    assert document.span("a", where.start, where.end) == mark.span
    (remedy,) = Comments(found).at(mark)
    assert json.loads(put(text, remedy.edits, "notebook"))["cells"][0]["source"][0].startswith("<!-- verify: skip")


def test_each_character_of_a_cell_knows_its_place_in_the_json():
    text = '{"cells": [{"source": ["a\\n", "\\ud83d\\ude00b\\"c"]}, {"source": "x"}, {"source": []}]}'
    found = sources(text)
    assert [one.text for one in found] == [f'a\n{ASTRAL}b"c', "x", ""]
    assert [text[start:][:2] for start in found[0].at] == ["a\\", "\\n", "\\u", "b\\", '\\"', 'c"', '"]']
    assert sources("{") == sources("[]") == []


def test_a_mark_in_a_notebook_shown_cell_by_cell_stands_in_its_cell():
    document = Notebook("n", "n.ipynb", 1)
    document.cells = [Cell("n#1", is_code=False), Cell("n#2", is_code=True)]
    document.texts = {"n#1": Text(f"{ASTRAL} $2 + 3 = 6$", "utf-16"), "n#2": Text("print(1)", "utf-16")}
    document.printed = lambda number, source: [{"output_type": "stream", "text": f"{number} {source}"}]
    (mark,) = shown(checked(document.text, "notebook", path="n.ipynb")).marks
    where = document.where(mark.span)
    assert where is not None
    assert (where.uri, where.start, where.end) == ("n#1", (0, 12), (0, 13))
    assert document.span("n#1", where.start, where.end) == mark.span
    assert json.loads(document.text)["cells"][1]["outputs"][0]["text"] == "1 print(1)"


@pytest.mark.parametrize(
    ("ending", "language", "text", "kind"),
    [
        ("markdown", "plaintext", "", "markdown"),
        (None, "latex", "", "latex"),
        (None, "yaml", "document: a\nstages:\n", None),
        (None, "yaml", "services:\n", False),
        (None, "python", "", False),
    ],
)
def test_ending_language_and_text_decide_as_what_a_document_is_read(
    ending: str | None, language: str, text: str, kind: str | bool | None
):
    assert format_for(ending, language, text) == kind


def test_without_pygls_the_language_server_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(lsp, "find_spec", lambda _: None)
    assert main(["lsp"]) == 2
    assert capsys.readouterr().err == "verifier: error: the language server needs pygls: pip install 'verifier[lsp]'\n"


def test_without_forks_the_language_server_says_where_it_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(lsp, "find_spec", lambda _: True)
    monkeypatch.delattr(os, "fork")
    assert main(["lsp"]) == 2
    assert "Windows with WSL" in capsys.readouterr().err


def test_what_the_project_ignores_is_not_shown(tmp_path: Path):
    (tmp_path / "verifier.toml").write_text('[per-file-ignores]\n"a.md" = ["contradicted"]\n')
    text = "So $2 + 3 = 6$ it is.\n"
    quiet, loud = (shown(checked(text, path=str(tmp_path / name))) for name in ("a.md", "b.md"))
    assert (quiet.marks, quiet.hints) == ((), ())
    assert [mark.code for mark in loud.marks] == ["contradicted"]
    assert len(loud.hints) == 1
    asked = Asked("check", str(tmp_path / "a.md"), "markdown", text)
    (isolated,) = shown(CheckedText(asked, ranges=False, is_isolated=True)).marks
    assert isolated.code == "contradicted"
    (tmp_path / "verifier.toml").write_text('ignores = ["contradicted"]\n')
    flaw, wrong = shown(checked(text, path=str(tmp_path / "a.md"))).marks
    assert (flaw.code, wrong.code) == ("configuration", "contradicted")
    assert "did you mean" in flaw.message


def test_what_the_project_leaves_out_is_not_checked(tmp_path: Path):
    (tmp_path / "verifier.toml").write_text('exclude = ["a.md"]\n')
    found = [
        work(json.dumps(Asked("check", str(tmp_path / name), "markdown", "So $2 + 3 = 6$.\n")))
        for name in ("a.md", "b.md")
    ]
    assert [isinstance(one, Shown) and len(one.marks) for one in found] == [0, 1]


def test_the_limits_of_a_file_are_those_of_the_call_or_of_its_project(tmp_path: Path):
    (tmp_path / "verifier.toml").write_text('timeout = "1m"\nmemory = "1G"\n')
    called = parser("lsp").parse_args(["lsp", "--timeout", "5"])
    assert lsp._limits(called, str(tmp_path / "a.md"))[:2] == (5, 2**30)  # noqa: SLF001 - what the server is given
    called.isolated = True
    assert lsp._limits(called, str(tmp_path / "a.md"))[:2] == (5, 0)  # noqa: SLF001 - as above; tests are unlimited
