"""Games of every ruleset and variant from a few random bytes, for property tests."""

import json
from collections.abc import Iterator
from typing import Any

from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.bots.policies import BotPolicy, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games import RULESETS
from tests.conformance.contest import Contest, contest_of
from tests.conformance.contests import nim
from tests.gameplay.games.kits import kit_of
from tests.parts.properties import settings
from tests.parts.properties import strategies as st

KINDS = [*(f"{ruleset.name} {variant}" for ruleset in RULESETS.values() for variant in ruleset.variants), "nim"]

quick = settings(max_examples=20, deadline=None)
few = settings(max_examples=10, deadline=None)
seeds = st.binary(min_size=1, max_size=6)
kinds = st.sampled_from(KINDS)


def contest(kind: str, seed: bytes) -> Contest:
    """Return a contest of this kind; the seed chooses the number of players and the decks."""
    if kind == "nim":
        return nim(2 + seed[0] % 3)
    game, variant = kind.split()
    return contest_of(RULESETS[game], variant, decks(kind, seed))


def decks(kind: str, seed: bytes) -> list[list[PrintedCard]]:
    """Return the decks of `contest`."""
    game, variant = kind.split()
    return kit_of(game).random_decks(variant, seed)


def kind_of(game: str, seed: bytes) -> str:
    """Return a kind of ``game``; the seed chooses the variant."""
    variants = list(RULESETS[game].variants)
    return f"{game} {variants[seed[-1] % len(variants)]}"


def printed(game: str) -> list[list[PrintedCard]]:
    """Return the cards that a position of ``game`` can contain, for `gameplay.engine.core.position.parse_position`."""
    catalogue = [card for card_set in bundled_card_sets(game) for card in card_set.cards]
    return [[*catalogue, *kit_of(game).extra_cards]]


def start(kind: str, seed: bytes, *, pausing: bool = False) -> Game:
    """Start the game of `contest`, with random outcomes from the seed."""
    return contest(kind, seed).begin(SeededChance(RandomStream(seed, "game")), pausing=pausing)


def players(seed: bytes, *, greedy: BotPolicy) -> list[BotPolicy]:
    """Return bot policies for four seats; the seed chooses random or greedy bots for even seats and for odd seats."""
    kind = seed[0] % 4
    random = random_policy(RandomStream(seed, "players"))
    return [greedy if kind in (1, 3) else random, greedy if kind in (2, 3) else random] * 2


def decisions(game: Game, seed: bytes) -> Iterator[int]:
    """Play ``game`` to its end, and yield the number of every decision before it is made."""
    bots = players(seed, greedy=game.ruleset.greedy_bot) if game.ruleset.name in RULESETS else []
    random, number = random_policy(RandomStream(seed, "players")), 0
    while game.ask is not None:
        yield number
        number += 1
        game.choose((bots[game.ask.seat] if bots else random)(game))


def text(game: Game, seat: int | None, *, since: int = 0) -> str:
    return json.dumps(view_for_seat(game, seat, first_event=since), sort_keys=True)


def all_viewers(game: Game) -> list[int | None]:
    """Return every seat, and None for a spectator."""
    return [*range(game.table.seats), None]


def state(game: Game) -> tuple[Any, ...]:
    """Return the fingerprint, the ask and all views without events, of which a fork has only those of this turn."""
    assert game.ask is not None
    events = len(game.table.events)
    views = [text(game, seat, since=events) for seat in all_viewers(game)]
    return game.table.fingerprint(), game.ask.seat, tuple(game.ask.options), game.ask.about, *views
