"""The work for an editor, but that checks of files of some names never end, take all memory, or end their process."""

import os
import signal
import time

from verifier.integrations import editor_work
from verifier.integrations.checked_text import CheckedText
from verifier.integrations.marks import Asked


class Stalled(CheckedText):
    """A checked text, if it comes to that."""

    def __init__(self, asked: Asked, *, ranges: bool, is_isolated: bool = False) -> None:
        name = os.path.basename(asked.path)
        if name.startswith("slow") or (name.startswith("deep") and asked.causes):
            time.sleep(600)
        if name.startswith("huge"):
            bytearray(2**40)
        if name.startswith("fall"):
            os.kill(os.getpid(), signal.SIGKILL)
        super().__init__(asked, ranges=ranges, is_isolated=is_isolated)


if __name__ == "__main__":
    editor_work.CheckedText = Stalled  # type: ignore[misc]
    editor_work.main()
