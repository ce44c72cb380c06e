"""Games of every ruleset and variant from a few random bytes, for what must hold whatever is played."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cards.printed import LocalizedText, PrintedCard, bundled_card_sets
from gameplay.engine.bots.policies import BotPolicy, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games import RULESETS, hagmi
from gameplay.games.enemy import RULESET
from gameplay.games.hagmi.terms import BACKS
from gameplay.games.rm2k import RULESET as RM2K
from tests.conformance import contests
from tests.conformance.contest import Contest
from tests.parts.properties import settings
from tests.parts.properties import strategies as st

CARDS = [card for card_set in bundled_card_sets("enemy") for card in card_set.cards]
FACTS = {"destiny": 3, "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]}  # fed by anything: often
PET = PrintedCard("enemy", "XX", "G1", LocalizedText("Pet"), "grunty", "common", FACTS)

KINDS = [*(f"{ruleset.name} {variant}" for ruleset in RULESETS.values() for variant in ruleset.variants), "nim"]
CHANNEL = 14  # cards of a deck of #rm2k_anime: its decks end a game, and longer ones show nothing new

SIZES = {"weapon": 20, "operation": 20, "damage": 5, "secret": 2}
HAGMI = {
    back: [card for card_set in bundled_card_sets("hagmi") for card in card_set.cards if BACKS[card.type] == back]
    for back in SIZES
}

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
    return contests.contest(RULESETS[game], variant, decks(kind, seed))


def decks(kind: str, seed: bytes) -> list[list[PrintedCard]]:
    """The decks of `contest`."""
    game, variant = kind.split()
    if game == "hagmi":
        return hagmi_decks(variant, seed)
    if game == "rm2k":
        seats = RM2K.player_counts[seed[0] % len(RM2K.player_counts)]
        return [channel(RandomStream(seed, f"deck {seat}")) for seat in range(seats)]
    size = RULESETS[game].variants[variant].deck_size
    return [deck(RandomStream(seed, f"deck {seat}"), size) for seat in (0, 1)]


def kind_of(game: str, seed: bytes) -> str:
    """A kind of ``game``: the variant that the seed says."""
    variants = list(RULESETS[game].variants)
    return f"{game} {variants[seed[-1] % len(variants)]}"


def printed(game: str) -> list[list[PrintedCard]]:
    """The cards that a position of ``game`` may name, as `gameplay.engine.core.position.parse_position` asks for them."""
    return [
        [
            *(card for card_set in bundled_card_sets(game) for card in card_set.cards),
            *([PET] if game == "enemy" else []),
        ]
    ]


def channel(stream: RandomStream) -> list[PrintedCard]:
    """A short deck of #rm2k_anime, every third card of it a User, so that there are some to begin with."""
    cards = [card for card_set in bundled_card_sets("rm2k") for card in card_set.cards]
    users = [card for card in cards if card.type == "user"]
    every = [users if place % 3 == 0 else cards for place in range(CHANNEL)]
    return [some[stream.below(len(some))] for some in every]


def hagmi_decks(variant: str, seed: bytes) -> list[list[PrintedCard]]:
    """Decks of any cards of HAGMI!, for as many as the seed says of those who may play the variant."""
    least, most = hagmi.RULESET.variants[variant].players
    decks = [RandomStream(seed, f"deck {seat}") for seat in range(least + seed[0] % (most - least + 1))]
    return [[card for back, size in SIZES.items() for card in some(lot, HAGMI[back], size)] for lot in decks]


def some(lot: RandomStream, cards: Sequence[PrintedCard], count: int) -> list[PrintedCard]:
    """So many of the cards, some of them several times."""
    few = lot.sample(cards, max(count * 2 // 3, 1))
    return [few[lot.below(len(few))] for _ in range(count)]


def deck(stream: RandomStream, size: int) -> list[PrintedCard]:
    """So many cards of all sets, some of them several times, and two Grunties."""
    some = stream.sample(CARDS, max(size * 2 // 3, 1))
    return [PET, PET, *(some[stream.below(len(some))] for _ in range(size - 2))]


def marked(seed: bytes, variant: str) -> list[list[PrintedCard]]:
    """Decks in which every single card has a ref of its own, found nowhere else by chance."""
    dealt = [deck(RandomStream(seed, f"deck {seat}"), RULESET.variants[variant].deck_size) for seat in (0, 1)]
    return [
        [replace(card, set_code=f"MARK{seat}", number=f"{place:03}") for place, card in enumerate(cards)]
        for seat, cards in enumerate(dealt)
    ]


def start(kind: str, seed: bytes, *, pausing: bool = False) -> Game:
    """The game of `contest`, with chance from the seed."""
    return contest(kind, seed).begin(SeededChance(RandomStream(seed, "game")), pausing=pausing)


def begin(seed: bytes, variant: str, *, decks: Sequence[Sequence[PrintedCard]] = (), pausing: bool = False) -> Game:
    """A game of ENEMY, with these decks if some are given."""
    if not decks:
        return start(f"enemy {variant}", seed, pausing=pausing)
    return Game.begin(RULESET, variant, decks, SeededChance(RandomStream(seed, "game")), pausing=pausing)


def players(seed: bytes, *, greedy: BotPolicy = RULESET.greedy_bot) -> list[BotPolicy]:
    """Those of even seats at random or greedy, and those of odd seats, as the seed says; of four at most."""
    kind = seed[0] % 4
    random = random_policy(RandomStream(seed, "players"))
    return [greedy if kind in (1, 3) else random, greedy if kind in (2, 3) else random] * 2


def decisions(game: Game, seed: bytes) -> Iterator[int]:
    """Play ``game`` to its end, stopping before every decision with its number."""
    playing = players(seed, greedy=game.ruleset.greedy_bot) if game.ruleset.name in RULESETS else []
    anybody, number = random_policy(RandomStream(seed, "players")), 0
    while game.ask is not None:
        yield number
        number += 1
        game.choose((playing[game.ask.seat] if playing else anybody)(game))


def text(game: Game, seat: int | None, *, since: int = 0) -> str:
    return json.dumps(view_for_seat(game, seat, first_event=since), sort_keys=True)


def everybody(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(game.table.seats), None]


def state(game: Game) -> tuple[Any, ...]:
    """What there is to be seen and decided; events apart, of which a fork has only this turn's."""
    assert game.ask is not None
    events = len(game.table.events)
    views = [text(game, seat, since=events) for seat in everybody(game)]
    return game.table.fingerprint(), game.ask.seat, tuple(game.ask.options), game.ask.about, *views
