"""Game setup (RM-2.*)."""

import json
from typing import Any

import pytest

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import NotAnOptionError
from gameplay.engine.core.views import JUDGE, view_for_seat
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.terms import Card
from tests.gameplay.games.rm2k.cards import BLANK, printed, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, begin

ANN, ART, AMY = user("Ann", cost=5), user("Art", cost=3), user("Amy", cost=4)
BEN, BEA = user("Ben", cost=5), user("Bea", cost=3)
REST = [BLANK] * 8


def deck(*users: Card) -> list[Card]:
    return [*users, *REST]


def two_player_duel(*, lot: int = 0, **switches: Any) -> Duel:
    return begin(deck(ANN, ART, AMY), deck(BEN, BEA), lot=lot, **switches)


@pytest.mark.clause("RM-2.1", "RM-2.2", "RM-2.9")
def test_only_users_within_the_set_value_can_be_chosen():
    game = two_player_duel(set_value=4)
    assert game.about == ("main", 4)
    assert game.may("main") == {"Art", "Amy"}
    with pytest.raises(NotAnOptionError) as refused:
        game.game.choose(("main", game.id("Ann")))
    assert refused.value.code == "not_an_option"
    assert game.table.picked[ALICE] == []


@pytest.mark.clause("RM-2.2", "RM-2.3", "RM-OP-1")
def test_one_main_user_and_others_within_the_set_value():
    game = two_player_duel().choose("main", "Ann")
    assert game.about == ("starters", 3)
    assert game.may("starter") == {"Art"}
    game.choose("starter", "Art").choose("main", "Ben").choose("enough")
    assert game.zone("users", ALICE) == ["Ann", "Art"]
    assert [game.table.cards[main].name for main in game.table.main_users] == ["Ann", "Ben"]
    assert game.zone("users", BOB) == ["Ben"]


@pytest.mark.clause("RM-2.4")
def test_a_player_without_another_choice_is_still_asked():
    game = begin(deck(ANN, AMY), deck(BEN, BEA), pausing=True).choose("main", "Ann")
    assert (game.asked, game.options) == ((ALICE, "starters"), [("enough",)])
    assert game.choose("enough").asked == (BOB, "main")


@pytest.mark.clause("RM-2.4")
def test_choices_are_hidden_until_all_have_chosen():
    def asked_after(*chosen: str) -> tuple[str, list[Option]]:
        game = two_player_duel().choose("main", chosen[0])
        for other in chosen[1:]:
            game.choose(*([other] if other == "enough" else ["starter", other]))
        assert game.asked == (BOB, "main")
        return json.dumps([view_for_seat(game.game, seat) for seat in (BOB, None)]), game.options

    assert asked_after("Ann", "enough") == asked_after("Art", "enough") == asked_after("Amy", "Art")
    judged = two_player_duel().choose("main", "Ann")
    seen = {
        seat: [
            card
            for zone in view_for_seat(judged.game, seat)["zones"]
            for card in zone.get("cards", ())
            if "chosen" in card
        ]
        for seat in (ALICE, BOB, JUDGE)
    }
    assert [card["ref"] for card in seen[ALICE]] == ["T-Ann"] == [card["ref"] for card in seen[JUDGE]]
    assert seen[BOB] == []


@pytest.mark.clause("RM-2.5", "RM-2.10", "RM-2.16", "RM-OP-5")
def test_after_setup_starting_users_are_in_play_and_hands_have_five_cards():
    game = (
        two_player_duel().choose("main", "Ann").choose("starter", "Art").choose("main", "Ben").choose("starter", "Bea")
    )
    for seat, users in ((ALICE, ["Ann", "Art"]), (BOB, ["Ben", "Bea"])):
        assert game.zone("users", seat) == users
        assert game.zone("limbo", seat) == []
        assert len(game.zone("hand", seat)) == 5
        assert not {*users} & {*game.zone("deck", seat)}
    zones = {(zone["zone"], zone["seat"]): zone for zone in view_for_seat(game.game, ALICE)["zones"]}
    assert "cards" not in zones["deck", ALICE]  # it is shuffled now


def same(**switches: Any) -> Duel:
    return begin(deck(ANN, ART, AMY), deck(ANN, BEN, BEA), **switches)


@pytest.mark.clause("RM-2.6", "RM-2.8", "RM-OP-2")
def test_the_same_main_user_is_set_aside_on_both_sides_and_cannot_be_picked_again():
    game = same().choose("main", "Ann").choose("starter", "Art").choose("main", "Ann").choose("starter", "Bea")
    assert game.events("clashed") == [(ALICE, "Ann"), (BOB, "Ann")]
    assert game.zone("aside", ALICE) == ["Ann"] == game.zone("aside", BOB)
    assert game.asked == (ALICE, "main")
    assert game.may("main") == {"Art", "Amy"}  # the other starting User can be chosen again
    game.choose("main", "Art").choose("enough")
    assert game.may("main") == {"Ben", "Bea"}
    game.choose("main", "Bea").choose("enough")
    assert game.zone("users", ALICE) == ["Art"]


@pytest.mark.clause("RM-2.8", "RM-OP-2")
def test_the_check_is_repeated_until_the_main_users_differ():
    game = begin(deck(ANN, ART, AMY), deck(ANN, ART, BEA))
    game.choose("main", "Ann").choose("enough").choose("main", "Ann").choose("enough")
    game.choose("main", "Art").choose("enough").choose("main", "Art").choose("enough")
    assert len(game.events("clashed")) == 4
    assert game.zone("users", ALICE) == ["Amy"]  # the only Users left, so no player is asked
    assert game.zone("users", BOB) == ["Bea"]


@pytest.mark.clause("RM-2.7", "RM-OP-2")
def test_users_set_aside_return_to_the_deck():
    game = same(opening_hand=0).choose("main", "Ann").choose("enough").choose("main", "Ann").choose("enough")
    game.choose("main", "Art").choose("enough").choose("main", "Ben").choose("enough")
    for seat in (ALICE, BOB):
        assert game.zone("aside", seat) == []
        assert "Ann" in game.zone("deck", seat) + game.zone("hand", seat)


@pytest.mark.clause("RM-OP-2")
def test_setup_fails_if_no_main_user_is_left():
    game = begin(deck(ANN), deck(ANN, BEN))
    game.choose("main", "Ann")
    assert game.ended == ((), "set_value")


@pytest.mark.clause("RM-2.11", "RM-2.12", "RM-2.13", "RM-OP-3")
def test_the_lower_total_goes_first_and_the_other_takes_the_difference_as_lag():
    game = two_player_duel().choose("main", "Ann").choose("starter", "Art").choose("main", "Bea").choose("enough")
    assert game.events("goes_first") == [(BOB,)]
    assert game.asked == (ALICE, "starting_lag")
    for number, name in enumerate(["Ann", "Ann", "Ann", "Art", "Art"]):  # more than its bandwidth of 2
        assert game.about == ("starting_lag", 5 - number)
        game.choose("lag", name)
    assert (game.lag("Ann"), game.lag("Art"), game.lag("Bea")) == (3, 2, 0)
    assert game.events("lagged") == [("Ann", 1), ("Ann", 1), ("Ann", 1), ("Art", 1), ("Art", 1)]
    assert game.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-2.14", "RM-OP-4")
@pytest.mark.parametrize("lot", [ALICE, BOB])
def test_equal_totals_are_decided_at_random_without_lag(lot: int):
    game = two_player_duel(lot=lot).choose("main", "Ann").choose("enough").choose("main", "Ben").choose("enough")
    assert game.events("goes_first") == [(lot,)]
    assert not game.table.lag
    assert game.table.chance.entries.count(lot)


@pytest.mark.clause("RM-OP-19", "RM-2.2")
def test_a_deck_needs_a_possible_main_user_and_the_limits_of_its_variant():
    def faults(variant: str, *cards: PrintedCard, **switches: int) -> list[tuple[str, str]]:
        found = RULESET.deck_faults(RULESET.variant(variant, switches), cards)
        return [(fault.code, fault.clause) for fault in found]

    cheap, dear, other = (
        printed("Cheap", "user"),
        printed("Dear", "user", cost=9),
        printed("E", "event", do=[{"draw": 1}]),
    )
    assert faults("open", cheap) == []
    assert faults("open", *[cheap] * 70) == []
    assert faults("open", dear, other) == [("no_starter", "RM-2.2")]
    assert faults("open", dear, set_value=9) == []
    assert faults("open", cheap, printed("Odd", "field")) == [("unknown_type", "RM-1.1")]
    assert faults("standard", *[cheap] * 40) == [("too_many_copies", "RM-OP-19")]
    assert faults("standard", cheap, other) == [("deck_size", "RM-OP-19")]


@pytest.mark.clause("RM-4.2.5", "RM-4.2.2")
def test_a_main_user_without_bandwidth_has_lost_before_the_first_turn():
    game = begin([user("Nil", 0, cost=1), *[BLANK] * 9], [user("Ben", cost=1), *[BLANK] * 9])
    assert game.ended == ((1,), "pingout")
