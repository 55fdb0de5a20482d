"""The counts of a document agree in every output, cell by cell: text, JSON, Markdown, page, CSV and SARIF."""

import json
import re
from collections import Counter
from csv import DictReader
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element

import html5lib
import pytest

from tests.effort import some
from tests.reports import DOCUMENTS, of_case, run
from tests.tables import each_case
from verifier.report.html.page import as_html
from verifier.report.sentences import CELL_LABEL

PATHS: Final = [path for path in DOCUMENTS if path.parent.name in ("contradicted", "tolerated", "undecided")]
pytestmark = pytest.mark.usefixtures("shared_reports")
NAMES: Final = {
    "contradicted": "wrong",
    "undecided": "undecided",
    "unchecked": "unchecked",
    "tolerated": "tolerated",
    "given": "given",
    "agrees": "right",
}
"""By verdict, the status of a number that is no consequence of a wrong one."""
PLAIN: Final = ("right", "given")
"""The statuses of which a page shows no mark."""


@cache
def as_json(path: Path) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(run(path, "--format", "json").out)
    return made


@cache
def page(path: Path) -> Element:
    made: Element = html5lib.parse(as_html(of_case(path)), namespaceHTMLElements=False)
    return made


def status(cell: dict[str, Any]) -> str:
    """The status of a number of the JSON."""
    name = NAMES[cell["verdict"]]
    return "inherited" if cell["inherited_from"] and name != "wrong" else name


def statuses(path: Path) -> Counter[str]:
    return Counter(status(cell) for stage in as_json(path)["stages"] for cell in stage["cells"])


def counted(sentence: str) -> dict[str, int]:
    """The counts in a verdict sentence."""
    found = re.search(r"([\d,]+) of ([\d,]+) checked|([\d,]+) checked", sentence)
    patterns = {
        "follow": r"([\d,]+) more follow",
        "undecided": r"([\d,]+) could not be decided",
        "unchecked": r"([\d,]+) could not be checked",
        "impossible": r"([\d,]+) statements? cannot hold",
        "departures": r"([\d,]+) formulas? differ",
        "errata": r"\b([\d,]+) errat",
    }
    told = {name: re.search(pattern, sentence) for name, pattern in patterns.items()}
    counts = {name: int(one[1].replace(",", "")) if one else 0 for name, one in told.items()}
    wrong, of_all = (0, 0) if found is None else (found[1] or 0, found[2] or found[3])
    return counts | {"wrong": int(str(wrong).replace(",", "")), "checked": int(str(of_all).replace(",", ""))}


def followers(found: dict[str, Any]) -> int:
    """The numbers that follow from wrong ones, without those of a number that is the less likely one of two."""
    unsure = {erratum["stage"] for erratum in found["errata"] if erratum.get("likelier")}
    cells = (cell for stage in found["stages"] for cell in stage["cells"])
    return sum(bool(set(cell["inherited_from"]) - unsure) for cell in cells)


@each_case(some(PATHS, 2, of=25))
def test_the_sentences_of_text_markdown_and_page_count_what_the_json_has(path: Path) -> None:
    found = as_json(path)
    summary, kinds = found["summary"], Counter(erratum["kind"] for erratum in found["errata"])
    checked = ("agrees", "tolerated", "contradicted", "undecided")
    wanted = {
        "wrong": summary["contradicted"],
        "checked": sum(summary[verdict] for verdict in checked),
        "undecided": summary["undecided"],
        "unchecked": summary["unchecked"],
        "departures": kinds["departure"],
        "errata": summary["errata"] - kinds["departure"],
        "follow": followers(found) if summary["contradicted"] else 0,
    }
    text = run(path).err.partition("\n")[0]
    paragraphs = run(path, "--format", "markdown").out.split("\n\n")
    markdown = next(one for one in paragraphs if re.match(r"[0-9]+ errat|No errata", one))
    shown = " ".join(next(one for one in page(path).iter("p") if one.get("class") == "verdict").itertext())
    for sentence in (text, markdown, shown):
        assert {name: counted(sentence)[name] for name in wanted} == wanted, sentence
        assert counted(sentence) == counted(text)


@each_case(some(PATHS, 3, of=25))
def test_every_number_has_the_same_status_in_json_csv_and_page(path: Path) -> None:
    found = as_json(path)
    cells = {(stage["name"], cell["row"], cell["column"]): cell for stage in found["stages"] for cell in stage["cells"]}
    table = run(path, "--format", "csv").out.splitlines()
    assert {(row["stage"], int(row["row"]), int(row["column"])): row["verdict"] for row in DictReader(table)} == {
        place: cell["verdict"] for place, cell in cells.items()
    }
    parents = {child: parent for parent in page(path).iter() for child in parent}
    buttons = {
        button.get("popovertarget"): parents[button].get("class")
        for button in page(path).iter("button")
        if parents[button].tag in ("td", "span")
    }
    for (name, row, column), cell in cells.items():
        wanted = status(cell)
        assert buttons[f"{name}.{row}.{column}"] == (None if wanted in PLAIN else wanted)


@each_case(some(PATHS, 4, of=25))
def test_the_bar_of_a_page_counts_the_numbers_of_the_json(path: Path) -> None:
    lists = [one for one in page(path).iter("ul") if one.get("class") == "counts"]
    told = {" ".join("".join(item.itertext()).split()) for counts in lists for item in counts.iter("li")}
    found = statuses(path)
    wanted = {f"{number} {CELL_LABEL[name]}" for name, number in found.items()}
    wanted |= {f"{sum(found.values())} printed"}
    assert {text for text in told if "cannot hold" not in text} == (wanted if lists else set())


@each_case(some(PATHS, 5, of=25))
def test_sarif_names_each_erratum_with_as_many_numbers_as_the_json(path: Path) -> None:
    log = json.loads(run(path, "--format", "sarif").out)
    texts = [result["message"]["text"] for result in log["runs"][0]["results"]]
    for erratum in as_json(path)["errata"]:
        (said,) = [text for text in texts if text.startswith(erratum["statement"])]
        number = re.search(r"; (?:all )?([0-9]+) (?:of [0-9]+ )?(?:numbers|words) of", said)
        if erratum["kind"] in ("arithmetic", "misprint", "display", "words"):
            assert len(erratum["cells"]) == (1 if number is None else int(number[1])), said
