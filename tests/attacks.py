"""Hostile texts of every format, made at any size: what a reader must stand in bounded time."""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

CASES: Final = Path(__file__).parent / "cases" / "reading"


class Attack(NamedTuple):
    """The ending of a file, and a text of about so many characters."""

    ending: str
    made: Callable[[int], str]

    def text(self, size: int) -> str:
        """The text of about *size* characters."""
        return self.made(size)


def _repeated(part: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A part again and again, between two others."""
    return lambda size: before + part * max(1, size // len(part)) + after


def _nested(opening: str, closing: str, inside: str = "1", before: str = "", after: str = "") -> Callable[[int], str]:
    """Openings and as many closings around something."""

    def made(size: int) -> str:
        depth = max(1, size // (len(opening) + len(closing)))
        return f"{before}{opening * depth}{inside}{closing * depth}{after}"

    return made


def spoilt(seed: int) -> Attack:
    """Pieces of the readable files of the cases, cut, repeated and put into one another, of one format."""
    ending = random.Random(seed).choice(("md", "md", "tex", "html", "ipynb", "txt"))
    files = sorted(CASES.glob("*.md" if ending == "ipynb" else f"*.{ending}"))
    texts = [path.read_text(encoding="utf-8") for path in files]

    def made(size: int) -> str:
        draw = random.Random(f"{seed} {size}")
        text = _piece(draw, draw.choice(texts))
        while len(text) < size:
            other = _piece(draw, draw.choice(texts))
            at = draw.randrange(len(text) + 1)
            inside = other * draw.choice((1, 1, 2, 50, max(1, size // (4 * len(other)))))
            text = draw.choice((text[:at] + inside + text[at:], text + inside, _piece(draw, text) + inside + text))
        cell = {"cell_type": "markdown", "source": text[:size]}
        return json.dumps({"cells": [cell]}) if ending == "ipynb" else text[:size]

    return Attack(ending, made)


def _piece(draw: random.Random, text: str) -> str:
    """A part of a text, not empty."""
    start, end = sorted(draw.randrange(len(text) + 1) for _ in range(2)) if text else (0, 0)
    return text[start:end] or " "


def _growing(size: int) -> str:
    """Macros of which each uses the next twice."""
    count = max(2, size // 40)
    names = [_letters(k) for k in range(count + 1)]
    lines = [f"\\newcommand{{\\{name}}}{{\\{after}\\{after}}}" for name, after in pairwise(names)]
    return "\n".join(lines) + f"\n\n$\\{names[0]} = 2$ and $1 + 1 = 2$.\n"


def _mutual(size: int) -> str:
    """Macros in pairs that use each other."""
    found: list[str] = []
    for name in map(_letters, range(max(1, size // 90))):
        found += [f"\\newcommand{{\\p{name}}}{{1 + \\q{name}}}", f"\\newcommand{{\\q{name}}}{{\\p{name}}}"]
    return "\n".join(found) + "\n\n$\\pa = 2$ and $1 + 1 = 2$.\n"


def _letters(number: int) -> str:
    found = ""
    while True:
        found += chr(97 + number % 26)
        number //= 26
        if not number:
            return found


def _table(size: int) -> str:
    rows = max(2, size // 24)
    return "| a | b | c |\n| - | - | - |\n" + "| 1.5 | 2.25 | 3.125 |\n" * rows


def _wrong(size: int) -> str:
    draw = random.Random(5)
    count = max(1, size // 26)
    return "\n\n".join(f"$1.{draw.randint(10, 99)} \\cdot 2.5 = 9.{draw.randint(10, 99)}$" for _ in range(count)) + "\n"


def _notebook(size: int) -> str:
    cell = {"cell_type": "markdown", "source": "$1.5 + 2.5 = 4.0$"}
    return json.dumps({"cells": [cell] * max(1, size // 60)})


def _outputs(size: int) -> str:
    cell = {"cell_type": "code", "source": "x", "outputs": [{"text": "1.5 2.5\n" * max(1, size // 8)}]}
    return json.dumps({"cells": [cell]})


ATTACKS: Final = {
    "line of equalities": Attack("md", _repeated("1.5 + 1 = 2.5, ")),
    "line of chain": Attack("md", _repeated(" = 1 + 1", "2")),
    "chain of decimals": Attack("md", _repeated(" = 1.5 + 0.5", "$2.0", "$")),
    "chain of one number": Attack("md", _repeated(" = 1.5", "$1.5", "$")),
    "sum": Attack("md", lambda size: "$" + "1.5 + " * (size // 6) + "1 = 2$"),
    "sum in prose": Attack("md", lambda size: "1 + " * (size // 4) + "1 = 2"),
    "product": Attack("md", lambda size: "$" + "1.5 \\cdot " * (size // 10) + "1 = 2$"),
    "signs": Attack("md", _repeated("-", "$1 ", "1 = 2$")),
    "powers": Attack("md", _repeated("^2", "$2", " = 2$")),
    "factorials": Attack("md", _repeated("!", "$3", " = 2$")),
    "slashes": Attack("md", _repeated(" / 2 * 2", "$3", " = 2$")),
    "parentheses": Attack("md", _nested("(", ")", after=" = 2")),
    "parentheses in mathematics": Attack("md", _nested("(", ")", before="$", after=" = 2$")),
    "open parentheses": Attack("md", _repeated("(", "1 + 1 = ")),
    "closed parentheses": Attack("md", _repeated(")", "1 + 1 = 2")),
    "asides": Attack("md", _repeated("(of 1 = 1) ")),
    "brackets": Attack("md", _repeated("[", "", "1] = 2")),
    "links": Attack("md", _repeated("[a](")),
    "images": Attack("md", _repeated("![")),
    "footnotes": Attack("md", _repeated("[^1]: ")),
    "quotes": Attack("md", _repeated('" 1 + 1 = 3 ')),
    "dollars": Attack("md", _repeated("$")),
    "dollar pairs": Attack("md", _repeated("$ a $")),
    "spaced dollars": Attack("md", _repeated("$ \\a ")),
    "displays": Attack("md", _repeated("$$\n1 + 1 = 2\n$$\n")),
    "open displays": Attack("md", _repeated("$$ x\n")),
    "open brackets": Attack("md", _repeated("\\[ 1 + 1 = 3\n\n")),
    "open rounds": Attack("md", _repeated("\\( 1 ")),
    "backslashes": Attack("md", _repeated("\\")),
    "backticks": Attack("md", _repeated("` a `` ")),
    "fences": Attack("md", _repeated("```\n")),
    "tildes": Attack("md", _repeated("~~a ")),
    "stars": Attack("md", _repeated("*")),
    "underscores": Attack("md", _repeated("_a")),
    "quoted lines": Attack("md", _repeated("> ", after="1 + 1 = 2")),
    "items": Attack("md", _repeated("- ", after="1 + 1 = 2")),
    "sum over lines": Attack("md", _repeated("\n- 1", "1 = 1")),
    "long paragraph": Attack("md", _repeated("1 + 1 = 2\n")),
    "blanks": Attack("md", _repeated(" ", "1 +", "1 = 2")),
    "blank lines": Attack("md", _repeated(" \n", "1 + 1 = 2")),
    "tabs": Attack("md", _repeated("\t")),
    "headings": Attack("md", _repeated("# a\n")),
    "entities": Attack("md", _repeated("&amp;")),
    "comments": Attack("md", _repeated("<!--")),
    "annotations": Attack("md", _repeated("<!-- verify: x -->\n\n")),
    "long annotation": Attack("md", _repeated("x; ", "<!-- verify: ", "-->")),
    "bracketed annotation": Attack("md", _repeated("(", "<!-- verify: a = ", "-->\n\n$a = 2$")),
    "tags": Attack("md", _repeated("<a ")),
    "closed tags": Attack("md", _repeated("<b>1</b>")),
    "templates": Attack("md", _repeated("{{ ")),
    "raised tags": Attack("md", _repeated("<sup>")),
    "addresses": Attack("md", _repeated("http://a.b/1 ")),
    "table": Attack("md", _table),
    "wide table": Attack("md", lambda size: "| a " * (size // 8) + "|\n" + "| - " * (size // 8) + "|\n"),
    "bars": Attack("md", _repeated("|")),
    "delimiter": Attack("md", _repeated("|-", "| a |\n", "x")),
    "long number": Attack("md", lambda size: f"$1 + 1 = {'7' * size}$"),
    "long results": Attack("md", lambda size: f"$c = a^2 = {'7' * size}$, about {'3' * size}, $\\approx {'8' * size}$"),
    "long decimal": Attack("md", lambda size: f"$0.5 + 0.5 = 1.{'0' * size}$"),
    "long operand": Attack("md", lambda size: f"$0.{'3' * size} \\cdot 3 = 0.{'9' * size}$"),
    "long product": Attack("md", lambda size: f"${'7' * (size // 2)} \\cdot 7 = {'9' * (size // 2)}$"),
    "long power": Attack("md", lambda size: f"$2^{{{'9' * size}}} = 1$"),
    "long exponent": Attack("md", lambda size: f"$1 + 1 = 2 \\cdot 10^{{{'9' * size}}}$"),
    "long raised": Attack("md", lambda size: f"1 + 1 = 2 \u00d7 10{chr(0x2079) * size}"),
    "long factorial": Attack("md", lambda size: f"${'9' * size}! = 1$"),
    "long logarithm": Attack("md", lambda size: f"$\\log_2 {'8' * size} = 3$"),
    "long thousands": Attack("md", lambda size: f"$1 + 1 = 1{',000' * (size // 4)}$"),
    "version": Attack("md", lambda size: f"$1 + 1 = 1{'.0' * (size // 2)}$"),
    "towers": Attack("md", lambda size: "$9^{9^{9}} = 1$ and 9**9**9 = 1 and $10^{10^{10}} = 1$\n\n" * (size // 64)),
    "powers in powers": Attack("md", lambda size: f"${'2^{' * (size // 5)}2{'}' * (size // 5)} = 3$"),
    "some powers in powers": Attack("md", lambda size: f"${'2^{' * 120}2{'}' * 120} = 3$\n\n" * (size // 500)),
    "large powers": Attack("md", lambda size: "$2^{1000000000} = 1$ and $1.5^{99999} = 1$\n\n" * (size // 50)),
    "large factorials": Attack("md", lambda size: "$10000! = 1$ and $\\binom{9999}{4999} = 1$\n\n" * (size // 50)),
    "fractions": Attack("md", _nested("\\frac{1}{", "}", before="$", after=" = 2$")),
    "half fractions": Attack("md", _repeated("\\frac", "$", "=1$")),
    "roots": Attack("md", _repeated("\\sqrt{")),
    "nested roots": Attack("md", _nested("\\sqrt{", "}", before="$", after=" = 2$")),
    "functions": Attack("md", _nested("\\exp(", ")", before="$", after=" = 2$")),
    "open functions": Attack("md", _repeated("\\log ", "$", "2 = 1$")),
    "sums": Attack("md", _repeated("\\sum_{i=1}^{9} ", "$", "i = 1$")),
    "terms of sums": Attack("md", _repeated("\\sum_{i=1}^{99} i + ", "$", "1 = 1$")),
    "sums in bounds": Attack("md", _nested("\\sum_{i=", "}", before="$", after=" = 2$")),
    "logarithms": Attack("md", _repeated("\\log 2 + ", "$", "1 = 1$")),
    "thousands": Attack("md", _repeated("1,024 + ", "$", "1 = 1$")),
    "matrix": Attack("md", _repeated("1 & 2 \\\\ ", "$\\begin{pmatrix} ", "1 & 2 \\end{pmatrix} = 3$")),
    "wide matrix": Attack("md", _repeated("1.5 & ", "$\\begin{pmatrix} ", "1 \\end{pmatrix} = 3$")),
    "matrices": Attack("md", _nested("\\begin{pmatrix}", "\\end{pmatrix}", before="$", after=" = 2$")),
    "products of matrices": Attack(
        "md",
        _repeated("\\begin{pmatrix} 1.5 & 2 \\\\ 3 & 4 \\end{pmatrix}", "$", " = \\begin{pmatrix} 1 \\end{pmatrix}$"),
    ),
    "lists": Attack("md", _nested("[", "]", before="$", after=" = 2$")),
    "commas": Attack("md", _repeated("1, ", "$[", "2] = [1]$")),
    "bare lists": Attack("md", _repeated("1.5, 2.5, ")),
    "bars of mathematics": Attack("md", _repeated("|", "$", "1 = 1$")),
    "rows": Attack("md", _repeated("1 + 1 &= 2 \\\\\n", "$$\\begin{aligned}\n", "\\end{aligned}$$")),
    "rows without relations": Attack("md", _repeated("+ 1 \\\\\n", "$$1\n", "= 2$$")),
    "gaps": Attack("md", _repeated("1 = 1 \\quad ", "$", "$")),
    "units": Attack("md", _repeated("1.5 \\text{ kg} + ", "$", "1 = 1$")),
    "unit words": Attack("md", _repeated("kg/", "1 + 1 = 2 ", "s")),
    "crosses": Attack("md", _repeated("2 x ", "", "3 = 6")),
    "dashes": Attack("md", _repeated("--", "1 + 1 = 2 ", "s")),
    "ands": Attack("md", _repeated("1 = 1 and 1 + ")),
    "degrees": Attack("md", _repeated("\u00b0", "1 = 1")),
    "wrong equalities": Attack("md", _wrong),
    "same equality": Attack("md", _repeated("$1.5 + 1.5 = 4.0$\n\n")),
    "names": Attack("md", _repeated("$x = 1.5 + 1.5 = 3.0$\n\n")),
    "tables.tex": Attack("tex", _repeated("\\begin{tabular}")),
    "nested tables": Attack("tex", _nested("\\begin{tabular}{c} 1 & ", "\\end{tabular}")),
    "nested environments": Attack("tex", _nested("\\begin{align}\\begin{cases} 1 ", "\\end{cases}\\end{align}")),
    "open environments": Attack("tex", _repeated("\\begin{align} 1 + 1 = 3\n\n")),
    "closed environments": Attack("tex", _repeated("\\end{align} 1 + 1 = 3\n\n")),
    "crossed environments": Attack("tex", _repeated("\\begin{align}\\begin{gather}\\end{align}\\end{gather}")),
    "many environments": Attack("tex", lambda size: "".join(f"\\begin{{a{_letters(k)}}}" for k in range(size // 14))),
    "groups": Attack("tex", _repeated("\\textbf{")),
    "braces.tex": Attack("tex", _nested("{", "}")),
    "percent signs": Attack("tex", _repeated("%")),
    "comment lines": Attack("tex", _repeated("% verify: x (\n")),
    "verbatim": Attack("tex", _repeated("\\verb|")),
    "citations": Attack("tex", _repeated("\\cite[")),
    "citations in braces": Attack("tex", _repeated("\\cite{")),
    "items.tex": Attack("tex", _repeated("\\item[")),
    "columns": Attack("tex", lambda size: "\\begin{tabular}" + "{c" * (size // 2) + "\\end{tabular}"),
    "lengths": Attack("tex", _repeated("1111")),
    "definitions": Attack("tex", _repeated("\\newcommand{\\a}{")),
    "growing macros": Attack("tex", _growing),
    "mutual macros": Attack("tex", _mutual),
    "recursive macro": Attack("tex", _repeated("\\a ", "\\newcommand{\\a}{1 + \\a}\n\n$", "= 2$")),
    "doubled macro": Attack(
        "tex", lambda size: f"\\newcommand{{\\a}}[1]{{#1#1}}\n${_nested(chr(92) + 'a{', '}')(size)} = 2$"
    ),
    "macro given to itself": Attack("tex", _repeated("$\\a{\\a} = 2$ ", "\\newcommand{\\a}[1]{#1{#1}}\n\n")),
    "used macro": Attack("tex", _repeated("$\\a + 1 = 2$ ", "\\newcommand{\\a}{1}\n\n")),
    "long macro": Attack(
        "tex", lambda size: f"\\newcommand{{\\a}}{{{'1 + ' * (size // 400)}}}\n" + "$\\a 1 = 2$\n\n" * 100
    ),
    "arrays": Attack("tex", _repeated("$\\begin{array}{c} 1 \\end{array} = 2$ ")),
    "table.tex": Attack("tex", _repeated("1.5 & 2.5 \\\\ \\hline\n", "\\begin{tabular}{cc}\n", "\\end{tabular}")),
    "cells": Attack("html", _repeated("<table><tr><td>")),
    "table.html": Attack("html", _repeated("<tr><td>1.5</td><td>2.5</td></tr>", "<table>", "</table>")),
    "elements": Attack("html", _nested("<div>", "</div>", "1 + 1 = 3")),
    "inline elements": Attack("html", _nested("<b>", "</b>", "1 + 1 = 3")),
    "wrong ends": Attack("html", _repeated("<b></i>")),
    "ends": Attack("html", _repeated("</p>")),
    "fractions.html": Attack("html", _nested("<mfrac><mn>1</mn>", "</mfrac>", "<mn>1</mn>", "<math>", "</math>")),
    "open tags": Attack("html", _repeated("<a ")),
    "attributes": Attack("html", _repeated(' a="1"', "<a", ">1 + 1 = 3")),
    "open attribute": Attack("html", _repeated('<a b="')),
    "references": Attack("html", _repeated("&#49;")),
    "declarations": Attack("html", _repeated("<!")),
    "sections": Attack("html", _repeated("<![CDATA[")),
    "instructions": Attack("html", _repeated("<?")),
    "scripts": Attack("html", _repeated("<script>")),
    "comments.html": Attack("html", _repeated("<!-- a ")),
    "paragraphs": Attack("html", _repeated("<p>1.5 + 1.5 = 3.0</p>")),
    "annotations.html": Attack("html", _repeated("<!-- verify: x = 1 -->")),
    "notebook": Attack("ipynb", _notebook),
    "outputs": Attack("ipynb", _outputs),
    "nested lists": Attack("ipynb", _nested("[", "]")),
    "nested objects": Attack("ipynb", _nested('{"cells": ', "}")),
    "no object": Attack("ipynb", _repeated("1")),
    "open text": Attack("ipynb", _repeated("\\", '{"cells": "')),
    "plain numbers": Attack("txt", _repeated("1.5 2.5 ")),
    "plain lines": Attack("txt", _repeated("1.5 + 2.5 = 4.0\n")),
    "plain paragraphs": Attack("txt", _repeated("1.5 + 2.5 = 4.0\n\n")),
    "plain annotations": Attack("txt", _repeated("# verify: x\n")),
    "plain brackets": Attack("txt", _repeated("[1.5 ")),
    "plain zeros": Attack("txt", _repeated("\x00")),
    "plain marks": Attack("txt", _repeated("\u0301", "1 + 1 = 3")),
    "plain directions": Attack("txt", _repeated("\u202e", "1 + 1 = 3")),
}
