"""Games with a set that has no boosters, as counts: its own decks and decks that a bot builds, in every way to play.

A round is two games of each way, "tactics, 2 players": the decks of the first go one seat further in the second, which
has the same chance. In even rounds the set's own decks are played, in odd ones decks that a bot builds of some of
the cards. The keys:

- ``("round",)`` and ``("game", way, how it ended)``
- ``("first", way, result)`` of whoever went first, and its team
- ``("turns", way, turns a side)``, the longer side's
- ``("deck", way, code, result)`` of each of the set's own decks
- ``("card", ref, result)`` once a game in which it was drawn
- ``("used", ref)`` once a game in which something was done with it
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
COPIES_PER_CARD = 2  # of each card that a bot has to build of
CARD_SHARE = 2 / 5  # of the set's cards, so that most of them come to be played
NOT_USED = frozenset({"drew", "discarded", "kept", "recovered", "restored", "returned", "revealed", "disrupted"})
"""Events that name a card with which nothing was done yet."""


def play_modes(ruleset: Ruleset) -> list[tuple[str, int]]:
    """Every way to play the game: the variant and how many play."""
    return [(variant, seats) for variant in ruleset.variants for seats in ruleset.player_counts_of(variant)]


def play_mode_name(variant: str, seats: int) -> str:
    return f"{variant}, {seats} players"


def games_per_round(measured: CardSet) -> int:
    """How many games a round has."""
    return 2 * len(play_modes(RULESETS[measured.game]))


def play_round(measured: CardSet, seed: bytes, number: int) -> Counts:
    """Play round ``number``: always the same for ``seed``."""
    ruleset, lot = RULESETS[measured.game], RandomStream(seed, f"balance/{number}/decks")
    own = list(islice(cycle(measured.decks), max(ruleset.player_counts))) if number % 2 == 0 else []
    decks = [deck_cards(measured, deck) for deck in own] or [
        build_bot_deck(ruleset, measured, lot) for _ in range(max(ruleset.player_counts))
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
    """The decks so many seats further."""
    return [*decks[seats:], *decks[:seats]]


def deck_cards(measured: CardSet, deck: DeckList) -> list[PrintedCard]:
    """The cards of one of the set's own decks."""
    return [
        card
        for ref, count in deck.cards.items()
        for card in [bundled_card_set(measured.game, ref.partition("-")[0]).card(ref.partition("-")[2])] * count
    ]


def build_bot_deck(ruleset: Ruleset, measured: CardSet, stream: RandomStream) -> list[PrintedCard]:
    """A deck that a bot builds of some cards of the set, as large as its own ones; what may not be in it is left out."""

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
    """What a finished game counts towards; ``own`` are the decks of its seats if they are the set's own."""
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
    """The cards, by ref, with which something was done."""
    says, cards = game.ruleset.sentences.events, game.table.cards
    return {
        cards[value].ref
        for code, *values in game.table.events
        if code not in NOT_USED
        for name, value in zip(says[code].fields, values, strict=True)
        if name == "card" and not says[code].redacted_template
    }
