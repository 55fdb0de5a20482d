"""The magics in a shell of IPython: what they check, show and say, and that nothing else imports IPython."""

import subprocess
import sys
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import verifier
from tests.calling import called, working_in
from tests.tables import each
from verifier.integrations.notebook import Checked

WRONG = "Eggs: $3 + 4 = 8$.\n"


class Session:
    """A shell, and what it says of a cell."""

    def __init__(self) -> None:
        self.shell = InteractiveShell()

    def run(self, cell: str) -> tuple[str, str, object]:
        """Standard output, standard error and the value of a cell."""
        with capture_output() as captured:
            done = self.shell.run_cell(cell)
        return captured.stdout, captured.stderr, done.result


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session()
    session.run("%load_ext verifier")
    return session


def test_a_cell_is_shown_and_checked(session: Session) -> None:
    out, err, value = session.run(f"%%verify\n{WRONG}")
    assert isinstance(value, Checked)
    assert out.startswith(WRONG)
    assert err == ""
    assert value.errata()["statement"][0] == "line_1 is 8, should be 7 (3 + 4)"
    assert "should be 7" in value._repr_html_()


def test_a_terminal_shows_the_lines_of_check(session: Session, tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text(WRONG)
    said = called("check", "text.md", folder=tmp_path)
    _, _, value = session.run(f"%%verify md\n{WRONG}")
    assert repr(value) == f"{said.out}{said.err}".rstrip("\n")
    with working_in(tmp_path):
        _, _, loaded = session.run("%verify text.md")
    assert repr(loaded) == repr(value)


@each(
    ("kind", "text"),
    [
        ("tex", WRONG),
        ("txt", "Eggs: 3 + 4 = 8.\n"),
        ("yaml", "document: text\ntitle: One\nstages:\n  - name: z\n    formula: 3 + 4\n    printed: 8\n"),
    ],
)
def test_other_kinds_are_checked_and_not_shown(kind: str, text: str) -> None:
    session = Session()
    session.run("%load_ext verifier.integrations.magics")
    out, _, value = session.run(f"%%verify {kind}\n{text}")
    assert isinstance(value, Checked)
    assert len(value.report.errata) == 1
    assert not out.startswith(text)


@each(
    ("cell", "said"),
    [
        ("%verify", "%verify takes the name of a document"),
        ("%verify no_such", "no document is called no_such"),
        ("%verify no_such.md", "file not found"),
        ("%%verify yaml\na: [", "text.yaml:"),
        ("%%verify yml\na", "unknown kind 'yml'; did you mean yaml?"),
    ],
)
def test_what_cannot_be_checked_is_one_line_and_no_traceback(cell: str, said: str) -> None:
    session = Session()
    session.run("%load_ext verifier")
    out, err, value = session.run(cell)
    assert value is None
    assert said in out + err
    assert "Traceback" not in out + err


@pytest.mark.slow
def test_ipython_is_imported_for_magics_alone() -> None:
    program = "import sys, verifier; verifier.check('So $3 + 4 = 8$.'); sys.exit('IPython' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own
    assert callable(verifier.load_ipython_extension)
