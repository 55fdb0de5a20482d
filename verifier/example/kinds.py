"""The kinds of worked examples: what each is about, its sizes, and the mistakes that can be planted."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from verifier.example.adding_stages import Habit, Sheet
from verifier.example.by_hand import bayes, k_means, statistics
from verifier.example.schedules import euler, loan
from verifier.example.tables import perceptron, regression, single_attention
from verifier.example.transformer import Size, transformer
from verifier.record import NamedTuple

Sizes: TypeAlias = Mapping[str, int]
"""The sizes of an example, by the names of their options."""
Draw: TypeAlias = Callable[[str, Habit, list[str], Sizes], Sheet]
"""Draws a sheet from a seed, the habit of its author, the words of its sentence, and its sizes."""


class Range(NamedTuple):
    """A size: what it counts, its bounds, and what it is if it is not said."""

    what: str
    low: int
    high: int
    usual: int


class Kind(NamedTuple):
    """A kind of examples; `story` is the text of the exercise, and `slips` are kinds of mistakes."""

    title: str
    story: str
    draw: Draw
    sizes: Mapping[str, Range]
    slips: tuple[str, ...]
    digits: int = 2
    has_sentence: bool = False


_WIDTH: Final = Range("columns of the embeddings or inputs", 1, 16, 4)
_HEADS: Final = Range("heads of each attention", 1, 16, 1)
_LAYERS: Final = Range("layers of each stack", 1, 4, 1)
_NETWORK: Final = (
    "other-divisor",
    "other-operand",
    "sign",
    "transposed",
    "other-axis",
    "swapped-order",
    "omitted-term",
)

KINDS: Final[Mapping[str, Kind]] = {
    "statistics": Kind(
        "Mean, standard deviation and standard scores by hand",
        "A runner notes the times of some runs, in minutes. How far do they vary, and which run was unusual?",
        lambda seed, habit, _words, sizes: statistics(seed, habit, sizes["size"]),
        {"size": Range("runs", 3, 20, 6)},
        ("other-divisor", "omitted-term", "sign", "other-operand", "other-function"),
    ),
    "regression": Kind(
        "Two variables, their correlation and a fitted line",
        "Two quantities were measured together. How strongly do they depend on each other, and which line fits best?",
        lambda seed, habit, _words, sizes: regression(seed, habit, sizes["size"]),
        {"size": Range("points", 3, 12, 6)},
        ("other-divisor", "omitted-term", "sign", "other-operand", "other-function"),
    ),
    "bayes": Kind(
        "Bayes' rule: which machine made the faulty part?",
        "Some machines make the same part. Of each machine we know its share of the production, and the share of its "
        "parts that are faulty. A part is found to be faulty. How likely is it that each machine made it?",
        lambda seed, habit, _words, sizes: bayes(seed, habit, sizes["size"]),
        {"size": Range("machines", 2, 8, 3)},
        ("omitted-term", "other-operand", "other-function"),
        digits=4,
    ),
    "k-means": Kind(
        "One iteration of k-means in the plane",
        "Points of the plane are to be divided into clusters. Each point goes to the nearest of the given centres, and "
        "each centre moves to the mean of its points.",
        lambda seed, habit, _words, sizes: k_means(seed, habit, sizes["size"], sizes["clusters"]),
        {"size": Range("points", 4, 12, 6), "clusters": Range("clusters", 2, 4, 2)},
        ("sign", "omitted-term", "other-operand", "other-divisor"),
    ),
    "loan": Kind(
        "The schedule of a loan",
        "A loan is paid back in equal monthly payments. At the end of each month the bank charges interest on the "
        "balance; what is left of the payment repays the loan. The last balance is what the rounding to cents leaves.",
        lambda seed, habit, _words, sizes: loan(seed, habit, sizes["size"]),
        {"size": Range("months", 2, 24, 6)},
        ("sign", "other-operand", "omitted-term", "other-divisor"),
    ),
    "euler": Kind(
        "Euler's method for a differential equation",
        "The solution of y' = a t + b y is followed in short steps: along each step, y is taken to change with the "
        "slope that it has at the beginning of the step.",
        lambda seed, habit, _words, sizes: euler(seed, habit, sizes["size"]),
        {"size": Range("steps", 2, 12, 5)},
        ("sign", "other-operand", "omitted-term"),
        digits=4,
    ),
    "mlp": Kind(
        "A network with one hidden layer, and one step of gradient descent",
        "A small network is worked forward, then the gradients of its loss backward, and after one step of gradient "
        "descent it is worked forward again. Has the loss become smaller?",
        lambda seed, habit, _words, sizes: perceptron(seed, habit, sizes["width"]),
        {"width": _WIDTH},
        ("other-divisor", "other-operand", "sign", "swapped-order", "omitted-term"),
    ),
    "attention": Kind(
        "Self-attention over a sentence",
        "Each word of a sentence looks at all words and takes up what it finds, by scaled dot products.",
        lambda seed, habit, words, sizes: single_attention(seed, habit, words, sizes["width"], sizes["heads"]),
        {"width": _WIDTH, "heads": _HEADS},
        _NETWORK,
        has_sentence=True,
    ),
    "transformer": Kind(
        "An encoder-decoder transformer, from a sentence to the predicted words",
        "A sentence goes through the encoder; the decoder predicts one word after the other, until the end token.",
        lambda seed, habit, words, sizes: transformer(
            seed, habit, words, Size(sizes["width"], sizes["heads"], sizes["layers"])
        ),
        {"width": _WIDTH._replace(low=2), "heads": _HEADS, "layers": _LAYERS},
        _NETWORK,
        has_sentence=True,
    ),
}
