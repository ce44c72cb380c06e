"""Counts from a draft of bots and the games between all its decks.

Counts are numbers by key, so drafts can be added in any order. The keys:

- ``("draft",)`` and ``("game", reason of the end)``
- ``("first", result)`` for the side that went first
- ``("turns", turns per side)``, of the side with more turns
- ``("archetype", code, result)`` in games against another archetype
- ``("card", ref, archetype of the deck, result)`` once for each game in which the card was drawn
- ``("pair", ref, archetype of the deck, result)`` for every two games of a deck with the card, if it was drawn in only
  one of them: won if that game had the better result, drawn if both had the same
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cards.printed import Archetype, CardSet, PrintedCard
from drafting.rules import simulate
from drafting.rules.packs import Booster
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games import RULESETS

CountKey = tuple[str, ...]
Counts = Counter[CountKey]
WON, LOST, DRAWN = "won", "lost", "drawn"

SEATS, PACKS, VARIANT = 6, 4, "draft"  # the pod and the packs of a booster draft (DRF-1.3, DRF-1.6)
GAMES = SEATS * (SEATS - 1) // 2
NO_ARCHETYPE = ""


@dataclass(frozen=True, slots=True)
class DraftedDeck:
    """A deck and the code of its archetype."""

    cards: Sequence[PrintedCard]
    archetype: str


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """One side of a game: the refs of the cards it drew, and its result."""

    drawn: frozenset[str]
    result: str


def play_draft(card_set: CardSet, seed: bytes, number: int) -> Counts:
    """Draft, build, play each deck against each other once, and return the counts.

    They are always the same for ``seed`` and ``number``.
    """
    ruleset, label = RULESETS[card_set.game], f"balance/{number}"
    boosters = [Booster(card_set, card_set.product())] * PACKS
    pools = simulate.simulate_pools(boosters, [ruleset.draft_bot.pick] * SEATS, seed=seed, label=label)
    size = ruleset.variants[VARIANT].deck_size
    built = [ruleset.draft_bot.build_deck(pool, size) for pool in pools]
    decks = [DraftedDeck(deck, archetype_of(deck, card_set.archetypes)) for deck in built]
    counts: Counts = Counter({("draft",): 1})
    played: list[list[PlayedSide]] = [[] for _ in decks]
    for one, other in combinations(range(SEATS), 2):
        pair = (decks[one], decks[other])
        game = Game.begin(
            ruleset, VARIANT, [deck.cards for deck in pair], SeededChance(RandomStream(seed, f"{label}/{one}/{other}"))
        )
        play_to_end(game, [ruleset.greedy_bot] * len(pair))
        sides = played_sides(game)
        counts.update(game_keys(game, pair, sides))
        played[one].append(sides[0])
        played[other].append(sides[1])
    for deck, games in zip(decks, played, strict=True):
        counts.update(card_pair_keys(deck, games))
    return counts


def archetype_of(deck: Iterable[PrintedCard], archetypes: Iterable[Archetype]) -> str:
    """Return the code of the archetype with the most cards in ``deck``, or `NO_ARCHETYPE` if there are none.

    The number is the share of the archetype's list, so that archetypes with short lists have a chance. The first one
    wins a tie.
    """
    copies = Counter(card.ref for card in deck)
    weights = {each.code: sum(copies[ref] for ref in each.cards) / len(each.cards) for each in archetypes if each.cards}
    best = max(weights, key=lambda code: weights[code], default=NO_ARCHETYPE)
    return best if weights.get(best) else NO_ARCHETYPE


def played_sides(game: Game) -> list[PlayedSide]:
    """Return each side of a finished game, by seat."""
    assert game.outcome is not None
    drawn: list[set[str]] = [set() for _ in range(game.table.seats)]
    for event in game.table.events:
        if event[0] == "drew":
            drawn[event[1]].add(game.table.cards[event[2]].ref)
    return [PlayedSide(frozenset(refs), _result(game.outcome.winners, seat)) for seat, refs in enumerate(drawn)]


def game_keys(game: Game, decks: Sequence[DraftedDeck], sides: Sequence[PlayedSide]) -> Iterator[CountKey]:
    """Yield the keys of a finished game between ``decks``."""
    assert game.outcome is not None
    yield ("game", game.outcome.reason)
    yield ("turns", str(-(-game.table.turn // len(decks))))
    yield from (("first", sides[event[1]].result) for event in game.table.events if event[0] == "goes_first")
    same = len({deck.archetype for deck in decks}) == 1
    for deck, side in zip(decks, sides, strict=True):
        if not same:
            yield ("archetype", deck.archetype, side.result)
        yield from (("card", ref, deck.archetype, side.result) for ref in sorted(side.drawn))


def card_pair_keys(deck: DraftedDeck, games: Sequence[PlayedSide]) -> Iterator[CountKey]:
    """Yield the keys of each card of ``deck``: games in which it was drawn against games in which it was not."""
    for ref in sorted({card.ref for card in deck.cards}):
        drawn = [game.result for game in games if ref in game.drawn]
        undrawn = [game.result for game in games if ref not in game.drawn]
        yield from (("pair", ref, deck.archetype, _better(one, other)) for one in drawn for other in undrawn)


def _better(one: str, other: str) -> str:
    """Return the result of comparing a game that ended ``one`` with a game that ended ``other``."""
    order = (LOST, DRAWN, WON)
    ahead = order.index(one) - order.index(other)
    return WON if ahead > 0 else LOST if ahead < 0 else DRAWN


def _result(winners: Sequence[int], seat: int) -> str:
    return DRAWN if not winners else WON if seat in winners else LOST
