"""Encodings of positions."""

from verifier.operations.operation import define

define(
    "positional_encoding",
    "positions",
    "width",
    definition=(
        "Matrix(positions, width, lambda pos, j: sin(pos / 10000**(j / width)) if j % 2 == 0"
        " else cos(pos / 10000**((j - 1) / width)))"
    ),
    reference="Vaswani et al. 2017, sec. 3.5",
)
