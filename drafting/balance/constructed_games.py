"""Counts from games with a set without boosters: preconstructed decks and decks that a bot builds, in every play mode.

A round is two games of each mode, such as "tactics, 2 players". In the second game each deck moves one seat further;
the random stream is the same. Even rounds use the preconstructed decks of the set, odd rounds use decks that a bot
builds from some of the cards. The keys:

- ``("round",)`` and ``("game", mode, reason of the end)``
- ``("first", mode, result)`` for the side that went first
- ``("turns", mode, turns per side)``, of the side with more turns
- ``("deck", mode, code, result)`` for each preconstructed deck
- ``("card", ref, result)`` once for each game in which the card was drawn
- ``("used", ref)`` once for each game in which the card was used
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import TypeVar

from cards.printed import CardSet, DeckList, PrintedCard, bundled_card_set
from drafting.balance.drafts import CountKey, Counts, played_sides
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS

T = TypeVar("T")
COPIES_PER_CARD = 2  # of each card that a bot can build with
CARD_SHARE = 2 / 5  # of the cards of the set: few enough that most of them are played
NOT_USED = frozenset({"drew", "discarded", "kept", "recovered", "restored", "returned", "revealed", "disrupted"})
"""Events that name a card without using it."""


def play_modes(ruleset: Ruleset) -> list[tuple[str, int]]:
    """Return every play mode of a game: the variant and the number of players."""
    return [(variant, seats) for variant in ruleset.variants for seats in ruleset.player_counts_of(variant)]


def play_mode_name(variant: str, seats: int) -> str:
    return f"{variant}, {seats} players"


def games_per_round(measured: CardSet) -> int:
    """Return the number of games in a round."""
    return 2 * len(play_modes(RULESETS[measured.game]))


def play_round(measured: CardSet, seed: bytes, number: int) -> Counts:
    """Play round ``number`` and return its counts, which are always the same for ``seed``."""
    ruleset, stream = RULESETS[measured.game], RandomStream(seed, f"balance/{number}/decks")
    own = list(islice(cycle(measured.decks), max(ruleset.player_counts))) if number % 2 == 0 else []
    decks = [deck_cards(measured, deck) for deck in own] or [
        build_bot_deck(ruleset, measured, stream) for _ in range(max(ruleset.player_counts))
    ]
    counts: Counts = Counter({("round",): 1})
    for variant, seats in play_modes(ruleset):
        for turned in range(2):
            chance = SeededChance(RandomStream(seed, f"balance/{number}/{variant}/{seats}"))
            game = Game.begin(ruleset, variant, rotated(decks[:seats], turned), chance)
            play_to_end(game, [ruleset.greedy_bot] * seats)
            counts.update(game_keys(game, play_mode_name(variant, seats), rotated(own[:seats], turned)))
    return counts


def rotated(decks: Sequence[T], seats: int) -> list[T]:
    """Return ``decks`` rotated by ``seats`` seats."""
    return [*decks[seats:], *decks[:seats]]


def deck_cards(measured: CardSet, deck: DeckList) -> list[PrintedCard]:
    """Return the cards of a preconstructed deck of the set."""
    return [
        card
        for ref, count in deck.cards.items()
        for card in [bundled_card_set(measured.game, ref.partition("-")[0]).card(ref.partition("-")[2])] * count
    ]


def build_bot_deck(ruleset: Ruleset, measured: CardSet, stream: RandomStream) -> list[PrintedCard]:
    """Return a deck that a bot builds from some cards of the set, as large as the preconstructed decks.

    Cards that make the deck illegal are removed from the choice until it is legal.
    """

    def faults(deck: Sequence[PrintedCard]) -> int:
        return sum(len(ruleset.deck_faults(variant, deck)) for variant in ruleset.variants.values())

    some = stream.sample(measured.cards, round(len(measured.cards) * CARD_SHARE)) * COPIES_PER_CARD
    while True:
        deck = ruleset.draft_bot.build_deck(some, sum(measured.decks[0].cards.values()))
        found = faults(deck)
        bad = (at for at in range(len(deck)) if found and faults(deck[:at] + deck[at + 1 :]) < found)
        if (at := next(bad, None)) is None:
            return deck
        some.remove(deck[at])


def game_keys(game: Game, mode: str, own: Sequence[DeckList]) -> Iterator[CountKey]:
    """Yield the keys of a finished game; ``own`` are the decks of its seats if they are preconstructed."""
    assert game.outcome is not None
    sides = played_sides(game)
    yield ("game", mode, game.outcome.reason)
    yield ("turns", mode, str(-(-game.table.turn // game.table.seats)))
    yield from (("first", mode, sides[event[1]].result) for event in game.table.events if event[0] == "goes_first")
    for deck, side in zip(own, sides, strict=False):
        yield ("deck", mode, deck.code, side.result)
    yield from (("card", ref, side.result) for side in sides for ref in sorted(side.drawn))
    yield from (("used", ref) for ref in sorted(used_refs(game)))


def used_refs(game: Game) -> set[str]:
    """Return the refs of the cards that were used."""
    sentences, cards = game.ruleset.sentences.events, game.table.cards
    return {
        cards[value].ref
        for code, *values in game.table.events
        if code not in NOT_USED
        for name, value in zip(sentences[code].fields, values, strict=True)
        if name == "card" and not sentences[code].redacted_template
    }
