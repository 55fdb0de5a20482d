"""The verifier inside other programs, one module each: Python and notebooks, test runners, editors."""
