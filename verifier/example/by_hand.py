"""Worked examples of statistics classes: one variable, Bayes' rule, one iteration of k-means."""

from itertools import combinations

from flint import fmpq

from verifier.example.adding_stages import Habit, NoNumber, Sheet
from verifier.example.labels import lettered, numbered


def statistics(seed: str, habit: Habit, size: int) -> Sheet:
    """One variable: its mean, the distances to it and their squares, variance, standard deviation, standard scores."""
    sheet = Sheet(seed, habit)
    sheet.section = "Data"
    sheet.given("x", "Times in minutes", (size, 1), (1, 20), labels=numbered("run", size))
    sheet.section = "Mean and variance"
    sheet.step("m", "Mean", f"sum(x) / {size}")
    sheet.table = "distances"
    sheet.step("d", "Distance to the mean", "x - m")
    sheet.step("q", "Its square", "d**2")
    sheet.table = ""
    sheet.step("v", f"Variance, over n - 1 = {size - 1}", f"sum(q) / {size - 1}")
    sheet.step("s", "Standard deviation", "sqrt(v)")
    sheet.section = "Standard scores"
    sheet.step("z", "Standard score", "d / s")
    return sheet


def bayes(seed: str, habit: Habit, size: int) -> Sheet:
    """A table of Bayes' rule: priors, likelihoods, their products and sum, and the posteriors."""
    sheet = Sheet(seed, habit)
    labels = lettered("machine", size)
    hundredth = fmpq(1, 100)
    sheet.section = "Data"
    sheet.table = "data"
    cuts = sorted(sheet.random.sample(range(1, 20), size - 1))
    parts = [5 * (end - start) * hundredth for start, end in zip([0, *cuts], [*cuts, 20], strict=True)]
    sheet.chosen("prior", "Share of the production", (size, 1), parts, decimals=2, labels=labels)
    faulty = [number * hundredth for number in sheet.random.sample(range(1, 30), size)]
    sheet.chosen("fault", "Share of faulty parts", (size, 1), faulty, decimals=2, labels=labels)
    sheet.section = "Bayes' rule"
    sheet.table = ""
    sheet.step("joint", "Share of parts that are from this machine and faulty", "prior * fault")
    sheet.step("total", "Share of faulty parts in all", "sum(joint)")
    sheet.step("posterior", "Probability of each machine, if a part is faulty", "joint / total")
    return sheet


def k_means(seed: str, habit: Habit, size: int, clusters: int) -> Sheet:
    """One iteration of k-means in the plane: squared distances, the nearest centre, the new centres, the cost."""
    sheet = Sheet(seed, habit)
    labels = numbered("point", size)
    letters = "ABCD"[:clusters]
    sheet.section = "Data"
    sheet.table = "points"
    for name in "xy":
        sheet.given(name, f"The coordinate {name} of each point", (size, 1), (0, 10), labels=labels)
    sheet.table = ""
    for letter in letters:
        for name in "xy":
            sheet.given(f"{name}_{letter}", f"The coordinate {name} of centre {letter}", (1, 1), (0, 10))
    sheet.section = "Squared distances"
    sheet.table = "distances"
    for letter in letters:
        about = f"Squared distance to centre {letter}"
        sheet.step(f"d_{letter}", about, f"(x - x_{letter})**2 + (y - y_{letter})**2")
    _assign(sheet, letters)
    sheet.section = "New centres"
    sheet.table = ""
    for letter in letters:
        sheet.step(f"n_{letter}", f"Number of points at centre {letter}", f"sum(r_{letter})", decimals=0)
        for name, new in ("x", "u"), ("y", "v"):
            about = f"New coordinate {name} of centre {letter}"
            sheet.step(f"{new}_{letter}", about, f"sum(r_{letter} * {name}) / n_{letter}")
    sheet.section = "Cost"
    terms = " + ".join(f"sum(r_{letter} * d_{letter})" for letter in letters)
    sheet.step("J", "Sum of the squared distances to the nearest centres, before the step", terms)
    return sheet


def _assign(sheet: Sheet, letters: str) -> None:
    """Add the columns that are 1 where a centre is the nearest; raises NoNumber if two are, or if one has no point."""
    sheet.section = "Nearest centre"
    sheet.table = "nearest"
    for one, other in combinations(letters, 2):
        pairs = zip(sheet.values[f"d_{one}"].cells, sheet.values[f"d_{other}"].cells, strict=True)
        if any(first == second for first, second in pairs):
            raise NoNumber(f"d_{other}")
    for letter in letters:
        others = [f"(d_{letter} < d_{other})" for other in letters if other != letter]
        sheet.step(f"r_{letter}", f"1 where centre {letter} is the nearest, else 0", " * ".join(others), decimals=0)
        if not any(cell == 1 for cell in sheet.values[f"r_{letter}"].cells):
            raise NoNumber(f"r_{letter}")
