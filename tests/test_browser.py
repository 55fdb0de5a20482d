"""The errata sheets in a real browser: nothing is asked of the network, nothing runs over, every number opens.

Debian's chromium, or another one on the path; without one these tests say so and are skipped.
"""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.reports import index_on, published
from tests.strange import LONG, SCRIPT, STRANGE, written
from verifier.document.lookup import names
from verifier.errata.as_written import only_digits
from verifier.example.files import Exercise, files
from verifier.example.making import Order
from verifier.example.planting import ANY
from verifier.inert import inert
from verifier.numbers.decimals import text
from verifier.report.census import UNEXPLAINED, Census, Counted
from verifier.report.html.grids import MAX_WHOLE
from verifier.report.html.sections import FEW
from verifier.report.sentences import STATUS, status_of
from verifier.report.sheets import INDEX
from verifier.verdict import CellReport, Erratum, Report, StageReport

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "reports"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
A4 = {"width": 680, "height": 990}

pytestmark = pytest.mark.slow

AXE = "axe-core@4.14.1"
"""The package of npm that knows what keeps people from using a page; contrast is tested by itself, in both schemes."""
VIOLATIONS = """async () => {
  const found = await axe.run({resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}}});
  return found.violations.filter(one => ['serious', 'critical'].includes(one.impact))
    .map(one => one.id + ': ' + one.nodes[0].html);
}"""
STOPS = """() => [...document.querySelectorAll('a[href]:not([tabindex="-1"]), summary, button, [tabindex="0"]')]
  .filter(one => one.checkVisibility()).length"""
AS_TEXT = """element => {
  const drawn = [...element.querySelectorAll('math')].map(math => {
    const text = document.createElement('span');
    text.textContent = math.querySelector('annotation').textContent;
    math.replaceWith(text);
    return [math, text];
  });
  const told = element.innerText;
  drawn.forEach(([math, text]) => text.replaceWith(math));
  return told;
}"""
"""The visible text of an element, with the text that its mathematics stands for."""
CONTRAST = """() => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return rgb(getComputedStyle(document.body).backgroundColor);
  };
  const bad = new Set(), seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const ink = rgb(element.closest('svg') ? style.fill : style.color), under = ground(element);
    const key = ink + '|' + under;
    if (seen.has(key)) continue;
    seen.add(key);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) bad.add(element.tagName + '.' + element.className + ' ' + key);
  }
  return [seen.size, ...bad];
}"""


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """A browser without a window."""
    program = os.environ.get("BROWSER_PROGRAM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(PROGRAMS)} is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield made
        made.close()


class Visit:
    """A page that is open, with what it said and asked for meanwhile."""

    def __init__(self, browser: "Browser", path: Path, **options: object) -> None:
        self.context = browser.new_context(**{"viewport": DESK, **options})  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())
        self.address = path.as_uri()

    def runs_over(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def unfold(self, identifier: str) -> "Locator":
        """The button of a number, its block opened as a reader does if it is folded."""
        button = self.page.locator(f'[popovertarget="{identifier}"]').first
        fold = button.locator("xpath=ancestor::details")
        if fold.count() and fold.get_attribute("open") is None:
            fold.locator("summary").focus()
            self.page.keyboard.press("Enter")
        return button

    def shown(self, identifier: str) -> str:
        """The visible text of an element, in one line."""
        return " ".join(self.page.locator(f'[id="{identifier}"]').evaluate(AS_TEXT).split())

    def close(self) -> None:
        self.context.close()


@pytest.fixture(scope="module", params=names())
def sheet(request: pytest.FixtureRequest, browser: "Browser") -> Iterator[tuple[Visit, Report]]:
    """A committed page on a desk, and the report that it was made from."""
    visit = Visit(browser, REPORTS / f"{request.param}.html")
    yield visit, published(request.param)
    visit.close()


def test_a_sheet_opens_without_a_word_on_the_console_or_a_request_to_anywhere(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    assert visit.page.title() == f"Errata: {report.document.title}"
    assert visit.said == []
    assert visit.asked == [visit.address]
    assert not visit.runs_over()


def test_every_erratum_is_visible_and_its_link_leads_into_its_stage(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    links = visit.page.locator(".errata > li > a")
    assert links.count() == len(report.errata)
    for erratum in report.errata:
        link = visit.page.locator(f'.errata a[href="#{erratum.id}"]')
        assert link.inner_text() == erratum.heading
        link.click()
        section = visit.page.locator(f'[id="{erratum.id}"]')
        assert section.is_visible()
        top = section.evaluate("element => element.getBoundingClientRect().top")
        assert -1 <= top < DESK["height"]
        assert section.evaluate("element => element.closest('article').id") == erratum.stage
        told = visit.shown(erratum.id)
        assert all(" ".join(part.split()) in told for part in (erratum.statement, erratum.explanation[1:]))
        assert all(corrected in told for corrected in erratum.correction.values())


def test_every_stage_of_the_map_leads_to_its_stage(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    targets = visit.page.eval_on_selector_all(".graph a", "all => all.map(one => one.getAttribute('href'))")
    assert targets == [f"#{stage.stage.name}" for stage in on_page(report)]
    assert all(
        visit.page.evaluate("name => document.getElementById(name).tagName === 'ARTICLE'", target[1:])
        for target in targets
    )
    visit.page.locator(".graph a").last.click()
    last = visit.page.locator(f'[id="{on_page(report)[-1].stage.name}"]')
    assert last.evaluate("element => element.getBoundingClientRect().top") < DESK["height"]


def on_page(report: Report) -> list[StageReport]:
    """The stages that have a section; digits of equalities have none."""
    hidden = only_digits(report.document)
    return [stage for stage in report.stages if stage.stage.name not in hidden]


def telling(report: Report) -> list[tuple[StageReport, CellReport]]:
    """A cell of each verdict, basis and kind of erratum."""
    errata = {erratum.id: erratum for erratum in report.errata}
    found = {}
    for stage in on_page(report):
        for cell in stage.cells:
            erratum: Erratum | None = errata.get(cell.erratum or "")
            key = cell.verdict, cell.basis, erratum and erratum.kind, bool(cell.inherited_from)
            if len(stage.cells) <= MAX_WHOLE:
                found.setdefault(key, (stage, cell))
    return list(found.values())


def test_a_number_opens_to_its_account_and_shows_the_numbers_of_the_json(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    for stage, cell in telling(report):
        identifier = f"{stage.stage.name}.{cell.row}.{cell.column}"
        account = visit.page.locator(f'[id="{identifier}"]')
        assert not account.is_visible()
        visit.unfold(identifier).click()
        assert account.is_visible()
        told = visit.shown(identifier)
        assert f" {cell.text} " in told
        assert f"Verdict: {cell.verdict.value}" in told
        if cell.corrected not in (None, cell.text):
            assert f"It should be {cell.corrected}" in told
        if cell.number is not None and cell.erratum is not None and (value := text(cell.literal, cell.decimals + 2)):
            row = visit.page.locator(f'[id="{stage.stage.name}"]').inner_text()
            assert value in row
        visit.page.keyboard.press("Escape")
        assert not account.is_visible()


def test_the_keyboard_alone_opens_and_closes_a_number(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    stage = next(stage for stage in on_page(report) if stage.cells)
    identifier = f"{stage.stage.name}.1.1"
    button = visit.unfold(identifier)
    button.focus()
    for key in ("Tab", "Shift+Tab"):
        visit.page.keyboard.press(key)
    assert visit.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    visit.page.keyboard.press("Enter")
    assert visit.page.locator(f'[id="{identifier}"]').is_visible()
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.textContent") == "Close"
    visit.page.keyboard.press("Enter")
    assert not visit.page.locator(f'[id="{identifier}"]').is_visible()
    assert visit.page.evaluate("document.activeElement.getAttribute('popovertarget')") == identifier


def test_a_keyboard_passes_what_is_right_in_one_stop_a_stage(browser: "Browser") -> None:
    visit = Visit(browser, REPORTS / f"{names()[0]}.html")
    stops = visit.page.evaluate("[...document.querySelectorAll('button')].filter(one => one.checkVisibility()).length")
    report = published(names()[0])
    folds = {"right", "inherited", "given", "unchecked"}
    open_cells = [
        cell
        for stage in report.stages
        for cell in stage.cells
        if status_of(stage) not in folds or len(stage.cells) <= FEW
    ]
    assert stops == len(open_cells) < sum(len(stage.cells) for stage in report.stages) / 3
    visit.close()


def test_the_map_has_a_stop_for_each_legend_and_each_step_with_errata(sheet: tuple[Visit, Report]) -> None:
    visit, report = sheet
    found = [status_of(stage) for stage in report.stages]
    wrong = sum(status in ("wrong", "departing") for status in found)
    stops = "all => all.filter(one => one.tabIndex >= 0).length"
    assert visit.page.eval_on_selector_all(".map a", stops) == len(set(found)) + wrong
    legend = visit.page.locator(".key a").first
    legend.focus()
    visit.page.keyboard.press("Enter")
    target = report.stages[found.index(min(found, key=list(STATUS).index))].stage.name
    visit.page.wait_for_function("name => location.hash === '#' + name", arg=target)


def test_a_page_of_many_stages_has_few_tab_stops(browser: "Browser") -> None:
    visit = Visit(browser, REPORTS / f"{names()[0]}.html")
    report = published(names()[0])
    assert visit.page.evaluate(STOPS) < sum(len(stage.cells) for stage in report.stages) / 2
    visit.close()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, from the file AXE_SCRIPT or from npm."""
    if given := os.environ.get("AXE_SCRIPT"):
        return Path(given).read_text(encoding="utf-8")
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("axe")
    if npm is None:
        pytest.skip("no axe-core: npm is not installed")
    packed = subprocess.run(  # noqa: S603 - a package by its name and version
        [npm, "pack", "--silent", AXE], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    if packed.returncode:
        pytest.skip(f"no axe-core: npm pack {AXE} failed")
    with tarfile.open(folder / packed.stdout.strip()) as package:
        script = package.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def keeps_nobody_out(browser: "Browser", axe: str, path: Path) -> None:
    visit = Visit(browser, path, viewport=PHONE, bypass_csp=True)
    visit.page.evaluate(axe)
    assert visit.page.evaluate(VIOLATIONS) == []
    visit.close()


@pytest.mark.parametrize("name", [*names(), "index", "worked/two_layers", "worked/index"])
def test_no_page_keeps_anyone_out_by_the_rules_of_axe(name: str, browser: "Browser", axe: str) -> None:
    keeps_nobody_out(browser, axe, REPORTS / f"{name}.html")


def test_no_census_and_no_worksheet_keeps_anyone_out_by_the_rules_of_axe(
    browser: "Browser", axe: str, tmp_path: Path
) -> None:
    census = Census()
    census.add("d", Counted({"right": 2, "wrong": 1}, {"arithmetic": 1}, {UNEXPLAINED: 1}))
    (tmp_path / "census.html").write_text(census.as_html(), encoding="utf-8")
    for kind, exercise in (("loan", Exercise(has_blanks=True)), ("attention", Exercise(slip=ANY))):
        for ending, text_of_page in files(Order(kind), exercise, kind, ["html"]).items():
            (tmp_path / f"{kind}{ending}").write_text(text_of_page, encoding="utf-8")
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) == 5
    for path in pages:
        keeps_nobody_out(browser, axe, path)


def test_on_paper_no_row_is_cut_and_what_needs_a_screen_is_left_out(sheet: tuple[Visit, Report]) -> None:
    visit, _ = sheet
    visit.page.emulate_media(media="print")
    assert not visit.page.locator(".map").is_visible()
    broken = "all => all.filter(one => getComputedStyle(one).breakInside !== 'avoid').length"
    assert visit.page.eval_on_selector_all("tr", broken) == 0
    forced = "all => all.filter(one => getComputedStyle(one).breakBefore !== 'auto').length"
    assert visit.page.eval_on_selector_all("body *", forced) == 0
    visit.page.emulate_media(media="screen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(sheet: tuple[Visit, Report], scheme: str) -> None:
    visit, _ = sheet
    visit.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    pairs, *faint = visit.page.evaluate(CONTRAST)
    assert pairs > 3
    assert faint == []


def test_a_sheet_fits_a_phone_and_a_sheet_of_paper(sheet: tuple[Visit, Report]) -> None:
    visit, _ = sheet
    visit.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not visit.runs_over()
    visit.page.set_viewport_size(A4)  # type: ignore[arg-type]
    visit.page.emulate_media(media="print")
    assert not visit.runs_over()
    assert not visit.page.locator(".account").first.is_visible()
    assert visit.page.locator("h1").is_visible()
    visit.page.emulate_media(media="screen")
    visit.page.set_viewport_size(DESK)  # type: ignore[arg-type]


def test_a_sheet_needs_no_script(browser: "Browser") -> None:
    name = names()[0]
    visit = Visit(browser, REPORTS / f"{name}.html", java_script_enabled=False)
    visit.page.locator(".fold > summary").first.click()
    button = visit.page.locator(".fold [popovertarget]").first
    button.click()
    assert visit.page.locator(f'[id="{button.get_attribute("popovertarget")}"]').is_visible()
    visit.close()


def test_the_index_leads_to_every_sheet(browser: "Browser") -> None:
    visit = Visit(browser, REPORTS / INDEX, viewport=PHONE)
    assert not visit.runs_over()
    assert visit.said == []
    for name in names():
        visit.page.goto((REPORTS / INDEX).as_uri())
        visit.page.locator(f'[id="document-{name}"] th a').click()
        assert visit.page.title() == f"Errata: {published(name).document.title}"
    visit.close()


def test_a_strange_document_is_shown_as_text_and_fits_a_phone(browser: "Browser", tmp_path: Path) -> None:
    from verifier.document.reader import read
    from verifier.operations import signatures
    from verifier.pipeline import check
    from verifier.report.html.page import as_html

    report = check(read(written(tmp_path), signatures()))
    for content in (as_html(report), index_on([report])):
        path = tmp_path / "page.html"
        path.write_text(content, encoding="utf-8")
        visit = Visit(browser, path, viewport=PHONE)
        assert visit.said == []
        assert visit.asked == [path.as_uri()]
        assert not visit.runs_over()
        assert visit.page.locator("bdi", has_text=inert(STRANGE)).first.is_visible()
        visit.close()
    path.write_text(as_html(report), encoding="utf-8")
    visit = Visit(browser, path)
    assert LONG in visit.shown(LONG)
    assert SCRIPT in visit.shown("words")
    visit.close()


# Worksheets

UNREACHABLE = """() => [...document.querySelectorAll('*')].filter(element =>
  element.scrollWidth > element.clientWidth + 1 && element.tabIndex < 0
  && getComputedStyle(element).overflowX === 'auto').length"""
"""The number of parts that scroll and that no keyboard reaches."""


@pytest.mark.parametrize(
    "exercise", [Exercise(), Exercise(has_blanks=True), Exercise(slip=ANY)], ids=["read", "fill", "find"]
)
@pytest.mark.parametrize("kind", ["statistics", "bayes", "k-means", "loan", "mlp", "attention"])
def test_a_worksheet_fits_a_telephone_a_desk_and_paper(
    browser: "Browser", tmp_path: Path, kind: str, exercise: Exercise
) -> None:
    written = files(Order(kind), exercise, "page", ["html"])
    for ending, text_of_page in written.items():
        if not ending.endswith(".html"):
            continue
        path = tmp_path / f"page{ending}"
        path.write_text(text_of_page, encoding="utf-8")
        for size in (PHONE, DESK, A4):
            visit = Visit(browser, path, viewport=size)
            visit.page.emulate_media(media="print" if size is A4 else "screen")
            assert not visit.runs_over(), (ending, size)
            assert visit.said == []
            assert visit.asked == [visit.address]
            assert visit.page.evaluate(UNREACHABLE) == 0
            visit.close()
