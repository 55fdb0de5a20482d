"""Words of Chinese, Japanese and Korean around an expression, which no blanks part: each character is a token."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.context import is_latin
from verifier.sources.text.tokens import Token, is_vowel
from verifier.sources.text.words import words_of

MAX_WORD: Final = 6
"""So many characters before an expression are looked at."""
_LEADING: Final = tuple(
    words_of(
        """到 为 是 有 即 则 故 得 為 則 共 约 約 就是 因此 由此 据此 因而 从而 所以 合计 总计 共计
        合計 總計 共計 等于 等於
        结果 結果 计算 計算 算出 得出 那么 那麼 于是 於是 可知 可见 例如 比如 其中 最后 最終
        最终 然后 首先 因为 由于 因為
        总和 總和 答案 也就是 也就是说
        よって したがって 従って すなわち つまり ゆえに 故に だから なので は 例えば すると 答え 合わせて まず 次に
        따라서 그러므로 그래서 즉 총 약 은 는 면 결과 결국 합계 총합 전체 예를들어 이므로
        मान योग कुल अर्थात इसलिए अतः यानी बराबर
        إذن إذا وبالتالي بالتالي لذلك ومنه أي فإن يساوي تساوي المجموع الناتج نجد
        לכן ולכן אז כלומר נקבל מקבלים שווה הוא היא"""
    )
)
"""Words after which an expression begins."""
_DENYING: Final = tuple(
    words_of("以为 以為 认为 認為 不为 不為 不是 并非 不等于 不等於 不得 只有 では とは 아니라는 라는 다는")
)
"""Words that end with one of these, and say that something is thought or is not so."""
COUNTERS: Final = frozenset("个個次本枚人名只张張条條件台箱袋包瓶杯颗粒棵辆艘座栋元円원개명번장권")
"""Characters behind a number that say what is counted, or which money, and change nothing of it."""
_OF_NUMBERS: Final = frozenset("半多余餘百千万萬亿億兆十左上几强弱以约月世분만억천백십반여정")
"""Characters behind a counter, or a number, that go on with it: `8个半`, `8个百分点`, `8元多`."""
_TAILS: Final = (
    *("です", "である", "でした", "であり", "となる", "となり", "になる", "になり", "なので", "を"),
    *("रुपये", "रुपए", "रुपया", "ريال", "دينار", "درهم", "جنيه", "شيكل", "שקל", "שקלים"),
    *("이다", "입니다", "이므로", "이고", "이며", "가 ", "을", "를"),
)
"""Words behind a number with which a statement ends, or another part of it begins."""
_ENDINGS: Final = ("だ", "通り", "通りです", "通りある", "通りである", "가지이다", "가지", "가지입니다", "है", "हैं", "था")
"""Such words with which the sentence ends."""
_COUNTED: Final = pattern("[\u30a2-\u30fa\u30fc]{2,}")
"""A word of Katakana, as those for things and units from abroad are."""
_SCALES: Final = tuple(words_of("キロ ミリ センチ マイクロ メガ ギガ テラ ナノ パーセント パーミル ダース グロス"))
"""Such words that change the number before them, or say a unit that does."""
_OPEN: Final = ("ない", "ません", "仮定", "とする", "とき", "場合", "か", "たら", "不", "아니", "않", "까", "면", "때")
"""Words of a sentence that may deny or suppose, or ask."""


def leads(words: Sequence[Token]) -> bool:
    """Whether the last of these tokens are a word after which an expression begins."""
    text = _joined(words)
    return text.endswith(_LEADING) and not text.endswith(_DENYING)


def ends(words: Sequence[Token], *, has_unit: bool) -> bool:
    """Whether these tokens behind a number, or its counter, go on with the sentence and not with the number."""
    text = _joined(words)
    if not text or is_latin(text) or text[0] in _OF_NUMBERS or any(one in text for one in _OPEN):
        return False
    counted = None if text.startswith(_SCALES) else _COUNTED.match(text)
    behind = text if counted is None else text[counted.end() :]
    return has_unit or text in _ENDINGS or behind.startswith(_TAILS)


def is_apart(words: Sequence[Token]) -> bool:
    """Whether these tokens behind a number and a blank are no unit: a counter of things, or words that go on."""
    text = _joined(words)
    return text.startswith((*_LEADING, *_TAILS)) or (text[:1] in COUNTERS and text[1:2] not in _OF_NUMBERS)


def _joined(words: Sequence[Token]) -> str:
    """The characters of words."""
    return "".join(token.text if token.sort == "word" or is_vowel(token.text) else " " for token in words).rstrip()
