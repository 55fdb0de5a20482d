"""An encoder-decoder transformer, from a sentence to the predicted words until the end token.

The weights are random. Those of the decoder are drawn again, from the same seed, until the end token
comes after one word at least. Each step works the whole decoder on the words said so far; as later
positions are masked, its rows begin with those of the step before.
"""

from typing import Final

from verifier.example.adding_stages import Habit, Sheet
from verifier.example.labels import Labels
from verifier.example.networks import (
    VASWANI,
    Attention,
    FeedForward,
    Streams,
    add_and_norm,
    attention,
    attention_weights,
    feed_forward,
    feed_forward_weights,
)
from verifier.numbers.number import Uncertain
from verifier.record import NamedTuple

MAX_STEPS: Final = 5
MAX_DRAWS: Final = 200
START, END = "<start>", "<end>"


class Size(NamedTuple):
    """The size of a network: width of its rows, heads of each attention, layers of each stack."""

    width: int
    heads: int
    layers: int


class _Layer(NamedTuple):
    itself: Attention
    cross: Attention
    inner: FeedForward


def transformer(seed: str, habit: Habit, words: list[str], size: Size) -> Sheet:
    """The stages; the decoder is redrawn until its prediction ends, or else stays as it was drawn last."""
    sheet = Sheet(seed, habit)
    table, memory = _encoder(sheet, words, size)
    marks = len(sheet.drafts)
    for draw in range(MAX_DRAWS):
        sheet.cut(marks)
        try:
            if _is_drafted(sheet, table, memory, size, is_last=draw == MAX_DRAWS - 1):
                break
        except Uncertain:
            continue  # two words are equally likely
    return sheet


def _is_drafted(sheet: Sheet, table: str, memory: str, size: Size, *, is_last: bool) -> bool:
    """Draft a decoder and its steps; False, as early as possible, if it predicts no word or does not end."""
    sheet.section = "Weights of the decoder"
    layers = [_layer(sheet, number + 1, size.width) for number in range(size.layers)]
    project = sheet.given("W_vocabulary", "Weights of the projection", (size.width, sheet.shape(table)[0]), (-1, 1))
    weights = layers, project
    predicted: list[str] = []
    while len(predicted) < MAX_STEPS and END not in predicted:
        predicted.append(_step(sheet, table, memory, weights, predicted, size.heads))
        if not is_last and (predicted == [END] or (len(predicted) == MAX_STEPS and predicted[-1] != END)):
            return False
    sheet.section = "Prediction"
    every = ", ".join(f"word_{number + 1}" for number in range(len(predicted)))
    row = f"hstack({every})" if len(predicted) > 1 else every
    sheet.step("prediction", "The predicted words, up to the end token", f"until({row}, end)")
    return True


def _encoder(sheet: Sheet, words: list[str], size: Size) -> tuple[str, str]:
    """Add the vocabulary, the embedded sentence and the encoders; returns the names of the table and of the output."""
    sheet.section = "Words"
    sheet.words("sentence", "The sentence", words)
    sheet.words("start", "The token that starts a prediction", [START])
    sheet.words("end", "The token that ends it", [END])
    sheet.step("vocabulary", "Each word once, and the two tokens", "unique(hstack(sentence, start, end))")
    count = sheet.shape("vocabulary")[1]
    labels = Labels(tuple(map(str, sheet.values["vocabulary"].cells)))
    table = sheet.given(
        "E", "Embeddings, one word of the vocabulary a row", (count, size.width), (-1, 1), labels=labels
    )
    sheet.section = "Input of the encoder"
    x = _embedded(sheet, "", "sentence", table)
    for number in range(1, size.layers + 1):
        prefix = f"encoder_{number}_"
        sheet.section = f"Encoder, layer {number}"
        weights = attention_weights(sheet, prefix, "W", "self-attention", size.width)
        inner = feed_forward_weights(sheet, prefix, "feed-forward network", size.width)
        y = attention(sheet, prefix, Streams(x, x), weights, size.heads)
        x = add_and_norm(sheet, f"{prefix}first_", x, y)
        x = add_and_norm(sheet, f"{prefix}second_", x, feed_forward(sheet, prefix, x, inner))
    return table, x


def _embedded(sheet: Sheet, prefix: str, words: str, table: str) -> str:
    """Add the embeddings of words and the encodings of their positions; returns the name of their sum."""
    width = sheet.shape(table)[1]
    labels = Labels(tuple(map(str, sheet.values[words].cells)))
    about = "Places of the words in the vocabulary, from zero"
    indices = sheet.step(f"{prefix}indices", about, f"index({words}, vocabulary)", decimals=0)
    formula = f"embedding({indices}, {table})"
    rows = sheet.step(f"{prefix}embedded", "Embedding of each word", formula, decimals=1, labels=labels)
    places = sheet.step(
        f"{prefix}positions",
        "Positional encodings",
        f"positional_encoding({sheet.shape(rows)[0]}, {width})",
        because=f"{VASWANI}, sec. 3.5",
        labels=labels,
    )
    return sheet.step(f"{prefix}X", "Embeddings and positional encodings added", f"{rows} + {places}")


def _layer(sheet: Sheet, number: int, width: int) -> _Layer:
    prefix = f"decoder_{number}_"
    return _Layer(
        attention_weights(sheet, prefix, "W", f"masked self-attention of layer {number}", width),
        attention_weights(sheet, prefix, "C", f"cross-attention of layer {number}", width),
        feed_forward_weights(sheet, prefix, f"feed-forward network of layer {number}", width),
    )


def _step(  # noqa: PLR0913, PLR0917 - all that a step of the decoder reads
    sheet: Sheet,
    table: str,
    memory: str,
    weights: tuple[list[_Layer], str],
    predicted: list[str],
    heads: int,
) -> str:
    """Add one step of the greedy decoding; returns the predicted word."""
    number = len(predicted) + 1
    prefix, ending = f"step_{number}_", f"_{number}"
    sheet.section = f"Decoder, step {number}"
    before = f"hstack({f'step_{number - 1}_words'}, word_{number - 1})" if number > 1 else "start"
    words = sheet.step(f"{prefix}words", "What the decoder has said so far", before)
    x = _embedded(sheet, prefix, words, table)
    for count, layer in enumerate(weights[0], start=1):
        own = f"{prefix}layer_{count}_"
        x = _decoded(sheet, own, x, memory, layer, heads)
    sheet.step(f"logits{ending}", "Scores of the vocabulary, of the last row", f"{x}[-1] @ {weights[1]}")
    sheet.step(
        f"probabilities{ending}",
        "Probabilities of the next word",
        f"softmax(logits{ending})",
        because=f"{VASWANI}, sec. 3.4",
    )
    word = sheet.step(f"word{ending}", "The most likely word", f"greedy(probabilities{ending}, vocabulary)")
    return str(sheet.values[word].cells[0])


def _decoded(sheet: Sheet, prefix: str, x: str, memory: str, layer: _Layer, heads: int) -> str:  # noqa: PLR0913, PLR0917 - a layer
    """Add the stages of a decoder layer; returns the name of the last."""
    y = attention(sheet, f"{prefix}masked_", Streams(x, x, is_masked=True), layer.itself, heads)
    x = add_and_norm(sheet, f"{prefix}first_", x, y)
    y = attention(sheet, f"{prefix}cross_", Streams(x, memory), layer.cross, heads)
    x = add_and_norm(sheet, f"{prefix}second_", x, y)
    return add_and_norm(sheet, f"{prefix}third_", x, feed_forward(sheet, prefix, x, layer.inner))
