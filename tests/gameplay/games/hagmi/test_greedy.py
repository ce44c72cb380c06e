"""What the greedy bot takes, one question at a time."""

from typing import Any

from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.sentences import OPTIONS
from gameplay.games.hagmi.variants import TEAM
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, damage, order, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, DAVE, Duel, Side, lay

GUN = weapon("Gun", 3, 4)
WEAK, STRONG = weapon("Weak", 1, 1), weapon("Strong", 6, 6)
LONG = weapon("Long", 4, 2, range="long")
A = order("A", cost=9)


def taken(duel: Duel) -> tuple[Any, ...]:
    """What the bot answers, by name."""
    return duel.named(OPTIONS, RULESET.greedy(duel.game))


def attacked(bob: Side, by: Any = GUN) -> Duel:
    duel = lay(Side(units=[(by, 1)]), bob, step="battle").choose("attack", by.name)
    return duel.choose("aim_player", BOB) if duel.asked == (ALICE, "aim") else duel


def test_it_produces_the_stronger_weapon_and_pays_with_the_weakest_card():
    dear = weapon("Dear", 6, 6, cost=1)
    duel = lay(Side(hand=[WEAK, dear, STRONG, SCRAP]))
    assert taken(duel) == ("produce", "Dear")

    duel.choose("produce", "Dear")
    assert taken(duel) == ("pay", "Weak")


def test_it_does_not_produce_what_could_not_fight():
    hungry, fed = weapon("Hungry", 1, 2, consumption=1), weapon("Fed", 1, 2, consumption=0)

    assert taken(lay(Side(hand=[hungry, fed]))) == ("produce", "Fed")


def test_it_attacks_with_firepower_only():
    assert taken(lay(Side(units=[(weapon("Toy", 0, 1), 1)]), step="battle")) == ("pass",)
    assert taken(lay(Side(units=[(WEAK, 1), (STRONG, 1)]), step="battle")) == ("attack", "Strong")


def test_it_takes_the_player_who_falls_or_the_unit_that_is_worth_more():
    empty = lay(Side(units=[(GUN, 1)]), Side(units=[STRONG], damage=()), step="battle").choose("attack", "Gun")
    assert taken(empty) == ("aim_player", BOB)
    prey = weapon("Prey", 9, 3)
    full = lay(Side(units=[(GUN, 1)]), Side(units=[prey, STRONG]), step="battle").choose("attack", "Gun")
    assert taken(full) == ("aim", "Prey")


def test_it_does_not_strike_at_who_cannot_be_defeated_yet():
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


def test_it_produces_in_an_emergency_what_can_fight():
    able, unable = weapon("Able", 4, 4, cost=1), weapon("Unable", 4, 4, cost=1, consumption=2)
    duel = attacked(Side(hand=[unable, able, A], damage=()))
    assert taken(duel) == ("emergency", "Able")

    assert taken(attacked(Side(hand=[unable, A]), by=WEAK)) == ("pass",)
    strong, weak = weapon("Fine", 9, 9, cost=1), weapon("Thin", 0, 1, cost=1)
    assert taken(attacked(Side(hand=[weak, strong, A], damage=[SCRATCH]))) == ("emergency", "Fine")


def test_it_feeds_a_unit_that_could_not_attack():
    hungry = lay(Side(units=[GUN], hand=[A, A, STRONG, WEAK]), step="end")
    assert taken(hungry) == ("load", "Weak", "Gun")
    sated = lay(Side(units=[(GUN, 1)], hand=[A, A, STRONG, WEAK]), step="end")
    assert taken(sated) == ("enough",)
    assert taken(lay(Side(units=[GUN], hand=[A, A]), step="end")) == ("enough",)


def test_it_resupplies_who_lacks_fuel():
    assert taken(lay(Side(units=[(STRONG, 9), GUN], discard=[A]), step="end")) == ("supply", "Gun")


HORN_SKILL = {"skill": {"once": True, "do": [{"boost": {"firepower": 1, "what": {"whose": "yours"}}}]}}
HORN = weapon("Horn", 1, 9, skills=[HORN_SKILL])
DRAIN = {"drain": {"count": 2, "what": {"whose": "theirs"}}}


def test_texts_take_what_falls_and_else_the_best_of_an_opponents_cards():
    blast = order("Blast", {"damage": 1})
    assert taken(lay(Side(hand=[blast]), Side(units=[GUN, STRONG])).choose("play", "Blast")) == ("pick", "Strong")
    assert taken(lay(Side(hand=[blast]), Side(units=[STRONG, WEAK])).choose("play", "Blast")) == ("pick", "Weak")


def test_texts_help_the_best_of_ones_own_that_can_make_use_of_it():
    assert taken(lay(Side(units=[WEAK, HORN, STRONG])).choose("use", "Horn", 0)) == ("pick", "Strong")
    fed = lay(Side(units=[(WEAK, 1), HORN, STRONG])).choose("use", "Horn", 0)
    assert taken(fed) == ("pick", "Weak")


def test_it_plays_an_order_that_is_worth_its_cost_and_holds_one_that_does_nothing():
    blast, siphon = order("Blast", {"damage": 6}, cost=1), order("Siphon", DRAIN)
    assert taken(lay(Side(hand=[blast, SCRAP]), Side(units=[STRONG]))) == ("play", "Blast")
    assert taken(lay(Side(hand=[blast, SCRAP]), Side(units=[weapon("Wall", 6, 9)]))) == ("pass",)
    assert taken(lay(Side(hand=[siphon]), Side(units=[(GUN, 2)]))) == ("play", "Siphon")
    assert taken(lay(Side(hand=[siphon]), Side(units=[GUN]))) == ("pass",)


def test_it_uses_a_skill_only_if_something_comes_of_it():
    pump = weapon("Pump", 1, 9, skills=[{"skill": {"fuel": 1, "do": [DRAIN]}}])
    assert taken(lay(Side(units=[(pump, 2)]), Side(units=[(GUN, 2)]))) == ("use", "Pump", 0)
    assert taken(lay(Side(units=[(pump, 2)]), Side(units=[GUN]))) == ("pass",)


def test_it_carries_out_the_secret_plan_that_does_most_now():
    letter, shot = order("Letter", {"unveil": True}), secret("Shot", {"damage": 6})
    fog = secret("Fog", {"afflict": {"ailment": "down"}})
    duel = lay(Side(hand=[letter], secrets=[fog, shot]), Side(units=[STRONG]))
    assert taken(duel) == ("play", "Letter")
    assert taken(duel.choose("play", "Letter")) == ("pick", "Shot")


def test_it_plays_damage_cards_that_do_something_and_keeps_the_others():
    leak = damage("Leak", {"logistics": 1})
    duel = attacked(Side(damage=[leak, SCRATCH, SCRATCH]))

    assert taken(duel) == ("play_damage", "Leak")
    assert taken(duel.choose("play_damage", "Leak")) == ("keep", "Scratch")
