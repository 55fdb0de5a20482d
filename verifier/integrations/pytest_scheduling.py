"""How pytest-xdist spreads the tests of documents: those of a file go to one process, all other tests to any."""

from xdist.scheduler import LoadScopeScheduling

from verifier.document.lookup import ENDINGS


class ByDocument(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """All tests of a document go to one process, and of other files each to any."""

    def _split_scope(self, nodeid: str) -> str:
        """The name of what a test is given out with."""
        path = nodeid.partition("::")[0]
        return path if path.lower().endswith(ENDINGS) else nodeid
