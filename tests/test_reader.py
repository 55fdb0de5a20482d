"""A document file is read whole, or refused with every problem and its place, in bounded time and memory."""

import os
import re
import signal
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import examples, longest_in_full
from tests.strategies import any_text, texts
from tests.tables import each
from verifier.document import loading
from verifier.document import yaml as yaml_text
from verifier.document.files import MAX_BYTES
from verifier.document.model import Document
from verifier.document.problems import MAX_PROBLEMS
from verifier.document.reader import DocumentError, Problem, read
from verifier.formulas.tree import Name
from verifier.operations import signatures

CASES = Path(__file__).parent / "cases" / "unreadable"
DOCUMENTS = Path(__file__).parent.parent / "documents_data"
SITUATIONS = sorted(path.stem for path in CASES.glob("*.yaml"))
REAL = sorted(path.name for path in DOCUMENTS.glob("*.yaml"))
HEAD = "document: small\ntitle: A small document\n"
A = f"{HEAD}stages:\n  - name: A\n"
SIGNATURES = signatures()

SIGNS = "a0A.?:-{}[]'\"\\,|> \n\t#&*!%@`é"
STAGE_KEYS = ["title", "lines", "formula", "standard", "also", "printed", "words", "shape", "between", "rounding"]

fuzz = settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])


def document_of(tmp_path: Path, text: str | bytes) -> Document:
    path = tmp_path / "small.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(str(path), SIGNATURES)


def problems_of(tmp_path: Path, text: str | bytes) -> list[str]:
    """The first lines of all problems, without the path."""
    with pytest.raises(DocumentError) as caught:
        document_of(tmp_path, text)
    return [str(problem).split("\n")[0].split("small.yaml:")[1] for problem in caught.value.problems]


def cells(document: Document, name: str) -> list[str | None]:
    block = document.by_name[name].block
    assert block is not None
    return [None if cell is None else cell.text for cell in block.cells]


def said_of(situation: str) -> str:
    """The problems of a document in the current folder."""
    with pytest.raises(DocumentError) as caught:
        read(f"{situation}.yaml", SIGNATURES)
    return f"{caught.value}\n"


# What is committed: a file a situation, and all that is said of it. `python -m tests.test_reader` writes it anew.


@each("situation", SITUATIONS)
def test_each_unreadable_document_reports_its_expected_problems(
    situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The problems and their positions are those of the `.expected` file beside it."""
    monkeypatch.chdir(CASES)
    assert said_of(situation) == Path(f"{situation}.expected").read_text(encoding="utf-8")


def test_every_situation_has_a_document_and_its_expected_problems() -> None:
    assert sorted(path.stem for path in CASES.glob("*.expected")) == SITUATIONS


@pytest.mark.slow
@each("situation", SITUATIONS)
def test_the_pure_python_loader_reports_the_same_positions(situation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML without its C part differs in the wording of syntax errors alone."""
    monkeypatch.chdir(CASES)
    monkeypatch.setattr(loading, "plain", lambda *_: None)
    monkeypatch.setattr(yaml_text, "_LOADER", yaml.SafeLoader)
    with pytest.raises(DocumentError) as caught:
        read(f"{situation}.yaml", SIGNATURES)

    expected = Path(f"{situation}.expected").read_text()
    if "[yaml-syntax]" in expected:
        assert str(caught.value).split(" error: ")[0] == expected.split(" error: ")[0]
    else:
        assert f"{caught.value}\n" == expected


# What the five documents say of the reader.


@pytest.mark.parametrize("name", longest_in_full(REAL))
def test_published_documents_are_read(name: str) -> None:
    document = read(str(DOCUMENTS / name), SIGNATURES)

    assert f"{document.name}.yaml" == name
    assert document.stages


@pytest.mark.parametrize("name", longest_in_full(REAL))
def test_positions_point_at_the_text_that_was_read(name: str) -> None:
    """The file has every name, formula, cell and word at its recorded line and column."""
    document = read(str(DOCUMENTS / name), SIGNATURES)
    lines = (DOCUMENTS / name).read_text().split("\n")
    found = [
        *((stage.name, stage.line, stage.column) for stage in document.stages),
        *((cell.text, cell.line, cell.column) for s in document.stages if s.printed for *_, cell in s.printed.shown()),
        *((word.text, word.line, word.column) for s in document.stages if s.words for *_, word in s.words.shown()),
    ]

    assert len(found) > 100
    assert [text for text, line, column in found if not lines[line - 1].startswith(text, column - 1)] == []


@pytest.mark.parametrize("name", longest_in_full(REAL))
def test_the_pure_python_loader_reads_the_same_document(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read(str(DOCUMENTS / name), SIGNATURES)
    monkeypatch.setattr(loading, "plain", lambda *_: None)
    monkeypatch.setattr(yaml_text, "_LOADER", yaml.SafeLoader)

    assert repr(read(str(DOCUMENTS / name), SIGNATURES)) == repr(expected)


# What a document may look like.


@each(
    "printed",
    [
        "|\n      0.70  ?\n      1E-4  2\n",
        "|2\n        0.70  ?\n      1E-4  2\n",
        "\n      - 0.70 ?\n      - [1E-4, 2]\n",
        '[[0.70, "?"], "1E-4 2"]\n',
        '"0.70 ?\\n1E-4 2"\n',
        "'0.70 ?\n\n      1E-4 2'\n",
        ">\n      0.70 ?\n\n      1E-4\n      2\n",
    ],
)
def test_a_block_has_many_spellings(tmp_path: Path, printed: str) -> None:
    """All spellings give the same digits, and the position of every cell unless an escape hides it."""
    document = document_of(tmp_path, f"{A}    printed: {printed}")
    block = document.stages[0].printed
    lines = (A + "    printed: " + printed).split("\n")

    assert block is not None
    assert block.shape == (2, 2)
    assert cells(document, "A") == ["0.70", None, "1E-4", "2"]
    if "\\" not in printed:
        assert all(lines[cell.line - 1].startswith(cell.text, cell.column - 1) for *_, cell in block.shown())


def test_elided_cells_and_rows_are_counted(tmp_path: Path) -> None:
    document = document_of(tmp_path, f"{A}    printed: |\n      ...{{2}}\n      1 ?{{3}} 5\n      ...\n      ?{{5}}\n")
    block = document.stages[0].printed

    assert block is not None
    assert block.shape == (5, 5)
    assert [(row, column, cell.text) for row, column, cell in block.shown()] == [(2, 0, "1"), (2, 4, "5")]


def test_words_keep_their_punctuation(tmp_path: Path) -> None:
    document = document_of(tmp_path, f'{A}    words: "won\'t <end> ?{{2}} what? 0.5 ?!"\n')

    assert cells(document, "A") == ["won't", "<end>", None, None, "what?", "0.5", "?!"]


def test_every_key_of_a_document_and_a_stage(tmp_path: Path) -> None:
    document = document_of(
        tmp_path,
        f"""{HEAD}author: A. Author
published: 2024-05-01
source: https://example.org/worked
rounding: half_away@4, trunc@2
givens: rounded
resolution: 7 significant
stages:
  - name: softmax
    title: >
      Two
      lines
    where: "1.1"
    lines: 31
    formula: |
      1 +
        2
    standard: 1 + 2
    because: a textbook
    also:
      - formula: 2 + 1
        where: listing
    printed: "3"
    shape: [batch, heads * d_v, 6]
    between: [0, 3.5]
    rounding: trunc
    givens: exact
    resolution: own digits
not_claims:
  - because: dates
    pattern: '20\\d\\d'
  - because: title page
    lines: [1, 9]
""",
    )
    stage = document.stages[0]

    assert (document.author, document.published, document.source) == (
        "A. Author",
        "2024-05-01",
        "https://example.org/worked",
    )
    assert (str(document.rounding), document.givens, str(document.resolution)) == (
        "half_away@4, trunc@2",
        "rounded",
        "7 significant",
    )
    assert (stage.title, stage.where, stage.lines) == ("Two lines", "1.1", (31, 31))
    assert stage.formula is not None
    assert (stage.formula.text, stage.formula.line, stage.formula.column) == ("1 + 2", 16, 14)
    assert (stage.because, [(other.text, other.where) for other in stage.also]) == (
        "a textbook",
        [("2 + 1", "listing")],
    )
    assert stage.shape is not None
    assert (stage.shape[0], stage.shape[2]) == (Name("batch"), 6)
    assert stage.between is not None
    assert [end.text for end in stage.between] == ["0", "3.5"]
    assert (str(stage.rounding), stage.givens, str(stage.resolution)) == ("trunc", "exact", "own digits")
    assert [(other.pattern, other.lines) for other in document.not_claims] == [(r"20\d\d", None), (None, (1, 9))]


def test_infer_means_the_same_as_an_absent_key(tmp_path: Path) -> None:
    document = document_of(tmp_path, A.replace("stages:", "rounding: infer\ngivens: infer\nresolution: infer\nstages:"))

    assert (document.rounding, document.givens, document.resolution) == (None, None, None)


def test_a_stage_may_bear_the_name_of_an_operation(tmp_path: Path) -> None:
    document = document_of(tmp_path, f"{HEAD}stages:\n  - name: softmax\n  - name: B\n    formula: softmax(softmax)\n")

    assert set(document.by_name) == {"softmax", "B"}


def test_a_stage_may_bear_any_name_of_python(tmp_path: Path) -> None:
    """Two spellings of a name are one name if their normal forms are equal, as in Python."""
    document = document_of(tmp_path, f"{HEAD}stages:\n  - name: Ω_ﬁ\n  - name: B\n    formula: 2 * Ω_fi\n")

    assert set(document.by_name) == {"Ω_fi", "B"}


def test_the_index_of_a_matrix_hides_a_stage(tmp_path: Path) -> None:
    """`A` below is an index and no use of the stage, so that there is no cycle."""
    document_of(tmp_path, f'{A}    formula: "Matrix(2, 2, lambda A, j: A)"\n')


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path, change: object) -> None:
    """Line ends of Windows and a mark of the byte order change neither text nor places."""
    text = f"{A}    printed: |\n      0.1  0.2\n"

    assert callable(change)
    assert repr(document_of(tmp_path, change(text))) == repr(document_of(tmp_path, text))


def test_columns_count_characters_not_bytes(tmp_path: Path) -> None:
    text = f'{A}    title: "é"\n  - {{name: Ω, title: 𝛼é, printed: "0.1 é"}}\n'

    assert problems_of(tmp_path, text) == [
        "6:40: error: a number, as 0.70, -3, 1E-4 or 1x10^-4, found 'é' [bad-number]"
    ]


# What cannot be committed, or is not a document at all.


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """A call that does not return fails the test."""

    def give_up(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refusal(path: object) -> str:
    with no_longer_than(60), pytest.raises(DocumentError) as caught:
        read(str(path), SIGNATURES)
    return str(caught.value).removeprefix(f"{path}:")


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.yaml") == "1:1: error: file not found [missing-file]"


def test_an_impossible_file_name_is_a_problem() -> None:
    assert refusal("a\0b") == "a\\u0000b:1:1: error: a file, found a name that no file can have [missing-file]"
    assert refusal("a" * 5000) == "1:1: error: a file that can be read, found File name too long [unreadable-file]"


def test_a_folder_is_a_problem(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "1:1: error: a file, found a folder [not-a-file]"


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert refusal(tmp_path / "pipe") == "1:1: error: a file, found a pipe or a device [not-a-file]"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused(device: str) -> None:
    assert refusal(device) == "1:1: error: a file, found a pipe or a device [not-a-file]"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.touch(mode=0)

    assert refusal(path) == "1:1: error: a file that may be read, found one that may not [no-permission]"


def test_a_permission_error_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)

    assert refusal("any") == "1:1: error: a file that may be read, found one that may not [no-permission]"


def test_a_file_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(2**30)
    tracemalloc.start()
    try:
        assert refusal(path) == "1:1: error: a file of at most 4 MB, found a larger one [file-too-large]"
        assert tracemalloc.get_traced_memory()[1] < 3 * MAX_BYTES
    finally:
        tracemalloc.stop()


def test_a_binary_file_is_a_problem(tmp_path: Path) -> None:
    assert problems_of(tmp_path, b"\x89PNG\r\n\x1a\n") == ["1:1: error: text in UTF-8, found the byte 0x89 [not-utf-8]"]
    assert problems_of(tmp_path, "é\n12".encode() + b"\xff") == [
        "2:3: error: text in UTF-8, found the byte 0xff [not-utf-8]"
    ]


@each("character", ["\0", "\x1b", "\x7f", "\x85", "\u2028", "\ufeff", "\uffff"])
def test_a_control_character_is_a_problem(tmp_path: Path, character: str) -> None:
    """Among them are characters that YAML reads as line ends and editors do not."""
    assert problems_of(tmp_path, f"{HEAD}author: A{character}B\n") == [
        f"3:10: error: text, found the character {character!a} [control-character]"
    ]


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[yaml.Event]:
    """The events that were taken from the YAML parser."""
    taken: list[yaml.Event] = []
    parse = yaml.parse

    def counted(*arguments: object, **options: object) -> Iterator[yaml.Event]:
        for event in parse(*arguments, **options):  # type: ignore[arg-type]
            taken.append(event)
            yield event

    monkeypatch.setattr(yaml, "parse", counted)
    return taken


@pytest.mark.parametrize("level", ["[", "- ", "? ", "{a: "])
def test_deep_nesting_is_refused_after_20_levels(tmp_path: Path, level: str, events: list[yaml.Event]) -> None:
    (problem,) = problems_of(tmp_path, level * 1_000_000)
    line, column, said = problem.split(":", 2)
    assert said == " error: at most 20 levels of lists and mappings, found more [too-deep]"
    first = 78 if level == "{a: " else 20 * len(level) + 1
    ahead = 1001  # a parser that looks ahead may end at its own limit
    assert (line, int(column)) in {("1", first), ("1", ahead)}
    assert len(events) < 60


def test_aliases_are_refused_without_being_expanded(tmp_path: Path, events: list[yaml.Event]) -> None:
    """Nine aliases in each of nine levels take time linear in the length of the file."""
    bomb = "a0: &a0 x\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 10))
    problems = problems_of(tmp_path, bomb)

    assert sum("[alias]" in problem for problem in problems) == 81
    assert len(events) < 200


def test_reading_stops_at_the_maximum_number_of_problems(tmp_path: Path, events: list[yaml.Event]) -> None:
    problems = problems_of(tmp_path, "[" + "&a b," * 500_000 + "]")

    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].endswith("at most 1000 problems; the rest is not read [too-many-problems]")
    assert len(events) < MAX_PROBLEMS + 10


def test_more_than_a_million_values_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_text, "MAX_TEXTS", 6)

    assert problems_of(tmp_path, "[a, b, c, d, e, f, g]") == [
        "1:20: error: at most 6 values in a file, found more [too-many-cells]"
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "?{100000} " * 10_000,
        pytest.param("?{100000}\n" + "      ...{100000}\n" * 100_000, marks=pytest.mark.slow),
        "...{100000}\n" * 11 + "      1\n",
    ],
)
def test_elided_cells_are_counted_before_they_are_made(tmp_path: Path, rows: str) -> None:
    (problem,) = problems_of(tmp_path, f"{A}    printed: |\n      {rows.replace(chr(10), chr(10) + '      ')}")

    assert problem.endswith("error: at most 1000000 cells in a file, found more [too-many-cells]")


@pytest.mark.slow
def test_all_blocks_of_a_file_have_at_most_a_million_cells(tmp_path: Path) -> None:
    """Ten blocks of a tenth are read, and one cell more is not."""
    block = "  - name: A{}\n    printed: |\n      ?\n      ...{{49999}}\n      ?\n      ...{{49999}}\n"
    blocks = "".join(block.format(i) for i in range(10))

    assert len(document_of(tmp_path, f"{HEAD}stages:\n{blocks}").stages) == 10
    assert problems_of(tmp_path, f'{HEAD}stages:\n{blocks}  - name: B\n    printed: "1"\n') == [
        "65:15: error: at most 1000000 cells in a file, found more [too-many-cells]"
    ]


def test_a_formula_of_a_megabyte_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, f"{A}    formula: {'1+' * 500_000}1\n") == [
        "5:14: error: a formula has at most 4000 characters, found 1000001 [bad-formula]"
    ]


def test_a_pattern_of_a_megabyte_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, f"{A}not_claims:\n  - because: x\n    pattern: {'a' * 1_000_000}\n") == [
        "7:14: error: a pattern of at most 500 characters, found 1000000 [bad-pattern]"
    ]


def test_a_pattern_with_an_overflowing_repetition_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, f"{A}not_claims:\n  - because: x\n    pattern: a{{99999999999}}\n") == [
        "7:14: error: a regular expression, found one that is too large [bad-pattern]"
    ]


def test_messages_on_megabytes_of_text_are_short(tmp_path: Path) -> None:
    text = f"rounding: {'a' * 1_000_000}\n{HEAD}stages:\n  - name: {'b' * 1_000_000}\n"

    assert all(len(problem) < 1000 for problem in problems_of(tmp_path, text))


@pytest.mark.slow
def test_the_message_on_a_cycle_of_a_thousand_is_short(tmp_path: Path) -> None:
    stages = "".join(f"  - name: a{i}\n    formula: a{(i + 1) % 1100}\n" for i in range(1100))
    (problem,) = problems_of(tmp_path, f"{HEAD}stages:\n{stages}")

    assert "found a0 -> a1 -> " in problem
    assert problem.endswith(" -> a1099 -> a0 [cycle]")
    assert len(problem) < 1000


# Whatever the file is, it is a document or a DocumentError.


def problems_if_any(tmp_path: Path, text: str) -> tuple[Problem, ...]:
    try:
        document_of(tmp_path, text)
    except DocumentError as error:
        return error.problems
    return ()


def check_refusal(tmp_path: Path, text: str) -> None:
    """Reading gives a document, or problems that are sorted, placed in the file and short."""
    height = len(re.split("\r\n|\n|\r", text))
    problems = problems_if_any(tmp_path, text)

    assert all(1 <= problem.line <= height and problem.column >= 1 for problem in problems)
    assert all(len(str(problem)) < 2000 and str(problem).count("\n") in (0, 2) for problem in problems)
    assert all((a.line, a.column) <= (b.line, b.column) for a, b in pairwise(problems))


@fuzz
@given(text=st.one_of(any_text(), texts(SIGNS)))
def test_any_text_is_read_or_refused_with_problems(tmp_path: Path, text: str) -> None:
    check_refusal(tmp_path, text)


@fuzz
@given(key=st.sampled_from(STAGE_KEYS), value=texts(SIGNS, most=30))
def test_any_value_is_read_or_refused_with_problems(tmp_path: Path, key: str, value: str) -> None:
    check_refusal(tmp_path, f"{A}    {key}: {value}\n")


@fuzz
@given(data=st.data(), name=st.sampled_from(REAL))
def test_a_damaged_document_is_read_or_refused_with_problems(tmp_path: Path, data: st.DataObject, name: str) -> None:
    """Parts of the document are deleted or doubled, or characters are inserted."""
    text = (DOCUMENTS / name).read_text()[: data.draw(st.integers(500, 6000), "length")]
    for _ in range(data.draw(st.integers(1, 4), "slips")):
        start = data.draw(st.integers(0, len(text)), "start")
        end = start + data.draw(st.integers(0, 40), "lost")
        piece = data.draw(st.one_of(st.just(""), texts(SIGNS, most=4), st.just(text[start:end] * 2)), "piece")
        text = text[:start] + piece + text[end:]
    check_refusal(tmp_path, text)


if __name__ == "__main__":
    os.chdir(CASES)
    for name in SITUATIONS:
        Path(f"{name}.expected").write_text(said_of(name), encoding="utf-8")
