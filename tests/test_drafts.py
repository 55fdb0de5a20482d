"""Drafts: tiny authors' files in `cases/drafts`, each named after its situation, with the whole output beside it.

Beside each stands what `draft` says of it, and the file as `draft --write --questions` leaves it.
`python -m tests.test_drafts` writes both anew, for a reader to look through before they are committed.
"""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flint import fmpq

from tests.calling import called
from tests.effort import some
from tests.reports import CASES
from tests.tables import each
from verifier.document.model import Grid
from verifier.drafts.asking import accepted
from verifier.drafts.drafting import drafts
from verifier.drafts.evidence import Trial, chance, target_of
from verifier.drafts.naming import Names
from verifier.drafts.search import Search
from verifier.drafts.stated import stated
from verifier.drafts.values import Values
from verifier.drafts.writing import annotated
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression, Name
from verifier.numbers.array import Array
from verifier.numbers.printed import parse
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.naming import key_of
from verifier.sources.formats import read_outline
from verifier.sources.text.tokens import tokens

DRAFTS = CASES / "drafts"
FILES = sorted(path for path in DRAFTS.iterdir() if path.suffix not in (".expected", ".written"))

SIDECAR = """\
# What blocks of text.md are; `verifier check text.md` reads this.
blocks:
  - name: scores
    formula: "Q @ K.T"
    under: "Scores $QK^T$"
    shape: 2 x 2
    numbers: "0.8043 1.0994 0.2837 0.4189"
  - name: A
    formula: "softmax(Q @ K.T / sqrt(d_k))"
    under: "Scores $QK^T$"
    shape: 2 x 2
    numbers: "0.457 0.543 0.481 0.591"
"""

pytestmark = pytest.mark.usefixtures("shared_reports")


def name_of(path: object) -> str:
    assert isinstance(path, Path)
    return path.name


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}.{suffix}")


def transcript(path: Path) -> str:
    return called("draft", path.name, folder=path.parent).transcript


def written(path: Path, folder: Path, *options: str) -> str:
    """The text of a file in which accepted drafts were written."""
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    assert called("draft", path.name, "--write", *options, folder=folder).code == 0
    return copy.read_bytes().decode()


@each("path", FILES, ids=name_of)
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert transcript(path) == beside(path, "expected").read_text(encoding="utf-8")


@pytest.mark.slow
@each("path", FILES, ids=name_of)
def test_what_is_written_is_as_expected_and_is_written_once(path: Path, tmp_path: Path) -> None:
    text = written(path, tmp_path, "--questions")
    assert text == beside(path, "written").read_bytes().decode()
    assert called("draft", path.name, "--write", "--questions", folder=tmp_path).code == 0
    assert (tmp_path / path.name).read_bytes().decode() == text


def test_what_could_not_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    name = "stated-with-decimals-before-a-table.md"
    (tmp_path / name).write_bytes((DRAFTS / name).read_bytes())
    said = called("draft", name, "--write", "--accept-all", folder=tmp_path).err
    assert f"{name}: 1 formula written; 1 could not be said there" in said
    assert f"{name}:7:11: not written: zhat_u = 2.5 + 0.25 * u" in said
    assert said.endswith("its numbers or names would mean others of the text there\n")


@each("path", some(FILES, 1, of=3), ids=name_of)
def test_only_comments_are_written(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes().decode().splitlines(keepends=True)
    after = written(path, tmp_path, "--questions").splitlines(keepends=True)
    added = [line for line in after if "verify:" in line and line not in before]
    assert [line for line in after if line not in added] == before


def test_marks_and_ends_of_pages_stay_where_they_are(tmp_path: Path) -> None:
    before = "\ufeffA page.\n\f\n$$X = [1.5, 2.5]$$\f\v\n\n\f$$Y = X + X = [3.0, 5.0]$$\u2028\n\f"
    (tmp_path / "text.md").write_bytes(before.encode())
    assert called("draft", "text.md", "--write", "--questions", folder=tmp_path).code == 0
    after = (tmp_path / "text.md").read_bytes().decode()
    said = " <!-- verify: Y = X + X -->\n"
    assert (after.count(said), after.replace(said, "")) == (1, before)


@each("path", FILES, ids=name_of)
def test_what_is_not_accepted_accuses_nobody(path: Path) -> None:
    assert called("check", path.name, folder=path.parent).code == 0


def test_a_block_is_found_again_from_beside_the_file_after_edits(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_bytes((DRAFTS / "formulas-in-words.md").read_bytes())
    assert called("draft", path.name, "--sidecar", folder=tmp_path).code == 0
    assert path.read_bytes() == (DRAFTS / "formulas-in-words.md").read_bytes()
    assert beside(path, "verify.yaml").read_text(encoding="utf-8") == SIDECAR
    text = path.read_text(encoding="utf-8").replace("# Attention", "# Attention\n\n$$N = [1.5, 2.5]$$", 1)
    path.write_text(text.replace("0.591", "0.519"), encoding="utf-8")
    said = called("check", path.name, "--no-causes", folder=tmp_path)
    assert re.findall(r"A\[\d,\d\] is \S+", said.out) == []
    path.write_text(text, encoding="utf-8")
    said = called("check", path.name, "--no-causes", folder=tmp_path)
    assert re.findall(r"A\[\d,\d\] is \S+", said.out) == ["A[2,2] is 0.591,"]
    assert called("draft", path.name, "--sidecar", folder=tmp_path).code == 0
    assert beside(path, "verify.yaml").read_text(encoding="utf-8") == SIDECAR


def test_a_block_that_is_gone_is_an_error_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text("# Nothing\n", encoding="utf-8")
    (tmp_path / "text.md.verify.yaml").write_text(SIDECAR, encoding="utf-8")
    said = called("check", "text.md", folder=tmp_path)
    assert said.code == 2
    assert "text.md.verify.yaml:3:5: error: a block of 2 x 2 with most of the numbers of scores" in said.err + said.out


def test_what_stands_beside_a_file_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_bytes((DRAFTS / "formulas-in-words.md").read_bytes())
    (tmp_path / "text.md.verify.yaml").write_text(SIDECAR, encoding="utf-8")
    assert called("list", "--documents", str(tmp_path)).out.count("text") == 1


def test_a_document_file_is_made_of_drafts(tmp_path: Path) -> None:
    said = called("draft", "formulas-in-words.md", "--format", "yaml", folder=DRAFTS)
    (tmp_path / "made.yaml").write_text(said.out, encoding="utf-8")
    found = called("check", "made.yaml", "--no-causes", folder=tmp_path)
    assert "A[2,2] is 0.591, should be 0.520" in found.out
    assert found.err.startswith("formulas-in-words: 1 erratum. 1 of 8 checked numbers is wrong.")


def test_a_document_file_says_the_rows_of_columns_that_lead_back_to_themselves(tmp_path: Path) -> None:
    said = called("draft", "rows-that-lead-back-to-themselves.md", "--format", "yaml", folder=DRAFTS)
    assert 'formula: "rest[i - 1] if i else debt[i]"' in said.out
    assert 'formula: "debt[i] - paid[i]"' in said.out
    (tmp_path / "made.yaml").write_text(said.out, encoding="utf-8")
    found = called("check", "made.yaml", "--no-causes", folder=tmp_path)
    assert found.err.startswith("rows-that-lead-back-to-themselves: no errata. 9 checked numbers, none is wrong.")


def conversation(*answers: str) -> tuple[list[str], str]:
    """The formulas that are accepted with some answers, and what is shown."""
    drafted = drafts(read_outline(str(DRAFTS / "one-number-wrong.md"), "markdown"))
    shown: list[str] = []
    left = iter(answers)

    def ask(text: str) -> str:
        shown.append(text)
        answer = next(left, None)
        if answer is None:
            raise EOFError
        return answer

    names = Names(drafted.quantities)
    return [names.formula(one.link) for one in accepted(drafted, ask, shown.append)], "".join(shown)


@pytest.mark.slow
@each(
    ("answers", "formulas"),
    [
        (("a", "a"), ["X @ W + b", "max(before_activation, 0)"]),
        (("s", "yes?", "a"), ["max(before_activation, 0)"]),
        (("q",), []),
        ((), []),
        (("e", "X @ W", "a"), ["X @ W", "max(before_activation, 0)"]),
        (("e", "X @", "s", "s"), []),
        (("e", "X @ V", "s", "s"), []),
        (("e", "W", "s", "s"), []),
    ],
)
def test_the_author_accepts_edits_and_skips(answers: tuple[str, ...], formulas: list[str]) -> None:
    assert conversation(*answers)[0] == formulas


def test_the_author_sees_the_numbers_that_do_not_fit() -> None:
    shown = conversation("s", "s")[1]
    assert "11 of 12 numbers fit, not 1.1560 at [2,3] for 1.165" in shown
    assert " 0.7850   0.1025  [1.1560]\n" in shown


STREAM = r"""# Random weights

$$W = \begin{bmatrix}
0.8147 & 0.0975 \\ 0.9058 & 0.2785 \\ 0.1270 & 0.5469 \\ 0.9134 & 0.9575 \\ 0.6324 & 0.9649
\end{bmatrix}$$
"""


def test_blocks_without_annotations_are_traced_and_compared(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text(STREAM, encoding="utf-8")
    (tmp_path / "two.md").write_text(STREAM.replace("0.9649", "0.9648"), encoding="utf-8")
    assert "W is matlab_rand(5489, 0, 5, 2): 10 of 10 numbers" in called("origins", "one.md", folder=tmp_path).out
    said = called("compare", "one.md", "two.md", folder=tmp_path).out
    assert "W shows other digits than W of two (two.md:4:86) in 1 of 10 numbers: [5,2] 0.9649 and 0.9648" in said


@each(
    ("formula", "read"),
    [
        (r"X W_Q", "X @ W_Q"),
        (r"\frac{X W_Q}{\sqrt{d_k}} + b", "X @ W_Q / sqrt(d_k) + b"),
        (r"\mathrm{ReLU}(X W_Q + b)", "relu(X @ W_Q + b)"),
        (r"\text{softmax}\left(\frac{X X^\top}{\sqrt{3}}\right)", "softmax(X @ X.T / sqrt(3))"),
        (r"\text{softmax}(W_Q b^{T})", "softmax(W_Q @ b.T, axis=0)"),
        (r"X \odot X", "X * X"),
        (r"\max(0, X)", "max(X, 0)"),
        (r"\mathrm{mean}_{\text{rows}}(X)", "mean(X, axis=1)"),
        (r"2 X - X^{T}", "2 * X - X.T"),
        (r"\mathrm{rows}(X) - 1", "rows(X) - 1"),
        (r"\text{std}(X, \mathrm{axis} = 0, ddof = 1)", "std(X, axis=0, ddof=1)"),
        (r"\text{std}(X, \mathrm{steps} = 0)", None),
        (r"\text{matlab\_rand}(\mathrm{seed} = 5, skip = 0, rows = 3, columns = 2)", None),
        (r"rows(X)", None),
        ("(" * 9 + "X" + ")" * 9, "X"),
        ("(" * 99 + "X" + ")" * 99, None),
        (r"\exp" * 99 + "X", None),
        (r"X Y", None),
        (r"b_X", None),
        (r"2 d_{k} b_{X}", None),
        (r"b d_{k}", "b * d_k"),
        (r"W_Q X", None),
        (r"3 + 4", None),
        (r"\frac{X}{2", None),
    ],
)
def test_a_formula_in_names_is_read_whole_or_not_at_all(formula: str, read: str | None) -> None:
    shapes = {"X": (3, 3), "W_Q": (3, 2), "b": (1, 2), "d_k": (1, 1)}
    cells = {name: parse("0.5") for name in shapes}
    blocks = {name: Grid(*shape, (cells[name],) * (shape[0] * shape[1])) for name, shape in shapes.items()}
    values = Values(blocks)

    def shape_of(tree: Expression) -> tuple[int, int] | None:
        array = values.as_printed(tree)
        return None if array is None else array.shape

    side = Side(tuple(tokens(formula, is_prose=False)))
    made = stated(side, {key_of(name): Name(name) for name in shapes}.get, shape_of)
    assert (None if made is None else spell(made)) == read


@each(
    ("said", "formula"),
    [
        ("$$u = x + 0.5$$ $$v = u + x$$", "x + 0.5 + (x + 0.5 + x)"),
        ("$$u = x - 0.5$$ $$u = x + 0.5$$ $$v = u + x$$", "x + 0.5 + (x + 0.5 + x)"),
        ("$$u = v + x$$ $$v = u - x$$", None),
        (
            "$$h_0 = x$$ "
            + " ".join(f"$$h_{{{n}}} = h_{{{n - 1}}} + x$$" for n in range(1, 99))
            + " $$u = h_{98}$$ $$v = x$$",
            None,
        ),
        (
            "$$h_0 = x$$ "
            + " ".join(f"$$h_{n} = h_{n - 1} + 3 h_{n - 1} + h_{n - 1}$$" for n in range(1, 7))
            + " $$u = h_6$$ $$v = x$$",
            None,
        ),
        ("$$u = u + x$$ $$v = x$$", None),
    ],
)
def test_names_without_numbers_mean_what_is_set_equal_to_them(said: str, formula: str | None, tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(f"$$x = 3.25$$\n\n{said}\n\n$$z = u + v = 10.75$$\n\n$$u = 1.25$$\n", encoding="utf-8")
    drafted = drafts(read_outline(str(path), "markdown"))
    names = Names(drafted.quantities)
    made = {draft.quantity.name: names.formula(draft.link) for draft in drafted.drafts}
    assert made.get("z") == formula


def test_a_notebook_is_annotated_as_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "shown.ipynb"
    saved = json.dumps({"cells": [{"cell_type": "markdown", "source": "$$a = 3.25$$"}]})
    shown = saved.replace("a = 3.25", "a = 3.75$$ $$b = 2 a = 7.50")
    path.write_text(saved, encoding="utf-8")
    outline = read_outline(str(path), "notebook", shown)
    drafted = drafts(outline)
    made = annotated(outline, "notebook", drafted.quantities, drafted.drafts, shown)
    assert [annotation.text for annotation in made.annotations] == ["b = 2 * a"]
    assert "3.75$$ $$b" in made.text


MONTHS = """There are N = 12{} in all.

| month | rent | paid |
| --- | --- | --- |
| May | 3.25 | {} |
| June | 4.75 | {} |
| July | 5.15 | {} |
"""


@each(
    ("said", "paid", "formula"),
    [
        ("", ("39.00", "57.00", "61.80"), "paid = rent * N"),
        (" weeks", ("39.00", "57.00", "61.80"), "paid = rent * N"),
        ("n", ("39.00", "57.00", "61.80"), None),
    ],
)
def test_a_number_before_a_name_is_not_what_the_text_calls_so(
    said: str, paid: tuple[str, ...], formula: str | None, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text(MONTHS.format(said, *paid), encoding="utf-8")
    out = called("draft", "a.md", folder=tmp_path).out
    assert re.findall(r"^a.md:\d+:\d+: (paid = .*?) \(", out) == ([] if formula is None else [formula])


def test_a_column_of_zeros_explains_nothing(tmp_path: Path) -> None:
    text = """| due | refund | paid | net |
| --- | --- | --- | --- |
| 33.25 | 0.00 | 12.47 | -12.47 |
| 41.75 | 0.00 | 27.35 | -27.35 |
| 58.15 | 0.00 | 31.92 | -31.92 |
| 62.35 | 0.00 | 18.26 | -18.26 |
"""
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert "net = -paid (" in called("draft", "a.md", folder=tmp_path).out


AGAIN = r"""
$$x = \begin{bmatrix} 0.512 & 0.831 & 0.231 \end{bmatrix}$$

$$W = \begin{bmatrix} 0.731 & 0.214 & 0.111 \\ 0.345 & 0.912 & 0.999 \\ 0.341 & 0.655 & 0.123 \end{bmatrix}$$

$$x = \begin{bmatrix} 0.577747 \\ 1.165281 \\ 0.747310 \end{bmatrix}$$
"""


def test_a_name_that_a_formula_and_its_block_share_is_said_to_be_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(AGAIN, encoding="utf-8")
    said = "x = W @ x.T (found among 26 formulas; all 3 numbers fit; x in the formula is the one before) [looks-like]"
    assert said in called("draft", "a.md", folder=tmp_path).out


@each(("said", "is_asked"), [("$a^2 = 0$", False), ("$b = a^2 = 0$", True)])
def test_an_equation_for_a_name_is_no_formula_for_it(said: str, *, is_asked: bool, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"Let $a = 3$.\n\nWe solve {said} here.\n", encoding="utf-8")
    assert ("a**2?" in called("draft", "a.md", folder=tmp_path).out) == is_asked


FACTORS = """$q = 0.0011$, $r = 0.0013$, $s = 0.0015$, $f = 0.037$, $g = 0.021$, $h = 1.0517$

| t | claims | expenses | grown |
| --- | --- | --- | --- |
| 0 | 9.8387 | 0.0148 | 10.3474 |
| 1 | 9.7696 | 0.0147 | 10.2747 |
| 2 | 9.7010 | 0.0146 | 10.2025 |
| 3 | 19.1935 | 0.0288 | 20.1858 |
| 4 | 17.6411 | 0.0265 | 18.5531 |
| 5 | 11.9760 | 0.0180 | 12.5952 |
"""


def test_a_factor_of_few_digits_is_asked(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(FACTORS, encoding="utf-8")
    out = called("draft", "a.md", folder=tmp_path).out
    assert re.search(r"expenses = claims \* s\? \(.*; all 6 numbers fit, which may be chance\) \[question\]", out)
    assert re.search(r"grown = claims \* h \(.*; all 6 numbers fit\) \[looks-like\]", out)


def test_numbers_that_repeat_wherever_operands_do_are_evidence_once() -> None:
    number = parse("0.5731")
    target = target_of(Grid(1, 2, (number, number)))
    trial = Trial(Array(1, 2, (number.value,) * 2), Array(1, 2, (number.value,) * 2))
    values = [fmpq(k, 7) for k in range(60)]
    same = [Array(1, 2, (value, value)) for value in values]
    different = [Array(1, 2, pair) for pair in zip(values, values[1:] + values[:1], strict=True)]
    assert chance(target, trial, same, 60) > 50 * chance(target, trial, different, 60)


@each(("steps", "is_said"), [("1950 1951 1952 1953", False), ("1950 1951 1952 1954", True)])
def test_what_is_counted_is_not_computed(steps: str, *, is_said: bool, tmp_path: Path) -> None:
    rows = "".join(f"| a | {year} |\n" for year in steps.split())
    text = "| name | year |\n| --- | --- |\n" + rows
    (tmp_path / "a.md").write_text(f"{text}\nAgain:\n\n{text}", encoding="utf-8")
    assert ("all 4 numbers fit" in called("draft", "a.md", folder=tmp_path).out) == is_said


def test_formulas_that_blocks_share_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [[f"{(37 * k * k + 11 * i + 53 * i * k) % 97}.{k}{i}" for i in range(9)] for k in range(1, 13)]
    blocks = {f"M{k}": Grid(3, 3, tuple(map(parse, some))) for k, some in enumerate(cells)}
    computed: list[object] = []
    evaluate = Evaluator.evaluate
    monkeypatch.setattr(Evaluator, "evaluate", lambda *some: (computed.append(some[1]), evaluate(*some))[1])
    search = Search(blocks)
    assert [search.link(name, [*blocks][:index][::-1]) for index, name in enumerate(blocks)] == [None] * 12
    assert 0 < 2 * len(computed) < search.tried


def test_a_file_of_no_author_is_refused() -> None:
    said = called("draft", "notes.yaml")
    assert said.code == 2
    assert "notes.yaml is no author's file" in said.err


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for file in FILES:
            beside(file, "expected").write_text(transcript(file), encoding="utf-8")
            beside(file, "written").write_bytes(written(file, Path(folder), "--questions").encode())
