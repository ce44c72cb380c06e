"""Cards as their games define them. The cards app calls these functions through `cards.ports`."""

from collections.abc import Iterator, Sequence

from django.db import connection

from cards import printed as catalogue
from cards import selectors
from cards.faces import Face, draw_face
from cards.keywords import Keyword
from cards.models import ImportedSet
from cards.printed import LANGUAGES, CardSet, CatalogueError, PrintedCard
from gameplay.engine.core.position_table import limit_violation
from gameplay.games import RULESETS


def game_titles() -> dict[str, str]:
    """Return the titles of the games by name, in display order."""
    return {name: ruleset.title for name, ruleset in RULESETS.items()}


def card_face(card: PrintedCard, language: str) -> Face:
    """Return the face of ``card`` in ``language``. Raise CatalogueError."""
    return RULESETS[card.game].face(card, language)


def keywords(game: str) -> Sequence[Keyword]:
    """Return the keywords of a game, in the order in which cards list them."""
    return RULESETS[game].keywords


def check_set(card_set: CardSet) -> None:
    """Check every card of the set against its game. Raise CatalogueError with file, line and reason."""
    if card_set.game not in RULESETS:
        reason = f"game {card_set.game!r} is not one of {', '.join(RULESETS)}"
        raise CatalogueError(reason, file=card_set.file, line=card_set.line)
    ruleset = RULESETS[card_set.game]
    for card in card_set.cards:
        if fault := limit_violation(card.facts):
            raise CatalogueError(f"{card.number}: {fault}", file=card.file, line=card.line)
        try:
            ruleset.definition(card)
            for language in LANGUAGES:
                draw_face(ruleset.face(card, language), language=language)
        except KeyError as unknown:
            reason = f"{card.number}: unknown word {unknown}"
            raise CatalogueError(reason, file=card.file, line=card.line) from unknown


def known_cards(game: str) -> Iterator[list[PrintedCard]]:
    """Yield the cards of ``game``: first those of bundled sets, then, with one query, those of imported sets."""
    own = catalogue.bundled_card_sets(game)
    yield [card for card_set in own for card in card_set.cards]
    yield [card for card_set in selectors.card_sets(game)[len(own) :] for card in card_set.cards]


def available_cards(game: str) -> Iterator[list[PrintedCard]]:
    """Yield the cards of ``game`` as `known_cards` does; without tables, as in a new checkout, no sets are imported."""
    bundled, imported = known_cards(game), ImportedSet._meta.db_table
    yield next(bundled)
    if imported in connection.introspection.table_names():
        yield from bundled
