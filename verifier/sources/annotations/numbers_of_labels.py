"""Numbers of running text that count or measure nothing: those of labels, of headings and of sizes."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import NUMBERED, words_of

_LABELS: Final = NUMBERED | words_of(
    """layer layers rule rules table figure fig chapter section stage round epoch iteration head neuron node row column
    line lines page equation eq theorem lemma definition algorithm method group level block cell unit token position
    steps days weeks tables figures rows columns examples no nr nummer appendix note lecture lesson module model cluster
    schicht regel tabelle abbildung abb kapitel abschnitt seite zeile spalte runde iteration gleichung kopf stufe
    règle figure chapitre section ligne colonne page équation niveau tour tête
    capa regla tabla figura capítulo sección fila columna página ecuación nivel ronda iteración cabeza
    camada regra tabela seção linha coluna página equação iteração cabeça
    strato regola tabella figura capitolo riga colonna pagina equazione iterazione
    laag regel tabel hoofdstuk warstwa tabela rozdział
    bước lớp bảng hình chương ví dụ
    слой правило таблица рисунок глава строка столбец итерация эпоха
    第 步 步骤 层 規則 规则 表 图 圖 章 例 단계 층 표 그림 장 예제"""
)
"""What has a number to be called by."""
_WITHOUT_BLANKS: Final = ("\u7b2c", "\u6b65\u9aa4", "\u6b65\u9a5f", "\u89c4\u5219", "\u898f\u5247")
"""The same at the end of Chinese words, between which there are no blanks."""
_WORD: Final = pattern(r"([^\W\d_]+)\.?[\s$*_#(\[\u00a0-]*\Z")
_SIGN: Final = pattern(r"(?:\u2116|#)\s*\Z")
_BEGINS: Final = pattern(r"(?:\A|\n)[\s>*_#-]*\(?\Z")
_ITEM: Final = pattern(r"(?:[.:]|\.?\))[*_]*\s+[*_]*(?![-+=*/\u00d7\u00b7<>\u2248]\s)\S")
"""What ends the number of an item, a step or an equation at the beginning of a line."""
_SIZED: Final = (pattern(r"\s?(?:[x\u00d7]|by\b)\s?\d"), pattern(r"\d\s?(?:[x\u00d7]|by\b)\s?\Z"))
"""What stands behind and before a number of a size, as in `2x3`."""
_HEADING: Final = pattern(
    r"[ \t]*(?:\#{1,6}[ \t]|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\b[^}]*\Z|.*<h[1-6]\b(?!.*</h[1-6]))",
    re.IGNORECASE,
)
"""What stands before a number in the line of a heading."""
_NEAR: Final = 60


def is_of_label(stretch: Stretch, start: int, end: int, source: str) -> bool:
    """Whether a number between two offsets of running text is no value: of a label, of a heading, or of a size."""
    return _is_label(stretch.text, start, end) or _is_in_heading(source, stretch.at[start])


def _is_label(text: str, start: int, end: int) -> bool:
    before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if _SIZED[0].match(behind) or _SIZED[1].search(before):
        return True
    word = _WORD.search(before)
    is_aside = word is not None and "(" in word[0] and "." in text[start:end]
    if word is not None and not is_aside and (word[1].lower() in _LABELS or word[1].endswith(_WITHOUT_BLANKS)):
        return True
    is_first = _BEGINS.search(before) is not None and (start < _NEAR or "\n" in before)
    is_item = text[start:end].rstrip(".").isdecimal() and _ITEM.match(text, end - text[start:end].endswith("."))
    return _SIGN.search(before) is not None or bool(is_first and is_item)


def _is_in_heading(text: str, at: int) -> bool:
    return _HEADING.match(text, text.rfind("\n", 0, at) + 1, at) is not None
