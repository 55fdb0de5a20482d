"""A document whose titles, places and words are as strange as a file may hold them."""

from pathlib import Path

SCRIPT = "<script>alert(1)</script>"
MARKUP = "**bold** _it_ `code` [link](http://example.org) ![i](x) | a & b $x$ # ~~no~~ <!-- -->"
RIGHT_TO_LEFT = "\u05e9\u05dc\u05d5\u05dd \u202etxt.exe\u202c"
EMOJI = "\U0001f469\u200d\U0001f52c 100 %"
STRANGE = f"{SCRIPT} {MARKUP} {RIGHT_TO_LEFT} {EMOJI}"
LONG = "x" * 100
TEXT = f"""
document: strange
title: '{STRANGE}'
author: '{SCRIPT}'
source: 'javascript:alert(1)'
stages:
  - name: X
    title: '{STRANGE}'
    where: '{MARKUP}'
    printed: |
      1.5 2.5
      0.70 0.05
  - name: {LONG}
    title: '1. {MARKUP}'
    formula: 2 * X
    printed: |
      3 5
      1.40 0.40
  - name: words
    title: '- {EMOJI}'
    words: ['{SCRIPT}', '=1+1', 'a|b']
  - name: lowered
    formula: lower(words)
    words: ['{SCRIPT}', '=1+1', 'A|b']
  - name: Y
    formula: X @ X
    standard: X @ X.T
    because: '{SCRIPT}'
    printed: |
      4.00 3.87
      1.09 1.76
  - name: Z
    formula: Y + 1
    printed: |
      5.00 4.87
      2.09 2.76
"""


def written(folder: Path) -> str:
    """The path of the document, written into a folder."""
    path = folder / "strange.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)
