"""The pytest plugin: `pytest --verifier docs/` checks documents, `verifier_formula` holds functions against formulas.

pytest imports this module whenever it starts, so that it imports next to nothing.
"""

from typing import TYPE_CHECKING

import pytest

from verifier.integrations.pytest_imports import imported_as_written

if TYPE_CHECKING:
    from verifier.integrations.functions import Holder


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--verifier`, and the setting `verifier` of a project."""
    group = parser.getgroup("verifier", "printed numbers of worked examples")
    group.addoption("--verifier", action="store_true", help="check documents and authors' files, one test a stage")
    parser.addini("verifier", "as --verifier, in every call", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Collect documents where that is asked for."""
    if config.getoption("--verifier") or config.getini("verifier"):
        with imported_as_written():
            from verifier.integrations.pytest_documents import Documents

            documents = Documents(config.invocation_params.dir)
        config.pluginmanager.register(documents, "verifier-documents")


@pytest.fixture
def verifier_formula() -> "Holder":
    """Hold a function against a formula of the language: `verifier_formula(softmax, "softmax(X)", {"X": (3, 4)})`.

    The test fails at a point where no rounding explains what the function gives; `functions.held` says more.
    """
    with imported_as_written():
        from verifier.integrations.functions import held

    return held
