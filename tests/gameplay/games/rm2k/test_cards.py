"""The printed facts of cards (RM-1.*)."""

from typing import Any

import pytest

from cards.printed import CatalogueError
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.printed import FACTS
from gameplay.games.rm2k.terms import SKILLS
from tests.gameplay.games.rm2k.cards import VP, attach, challenge, event, printed, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, On, Side, lay


def define(type_: str, **facts: Any) -> Any:
    return RULESET.definition(printed("Any", type_, **facts))


def faulty(type_: str, **facts: Any) -> str:
    with pytest.raises(CatalogueError) as fault:
        define(type_, **facts)
    return fault.value.reason


@pytest.mark.clause("RM-1.1")
def test_there_are_four_types_of_card():
    assert set(FACTS) == {"user", "attach", "event", "challenge"}
    assert faulty("field") == "Any: type 'field' is not one of user, attach, event, challenge"


@pytest.mark.clause("RM-1.2")
def test_a_react_is_an_event():
    assert react("No").type == "event"
    assert react("No").answerable_kinds == {"event", "ability", "challenge"}
    assert event("Talk").answerable_kinds == frozenset()
    assert (
        RULESET.describe(printed("No", "event", answers=["event"], do=[VP]), "en").type_line == "Roleplay React Event"
    )


@pytest.mark.clause("RM-1.3", "RM-1.4")
def test_every_card_has_a_name_and_a_cost():
    assert (define("user", cost=3).name, define("user", cost=3).cost) == ("Any", 3)
    for type_ in FACTS:
        with pytest.raises(CatalogueError, match="cost"):
            define(type_, cost=None)
    assert "is below 0" in faulty("event", cost=-1)


@pytest.mark.clause("RM-1.5", "RM-1.6")
def test_a_user_has_bandwidth_levels_attributes_an_ability_and_a_goal():
    facts = {"bandwidth": 3, "otaku": 2, "gamer": -1, "immune": ["argue"], "attributes": ["bard"]}
    card = define("user", **facts, use={"do": [VP], "lag": 2}, goal={"when": {"vp": 3}, "vp": 4})
    assert dict(zip(SKILLS, card.levels, strict=True)) == {
        "roleplay": 0,
        "otaku": 2,
        "argue": 0,
        "script": 0,
        "gamer": -1,
    }
    assert card.immune == {SKILLS.index("argue")}
    assert (card.bandwidth, card.attributes, card.ability_cost, card.goal_vp) == (3, {"bard"}, 2, 4)
    assert "a level for a skill with an immunity" in faulty("user", argue=1, immune=["argue"])
    assert "is not int" in faulty("user", argue="-")
    assert [stat.value for stat in RULESET.face(printed("Any", "user", **facts), "en").stats] == [
        "3",
        "0",
        "2",
        "-",
        "0",
        "-1",
    ]


@pytest.mark.clause("RM-1.7", "RM-1.8", "RM-1.9", "RM-1.10")
def test_other_cards_have_a_skill_symbol_and_the_facts_of_their_type():
    arm = define("attach", skill="argue", symbol="weapon", attributes=["bard"], text=[{"level": {"skill": "argue"}}])
    assert (SKILLS[arm.skill], arm.symbol, len(arm.level_bonuses)) == ("argue", "weapon", 1)
    talk = define("event", skill="script", attributes=["bard"], do=[VP])
    assert (SKILLS[talk.skill], len(talk.effects), talk.attributes) == ("script", 1, {"bard"})
    match = define("challenge", skill="gamer", kind="team", attacker=2, defender=-1, win=[VP], lose=[VP])
    assert (SKILLS[match.skill], match.kind, match.challenge_bonuses) == ("gamer", "team", (2, -1))
    assert "is not one of" in faulty("event", skill="cooking")
    assert "unknown" in faulty("user", skill="argue")


@pytest.mark.clause("RM-1.11", "RM-OP-20")
def test_attributes_are_tags_that_texts_refer_to():
    song = event("Song", {"lag": {"what": {"attribute": "bard"}, "whom": "each"}}, cost=0)
    side = Side(users=[user("Ben"), user("Bard", attributes=["bard"])])
    game = lay(Side(users=[user("Ann")], hand=[song]), side).choose("instant", "Song", "Ann").passes(BOB)
    assert game.events("lagged") == [("Bard", 1)]
    assert "is not one of" in faulty("user", attributes=["unheard"])


@pytest.mark.clause("RM-1.12")
def test_picture_and_flavour_text_do_not_matter_to_the_rules():
    for fact in ("picture", "flavour", "watermark"):
        assert "unknown" in faulty("event", **{fact: "a cat"})


@pytest.mark.clause("RM-1.7")
def test_an_attach_works_while_it_is_attached():
    pen = attach("Pen", {"width": 1}, {"level": {"skill": "gamer", "amount": 2}})
    match = challenge("Match", cost=0, skill="gamer")
    game = lay(Side(users=[On(user("Ann", 1), [pen])], hand=[match]), Side(users=[user("Ben")]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 2, 0)]
