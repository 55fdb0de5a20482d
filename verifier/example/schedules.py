"""Worked examples whose rows follow from the row before: the schedule of a loan, Euler's method."""

from flint import fmpq

from verifier.example.adding_stages import Habit, Sheet
from verifier.example.labels import numbered


def loan(seed: str, habit: Habit, size: int) -> Sheet:
    """A loan that is paid back in equal payments: interest, repayment and balance of each month."""
    sheet = Sheet(seed, habit)
    sheet.section = "The loan"
    sheet.number("balance_0", "What is borrowed", fmpq(100 * sheet.random.randint(10, 90)), 0)
    sheet.number("annual", "Interest of a year", fmpq(sheet.random.randint(30, 120), 1000), 3)
    sheet.step("rate", "Interest of a month", "annual / 12", decimals=6)
    about = f"Payment of each month, for {size} months"
    sheet.step("payment", about, f"balance_0 * rate / (1 - (1 + rate)**-{size})", decimals=2)
    sheet.section = "The schedule"
    sheet.table = "schedule"
    before = "(balance[i-1] if i else balance_0)"
    sheet.column("interest", "Interest", f"rate * {before}", "rate * balance[k-1]")
    sheet.column("repaid", "Repaid", "payment - interest[i]", "payment - interest[k]")
    sheet.column("balance", "Balance", f"{before} - repaid[i]", "balance[k-1] - repaid[k]")
    labels = numbered("month", size)
    for month in range(1, size + 1):
        last = f"balance_{month - 1}"
        sheet.cell("interest", month, f"rate * {last}", labels=labels)
        sheet.cell("repaid", month, f"payment - interest_{month}", labels=labels)
        sheet.cell("balance", month, f"{last} - repaid_{month}", labels=labels)
    return sheet


def euler(seed: str, habit: Habit, size: int) -> Sheet:
    """Steps of Euler's method for y' = a t + b y: the slope, and the next point."""
    sheet = Sheet(seed, habit)
    sheet.section = "The equation"
    draw = sheet.random.randint
    sheet.number("a", "Coefficient of t", fmpq(draw(2, 30), 10), 1)
    sheet.number("b", "Coefficient of y", fmpq(draw(3, 15) * sheet.random.choice((-1, 1)), 10), 1)
    sheet.number("h", "Length of a step", fmpq(draw(1, 4), 20), 2)
    sheet.number("t_0", "Where t begins", fmpq(0), 0)
    sheet.number("y_0", "The value of y there", fmpq(draw(5, 40), 10), 1)
    sheet.section = "The steps"
    sheet.table = "steps"
    t, y = "(t[i-1] if i else t_0)", "(y[i-1] if i else y_0)"
    sheet.column("f", "Slope", f"a * {t} + b * {y}", "a * t[k-1] + b * y[k-1]")
    sheet.column("t", "t", f"{t} + h", "t[k-1] + h")
    sheet.column("y", "y", f"{y} + h * f[i]", "y[k-1] + h * f[k]")
    labels = numbered("step", size)
    for step in range(1, size + 1):
        sheet.cell("f", step, f"a * t_{step - 1} + b * y_{step - 1}", labels=labels)
        sheet.cell("t", step, f"t_{step - 1} + h", labels=labels, decimals=2)
        sheet.cell("y", step, f"y_{step - 1} + h * f_{step}", labels=labels)
    return sheet
