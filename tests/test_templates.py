"""Templates are compiled once and kept; what is stale or broken is compiled again."""

import os
import sys
from pathlib import Path

import pytest
from jinja2 import Environment

from verifier.report.html.environment import environment_of

TEMPLATE = "broken.html"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The names of the templates that are compiled, as Python is asked to write byte code."""
    names: list[str | None] = []
    compile_ = Environment.compile

    def noted(self: Environment, source: str, name: str | None = None, *rest: object) -> object:
        names.append(name)
        return compile_(self, source, name, *rest)  # type: ignore[call-overload]  # as it is called

    monkeypatch.setattr(Environment, "compile", noted)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return names


def test_a_template_is_compiled_once(compiled: list[str | None], tmp_path: Path) -> None:
    for _ in range(2):
        environment_of(str(tmp_path / "kept")).get_template(TEMPLATE)
    assert compiled == [TEMPLATE]
    assert not [name for name in os.listdir(tmp_path / "kept") if name.startswith(".")]


@pytest.mark.parametrize("damage", ["", "cut", "other", "text"])
def test_what_is_stale_or_broken_is_compiled_again(damage: str, compiled: list[str | None], tmp_path: Path) -> None:
    environment_of(str(tmp_path)).get_template(TEMPLATE)
    (path,) = tmp_path.iterdir()
    text = path.read_bytes()
    head, _, code = text.partition(b"\n")
    changed = {"": b"", "cut": text[: len(text) // 2], "other": b"(1)\n" + code, "text": head + b"\nNo code"}
    path.write_bytes(changed[damage])
    environment_of(str(tmp_path)).get_template(TEMPLATE)
    assert compiled == [TEMPLATE] * 2
    assert path.read_bytes() == text


def test_nothing_is_kept_where_no_byte_code_is_to_be_written(
    compiled: list[str | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    environment_of(str(tmp_path / "kept")).get_template(TEMPLATE)
    assert compiled == [TEMPLATE]
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_no_error(compiled: list[str | None], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    environment_of(str(tmp_path / "file")).get_template(TEMPLATE)
    assert compiled == [TEMPLATE]
