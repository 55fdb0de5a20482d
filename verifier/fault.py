"""Faults of the verifier itself, reported in one line without a traceback."""

import os
import sys


def told(fault: Exception) -> str:
    """The line that reports *fault*; raises it again in development mode (`python -X dev`).

    Raises MemoryError for a library in C that finds no room, which is no fault.
    """
    if isinstance(fault, ImportError) and str(fault.path).endswith(".so"):
        raise MemoryError from fault
    if sys.flags.dev_mode:
        raise fault
    import traceback

    last = traceback.extract_tb(fault.__traceback__)[-1]
    said = f"{type(fault).__name__}: {fault}".strip(": ")
    return (
        "this is a fault of the verifier, not of the document; please report it with the file"
        f" ({said[:200]}, {os.path.basename(last.filename)} line {last.lineno}; python -X dev shows more)"
    )
