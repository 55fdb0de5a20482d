"""What every test runs under: examples, precision, garbage collection, and which worker runs what."""

import contextlib
import gc
import os
import re
from collections import Counter
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest
from flint import ctx
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from xdist.scheduler import LoadScopeScheduling

import tests.calling  # noqa: F401 - which has documents checked in this process
from tests.effort import PRECISION, VARIABLE, examples

_FEW_SEARCHES = 50_000
"""In full, so many objects are made before garbage is searched for among the young: 700 without this."""

collect_ignore = ["cases", "exams"]
"""Folders without tests, and with two thousand files that need not be looked at for some."""

gc.disable()  # what is imported is no garbage, and a search for some takes a tenth of the time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run slow tests too, and try all examples of every search")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--full"):
        os.environ[VARIABLE] = "1"
        config.option.markexpr = ""
    else:
        _draw_no_numbers_of_the_code()
    settings.register_profile(
        "suite",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=examples(20),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    settings.load_profile("suite")


def _draw_no_numbers_of_the_code() -> None:
    """Hypothesis reads all modules for numbers to draw, which takes each worker up to nine seconds.

    What it draws would also depend on the modules that other tests have imported before.
    """
    providers._get_local_constants = lambda: providers._local_constants  # noqa: SLF001 - there is no setting


def pytest_collection(session: pytest.Session) -> None:
    """Every second worker imports modules from the last one on: what has no byte code yet is compiled once in all."""
    if os.environ.get("PYTEST_XDIST_WORKER", "")[-1:] in set("13579") and _is_of_all(session.config):
        for path in sorted(Path(__file__).parent.glob("test_*.py"), reverse=True):
            with contextlib.suppress(Exception, pytest.skip.Exception):  # which the collection tells of
                import_module(f"tests.{path.stem}")


def _is_of_all(config: pytest.Config) -> bool:
    """Whether no module and no test is named."""
    return [Path(name).resolve() for name in config.args] == [Path(__file__).parent]


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Slow tests that nobody asked for are not made, one for each of their rows, only to be left out."""
    if collector.config.option.markexpr != "not slow" or not _is_of_all(collector.config) or not isfunction(obj):
        return None
    marks = [*collector.iter_markers(), *getattr(obj, "pytestmark", ())]
    return [] if any(mark.name == "slow" for mark in marks) else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """What modules hold is never searched for garbage; what tests leave only in full, where it is much."""
    gc.freeze()
    if session.config.getoption("--full"):
        gc.set_threshold(_FEW_SEARCHES)
        gc.enable()


def pytest_sessionfinish() -> None:
    """Nor is what tests have left behind, which goes with the process."""
    gc.freeze()


def pytest_runtest_setup() -> None:
    ctx.prec = PRECISION


@pytest.fixture
def shared_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands get the reports that other tests of this process have made on the same documents."""
    from tests.reports import share_reports

    share_reports(monkeypatch)


# Which worker runs what

_OF_CASES = re.compile(r"\[(cases-\d)\]$")
_OF_PUBLISHED = re.compile(
    r"test_(compare|documents|explain|in_place)\.py|published"
    r"|[\[-](fareed|jamil|loan|pendulum|regression|roysdon|soham|tutorial10)[\]-]"
)
_OF_SCIPY = re.compile(r"test_(functions|joint|optimised|probabilities|recheck_functions|references)\.py")
"""Modules that import SciPy, which takes a second, in one worker only."""
_WHOLE = (
    "test_causes.py",
    "test_example.py",
    "test_engines.py",
    "test_held_functions.py",
    "test_layers.py",
    "test_magics.py",
    "test_origins.py",
    "test_pytorch.py",
)
"""Modules whose tests share results or imports of their own."""
_TOGETHER = 8
"""So many tests of another module go to a worker at once: fewer cost time, more leave one worker idle at the end."""


class ByDocument(LoadScopeScheduling):
    """Tests of one document go to one worker, where its report is known; others go by parts of a module."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)  # type: ignore[arg-type]
        self._groups: dict[str, str] = {}
        self._seen: Counter[str] = Counter()

    def _split_scope(self, nodeid: str) -> str:
        if nodeid not in self._groups:
            self._groups[nodeid] = self._group(nodeid)
        return self._groups[nodeid]

    def _group(self, nodeid: str) -> str:
        of_cases = _OF_CASES.search(nodeid)
        if of_cases:
            return of_cases[1]
        if _OF_PUBLISHED.search(nodeid):
            return "published"
        if _OF_SCIPY.search(nodeid):
            return "scipy"
        module = nodeid.partition("::")[0]
        if module.endswith(_WHOLE):
            return module
        self._seen[module] += 1
        return f"{module} {self._seen[module] // _TOGETHER}"


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByDocument:
    return ByDocument(config, log)
