"""The language server, but that checks of files of some names do not end well: `python -m tests.stalled_server lsp`.

The limit of time is short for those alone, so that no load of the machine stops another one.
"""

import os
import sys

from verifier.cli import main
from verifier.integrations import editor_desk, editor_session
from verifier.supervision.limits import Limits


class Session(editor_session.Session):
    """A session whose checks end soon if they never would."""

    @property
    def quickly(self) -> Limits:
        """The limits of what an author who types waits for."""
        is_slow = os.path.basename(self.document.path).startswith("slow")
        return self.limits._replace(timeout=1 if is_slow else self.limits.timeout)


if __name__ == "__main__":
    editor_desk._MODULE = "tests.stalled_work"  # type: ignore[misc]  # noqa: SLF001 - the process that works
    editor_session.Session = Session  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))
