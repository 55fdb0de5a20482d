"""Smaller worked examples: an attention, a network with one step of gradient descent, a fitted line."""

from flint import fmpq

from verifier.example.adding_stages import Habit, Sheet
from verifier.example.labels import Labels, numbered
from verifier.example.networks import Streams, attention, attention_weights


def single_attention(seed: str, habit: Habit, words: list[str], width: int, heads: int) -> Sheet:
    """Self-attention over the embeddings of a sentence."""
    sheet = Sheet(seed, habit)
    sheet.section = "Words and weights"
    sheet.words("sentence", "The sentence", words)
    x = sheet.given("X", "Embeddings, one word a row", (len(words), width), (-1, 1), labels=Labels(tuple(words)))
    weights = attention_weights(sheet, "", "W", "self-attention", width)
    sheet.section = "Attention"
    attention(sheet, "", Streams(x, x), weights, heads)
    return sheet


def perceptron(seed: str, habit: Habit, width: int) -> Sheet:
    """A network with one hidden layer, its loss, all gradients, and the loss after one step of gradient descent."""
    sheet = Sheet(seed, habit)
    sheet.section = "Data and weights"
    labels = numbered("example", 3)
    sheet.given("X", "Inputs, one example a row", (3, width), (-1, 1), labels=labels)
    sheet.given("T", "Targets", (3, 2), (0, 1), labels=labels)
    for layer, rows, columns in ((1, width, width + 1), (2, width + 1, 2)):
        sheet.given(f"W_{layer}", f"Weights of layer {layer}", (rows, columns), (-1, 1))
        sheet.given(f"b_{layer}", f"Bias of layer {layer}", (1, columns), (-1, 1))
    sheet.number("rate", "Learning rate", fmpq(1, 10), 1)
    sheet.section = "Forward"
    _forward(sheet, "", "")
    sheet.section = "Gradients"
    sheet.step("dY", "Gradient of the loss in the output", "2 * (Y - T) / count(T)")
    sheet.step("dW_2", "Gradient in the second weights", "H.T @ dY")
    sheet.step("db_2", "Gradient in the second bias", "sum(dY, axis=0)")
    sheet.step("dH", "Gradient in the hidden layer", "dY @ W_2.T")
    sheet.step("dZ", "Gradient before the ReLU", "dH * (Z > 0)")
    sheet.step("dW_1", "Gradient in the first weights", "X.T @ dZ")
    sheet.step("db_1", "Gradient in the first bias", "sum(dZ, axis=0)")
    sheet.section = "One step of gradient descent"
    for name in ("W_1", "b_1", "W_2", "b_2"):
        sheet.step(f"new_{name}", f"{name} after the step", f"{name} - rate * d{name}")
    _forward(sheet, "new_", "new_")
    return sheet


def _forward(sheet: Sheet, prefix: str, weights: str) -> None:
    sheet.step(f"{prefix}Z", "First layer", f"X @ {weights}W_1 + {weights}b_1")
    sheet.step(f"{prefix}H", "ReLU of the first layer", f"relu({prefix}Z)")
    sheet.step(f"{prefix}Y", "Output", f"{prefix}H @ {weights}W_2 + {weights}b_2")
    sheet.step(f"{prefix}loss", "Mean squared error", f"mean(({prefix}Y - T)**2)")


def regression(seed: str, habit: Habit, size: int) -> Sheet:
    """Two variables: means, deviations, standard scores, correlation, a fitted line and its residuals."""
    sheet = Sheet(seed, habit)
    sheet.section = "Data"
    labels = numbered("point", size)
    sheet.table = "data"
    for name in "xy":
        sheet.given(name, f"The variable {name}", (size, 1), (1, 20), labels=labels)
    sheet.table = ""
    sheet.section = "Each variable"
    for name in "xy":
        sheet.step(f"mean_{name}", f"Mean of {name}", f"mean({name})")
        sheet.step(f"distance_{name}", f"Distances of {name} to its mean", f"{name} - mean_{name}")
        sheet.step(f"variance_{name}", f"Variance of {name}, over n - 1", f"sum(distance_{name}**2) / {size - 1}")
        sheet.step(f"deviation_{name}", f"Standard deviation of {name}", f"sqrt(variance_{name})")
        sheet.step(f"scores_{name}", f"Standard scores of {name}", f"distance_{name} / deviation_{name}")
    sheet.section = "Both"
    sheet.step("covariance", "Covariance, over n - 1", f"sum(distance_x * distance_y) / {size - 1}")
    sheet.step("correlation", "Correlation", "covariance / (deviation_x * deviation_y)")
    sheet.step("slope", "Slope of the line through the points", "covariance / variance_x")
    sheet.step("intercept", "Where it meets the axis", "mean_y - slope * mean_x")
    sheet.step("fitted", "The line at each x", "slope * x + intercept")
    sheet.step("residuals", "What the line leaves", "y - fitted")
    sheet.step(
        "explained", "Share of the variance that the line explains", "1 - sum(residuals**2) / sum(distance_y**2)"
    )
    return sheet
