"""The bots of online games and of ``manage.py play`` at their levels, and their decks."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cards.printed import PrintedCard
from gameplay import ports
from gameplay.engine.bots.policies import BotPolicy, careless_policy, random_policy
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import UnreadableError, _
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.lessons.course import scripted_policy
from gameplay.games import RULESETS
from gameplay.games.preconstructed import expand_deck_list, preconstructed_decks
from gameplay.selectors.lessons import LESSON, lesson_of

CardList = list[PrintedCard]
BotFactory = Callable[[Ruleset, str, RandomStream, int | None], BotPolicy]
"""The arguments are the ruleset, the variant, the random stream and the number of rollouts, None for the default."""


class Level(NamedTuple):
    """A level of play: the title of its bots, a sentence about it, and whether they think for a second or more."""

    title: str
    summary: str
    make: BotFactory
    thinks: bool = False


LEVELS: Mapping[str, Level] = {
    "beginner": Level(
        _("Beginner bot"),
        _("Beginner bot: every third choice is random"),
        lambda ruleset, variant, stream, rollouts: careless_policy(ruleset.greedy_bot, stream),
    ),
    "regular": Level(
        _("Regular bot"),
        _("Regular bot: plays what looks best now"),
        lambda ruleset, variant, stream, rollouts: ruleset.greedy_bot,
    ),
    "strong": Level(
        _("Strong bot"),
        _("Strong bot: thinks ahead, up to two seconds for each choice"),
        lambda ruleset, variant, stream, rollouts: SearchBot(
            ruleset, likely_cards(ruleset, variant), stream, rollouts=rollouts
        ),
        thinks=True,
    ),
}
"""The levels of bots by name. The page, the API and ``manage.py play`` use the same names."""

DEFAULT_LEVEL = "regular"
BOT_FACTORIES: Mapping[str, BotFactory] = {name: level.make for name, level in LEVELS.items()} | {
    "random": lambda ruleset, variant, stream, rollouts: random_policy(stream)
}
"""The levels, and random play, to which measurements compare them."""

LIKELY_CARDS_SEED = b"likely cards"  # the seed of the draft that `likely_cards` uses


def make_bots(
    ruleset: Ruleset, variant: str, names: Sequence[str], *, seed: bytes, rollouts: int | None
) -> list[BotPolicy]:
    """Return one bot for each of ``names``, in seat order. Raise UnreadableError for an unknown name."""
    if unknown := [name for name in names if name not in BOT_FACTORIES]:
        raise UnreadableError(f"{unknown[0]!r} is not one of {', '.join(BOT_FACTORIES)}", place="--bots")
    return [
        BOT_FACTORIES[name](ruleset, variant, RandomStream(seed, f"play/bot/{seat}"), rollouts)
        for seat, name in enumerate(names)
    ]


def make_online_bot(ruleset: str, variant: str, name: str, stream: RandomStream) -> BotPolicy:
    """Return the bot called ``name`` for an online game. Raise KeyError for an unknown name."""
    if name == LESSON:
        return scripted_policy(lesson_of(ruleset), RULESETS[ruleset].greedy_bot)
    return BOT_FACTORIES[name](RULESETS[ruleset], variant, stream, None)


def likely_cards(ruleset: Ruleset, variant: str) -> list[Any]:
    """Return the cards that the search bot expects in an unknown deck.

    They are all cards of the set's preconstructed decks, or else of the decks of one pod that bots drafted. That pod is
    always the same, so the bot knows no more than a player who has played the set before.
    """
    return list(_cached_likely_cards(ruleset.name, variant))


@lru_cache(maxsize=8)
def _cached_likely_cards(game: str, variant: str) -> tuple[Any, ...]:
    ruleset = RULESETS[game]
    decks = ready_or_drafted_decks(ruleset, variant, LIKELY_CARDS_SEED)
    definitions = {card.ref: ruleset.definition(card) for deck in decks for card in deck}
    return tuple(definitions[card.ref] for deck in decks for card in deck)


def decks_for_seats(ruleset: Ruleset, variant: str, seed: bytes, *, seats: int = 2) -> list[CardList]:
    """Return a deck for each of ``seats`` from `ready_or_drafted_decks`, which repeat if there are fewer."""
    decks = ready_or_drafted_decks(ruleset, variant, seed)
    return [decks[seat % len(decks)] for seat in range(seats)]


def ready_or_drafted_decks(ruleset: Ruleset, variant: str, seed: bytes) -> list[CardList]:
    """Return the preconstructed decks for the variant, or else the decks that a pod of bots drafts and builds.

    Raise UnreadableError if the game has neither preconstructed decks nor booster packs for the variant.
    """
    if ready := preconstructed_decks(ruleset, variant):
        return [expand_deck_list(ruleset, deck.cards) for deck in ready]
    return ports.draft_decks()(ruleset, variant, seed)
