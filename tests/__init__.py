"""Modules are compiled once, also where the environment says otherwise: in workers and in processes of their own too.

This comes before all else that is imported, as what is imported before it is compiled in every run.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["VERIFIER_CACHE_DIR"] = ""  # nothing is remembered from one test to the next
