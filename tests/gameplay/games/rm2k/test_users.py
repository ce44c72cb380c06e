"""Immunity and Limbo (RM-6.*)."""

from typing import Any

import pytest

from tests.gameplay.games.rm2k.cards import HURT, VP, attach, challenge, event, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, On, Side, lay

ANN, BEN = user("Ann", 3, gamer=2), user("Ben", 3)
DEAF, NIL = user("Deaf", 3, immune=["script"]), user("Nil", 3, script=0)
CODE = event("Code", HURT, cost=1, skill="script")


@pytest.mark.clause("RM-6.1")
def test_no_card_of_the_skill_is_played_on_an_immune_user():
    game = lay(Side(users=[ANN], hand=[CODE]), Side(users=[DEAF, NIL, BEN]))
    game.choose("instant", "Code", "Ann").passes(BOB)
    assert game.may("aim") == {"Nil", "Ben"}


@pytest.mark.clause("RM-6.1", "RM-6.7.4")
@pytest.mark.parametrize(
    ("do", "event_", "reached"),
    [
        ({"lag": {"whom": "each"}}, "lagged", ["Ann", "Deaf", "Nil"]),
        ({"lag": {"whom": "each", "what": {"whose": "theirs"}}}, "lagged", ["Deaf", "Nil"]),
        ({"tune": {"skill": "script", "whom": "each", "what": {"whose": "theirs"}}}, "tuned", ["Deaf", "Nil"]),
        ({"bandwidth": {"whom": "each"}}, "bent", ["Ann", "Deaf", "Nil"]),
    ],
)
def test_effects_on_each_user_affect_immune_users(do: dict[str, Any], event_: str, reached: list[str]):
    """Only for Users in Limbo, the source says "immune to any effects"."""
    wave = event("Wave", do, cost=0, skill="script")
    game = lay(Side(users=[ANN], hand=[wave]), Side(users=[DEAF, NIL], limbo=[user("New", immune=["script"])]))
    game.choose("instant", "Wave", "Ann").passes(BOB)

    assert [each[0] for each in game.events(event_)] == reached


@pytest.mark.clause("RM-6.1", "RM-6.6", "RM-8.2.9")
def test_effects_on_fighters_affect_immune_users():
    match = challenge("Match", cost=0, skill="script", attacker=1, lose=[{"lag": {"whom": "fighters"}}])
    game = lay(Side(users=[ANN], hand=[match]), Side(users=[DEAF]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)

    assert game.events("lagged") == [("Deaf", 1)]


@pytest.mark.clause("RM-6.1")
@pytest.mark.parametrize("do", ["delete", "return"])
def test_an_immune_user_cannot_be_chosen_for_any_text_of_the_skill(do: str):
    text = event("Text", {do: {"what": {"type": "user"}}}, cost=0, skill="script")
    game = lay(Side(users=[ANN], hand=[text]), Side(users=[DEAF, NIL]))
    game.choose("instant", "Text", "Ann").passes(BOB)

    assert game.may("aim") == {"Ann", "Nil"}


@pytest.mark.clause("RM-6.1", "RM-7.1.2")
def test_an_immune_user_cannot_have_an_attach_of_the_skill():
    curse = attach("Curse", theirs=True, skill="script", cost=0)
    game = lay(Side(users=[On(ANN, syncing=curse)]), Side(users=[DEAF, NIL, BEN]))
    game.choose("activate", "Curse")
    assert game.may("host") == {"Nil", "Ben"}
    alone = lay(Side(users=[On(ANN, syncing=curse)]), Side(users=[DEAF]))
    alone.choose("activate", "Curse")
    assert alone.zone("discard", ALICE) == ["Curse"]


@pytest.mark.clause("RM-6.2", "RM-6.3", "RM-6.5", "RM-OP-16", "RM-1.10")
def test_an_immune_user_neither_carries_nor_pays_for_it_but_a_level_of_0_does():
    game = lay(Side(users=[DEAF, NIL], hand=[CODE]), Side(users=[BEN]))
    assert {carrier for card, carrier in game.may("sync") if card == "Code"} == {"Nil"}
    assert {carrier for card, carrier in game.may("sync") if card == "Blank"} == {"Nil", "Deaf"}
    assert game.may("instant") == {("Code", "Nil")}
    game.choose("sync", "Code", "Nil")
    assert game.may("pay") == {("Nil", "Code")}


@pytest.mark.clause("RM-6.4", "RM-6.6", "RM-OP-16", "RM-1.6")
def test_an_immune_user_attacks_and_defends_with_0():
    match = challenge("Match", cost=0, skill="script", attacker=1, defender=1, win=[VP])
    game = lay(
        Side(users=[DEAF, On(NIL, syncing=match)]), Side(users=[user("Mute", immune=["script"])]), step="challenge"
    )
    game.choose("activate", "Match")
    assert game.may("attacker") == {"Deaf", "Nil"}
    game.choose("attacker", "Deaf").passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 1, 1)]


# --- Limbo ----------------------------------------------------------------------------------


def with_limbo() -> Duel:
    """Return a game in which Alice has a User in Limbo and one in play."""
    new = user("New", 5, gamer=9, use={"do": [VP], "lag": 0}, text=[{"on": {"happens": "ends", "do": [VP]}}])
    deep, match = event("Deep", VP, cost=3), challenge("Match", cost=0, skill="gamer")
    return lay(Side(users=[On(ANN, syncing=deep)], hand=[match], limbo=[new]), Side(users=[BEN]))


@pytest.mark.clause("RM-6.7.1", "RM-6.7.5")
def test_an_activated_user_is_in_limbo_until_the_draw_phase():
    game = lay(Side(users=[On(ANN, syncing=user("New", cost=1), tokens=1)]), Side(users=[BEN]))
    game.choose("activate", "New")
    assert (game.zone("limbo", ALICE), game.zone("users", ALICE)) == (["New"], ["Ann"])
    game.passes(ALICE, ALICE)
    assert (game.zone("limbo", ALICE), game.zone("users", ALICE)) == ([], ["Ann", "New"])


@pytest.mark.clause("RM-6.7.2", "RM-6.7.3", "RM-6.7.6")
def test_a_user_in_limbo_cannot_pay_carry_or_use_abilities():
    game = with_limbo()
    assert game.may("pay") == {("Ann", "Deep")}
    assert game.may("use") == set()
    assert game.may("sync") == set()


@pytest.mark.clause("RM-6.7.3", "RM-6.7.4")
def test_the_text_of_a_user_in_limbo_does_nothing():
    game = with_limbo().passes(ALICE, ALICE)
    assert game.table.vp[ALICE] == 0
    game.passes(BOB, BOB, ALICE, ALICE)
    assert game.table.vp[ALICE] == 1


@pytest.mark.clause("RM-6.7.6", "RM-OP-12")
def test_a_user_in_limbo_cannot_attack_or_defend():
    match = challenge("Match", cost=0, skill="gamer")
    game = lay(
        Side(users=[ANN, user("Art")], hand=[match], limbo=[user("New")]),
        Side(users=[BEN, user("Bo")], limbo=[user("Newer")]),
        step="challenge",
    )
    game.choose("instant", "Match", "Ann")
    assert game.may("attacker") == {"Ann", "Art"}
    game.choose("attacker", "Art")
    assert game.may("defender") == {"Ben", "Bo"}


@pytest.mark.clause("RM-6.7.4")
def test_a_user_in_limbo_is_not_affected_by_any_player():
    help_ = event("Help", {"tune": {"skill": "gamer"}}, cost=0)
    each = event("Each", {"lag": {"whom": "each"}}, cost=0)
    sides = (Side(users=[ANN], hand=[help_, each], limbo=[user("New")]), Side(users=[BEN], limbo=[user("Newer")]))
    game = lay(*sides).choose("instant", "Help", "Ann").passes(BOB)
    assert game.may("aim") == {"Ann", "Ben"}
    game.choose("aim", "Ann").choose("instant", "Each", "Ann").passes(BOB)
    assert game.events("lagged") == [("Ann", 1), ("Ben", 1)]
