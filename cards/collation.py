"""Sorting names of people, teams and cards, in any script, and Japanese names by their reading."""

import re
import unicodedata

LONG_VOWEL = "ー"
ROWS = "あかさたなはまやらわ いきしちにひみり うくすつぬふむゆる えけせてねへめれ おこそとのほもよろを"
VOWELS = {letter: row[0] for row in ROWS.split() for letter in row}
"""The vowel of each unvoiced kana."""
IDEOGRAPH = re.compile("[々〇\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
TO_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(ord("ァ"), ord("ヶ") + 1)}


def fold_case(text: str) -> str:
    """Return ``text`` normalized for comparison: without regard to width, case and surrounding space."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def sort_key(name: str, reading: str, number: int) -> tuple[bool, str, str, int]:
    """Return the key that sorts names by their reading, or by their letters if they have none.

    Names with Chinese characters but without a reading come last, by ``number``. Case, width, accents, voicing marks
    and the kind and size of kana only order names that are otherwise equal. A long vowel is sorted as its vowel, as in
    JIS X 4061.
    """
    spelling = reading or name
    if not reading and IDEOGRAPH.search(name):
        return True, "", "", number
    return False, _sorted_letters(spelling), fold_case(spelling), number


def _sorted_letters(text: str) -> str:
    letters = ""
    for letter in unicodedata.normalize("NFKD", fold_case(text).translate(TO_HIRAGANA)):
        if letter == LONG_VOWEL:
            letters += VOWELS.get(letters[-1:], letter)
        elif unicodedata.category(letter) != "Mn":
            letters += letter.translate(SMALL_KANA)
    return letters
