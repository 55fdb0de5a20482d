"""Modules are compiled once: neither workers nor commands in processes of their own compile them anew.

This comes before all else that is imported, as what is imported before it is compiled in every run.
"""

import os
import sys
from pathlib import Path

BYTE_CODE = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
"""Where compiled modules are kept."""
sys.dont_write_bytecode, sys.pycache_prefix = False, BYTE_CODE
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = BYTE_CODE
