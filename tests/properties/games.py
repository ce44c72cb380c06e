"""Games of every ruleset and variant from a few random bytes, for what must hold whatever is played."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from cards.printed import PrintedCard, Text, card_sets
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.game import Game
from gameplay.engine.players import Player, random_player
from gameplay.engine.sight import view
from gameplay.games import RULESETS
from gameplay.games.enemy import RULESET
from gameplay.games.rm2k import RULESET as RM2K
from tests.conformance import contests
from tests.conformance.contest import Contest

CARDS = [card for card_set in card_sets("enemy") for card in card_set.cards]
FACTS = {"destiny": 3, "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]}  # fed by anything: often
PET = PrintedCard("enemy", "XX", "G1", Text("Pet"), "grunty", "common", FACTS)

GAMES = RULESETS | {RM2K.name: RM2K}
KINDS = [*(f"{ruleset.name} {variant}" for ruleset in GAMES.values() for variant in ruleset.variants), "nim"]
CHANNEL = 14  # cards of a deck of #rm2k_anime: its decks end a game, and longer ones show nothing new

quick = settings(max_examples=20, deadline=None)
few = settings(max_examples=10, deadline=None)
seeds = st.binary(min_size=1, max_size=6)
kinds = st.sampled_from(KINDS)
variants = st.sampled_from(["draft", "sample", "full"])


def contest(kind: str, seed: bytes) -> Contest:
    """A game of the kind between as many as the seed says: decks of any cards, or Nim between two, three or four."""
    if kind == "nim":
        return contests.nim(2 + seed[0] % 3)
    game, variant = kind.split()
    ruleset = GAMES[game]
    size, seats = ruleset.variants[variant].deck_size, ruleset.seats[seed[0] % len(ruleset.seats)]
    made = deck if game == "enemy" else channel
    decks = [made(Stream(seed, f"deck {seat}"), size) for seat in range(seats)]
    return contests.contest(ruleset, variant, decks)


def channel(stream: Stream, _size: int) -> list[PrintedCard]:
    """A short deck of #rm2k_anime, every third card of it a User, so that there are some to begin with."""
    cards = [card for card_set in card_sets("rm2k") for card in card_set.cards]
    users = [card for card in cards if card.type == "user"]
    every = [users if place % 3 == 0 else cards for place in range(CHANNEL)]
    return [some[stream.below(len(some))] for some in every]


def deck(stream: Stream, size: int) -> list[PrintedCard]:
    """So many cards of all sets, some of them several times, and two Grunties."""
    some = stream.sample(CARDS, max(size * 2 // 3, 1))
    return [PET, PET, *(some[stream.below(len(some))] for _ in range(size - 2))]


def marked(seed: bytes, variant: str) -> list[list[PrintedCard]]:
    """Decks in which every single card has a ref of its own, found nowhere else by chance."""
    dealt = [deck(Stream(seed, f"deck {seat}"), RULESET.variants[variant].deck_size) for seat in (0, 1)]
    return [
        [replace(card, set_code=f"MARK{seat}", number=f"{place:03}") for place, card in enumerate(cards)]
        for seat, cards in enumerate(dealt)
    ]


def start(kind: str, seed: bytes, *, pausing: bool = False) -> Game:
    """The game of `contest`, with chance from the seed."""
    return contest(kind, seed).begin(Seeded(Stream(seed, "game")), pausing=pausing)


def begin(seed: bytes, variant: str, *, decks: Sequence[Sequence[PrintedCard]] = (), pausing: bool = False) -> Game:
    """A game of ENEMY, with these decks if some are given."""
    if not decks:
        return start(f"enemy {variant}", seed, pausing=pausing)
    return Game.begin(RULESET, variant, decks, Seeded(Stream(seed, "game")), pausing=pausing)


def players(seed: bytes, *, greedy: Player = RULESET.greedy, seats: int = 2) -> list[Player]:
    """All at random, all greedy, or every other one, as the seed says."""
    kind = seed[0] % 4
    random = random_player(Stream(seed, "players"))
    pair = [greedy if kind in (1, 3) else random, greedy if kind in (2, 3) else random]
    return [pair[seat % 2] for seat in range(seats)]


def decisions(game: Game, seed: bytes) -> Iterator[int]:
    """Play ``game`` to its end, stopping before every decision with its number."""
    seats = game.table.seats
    playing = players(seed, greedy=game.ruleset.greedy, seats=seats) if game.ruleset.name in GAMES else []
    anybody, number = random_player(Stream(seed, "players")), 0
    while game.ask is not None:
        yield number
        number += 1
        game.choose((playing[game.ask.seat] if playing else anybody)(game))


def text(game: Game, seat: int | None, *, since: int = 0) -> str:
    return json.dumps(view(game, seat, since=since), sort_keys=True)


def everybody(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(game.table.seats), None]


def state(game: Game) -> tuple[Any, ...]:
    """What there is to be seen and decided; events apart, of which a fork has only this turn's."""
    assert game.ask is not None
    events = len(game.table.events)
    views = [text(game, seat, since=events) for seat in everybody(game)]
    return game.table.fingerprint(), game.ask.seat, tuple(game.ask.options), game.ask.about, *views
