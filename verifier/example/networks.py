"""The sub-layers of a transformer as stages with their weights and formulas."""

from verifier.example.adding_stages import Sheet
from verifier.record import NamedTuple

VASWANI = "Vaswani et al. 2017"


class Attention(NamedTuple):
    """The names of the weights of an attention."""

    query: str
    key: str
    value: str
    output: str


class FeedForward(NamedTuple):
    """The names of the weights and biases of a feed-forward network."""

    first: str
    first_bias: str
    second: str
    second_bias: str


def attention_weights(sheet: Sheet, prefix: str, letter: str, what: str, width: int) -> Attention:
    """Add four square matrices of random weights; returns their names."""
    kinds = (("Q", "query"), ("K", "key"), ("V", "value"), ("O", "output"))
    names = [
        sheet.given(f"{prefix}{letter}_{kind}", f"Weights of the {word}, {what}", (width, width), (-1, 1))
        for kind, word in kinds
    ]
    return Attention(*names)


def feed_forward_weights(sheet: Sheet, prefix: str, what: str, width: int) -> FeedForward:
    """Add two matrices and two biases, the inner layer wider by two; returns their names."""
    inner = width + 2
    return FeedForward(
        sheet.given(f"{prefix}W_1", f"First weights, {what}", (width, inner), (-1, 1)),
        sheet.given(f"{prefix}b_1", f"First bias, {what}", (1, inner), (-1, 1)),
        sheet.given(f"{prefix}W_2", f"Second weights, {what}", (inner, width), (-1, 1)),
        sheet.given(f"{prefix}b_2", f"Second bias, {what}", (1, width), (-1, 1)),
    )


class Streams(NamedTuple):
    """The stages of an attention's queries (`x`) and of its keys and values (`memory`), later ones possibly masked."""

    x: str
    memory: str
    is_masked: bool = False


def attention(sheet: Sheet, prefix: str, streams: Streams, weights: Attention, heads: int) -> str:
    """Add query, key and value, each head, and the output; returns the name of the last stage."""
    x, memory, masked = streams
    query = sheet.step(f"{prefix}Q", "Query", f"{x} @ {weights.query}", standard=f"linear({x}, {weights.query})")
    key = sheet.step(f"{prefix}K", "Key", f"{memory} @ {weights.key}")
    value = sheet.step(f"{prefix}V", "Value", f"{memory} @ {weights.value}")
    outputs = [_head(sheet, prefix, (query, key, value), (head, heads), masked=masked) for head in range(heads)]
    joined = outputs[0]
    if heads > 1:
        joined = sheet.step(f"{prefix}joined", "The heads side by side", f"concat({', '.join(outputs)})")
    return sheet.step(
        f"{prefix}output",
        "Output of the attention",
        f"{joined} @ {weights.output}",
        because=f"{VASWANI}, sec. 3.2.2",
    )


def _head(sheet: Sheet, prefix: str, parts: tuple[str, str, str], which: tuple[int, int], *, masked: bool) -> str:
    head, heads = which
    width = sheet.shape(parts[0])[1] // heads
    ending, of_head = (f"_{head + 1}", f" of head {head + 1}") if heads > 1 else ("", "")
    q, k, v = (f"{part}[:, {head * width}:{(head + 1) * width}]" if heads > 1 else part for part in parts)
    scores = sheet.step(f"{prefix}scores{ending}", f"Query times key transposed{of_head}", f"{q} @ {k}.T")
    scaled = sheet.step(
        f"{prefix}scaled{ending}",
        f"Scaled scores{of_head}",
        f"{scores} / sqrt({width})",
        standard=f"scaling({scores}, {k})",
        because=f"{VASWANI}, eq. 1",
    )
    if masked:
        size = sheet.shape(scores)[0]
        scaled = sheet.step(
            f"{prefix}masked{ending}",
            f"Scores{of_head}, later positions hidden",
            f"{scaled} + causal_mask({size})",
            standard=f"masked({scaled}, visible({size}))",
            because=f"{VASWANI}, sec. 3.2.3",
        )
    shares = sheet.step(f"{prefix}weights{ending}", f"Attention weights{of_head}", f"softmax({scaled})")
    return sheet.step(f"{prefix}head{ending}", f"Output{of_head or ' of the head'}", f"{shares} @ {v}")


def add_and_norm(sheet: Sheet, prefix: str, x: str, y: str) -> str:
    """Add the residual connection and the layer norm; returns the name of the last stage."""
    total = sheet.step(f"{prefix}sum", "Input and output of the sub-layer added", f"{x} + {y}")
    mean = sheet.step(f"{prefix}mean", "Mean of each row", f"mean({total}, axis=1)")
    deviation = sheet.step(
        f"{prefix}deviation", "Standard deviation of each row", f"sqrt(mean(({total} - {mean})**2, axis=1))"
    )
    return sheet.step(
        f"{prefix}norm",
        "Normalised rows",
        f"({total} - {mean}) / {deviation}",
        because="Ba, Kiros, Hinton 2016, eq. 3 and 4",
    )


def feed_forward(sheet: Sheet, prefix: str, x: str, weights: FeedForward) -> str:
    """Add two linear layers with a ReLU between them; returns the name of the last stage."""
    linear = sheet.step(f"{prefix}linear", "First linear layer", f"{x} @ {weights.first} + {weights.first_bias}")
    hidden = sheet.step(f"{prefix}hidden", "ReLU of the first layer", f"relu({linear})")
    return sheet.step(
        f"{prefix}feed_forward",
        "Second linear layer",
        f"{hidden} @ {weights.second} + {weights.second_bias}",
        because=f"{VASWANI}, eq. 2",
    )
