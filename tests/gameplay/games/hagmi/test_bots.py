"""The bots: playing strength, options of the search, win probability, and built decks."""

from collections import Counter
from typing import Any

import pytest

from cards.printed import bundled_card_set
from gameplay.engine.bots.policies import random_policy
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.decks import deck_faults
from gameplay.games.hagmi.draft_bot import card_rating, synergy
from gameplay.games.hagmi.variants import MULTIPLAYER, TACTICS, TEAM
from gameplay.games.hagmi.win_probability import win_probability
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, facility, printed, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Side, lay
from tests.gameplay.games.hagmi.transcript import SEATS, ready_decks

GUN = weapon("Gun", 3, 5)


def begun(variant: str, number: int) -> Game:
    decks = ready_decks(SEATS[variant], secrets=variant != "survival")
    return Game.begin(RULESET, variant, decks, SeededChance(RandomStream(b"bots", f"{variant}/{number}")))


@pytest.mark.parametrize("variant", SEATS)
def test_greedy_beats_random(variant: str):
    won = 0
    for number in range(4):
        game, lot = begun(variant, number), random_policy(RandomStream(b"bots", f"player/{number}"))
        while game.ask is not None:
            mine = game.ask.seat % 2 == 0 if variant == "team" else game.ask.seat == 0
            game.choose(RULESET.greedy_bot(game) if mine else lot(game))
        assert game.outcome is not None
        won += 0 in game.outcome.winners

    assert won >= 3


@pytest.mark.parametrize("variant", ["tactics", "multiplayer"])
def test_a_search_chooses_an_option_without_hidden_information(variant: str):
    game = begun(variant, 0)
    pool = [RULESET.definition(card) for deck in ready_decks(2) for card in deck]
    searching = SearchBot(RULESET, pool, RandomStream(b"bots", "search"), rollouts=6)
    for _ in range(6):
        assert game.ask is not None
        chosen = searching(game)
        assert chosen in game.ask.options
        game.choose(chosen)


def test_win_probability_is_higher_for_the_stronger_seat_and_adds_up_to_one():
    duel = lay(Side(units=[(GUN, 3)]), Side(damage=[SCRATCH]))
    chances = [win_probability(duel.table, seat) for seat in (ALICE, BOB)]

    assert chances[ALICE] > 0.7 > 0.3 > chances[BOB]
    assert sum(chances) == pytest.approx(1)
    teams = lay(Side(units=[(GUN, 3)]), Side(), Side(), Side(), variant=TEAM)
    assert win_probability(teams.table, 2) == win_probability(teams.table, 0) > 0.5 > win_probability(teams.table, 1)
    lost = lay(Side(), Side(damage=(), defeated=True), Side(), variant=MULTIPLAYER)
    assert win_probability(lost.table, 1) < 0.01


def test_a_built_deck_is_legal():
    pool = [card for card in bundled_card_set("hagmi", "IS").cards for _ in range(2) if card.type != "secret"]

    deck = RULESET.draft_bot.build_deck(pool, 70)
    assert len(deck) == 70
    assert deck_faults(TACTICS, deck) == []
    assert pool[RULESET.draft_bot.pick([], pool[:10])] in pool


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (Side(damage=[SCRATCH] * 6), Side()),
        (Side(hand=[SCRAP]), Side()),
        (Side(units=[GUN]), Side()),
        (Side(units=[(GUN, 1)]), Side(units=[GUN])),
        (Side(units=[(GUN, 1)]), Side(units=[(weapon("Thirsty", 3, 5, consumption=2), 1)])),
        (Side(units=[(weapon("Thick", 3, 7), 1)]), Side(units=[(GUN, 1)])),
        (Side(units=[(weapon("Strong", 5, 5), 1)]), Side(units=[(GUN, 1)])),
        (Side(facilities=[facility("Camp")]), Side()),
        (Side(), Side()),
    ],
    ids=["damage cards", "hand", "units", "fuel", "consumption", "armour", "firepower", "facilities", "the turn"],
)
def test_win_probability_is_higher_for_the_stronger_seat(more: Side, less: Side):
    table = lay(more, less).table

    assert 1 > win_probability(table, ALICE) > 0.5 > win_probability(table, BOB) > 0
    assert win_probability(table, ALICE) + win_probability(table, BOB) == pytest.approx(1)


def test_fuel_for_more_than_two_attacks_does_not_count():
    assert win_probability(lay(Side(units=[(GUN, 2)]), Side()).table, ALICE) == win_probability(
        lay(Side(units=[(GUN, 9)]), Side()).table, ALICE
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"firepower": 4}, {}),
        ({"armour": 4}, {}),
        ({"cost": 1}, {"cost": 3}),
        ({"consumption": 0}, {}),
        ({"range": "long"}, {"range": "middle"}),
        ({"range": "middle"}, {}),
        ({"targets": 2}, {}),
        ({"targets": 3}, {"targets": 2}),
        ({"all": True}, {"targets": 2}),
        ({"skills": [{"bonus": {"armour": 1}}]}, {}),
    ],
)
def test_weapons_are_rated_by_strength_and_cost(better: dict[str, Any], worse: dict[str, Any]):
    base = {"firepower": 3, "armour": 3}

    assert card_rating(printed("A", "weapon", **(base | better))) > card_rating(
        printed("B", "weapon", **(base | worse))
    )


def test_operations_are_rated_and_the_same_kin_has_synergy():
    assert card_rating(printed("A", "order", cost=1)) > card_rating(printed("B", "order", cost=3))
    assert card_rating(printed("A", "facility", skills=[{"convoy": {"dice": 1}}])) > card_rating(
        printed("B", "facility")
    )

    boat, gull, ship = (printed("A", "weapon", kin=kin) for kin in ("vessel", "aircraft", "vessel"))
    assert synergy(boat, [gull, ship]) > synergy(boat, [gull]) == synergy(printed("C", "order"), [boat]) == 0


def test_a_built_deck_has_its_share_of_each_kind():
    pool = [card for card in bundled_card_set("hagmi", "IS").cards for _ in range(2)]
    kinds = Counter(card.type for card in RULESET.draft_bot.build_deck(pool, 70))

    assert kinds["weapon"] > kinds["damage"] > kinds["secret"] > 0
    assert kinds["order"] + kinds["facility"] > kinds["damage"]
