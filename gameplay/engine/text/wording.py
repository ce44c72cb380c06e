"""How a card's text is put into words, in English and Japanese, whatever the game."""

from collections.abc import Iterable, Sequence
from typing import Protocol

Noun = tuple[str, str, str]
"""What a thing is called: singular, plural, Japanese."""


class Sayable(Protocol):
    """What has words of its own: an effect, a condition."""

    def say(self, language: str) -> str: ...


def with_article(phrase: str) -> str:
    """``phrase`` with its article: "an Earth card", "a unit", "an undamaged unit"."""
    spoken = phrase.lstrip("{").lower()
    open_ = spoken[:1] in "aeio" or (spoken.startswith("un") and not spoken.startswith("uni"))
    return f"an {phrase}" if open_ else f"a {phrase}"


def capitalize_first(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def singular(noun: Noun, language: str) -> str:
    """The noun by itself, in the singular."""
    return noun[2] if language == "ja" else noun[0]


def as_sentence(words: str, language: str) -> str:
    """The words as a sentence of their own."""
    return capitalize_first(words) + ("。" if language == "ja" else ".")


def join_phrases(phrases: Sequence[str]) -> str:
    """The phrases as one: "a Wood card, a Fire card and a goblin"."""
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)


def effects_text(effects: Iterable[Sayable], language: str) -> str:
    """Several effects in one sentence."""
    return (", then " if language == "en" else "。その後、").join(effect.say(language) for effect in effects)
