"""Main phase 2 and the End phase (HAG-8, HAG-9)."""

from typing import Any

import pytest

from gameplay.games.hagmi.greedy import greedy_bot
from gameplay.games.hagmi.variants import SURVIVAL, TEAM
from tests.gameplay.games.hagmi.cards import damage, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay

GUN, JEEP = weapon("Gun", 1, 9), weapon("Jeep", 1, 9)
FREE = order("Free")
A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)


def fought(alice: Side, bob: Side | None = None) -> Duel:
    """Alice has attacked once with the gun and is in Main phase 2."""
    return lay(alice, bob or Side(), step="battle").choose("attack", "Gun").to("main2")


def ended(alice: Side, bob: Side | None = None, **options: object) -> Duel:
    """The End phase of Alice's turn has begun."""
    return lay(alice, bob or Side(), step="end", **options)  # type: ignore[arg-type]


@pytest.mark.clause("HAG-8.1", "HAG-8.4")
def test_main_phase_2_allows_the_plays_of_the_main_phase():
    mine = weapon("Mine", 1, 5, skills=[{"skill": {"once": True, "do": [{"hit": 1}]}}])
    duel = fought(Side(units=[(GUN, 1), mine], hand=[FREE, JEEP]))

    assert duel.options == [("play", "Free"), ("produce", "Jeep"), ("use", "Mine", 0), ("pass",)]
    assert duel.choose("produce", "Jeep").choose("pass").table.step == "end"


@pytest.mark.clause("HAG-8.2", "HAG-8.3", "HAG-8.5", "HAG-OP-14")
def test_main_phase_2_is_skipped_without_a_declared_attack():
    duel = lay(Side(units=[(GUN, 1)], hand=[FREE]), Side(), step="battle").choose("pass")
    assert (duel.asked, duel.table.step) == ((ALICE, "supply_hand"), "end")

    unable = lay(Side(units=[GUN], hand=[FREE]), Side(), step="battle")
    assert unable.table.step == "end"


def test_main_phase_2_follows_even_if_the_attacker_was_destroyed():
    sniper = weapon("Sniper", 9, 9, range="long")
    duel = lay(Side(units=[(GUN, 1)], hand=[FREE]), Side(units=[(sniper, 1)]), step="battle")
    duel.choose("attack", "Gun").choose("aim", "Sniper").choose("counter", "Sniper").to("main2")

    assert duel.events("destroyed") == [("Gun",)]


@pytest.mark.clause("HAG-9.1")
def test_repair_comes_before_resupply_and_the_end_of_turn_after_it():
    clock = facility("Clock", {"on": {"happens": "end", "do": [{"logistics": 1}]}})
    duel = ended(Side(units=[GUN], facilities=[clock], discard=[A], hurt={"Gun": 2}))

    assert duel.order("repaired", "supplied", "triggered", "turn")[:4] == ["repaired", "supplied", "triggered", "turn"]


@pytest.mark.clause("HAG-9.2.1")
def test_repair_removes_all_damage_of_all_players_cards():
    hut = facility("Hut")
    duel = ended(Side(units=[GUN], hurt={"Gun": 2}), Side(units=[JEEP], facilities=[hut], hurt={"Jeep": 3, "Hut": 9}))

    assert duel.hurt() == {}


# --- resupply ------------------------------------------------------------------------------------


@pytest.mark.clause("HAG-9.3.1", "HAG-9.3.4", "HAG-OP-15")
def test_the_top_of_the_discard_pile_must_go_under_a_unit():
    duel = ended(Side(units=[GUN, JEEP], discard=[A, B]))

    assert duel.options == [("supply", "Gun"), ("supply", "Jeep")]
    duel.choose("supply", "Jeep")
    assert (duel.fuel("Jeep"), duel.zone("discard", ALICE)) == (["B"], ["A"])


@pytest.mark.clause("HAG-9.3.4")
def test_resupply_is_skipped_without_a_discard_pile_or_a_unit():
    assert ended(Side(units=[GUN])).events("supplied") == []
    assert ended(Side(discard=[A])).zone("discard", ALICE) == ["A"]


@pytest.mark.clause("HAG-9.3.1")
def test_with_common_decks_the_top_of_the_common_pile_is_used():
    duel = ended(Side(units=[GUN], discard=[A]), Side(discard=[B]), variant=SURVIVAL)

    assert (duel.fuel("Gun"), duel.zone("discard")) == (["B"], ["A"])


@pytest.mark.clause("HAG-9.3.2")
def test_any_number_of_cards_from_hand_can_go_under_any_units():
    duel = ended(Side(units=[GUN, JEEP], hand=[A, B, C]))
    duel.choose("load", "A", "Gun").choose("load", "C", "Jeep").choose("enough")

    assert (duel.fuel("Gun"), duel.fuel("Jeep"), duel.zone("hand", ALICE)) == (["A"], ["C"], ["B"])
    none = ended(Side(units=[GUN], hand=[A])).choose("enough")
    assert none.fuel("Gun") == []


@pytest.mark.clause("HAG-9.3.3")
def test_resupply_is_simultaneous_and_triggers_afterwards():
    thirsty = weapon("Thirsty", 1, 9, skills=[{"on": {"happens": "supplied", "do": [{"hit": 1}]}}])
    duel = ended(Side(units=[thirsty], hand=[A, B], discard=[C])).choose("load", "A", "Thirsty")
    assert (duel.fuel("Thirsty"), duel.events("supplied")) == ([], [])
    duel.choose("load", "B", "Thirsty")

    assert duel.events("supplied") == [(ALICE, "Thirsty", 3)]
    assert duel.events("triggered") == [("Thirsty",)]


@pytest.mark.clause("HAG-9.3.5")
def test_a_unit_that_is_cut_off_is_not_resupplied_and_there_is_no_maximum():
    duel = ended(Side(units=[GUN, (JEEP, 30)], discard=[A], ailing={"Gun": "cut_off"}))

    assert (duel.fuel("Gun"), len(duel.fuel("Jeep"))) == ([], 31)


@pytest.mark.clause("HAG-9.3.6")
def test_only_the_turn_player_resupplies():
    duel = ended(Side(), Side(units=[GUN], discard=[A], hand=[B]))

    assert duel.fuel("Gun") == []
    assert duel.asked == (BOB, "main")


# --- end of turn -----------------------------------------------------------------------------------


@pytest.mark.clause("HAG-9.4.1")
def test_end_of_turn_triggers_come_after_resupply():
    clock = facility("Clock", {"on": {"happens": "end", "do": [{"hit": 1}]}})
    theirs = facility("Theirs", {"on": {"happens": "each_end", "do": [{"logistics": 1}]}})
    silent = facility("Silent", {"on": {"happens": "end", "do": [{"hit": 1}]}})
    duel = ended(Side(units=[GUN], discard=[A], facilities=[clock]), Side(facilities=[theirs, silent]))

    assert set(duel.options) == {("process", "Clock"), ("process", "Theirs")}
    assert duel.events("supplied") == [(ALICE, "Gun", 1)]


@pytest.mark.clause("HAG-9.4.2")
def test_the_end_phase_passes_the_turn():
    assert ended(Side()).events("turn") == [(BOB, 2)]


@pytest.mark.clause("HAG-9.4.3", "HAG-OP-16")
def test_there_is_no_hand_limit():
    duel = ended(Side(hand=[A] * 30))

    assert len(duel.table.hand[ALICE]) == 30
    assert duel.asked == (BOB, "main")


def test_boosts_and_uses_last_for_one_turn():
    horn = weapon("Horn", 1, 9, skills=[{"skill": {"once": True, "do": [{"boost": {"firepower": 2}}]}}])
    duel = lay(Side(units=[horn])).choose("use", "Horn", 0)
    assert (list(duel.table.boosts.values()), len(duel.table.used_skills)) == ([(2, 0)], 1)

    duel.choose("pass")
    assert (duel.table.boosts, duel.table.used_skills) == ({}, set())


@pytest.mark.clause("HAG-7.1.5", "HAG-7.1.6")
def test_damage_of_the_end_of_a_turn_does_not_count_in_the_next():
    mine = facility("Mine", {"on": {"happens": "end", "do": [{"damage": {"amount": 2, "what": {"every": True}}}]}})
    ping = order("Ping", {"damage": {"amount": 1, "what": {"whose": "yours"}}}, cost=0)
    three = weapon("Three", 1, 3)
    duel = lay(Side(facilities=[mine]), Side(units=[three], hand=[ping])).choose("pass").to("main")
    assert (duel.events("damaged"), duel.hurt()) == ([("Three", 2)], {})

    assert duel.choose("play", "Ping").hurt() == {"Three": 1}


@pytest.mark.clause("HAG-OP-23", "HAG-3.1.2")
def test_a_standstill_of_six_rounds_is_decided_by_damage_cards():
    duel = lay(Side(blanks=0), Side(blanks=0, damage=()))
    for _ in range(11):
        duel.to("main").choose("pass")
    assert duel.game.outcome is None

    duel.to("main").choose("pass")
    assert duel.ended == ("quiet", (ALICE,))


@pytest.mark.clause("HAG-OP-23")
def test_a_turn_in_which_a_player_was_hit_is_not_quiet():
    duel = lay(Side(units=[(GUN, 1)], blanks=0), Side(blanks=0), step="battle")
    duel.table.quiet_turns = 11
    duel.choose("attack", "Gun").choose("play_damage", "Scratch").to("main")

    assert (duel.asked, duel.table.quiet_turns) == ((BOB, "main"), 0)
    assert duel.choose("pass").to("main").table.quiet_turns == 1  # the hit counts for its own turn only


@pytest.mark.clause("HAG-OP-23", "HAG-13.3")
@pytest.mark.parametrize(
    ("strikes", "bearer"),
    [
        ({"hit": 1}, Side(blanks=0)),  # a text's damage is damage to a player
        ({"hit": {"amount": 1, "who": "opponents"}}, Side(blanks=0, damage=())),  # so is damage that a team survives
    ],
)
def test_all_damage_to_a_player_keeps_the_game_going(strikes: dict[str, Any], bearer: Side):
    salvo = order("Salvo", strikes, cost=0)
    duel = lay(Side(hand=[salvo], blanks=0), bearer, Side(blanks=0), Side(blanks=0), variant=TEAM)
    duel.table.quiet_turns = 23
    duel.choose("play", "Salvo")
    if duel.asked == (ALICE, "pick_player_for"):
        duel.choose("pick_player", BOB)
    duel.to("main").choose("pass").to("main")

    assert (duel.asked, duel.table.quiet_turns) == ((BOB, "main"), 0)


@pytest.mark.clause("HAG-OP-23", "HAG-7.3.9")
def test_a_turn_with_an_attack_that_hits_no_player_is_quiet():
    blank = weapon("Blank", 0, 9)
    duel = lay(Side(units=[(blank, 1)], blanks=0), Side(blanks=0), step="battle")
    duel.table.quiet_turns = 11
    duel.choose("attack", "Blank").choose("pass")

    assert duel.ended == ("quiet", ())


@pytest.mark.clause("HAG-OP-23")
@pytest.mark.parametrize("player", ["greedy", "first"])
def test_an_endless_game_ends_after_the_maximum_number_of_rounds(player: str):
    """Each turn a damage card is drawn and shuffled back, so no turn is quiet."""
    drill = facility(
        "Drill", {"on": {"happens": "end", "do": [{"hit": {"amount": 1, "who": "opponent"}}, {"mend": 1}]}}
    )
    rally = damage("Rally", {"logistics": 1})  # worth playing to a bot, which cannot know that the decks are empty
    duel = lay(*[Side(facilities=[drill], damage=[rally] * 3, blanks=0) for _ in range(2)])
    while duel.game.ask is not None:
        duel.game.choose(greedy_bot(duel.game) if player == "greedy" else duel.game.ask.options[0])

    assert (duel.game.table.turn, duel.ended) == (400, ("quiet", (BOB,)))


def test_when_time_is_called_the_turn_is_finished():
    duel = lay(Side(damage=()), Side())
    duel.game.call_time()
    duel.choose("pass")

    assert duel.game.outcome is not None
    assert (duel.game.outcome.reason, duel.game.outcome.winners) == ("time", (BOB,))
