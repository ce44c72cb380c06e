"""Reading of entries that players wrote (see `notation`)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from gameplay.engine.adjudication import card_copies
from gameplay.engine.adjudication.notation import END_CODES, SEPARATOR, Notation, Pattern, ReportEntry, event_fields
from gameplay.engine.core.errors import Translatable, UnreadableError, _, any_of
from gameplay.engine.core.sentences import Sentences

CardLookup = Callable[[str], tuple[Any, ...]]
_FIELD = re.compile(r"{(\w+)}")
_NUMBER, _NAME = r"[+-]?\d+", r".+?"
_PASS = re.compile(r"pass(es)?|end (of )?turn", re.IGNORECASE)
FULLWIDTH_TO_ASCII = str.maketrans("；：’＃－０１２３４５６７８９", ";:'#-0123456789")
"""The characters that phones and Japanese keyboards type for those of the notation."""


class UnknownEntryError(UnreadableError):
    """An entry that cannot be parsed; ``card`` is an unknown card name in it, if that is the reason.

    ``similar`` are the titles, or the entries, that the writer may have meant.
    """

    def __init__(self, entry: ReportEntry, card: str, similar: Sequence[str] = (), *, file: str) -> None:
        self.entry, self.card, self.similar = entry, card, similar
        if card:
            reason = Translatable(_("there is no card {card!r}"), card=card)
        else:
            reason = Translatable(_("this is not an entry of a log"))
        if similar:
            guess = _("{reason}; did you mean {similar}?")
            reason = Translatable(guess, reason=reason, similar=any_of(similar))
        place = Translatable(_("turn {turn}, {entry!r}"), turn=entry.turn, entry=entry.text)
        super().__init__(reason, file=file, place=place)


class NotationReader:
    """Parses the entries of a log.

    Each of ``lookups`` returns the definitions for a card name, if any; a later one is only used for an entry that
    cannot be parsed with an earlier one. ``similar_titles`` returns the titles that look like an unknown name.
    """

    def __init__(
        self,
        notation: Notation,
        sentences: Sentences,
        players: Sequence[str],
        lookups: Sequence[CardLookup],
        *,
        similar_titles: Callable[[str], Sequence[str]] = lambda name: (),
        file: str = "",
    ) -> None:
        self.similar_titles = similar_titles
        self.notation, self.sentences, self.players, self.file = notation, sentences, players, file
        self.lookups = lookups
        self.count = 0

    def read_line(self, text: str, turn: int) -> list[ReportEntry]:
        """Return the entries of a turn, without passes, which say nothing. Raises UnknownEntryError."""
        entries: list[ReportEntry] = []
        for words in text.translate(FULLWIDTH_TO_ASCII).split(SEPARATOR):
            if words.strip():
                entries += self._entries(" ".join(words.split()), turn)
                self.count += 1
        return entries

    def _entries(self, text: str, turn: int) -> Iterator[ReportEntry]:
        seat, words = self._speaker(text)
        if _PASS.fullmatch(words):
            return
        for part in self._expanded(words):
            meanings = (tuple(self._patterns(part, seat, lookup)) for lookup in self.lookups)
            patterns: tuple[Pattern, ...] = next(filter(None, meanings), ())
            if not patterns:
                raise self._unknown(ReportEntry(self.count, turn, text, ()), part)
            yield ReportEntry(
                self.count, turn, text, patterns, part if seat is None else f"{self.players[seat]}: {part}"
            )

    def _expanded(self, words: str) -> list[str]:
        """Return the entries for which ``words`` is a shorthand, or only these words."""
        for short, full in self.notation.words.shorthands:
            if match := re.fullmatch(short, words, re.IGNORECASE):
                return [match.expand(part) for part in full]
        return [words]

    def _speaker(self, text: str) -> tuple[int | None, str]:
        """Split off the player's name, if the entry has one: "Alice: avoid"."""
        for seat, name in enumerate(self.players):
            if text.casefold().startswith(f"{name.casefold()}:"):
                return seat, text[len(name) + 1 :].strip()
        return None, text

    def _patterns(self, text: str, seat: int | None, lookup: CardLookup) -> Iterator[Pattern]:
        for code, templates in self.notation.words.templates.items():
            names = event_fields(self.notation, self.sentences, code)
            for template in templates:
                match = _compiled(template).fullmatch(text)
                fields = match and self._fields(match.groupdict(), lookup)
                if fields is not None:
                    if seat is not None and "seat" in names:
                        fields["seat"] = seat
                    yield Pattern(code, fields)
                    break

    def _fields(self, groups: Mapping[str, str], lookup: CardLookup) -> dict[str, Any] | None:
        """Return the reported values by field; None if a card or a player is unknown."""
        values: dict[str, Any] = {}
        for name, value in groups.items():
            if name.startswith("card"):
                values[name] = self._card(value, lookup) or None
            else:
                values[name] = self._seat(value) if name.startswith("seat") else int(value)
            if values[name] is None:
                return None
        return values

    def _card(self, name: str, lookup: CardLookup) -> tuple[Any, ...]:
        """Return the definitions that a name may mean, and which copy, in a game that numbers copies."""
        return card_copies.parse_reference(name, lookup, self.players) if self.notation.zones.numbered else lookup(name)

    def _seat(self, name: str) -> int | None:
        return next((seat for seat, each in enumerate(self.players) if each.casefold() == name.casefold()), None)

    def _unknown(self, entry: ReportEntry, part: str) -> UnknownEntryError:
        """Return the error of ``part`` of ``entry``, with what the writer may have meant."""
        if ":" in entry.text and part == entry.text:  # the name of another person
            return UnknownEntryError(entry, "", [f"{player}: ..." for player in self.players], file=self.file)
        for player in self.players:
            if part.casefold().startswith(f"{player.casefold()} "):  # the name without a colon
                meant = self._similar_entries(part[len(player) + 1 :])[:1] or ["..."]
                return UnknownEntryError(entry, "", [f"{player}: {each}" for each in meant], file=self.file)
        card = self._unknown_card(part)
        similar = self.similar_titles(card) if card else self._similar_entries(part)
        return UnknownEntryError(entry, card, similar, file=self.file)

    def _similar_entries(self, text: str) -> list[str]:
        """Return at most three templates with words of ``text``, or words that look like them.

        Those that begin like it come first. "..." stands for their fields.
        """
        shown = {
            _FIELD.sub("...", template)
            for code, templates in self.notation.words.forms.items()
            for template in templates
            if code not in END_CODES or "game" in text.casefold().split()
        }
        by_word: dict[str, list[str]] = {}
        for template in sorted(shown, key=len):
            for word in template.replace("...", " ").split():
                by_word.setdefault(word, []).append(template)
        first, *others = (
            [word] if word in by_word else get_close_matches(word, by_word, cutoff=0.75)
            for word in text.casefold().split()
        )
        beginning = [each for word in first for each in by_word[word] if each.startswith(word)]
        unknown = [each for words in (first, *others) for word in words for each in by_word[word]]
        return list(dict.fromkeys(beginning or unknown))[:3]

    def _unknown_card(self, text: str) -> str:
        """Return the shortest unknown card name in ``text`` by any template, "" if there is none."""
        unknown = [
            str(value)
            for templates in self.notation.words.templates.values()
            for template in templates
            if (match := _compiled(template).fullmatch(text) if _has_only_words(template) else None)
            for name, value in match.groupdict().items()
            if name.startswith("card") and not self._card(value, self.lookups[-1])
        ]
        return min(unknown, key=len, default="")


def _has_only_words(template: str) -> bool:
    """Return whether ``template`` has words besides its fields, and no other characters."""
    return "".join(_FIELD.sub("", template).split()).isalpha()


@lru_cache(maxsize=256)
def _compiled(template: str) -> re.Pattern[str]:
    parts = _FIELD.split(template)
    pattern = "".join(
        re.escape(part) if at % 2 == 0 else f"(?P<{part}>{_NAME if part.startswith(('card', 'seat')) else _NUMBER})"
        for at, part in enumerate(parts)
    )
    return re.compile(pattern, re.IGNORECASE)
