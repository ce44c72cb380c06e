"""Choices of the standard bot."""

from typing import Any

import pytest

from gameplay.engine.bots.policies import MAX_TURN_ENTRIES
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.chance import RandomStream
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.sentences import OPTIONS
from gameplay.games.hagmi.variants import MULTIPLAYER, TEAM
from tests.gameplay.games.hagmi.cards import HULK, SCRAP, SCRATCH, damage, facility, order, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, CAROL, DAVE, Duel, Fuelled, Side, lay

GUN = weapon("Gun", 3, 4)
WEAK, STRONG = weapon("Weak", 1, 1), weapon("Strong", 6, 6)
LONG = weapon("Long", 4, 2, range="long")
A = order("A", cost=9)


def taken(duel: Duel) -> tuple[Any, ...]:
    """Return the option that the bot chooses, with card names."""
    return duel.named(OPTIONS, RULESET.greedy_bot(duel.game))


def attacked(bob: Side, by: Any = GUN) -> Duel:
    duel = lay(Side(units=[(by, 1)]), bob, step="battle").choose("attack", by.name)
    return duel.choose("aim_player", BOB) if duel.asked == (ALICE, "aim") else duel


def test_it_produces_the_stronger_weapon_and_pays_with_the_weakest_card():
    dear = weapon("Dear", 6, 6, cost=1)
    duel = lay(Side(hand=[WEAK, dear, STRONG, SCRAP]))
    assert taken(duel) == ("produce", "Dear")

    duel.choose("produce", "Dear")
    assert taken(duel) == ("pay", "Weak")


def test_it_does_not_produce_a_weapon_that_cannot_act():
    hungry, fed = weapon("Hungry", 1, 2, consumption=1), weapon("Fed", 1, 2, consumption=0)

    assert taken(lay(Side(hand=[hungry, fed]))) == ("produce", "Fed")


def test_it_attacks_with_firepower_only():
    assert taken(lay(Side(units=[(weapon("Toy", 0, 1), 1)]), step="battle")) == ("pass",)
    assert taken(lay(Side(units=[(WEAK, 1), (STRONG, 1)]), step="battle")) == ("attack", "Strong")


def test_it_attacks_a_player_it_can_defeat_or_the_more_valuable_unit():
    empty = lay(Side(units=[(GUN, 1)]), Side(units=[STRONG], damage=()), step="battle").choose("attack", "Gun")
    assert taken(empty) == ("aim_player", BOB)
    prey = weapon("Prey", 9, 3)
    full = lay(Side(units=[(GUN, 1)]), Side(units=[prey, STRONG]), step="battle").choose("attack", "Gun")
    assert taken(full) == ("aim", "Prey")


def test_it_does_not_attack_a_player_kept_by_the_team():
    duel = lay(
        Side(units=[(WEAK, 1)]), Side(damage=()), Side(), Side(damage=[SCRATCH] * 9), variant=TEAM, step="battle"
    ).choose("attack", "Weak")

    assert taken(duel) == ("aim_player", DAVE)


def test_it_guards_itself_when_the_damage_would_cost_more_than_the_unit():
    assert taken(attacked(Side(units=[(WEAK, 1)], damage=()))) == ("guard_player", "Weak")
    assert taken(attacked(Side(units=[(LONG, 1)]), by=GUN)) == ("guard_player", "Long")
    assert taken(attacked(Side(units=[(weapon("Idol", 0, 2, consumption=0), 1)]), by=WEAK)) == ("guard_player", "Idol")


def test_it_counters_when_it_strikes_first():
    duel = lay(Side(units=[(GUN, 1)]), Side(units=[(LONG, 1)]), step="battle").choose("attack", "Gun")

    assert taken(duel.choose("aim", "Long")) == ("counter", "Long")


def test_it_produces_a_unit_that_can_act_in_an_emergency():
    able, unable = weapon("Able", 4, 4, cost=1), weapon("Unable", 4, 4, cost=1, consumption=2)
    duel = attacked(Side(hand=[unable, able, A], damage=()))
    assert taken(duel) == ("emergency", "Able")

    assert taken(attacked(Side(hand=[unable, A]), by=WEAK)) == ("pass",)
    strong, weak = weapon("Fine", 9, 9, cost=1), weapon("Thin", 0, 1, cost=1)
    assert taken(attacked(Side(hand=[weak, strong, A], damage=[SCRATCH]))) == ("emergency", "Fine")


def test_it_supplies_from_hand_a_unit_that_could_not_attack():
    hungry = lay(Side(units=[GUN], hand=[A, A, STRONG, WEAK]), step="end")
    assert taken(hungry) == ("load", "Weak", "Gun")
    sated = lay(Side(units=[(GUN, 1)], hand=[A, A, STRONG, WEAK]), step="end")
    assert taken(sated) == ("enough",)
    assert taken(lay(Side(units=[GUN], hand=[A, A]), step="end")) == ("enough",)


def test_it_resupplies_units_that_lack_fuel():
    assert taken(lay(Side(units=[(STRONG, 9), GUN], discard=[A]), step="end")) == ("supply", "Gun")


HORN_SKILL = {"skill": {"once": True, "do": [{"boost": {"firepower": 1, "what": {"whose": "yours"}}}]}}
HORN = weapon("Horn", 1, 9, skills=[HORN_SKILL])
DRAIN = {"drain": {"count": 2, "what": {"whose": "theirs"}}}


def test_harmful_effects_target_a_unit_they_destroy_or_the_best_opposing_card():
    blast = order("Blast", {"damage": 1})
    assert taken(lay(Side(hand=[blast]), Side(units=[GUN, STRONG])).choose("play", "Blast")) == ("pick", "Strong")
    assert taken(lay(Side(hand=[blast]), Side(units=[STRONG, WEAK])).choose("play", "Blast")) == ("pick", "Weak")


def test_helpful_effects_target_the_best_own_unit_that_benefits():
    assert taken(lay(Side(units=[WEAK, HORN, STRONG])).choose("use", "Horn", 0)) == ("pick", "Strong")
    fed = lay(Side(units=[(WEAK, 1), HORN, STRONG])).choose("use", "Horn", 0)
    assert taken(fed) == ("pick", "Weak")


def test_it_plays_an_order_worth_its_cost_and_keeps_a_useless_one():
    blast, siphon = order("Blast", {"damage": 6}, cost=1), order("Siphon", DRAIN)
    assert taken(lay(Side(hand=[blast, SCRAP]), Side(units=[STRONG]))) == ("play", "Blast")
    assert taken(lay(Side(hand=[blast, SCRAP]), Side(units=[weapon("Wall", 6, 9)]))) == ("pass",)
    assert taken(lay(Side(hand=[siphon]), Side(units=[(GUN, 2)]))) == ("play", "Siphon")
    assert taken(lay(Side(hand=[siphon]), Side(units=[GUN]))) == ("pass",)


def test_it_uses_a_skill_only_if_it_has_an_effect():
    pump = weapon("Pump", 1, 9, skills=[{"skill": {"fuel": 1, "do": [DRAIN]}}])
    assert taken(lay(Side(units=[(pump, 2)]), Side(units=[(GUN, 2)]))) == ("use", "Pump", 0)
    assert taken(lay(Side(units=[(pump, 2)]), Side(units=[GUN]))) == ("pass",)


def test_it_uses_the_secret_plan_of_the_highest_value():
    letter, shot = order("Letter", {"unveil": True}), secret("Shot", {"damage": 6})
    fog = secret("Fog", {"afflict": {"ailment": "down"}})
    duel = lay(Side(hand=[letter], secrets=[fog, shot]), Side(units=[STRONG]))
    assert taken(duel) == ("play", "Letter")
    assert taken(duel.choose("play", "Letter")) == ("pick", "Shot")


def test_it_plays_damage_cards_with_an_effect_and_keeps_the_others():
    leak = damage("Leak", {"logistics": 1})
    duel = attacked(Side(damage=[leak, SCRATCH, SCRATCH]))

    assert taken(duel) == ("play_damage", "Leak")
    assert taken(duel.choose("play_damage", "Leak")) == ("keep", "Scratch")


YOURS, THEIRS = {"whose": "yours"}, {"whose": "theirs"}
LEAK = damage("Leak", {"logistics": 1})


@pytest.mark.parametrize(
    ("do", "ours", "theirs", "plays"),
    [
        ({"draw": 1}, {}, {}, True),
        ({"logistics": 1}, {}, {}, True),
        ({"hit": 1}, {}, {}, True),
        ({"discard": 1}, {}, {"hand": [A]}, True),
        ({"discard": 1}, {}, {}, False),
        ({"discard": {"who": "you"}}, {"hand": [A]}, {}, False),
        ({"discard": {"who": "each"}}, {"hand": [A]}, {"hand": [A]}, False),
        ({"discard": {"who": "each", "count": 2}}, {}, {"hand": [A, A]}, True),
        ({"recover": "weapon"}, {"discard": [GUN]}, {}, True),
        ({"recover": "weapon"}, {"discard": [A]}, {}, False),
        ({"mend": 1}, {"discard": [SCRATCH]}, {}, True),
        ({"mend": 1}, {"discard": [A]}, {"discard": [SCRATCH]}, False),
        ({"unveil": True}, {"secrets": [secret("Spark", {"logistics": 1})]}, {}, True),
        ({"unveil": True}, {"secrets": [secret("Blank")]}, {}, False),
        ({"may": [{"discard": {"who": "you"}}]}, {"hand": [A]}, {}, False),
        ({"either": {"one": [{"discard": {"who": "you"}}], "other": [{"logistics": 1}]}}, {"hand": [A]}, {}, True),
        ({"roll": {"low": [{"logistics": 1}], "high": []}}, {}, {}, True),
        ({"roll": {"low": [{"discard": {"who": "you"}}], "high": []}}, {"hand": [A]}, {}, False),
        ({"if": {"when": {"hand": 0}, "do": [{"logistics": 1}]}}, {}, {}, False),
        ({"if": {"when": {"damage_left": 5}, "do": [{"logistics": 1}]}}, {}, {}, True),
        ({"damage": 4}, {}, {"units": [GUN]}, True),
        ({"damage": 2}, {}, {"units": [GUN]}, False),
        ({"damage": 2}, {}, {"units": [GUN], "hurt": {"Gun": 2}}, True),
        ({"damage": {"amount": 4, "what": YOURS}}, {"units": [GUN]}, {}, False),
        ({"destroy": {"what": THEIRS}}, {}, {"units": [GUN]}, True),
        ({"destroy": {"what": YOURS}}, {"units": [GUN]}, {}, False),
        ({"destroy": {"what": {"every": True}}}, {"units": [STRONG]}, {"units": [GUN]}, False),
        ({"destroy": {"what": {"every": True}}}, {"units": [GUN]}, {"units": [STRONG]}, True),
        ({"return": {"what": THEIRS}}, {}, {"units": [STRONG]}, True),
        ({"return": {"what": THEIRS}}, {}, {"units": [WEAK]}, False),
        ({"boost": {"firepower": 1, "what": YOURS}}, {"units": [(GUN, 1)]}, {}, True),
        ({"boost": {"firepower": 1, "what": YOURS}}, {"units": [GUN]}, {}, False),
        ({"boost": {"armour": 1, "what": YOURS}}, {"units": [(GUN, 1)]}, {}, False),
        ({"boost": {"firepower": 4, "what": THEIRS}}, {}, {"units": [(GUN, 1)]}, False),
        ({"boost": {"firepower": -2, "what": THEIRS}}, {}, {"units": [(GUN, 1)]}, True),
        ({"afflict": "down"}, {}, {"units": [(WEAK, 1)]}, True),
        ({"afflict": "down"}, {}, {"units": [WEAK]}, False),
        ({"afflict": "jammed"}, {}, {"units": [(STRONG, 1)]}, True),
        ({"afflict": "cut_off"}, {}, {"units": [(STRONG, 1)]}, False),
        ({"ready": {"what": YOURS}}, {"units": [(STRONG, 9)]}, {}, False),
        ({"drain": 1}, {}, {"units": [(WEAK, 1)]}, True),
        ({"supply": {"count": 1, "what": YOURS}}, {"units": [GUN], "discard": [A]}, {}, True),
        ({"supply": {"count": 1, "what": YOURS}}, {"units": [GUN]}, {}, False),
        ({"supply": {"count": 1, "what": YOURS}}, {"units": [(GUN, 2)], "discard": [A]}, {}, False),
        ({"supply": {"count": 1, "source": "operation", "what": YOURS}}, {"units": [GUN]}, {}, True),
        ({"supply": {"count": 1, "source": "hand", "what": YOURS}}, {"units": [GUN], "hand": [A]}, {}, False),
    ],
)  # fmt: skip
def test_an_order_is_played_if_its_effect_is_good(do: Any, ours: Any, theirs: Any, plays: bool):
    mine = ours | {"hand": [order("Order", do), *ours.get("hand", ())]}

    assert (taken(lay(Side(**mine), Side(**theirs))) == ("play", "Order")) == plays


@pytest.mark.parametrize(
    ("skill", "plays"),
    [
        ({"aura": {"to": YOURS, "firepower": 1}}, True),
        ({"aura": {"to": YOURS, "firepower": -1}}, False),
        ({"aura": {"to": YOURS, "armour": 1}}, True),
        ({"convoy": {"dice": 1}}, True),
        ({"convoy": {"dice": -1}}, False),
        ({"on": {"happens": "standby", "do": [{"logistics": 1}]}}, True),
    ],
)
def test_a_facility_is_played_for_the_value_of_its_skills(skill: Any, plays: bool):
    duel = lay(Side(units=[(GUN, 1)], hand=[facility("Camp", skill), A]))
    assert (taken(duel) == ("play", "Camp")) == plays

    assert taken(lay(Side(hand=[facility("Shed"), A]))) == ("pass",)


def test_battle_effects_are_kept_after_the_battle():
    fog = order("Fog", {"afflict": "down"})
    side, foe = Side(units=[(WEAK, 1)], hand=[fog]), Side(units=[(WEAK, 1)])
    assert taken(lay(side, foe)) == ("play", "Fog")

    after = lay(side, foe, step="battle").choose("attack", "Weak").choose("aim_player", BOB).to("main2")
    assert taken(after) == ("pass",)


def test_a_skill_is_not_worth_the_fuel_of_the_next_attack():
    pump = weapon("Pump", 1, 9, skills=[{"skill": {"fuel": 1, "do": [{"logistics": 1}]}}])
    assert taken(lay(Side(units=[(pump, 2)]))) == ("use", "Pump", 0)
    assert taken(lay(Side(units=[(pump, 1)]))) == ("pass",)


def test_it_guards_what_is_worth_more_with_what_is_worth_less():
    ram = weapon("Ram", 6, 9)
    duel = lay(Side(units=[(ram, 1)]), Side(units=[(STRONG, 1), (WEAK, 1)]), step="battle").choose("attack", "Ram")
    assert taken(duel.choose("aim", "Strong")) == ("guard", "Weak", "Strong")

    duel = lay(Side(units=[(ram, 1)]), Side(units=[(STRONG, 1), WEAK]), step="battle").choose("attack", "Ram")
    assert taken(duel.choose("aim", "Weak")) == ("pass",)


@pytest.mark.parametrize(
    ("attacker", "defender", "hurt", "answer"),
    [
        (weapon("Ram", 6, 6), weapon("Post", 6, 6, range="middle"), {}, "counter"),  # it strikes first
        (weapon("Ram", 6, 6, range="middle"), weapon("Post", 6, 6), {}, "pass"),  # the attacker strikes first
        (weapon("Ram", 6, 6), weapon("Post", 6, 1), {}, "counter"),  # both are destroyed, and the guard is worth less
        (weapon("Ram", 6, 9), weapon("Post", 6, 6), {}, "pass"),  # the attacker survives
        (weapon("Ram", 6, 9), weapon("Post", 6, 9), {}, "counter"),  # both survive
        (weapon("Ram", 6, 9), weapon("Post", 6, 9), {"Post": 4}, "pass"),  # a damaged unit is destroyed sooner
        (weapon("Ram", 6, 9), weapon("Post", 0, 9), {}, "pass"),  # it has no firepower
    ],
)
def test_it_counters_what_it_can_beat(attacker: Any, defender: Any, hurt: Any, answer: str):
    duel = lay(Side(units=[(attacker, 1)]), Side(units=[(defender, 1)], hurt=hurt), step="battle")

    assert taken(duel.choose("attack", "Ram").choose("aim", "Post"))[0] == answer


def test_it_does_not_guard_if_the_unit_is_worth_more_than_the_damage():
    ram = weapon("Ram", 1, 9, range="long")
    assert taken(attacked(Side(units=[(weapon("Dear", 4, 1), 1)]), by=ram)) == ("pass",)
    assert taken(attacked(Side(units=[(weapon("Dear", 4, 1), 1)], damage=()), by=ram)) == ("guard_player", "Dear")


def test_it_discards_the_worst_card_in_hand_and_recovers_the_best_card():
    toss = order("Toss", {"discard": {"who": "you"}})
    duel = lay(Side(hand=[toss, STRONG, WEAK])).choose("play", "Toss")
    assert taken(duel) == ("pick", "Weak")

    dig = order("Dig", {"recover": "weapon"})
    assert taken(lay(Side(hand=[dig], discard=[WEAK, STRONG])).choose("play", "Dig")) == ("pick", "Strong")


def test_it_pays_with_the_card_of_lowest_value():
    burning = lay(Side(units=[(GUN, STRONG, WEAK)]), step="battle").choose("attack", "Gun")
    assert taken(burning) == ("burn", "Weak")

    talk, dear = order("Talk", {"logistics": 1}, cost=9), weapon("Dear", 6, 6, cost=1)
    assert taken(lay(Side(hand=[dear, talk, A])).choose("produce", "Dear")) == ("pay", "A")


def test_of_equal_units_it_destroys_the_one_with_fuel():
    full, blast = weapon("Full", 3, 4), order("Blast", {"destroy": {"what": THEIRS}})
    fuelled: Fuelled = (full, 2)
    for units in ([GUN, fuelled], [fuelled, GUN]):
        assert taken(lay(Side(hand=[blast]), Side(units=units)).choose("play", "Blast")) == ("pick", "Full")


def test_a_weapon_with_more_targets_or_skills_has_a_higher_value():
    for plain, better in (
        (weapon("Plain", 4, 4, cost=1), weapon("Better", 4, 4, cost=1, all=True)),
        (weapon("Plain", 4, 4, cost=1), weapon("Better", 4, 4, cost=1, targets=2)),
        (weapon("Plain", 4, 4, cost=1), weapon("Better", 4, 4, cost=1, skills=[HORN_SKILL])),
        (weapon("Plain", 4, 4, cost=1), weapon("Better", 4, 4, cost=1, skills=[{"on": {"happens": "hits", "do": []}}])),
        (weapon("Plain", 4, 4, cost=3), weapon("Better", 4, 4, cost=1)),
        (weapon("Plain", 4, 4, cost=1), weapon("Better", 4, 4, cost=1, consumption=0)),
    ):
        for hand in ([plain, better, A, A, A], [better, plain, A, A, A]):
            assert taken(lay(Side(hand=hand))) == ("produce", "Better")


def test_a_defeated_bot_without_cards_gives_its_turn_to_the_player_furthest_behind():
    sides = [Side(), Side(damage=[SCRATCH] * 3), Side(damage=[SCRATCH] * 2)]
    for own, answer in ((Side(), ("give", CAROL)), (Side(hand=[A]), None), (Side(units=[GUN]), None)):
        own.defeated = True
        duel = lay(own, *sides[1:], variant=MULTIPLAYER, step="standby")
        assert duel.asked == (ALICE, "skip")
        assert taken(duel) == (answer or ("take_turn",))


def test_it_supplies_a_unit_without_fuel_for_an_attack_and_a_defence():
    assert taken(lay(Side(units=[(STRONG, 2), (GUN, 1)], discard=[A]), step="end")) == ("supply", "Gun")
    assert taken(lay(Side(units=[(STRONG, 1), (GUN, 1)], discard=[A]), step="end")) == ("supply", "Strong")
    assert taken(lay(Side(units=[(STRONG, 3), (GUN, 2)], discard=[A]), step="end")) == ("supply", "Strong")


@pytest.mark.clause("HAG-4.5.3")
@pytest.mark.parametrize(
    "skill",
    [
        {"hand": 1, "do": [{"recover": {"type": "weapon"}}]},
        {"fuel": 1, "do": [{"supply": 1}, {"boost": {"firepower": 1}}]},
    ],
)
def test_a_skill_that_pays_for_itself_does_not_make_an_endless_turn(skill: dict[str, Any]):
    mill = weapon("Mill", 1, 9, skills=[{"skill": skill}])
    duel = lay(Side(units=[(mill, 3)], hand=[HULK] * 2, discard=[HULK] * 2), Side())
    search = SearchBot(RULESET, [HULK, SCRAP, SCRATCH], RandomStream(b"mill", "mill"))
    while duel.game.turn_length <= MAX_TURN_ENTRIES or duel.asked != (ALICE, "main"):
        assert taken(duel) != ("pass",)
        duel.game.choose(RULESET.greedy_bot(duel.game))

    assert (taken(duel), search(duel.game)) == (("pass",), ("pass",))
