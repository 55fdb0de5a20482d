"""Annotations in authors' files: drawn blocks in every spelling, right and wrong, and the examples of the docs."""

import json
import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.calling import called
from tests.effort import at_length, some
from tests.reports import ROOT

Texts: TypeAlias = Sequence[Sequence[str]]


def environment(rows: Texts, name: str = "bmatrix") -> str:
    return f"\\begin{{{name}}} " + " \\\\ ".join(" & ".join(row) for row in rows) + f" \\end{{{name}}}"


def brackets(rows: Texts) -> str:
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


def aligned(rows: Texts) -> str:
    return "\n".join("  ".join(cell.rjust(8) for cell in row) for row in rows)


def numpy(rows: Texts) -> str:
    return "[" + "\n ".join("[" + " ".join(cell.rjust(7) for cell in row) + "]" for row in rows) + "]"


def pipes(rows: Texts) -> str:
    head = "| | " + " | ".join("abcdef"[: len(rows[0])]) + " |\n|" + "---|" * (len(rows[0]) + 1)
    return head + "".join(
        f"\n| row {letter} | {' | '.join(row)} |" for letter, row in zip("abcdef", rows, strict=False)
    )


def html(rows: Texts) -> str:
    return (
        "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows) + "</table>"
    )


def tabular(rows: Texts) -> str:
    return (
        "\\begin{tabular}{"
        + "r" * len(rows[0])
        + "}\n"
        + " \\\\\n".join(" & ".join(row) for row in rows)
        + "\n\\end{tabular}"
    )


def in_display(shown: Callable[[Texts], str]) -> Callable[[Texts], str]:
    return lambda rows: f"$$\n{shown(rows)}\n$$"


def in_fence(shown: Callable[[Texts], str]) -> Callable[[Texts], str]:
    return lambda rows: f"```\n{shown(rows)}\n```"


SPELLINGS: dict[str, list[Callable[[Texts], str]]] = {
    "md": [
        in_display(environment),
        in_display(brackets),
        in_display(lambda rows: f"\\left[{environment(rows, 'array')}\\right]"),
        in_display(lambda rows: f"M = {environment(rows)} \\in \\mathbb{{R}}^{{2 \\times 2}}."),
        in_fence(aligned),
        in_fence(numpy),
        in_fence(lambda rows: f"tensor({brackets(rows)})"),
        pipes,
        html,
    ],
    "html": [html, lambda rows: f"\\[{environment(rows)}\\]", lambda rows: f"<pre>{numpy(rows)}</pre>"],
    "tex": [
        lambda rows: f"\\[ {environment(rows)} \\]",
        tabular,
        lambda rows: f"$$A = {environment(rows, 'pmatrix')}$$",
    ],
    "txt": [brackets, numpy, lambda rows: f"$${environment(rows)}$$"],
}
SIGNS = {"md": "<!-- verify: {} -->", "html": "<!-- verify: {} -->", "tex": "% verify: {}", "txt": "# verify: {}"}


def drawn(draw: random.Random, rows: int, columns: int) -> list[list[Fraction]]:
    return [[Fraction(draw.randint(-99, 99) or 1, 10) for _ in range(columns)] for _ in range(rows)]


def product(left: list[list[Fraction]], right: list[list[Fraction]]) -> list[list[Fraction]]:
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*right, strict=True)]
        for row in left
    ]


def shown(matrix: list[list[Fraction]], decimals: int) -> list[list[str]]:
    def one(value: Fraction) -> str:
        digits = str(abs(int(value * 10**decimals))).rjust(decimals + 1, "0")
        return f"{'-' if value < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"

    return [[one(value) for value in row] for row in matrix]


def found(text: str, folder: Path, kind: str) -> list[tuple[int, int, str]]:
    (folder / f"text.{kind}").write_text(text, encoding="utf-8")
    said = called("check", f"text.{kind}", "--no-causes", folder=folder)
    assert said.code in (0, 1), said.err
    return [
        (int(line), int(column), code)
        for line, column, code in re.findall(r"^text\.\w+:(\d+):(\d+): .*\[([\w-]+)\]$", said.out, re.MULTILINE)
    ]


@pytest.mark.parametrize("kind", some(SPELLINGS, 2))
def test_products_of_drawn_blocks_agree_and_a_planted_digit_is_found_at_its_place(kind: str, tmp_path: Path) -> None:
    draw = random.Random(kind)
    for spell in SPELLINGS[kind]:
        rows, inner, columns = draw.randint(2, 3), draw.randint(2, 3), draw.randint(2, 3)
        x, w = drawn(draw, rows, inner), drawn(draw, inner, columns)
        q = shown(product(x, w), 2)
        spelled = [draw.choice(SPELLINGS[kind]), draw.choice(SPELLINGS[kind]), spell]
        if draw.random() < 0.5:
            said = [SIGNS[kind].format("givens exact; X; W; Q = X @ W"), "", ""]
        else:
            said = [SIGNS[kind].format(one) for one in ("givens exact; X", "W", "Q = X @ W")]
        blocks = [spelled[0](shown(x, 1)), spelled[1](shown(w, 1))]
        text = "\n\n".join(f"{one}\n\n{block}" for one, block in zip(said, (*blocks, spell(q)), strict=True))
        assert found(text, tmp_path, kind) == [], text
        row, column = draw.randrange(rows), draw.randrange(columns)
        q[row][column] = q[row][column][:-2] + str((int(q[row][column][-2]) + 5) % 10) + q[row][column][-1]
        before = (
            "\n\n".join(f"{one}\n\n{block}" for one, block in zip(said, blocks, strict=False)) + f"\n\n{said[2]}\n\n"
        )
        wrong = found(before + spell(q), tmp_path, kind)
        assert [code for *_, code in wrong] == ["contradicted"], before + spell(q)
        line, place, _ = wrong[0]
        assert (before + spell(q)).split("\n")[line - 1][place - 1 :].startswith(q[row][column])


def examples() -> list[tuple[str, str]]:
    text = (ROOT / "docs/annotations.md").read_text(encoding="utf-8")
    tables = {"Markdown, of a table with totals": "md", "LaTeX, of a table": "tex"}
    kinds = tables | {"Markdown": "md", "HTML": "html", "plain text": "txt"}
    parts = re.findall(r"^In ([\w ,]+):\n\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    return [(kinds[name], re.sub("^    ", "", body, flags=re.MULTILINE)) for name, body in parts if name in kinds]


def test_the_examples_of_the_docs_agree(tmp_path: Path) -> None:
    assert len(examples()) == 5
    for kind, text in examples():
        assert found(text, tmp_path, kind) == [], text
        said = called("check", f"text.{kind}", "--format", "json", folder=tmp_path)
        assert json.loads(said.out)["summary"]["agrees"] > 0


def test_annotated_numbers_are_counted_as_given_and_checked(tmp_path: Path) -> None:
    text = "<!-- verify: X; columns _; a; b = 2 * a -->\n$$[1.5, 2]$$\n\n| n | a | b |\n|---|---|---|\n| x | 1 | 2 |\n"
    assert found(text, tmp_path, "md") == []
    said = called("coverage", "text.md", folder=tmp_path)
    assert said.out == "text.md:1: excluded (layout) 2\ntext.md:2: given 1.5 2\ntext.md:6: checked 2; given 1\n"


def test_numbers_of_outputs_say_so_in_json(tmp_path: Path) -> None:
    output = {"output_type": "execute_result", "data": {"text/plain": ["array([[0.5],\n", "       [1.5]])"]}}
    cell = {"cell_type": "code", "source": ["# verify: y\n", "y"], "outputs": [output]}
    (tmp_path / "text.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    stages = json.loads(called("check", "text.ipynb", "--format", "json", folder=tmp_path).out)["stages"]
    places = [(cell["cell"], cell["output"], cell["at"]) for cell in stages[0]["cells"]]
    assert places == [(1, True, [1, 9]), (1, True, [2, 9])]
    read = json.loads(called("coverage", "text.ipynb", "--format", "json", folder=tmp_path).out)
    assert read["list"][0] == {
        "at": [1, 9],
        "cell": 1,
        "output": True,
        "text": "0.5",
        "state": "given",
        "where": "code",
    }


def test_a_setting_holds_below_its_heading_and_ends_at_the_next_as_high(tmp_path: Path) -> None:
    said = "<!-- verify: givens exact -->"
    parts = ["# One", said, "$x = 0.5 \\cdot 3 = 1.6$", "```\n# code\n```", "## Two", "$y = 0.5 \\cdot 3 = 1.6$"]
    text = "\n\n".join([*parts, "# Three", "$z = 0.5 \\cdot 3 = 1.6$"])
    wrong = [line for line, _, code in found(text, tmp_path, "md") if code == "contradicted"]
    assert wrong == [5, 13]


def test_a_skipped_table_is_excluded_whole(tmp_path: Path) -> None:
    text = (
        "<!-- verify: skip because it is quoted -->\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nThen 1 + 1 = 2.\n"
    )
    (tmp_path / "text.md").write_text(text, encoding="utf-8")
    said = called("coverage", "text.md", folder=tmp_path)
    assert said.out.startswith(
        "text.md:5: excluded (skipped) 1 2\ntext.md:6: excluded (skipped) 3 4\ntext.md:8: checked 2"
    )


@pytest.mark.parametrize(
    "text",
    [
        "<!-- verify: X -->\n" * at_length(3_000) + "$$[1, 2]$$",
        "<!-- verify: " + "X; " * at_length(20_000) + "-->\n" + "$$[1, 2]$$\n\n" * at_length(2_000),
        "<!-- verify: X -->\n" + "[1, 2] " * at_length(10_000),
        "<!-- verify: X -->\n```\n" + "[" * at_length(50_000) + "\n```",
        "<!-- verify: X -->\n```\n" + "1 2\n" * at_length(20_000) + "```",
        "<!-- verify: X = " + "(" * at_length(20_000) + " -->\n$$[1, 2]$$",
        "<!-- verify: X = a -->\n" + "$a = 1$ " * at_length(5_000),
        "<!-- verify: X -->\n$$" + "\\begin{bmatrix}" * at_length(3_000) + "$$",
        "# a\n\n    b\n\n" * at_length(10_000) + "<!-- verify: givens exact -->",
        "<!-- verify: rounding exact -->\n# a\n" * at_length(1_500) + "1 + 1 = 2",
        "<!-- verify: columns a; b -->" + "".join(f"\n|{cell * at_length(5_000)}" for cell in ("1|", "-|", "1|")),
    ],
    ids=lambda text: text[:30],
)
def test_a_strange_annotated_text_is_read_in_bounded_time(text: str, tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text(text, encoding="utf-8")
    said = called("check", "text.md", "--no-causes", folder=tmp_path)
    assert "fault" not in said.err


def test_an_unequal_product_is_said_to_be_judged_where_an_annotation_judges_it(tmp_path: Path) -> None:
    path = ROOT / "tests/cases/reading/wrong-product-beside-its-annotation.md"
    said = called("check", str(path), "--no-causes", "--notes", folder=tmp_path).out
    (note,) = [line for line in said.splitlines() if "[not-judged]" in line]
    assert note.endswith("is not equal as written; the formula of an annotation judges a number of it [not-judged]")
