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

from cards.printed import CardSet, DeckList, PrintedCard, card_set
from drafting.balance.drafts import Counts, Key, played_by_each
from gameplay.engine.bots.policies import play_out
from gameplay.engine.core.chance import Seeded, Stream
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS

T = TypeVar("T")
COPIES = 2  # of each card that a bot has to build of
SHARE = 2 / 5  # of the set's cards, so that most of them come to be played
NOT_USED = frozenset({"drew", "discarded", "kept", "recovered", "restored", "returned", "revealed", "disrupted"})
"""Events that name a card with which nothing was done yet."""


def ways(ruleset: Ruleset) -> list[tuple[str, int]]:
    """Every way to play the game: the variant and how many play."""
    return [(variant, seats) for variant in ruleset.variants for seats in ruleset.seats_of(variant)]


def way(variant: str, seats: int) -> str:
    return f"{variant}, {seats} players"


def games_of(measured: CardSet) -> int:
    """How many games a round has."""
    return 2 * len(ways(RULESETS[measured.game]))


def play_round(measured: CardSet, seed: bytes, number: int) -> Counts:
    """Play round ``number``: always the same for ``seed``."""
    ruleset, lot = RULESETS[measured.game], Stream(seed, f"balance/{number}/decks")
    own = list(islice(cycle(measured.decks), max(ruleset.seats))) if number % 2 == 0 else []
    decks = [listed(measured, deck) for deck in own] or [
        built(ruleset, measured, lot) for _ in range(max(ruleset.seats))
    ]
    counts: Counts = Counter({("round",): 1})
    for variant, seats in ways(ruleset):
        for turned in range(2):
            chance = Seeded(Stream(seed, f"balance/{number}/{variant}/{seats}"))
            game = Game.begin(ruleset, variant, turn(decks[:seats], turned), chance)
            play_out(game, [ruleset.greedy] * seats)
            counts.update(keys_of(game, way(variant, seats), turn(own[:seats], turned)))
    return counts


def turn(decks: Sequence[T], seats: int) -> list[T]:
    """The decks so many seats further."""
    return [*decks[seats:], *decks[:seats]]


def listed(measured: CardSet, deck: DeckList) -> list[PrintedCard]:
    """The cards of one of the set's own decks."""
    return [
        card
        for ref, count in deck.cards.items()
        for card in [card_set(measured.game, ref.partition("-")[0]).card(ref.partition("-")[2])] * count
    ]


def built(ruleset: Ruleset, measured: CardSet, lot: Stream) -> list[PrintedCard]:
    """A deck that a bot builds of some cards of the set, as large as its own ones; what may not be in it is left out."""

    def faults(deck: Sequence[PrintedCard]) -> int:
        return sum(len(ruleset.deck_faults(variant, deck)) for variant in ruleset.variants.values())

    some = lot.sample(measured.cards, round(len(measured.cards) * SHARE)) * COPIES
    while True:
        deck = ruleset.drafter.build(some, sum(measured.decks[0].cards.values()))
        found = faults(deck)
        bad = (at for at in range(len(deck)) if found and faults(deck[:at] + deck[at + 1 :]) < found)
        if (at := next(bad, None)) is None:
            return deck
        some.remove(deck[at])


def keys_of(game: Game, way: str, own: Sequence[DeckList]) -> Iterator[Key]:
    """What a finished game counts towards; ``own`` are the decks of its seats if they are the set's own."""
    assert game.outcome is not None
    sides = played_by_each(game)
    yield ("game", way, game.outcome.reason)
    yield ("turns", way, str(-(-game.table.turn // game.table.seats)))
    yield from (("first", way, sides[event[1]].result) for event in game.table.events if event[0] == "goes_first")
    for deck, side in zip(own, sides, strict=False):
        yield ("deck", way, deck.code, side.result)
    yield from (("card", ref, side.result) for side in sides for ref in sorted(side.drawn))
    yield from (("used", ref) for ref in sorted(used(game)))


def used(game: Game) -> set[str]:
    """The cards, by ref, with which something was done."""
    says, cards = game.ruleset.words.events, game.table.cards
    return {
        cards[value].ref
        for code, *values in game.table.events
        if code not in NOT_USED
        for name, value in zip(says[code].fields, values, strict=True)
        if name == "card" and not says[code].unseen
    }
