"""Completions of an entry while a player writes it, and examples of entries (see `notation`)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gameplay.engine.adjudication.notation import Notation

_FIELD = re.compile(r"{(\w+)}")
_NUMBER = re.compile(r"[+-]?\d+")
_COPY = re.compile(r" #[1-9]\d?")


class Title(NamedTuple):
    """A name of a card, and the type of the card."""

    text: str
    card_type: str


@dataclass(frozen=True)
class EntryCompleter:
    """Completes entries with the words of ``notation`` and the names of ``players`` and cards.

    ``titles`` are the cards that can be meant, the most likely first.
    """

    notation: Notation
    players: Sequence[str]
    titles: Sequence[Title]

    def complete(self, text: str, limit: int = 8) -> list[str]:
        """Return at most ``limit`` continuations of ``text``, an entry up to the cursor.

        Each is an entry that begins with ``text``, except for upper and lower case. One that needs a name or a number
        next ends with a space.
        """
        speaker = next((name for name in self.players if text.casefold().startswith(f"{name.casefold()}:")), None)
        start = text[: len(speaker) + 1] + " " if speaker else ""
        words = text[len(speaker) + 1 :].lstrip() if speaker else text
        found = {
            (start + each).casefold(): start + each
            for each in self._entries(words)
            if each.casefold() != words.casefold() and each not in self.players
        }
        names = [f"{name}: " for name in self.players if words and not speaker and _begins(name, words)]
        return [*found.values(), *names][:limit]

    def _entries(self, text: str) -> Iterator[str]:
        """Yield the continuations of ``text``: those by a word of the notation come before those by a card."""
        if not text:
            return
        templates = [
            (code, _FIELD.split(template)) for code, each in self.notation.words.forms.items() for template in each
        ]
        for code, parts in sorted(templates, key=lambda each: not each[1][0]):
            yield from self._continue(text, parts, code)

    def _continue(self, text: str, parts: Sequence[str], code: str) -> Iterator[str]:
        """Yield the continuations of ``text`` by ``parts``: words and names of fields in turn, beginning with words.

        ``code`` is that of the event.
        """
        words, *rest = parts
        if words.strip() and _begins(words, text):
            yield words
        if not rest or not _begins(text, words):
            return
        for value in self._values(text[len(words) :], rest[0], code):
            typed = text[len(words) : len(words) + len(value)]
            if typed.casefold() == value.casefold():
                ends = self._continue(text[len(words) + len(value) :], rest[1:], code)
                yield from (words + value + end for end in ends)
            else:
                yield words + value

    def _values(self, text: str, field: str, code: str) -> Iterator[str]:
        """Yield the values of ``field`` that ``text`` begins with, or that begin with ``text``."""
        if field.startswith("card"):
            yield from self._cards(text, titles_for(self.notation, self.titles, code, field))
        elif field.startswith("seat"):
            yield from (name for name in self.players if _begins(name, text) or _begins(text, name))
        elif number := _NUMBER.match(text):
            yield number[0]

    def _cards(self, text: str, titles: Iterable[Title]) -> Iterator[str]:
        owner = next((name for name in self.players if _begins(text, f"{name}'s ")), "") if self._has_copies else ""
        start = text[: len(owner) + 3] if owner else ""
        rest = text[len(start) :]
        for title in titles:
            if _begins(rest, title.text):
                copy = _COPY.match(rest, len(title.text)) if self._has_copies else None
                yield start + title.text + (copy[0] if copy else "")
            elif _begins(title.text, rest):
                yield start + title.text

    @property
    def _has_copies(self) -> bool:
        """Whether entries distinguish copies of a card: "Bob's Bard #2"."""
        return bool(self.notation.zones.numbered)


def example_entry(notation: Notation, titles: Sequence[Title], players: Sequence[str], code: str, template: str) -> str:
    """Return an entry in the form of ``template`` about an event with this code. Each of its cards is another one."""
    values: dict[str, str] = {}
    for field in _FIELD.findall(template):
        if field.startswith("card"):
            possible = (title.text for title in titles_for(notation, titles, code, field))
            values[field] = next(text for text in possible if text not in values.values())
        else:
            values[field] = players[-1] if field.startswith("seat") else str(2 + len(values))
    return template.format(**values)


def titles_for(notation: Notation, titles: Iterable[Title], code: str, field: str) -> Iterator[Title]:
    """Return those of ``titles`` that can be the card of ``field`` in an entry about an event with this code."""
    types = notation.words.card_types.get(code if field == "card" else field)
    return (title for title in titles if types is None or title.card_type in types)


def titles_by_use(titles: Mapping[str, str], used_text: str) -> list[Title]:
    """Return ``titles``, types by name, with the names in ``used_text`` first."""
    used = used_text.casefold()
    return sorted((Title(*each) for each in titles.items()), key=lambda title: title.text.casefold() not in used)


def _begins(text: str, start: str) -> bool:
    return text.casefold().startswith(start.casefold())
