"""What the pages on editors' neighbours show is so: pytest, pre-commit, the Action, magics, and builders of sites.

A page has files, each a block under its name, and outputs, each an indented block under its command.
"""

import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

from tests.calling import called
from tests.test_action import ACTION, HOOKS
from tests.test_action import ran as ran_action
from tests.test_magics import Session
from tests.test_pytest_plugin import ran

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
_FILE = re.compile(r"`([\w./-]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
_OUTPUT = re.compile(r"^    \$ ([^\n]*)\n((?:(?:    [^\n]*)?\n)*?)(?=\n?^\S|\Z)", re.MULTILINE)


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def files(name: str) -> dict[str, str]:
    """The files that a page shows, by their names."""
    return dict(_FILE.findall(page(name)))


def outputs(name: str) -> dict[str, str]:
    """The outputs that a page shows, by their commands."""
    return {
        command: re.sub(r"^    ", "", shown, flags=re.MULTILINE).strip("\n")
        for command, shown in _OUTPUT.findall(page(name))
    }


def written(name: str, folder: Path) -> None:
    """Write the files of a page into a folder."""
    for path, text in files(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def settled(text: str) -> str:
    """An output without what differs between two runs, and without blanks at the ends of lines."""
    text = re.sub(r"in \d+\.\d\ds", "in 0.12s", re.sub(r"0x[0-9a-f]{12}", "0x7f0000000000", text))
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("command", list(outputs("pytest.md")))
def test_pytest_says_what_its_page_shows(command: str, tmp_path: Path) -> None:
    written("pytest.md", tmp_path)
    _, _, *arguments = shlex.split(command)
    said = ran(tmp_path, *arguments, columns=80)
    assert settled(said.out) == outputs("pytest.md")[command]


@pytest.mark.slow
def test_the_function_of_the_page_passes_once_it_is_mended(tmp_path: Path) -> None:
    mended = "np.exp(x - x.max(axis=-1, keepdims=True))"
    assert f"`{mended}`" in page("pytest.md")
    text = files("pytest.md")["test_softmax.py"].replace("np.exp(x)", mended)
    (tmp_path / "test_softmax.py").write_text(text)
    assert ran(tmp_path, "test_softmax.py").words == "1 passed"


def test_the_hook_says_what_its_page_shows(tmp_path: Path) -> None:
    config = yaml.safe_load(files("pull-requests.md")[".pre-commit-config.yaml"])
    wanted = {hook["id"] for repository in config["repos"] for hook in repository["hooks"]}
    assert wanted <= {hook["id"] for hook in HOOKS}
    assert set(re.findall(r"^\| `(verifier[\w-]*)` \|", page("pull-requests.md"), re.MULTILINE)) == {
        hook["id"] for hook in HOOKS
    }
    written("pull-requests.md", tmp_path)
    said = called("check", "docs/eggs.md", folder=tmp_path)
    (shown,) = outputs("pull-requests.md").values()
    assert shown.partition("\n\n")[2] == settled(said.out + said.err)
    assert HOOKS[0]["name"] in shown


@pytest.mark.slow
def test_the_action_says_what_its_page_shows(tmp_path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(files("pull-requests.md")[".github/workflows/numbers.yml"])
    assert workflow["permissions"] == {"contents": "read"}
    said = workflow["jobs"]["numbers"]["steps"][1]["with"]
    assert set(said) <= set(ACTION["inputs"])
    assert set(
        re.findall(
            r"`([a-z-]+)`",
            "".join(re.findall(r"^\| (`[^|]*) \| [^|]* \| [^|]*\|$", page("pull-requests.md"), re.MULTILINE)),
        )
    ) == set(ACTION["inputs"])
    written("pull-requests.md", tmp_path / "work")
    (tmp_path / "work" / "README.md").write_text("# Eggs\n")
    done = ran_action(tmp_path, **said)
    blocks = re.findall(r"(?:^    [^\n]*\n|^\n(?=    ))+", page("pull-requests.md"), re.MULTILINE)
    annotation, summary = (re.sub(r"^    ", "", block, flags=re.MULTILINE).strip("\n") for block in blocks[-2:])
    assert annotation in done.out.splitlines()
    assert done.summary.startswith(f"{summary}\n")


@pytest.mark.slow
def test_the_workflow_of_the_readme_fails_where_a_number_is_wrong(tmp_path: Path) -> None:
    (text,) = re.findall(
        r"^   ```yaml\n(.*?)^   ```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    workflow: dict[str, Any] = yaml.safe_load(textwrap.dedent(text))
    said = workflow["jobs"]["numbers"]["steps"][1]["with"]
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / said["files"]).write_text("So $3 + 4 = 8$.\n")
    assert (set(said) <= set(ACTION["inputs"]), ran_action(tmp_path, **said).code) == (True, 1)


@pytest.mark.slow
def test_the_magics_say_what_their_page_shows() -> None:
    session = Session()
    shown = re.findall(r"^    In \[\d\]: (.*?)(?=^    In|^\S)", page("jupyter.md"), re.MULTILINE | re.DOTALL)
    assert len(shown) == 3
    for block in shown:
        said, *rest = re.sub(r"^    ", "", block, flags=re.MULTILINE).rstrip("\n").split("\n")
        typed = [line.removeprefix("   ...: ") for line in rest if line.startswith("   ...: ")]
        expected = [line for line in rest if not line.startswith(("   ...: ", "Out["))]
        out, err, value = session.run("\n".join([said, *typed]))
        assert err == ""
        given = re.sub(r"^Out\[\d+\]: *\n?", "", out, flags=re.MULTILINE) if value is not None else ""
        assert given.strip("\n").startswith("\n".join(expected).strip("\n"))


# Builders of sites


def said_of(block: int, folder: str) -> str:
    """The lines of `check` in the n-th output of the page on sites, with another folder."""
    shown = re.findall(r"(?:^    /[^\n]*\n(?:^    index:[^\n]*\n)+)", page("sites.md"), re.MULTILINE)[block]
    return re.sub(r"^    (/tmp/\w+)?", lambda found: folder if found[1] else "", shown, flags=re.MULTILINE)


def module_of(text: str, monkeypatch: pytest.MonkeyPatch, **modules: dict[str, object]) -> dict[str, Any]:
    """What a file defines where these modules stand in for those of a builder."""
    for name, names in modules.items():
        stand_in = ModuleType(name.replace("_", "."))
        vars(stand_in).update(names)
        monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    defined: dict[str, Any] = {}
    exec(text, defined)  # noqa: S102 - our own page
    return defined


class Refused(Exception):
    """Stands in for the error of a builder."""


@pytest.mark.slow
def test_the_hook_of_mkdocs_stops_wrong_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    written("sites.md", tmp_path)
    hook = module_of(files("sites.md")["check_numbers.py"], monkeypatch, mkdocs_exceptions={"PluginError": Refused})
    assert yaml.safe_load(files("sites.md")["mkdocs.yml"])["hooks"] == ["check_numbers.py"]
    config = SimpleNamespace(docs_dir=str(tmp_path / "docs"))
    with pytest.raises(Refused, match="printed numbers are wrong"):
        hook["on_pre_build"](config)
    out, err = capfd.readouterr()
    assert out + err == said_of(0, str(tmp_path))
    (tmp_path / "docs" / "index.md").write_text("So $3 + 4 = 7$.\n")
    hook["on_pre_build"](config)


@pytest.mark.slow
def test_the_settings_of_sphinx_stop_wrong_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    written("sites.md", tmp_path)
    defined = module_of(files("sites.md")["conf.py"], monkeypatch, sphinx_errors={"SphinxError": Refused})
    connected: dict[str, Any] = {}
    defined["setup"](SimpleNamespace(connect=connected.__setitem__))
    environment = SimpleNamespace(doc2path=lambda name: tmp_path / "docs" / name)
    check = connected["env-before-read-docs"]
    with pytest.raises(Refused, match="printed numbers are wrong"):
        check(None, environment, ["index.md", "other.rst"])
    out, err = capfd.readouterr()
    assert (out + err).replace("/docs/", "/") == said_of(1, str(tmp_path))
    check(None, environment, ["other.rst"])


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["mkdocs", "sphinx"])
def test_the_builders_themselves_stop(tool: str, tmp_path: Path) -> None:
    pytest.importorskip(tool, reason=f"{tool} is not installed here")
    if tool == "sphinx":
        pytest.importorskip("myst_parser", reason="MyST-Parser is not installed here")
    written("sites.md", tmp_path)
    (tmp_path / "index.md").write_text(files("sites.md")["docs/index.md"])
    arguments = ["mkdocs", "build", "--quiet"] if tool == "mkdocs" else ["sphinx", "-q", ".", "_build"]
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == (1 if tool == "mkdocs" else 2)
    assert "should be 48" in done.stdout
    assert "printed numbers are wrong" in done.stderr
