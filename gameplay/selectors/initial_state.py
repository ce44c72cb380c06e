"""The state of an online game before its first choice, from its decks and its seed."""

from itertools import chain

from cards.printed import PrintedCard
from cards.selectors import get_printed_cards
from gameplay.engine.core.chance import Chance, RandomStream, SeededChance, StackedChance
from gameplay.engine.core.game import Game
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.lessons import LESSON, lesson_of


def deck_cards(game: OnlineGame) -> list[list[PrintedCard]]:
    """Return the printed cards of each seat's deck. Raise KeyError if a set no longer exists."""
    cards = get_printed_cards(game.ruleset, chain.from_iterable(game.decks))
    return [[cards[ref] for ref in deck] for deck in game.decks]


def initial_state(game: OnlineGame) -> Game:
    """Return the state before the first choice. No query for bundled sets."""
    chance: Chance = SeededChance(RandomStream(bytes(game.seed), game.chance))
    if game.guide == LESSON:
        chance = StackedChance(lesson_of(game.ruleset).numbers)
    ruleset, decks = RULESETS[game.ruleset], deck_cards(game)
    return Game.begin(ruleset, game.variant, decks, chance, switches=game.switches, pausing=game.pausing)
