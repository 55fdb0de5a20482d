"""A fault of the verifier itself, told in a line: it stops one document, and never shows its inside to a reader."""

import sys
from pathlib import Path


def told(fault: Exception) -> str:
    """What went wrong and where; raises it again where Python was asked to show more (`python -X dev`)."""
    if sys.flags.dev_mode:
        raise fault
    import traceback

    last = traceback.extract_tb(fault.__traceback__)[-1]
    said = f"{type(fault).__name__}: {fault}".strip(": ")
    return (
        "this is a fault of the verifier, not of the document; please report it with the file"
        f" ({said[:200]}, {Path(last.filename).name} line {last.lineno}; python -X dev shows more) [fault]"
    )
