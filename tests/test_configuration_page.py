"""The outputs on the page on configuration are those of the commands, in a project with the files of the page.

`python -m tests.test_configuration_page` writes them anew.
"""

import json
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import jsonschema

import tests.calling
from verifier.cache import VARIABLE
from verifier.configuration import KEYS
from verifier.errata.codes import FINDINGS, LEVELS
from verifier.supervision import limits

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "configuration.md"
SCHEMA = ROOT / "verifier" / "configuration.schema.json"
_PIECE = re.compile(
    r"`(?P<file>[\w.]+)`:\n\n```\w+\n(?P<text>.*?)```"
    r"|^    \$ python -m verifier (?P<call>[^\n]*)\n(?P<said>(?:    [^\n]*\n)*)",
    re.MULTILINE | re.DOTALL,
)


def pieces(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """The calls of the page, each with what it says."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {VARIABLE: str(Path(folder, "kept"))}):
        top = Path(folder, "project")
        (top / ".git").mkdir(parents=True)
        (top / "docs").mkdir()
        (top / "docs" / "more.md").write_text("Half of $48$ is $48 / 2 = 24$.\n", encoding="utf-8")
        for match in _PIECE.finditer(text):
            if match["file"]:
                (top / match["file"]).write_text(match["text"], encoding="utf-8")
                continue
            said = tests.calling.called(*shlex.split(match["call"]), folder=top)
            told = f"{said.out}{said.err}".replace(str(Path(folder, "kept")), "/home/me/.cache/verifier")
            yield match, "".join(f"    {line}\n" for line in told.splitlines())


def test_the_page_shows_what_the_commands_say() -> None:
    found = list(pieces(PAGE.read_text(encoding="utf-8")))
    assert len(found) >= 5
    for match, said in found:
        assert match["said"] == said, f"`python -m {__name__}` writes the page anew"


def test_the_page_has_all_keys() -> None:
    listed = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [key for cell in listed for key in re.findall(r"`([a-z-]+)`", cell)] == list(KEYS)


def test_the_schema_has_all_keys_and_all_codes() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert list(schema["properties"]) == list(KEYS)
    assert schema["$defs"]["code"]["enum"] == [*LEVELS, *FINDINGS]
    project = {"files": ["a.md"], "ignore": "error", "per-file-ignores": {"x": ["also"]}, "timeout": "5m", "jobs": 0}
    assert not list(jsonschema.Draft202012Validator(schema).iter_errors(project))
    wrong = {"files": 1, "ignore": ["nothing"], "timeout": True, "file": ["a.md"]}
    assert len(list(jsonschema.Draft202012Validator(schema).iter_errors(wrong))) == 4


if __name__ == "__main__":
    limits.DEFAULT = limits.UNLIMITED
    before = PAGE.read_text(encoding="utf-8")
    after, end = "", 0
    for found, said in pieces(before):
        after += before[end : found.start("said")] + said
        end = found.end("said")
    PAGE.write_text(after + before[end:], encoding="utf-8")
