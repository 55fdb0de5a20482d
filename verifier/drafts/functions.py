"""The names of functions in texts, and their operations."""

from typing import Final

_SAME: Final = "softmax sigmoid tanh exp gelu sqrt max min mean sum norm relu log transpose std var"
FUNCTIONS: Final = {
    **{name: name for name in _SAME.split()},
    "ReLU": "relu",
    "RELU": "relu",
    "GELU": "gelu",
    "Softmax": "softmax",
    "LayerNorm": "layer_norm",
    "layernorm": "layer_norm",
    "LN": "layer_norm",
    "ln": "log",
    "Concat": "hstack",
    "concat": "hstack",
    "\\sigma": "sigmoid",
    "\u03c3": "sigmoid",
    "\\ln": "log",
    **{f"\\{name}": name for name in ("exp", "tanh", "log", "max", "min", "sin", "cos", "tan")},
}
"""The names of functions in texts, and their operations."""
