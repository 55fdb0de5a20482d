"""Completion in shells: the script is one of bash, and completes commands, options, choices and files."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.calling import Said, called
from verifier.cli import COMMANDS
from verifier.commands.completion import SHELLS

BASH = shutil.which("bash") or ""


def said_for(shell: str) -> Said:
    pytest.importorskip("shtab", reason="shtab writes the scripts, and is not installed here")
    return called("--print-completion", shell)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "completion.bash"
    path.write_text(said_for("bash").out, encoding="utf-8")
    return path


def completed(script: Path, *words: str) -> set[str]:
    """What bash offers for the last word."""
    (script.parent / "notes.md").touch()
    spelled = " ".join(f"'{word}'" for word in ("verifier", *words))
    code = f"""
        source {script}
        COMP_WORDS=({spelled}) COMP_CWORD={len(words)}
        $(complete -p verifier | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run([BASH, "-c", code], cwd=script.parent, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    return {word.strip() for word in done.stdout.split()}


@pytest.mark.skipif(not BASH, reason="there is no bash here")
def test_bash_reads_the_script_and_completes(script: Path) -> None:
    assert subprocess.run([BASH, "-n", script], check=False).returncode == 0  # noqa: S603 - our own words
    assert completed(script, "che") == {"check"}
    assert completed(script, "check", "--cov") == {"--coverage-min"}
    assert completed(script, "check", "--format", "ma") == {"markdown"}
    assert completed(script, "check", "no") == {"notes.md"}


def test_the_script_for_zsh_names_each_command() -> None:
    said = said_for("zsh")
    assert said.out.startswith("#compdef verifier\n")
    assert said.code == 0
    names = list(COMMANDS)
    assert all(f'"{name}:' in said.out or f"{name})" in said.out for name in names)


def test_another_shell_is_an_error_in_the_call() -> None:
    said = called("--print-completion", "bsh")
    assert said.code == 2
    assert "did you mean bash?" in said.err
    assert SHELLS == ("bash", "zsh")
