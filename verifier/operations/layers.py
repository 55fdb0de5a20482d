"""The layers of a transformer (Vaswani et al. 2017), each defined by simpler operations."""

from typing import Any, Final

from verifier.operations.operation import Slip, define

_STACKS: Final = "Vaswani et al. 2017, sec. 3.1; with pre_norm Xiong et al. 2020, fig. 1"
_NORM: Final[dict[str, Any]] = {"eps": 0, "ddof": 0, "outside": 0}
"""The options of a layer norm: eps is added to the variance, outside to the standard deviation."""
_SELF: Final = ("b_Q", "b_K", "b_V", "b_O")
_CROSS: Final = ("c_Q", "c_K", "c_V", "c_O")
_INNER: Final = ("b_1", "b_2")


def _zeros(names: tuple[str, ...]) -> dict[str, Any]:
    return dict.fromkeys(names, 0)


def _passed(*names: str) -> str:
    """The text of keyword arguments that pass options on under their own names."""
    return ", ".join(f"{name}={name}" for name in names)


def _normed(x: str, number: int | None = None) -> str:
    """The text of a layer norm of x, with the gain and bias of the sub-layer *number*."""
    suffix = "" if number is None else f"_{number}"
    return f"layer_norm({x}, gain=gain{suffix}, bias=bias{suffix}, {_passed(*_NORM)})"


def _sublayer(name: str, arrays: tuple[str, ...], inner: str, wide: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401 - as of `define`
    """Define a sub-layer: *inner*, a residual connection, and a layer norm after it or, with pre_norm, before it."""
    before, behind = inner.format(_normed("X")), inner.format("X")
    define(
        name,
        *arrays,
        definition=f"X + {before} if pre_norm else {_normed(f'X + {behind}')}",
        reference=_STACKS,
        wide=(*wide, "gain", "bias"),
        gain=1,
        bias=0,
        **_zeros(wide),
        **_NORM,
        **options,
        pre_norm=0,
    )


define("linear", "X", "W", definition="X @ W + b", reference="Vaswani et al. 2017, eq. 2", wide=("b",), b=0)
define(
    "layer_norm",
    "X",
    definition="(X - mean(X, axis=1)) / (sqrt(var(X, axis=1, ddof=ddof) + eps) + outside) * gain + bias",
    reference="Ba, Kiros, Hinton 2016, eq. 3 and 4",
    wide=("gain", "bias"),
    slips=(
        Slip("other-axis", f"layer_norm(X.T, {_passed(*_NORM)}).T * gain + bias", "columns normalised"),
        Slip("other-divisor", "layer_norm(X, eps=outside, ddof=ddof, outside=eps) * gain + bias", "epsilon displaced"),
    ),
    **_NORM,
    gain=1,
    bias=0,
)
define(
    "add_norm",
    "X",
    "Y",
    definition=_normed("X + Y"),
    reference="Vaswani et al. 2017, sec. 3.1",
    wide=("gain", "bias"),
    slips=(Slip("omitted-term", f"{_normed('Y')}", "the residual left out"),),
    **_NORM,
    gain=1,
    bias=0,
)
define(
    "dense",
    "X",
    "W",
    definition="activation(linear(X, W, b=b), gelu=gelu)",
    reference="Goodfellow, Bengio, Courville 2016, ch. 6",
    wide=("b",),
    b=0,
    gelu=0,
)
define(
    "feed_forward",
    "X",
    "W_1",
    "W_2",
    definition="linear(dense(X, W_1, b=b_1, gelu=gelu), W_2, b=b_2)",
    reference="Vaswani et al. 2017, eq. 2",
    wide=_INNER,
    b_1=0,
    b_2=0,
    gelu=0,
)
define(
    "self_attention",
    "X",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
    definition=f"multi_head_attention(X, X, X, W_Q, W_K, W_V, W_O, {_passed('heads', 'mask', *_SELF)})",
    reference="Vaswani et al. 2017, sec. 3.2.3",
    wide=("mask", *_SELF),
    heads=1,
    mask=0,
    **_zeros(_SELF),
)
define(
    "cross_attention",
    "X",
    "memory",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
    definition=(
        "multi_head_attention(cross_query(X, memory), cross_key(X, memory), cross_value(X, memory),"
        f" W_Q, W_K, W_V, W_O, {_passed('heads', 'mask', *_SELF)})"
    ),
    reference="Vaswani et al. 2017, sec. 3.2.3",
    wide=("mask", *_SELF),
    heads=1,
    mask=0,
    **_zeros(_SELF),
)
_sublayer(
    "attention_sublayer",
    ("X", "W_Q", "W_K", "W_V", "W_O"),
    f"self_attention({{}}, W_Q, W_K, W_V, W_O, {_passed('heads', 'mask', *_SELF)})",
    ("mask", *_SELF),
    heads=1,
)
_sublayer(
    "cross_attention_sublayer",
    ("X", "memory", "W_Q", "W_K", "W_V", "W_O"),
    f"cross_attention({{}}, memory, W_Q, W_K, W_V, W_O, {_passed('heads', 'mask', *_SELF)})",
    ("mask", *_SELF),
    heads=1,
)
_sublayer(
    "feed_forward_sublayer",
    ("X", "W_1", "W_2"),
    f"feed_forward({{}}, W_1, W_2, {_passed('gelu', *_INNER)})",
    _INNER,
    gelu=0,
)


def _gains(number: int) -> str:
    return f"gain=gain_{number}, bias=bias_{number}"


_SHARED: Final = _passed(*_NORM, "pre_norm")
define(
    "encoder_layer",
    "X",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
    "W_1",
    "W_2",
    definition=(
        f"feed_forward_sublayer(attention_sublayer(X, W_Q, W_K, W_V, W_O, {_passed('heads', 'mask', *_SELF)},"
        f" {_gains(1)}, {_SHARED}), W_1, W_2, {_passed('gelu', *_INNER)}, {_gains(2)}, {_SHARED})"
    ),
    reference=_STACKS,
    wide=("mask", *_SELF, *_INNER, "gain_1", "bias_1", "gain_2", "bias_2"),
    heads=1,
    mask=0,
    gain_1=1,
    bias_1=0,
    gain_2=1,
    bias_2=0,
    **_zeros((*_SELF, *_INNER)),
    **_NORM,
    pre_norm=0,
    gelu=0,
)
define(
    "decoder_layer",
    "X",
    "memory",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
    "C_Q",
    "C_K",
    "C_V",
    "C_O",
    "W_1",
    "W_2",
    definition=(
        "feed_forward_sublayer(cross_attention_sublayer(attention_sublayer(X, W_Q, W_K, W_V, W_O, heads=heads,"
        f" mask=causal_mask(rows(X)) + mask if causal else mask, {_passed(*_SELF)}, {_gains(1)}, {_SHARED}),"
        " memory, C_Q, C_K, C_V, C_O, heads=heads, mask=memory_mask,"
        f" b_Q=c_Q, b_K=c_K, b_V=c_V, b_O=c_O, {_gains(2)}, {_SHARED}),"
        f" W_1, W_2, {_passed('gelu', *_INNER)}, {_gains(3)}, {_SHARED})"
    ),
    reference=_STACKS,
    wide=(
        *("mask", "memory_mask", *_SELF, *_CROSS, *_INNER),
        *("gain_1", "bias_1", "gain_2", "bias_2", "gain_3", "bias_3"),
    ),
    heads=1,
    causal=1,
    mask=0,
    memory_mask=0,
    gain_1=1,
    bias_1=0,
    gain_2=1,
    bias_2=0,
    gain_3=1,
    bias_3=0,
    **_zeros((*_SELF, *_CROSS, *_INNER)),
    **_NORM,
    pre_norm=0,
    gelu=0,
)
define("next_layer_input", "output", definition="output", reference="Vaswani et al. 2017, sec. 3.1")
define(
    "output_projection",
    "X",
    "W",
    definition="linear(X, W, b=b)",
    reference="Vaswani et al. 2017, sec. 3.4",
    wide=("b",),
    b=0,
)
