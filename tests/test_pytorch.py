"""The standard agrees with PyTorch: every float64 result lies within its rounding error of the exact one.

The bound is that of `tests.exams.float64`, computed for each cell; no tolerance is chosen. PyTorch is an
optional dependency: `pip install '.[test,torch]'`.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any, TypeAlias

import pytest
from flint import arb, fmpq

from tests.effort import some
from tests.exams.float64 import Float64, Near, near
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value
from verifier.numbers.number import Number
from verifier.numbers.precision import working_precision
from verifier.operations import signatures

if find_spec("torch") is None:
    pytest.skip("PyTorch is not installed: pip install '.[test,torch]'", allow_module_level=True)


class _PyTorch:
    """PyTorch, imported when a test asks for it: all workers collect this module, and one of them runs it."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever PyTorch has
        return getattr(import_module("torch"), name)


torch: Any = _PyTorch()

WIDTH, INNER, QUERIES, KEYS = 6, 8, 4, 3
BITS = 160
SMALL = fmpq(1, 10**6)
"""A bound above this would say little. What is wrong on purpose here is off by a thousand times more."""
Torch: TypeAlias = Any
"""A tensor or module of PyTorch, whose types are not there without it."""
Tensors: TypeAlias = Mapping[str, Torch]


@pytest.fixture(autouse=True)
def double_precision() -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(2017)
    with working_precision(BITS), torch.no_grad():
        yield
    torch.set_default_dtype(before)


def exact(tensor: Torch) -> Array:
    """A tensor's numbers, each of which is a rational; a vector is a row."""
    rows = tensor.reshape(1, -1) if tensor.dim() < 2 else tensor
    cells = tuple(fmpq(*cell.as_integer_ratio()) for row in rows.tolist() for cell in row)
    return Array(rows.shape[0], rows.shape[1], cells)


def evaluated(formula: str, operands: Mapping[str, Array], engine: Points) -> Array:
    return Evaluator(engine, operands.__getitem__).evaluate(parse_formula(formula, signatures()))


def deviations(formula: str, operands: Tensors, result: Torch) -> list[tuple[fmpq, fmpq]]:
    """For each cell, how far PyTorch's number is from the exact one at least, and how far rounding may take it."""
    arrays = {name: exact(tensor) for name, tensor in operands.items()}
    values = evaluated(formula, arrays, Points())
    bounds = evaluated(formula, {name: array.map(lifted) for name, array in arrays.items()}, Float64())
    found = exact(result)
    assert values.shape == bounds.shape == found.shape
    return [
        (abs(given - right).abs_lower().fmpq(), reach(near(bound), right))
        for given, right, bound in zip(found.cells, map(as_ball, values.cells), bounds.cells, strict=True)
    ]


def lifted(cell: Value) -> Value:
    return cell if cell.q == 1 else near(cell)  # counts and indices have no roundings


def as_ball(value: Number) -> arb:
    return near(value).ball


def reach(bound: Near, right: arb) -> fmpq:
    """The distance from the exact value to the far rim of the ball of all float64 results."""
    assert bound.settled.overlaps(right)
    return abs(bound.settled - right).abs_upper().fmpq()


def agrees(formula: str, operands: Tensors, result: Torch) -> bool:
    found = deviations(formula, operands, result)
    assert all(reached < SMALL for _, reached in found), "the bound must be small to say something"
    return all(off <= reached for off, reached in found)


def matrix(rows: int, columns: int) -> Torch:
    return torch.randn(rows, columns)


def attention_weights(module: Torch, prefix: str = "W", bias: str = "b") -> dict[str, Any]:
    """The weights of a MultiheadAttention as our formulas name them: rows in, columns out."""
    found = dict(
        zip((f"{prefix}_Q", f"{prefix}_K", f"{prefix}_V"), (w.T for w in module.in_proj_weight.chunk(3)), strict=True)
    )
    found[f"{prefix}_O"] = module.out_proj.weight.T
    if module.in_proj_bias is not None:
        found |= dict(zip((f"{bias}_Q", f"{bias}_K", f"{bias}_V"), module.in_proj_bias.chunk(3), strict=True))
        found[f"{bias}_O"] = module.out_proj.bias
    return found


def shaken(module: Torch) -> Torch:
    """The module with random numbers for all its parameters, gains and biases included."""
    for parameter in module.parameters():
        parameter.normal_(0, 0.7)
    return module.eval()


def causal(size: int) -> Torch:
    """PyTorch's boolean mask: true is hidden."""
    return torch.ones(size, size).triu(1).bool()


@pytest.mark.parametrize(("mask", "option"), [(None, ""), ("causal", ", mask=causal_mask(4)")])
def test_scaled_dot_product_attention_is_that_of_pytorch(mask: str | None, option: str):
    operands = {name: matrix(4, WIDTH) for name in "QKV"}
    result = torch.nn.functional.scaled_dot_product_attention(
        *(operands[name][None, None] for name in "QKV"), is_causal=mask == "causal"
    )[0, 0]
    assert agrees(f"attention(Q, K, V{option})", operands, result)
    assert not agrees("softmax(Q @ K.T) @ V", operands, result)
    assert not agrees("softmax(Q @ K.T / columns(K)) @ V", operands, result)


@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_layer_norm_is_that_of_pytorch(eps: float):
    module = shaken(torch.nn.LayerNorm(WIDTH, eps=eps))
    operands = {"X": matrix(QUERIES, WIDTH) + 3, "g": module.weight, "b": module.bias, "e": torch.tensor([eps])}
    result = module(operands["X"])
    assert agrees("layer_norm(X, eps=e, gain=g, bias=b)", operands, result)
    assert not agrees("layer_norm(X, eps=e, ddof=1, gain=g, bias=b)", operands, result)
    assert not agrees("layer_norm(X, eps=e + 0.00001, gain=g, bias=b)", operands, result)
    assert agrees("layer_norm(X, outside=e, gain=g, bias=b)", operands, result) == (eps == 0)


@pytest.mark.parametrize(
    ("heads", "bias", "mask"), some(product([1, 2, 3], [True, False], [None, "causal", "padding"]))
)
def test_multi_head_attention_is_that_of_pytorch(heads: int, bias: bool, mask: str | None):
    module = shaken(torch.nn.MultiheadAttention(WIDTH, heads, bias=bias, batch_first=True))
    keys = QUERIES if mask == "causal" else KEYS
    operands = attention_weights(module) | {
        "X": matrix(QUERIES, WIDTH),
        "Y": matrix(keys, WIDTH),
        "Z": matrix(keys, WIDTH),
    }
    hidden = {"padding": torch.tensor([[False, False, True]])}.get(mask or "")
    output, weights = module(
        *(operands[name][None] for name in "XYZ"),
        attn_mask=causal(QUERIES) if mask == "causal" else None,
        key_padding_mask=hidden,
        average_attn_weights=False,
    )
    fused, _ = module(
        *(operands[name][None] for name in "XYZ"),
        attn_mask=causal(QUERIES) if mask == "causal" else None,
        key_padding_mask=hidden,
        need_weights=False,
    )
    shown = {"causal": "causal_mask(4)", "padding": "mask(Matrix(1, 3, lambda i, j: 1 if j < 2 else 0))"}.get(
        mask or "", "0"
    )
    added = [f"{way}={way if bias else 0}" for way in ("b_Q", "b_K", "b_V", "b_O")]
    formula = f"multi_head_attention(X, Y, Z, W_Q, W_K, W_V, W_O, heads={heads}, mask={shown}, {', '.join(added)})"
    assert agrees(formula, operands, output[0])
    assert agrees(formula, operands, fused[0])
    projected = [
        f"linear({x}, W_{way}, {added['QK'.index(way)].replace('b_' + way + '=', 'b=')})" for x, way in ("XQ", "YK")
    ]
    for head in range(heads):
        of_head = [f"head_columns({part}, {head}, heads={heads})" for part in projected]
        assert agrees(f"attention_weights({', '.join(of_head)}, mask={shown})", operands, weights[0, head])
    if heads > 1:
        assert not agrees(formula.replace(f"heads={heads}", "heads=1"), operands, output[0])


def norms(module: Torch, *names: str) -> dict[str, Any]:
    """Gains and biases of the layer norms, numbered from 1."""
    found = {}
    for place, name in enumerate(names, start=1):
        found |= {f"gain_{place}": getattr(module, name).weight, f"bias_{place}": getattr(module, name).bias}
    return found


def inner(module: Torch) -> dict[str, Any]:
    return {
        "W_1": module.linear1.weight.T,
        "W_2": module.linear2.weight.T,
        "b_1": module.linear1.bias,
        "b_2": module.linear2.bias,
        "e": torch.tensor([1e-5]),
    }


def options(operands: Tensors, *names: str) -> str:
    return ", ".join(f"{name}={name}" for name in operands if name.startswith(names))


def seen(module: Torch, *names: str) -> dict[str, Any]:
    """What the parts of a module give, filled when it is called."""
    found: dict[str, Any] = {}

    def note(name: str) -> Torch:
        return lambda _module, _inputs, output: found.__setitem__(
            name, output[0] if isinstance(output, tuple) else output
        )

    for name in names:
        getattr(module, name).register_forward_hook(note(name))
    return found


@pytest.mark.parametrize(
    ("heads", "pre_norm", "activation", "masked"),
    some(product([1, 2], [False, True], ["relu", "gelu"], [False, True])),
)
def test_an_encoder_layer_and_every_part_that_it_shows_are_those_of_pytorch(
    heads: int, pre_norm: bool, activation: str, masked: bool
):
    gelu = int(activation == "gelu")
    module = shaken(
        torch.nn.TransformerEncoderLayer(
            WIDTH, heads, INNER, dropout=0.0, activation=activation, batch_first=True, norm_first=pre_norm
        )
    )
    operands = (
        attention_weights(module.self_attn)
        | inner(module)
        | norms(module, "norm1", "norm2")
        | {"X": matrix(QUERIES, WIDTH)}
    )
    mask = causal(QUERIES) if masked else None
    fast = module(operands["X"][None], src_mask=mask)[0]
    parts = seen(module, "self_attn", "norm1", "linear1", "linear2", "norm2")
    slow = module(operands["X"][None], src_mask=mask)[0]
    common = f"mask={'causal_mask(4)' if masked else 0}, heads={heads}, eps=e, pre_norm={int(pre_norm)}, gelu={gelu}"
    formula = f"encoder_layer(X, W_Q, W_K, W_V, W_O, W_1, W_2, {options(operands, 'b_', 'gain', 'bias')}, {common})"
    assert agrees(formula, operands, slow)
    assert agrees(formula, operands, fast)
    assert not agrees(formula.replace(f"pre_norm={int(pre_norm)}", f"pre_norm={int(not pre_norm)}"), operands, slow)
    assert not agrees(formula.replace(f"gelu={gelu}", "gelu=2"), operands, slow)
    biases = options(operands, "b_Q", "b_K", "b_V", "b_O")
    attended = f"self_attention({{}}, W_Q, W_K, W_V, W_O, heads={heads}, {common.split(', ', maxsplit=1)[0]}, {biases})"
    norm_1, norm_2 = (f"layer_norm({{}}, eps=e, gain=gain_{k}, bias=bias_{k})" for k in (1, 2))
    attention = attended.format(norm_1.format("X") if pre_norm else "X")
    middle = f"X + {attention}" if pre_norm else norm_1.format(f"X + {attention}")
    entered = norm_2.format(middle) if pre_norm else middle
    shown = {
        "self_attn": attention,
        "norm1": norm_1.format("X") if pre_norm else middle,
        "linear1": f"linear({entered}, W_1, b=b_1)",
        "linear2": f"feed_forward({entered}, W_1, W_2, b_1=b_1, b_2=b_2, gelu={gelu})",
        "norm2": entered if pre_norm else formula,
    }
    for name, part in shown.items():
        assert agrees(part, operands, parts[name][0]), name


@pytest.mark.parametrize(("heads", "pre_norm", "masked"), some(product([1, 3], [False, True], [False, True]), of=3))
def test_a_decoder_layer_and_every_part_that_it_shows_are_those_of_pytorch(heads: int, pre_norm: bool, masked: bool):
    module = shaken(
        torch.nn.TransformerDecoderLayer(WIDTH, heads, INNER, dropout=0.0, batch_first=True, norm_first=pre_norm)
    )
    operands = attention_weights(module.self_attn) | attention_weights(module.multihead_attn, "C", "c") | inner(module)
    operands |= norms(module, "norm1", "norm2", "norm3") | {"X": matrix(QUERIES, WIDTH), "M": matrix(KEYS, WIDTH)}
    parts = seen(module, "self_attn", "multihead_attn", "norm1", "linear1", "linear2")
    hidden = torch.tensor([[False, True, False]]) if masked else None
    result = module(
        operands["X"][None],
        operands["M"][None],
        tgt_mask=causal(QUERIES) if masked else None,
        memory_key_padding_mask=hidden,
    )[0]
    memory_mask = "mask(Matrix(1, 3, lambda i, j: 0 if j == 1 else 1))" if masked else "0"
    common = f"heads={heads}, causal={int(masked)}, memory_mask={memory_mask}, eps=e, pre_norm={int(pre_norm)}"
    arrays = "X, M, W_Q, W_K, W_V, W_O, C_Q, C_K, C_V, C_O, W_1, W_2"
    formula = f"decoder_layer({arrays}, {options(operands, 'b_', 'c_', 'gain', 'bias')}, {common})"
    assert agrees(formula, operands, result)
    assert not agrees(formula.replace("C_Q, C_K", "C_K, C_Q"), operands, result)
    assert not agrees(formula.replace(f"causal={int(masked)}", f"causal={int(not masked)}"), operands, result)
    biases = options(operands, "b_Q", "b_K", "b_V", "b_O")
    norm = "layer_norm({}, eps=e, gain=gain_1, bias=bias_1)"
    mask = "causal_mask(4)" if masked else "0"
    entered = norm.format("X") if pre_norm else "X"
    attention = f"self_attention({entered}, W_Q, W_K, W_V, W_O, heads={heads}, mask={mask}, {biases})"
    assert agrees(attention, operands, parts["self_attn"][0])
    assert agrees(norm.format("X") if pre_norm else norm.format(f"X + {attention}"), operands, parts["norm1"][0])


def test_embedding_and_greedy_choice_are_those_of_pytorch():
    table = torch.nn.Embedding(5, WIDTH)
    indices = torch.tensor([3.0, 0.0, 3.0])
    operands = {"table": table.weight, "indices": indices}
    assert agrees("embedding(indices, table)", operands, table(indices.long()))
    scores = matrix(4, 5)
    of_rows = evaluated("argmax(X, axis=1)", {"X": exact(scores)}, Points())
    assert of_rows.cells == tuple(map(fmpq, scores.argmax(1).tolist()))
    assert evaluated("argmax(X)", {"X": exact(scores)}, Points()).cells == (fmpq(scores.argmax().item()),)


@pytest.mark.parametrize(
    ("form", "formula", "other"), [("none", "gelu(X)", "gelu_tanh(X)"), ("tanh", "gelu_tanh(X)", "gelu(X)")]
)
def test_gelu_is_that_of_pytorch_in_both_its_forms(form: str, formula: str, other: str):
    operands = {"X": matrix(QUERIES, WIDTH)}
    result = torch.nn.functional.gelu(operands["X"], approximate=form)
    assert agrees(formula, operands, result)
    assert not agrees(other, operands, result)


def test_a_step_of_an_lstm_is_that_of_pytorch():
    module = shaken(torch.nn.LSTMCell(WIDTH, WIDTH))
    operands = {"x": matrix(2, WIDTH), "h": matrix(2, WIDTH), "c": matrix(2, WIDTH)}
    for letter, weights, added in (("W", module.weight_ih, module.bias_ih), ("U", module.weight_hh, module.bias_hh)):
        operands |= dict(
            zip((f"{letter}_{gate}" for gate in "ifgo"), (part.T for part in weights.chunk(4)), strict=True)
        )
        operands |= dict(zip((f"{letter}b_{gate}" for gate in "ifgo"), added.chunk(4), strict=True))
    new_h, new_c = module(operands["x"], (operands["h"], operands["c"]))
    biases = {gate: f"b_{gate}=Wb_{gate} + Ub_{gate}" for gate in "ifgo"}
    cell = f"lstm_cell(x, h, c, W_i, U_i, W_f, U_f, W_g, U_g, {', '.join(biases[gate] for gate in 'ifg')})"
    assert agrees(cell, operands, new_c)
    assert agrees(f"lstm_output(x, h, {cell}, W_o, U_o, {biases['o']})", operands, new_h)
    assert not agrees(cell.replace("W_f, U_f", "W_i, U_i"), operands, new_c)


def test_a_step_of_a_gated_recurrent_unit_is_that_of_pytorch():
    module = shaken(torch.nn.GRUCell(WIDTH, WIDTH))
    operands = {"x": matrix(2, WIDTH), "h": matrix(2, WIDTH)}
    for letter, weights in (("W", module.weight_ih), ("U", module.weight_hh)):
        operands |= dict(
            zip((f"{letter}_{gate}" for gate in "rzn"), (part.T for part in weights.chunk(3)), strict=True)
        )
    for letter, added in (("b", module.bias_ih), ("c", module.bias_hh)):
        operands |= dict(zip((f"{letter}_{gate}" for gate in "rzn"), added.chunk(3), strict=True))
    biases = "b_r=b_r + c_r, b_z=b_z + c_z, b_n=b_n, c_n=c_n"
    step = f"gru_cell(x, h, W_r, U_r, W_z, U_z, W_n, U_n, {biases})"
    result = module(operands["x"], operands["h"])
    assert agrees(step, operands, result)
    assert not agrees(step.replace("W_r, U_r", "W_z, U_z"), operands, result)


@pytest.mark.parametrize(("stride", "padding"), [(1, 0), (2, 1)])
def test_a_convolution_of_one_channel_is_that_of_pytorch(stride: int, padding: int):
    operands = {"X": matrix(5, WIDTH), "K": matrix(2, 3)}
    image, kernel = (operands[name][None, None] for name in ("X", "K"))
    result = torch.nn.functional.conv2d(image, kernel, stride=stride, padding=padding)[0, 0]
    assert agrees(f"conv2d(X, K, stride={stride}, padding={padding})", operands, result)
    assert not agrees(f"conv2d(X, K[::-1], stride={stride}, padding={padding})", operands, result)


@pytest.mark.parametrize(("formula", "name"), [("max_pool(X)", "max_pool2d"), ("avg_pool(X)", "avg_pool2d")])
def test_pooling_is_that_of_pytorch(formula: str, name: str):
    operands = {"X": matrix(4, WIDTH)}
    result = getattr(torch.nn.functional, name)(operands["X"][None], 2)[0]
    assert agrees(formula, operands, result)
    assert not agrees(f"{formula} + X[:2, :3] / 1000", operands, result)


@pytest.mark.parametrize("name", ["leaky_relu", "silu"])
def test_activations_are_those_of_pytorch(name: str):
    operands = {"X": matrix(QUERIES, WIDTH)}
    result = getattr(torch.nn.functional, name)(operands["X"])
    assert agrees(f"{name}(X)", operands, result)
    assert not agrees("relu(X)", operands, result)
