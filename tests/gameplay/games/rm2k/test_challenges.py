"""Challenges (RM-8.*)."""

from typing import Any

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from gameplay.games.rm2k.terms import Card
from tests.gameplay.games.rm2k.cards import KILL, VP, attach, challenge, event, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, lay

ANN, ART = user("Ann", 3, gamer=3), user("Art", 3, gamer=2)
BEN, BEA = user("Ben", 3, gamer=4), user("Bea", 3, gamer=1)
WON, LOST = {"score": 2}, {"score": 5}


def match(kind: str = "attack", **facts: Any) -> Card:
    return challenge("Match", kind, **({"cost": 0, "skill": "gamer", "win": [WON], "lose": [LOST]} | facts))


def fight(kind: str, *answers: str, ours: Any = (ANN, ART), theirs: Any = (BEN, BEA), **facts: Any) -> Duel:
    """Alice plays a Challenge of this kind; ``answers`` are the participants, "enough" ends a choice."""
    sides = Side(users=ours, hand=[match(kind, **facts)], vp=5), Side(users=theirs, vp=5)
    game = lay(*sides, step="challenge")
    game.choose("instant", "Match", game.table.cards[game.table.users[ALICE][0]].name)
    for answer in answers:
        assert game.asked is not None
        code = "enough" if answer == "enough" else game.asked[1].rstrip("s")
        game.choose(*([code] if code == "enough" else [code, answer]))
    return game


def decided(game: Duel) -> tuple[tuple[Any, ...], list[int]]:
    """Return the totals without answers and the VP of both sides: 2 for a winner, 5 for a loser."""
    game.passes(ALICE, BOB)
    (totals,) = game.events("totals")
    return totals[1:], [vp - 5 for vp in game.table.vp]


@pytest.mark.clause("RM-8.1.1", "RM-8.1.2", "RM-OP-18")
def test_attack_one_against_one_both_chosen_by_its_player():
    game = fight("attack")
    assert (game.asked, game.may("attacker")) == ((ALICE, "attacker"), {"Ann", "Art"})
    game.choose("attacker", "Ann")
    assert (game.asked, game.may("defender")) == ((ALICE, "defender"), {"Ben", "Bea"})
    game.choose("defender", "Bea")
    assert decided(game) == ((3, 1), [2, 5])


@pytest.mark.clause("RM-8.1.1", "RM-8.1.3", "RM-8.1.7")
def test_multi_tech_any_number_against_one():
    game = fight("multi_tech")
    assert game.options == [("attacker", "Ann"), ("attacker", "Art")]  # at least one
    game.choose("attacker", "Ann")
    assert game.options == [("enough",), ("attacker", "Art")]
    game.choose("attacker", "Art")
    assert game.asked == (ALICE, "defender")
    game.choose("defender", "Ben")
    assert decided(game) == ((5, 4), [2, 5])


@pytest.mark.clause("RM-8.1.1", "RM-8.1.4")
def test_duel_the_opponent_chooses_the_defender():
    game = fight("duel", "Ann")
    assert (game.asked, game.may("defender")) == ((BOB, "defender"), {"Ben", "Bea"})
    game.choose("defender", "Ben")
    assert decided(game) == ((3, 4), [5, 2])


@pytest.mark.clause("RM-8.1.1", "RM-8.1.5", "RM-8.1.7")
def test_team_any_number_against_any_number():
    game = fight("team", "Ann", "enough")
    assert game.asked == (BOB, "defenders")
    assert ("enough",) not in game.options
    game.choose("defender", "Bea").choose("defender", "Ben")
    assert game.events("defends") == [("Bea",), ("Ben",)]
    assert decided(game) == ((3, 5), [5, 2])


@pytest.mark.clause("RM-8.1.1", "RM-8.1.6", "RM-8.2.7", "RM-8.2.8", "RM-OP-18")
@pytest.mark.parametrize(("value", "gained"), [(2, [2, 0]), (3, [0, 0]), (4, [5, 0])])
def test_personal_one_against_the_defense_value(value: int, gained: list[int]):
    game = fight("personal", "Ann", defender=value)
    assert game.events("defends") == []
    assert decided(game) == ((3, value), gained)


@pytest.mark.clause("RM-8.1.7", "RM-OP-18")
def test_without_a_possible_defender_no_challenge_is_activated():
    game = fight("attack", "Ann", "Bea", ours=[ANN, user("Cy", 3)])
    game.passes(ALICE, BOB)
    game.table.hand[ALICE].append(game.table.discard[ALICE].pop())
    game.table.fought.add(game.id("Cy"))
    assert game.asked == (ALICE, "challenge_phase")
    with pytest.raises(NotAnOptionError) as refused:
        game.game.choose(("instant", game.id("Match"), game.id("Ann")))
    assert refused.value.code == "not_an_option"


@pytest.mark.clause("RM-8.1.8", "RM-3.4.5")
def test_a_user_that_has_attacked_is_neither_offered_again_nor_accepted():
    again = challenge("Again", "attack", cost=0, skill="gamer")
    game = lay(Side(users=[ANN, ART], hand=[match("attack"), again]), Side(users=[BEN]), step="challenge")
    game.choose("instant", "Match", "Ann").choose("attacker", "Ann").passes(ALICE, BOB)
    game.choose("instant", "Again", "Ann")
    assert game.events("attacks") == [("Ann",), ("Art",)]
    before = game.table.fingerprint()
    with pytest.raises(NotAnOptionError):
        game.game.choose(("attacker", game.id("Ann")))
    assert game.table.fingerprint() == before


@pytest.mark.clause("RM-8.1.9", "RM-OP-25")
def test_totals_are_computed_after_the_answers_without_users_that_have_left():
    kick, tune = event("Kick", KILL, cost=0), event("Tune", {"tune": {"skill": "gamer", "amount": 4}}, cost=0)
    game = lay(
        Side(users=[ANN, ART], hand=[match("team"), tune]), Side(users=[BEN, BEA], hand=[kick]), step="challenge"
    )
    game.choose("instant", "Match", "Ann").choose("attacker", "Ann").choose("attacker", "Art")
    game.choose("defender", "Ben").choose("defender", "Bea")
    game.choose("instant", "Tune", "Ann").passes(BOB).choose("aim", "Ann")
    game.choose("instant", "Kick", "Ben").passes(ALICE).choose("aim", "Art")
    game.passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 3 + 4, 5)]


# --- totals ---------------------------------------------------------------------------------


@pytest.mark.clause("RM-8.2.1", "RM-8.2.3", "RM-8.2.4", "RM-1.9")
def test_the_bonuses_count_for_each_user():
    game = fight("team", "Ann", "Art", "Ben", "Bea", attacker=2, defender=-1)
    assert decided(game)[0] == (3 + 2 + 2 * 2, 4 + 1 - 2)


@pytest.mark.clause("RM-8.2.2", "RM-8.2.3", "RM-1.7")
def test_all_other_bonuses_count_once():
    banner = attach("Banner", {"edge": 3})
    text = [{"edge": {"amount": 5, "to": "attackers"}}, {"edge": {"amount": -2, "to": "defenders"}}]
    game = fight("team", "Ann", "Art", "Ben", "Bea", ours=[On(ANN, [banner]), ART], text=text)
    assert decided(game)[0] == (3 + 2 + 3 + 5, 4 + 1 - 2)


@pytest.mark.clause("RM-8.2.2", "RM-8.2.3")
@pytest.mark.parametrize(
    ("boost", "side", "totals"),
    [({"amount": 7}, "defenders", (2, 12)), ({"amount": -3, "theirs": True}, "attackers", (-1, 5))],
)
def test_a_bonus_of_an_event_counts_once_for_the_side_of_its_player(
    boost: dict[str, Any], side: str, totals: tuple[int, int]
):
    cheer = event("Cheer", {"boost": boost}, cost=0)
    sides = Side(users=[ART], hand=[match("team")]), Side(users=[BEN, BEA], hand=[cheer])
    game = lay(*sides, step="challenge").choose("instant", "Match", "Art")
    game.choose("defender", "Ben").choose("defender", "Bea")
    game.passes(ALICE).choose("instant", "Cheer", "Ben").passes(ALICE, ALICE, BOB)
    assert game.events("boosted") == [(side, boost["amount"])]
    assert game.events("totals") == [("Match", *totals)]


@pytest.mark.clause("RM-8.2.4")
def test_levels_are_those_of_the_challenges_skill_with_what_changes_them():
    pen = attach("Pen", {"level": {"skill": "gamer", "amount": 2}}, {"level": {"skill": "argue", "amount": 9}})
    game = fight("attack", "Ann", "Bea", ours=[On(ANN, [pen]), ART])
    assert decided(game)[0] == (5, 1)


@pytest.mark.clause("RM-8.2.5", "RM-8.2.9", "RM-8.2.10")
@pytest.mark.parametrize(("attacker", "gained"), [(2, [2, 5]), (0, [5, 2])])
def test_the_higher_total_wins_and_each_side_gets_what_the_card_says(attacker: int, gained: list[int]):
    game = fight("attack", "Ann", "Ben", attacker=attacker)
    assert decided(game)[1] == gained
    assert game.zone("discard", ALICE) == ["Match"]


@pytest.mark.clause("RM-8.2.9")
def test_users_trigger_on_winning_and_losing():
    def on(happens: str, points: int) -> dict[str, Any]:
        return {"on": {"happens": happens, "do": [{"score": points}]}}

    hero = user("Hero", gamer=9, text=[on("wins", 10), on("loses", 20)])
    goat = user("Goat", text=[on("wins", 30), on("loses", 40)])
    game = fight("attack", ours=[hero], theirs=[goat], win=[], lose=[])
    assert decided(game)[1] == [10, 40]


@pytest.mark.clause("RM-8.2.6")
def test_equal_totals_have_no_effect():
    game = fight("attack", "Ann", "Ben", attacker=1)
    assert decided(game) == ((4, 4), [0, 0])
    assert game.events("drawn") == [("Match",)]
    assert game.zone("discard", ALICE) == ["Match"]


# --- All-Fail -------------------------------------------------------------------------------


@pytest.mark.clause("RM-8.3.1", "RM-8.3.2", "RM-8.3.4", "RM-OP-18")
@pytest.mark.parametrize(("attacker", "defender"), [(-4, -9), (-9, -6), (-4, -5)])
def test_two_negative_totals_both_lose(attacker: int, defender: int):
    game = fight("attack", "Ann", "Ben", attacker=attacker, defender=defender)
    assert decided(game)[1] == [5, 5]
    assert game.events("all_fail") == [("Match",)]


@pytest.mark.clause("RM-8.3.3")
@pytest.mark.parametrize(("attacker", "defender", "gained"), [(-3, -9, [2, 5]), (-9, -4, [5, 2])])
def test_a_total_of_0_is_not_negative(attacker: int, defender: int, gained: list[int]):
    assert decided(fight("attack", "Ann", "Ben", attacker=attacker, defender=defender))[1] == gained


@pytest.mark.clause("RM-8.3.5", "RM-OP-18")
def test_a_personal_challenge_cannot_all_fail():
    game = fight("personal", "Ann", attacker=-6, defender=-5)
    assert decided(game) == ((-3, -5), [2, 0])
    assert game.events("all_fail") == []


# --- more than two players ------------------------------------------------------------------


@pytest.mark.clause("RM-9.6", "RM-OP-21")
def test_with_several_opponents_the_player_chooses_one():
    sides = [Side(users=[each], hand=[]) for each in (BEN, user("Cat", gamer=1))]
    game = lay(Side(users=[ANN], hand=[match("duel")]), *sides, step="challenge").choose("instant", "Match", "Ann")
    assert game.options == [("against", BOB), ("against", CAROL)]
    game.choose("against", CAROL).passes(ALICE, BOB, CAROL)
    assert game.events("defends") == [("Cat",)]
    assert game.table.vp == [2, 0, 5]


def test_effects_on_an_opponent_affect_the_other_side_of_the_challenge():
    steal = match("attack", win=[{"score": {"amount": 1, "who": "opponent"}}, VP], lose=[])
    game = lay(Side(users=[ANN], hand=[steal]), Side(users=[BEN]), Side(users=[user("Cat")]), step="challenge")
    game.choose("instant", "Match", "Ann").choose("against", CAROL).passes(ALICE, BOB, CAROL)
    assert game.table.vp == [1, 0, 1]
