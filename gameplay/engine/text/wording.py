"""Card texts in English and Japanese, for all games."""

from collections.abc import Iterable, Sequence
from typing import Protocol

Noun = tuple[str, str, str]
"""A noun: its singular, plural and Japanese forms."""


class Sayable(Protocol):
    """Anything with a text: an effect or a condition."""

    def say(self, language: str) -> str: ...


def with_article(phrase: str) -> str:
    """Return ``phrase`` with its article: "an Earth card", "a unit", "an undamaged unit"."""
    letters = phrase.lstrip("{").lower()
    starts_with_vowel = letters[:1] in "aeio" or (letters.startswith("un") and not letters.startswith("uni"))
    return f"an {phrase}" if starts_with_vowel else f"a {phrase}"


def capitalize_first(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def singular(noun: Noun, language: str) -> str:
    """Return the singular of the noun."""
    return noun[2] if language == "ja" else noun[0]


def as_sentence(words: str, language: str) -> str:
    """Return the words as a sentence."""
    return capitalize_first(words) + ("。" if language == "ja" else ".")


def join_phrases(phrases: Sequence[str]) -> str:
    """Join phrases: "a Wood card, a Fire card and a goblin"."""
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)


def effects_text(effects: Iterable[Sayable], language: str) -> str:
    """Return the text of several effects as one sentence."""
    return (", then " if language == "en" else "。その後、").join(effect.say(language) for effect in effects)
