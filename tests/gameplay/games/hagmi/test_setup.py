"""Cards, and the start of the game (HAG-1, HAG-2)."""

from collections import Counter

import pytest

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.terms import COMMON_OWNER, Card
from gameplay.games.hagmi.variants import SURVIVAL, TACTICS, Variant
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, card, damage, facility, order, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Scripted, Side, lay

TANK = weapon("Tank", 3, 4, cost=1, consumption=2, range="middle", targets=2)
ORDER, TOWER = order("Order"), facility("Tower")
LEAK, PLAN = damage("Leak"), secret("Plan")


def deck() -> list[Card]:
    return [TANK] * 4 + [ORDER] * 2 + [TOWER] * 2 + [LEAK] * 3 + [PLAN]


def begun(variant: Variant = TACTICS, *decks: list[Card], seed: bytes = b"a") -> Game:
    chance = SeededChance(RandomStream(seed, "game"))
    return Game(RULESET, RULESET.deal(variant, decks or (deck(), deck()), chance))


def names(game: Game, zone: str, seat: int | None) -> Counter[str]:
    [place] = [place for place in game.table.zones() if (place.name, place.seat) == (zone, seat)]
    return Counter(game.table.cards[card].name for card in place.cards)


@pytest.mark.clause("HAG-1.1", "HAG-1.2", "HAG-1.3", "HAG-1.4", "HAG-1.6", "HAG-2.2.2", "HAG-1.5")
def test_each_type_of_card_has_its_deck_and_secret_plans_have_none():
    table = RULESET.deal(TACTICS, (deck(), deck()), Scripted())

    for seat in (ALICE, BOB):
        zones = {
            place.name: {table.cards[card] for card in place.cards} for place in table.zones() if place.seat == seat
        }
        assert zones["weapons"] == {TANK}
        assert zones["operations"] == {ORDER, TOWER}
        assert zones["damage"] == {LEAK}
        assert zones["secrets"] == {PLAN}
        assert not zones["hand"]


@pytest.mark.clause("HAG-1.9", "HAG-1.10", "HAG-1.11")
def test_a_weapon_has_its_stats_and_attack_area():
    assert (TANK.cost, TANK.consumption, TANK.firepower, TANK.armour) == (1, 2, 3, 4)
    assert (TANK.range, TANK.targets) == ("middle", 2)
    kinds = [card("x", "weapon", targets=number, range=reach) for number, reach in ((1, "long"), (3, "short"))]
    everything = card("x", "weapon", all=True)

    said = [RULESET.describe(each.printed, "en").type_line for each in (*kinds, everything)]
    assert [words.split(", ")[-2:] for words in said] == [["LONG", "SINGLE"], ["SHORT", "MULTI-3"], ["SHORT", "ALL"]]


@pytest.mark.clause("HAG-1.7")
def test_a_weapon_on_the_battlefield_is_a_unit_and_a_facility_is_none():
    both = order("Sweep", {"damage": {"amount": 1, "what": {"kind": "unit", "every": True}}})
    hut = facility("Hut", armour=1)
    duel = lay(Side(hand=[both]), Side(units=[TANK], facilities=[hut])).choose("play", "Sweep")

    assert duel.hurt() == {"Tank": 1}


@pytest.mark.clause("HAG-1.8")
def test_the_card_discarded_last_is_the_top_of_the_pile():
    duel = lay(Side(units=[TANK], hand=[order("First"), order("Second")]), step="main")
    duel.choose("play", "First").choose("play", "Second").to("main").choose("pass")

    assert duel.events("supplied") == [(ALICE, "Tank", 1)]
    assert duel.fuel("Tank") == ["Second"]


@pytest.mark.clause("HAG-1.12", "HAG-1.13", "HAG-1.14", "HAG-OP-1")
def test_fuel_is_visible_to_its_controller_and_counted_for_all():
    duel = lay(Side(units=[(TANK, SCRAP, ORDER)], hand=[SCRAP]))

    def zone(seat: int | None, name: str) -> dict[str, object]:
        return next(
            each for each in view_for_seat(duel.game, seat)["zones"] if (each["zone"], each["seat"]) == (name, ALICE)
        )

    fuel = zone(ALICE, "fuel")["cards"]
    assert [each["ref"] for each in fuel] == ["T-Scrap", "T-Order"]  # type: ignore[attr-defined]
    for other in (BOB, None):
        assert "cards" not in zone(other, "fuel")
        assert zone(other, "fuel")["count"] == 2
        assert zone(other, "units")["cards"][0]["fuel"] == 2  # type: ignore[index]


@pytest.mark.clause("HAG-1.15")
def test_dice_have_six_faces():
    rolled = set()
    for seed in range(30):
        game = begun(seed=bytes([seed]))
        rolled |= {event[2] for event in game.table.events if event[0] == "rolled"}

    assert rolled == {1, 2, 3, 4, 5, 6}


# --- common decks ----------------------------------------------------------------------------


@pytest.mark.clause("HAG-2.1.1", "HAG-10.2", "HAG-2.1.5", "HAG-OP-22")
def test_with_common_decks_all_players_draw_from_two_shuffled_piles():
    starts = [begun(SURVIVAL, [TANK, weapon("Jeep"), ORDER], [TOWER, LEAK, LEAK], seed=bytes([n])) for n in range(12)]

    for game in starts:
        table = game.table
        assert table.weapons[0] is table.weapons[1]
        assert len(table.weapons[0]) == len(table.operations[0]) == 1
        assert [table.owners[card] for card in range(4)] == [COMMON_OWNER] * 4
    drawn = {tuple(names(game, "hand", game.table.active)) for game in starts}
    assert len(drawn) > 1


@pytest.mark.clause("HAG-2.1.2", "HAG-2.1.3")
def test_with_common_decks_damage_cards_are_dealt_evenly():
    burn = damage("Burn")
    game = begun(SURVIVAL, [TANK, ORDER, LEAK, LEAK, LEAK, burn], [LEAK, burn])

    assert names(game, "damage", ALICE) == names(game, "damage", BOB) == {"Leak": 2, "Burn": 1}
    assert names(game, "box", None) == {}
    uneven = begun(SURVIVAL, [TANK, ORDER, LEAK, LEAK, LEAK], [])
    assert names(uneven, "damage", ALICE) == names(uneven, "damage", BOB) == {"Leak": 1}
    assert names(uneven, "box", None) == {"Leak": 1}


@pytest.mark.clause("HAG-2.1.4")
def test_with_common_decks_the_opening_hands_are_empty():
    table = RULESET.deal(SURVIVAL, (deck(), deck()[:-1]), Scripted())
    list(RULESET.start(table))

    assert table.hand == [[], []]


# --- brought decks ---------------------------------------------------------------------------


@pytest.mark.clause("HAG-2.2.1")
def test_brought_decks_are_shuffled_separately():
    jeep = weapon("Jeep")
    hands = set()
    for seed in range(12):
        table = RULESET.deal(
            TACTICS, ([jeep, TANK] * 4 + [ORDER] * 4, deck()), SeededChance(RandomStream(bytes([seed]), "game"))
        )
        list(RULESET.start(table))
        hand = [table.cards[card] for card in table.hand[ALICE]]
        assert [each.back for each in hand] == ["weapon", "weapon", "operation", "operation"]
        hands.add(tuple(each.name for each in hand))

    assert len(hands) > 1


@pytest.mark.clause("HAG-2.2.3", "HAG-OP-2")
def test_the_opening_hand_is_two_cards_of_each_main_deck():
    table = RULESET.deal(TACTICS, (deck(), deck()), Scripted())
    list(RULESET.start(table))

    for seat in (ALICE, BOB):
        assert Counter(table.cards[card].back for card in table.hand[seat]) == {"weapon": 2, "operation": 2}


@pytest.mark.clause("HAG-2.3.1")
def test_the_first_player_is_chosen_at_random():
    firsts = {begun(seed=bytes([seed])).table.active for seed in range(12)}

    assert firsts == {ALICE, BOB}
    assert begun().table.events[0] == ("goes_first", begun().table.active)


@pytest.mark.clause("HAG-2.3.2")
def test_the_table_has_only_cards_at_the_start():
    table = RULESET.deal(TACTICS, (deck(), deck()), Scripted())

    assert Counter(card for place in table.zones() for card in place.cards) == Counter(range(len(table.cards)))
    assert [table.damage_taken, table.boosts, table.ailments, table.fuel] == [{}, {}, {}, {}]


def test_damage_cards_of_a_set_are_the_players_own():
    game = begun(SURVIVAL, [TANK, ORDER, SCRATCH, SCRATCH], [])

    assert [game.table.owners[card] for card in (2, 3)] == [ALICE, BOB]
