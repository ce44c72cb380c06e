"""A choice that is not offered is refused with the right reason and clause."""

from typing import Any

import pytest

from gameplay.games.rm2k.reasons import REASONS
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.refusals import Refusal, refusal_cases, refused, uses
from tests.gameplay.games.rm2k.cards import BLANK, HURT, VP, attach, challenge, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, Duel, On, Side, begin, lay

ANN, ART, BEN, BEA = user("Ann", 3), user("Art", 3), user("Ben", 3), user("Bea", 3)
NEW, DEAF = user("New", 3), user("Deaf", 3, immune=["script"])
ABLE = user("Able", 2, use={"do": [VP], "lag": 1})
PEN, ROPE = attach("Pen", skill="script"), attach("Rope")
CHAT, POLL, KICK = event("Chat", VP), event("Poll", VP, skill="script"), event("Kick", HURT, skill="script")
NOPE, VETO = react("Nope", VP, cost=0), react("Veto", VP, cost=0, answers=["challenge"])
MATCH, RACE = challenge("Match", cost=0), challenge("Race", cost=0)
TEAM, SOLO = challenge("Team", "team", cost=0), challenge("Solo", "personal", cost=0)


def main(*users: Any, bob: Side | None = None, step: str = "main", **alice: Any) -> Duel:
    """Return a game in the Main Phase of Alice, who has Ann in play by default."""
    return lay(Side(users=users or [ANN], **alice), bob or Side(users=[BEN]), step=step)


def answering(by: Any = CHAT, *, pass_first: bool = True, **bob: Any) -> Duel:
    """Return a game in which Bob can answer an Event or a Challenge of Alice."""
    is_challenge = by.type == "challenge"
    bob = {"users": [BEN]} | bob
    duel = lay(Side(users=[ANN], hand=[by]), Side(**bob), step="challenge" if is_challenge else "main")
    duel.choose("instant", by.name, "Ann")
    while pass_first and duel.asked == (ALICE, "answer"):
        duel.choose("pass")
    return duel


def choosing(*cards: Any, set_value: int = 8) -> Duel:
    return begin([*cards, BLANK], [BEN, BLANK], set_value=set_value)


def challenging(kind: Any = MATCH, *users: Any, **alice: Any) -> Duel:
    """Return a game in which Alice chooses the Attackers."""
    alice = {"users": users or [ANN, ART], "hand": [kind]} | alice
    return lay(Side(**alice), Side(users=[BEN, BEA], limbo=[NEW]), step="challenge").choose("instant", kind.name, "Ann")


def challenged() -> Duel:
    """Return a game in which Bob can answer the Challenge of Ann against Ben."""
    duel = lay(Side(users=[ANN], hand=[MATCH]), Side(users=[BEN, BEA], hand=[VETO]), step="challenge")
    return duel.choose("instant", "Match", "Ann").choose("defender", "Ben").choose("pass")


def fought() -> Duel:
    """Return a game in the Challenge Phase in which Ann was an Attacker."""
    duel = main(ANN, hand=[MATCH, RACE], step="challenge").choose("instant", "Match", "Ann")
    return finish(duel)


def finish(duel: Duel) -> Duel:
    """Choose the first option until the Challenge is over."""
    while duel.asked != (ALICE, "challenge_phase"):
        duel.choose(*duel.options[0])
    return duel


def starting_lag() -> Duel:
    """Return a game in which Alice places her starting lag."""
    duel = begin([user("Amy", cost=3), user("Ada", cost=3), *[BLANK] * 8], [user("Ben", cost=1), *[BLANK] * 8])
    duel.choose("main", "Amy").choose("starter", "Ada")
    while duel.asked != (ALICE, "starting_lag"):
        duel.choose(*duel.options[0])
    return duel


def targeting(**alice: Any) -> Duel:
    """Return a game in which Alice chooses the User for the text of an Event."""
    alice = {"users": [ANN, ART]} | alice
    hand = [*alice.pop("hand", []), KICK]
    bob = Side(users=[BEN, BEA, DEAF], limbo=[NEW])
    return lay(Side(hand=hand, **alice), bob).choose("instant", "Kick", "Ann").pass_answers()


CASES = [
    # starting Users
    Refusal(lambda: choosing(user("Amy", cost=2), user("Ada", cost=2), CHAT), ("main", "Chat"), "not_a_starter"),
    Refusal(
        lambda: choosing(user("Amy", cost=2), user("Abe", cost=2), user("Ada", cost=9)),
        ("main", "Ada"),
        "over_set_value",
    ),
    Refusal(
        lambda: choosing(user("Amy", cost=5), user("Ada", cost=5), user("Abe", cost=3)).choose("main", "Amy"),
        ("starter", "Ada"),
        "set_value_with_main",
    ),
    Refusal(
        lambda: choosing(user("Amy", cost=2), user("Ada", cost=2)).choose("main", "Amy"),
        ("starter", "Amy"),
        "picked_already",
    ),
    Refusal(
        lambda: (
            begin([ANN, ART, BEA, BLANK], [ANN, BEN, BEA, BLANK])
            .choose("main", "Ann")
            .choose("enough")
            .choose("main", "Ann")
            .choose("enough")
        ),
        ("main", "Ann"),
        "set_aside",
    ),
    Refusal(
        lambda: (
            begin([ANN, user("Ada", cost=9), ART, BEA, BLANK], [ANN, BEN, BEA, BLANK])
            .choose("main", "Ann")
            .choose("enough")
            .choose("main", "Ann")
            .choose("enough")
        ),
        ("main", "Ada"),
        "new_choice_over",
    ),
    Refusal(lambda: choosing(user("Amy", cost=2), user("Ada", cost=2)), ("pass",), "must_choose_main"),
    Refusal(starting_lag, ("lag", "Ben"), "your_users_lag"),
    Refusal(starting_lag, ("pass",), "place_all_lag"),
    # phases
    Refusal(lambda: answering(hand=[POLL]), ("sync", "Poll", "Ben"), "not_your_main"),
    Refusal(lambda: main(hand=[PEN], step="challenge"), ("sync", "Pen", "Ann"), "main_is_over"),
    Refusal(
        lambda: main(On(ANN, syncing=PEN), step="challenge", hand=[CHAT]), ("pay", "Ann", "syncing0.0"), "pays_in_main"
    ),
    Refusal(lambda: main(hand=[MATCH]), ("instant", "Match", "Ann"), "challenge_in_main"),
    Refusal(lambda: answering(hand=[MATCH]), ("instant", "Match", "Ben"), "challenge_elsewhere"),
    Refusal(lambda: main(hand=[NOPE]), ("instant", "Nope", "Ann"), "react_without_action"),
    Refusal(lambda: main(hand=[NOPE], step="challenge"), ("instant", "Nope", "Ann"), "react_without_action"),
    Refusal(lambda: answering(hand=[VETO]), ("instant", "Veto", "Ben"), "react_to_other_action"),
    Refusal(
        lambda: lay(Side(users=[ANN, On(ART, syncing=NOPE)], hand=[CHAT, POLL]), Side(users=[BEN])).choose(
            "instant", "Chat", "Ann"
        ),
        ("activate", "Nope"),
        "react_to_yourself",
    ),
    Refusal(lambda: answering(hand=[POLL]), ("instant", "Poll", "Ben"), "event_waits"),
    Refusal(lambda: answering(users=[ABLE]), ("use", "Able"), "event_waits"),
    Refusal(fought, ("instant", "Race", "Ann"), "no_free_attacker"),
    Refusal(
        lambda: lay(Side(users=[ANN], hand=[MATCH]), Side(limbo=[BEN]), step="challenge", limbo_counts_as_user=True),
        ("instant", "Match", "Ann"),
        "no_participants",
    ),
    Refusal(lambda: targeting(hand=[PEN]), ("sync", "Pen", "Art"), "answer_first"),
    Refusal(lambda: targeting(hand=[CHAT]), ("instant", "Chat", "Art"), "answer_first"),
    # syncing
    Refusal(lambda: main(discard=[PEN]), ("sync", "Pen", "Ann"), "not_in_hand"),
    Refusal(lambda: main(hand=[PEN]), ("sync", "Pen", "Ben"), "not_your_carrier"),
    Refusal(lambda: main(hand=[PEN], limbo=[NEW]), ("sync", "Pen", "New"), "limbo_carrier"),
    Refusal(lambda: main(On(ANN, syncing=CHAT), ART, hand=[PEN]), ("sync", "Pen", "Ann"), "carries_already"),
    Refusal(lambda: main(On(ANN, syncing=CHAT), hand=[PEN]), ("sync", "Pen", "Ann"), "all_carry"),
    Refusal(lambda: main(ANN, DEAF, hand=[PEN]), ("sync", "Pen", "Deaf"), "immune_user"),
    Refusal(lambda: main(On(ANN, syncing=PEN), DEAF), ("pay", "Deaf", "syncing0.0"), "immune_user"),
    Refusal(lambda: main(ANN, DEAF, hand=[POLL]), ("instant", "Poll", "Deaf"), "immune_instant"),
    Refusal(lambda: main(On(ANN, syncing=PEN)), ("pay", "Ben", "syncing0.0"), "not_your_payer"),
    Refusal(lambda: main(On(ANN, syncing=PEN), limbo=[NEW]), ("pay", "New", "syncing0.0"), "limbo_payer"),
    Refusal(lambda: main(limbo=[NEW], hand=[CHAT]), ("instant", "Chat", "New"), "limbo_payer"),
    Refusal(lambda: main(On(ANN, syncing=PEN, lag=3)), ("pay", "Ann", "syncing0.0"), "no_bandwidth"),
    Refusal(lambda: main(On(ANN, syncing=PEN, tokens=1)), ("pay", "Ann", "syncing0.0"), "paid_for"),
    Refusal(lambda: main(hand=[PEN]), ("activate", "Pen"), "not_syncing"),
    Refusal(lambda: main(On(ANN, syncing=PEN)), ("activate", "Pen"), "too_few_tokens"),
    Refusal(lambda: main(hand=[PEN]), ("instant", "Pen", "Ann"), "never_instant"),
    Refusal(lambda: main(hand=[NEW]), ("instant", "New", "Ann"), "never_instant"),
    Refusal(lambda: main(On(ANN, syncing=CHAT), ART), ("instant", "Chat", "Art"), "instant_from_hand"),
    Refusal(lambda: main(On(ANN, syncing=PEN), hand=[CHAT]), ("instant", "Chat", "Ann"), "instant_carrier"),
    Refusal(lambda: main(On(ANN, lag=3), hand=[CHAT]), ("instant", "Chat", "Ann"), "instant_bandwidth"),
    # abilities
    Refusal(lambda: main(bob=Side(users=[ABLE])), ("use", "Able"), "not_your_ability"),
    Refusal(lambda: main(limbo=[ABLE]), ("use", "Able"), "limbo_ability"),
    Refusal(main, ("use", "Ann"), "no_ability"),
    Refusal(lambda: main(ABLE).choose("use", "Able").pass_answers(), ("use", "Able"), "ability_used"),
    Refusal(lambda: main(On(ABLE, lag=2)), ("use", "Able"), "ability_bandwidth"),
    Refusal(lambda: main(ABLE, step="challenge", hand=[MATCH]), ("use", "Able"), "ability_in_challenge"),
    Refusal(lambda: main(On(ANN, under=[PEN])), ("use", "Pen"), "attach_on_user"),
    # challenges
    Refusal(main, ("attacker", "Ann"), "no_challenge"),
    Refusal(main, ("defender", "Ann"), "no_challenge"),
    Refusal(challenging, ("attacker", "Ben"), "not_your_attacker"),
    Refusal(lambda: finish(challenging(TEAM, hand=[TEAM, RACE])), ("attacker", "Ann"), "has_fought"),
    Refusal(lambda: challenging(TEAM).choose("attacker", "Ann"), ("attacker", "Ann"), "chosen_already"),
    Refusal(lambda: challenging().choose("attacker", "Ann"), ("defender", "Art"), "not_a_defender"),
    Refusal(lambda: challenging().choose("attacker", "Ann"), ("defender", "New"), "limbo_fights"),
    Refusal(lambda: challenging(limbo=[ABLE]), ("attacker", "Able"), "limbo_fights"),
    Refusal(lambda: challenging().choose("attacker", "Ann"), ("attacker", "Art"), "attackers_chosen"),
    Refusal(challenged, ("attacker", "Bea"), "not_your_challenge"),
    Refusal(challenged, ("defender", "Bea"), "defenders_chosen"),
    Refusal(lambda: challenging(SOLO), ("defender", "Art"), "no_defender"),
    Refusal(challenging, ("enough",), "at_least_one"),
    Refusal(
        lambda: lay(Side(users=[ANN], hand=[MATCH]), Side(users=[BEN]), Side(users=[BEA]), step="challenge").choose(
            "instant", "Match", "Ann"
        ),
        ("against", ALICE),
        "not_challengeable",
    ),
    # targets
    Refusal(targeting, ("aim", "New"), "limbo_target"),
    Refusal(lambda: targeting(users=[ANN, On(ART, syncing=PEN)]), ("aim", "Pen"), "syncing_target"),
    Refusal(targeting, ("aim", "Deaf"), "immune_target"),
]


@pytest.mark.parametrize("case", refusal_cases(CASES, REASONS))
def test_an_illegal_choice_is_refused_with_its_clause(case: Refusal):
    assert refused(case.set_up().game, *case.choice) == (case.reason, REASONS[case.reason].clause)


UNREACHED = {"no_users", "copy_offered"}
"""Only a list of plays shows these: a player without a User in play has lost, unless a User in Limbo counts, and a name
means the copy that is offered."""


def test_each_reason_has_a_test_a_message_and_an_existing_clause_or_none():
    assert {case.reason for case in CASES} == REASONS.keys() - UNREACHED
    for reason in REASONS.values():
        assert reason.clause in {"", *clauses("rm2k")}
        assert reason.sentence.endswith(".")


def test_what_each_card_can_do_in_the_main_phase():
    duel = main(On(ANN, syncing=PEN), ABLE, On(ART, syncing=ROPE, tokens=1), hand=[CHAT, MATCH, NOPE, NEW], limbo=[BEA])

    assert uses(duel.game, "Chat") == {"instant": "", "sync": ""}
    assert uses(duel.game, "Match") == {"sync": "", "instant": "challenge_in_main"}
    assert uses(duel.game, "Nope") == {"sync": "", "instant": "react_without_action"}
    assert uses(duel.game, "New") == {"sync": ""}
    assert uses(duel.game, "Ann") == {"pay": "", "use": "no_ability", "attacker": "no_challenge"}
    assert uses(duel.game, "Able")["use"] == ""
    assert uses(duel.game, "Pen") == {"pay": "", "activate": "too_few_tokens"}
    assert uses(duel.game, "Rope") == {"pay": "paid_for", "activate": ""}
    assert uses(duel.game, "Bea") == {"use": "limbo_ability", "attacker": "limbo_fights"}
    assert uses(duel.game, "Ben") == {}


def test_a_card_that_no_user_can_carry_says_why_for_each_kind_of_user():
    duel = main(On(ANN, syncing=CHAT), DEAF, hand=[PEN])
    assert duel.game.ask is not None
    assert uses(duel.game, "Pen") == {"sync": "carries_already"}

    stuck = lay(Side(limbo=[ANN], hand=[PEN]), Side(users=[BEN]), limbo_counts_as_user=True)
    assert uses(stuck.game, "Pen") == {"sync": "limbo_carrier"}
