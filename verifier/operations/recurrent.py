"""One step of a long short-term memory (LSTM), and of a gated recurrent unit (GRU)."""

from verifier.operations.operation import Slip, define

_LSTM = "Hochreiter, Schmidhuber 1997; with a forget gate Gers, Schmidhuber, Cummins 2000"

define(
    "lstm_gate",
    "x",
    "h",
    "W",
    "U",
    definition="sigmoid(x @ W + h @ U + b)",
    reference=_LSTM,
    slips=(Slip("other-function", "tanh(x @ W + h @ U + b)", "squashed by tanh"),),
    wide=("b",),
    b=0,
)
define(
    "lstm_cell",
    "x",
    "h",
    "c",
    "W_i",
    "U_i",
    "W_f",
    "U_f",
    "W_g",
    "U_g",
    definition=(
        "lstm_gate(x, h, W_f, U_f, b=b_f) * c + lstm_gate(x, h, W_i, U_i, b=b_i) * tanh(x @ W_g + h @ U_g + b_g)"
    ),
    reference=_LSTM,
    wide=("b_i", "b_f", "b_g"),
    b_i=0,
    b_f=0,
    b_g=0,
)
define(
    "lstm_output",
    "x",
    "h",
    "new_c",
    "W_o",
    "U_o",
    definition="lstm_gate(x, h, W_o, U_o, b=b_o) * tanh(new_c)",
    reference=_LSTM,
    slips=(Slip("omitted-term", "lstm_gate(x, h, W_o, U_o, b=b_o) * new_c", "the tanh left out"),),
    wide=("b_o",),
    b_o=0,
)
define(
    "gru_cell",
    "x",
    "h",
    "W_r",
    "U_r",
    "W_z",
    "U_z",
    "W_n",
    "U_n",
    definition=(
        "(1 - lstm_gate(x, h, W_z, U_z, b=b_z))"
        " * tanh(x @ W_n + b_n + lstm_gate(x, h, W_r, U_r, b=b_r) * (h @ U_n + c_n))"
        " + lstm_gate(x, h, W_z, U_z, b=b_z) * h"
    ),
    reference="Cho et al. 2014; with the reset gate behind the product, PyTorch, GRUCell",
    slips=(
        Slip(
            "other-function",
            "lstm_gate(x, h, W_z, U_z, b=b_z)"
            " * tanh(x @ W_n + b_n + lstm_gate(x, h, W_r, U_r, b=b_r) * (h @ U_n + c_n))"
            " + (1 - lstm_gate(x, h, W_z, U_z, b=b_z)) * h",
            "the update gate the other way round",
        ),
        Slip(
            "other-function",
            "(1 - lstm_gate(x, h, W_z, U_z, b=b_z))"
            " * tanh(x @ W_n + b_n + (lstm_gate(x, h, W_r, U_r, b=b_r) * h) @ U_n + c_n)"
            " + lstm_gate(x, h, W_z, U_z, b=b_z) * h",
            "the reset gate before the product",
        ),
    ),
    wide=("b_r", "b_z", "b_n", "c_n"),
    b_r=0,
    b_z=0,
    b_n=0,
    c_n=0,
)
