"""The pages about the house agree with the house: its floors, its rooms, the files and names that pages point to."""

import ast
import json
import re
import sys
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from tests.tables import each
from tests.test_layers import FLOORS
from tests.test_readme import example
from verifier.cli import main
from verifier.configuration import OWN

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "verifier"
MANUAL = HOUSE / "README.md"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/exams/exam.md")),
    MANUAL,
    *sorted((ROOT / "docs").rglob("*.md")),
]
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```|^ {4}.*?$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:py|md|json|yaml|toml|html)|(?:[\w-]+/)+|\.ci/run|justfile")
_SHOWN = re.compile(r"`([^`\n]+)`:\n\n```")
"""A file whose text a page shows."""
_PLACEHOLDER = re.compile(r"NAME|NNNN|\bnotes\b|\bmy\b")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def section(page: Path, title: str) -> str:
    return text_of(page).partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCED.sub("", text_of(page))


def links(page: Path) -> list[tuple[str, str]]:
    """Text and target of all links of a page that do not leave the project."""
    return [(text, target) for text, target in _LINK.findall(prose(page)) if "://" not in target]


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings are linked to."""
    titles = re.findall(r"^#+ (.*)$", _FENCED.sub("", text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@cache
def defined(path: Path) -> frozenset[str]:
    """The functions, classes, methods, fields and constants of a module."""
    found: set[str] = set()

    def visit(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(before + node.name)
            if isinstance(node, ast.ClassDef):
                visit(node.body, f"{before}{node.name}.")
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            found.update(before + target.id for target in targets if isinstance(target, ast.Name))

    visit(ast.parse(text_of(path)).body, "")
    return frozenset(found)


def test_the_manual_draws_the_floors_that_the_layers_have() -> None:
    drawn = re.findall(r"^ {4} ?(\d+)  (.+)$", section(MANUAL, "The house"), re.MULTILINE)
    assert [(int(number), rooms) for number, rooms in reversed(drawn)] == list(enumerate(FLOORS, start=1))


def test_the_way_of_a_number_names_every_room_once() -> None:
    way = section(MANUAL, "One number, from file to sheet")
    steps = re.findall(r"^(?:\d+\.|-) \[`(\w+)`\]\((\w+)(?:\.py)?\)", way, re.MULTILINE)
    assert sorted(room for room, _ in steps) == sorted(room for rooms in FLOORS for room in rooms.split())
    assert all(room == target for room, target in steps)


def test_the_way_of_a_number_quotes_what_the_report_says_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "example.yaml").write_text(example(), encoding="utf-8")
    main(["check", str(tmp_path / "example.yaml"), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    cell = report["stages"][2]["cells"][3]
    assert (cell["printed"], cell["verdict"], cell["corrected"]) == ("0.92", "contradicted", "0.29")
    way = " ".join(section(MANUAL, "One number, from file to sheet").split())
    assert f"`0.92` can stand for any number in {cell['stands_for']}" in way
    assert f"all values that are possible over the box, {cell['possible']}" in way
    assert f"the exact value {cell['literal']}," in way
    assert f"It tries {report['errata'][0]['tried']} slips" in way


ON_THE_WAY = {"cache", "configuration", "files_seen", "habits", "inert", "late", "record", "settled", "sources"}
"""Rooms beside the way that every check enters: for settings, what is kept, and questions that may end it at once."""
STEPS = {"preimages", "engines", "replay", "judging", "proofs", "causes", "errata"}
"""Rooms that say something new of a number; `rewriting` and `evaluation` are asked by all of these, at any time."""


class Trace:
    """The rooms that calls enter from other rooms, and those that have answered, each by its first time."""

    def __init__(self) -> None:
        self.entered: dict[str, None] = {}
        self.answered: dict[str, None] = {}
        self._calls: list[str | None] = []
        self._importing = 0

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if code.co_name == "<module>":
            self._importing += (event == "call") - (event == "return")
        elif event == "call" and not self._importing:
            self._enter(code.co_filename)
        elif event == "return" and not self._importing and self._calls:
            left = self._calls.pop()
            if left is not None:
                self.answered.setdefault(left)

    def _enter(self, file: str) -> None:
        inside = Path(file).relative_to(HOUSE).parts if file.startswith(f"{HOUSE}/") else ()
        room = inside[0].removesuffix(".py") if inside else None
        before = next((one for one in reversed(self._calls) if one is not None), None)
        self._calls.append(None if room == before else room)
        if room is not None:
            self.entered.setdefault(room)


def test_a_number_takes_the_way_that_the_manual_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "example.yaml").write_text(example(), encoding="utf-8")
    trace = Trace()
    sys.setprofile(trace)
    try:
        main(["check", str(tmp_path / "example.yaml")])
    finally:
        sys.setprofile(None)
    assert "Q[2,2] is 0.92, should be 0.29" in capsys.readouterr().out
    way = re.findall(r"^\d+\. \[`(\w+)`\]", section(MANUAL, "One number, from file to sheet"), re.MULTILINE)
    assert trace.entered.keys() - ON_THE_WAY == set(way) - {"__main__"}
    assert [room for room in trace.answered if room in STEPS] == [room for room in way if room in STEPS]


@each("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    missing = []
    for _, target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            missing.append(target)
    assert missing == []


@cache
def names_of_files() -> set[str]:
    """The names of all files and folders, without their paths."""
    return {path.name for folder in ("verifier", "tests", "docs", "reports") for path in (ROOT / folder).rglob("*")}


@each("page", PAGES, ids=name_of)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    """Seen from the page, the project or the package; a bare name is that of some file."""
    named = {code for code in _CODE.findall(prose(page)) if _FILE.fullmatch(code) and not _PLACEHOLDER.search(code)}
    linked = {text.strip("`") for text, _ in links(page)}
    places = (page.parent, ROOT, HOUSE)
    shown = set(_SHOWN.findall(text_of(page)))
    unknown = named - linked - names_of_files() - shown - {OWN}  # users write it
    assert {code for code in unknown if not any((place / code).exists() for place in places)} == set()


@each("page", PAGES, ids=name_of)
def test_a_name_that_links_to_a_module_is_defined_there(page: Path) -> None:
    wrong = []
    for text, target in links(page):
        name = text.strip("`")
        if target.endswith(".py") and text.startswith("`") and re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)?", name):
            path = (page.parent / target).resolve()
            if name not in (path.stem, path.name) and name not in defined(path):
                wrong.append((name, target))
    assert wrong == []


def test_every_page_of_docs_is_listed() -> None:
    for index in (ROOT / "docs" / "README.md", ROOT / "docs" / "decisions" / "README.md"):
        listed = {target for _, target in links(index)}
        assert {page.name for page in index.parent.glob("*.md")} - {"README.md"} <= listed
    manual = {target for _, target in links(MANUAL)}
    pages = {f"../docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} - {"../docs/README.md"}
    assert pages <= manual


@each("page", sorted((ROOT / "docs" / "decisions").glob("0*.md")), ids=name_of)
def test_a_decision_has_its_number_and_its_four_parts(page: Path) -> None:
    assert re.match(rf"# {int(page.stem[:4])}\. \S", text_of(page))
    parts = re.findall(r"^## (.*)$", text_of(page), re.MULTILINE)
    assert parts == ["Context", "Decision", "Weighed and rejected", "Consequences"]
