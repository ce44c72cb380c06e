"""Numbers and codes as people type them: with a Japanese keyboard, digits, letters and signs are often full width."""

import unicodedata

FULL_WIDTH_ASCII = {code + 0xFEE0: chr(code) for code in range(ord("!"), ord("~") + 1)} | {0x3000: " "}
"""Maps full-width letters, digits and signs, and the full-width space, to those of ASCII."""
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc"), "-")
"""Dashes, the minus sign, and the long-vowel mark of Japanese keyboards, which is on the key of the minus sign."""


def half_width(text: str) -> str:
    """Return ``text``, a number or a code that a person typed, in half-width characters and with "-" for any dash.

    Never use it for names of people: these keep what was typed.
    """
    return unicodedata.normalize("NFKC", text).translate(DASHES).strip()
