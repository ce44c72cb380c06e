"""Games of every ruleset and variant from a few random bytes, for property tests."""

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
FACTS = {"destiny": 3, "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]}  # any card feeds it, so it is fed often
PET = PrintedCard("enemy", "XX", "G1", LocalizedText("Pet"), "grunty", "common", FACTS)

KINDS = [*(f"{ruleset.name} {variant}" for ruleset in RULESETS.values() for variant in ruleset.variants), "nim"]
RM2K_DECK_SIZE = 14  # a game of #rm2k_anime ends with an empty deck, and longer decks test nothing new

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
    """Return a contest of this kind; the seed chooses the number of players and the decks."""
    if kind == "nim":
        return contests.nim(2 + seed[0] % 3)
    game, variant = kind.split()
    return contests.contest(RULESETS[game], variant, decks(kind, seed))


def decks(kind: str, seed: bytes) -> list[list[PrintedCard]]:
    """Return the decks of `contest`."""
    game, variant = kind.split()
    if game == "hagmi":
        return hagmi_decks(variant, seed)
    if game == "rm2k":
        seats = RM2K.player_counts[seed[0] % len(RM2K.player_counts)]
        return [rm2k_deck(RandomStream(seed, f"deck {seat}")) for seat in range(seats)]
    size = RULESETS[game].variants[variant].deck_size
    return [deck(RandomStream(seed, f"deck {seat}"), size) for seat in (0, 1)]


def kind_of(game: str, seed: bytes) -> str:
    """Return a kind of ``game``; the seed chooses the variant."""
    variants = list(RULESETS[game].variants)
    return f"{game} {variants[seed[-1] % len(variants)]}"


def printed(game: str) -> list[list[PrintedCard]]:
    """Return the cards that a position of ``game`` can contain, for `gameplay.engine.core.position.parse_position`."""
    return [
        [
            *(card for card_set in bundled_card_sets(game) for card in card_set.cards),
            *([PET] if game == "enemy" else []),
        ]
    ]


def rm2k_deck(stream: RandomStream) -> list[PrintedCard]:
    """Return a short deck of #rm2k_anime; every third card is a User, so that there are some to begin with."""
    cards = [card for card_set in bundled_card_sets("rm2k") for card in card_set.cards]
    users = [card for card in cards if card.type == "user"]
    choices = [users if place % 3 == 0 else cards for place in range(RM2K_DECK_SIZE)]
    return [choice[stream.below(len(choice))] for choice in choices]


def hagmi_decks(variant: str, seed: bytes) -> list[list[PrintedCard]]:
    """Return decks of HAGMI! for a number of players of the variant that the seed chooses."""
    fewest, most = hagmi.RULESET.variants[variant].players
    streams = [RandomStream(seed, f"deck {seat}") for seat in range(fewest + seed[0] % (most - fewest + 1))]
    return [
        [card for back, size in SIZES.items() for card in random_cards(stream, HAGMI[back], size)] for stream in streams
    ]


def random_cards(stream: RandomStream, cards: Sequence[PrintedCard], count: int) -> list[PrintedCard]:
    """Return ``count`` random cards, some of them several times."""
    sample = stream.sample(cards, max(count * 2 // 3, 1))
    return [sample[stream.below(len(sample))] for _ in range(count)]


def deck(stream: RandomStream, size: int) -> list[PrintedCard]:
    """Return a deck of ENEMY with ``size`` cards of all sets, some of them several times, and two Grunties."""
    sample = stream.sample(CARDS, max(size * 2 // 3, 1))
    return [PET, PET, *(sample[stream.below(len(sample))] for _ in range(size - 2))]


def marked(seed: bytes, variant: str) -> list[list[PrintedCard]]:
    """Return decks in which every card has a unique ref that cannot occur in a text by chance."""
    dealt = [deck(RandomStream(seed, f"deck {seat}"), RULESET.variants[variant].deck_size) for seat in (0, 1)]
    return [
        [replace(card, set_code=f"MARK{seat}", number=f"{place:03}") for place, card in enumerate(cards)]
        for seat, cards in enumerate(dealt)
    ]


def start(kind: str, seed: bytes, *, pausing: bool = False) -> Game:
    """Start the game of `contest`, with random outcomes from the seed."""
    return contest(kind, seed).begin(SeededChance(RandomStream(seed, "game")), pausing=pausing)


def begin(seed: bytes, variant: str, *, decks: Sequence[Sequence[PrintedCard]] = (), pausing: bool = False) -> Game:
    """Start a game of ENEMY, with these decks if there are any."""
    if not decks:
        return start(f"enemy {variant}", seed, pausing=pausing)
    return Game.begin(RULESET, variant, decks, SeededChance(RandomStream(seed, "game")), pausing=pausing)


def players(seed: bytes, *, greedy: BotPolicy = RULESET.greedy_bot) -> list[BotPolicy]:
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
