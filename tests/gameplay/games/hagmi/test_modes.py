"""Tactics, Survival, Simple, Multiplayer and Team (HAG-10 to 13)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cards.printed import PrintedCard
from gameplay.engine.core.errors import PlayerCountError
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.decks import advised_size_faults, deck_faults
from gameplay.games.hagmi.variants import MULTIPLAYER, SIMPLE, SURVIVAL, TACTICS, TEAM
from tests.gameplay.games.hagmi.cards import SCRATCH, damage, facility, order, printed, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, CAROL, DAVE, Duel, Scripted, Side, lay

GUN, JEEP = weapon("Gun", 1, 9), weapon("Jeep", 1, 9)
STORM = weapon("Storm", 1, 9, all=True)
FREE, A = order("Free"), order("A", cost=9)


def deck(weapons: int, operations: int, damages: int, *plans: str) -> list[PrintedCard]:
    return [
        *[printed("w", "weapon")] * weapons,
        *[printed("o", "order")] * (operations - 1),
        *[printed("f", "facility")] * min(operations, 1),
        *[printed("d", "damage")] * damages,
        *[printed(name, "secret") for name in plans],
    ]


def faults(variant: object, cards: Sequence[PrintedCard]) -> list[str]:
    return [fault.code for fault in deck_faults(variant, cards)]  # type: ignore[arg-type]


@pytest.mark.clause("HAG-10.1")
def test_in_tactics_players_bring_their_own_decks():
    assert faults(TACTICS, deck(20, 20, 1)) == faults(TACTICS, deck(60, 40, 10, "P", "Q")) == []
    assert faults(TACTICS, deck(19, 19, 0)) == ["too_few_cards"] * 3
    assert faults(TACTICS, deck(20, 20, 1, "P", "P")) == ["secret_plans"]
    assert faults(TACTICS, deck(20, 20, 1, "P", "Q", "R")) == ["secret_plans"]
    table = RULESET.deal(TACTICS, ([GUN], [JEEP]), Scripted())
    assert table.weapons == [[0], [1]]


@pytest.mark.clause("HAG-10.2")
def test_in_survival_the_main_deck_is_common():
    duel = lay(Side(weapons=[GUN]), Side(), variant=SURVIVAL, step="draw", active=BOB, dice=[4, 1])

    assert duel.events("drew")[0] == (BOB, "Gun")
    assert faults(SURVIVAL, deck(50, 50, 5)) == []
    assert faults(SURVIVAL, deck(50, 50, 5, "P", "P")) == []
    table = RULESET.deal(SURVIVAL, ([GUN, secret("Plan")], [JEEP]), Scripted())
    assert (table.weapons[0], table.secrets, table.box) == ([0, 2], [[], []], [1])


@pytest.mark.clause("HAG-10.3")
def test_fewer_than_fifty_weapons_or_operations_are_a_warning():
    short = [deck(49, 30, 5), deck(0, 19, 5)]

    assert faults(SURVIVAL, short[0]) == faults(SURVIVAL, short[1]) == []
    assert [(each.code, each.details["deck"]) for each in advised_size_faults(SURVIVAL, short)] == [
        ("advisable", "weapon"),
        ("advisable", "operation"),
    ]
    assert {each.clause for each in advised_size_faults(SURVIVAL, short)} == {"HAG-10.3"}
    assert advised_size_faults(SURVIVAL, [deck(50, 50, 5), deck(0, 0, 5)]) == []
    assert advised_size_faults(TACTICS, short) == []


@pytest.mark.clause("HAG-11.1")
def test_in_the_simple_game_skills_of_weapons_are_ignored():
    horn = weapon(
        "Horn", 1, 9,
        skills=[{"bonus": {"firepower": 5}}, {"skill": {"once": True, "do": [{"hit": 1}]}},
                {"on": {"happens": "attacks", "do": [{"logistics": 1}]}}],
    )  # fmt: skip
    duel = lay(Side(units=[(horn, 1)]), Side(), variant=SIMPLE)

    assert duel.options == [("pass",)]
    duel.choose("pass").choose("attack", "Horn")
    assert (duel.events("hit"), duel.events("triggered")) == ([(BOB, 1)], [])
    tactics = lay(Side(units=[(horn, 1)]), Side()).choose("pass").choose("attack", "Horn")
    assert (tactics.events("hit"), tactics.events("triggered")) == ([(BOB, 6)], [("Horn",)])


@pytest.mark.clause("HAG-11.2")
def test_in_the_simple_game_operations_and_damage_cards_work():
    base = facility("Base", {"aura": {"to": {"whose": "yours"}, "firepower": 1}})
    leak = damage("Leak", {"logistics": 1})
    duel = lay(Side(units=[(GUN, 1)], facilities=[base]), Side(damage=[leak] * 3), variant=SIMPLE, step="battle")
    duel.choose("attack", "Gun").choose("play_damage", "Leak")

    assert (duel.events("hit"), duel.events("rolled")) == ([(BOB, 2)], [(BOB, 1)])


# --- multiplayer -------------------------------------------------------------------------------


def many(*sides: Side, **options: object) -> Duel:
    return lay(*sides, variant=MULTIPLAYER, **options)  # type: ignore[arg-type]


@pytest.mark.clause("HAG-12.1")
@pytest.mark.parametrize("players", [1, 5])
def test_multiplayer_is_for_two_to_four_players(players: int):
    with pytest.raises(PlayerCountError) as refusal:
        RULESET.deal(MULTIPLAYER, [[GUN]] * players, Scripted())

    assert (refusal.value.code, refusal.value.clause) == ("players", "HAG-12.1")
    for number in (2, 3, 4):
        assert RULESET.deal(MULTIPLAYER, [[GUN]] * number, Scripted()).seats == number


@pytest.mark.clause("HAG-12.2")
def test_any_opponent_can_be_a_target():
    rake = weapon("Rake", 1, 9, targets=2)
    duel = many(Side(units=[(rake, 1)]), Side(units=[GUN]), Side(units=[(JEEP, 1)]), step="battle").choose(
        "attack", "Rake"
    )
    assert duel.options == [("aim_player", BOB), ("aim", "Gun"), ("aim_player", CAROL), ("aim", "Jeep")]
    duel.choose("aim", "Gun").choose("aim_player", CAROL)

    assert (duel.asked, duel.options) == ((CAROL, "defend"), [("guard_player", "Jeep"), ("pass",)])
    assert duel.choose("pass").to("main").table.active == BOB


@pytest.mark.clause("HAG-12.3", "HAG-12.4", "HAG-12.5")
def test_a_defeated_player_fights_on_without_logistics_and_resupply():
    duel = many(
        Side(units=[(GUN, 1)], hand=[FREE], discard=[A], damage=(), defeated=True), Side(), Side(), step="standby"
    )
    duel.choose("take_turn")
    assert (duel.events("rolled"), duel.options) == ([], [("play", "Free"), ("pass",)])
    duel.choose("play", "Free").choose("pass").choose("attack", "Gun").choose("aim_player", CAROL).to("main2").choose(
        "pass"
    )

    assert duel.events("hit") == [(CAROL, 1)]
    assert (duel.events("supplied"), duel.table.active) == ([], BOB)


@pytest.mark.clause("HAG-12.3", "HAG-12.4")
@pytest.mark.parametrize(
    "text",
    [
        {"logistics": 2},
        {"supply": {"count": 1, "source": "hand", "what": {"whose": "yours"}}},
        {"supply": {"count": 1, "source": "operation", "what": {"every": True}}},
    ],
)
def test_texts_do_not_let_a_defeated_player_perform_logistics_or_resupply(text: dict[str, object]):
    radio = facility("Radio", {"on": {"happens": "end", "do": [{"logistics": 1}]}})
    side = Side(units=[(GUN, 1)], hand=[order("Text", text), A], facilities=[radio], damage=(), defeated=True)
    duel = many(side, Side(), Side()).choose("play", "Text")
    assert duel.asked == (ALICE, "main")
    duel.to("battle").choose("pass").to("main")

    assert duel.events("rolled") == [(BOB, 1), (BOB, 1)]  # the next player's draw step
    assert (duel.events("supplied"), duel.fuel("Gun"), duel.zone("hand", ALICE)) == ([], ["Scrap"], ["A"])


@pytest.mark.clause("HAG-12.3", "HAG-13.5")
def test_a_player_kept_by_the_team_performs_logistics():
    side = Side(hand=[order("Text", {"logistics": 2})], damage=())
    duel = lay(side, Side(), Side(), Side(), variant=TEAM).choose("play", "Text")

    assert duel.events("rolled") == [(ALICE, 1), (ALICE, 1)]


@pytest.mark.clause("HAG-12.5", "HAG-OP-17")
def test_a_defeated_player_can_defend():
    duel = many(Side(units=[(GUN, 1)]), Side(units=[(JEEP, 1)], damage=(), defeated=True), Side(), step="battle")
    duel.choose("attack", "Gun").choose("aim", "Jeep").choose("counter", "Jeep")

    assert duel.hurt() == {"Gun": 1, "Jeep": 1}


@pytest.mark.clause("HAG-12.6", "HAG-12.8", "HAG-OP-17")
def test_a_defeated_player_may_skip_the_turn_for_logistics_of_another_player():
    lost = Side(damage=(), defeated=True)
    duel = many(lost, Side(), lost, Side(), step="standby", dice=[5])
    assert (duel.asked, duel.options) == ((ALICE, "skip"), [("take_turn",), ("give", BOB), ("give", DAVE)])
    duel.choose("give", DAVE)

    assert (duel.events("rolled")[0], duel.events("drew")[0]) == ((DAVE, 5), (DAVE, "Hulk"))
    assert (duel.table.turn, duel.table.active) == (2, BOB)
    assert many(Side(), Side(), step="standby").asked == (ALICE, "main")


@pytest.mark.clause("HAG-12.7")
def test_the_last_undefeated_player_wins():
    duel = many(Side(units=[(GUN, 1), (STORM, 1)]), Side(damage=()), Side(damage=(SCRATCH,)), step="battle")
    duel.choose("attack", "Gun").choose("aim_player", BOB)
    assert (duel.events("defeated"), duel.game.is_over) == ([(BOB,)], False)
    duel.choose("attack", "Storm").choose("keep", "Scratch")
    assert not duel.game.is_over
    last = many(Side(units=[(GUN, 1)]), Side(damage=()), Side(damage=(), defeated=True), step="battle").choose(
        "attack", "Gun"
    )

    assert last.game.outcome is not None
    assert last.game.outcome.winners == (ALICE,)


@pytest.mark.clause("HAG-12.7")
def test_a_defeated_player_can_defeat_others_but_not_win():
    duel = many(Side(units=[(GUN, 1)], damage=(), defeated=True), Side(damage=()), Side(), step="battle")
    duel.choose("attack", "Gun").choose("aim_player", BOB)

    assert duel.game.outcome is not None
    assert duel.game.outcome.winners == (CAROL,)


@pytest.mark.clause("HAG-12.9", "HAG-OP-17")
def test_cards_of_a_defeated_player_are_targets_but_the_player_is_not():
    duel = many(Side(units=[(GUN, 1)]), Side(units=[JEEP], damage=(), defeated=True), Side(), step="battle")

    assert duel.choose("attack", "Gun").options == [("aim", "Jeep"), ("aim_player", CAROL)]


# --- teams -----------------------------------------------------------------------------------------


def teams(*sides: Side, **options: object) -> Duel:
    """Alice and Carol against Bob and Dave."""
    return lay(*sides, variant=TEAM, **options)  # type: ignore[arg-type]


@pytest.mark.clause("HAG-13.1")
@pytest.mark.parametrize("players", [2, 3])
def test_a_team_game_is_for_four_players(players: int):
    with pytest.raises(PlayerCountError) as refusal:
        RULESET.deal(TEAM, [[GUN]] * players, Scripted())

    assert (refusal.value.code, refusal.value.clause) == ("players", "HAG-13.1")
    assert RULESET.deal(TEAM, [[GUN]] * 4, Scripted()).seats == 4


@pytest.mark.clause("HAG-13.2")
def test_a_team_loses_when_a_member_is_hit_and_neither_has_a_damage_deck():
    duel = teams(Side(units=[(GUN, 1)]), Side(damage=()), Side(damage=()), Side(damage=()), step="battle")
    duel.choose("attack", "Gun").choose("aim_player", BOB)

    assert duel.game.outcome is not None
    assert duel.game.outcome.winners == (ALICE, CAROL)


@pytest.mark.clause("HAG-13.3", "HAG-13.5", "HAG-OP-18")
def test_a_defeat_is_ignored_while_a_teammate_has_damage_cards():
    duel = teams(Side(units=[(GUN, 1)]), Side(damage=(), units=[JEEP], discard=[A]), Side(), Side(), step="battle")
    duel.choose("attack", "Gun").choose("aim_player", BOB)

    assert (duel.events("holds_out"), duel.game.is_over) == ([(BOB,)], False)
    assert duel.table.scores() == (5, 0, 5, 5)
    duel.to("main")
    assert (duel.table.active, len(duel.events("rolled"))) == (BOB, 2)
    duel.choose("pass").to("main")
    assert duel.events("supplied")[-1] == (BOB, "Jeep", 1)


@pytest.mark.clause("HAG-13.4")
def test_friendly_means_the_player_and_the_teammate():
    horn = order("Horn", {"boost": {"firepower": 1, "what": {"whose": "friendly", "every": True}}})
    duel = teams(Side(hand=[horn], units=[GUN]), Side(units=[JEEP]), Side(units=[STORM]), Side(units=[JEEP]))
    duel.choose("play", "Horn")

    assert sorted(name for name, *_ in duel.events("boosted")) == ["Gun", "Storm"]


@pytest.mark.clause("HAG-13.6", "HAG-OP-18")
def test_teammates_sit_alternately_and_are_neither_targets_nor_guarded():
    duel = teams(Side(units=[(STORM, 1)]), Side(), Side(units=[GUN]), Side(units=[(JEEP, 5)]), step="battle")
    duel.choose("attack", "Storm")

    assert duel.events("aimed_at_player") == [("Storm", BOB), ("Storm", DAVE)]
    assert duel.events("aimed") == [("Storm", "Jeep")]
    single = teams(Side(units=[(GUN, 1)]), Side(), Side(), Side(units=[(JEEP, 5)]), step="battle")
    single.choose("attack", "Gun").choose("aim_player", BOB)
    assert (single.events("hit"), single.events("guarded_player")) == ([(BOB, 1)], [])
    assert single.to("main").table.active == BOB


@pytest.mark.clause("HAG-13.2")
def test_a_team_loses_when_both_members_have_conceded():
    duel = teams(Side(), Side(), Side(), Side())
    duel.game.concede(ALICE)
    assert duel.game.outcome is None
    assert duel.asked == (BOB, "main")
    duel.game.concede(BOB)
    assert duel.asked == (CAROL, "main")
    duel.game.concede(CAROL)

    assert duel.game.outcome is not None
    assert duel.game.outcome.winners == (BOB, DAVE)


@pytest.mark.clause("HAG-12.7", "HAG-12.9")
def test_a_player_who_concedes_is_defeated_takes_no_turns_and_does_not_defend():
    duel = many(Side(), Side(units=[(JEEP, 5)]), Side(units=[(GUN, 1)]))
    duel.game.concede(BOB)
    assert duel.events("defeated") == [(BOB,)]
    assert duel.to("battle").asked == (CAROL, "battle")
    duel.choose("attack", "Gun")
    assert sorted(duel.options) == [("aim", "Jeep"), ("aim_player", ALICE)]
    duel.choose("aim", "Jeep")
    assert duel.events("countered") == []
    duel.game.concede(ALICE)

    assert duel.game.outcome is not None
    assert (duel.game.outcome.winners, duel.game.outcome.reason) == ((CAROL,), "concede")


@pytest.mark.clause("HAG-OP-7")
def test_with_the_switch_each_player_has_a_discard_pile():
    variant = replace(SURVIVAL, shared_discard=False)
    duel = lay(Side(hand=[FREE]), Side(), variant=variant).choose("play", "Free")

    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == (["Free"], [])
    shared = lay(Side(hand=[FREE]), Side(), variant=SURVIVAL).choose("play", "Free")
    assert shared.zone("discard") == ["Free"]
