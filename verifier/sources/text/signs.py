"""The spellings of operators and brackets, in LaTeX, Unicode and ASCII."""

from typing import Final

MINUS: Final = ("-", "\u2212", "\u2013", "\uff0d", "\ufe63")
DASH: Final = "--"
"""A dash between two operands of running text: a minus, or it parts two statements."""
ELEMENTWISE: Final = ("\\odot", "\u2299", "\\circ", "\u2218")
"""Signs of the product element by element."""
CROSSES: Final = ("\u00d7", "\\times")
"""Signs of the product of numbers, and of the cross product of vectors."""
TIMES: Final = (
    "*",
    "\u00d7",
    "\u2715",
    "\u2716",
    "\u2a2f",
    "\u00b7",
    "\u22c5",
    "\u2217",
    "\u2219",
    "@",
    "\\times",
    "\\cdot",
    "\\ast",
    *ELEMENTWISE,
)
OVER: Final = ("/", "\u00f7", "\u2215", "\u2044", "\\div")
MODULI: Final = ("\\bmod", "\\mod", "\\pmod", "mod", "MOD")
"""Signs and words before a modulus."""
POWER: Final = ("^", "**")
OPERATORS: Final = ("+", *MINUS, *TIMES, *OVER, *POWER)
ELLIPSIS: Final = ("...", "\u2026", "\\ldots", "\\dots")
BETWEEN_TERMS: Final = (*ELLIPSIS, "\\cdots", "\\dotsb", "\u22ef")
"""Dots between terms."""
PERCENT: Final = ("%", "\\%")
CURRENCIES: Final = "$\u20ac\u00a3\u00a5\u20b9\u20a9\u20bd\u20b4\u20ba\u20aa\u20ab\u20a6\u20b1\u0e3f"
MONEY: Final = r"(?:Rs\.?|INR|USD|EUR|GBP|CHF|AUD|CAD|NZD|SGD|HKD|ZAR|KES|NGN|PHP|Php|Rp\.?|RM)"
"""A currency in letters before its amount."""
TICKS: Final = (
    "\u2713\u2714\u2705\u2611\u2728\u2b50\u220e\U0001f389\U0001f3af\U0001f44d\U0001f4a1\U0001f4aa\U0001f525"
    "\U0001f5f8\U0001f600-\U0001f64f\U0001f680"
)
"""Ticks behind what is right, and faces and the like that say no more; within a class of characters."""
DEGREE: Final = ("\u00b0", "\\degree")
BOTH_SIGNS: Final = ("\\pm", "\u00b1")
PRIMES: Final = ("\u2032", "\u2033")
"""Signs of feet and inches behind numbers of running text, and of minutes and seconds of an arc."""
ANGLED: Final = {"\\langle": "\\rangle", "\u27e8": "\u27e9"}
BRACKETS: Final = {
    "(": ")",
    "[": "]",
    "{": "}",
    "\\{": "\\}",
    "\\lbrack": "\\rbrack",
    "\\lparen": "\\rparen",
    **ANGLED,
}
BARS: Final = ("|", "\\vert", "\\lvert", "\\rvert")
NORMS: Final = ("\\|", "\u2016", "\\Vert", "\\lVert", "\\rVert")
"""Double bars, which also are two bars one after another."""
FLOORS: Final = {"\\lfloor": "\\rfloor", "\u230a": "\u230b", "\\lceil": "\\rceil", "\u2308": "\u2309"}
FRACTIONS: Final = ("\\frac", "\\dfrac", "\\tfrac", "\\cfrac")
VULGAR: Final = {
    "\u00bd": (1, 2),
    "\u2153": (1, 3),
    "\u2154": (2, 3),
    "\u00bc": (1, 4),
    "\u00be": (3, 4),
    "\u2155": (1, 5),
    "\u215b": (1, 8),
}
"""Fractions that are one character, and their numerators and denominators."""
DEGREES: Final = {"\u221b": 3, "\u221c": 4}
"""Signs of roots of other degrees than two."""
ROOTS: Final = ("\\sqrt", "\u221a", "sqrt", *DEGREES)
STYLES: Final = (
    *(
        "\\mathbf",
        "\\boldsymbol",
        "\\bm",
        "\\boxed",
        "\\fbox",
        "\\underline",
        "\\mathrm",
        "\\textbf",
        "\\mathit",
        "\\pmb",
    ),
    *("\\text", "\\operatorname", "\\operatorname*", "\\underbrace", "\\overbrace", "\\textrm", "\\mathsf"),
)
"""Commands that change how their argument looks and not what it is."""
BRACES: Final = {"\\underbrace": "_", "\\overbrace": "^"}
"""Commands of STYLES that draw a brace, and the sign before its label."""
STACKS: Final = ("\\underset", "\\overset", "\\stackrel")
"""Commands whose first argument is a label of the second."""
UNBRACKETED: Final = ("\\begin{matrix}", "\\begin{array}", "\\begin{smallmatrix}")
"""How matrices without brackets begin, which may hold labels."""
TRANSPOSES: Final = ("T", "\\top", "\\intercal", "\u22a4")
RAISED: Final = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b", "0123456789+-"
)
RECURRING: Final = ("\\overline", "\\bar")
"""What stands before digits that come again and again."""
