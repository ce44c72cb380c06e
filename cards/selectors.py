"""Queries for sets, cards and their display."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse

from cards import faces, set_json
from cards import printed as catalogue
from cards.collation import sort_key
from cards.faces import Face
from cards.keywords import keywords_in
from cards.models import ImportedSet
from cards.ports import card_games
from cards.printed import LANGUAGES, CardSet, PrintedCard


class ShownKeyword(NamedTuple):
    """A keyword in one language, with its explanation, clause and the keys of its symbols."""

    term: str
    text: str
    clause: str
    symbols: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class DisplayedCard:
    """A card as displayed in one language. There is one object for each, so they are compared by identity.

    ``words`` is the whole text of the card, for screen readers; ``digest`` is a hash of the
    drawing, so that a response for an address with the digest can be cached forever.
    """

    printed: PrintedCard
    face: Face
    language: str
    words: str
    digest: str

    def name_order(self) -> tuple[tuple[bool, str, str, int], str]:
        """Return the key that sorts cards by name; Japanese names with Chinese characters come last, by card number."""
        return sort_key(self.face.name, "", 0), self.printed.ref

    @property
    def element(self) -> str:
        """The name of its element, or ""."""
        name = faces.ELEMENT_NAMES.get(self.face.icon)
        return name.in_language(self.language) if name else ""

    @property
    def keywords(self) -> list[ShownKeyword]:
        """The keywords on the card, with the symbols that stand for them on its face."""
        games = card_games()
        english = faces.spoken_text(games.card_face(self.printed, "en"))
        found = keywords_in(english, games.keywords(self.printed.game))
        own, on_face = self.language, dict.fromkeys([self.face.icon, *(stat.glyph for stat in self.face.stats)])
        return [
            ShownKeyword(
                each.term.in_language(own),
                each.text.in_language(own),
                each.clause,
                [symbol for symbol in on_face if symbol in each.symbols],
            )
            for each in found
        ]

    @property
    def other_names(self) -> list[tuple[str, str]]:
        """Its different names in other languages, as (language, name)."""
        names = [(each, self.printed.name.in_language(each)) for each in LANGUAGES if each != self.language]
        return [(language, name) for language, name in names if name != self.face.name]

    @property
    def rarity(self) -> str:
        return faces.RARITY_NAMES[self.printed.rarity].in_language(self.language)

    @property
    def url(self) -> str:
        return reverse("card", args=(self.printed.game, self.printed.set_code, self.printed.number))

    @property
    def image(self) -> str:
        place = reverse("card_face", args=(self.printed.game, self.printed.set_code, self.printed.number))
        return f"{place}?lang={self.language}&v={self.digest}"

    @property
    def art(self) -> str:
        """The address of the picture alone, which is the same in every language."""
        place = reverse("card_art", args=(self.printed.game, self.printed.set_code, self.printed.number))
        return f"{place}?v={art_digest(self.face)}"


def card_sets(game: str) -> tuple[CardSet, ...]:
    """Return every set of ``game``: bundled sets, then imported sets by code. One query."""
    imported = ImportedSet.objects.filter(game=game).order_by("code").values_list("code", flat=True)
    return catalogue.bundled_card_sets(game) + tuple(_imported(game, code) for code in imported)


def card_set(game: str, code: str) -> CardSet:
    """Return the set ``code`` of ``game``. Raises KeyError. One query for an imported set, the first time."""
    if game not in card_games().game_titles():
        raise KeyError(game)
    try:
        return catalogue.bundled_card_set(game, code)
    except KeyError:
        return _imported(game, code)


def find_set(name: str) -> CardSet:
    """Return the set with this code or English name, of any game. Raises KeyError.

    Bundled sets are searched first, without queries.
    """
    for sets in (catalogue.bundled_card_sets, card_sets):
        for game in card_games().game_titles():
            for found in sets(game):
                if name.casefold() in (found.code.casefold(), found.name.en.casefold()):
                    return found
    raise KeyError(name)


@lru_cache(maxsize=64)
def _imported(game: str, code: str) -> CardSet:
    """Return a set from the database; it can be cached, because it never changes."""
    try:
        text = ImportedSet.objects.values_list("text", flat=True).get(game=game, code=code)
    except ImportedSet.DoesNotExist:
        raise KeyError(code) from None
    return set_json.set_from_json(text, file=f"{code}.json")


@lru_cache(maxsize=4096)
def get_printed_card(game: str, ref: str) -> PrintedCard:
    """Return the card ``ref`` ("FL-C07") of ``game``; the result is cached. Raises KeyError."""
    return card_set(game, set_code_of(ref)).card(ref.partition("-")[2])


def get_printed_cards(game: str, refs: Iterable[str]) -> dict[str, PrintedCard]:
    """Return the cards ``refs`` of ``game``, by ref. Each set is loaded once. Raises KeyError."""
    by_set: dict[str, dict[str, PrintedCard]] = {}
    cards: dict[str, PrintedCard] = {}
    for ref in set(refs):
        code, _, number = ref.partition("-")
        if code not in by_set:
            by_set[code] = {card.number: card for card in card_set(game, code).cards}
        cards[ref] = by_set[code][number]
    return cards


def set_code_of(ref: str) -> str:
    """Return the set code in a card's ref: "FL" for "FL-C07"."""
    return ref.partition("-")[0]


@lru_cache(maxsize=4096)
def get_displayed_card(game: str, ref: str, language: str) -> DisplayedCard:
    """Return the card ``ref`` of ``game`` for display in ``language``; the result is cached. Raises KeyError."""
    return display_card(get_printed_card(game, ref), language)


def display_card(card: PrintedCard, language: str) -> DisplayedCard:
    """Return ``card`` for display in ``language``, or in English if cards have no texts in it; the result is cached."""
    return _display_card(card, language if language in LANGUAGES else "en")


@lru_cache(maxsize=4096)
def _display_card(card: PrintedCard, language: str) -> DisplayedCard:
    face = card_games().card_face(card, language)
    digest = hashlib.sha256(draw_labelled_face(face, language).encode()).hexdigest()[:12]
    return DisplayedCard(card, face, language, faces.spoken_text(face, language=language), digest)


@lru_cache(maxsize=4096)
def art_digest(face: Face) -> str:
    """Return a hash of the picture of ``face``."""
    return hashlib.sha256(faces.draw_art(face).encode()).hexdigest()[:12]


def draw_labelled_face(face: Face, language: str) -> str:
    """Return the face as SVG with a label for screen readers, to be served as an image."""
    return faces.draw_face(face, language=language, label=True)
