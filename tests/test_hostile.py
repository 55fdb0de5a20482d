"""Hostile texts of every format: each is read, or has a located error, and nothing in it is a fault of the verifier."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attacks import ATTACKS, spoilt
from tests.calling import called
from tests.counting import counted
from tests.effort import at_length, examples, some
from tests.tables import each
from verifier.document.problems import DocumentError
from verifier.errata import effort as of_errata
from verifier.errata.explanations import UNSEARCHED
from verifier.pipeline import check
from verifier.sources.formats import FORMATS, read_source, settled_file
from verifier.sources.layouts import comments
from verifier.sources.text import effort
from verifier.sources.text.stretch import whole
from verifier.sources.text.words import words_of

FRAGMENTS = [
    *sorted(
        words_of(r"""$ $$ \[ \] \( \) \ { } ( ) [ ] < > & | ` ``` ~~~ 1 0.5 1,000 10^{-4} = \approx + - \cdot / ! % \%
    ^ _ \frac{1}{2} \frac \sqrt[3]{8} \sqrt \sum_{i=1}^{3} i \sum_{i= \binom{4}{2} \log_2 e^{1} \begin{align}
    \end{align} \\ \text{of}
    \begin{pmatrix} \end{pmatrix} \begin{tabular}{c} \end{tabular} \newcommand{\a}[1]{#1\a} \def\b{\b} \a \b \verb|
    \left( \right) <table> <td> </td> <!-- --> <script> </p> <sup> <math> </math> &minus; &#0; of is --- 1.""")
    ),
    *("\n", "\r\n", "\r", "\n\n", " ", " = ", "\n- ", "\n> ", "\n# ", "\n| a | 1 = 2 |\n| - | - |\n"),
    *("\u202e", "\ufeff", "\u2212"),
]
SURROGATE = rb'{"cells": [{"cell_type": "markdown", "source": "\ud800 $3 + 4 = 8$"}]}'
ALIGNED = b"\\begin{align}\n1 + 2 = 4\n\nThen 3 + 4 = 8.\n"
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join)


@given(text=TEXTS, name=st.sampled_from(sorted(set(FORMATS.values()))))
@settings(max_examples=examples(300), deadline=None)
def test_any_text_of_fragments_is_read_or_has_a_located_error(text: str, name: str) -> None:
    shown = json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}) if name == "notebook" else text
    try:
        source = read_source("text", name, shown)
    except DocumentError as error:
        place = str(error).partition(":")[0]
        source = None
    else:
        place = "text"
    assert place == "text"
    for line, column, digits, *_ in source.read(source.document({}), {}).numerals if source else ():
        assert line >= 1
        assert column >= 1
        assert digits


def said_of(folder: Path, name: str, content: bytes) -> str:
    (folder / name).write_bytes(content)
    said = called("check", name, "--no-causes", folder=folder)
    assert "fault" not in said.err
    return said.out + said.err


@each(
    "name, content, place",
    [
        ("text.md", b"3 + 4 = 8 caf\xe9\n", "text.md:1:14: error: text in UTF-8"),
        ("text.md", b"3 + 4 = 8\x00\n", "text.md:1:10: error"),
        ("text.ipynb", b"no json", "text.ipynb:1:1: error: a notebook"),
        ("text.ipynb", b'{"cells": [{"cell_type": "markdown", "source": {"a": 1}}, 5]}', "text.ipynb:1:1: error"),
        ("text.md", b"\xef\xbb\xbf3 + 4 = 8\n", "text.md:1:9: error: "),
        ("text.md", b"3 + 4 = 7\r\n\r\n$1 + 1 = 3$\r\n", "text.md:3:10: error: "),
        ("text.ipynb", SURROGATE, "text.ipynb:cell 1:1:12: error"),
        ("text.md", b"$$\n1 + 2 = 4\n\nThen 3 + 4 = 8.\n", "text.md:1:1: warning: $$ without $$"),
        ("text.md", b"$$\n1 + 2 = 4\n\nThen 3 + 4 = 8.\n", "text.md:4:14: error"),
        ("text.tex", ALIGNED, "text.tex:1:1: warning: \\begin{align} without"),
        ("text.tex", ALIGNED, "text.tex:4:14: error"),
        ("text.tex", b"\\newcommand{\\a}{\\a + 1}$\\a = 2$\n\n$3 + 4 = 8$\n", "text.tex:3:10: error"),
        ("text.html", b'<p>3 + 4 = 8 <a b="\n<p>3 + 4 = 7', "text.html:1:12: error"),
        ("text.html", b"<script>a = '<!--'</script><p>3 + 4 = 8", "text.html:1:39: error"),
    ],
)
def test_a_broken_file_says_where_and_costs_no_more_than_its_paragraph(
    name: str, content: bytes, place: str, tmp_path: Path
) -> None:
    assert place in said_of(tmp_path, name, content)


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"\\newcommand{{\\{chr(97 + k)}}}{{\\{chr(98 + k)}\\{chr(98 + k)}}}" for k in range(20)) + "$\\a = 2$",
        "\\newcommand{\\a}{" * at_length(5_000),
        "\\begin{verbatim}" * at_length(5_000),
        "\\begin{tabular}{c}" * at_length(2_000) + "\\end{tabular}" * at_length(2_000),
        "$\\begin{array}{c} 1 \\end{array} = 2$ " * at_length(2_000),
    ],
    ids=lambda text: text[:20],
)
def test_commands_that_grow_and_environments_without_end_are_left(text: str, tmp_path: Path) -> None:
    said_of(tmp_path, "text.tex", text.encode())


@pytest.mark.parametrize(
    "text",
    ["(" * at_length(20_000) + "1" + ")" * at_length(20_000) + " = 2", "word 1.5 + 1 = 2.5, and " * at_length(300)],
)
def test_deep_and_long_lines_are_read(text: str, tmp_path: Path) -> None:
    assert "error" not in said_of(tmp_path, "text.md", text.encode())


HEAVY = (
    "ands",
    "closed environments",
    "doubled macro",
    "long macro",
    "same equality",
    "sum",
    "towers",
    "wrong equalities",
)
"""Texts that state a thing in every few characters, and spoilt ones: a tenth of the length is long for them."""
MOST_CALLS = 5_000
"""Functions called for a character: generous, and far less than what is not linear calls at full length."""


@pytest.mark.parametrize("name", some(ATTACKS, 2, of=19) + [f"seed {seed}" for seed in range(examples(60))])
def test_a_hostile_text_is_checked_in_bounded_time_and_is_no_fault(name: str, tmp_path: Path) -> None:
    attack = ATTACKS.get(name) or spoilt(int(name.split()[1]))
    path = tmp_path / f"text.{attack.ending}"
    size = at_length(4_000, of=10) if name.startswith(("seed", *HEAVY)) else at_length(40_000, of=50)
    path.write_text(attack.text(size), encoding="utf-8")
    said, calls = counted(lambda: called("check", path.name, folder=tmp_path))
    assert calls < MOST_CALLS * size
    assert "fault" not in said.err
    assert said.code < 2 or "error:" in said.err


@each(
    "name, text, why",
    [
        ("text.md", "$" + "1.5 \\cdot " * 100 + "1 = 2$", "nested more than 60 deep"),
        ("text.md", "$" + "\\log " * 100 + "2 = 1$", "more than 30 parts in one another"),
        ("text.md", "1 = 1" * 300, "one of more than 200 sides"),
        ("text.md", "$2 = 3 \\cdot 10^{99999}$", "an exponent that is no number of a few digits"),
        ("text.md", "$((1.5 + 1) = 2.5$", "brackets that do not match"),
        ("text.md", "$" + "1 + " * 2500 + "1 = 1$", "too long"),
    ],
)
def test_coverage_says_why_a_side_is_not_read(name: str, text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = called("coverage", name, folder=tmp_path)
    assert f": {why} (line" in said.out
    assert called("check", name, folder=tmp_path).code == 0


@pytest.mark.slow
def test_long_sums_are_judged_and_their_trees_are_flat(tmp_path: Path) -> None:
    long = " + ".join(["1.5"] * 100)
    text = f"${long} - 0.5 = 149.5$ and ${long} = 250.5$"
    said = said_of(tmp_path, "text.md", text.encode())
    assert said.count("error") == 1
    assert f"text.md:1:{text.index('250.5') + 1}: error" in said


def test_what_follows_many_equalities_is_not_judged_and_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(effort, "MAX_NUMBERS", 5)
    said = said_of(tmp_path, "text.md", "\n\n".join(["$1.5 + 1.5 = 4.0$"] * 4).encode())
    assert said.count("error:") == 2
    assert "text.md:3:2: warning: what follows is not judged: behind the first 5 numbers in equalities [unread]" in said
    assert "6 unread" in said


@each(
    "definitions, use, said",
    [
        (r"\newcommand{\a}{\b}\newcommand{\b}{\a}", r"\a", r"1:1: warning: \a uses itself"),
        (r"\newcommand{\a}{\a + 1}", r"\a", r"1:1: warning: \a uses itself"),
        (r"\newcommand{\a}[1]{#1{#1}}", r"\a{\a}", r"2:7: warning: \a comes back after 50 replacements"),
        (
            "".join(f"\\def\\{chr(98 + k)}{{\\{chr(97 + k)}\\{chr(97 + k)}}}" for k in range(20)) + r"\def\a{1 + }",
            r"\u",
            r"warning: \l stands for more than 10000 characters: it is left as it is [unread]",
        ),
    ],
)
def test_commands_without_end_are_left_and_noted(definitions: str, use: str, said: str, tmp_path: Path) -> None:
    text = f"{definitions}\n$x {use} = 2$ and $3 + 4 = 8$."
    found = said_of(tmp_path, "text.tex", text.encode())
    assert said in found
    assert f"text.tex:2:{text.index('8$') - text.index('$x') + 1}: error" in found


@pytest.mark.slow
def test_causes_are_searched_at_a_counted_number_of_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_errata, "MAX_SEARCHES", 2)
    text = "\n\n".join(f"$1.{k} \\cdot 2.5 = 9.00$" for k in range(10, 15))
    report = settled_file("text.md", check, text)
    assert report is not None
    by_stage = {made.stage: made.explanation == UNSEARCHED for made in report.errata}
    left = [by_stage[stage.stage.name] for stage in report.stages if stage.stage.name in by_stage]
    assert left == [False, False, True, True, True]
    assert all(made.tried == 0 for made in report.errata if made.explanation == UNSEARCHED)


def test_each_line_of_an_annotation_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    depth = comments._depth  # noqa: SLF001 - counts the work
    monkeypatch.setattr(comments, "_depth", lambda text: seen.append(text) or depth(text))
    text = "% verify: givens (\n" + "% 1,\n" * 100 + "% 2)\n% 3\n"
    (found,) = comments.line_comments(whole(text), "%")
    assert found.words.text.count("1,") == len(seen) - 2 == 100
    assert found.words.text.endswith("2)")
