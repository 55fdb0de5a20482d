"""The words that readers of a sheet meet: at most twelve, each with its meaning. All other words are plain English."""

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "given": "a number that the document states without a formula, as an input; there is nothing to check",
    "stands for": "a printed number stands for all real numbers that round to it: 3.88 for those from 3.875 to 3.885",
    "wrong": "no choice of numbers that the inputs stand for gives what is printed, so no rounding explains it; "
    "other outputs call this contradicted",
    "from wrong inputs": "correct from what is printed above it, and wrong only because that is wrong; "
    "other outputs call this inherited",
    "possible": "right with digits that were not printed, or by another rounding rule than the rest; "
    "other outputs call this tolerated",
    "undecided": "neither right nor wrong could be proved",
    "unchecked": "one of the inputs was never printed, so there is nothing to compare",
    "erratum": "the wrong numbers of one step that have one cause, with what they should be",
    "misprint": "a wrong number whose right value the later steps use: it was computed right, and typed wrong",
    "the standard": "the definition of a step in the literature; a formula that differs from it may be computed right",
    "stage": "one step of the document: a name, a formula, and the numbers that are printed for it",
    "unit of the last place": "one step of the last digit that is printed: 0.01 for 3.88",
}
"""In the order in which the words help to understand one another."""
