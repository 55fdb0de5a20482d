"""The language server as editors meet it: a client that talks to it through standard input and output."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

from tests.editor import PATIENCE, ROOT, Editor, edited, edits_of
from verifier.document.files import MAX_BYTES

pytestmark = pytest.mark.slow
DOCS = Path(__file__).parent.parent / "docs" / "editor.md"
WRONG = "So $2 + 3 = 6$ it is.\n"
ASTRAL = "😀"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("files")) as one:
        yield one
    assert one.code == 0


def has(message: str):
    return lambda found: any(message in one.message for one in found)


def is_clean(found: list[lsp.Diagnostic]) -> bool:
    return not found


def is_thorough(found: list[lsp.Diagnostic]) -> bool:
    """Whether causes were searched."""
    return any(";" in one.message for one in found)


def session(editor: Editor, folder: Path) -> str:
    """What an author sees who opens a file, rests on a wrong number, and lets it be corrected."""
    uri, text = (folder / "eggs.md").as_uri(), "# Eggs\n\nA box holds $12 \\cdot 4 = 46$ eggs.\n"
    editor.open(uri, text)
    (wrong,) = editor.wait(uri, is_thorough)
    place = f"{wrong.range.start.line + 1}:{wrong.range.start.character + 1}"
    lines = ["open eggs.md", f"    {place}: error: {wrong.message} [{wrong.code}]"]
    hover = editor.hover(uri, wrong.range.start)
    assert hover is not None
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert hover.range == wrong.range
    lines += ["rest on 46", *(f"    {line}".rstrip() for line in hover.contents.value.splitlines())]
    (hint,) = editor.hints(uri)
    assert hint.position == wrong.range.end
    lines += ["read behind 46", f"    {hint.label}"]
    actions = editor.actions(uri, wrong.range)
    lines += ["ask for quick fixes", *(f"    {one.title}{' (preferred)' * bool(one.is_preferred)}" for one in actions)]
    (edit,) = edits_of(actions[0], uri)
    editor.change(uri, 2, edit)
    editor.wait(uri, is_clean)
    lines += ["choose the first", f"    {edited(text, [edit]).splitlines()[2]}", "    nothing is wrong"]
    editor.close(uri)
    return "\n".join(lines)


def test_a_session_goes_as_the_documentation_shows(editor: Editor, tmp_path: Path):
    assert f"```text\n{session(editor, tmp_path)}\n```" in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_have_the_encoding_that_the_editor_prefers(tmp_path: Path, encoding: str):
    line = f"{ASTRAL}\u00e9 $2 + 3 = 6$"
    with Editor(tmp_path, [encoding, "utf-16"]) as editor:
        assert editor.server.capabilities.position_encoding == encoding
        editor.open("untitled:one", f"\r\n{line}\r\n")
        (wrong,) = editor.wait("untitled:one", has("should be 5"))
        before = line[: line.index("6")].encode(
            "utf-16-le" if encoding == "utf-16" else encoding.replace("32", "32-le")
        )
        start = len(before) // {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        assert wrong.range == lsp.Range(lsp.Position(1, start), lsp.Position(1, start + 1))
        at = lsp.Range(lsp.Position(1, start), lsp.Position(1, start + 1))
        editor.change("untitled:one", 2, lsp.TextEdit(at, "5"))
        editor.wait("untitled:one", is_clean)


def test_a_document_that_is_closed_loses_its_marks_and_others_keep_theirs(editor: Editor, tmp_path: Path):
    uris = [(tmp_path / name).as_uri() for name in ("one two.md", "b.tex", "c.html", "d.txt")]
    texts = [WRONG, "So $2 + 3 = 6$.", "<p>So \\(2 + 3 = 6\\).</p>", "So 2 + 3 = 6 is it.\n"]
    for uri, text in zip(uris, texts, strict=True):
        editor.open(uri, text, "plaintext")
    for uri in uris:
        assert len(editor.wait(uri, has("should be 5"))) == 1
    editor.close(uris[0])
    editor.wait(uris[0], is_clean)
    assert len(editor.at(uris[1])) == 1


def test_a_document_file_has_its_findings_and_problems_at_their_places(editor: Editor, tmp_path: Path):
    uri = (tmp_path / "one.yaml").as_uri()
    text = "document: one\ntitle: One\nstages:\n- name: a\n  printed: 2\n- name: b\n  formula: a + a\n  printed: 5\n"
    editor.open(uri, text, "yaml")
    (wrong,) = editor.wait(uri, is_thorough)
    assert wrong.range == lsp.Range(lsp.Position(7, 11), lsp.Position(7, 12))
    editor.change(uri, 2, text.replace("formula: a + a", "formula: a + c"))
    (problem,) = editor.wait(uri, has("the name of a stage"))
    assert problem.range.start.line == 6
    assert problem.code == "unknown-name"


def test_yaml_that_is_no_document_is_left_alone(editor: Editor, tmp_path: Path):
    other, uri = (tmp_path / "services.yaml").as_uri(), (tmp_path / "after.md").as_uri()
    editor.open(other, "services:\n  web: 1\n", "yaml")
    editor.open(uri, WRONG)
    editor.wait(uri, is_thorough)
    assert other not in editor.shown


def test_the_newest_text_is_shown(editor: Editor):
    uri = "untitled:typing"
    editor.open(uri, "")
    for version, end in enumerate(range(1, len(WRONG) + 1), start=2):
        editor.change(uri, version, WRONG[:end])
    (wrong,) = editor.wait(uri, has("should be 5"))
    assert editor.shown[uri].version == len(WRONG) + 1
    editor.change(uri, 100, WRONG.replace("6", "5"))
    editor.wait(uri, is_clean)
    assert wrong.range.start.character == 12


def test_a_formula_can_be_confirmed_and_givens_declared(editor: Editor):
    uri, text = "untitled:drafts", "Let $a = 3.25$.\n\nThen\n\n$$b = 2 a = 6.50$$\n"
    editor.open(uri, text)
    editor.save(uri)
    editor.wait(uri, is_clean)
    at = lsp.Range(lsp.Position(4, 5), lsp.Position(4, 5))
    action = editor.wait_for_action(uri, at, "Confirm b")
    assert "<!-- verify: b = " in edited(text, edits_of(action, uri))


def test_all_numbers_with_one_right_value_are_replaced_at_once(editor: Editor):
    uri, text = "untitled:all", "So $2 + 3 = 6$, and $12 \\cdot 4 = 46$.\n"
    editor.open(uri, text)
    editor.wait(uri, lambda found: len(found) == 2)
    nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    (action,) = editor.actions(uri, nowhere, ["source.fixAll"])
    assert edited(text, edits_of(action, uri)) == "So $2 + 3 = 5$, and $12 \\cdot 4 = 48$.\n"
    assert editor.actions(uri, nowhere, ["quickfix"]) == []


def test_a_notebook_shown_cell_by_cell_has_its_findings_in_their_cells(editor: Editor, tmp_path: Path):
    path = tmp_path / "a.ipynb"
    outputs = [{"output_type": "stream", "name": "stdout", "text": ["[2, 4, 7]\n"]}]
    code = "# verify: B = 2 * A\nprint(B)"
    cells = [
        {"cell_type": "markdown", "source": "<!-- verify: A -->\n$$A = [1, 2, 3]$$", "metadata": {}},
        {"cell_type": "code", "source": code, "outputs": outputs, "metadata": {}},
        {"cell_type": "markdown", "source": "And $2 + 3 = 6$.", "metadata": {}},
    ]
    path.write_text(json.dumps({"cells": cells}))
    uri, names = path.as_uri(), [f"cell:{number}" for number in range(3)]
    kinds = [lsp.NotebookCellKind.Markup, lsp.NotebookCellKind.Code, lsp.NotebookCellKind.Markup]
    document = lsp.NotebookDocument(
        uri, "jupyter-notebook", 1, [lsp.NotebookCell(kind, name) for kind, name in zip(kinds, names, strict=True)]
    )
    items = [lsp.TextDocumentItem(name, "x", 1, str(cell["source"])) for name, cell in zip(names, cells, strict=True)]
    editor.tell("notebook_document_did_open", lsp.DidOpenNotebookDocumentParams(document, items))
    (wrong,) = editor.wait("cell:2", has("should be 5"))
    assert wrong.range == lsp.Range(lsp.Position(0, 13), lsp.Position(0, 14))
    (action, *_) = editor.actions("cell:2", wrong.range)
    change = lsp.NotebookDocumentCellContentChanges(
        lsp.VersionedTextDocumentIdentifier(2, "cell:2"),
        [lsp.TextDocumentContentChangePartial(one.range, one.new_text) for one in edits_of(action, "cell:2")],
    )
    changes = lsp.NotebookDocumentChangeEvent(cells=lsp.NotebookDocumentCellChanges(text_content=[change]))
    named = lsp.VersionedNotebookDocumentIdentifier(2, uri)
    editor.tell("notebook_document_did_change", lsp.DidChangeNotebookDocumentParams(named, changes))
    editor.wait("cell:2", is_clean)


def test_a_text_that_cannot_be_read_has_its_problem_at_its_place(editor: Editor):
    editor.open("untitled:control", "So \x01 it is.\n")
    (problem,) = editor.wait("untitled:control", has("text"))
    assert (problem.code, problem.range.start) == ("control-character", lsp.Position(0, 3))
    editor.open("untitled:large", "x" * (MAX_BYTES + 1))
    (problem,) = editor.wait("untitled:large", has("MB"))
    assert problem.code == "file-too-large"


STALLED = (sys.executable, "-P", "-m", "tests.stalled_server", "lsp", "--memory", "1G")


@pytest.fixture(scope="module")
def stalled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("stalled"), command=STALLED) as one:
        yield one
    assert one.code == 0


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("slow.md", "timeout", "stopped at the limit of time; it is checked again when it is saved"),
        # What is opened is checked as a whole too, which ends at once here: its message may be the one that is seen.
        ("huge.md", "memory", "stopped at the limit of memory"),
        ("fall.md", "crash", "the process ended before the text was checked"),
    ],
)
def test_a_check_that_does_not_end_well_holds_up_nobody(
    stalled: Editor, tmp_path: Path, name: str, code: str, said: str
):
    uri, other = (tmp_path / name).as_uri(), (tmp_path / "other.md").as_uri()
    stalled.open(uri, WRONG)
    stalled.open(other, WRONG)
    assert len(stalled.wait(other, has("should be 5"))) == 1
    (mark,) = stalled.wait(uri, has(said))
    assert (mark.code, mark.severity) == (code, lsp.DiagnosticSeverity.Warning)
    stalled.change(uri, 2, WRONG.replace("6", "5"))
    assert stalled.hints(uri) == []
    stalled.close(uri)
    stalled.wait(uri, is_clean)
    stalled.close(other)


def test_a_long_check_of_a_saved_text_shows_its_progress_and_can_be_cancelled(stalled: Editor, tmp_path: Path):
    uri = (tmp_path / "deep.md").as_uri()
    stalled.open(uri, WRONG)
    (wrong,) = stalled.wait(uri, has("should be 5"))
    begun = stalled.progressed(lambda said: said.value["kind"] == "begin" and "deep.md" in said.value["title"])
    assert begun.value["cancellable"]
    stalled.tell("window_work_done_progress_cancel", lsp.WorkDoneProgressCancelParams(begun.token))
    stalled.progressed(lambda said: said.token == begun.token and said.value["kind"] == "end")
    assert stalled.at(uri) == [wrong]
    hover = stalled.hover(uri, wrong.range.start)
    assert hover is not None
    stalled.save(uri)
    again = stalled.progressed(lambda said: said.token != begun.token and said.value["kind"] == "begin")
    stalled.change(uri, 2, WRONG.replace("6", "5"))
    stalled.progressed(lambda said: said.token == again.token and said.value["kind"] == "end")
    stalled.wait(uri, is_clean)


def test_an_editor_may_end_while_a_text_is_checked(tmp_path: Path):
    with Editor(tmp_path, command=STALLED) as editor:
        editor.open((tmp_path / "deep.md").as_uri(), WRONG)
        editor.progressed(lambda said: said.value["kind"] == "begin")
    assert editor.code == 0


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    if not found.exists():
        pytest.skip("this system does not list the processes that one has begun")
    return [int(word) for word in found.read_text().split()]


def test_a_process_that_has_ended_is_begun_again(tmp_path: Path):
    with Editor(tmp_path) as editor:
        editor.open("untitled:one", "So it is.\n")
        editor.wait("untitled:one", is_clean)
        for child in children(editor.pid):
            os.kill(child, signal.SIGKILL)
        editor.change("untitled:one", 2, WRONG)
        editor.wait("untitled:one", has("the process ended"))
        editor.save("untitled:one")
        editor.wait("untitled:one", has("should be 5"))


def test_no_process_stays_when_the_server_is_ended(tmp_path: Path):
    editor = Editor(tmp_path)
    editor.open("untitled:one", WRONG)
    editor.wait("untitled:one", has("should be 5"))
    inner = [one for child in children(editor.pid) for one in (child, *children(child))]
    assert len(inner) >= 2
    os.kill(editor.pid, signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, inner)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(is_alive, inner))


def is_alive(pid: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_the_end_of_input_ends_the_server():
    command = [sys.executable, "-P", "-m", "verifier", "lsp"]
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(  # noqa: S603 - our own words
        command, input=b"", capture_output=True, env={**os.environ, "PYTHONPATH": paths}, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"")
