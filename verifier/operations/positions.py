"""Positional encodings."""

from verifier.operations.operation import Slip, define

define(
    "positional_encoding",
    "positions",
    "width",
    definition=(
        "Matrix(positions, width, lambda pos, j: sin((pos + first) / base**(j / width)) if j % 2 == 0"
        " else cos((pos + first) / base**((j - 1) / width)))"
    ),
    reference="Vaswani et al. 2017, sec. 3.5",
    slips=(
        Slip("shifted-window", "positional_encoding(positions, width, base=base, first=1 - first)", "positions from 1"),
        Slip("transposed", "positional_encoding(width, positions, base=base, first=first).T"),
    ),
    base=10000,
    first=0,
)
