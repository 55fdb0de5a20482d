"""What parts of formulas cost, in products of two numbers."""

from typing import Final

NORMALISED_WORK: Final = 5000
"""The range of one normalised cell, for each cell of its row."""
CELL_WORK: Final = 16
"""One cell that is made in Python."""
INTEGRAL_WORK: Final = 1_000_000
"""An integral."""
LINE_WORK: Final = 40
"""One cell of a row that is computed as a whole, such as a softmax; of points and of ranges."""
