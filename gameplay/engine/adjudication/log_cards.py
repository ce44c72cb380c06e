"""The cards that the log of a reported game may name."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.notation_reader import NotationReader
from gameplay.engine.core.position_fields import CardRegistry
from gameplay.engine.core.position_table import Catalogue
from gameplay.engine.core.ruleset import Ruleset

_SHORT_TITLE = re.compile(r"([^,]+), .+|.*〈(.+)〉")


class LogCards:
    """The cards that a log may name by set number or title; the cards of its decks take precedence.

    ``invented`` are new cards of its position, which come before all others.
    """

    def __init__(self, ruleset: Ruleset, catalogue: Catalogue, invented: Iterable[PrintedCard], file: str) -> None:
        self.ruleset, self.catalogue = ruleset, catalogue
        groups = chain(filter(None, [tuple(invented)]), catalogue(ruleset.name))
        self.cards = CardRegistry(groups, ruleset.definition, (), file=file)
        self.in_decks: list[Any] = []

    def notation_reader(self, players: Sequence[str]) -> NotationReader:
        """Return a reader of entries that name these cards and ``players``."""
        return NotationReader(
            notation_of(self.ruleset),
            self.ruleset.sentences,
            players,
            (self.site_cards_named, self.all_cards_named, self.cards_called),
            similar_titles=self.cards.similar_titles,
            file=self.cards.file,
        )

    def deck_card(self, name: str, place: str) -> Any:
        """Return the definition of the card ``name`` in a deck. Raises UnreadableError unless there is exactly one."""
        definition = self.cards.definition(name, place)
        self.in_decks.append(definition)
        return definition

    def site_cards_named(self, name: str) -> tuple[Any, ...]:
        """Return the definitions of the site's own cards called ``name``."""
        return self._definitions(self.cards.find(name.strip().casefold(), first_group_only=True))

    def all_cards_named(self, name: str) -> tuple[Any, ...]:
        """Return the definitions of all cards called ``name``, including those of imported sets."""
        return self._definitions(self.cards.find(name.strip().casefold()))

    def cards_called(self, name: str) -> tuple[Any, ...]:
        """Return the definitions of all cards with this title or short title: "Mio" for "Mio, Destroyer"."""
        return self.all_cards_named(name) or self._definitions(self._short_titles.get(name.strip().casefold(), {}))

    @cached_property
    def _short_titles(self) -> dict[str, dict[str, PrintedCard]]:
        """The cards by the part of their title before a comma, or in angle brackets. All groups are read before."""
        found: dict[str, dict[str, PrintedCard]] = {}
        for card in (card for group in self.cards.groups for cards in group.values() for card in cards.values()):
            for title in (card.name.en, card.name.ja):
                if short := _SHORT_TITLE.fullmatch(title):
                    found.setdefault((short[1] or short[2]).casefold(), {})[card.ref] = card
        return found

    def _definitions(self, found: Mapping[str, PrintedCard]) -> tuple[Any, ...]:
        definitions = tuple(self.ruleset.definition(card) for card in found.values())
        return tuple(definition for definition in definitions if definition in self.in_decks) or definitions

    def legal_cards(self, variant: Any) -> list[Any]:
        """Return the definitions of the site's own cards that are legal in a deck of ``variant``."""
        fault_count = len(self.ruleset.deck_faults(variant, []))
        own = next(iter(self.catalogue(self.ruleset.name)))
        legal = (card for card in own if len(self.ruleset.deck_faults(variant, [card])) <= fault_count)
        return [self.ruleset.definition(card) for card in legal]

    def fixed_decks(self, variant: Any) -> list[list[Any]]:
        """Return the definitions of the fixed decks of ``variant``, if the site has all their cards."""
        own = {card.name.en: card for card in next(iter(self.catalogue(self.ruleset.name)))}
        listed = [deck for deck in self.ruleset.fixed_decks(variant) if deck.keys() <= own.keys()]
        return [[self.ruleset.definition(own[title]) for title in Counter(deck).elements()] for deck in listed]
