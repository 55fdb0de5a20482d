"""What a project's file says of its checks: limits, and errors at their place."""

from pathlib import Path

import pytest

from tests.calling import Said, called, parser, working_in
from tests.tables import each
from verifier.commands.common import limits_of
from verifier.configuration import configure, found
from verifier.supervision.limits import Limits

DOCUMENT = "document: d\ntitle: D\nstages:\n  - name: x\n    printed: 1.5\n"
SHARED = "[project]\nname = 'p'\n\n[tool.verifier]\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a document in a folder below."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "d.yaml").write_text(DOCUMENT)
    return tmp_path


DEFAULT = Limits(300, 2**31, 2**28)


def limits(folder: Path, *options: str) -> Limits:
    """The limits under which a call in a folder works."""
    with working_in(folder), pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.supervision.limits.DEFAULT", DEFAULT)
        arguments = parser().parse_args(["check", "d.yaml", *options])
        configure(arguments)
        return limits_of(arguments)


@each(
    ("name", "text", "meant"),
    [
        ("verifier.toml", "timeout = 60\nmemory = '1G'\noutput-size = '1M'\n", Limits(60, 2**30, 2**20)),
        ("pyproject.toml", SHARED + "timeout = '5m'\n", DEFAULT._replace(timeout=300)),
        ("pyproject.toml", "[tool]\nverifier.memory = 0\n", DEFAULT),
        ("pyproject.toml", "[tool.verifiers]\nmemory = 0\n", DEFAULT),
        ("pyproject.toml", "[project]\nname = 'p'\n", DEFAULT),
        ("verifier.toml", "", DEFAULT),
    ],
)
def test_limits_are_those_of_the_project(name: str, text: str, meant: Limits, project: Path) -> None:
    file = project / name
    file.write_text(text)
    assert limits(project / "notes") == meant
    file.unlink()


def test_the_nearest_file_counts_and_the_call_goes_before_it(project: Path) -> None:
    (project / "verifier.toml").write_text("timeout = 60\nmemory = '1G'")
    (project / "notes" / "pyproject.toml").write_text(SHARED + "timeout = 70")
    assert limits(project / "notes") == DEFAULT._replace(timeout=70)
    assert limits(project / "notes", "--timeout", "80") == DEFAULT._replace(timeout=80)
    (project / "notes" / "verifier.toml").write_text("memory = 0")
    assert limits(project / "notes") == DEFAULT._replace(memory=0)


def test_what_lies_above_the_repository_says_nothing(project: Path) -> None:
    (project / "notes" / ".git").write_text("gitdir: elsewhere")
    (project / "verifier.toml").write_text("timeout = 60")
    assert limits(project / "notes") == DEFAULT


@each(
    ("name", "text", "told"),
    [
        ("verifier.toml", "memory = 0\ntimout = 60", "verifier.toml:2: no key is called timout; did you mean timeout?"),
        ("verifier.toml", "colour = 1", "verifier.toml:1: no key is called colour; known are files,"),
        ("pyproject.toml", SHARED + "memory = 'all'", "pyproject.toml:5: memory is a size as 512M or 2G,"),
        ("verifier.toml", "timeout = true", "verifier.toml:1: timeout is a number or a text, found 'True'"),
        (
            "verifier.toml",
            "exclude = '*a*a*a*a*a*a*a'",
            "verifier.toml:1: exclude is a pattern with at most 6 of * or **,",
        ),
        ("verifier.toml", "files = 1", "verifier.toml:1: files is a list of texts, found '1'"),
        ("verifier.toml", "baseline = []", "verifier.toml:1: baseline is a path, found '[]'"),
        (
            "verifier.toml",
            "per-file-ignores = 'a'",
            "verifier.toml:1: per-file-ignores is a table of codes by patterns,",
        ),
        (
            "verifier.toml",
            "jobs = 1\n[per-file-ignores]\na = 'als'",
            "verifier.toml:3: per-file-ignores: no finding has",
        ),
        ("verifier.toml", "timeout = [1]", "verifier.toml:1: timeout is a number or a text, found '[1]'"),
        ("verifier.toml", "[timeout]\na = 1", "verifier.toml:1: timeout is a number or a text"),
        ("verifier.toml", "timeout = ", "verifier.toml: no TOML: Invalid value (at "),
        ("verifier.toml", "timeout = " + "[" * 5000, "verifier.toml: no TOML: "),
    ],
)
def test_what_cannot_be_read_is_an_error_at_its_place(name: str, text: str, told: str, project: Path) -> None:
    file = project / "notes" / name
    file.write_text(text)
    said = called("check", "d.yaml", folder=project / "notes")
    assert said == Said("", said.err, 2)
    assert said.err.startswith(f"verifier: error: {told}")
    file.unlink()


def test_a_file_that_is_not_utf8_is_an_error(project: Path) -> None:
    (project / "notes" / "verifier.toml").write_bytes(b"# caf\xe9\n")
    assert "verifier.toml: no TOML: 'utf-8' codec" in called("check", "d.yaml", folder=project / "notes").err


def test_a_project_that_says_nothing_of_checks_is_not_parsed(project: Path) -> None:
    (project / "pyproject.toml").write_text("no TOML at all")
    assert found(str(project)) is None
