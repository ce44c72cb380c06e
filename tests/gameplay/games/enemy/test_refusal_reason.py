"""A choice that is not offered is refused with the right reason and clause."""

import json
from typing import Any

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, parse_position, position_of
from gameplay.games import RULESETS
from gameplay.games.enemy.reasons import REASONS
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.enemy.positions import CARDS, position
from tests.gameplay.games.refusals import uses

MORE: list[dict[str, Any]] = [
    {"number": "M", "name": {"en": "Moth", "ja": "蛾"}, "type": "monster", "vp": 0},
    {"number": "N", "name": {"en": "Needy"}, "type": "monster", "requires": [{"spot": {"what": {"name": "Fog"}}}]},
    {"number": "P", "name": {"en": "Picky"}, "type": "monster", "requires": [{"party": 2}]},
    {"number": "Q", "name": {"en": "Shout"}, "type": "action", "do": [{"strengthen": 1}]},
    {"number": "R", "name": {"en": "Fate"}, "type": "action", "moment": "destiny", "do": [{"strengthen": 1}]},
    {"number": "T", "name": {"en": "Plan"}, "type": "action", "moment": "play", "do": [{"draw": 1}]},
    {"number": "W2", "name": {"en": "Feint"}, "type": "action", "moment": "attack", "do": [{"draw": 1}]},
    {"number": "U", "name": {"en": "Swift"}, "type": "pc", "class": "long_arm", "strength": 4, "speed": 1},
    {"number": "V", "name": {"en": "Balm"}, "type": "event", "do": [{"heal": {"what": {}}}]},
    {"number": "X", "name": {"en": "Vault"}, "type": "event", "do": [{"store": {"what": {}}}]},
]


FULL_PET = {"card": "Pet", "under": ["Moth"] * 5}


def load_game(alice: dict[str, Any], bob: dict[str, Any] | None = None, *choices: Any, **more: Any) -> Game:
    """Return the game of a position after some choices."""
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE)]
    filled = [{"deck": ["Moth"] * 9} | side for side in (alice, bob or {})]
    game = parse_position(json.dumps(position(*filled, **({"cards": cards} | more))), RULESETS, catalogue)
    for choice in choices:
        apply_choice(game, named(*choice))
    return game


def named(code: str, *cards: str) -> dict[str, Any]:
    fields = RULESETS["enemy"].sentences.options[code].fields
    return {"code": code, **dict(zip(fields, cards, strict=True))}


def refused(game: Game, code: str, *cards: str) -> tuple[str, str]:
    """Return the reason and the clause for refusing a choice; the refusal must not change the game."""
    before = position_of(game)
    with pytest.raises(NotAnOptionError) as refusal:
        apply_choice(game, named(code, *cards))
    assert refusal.value.code == "not_an_option"
    assert position_of(game) == before
    return refusal.value.details.get("reason", ""), refusal.value.clause


def asked(game: Game) -> str:
    """Return the code of the question."""
    assert game.ask is not None
    return str(game.ask.about[0])


# --- plays ------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-7.6", "ENE-7.7")
@pytest.mark.parametrize("play", ["attack", "store"])
@pytest.mark.parametrize(("alice", "bob"), [({"score": ["King"]}, {}), ({}, {"score": ["King"]})])
def test_second_copy_of_a_unique_monster_is_refused(play: str, alice: dict[str, Any], bob: dict[str, Any]):
    storable = [card | {"storable": True} if card["number"] == "K" else card for card in CARDS]
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*storable, *MORE)]
    game = load_game({"hand": ["King", "Elk"]} | alice, bob, cards=cards)

    assert refused(game, play, "King") == ("unique_in_play", "ENE-7.6")


@pytest.mark.parametrize(
    ("alice", "choice", "reason", "clause"),
    [
        ({"hand": ["King", "Elk"]}, ("store", "King"), "not_storable", "ENE-12.2"),
        ({"hand": ["Needy", "Elk"]}, ("attack", "Needy"), "cannot_spot", "ENE-13.9"),
        ({"hand": ["Picky", "Elk"]}, ("attack", "Picky"), "requirement", "ENE-6.6"),
        ({"hand": ["Elk"]}, ("attack", "Elk"), "not_a_monster", "ENE-12.1"),
        ({"hand": ["Wolf"]}, ("event", "Wolf"), "not_a_monster", "ENE-12.1"),
        ({"hand": ["Elk"]}, ("event", "Elk"), "another_type", ""),
        ({"hand": ["Shout", "Elk"]}, ("event", "Shout"), "action_face_up", "ENE-10.2"),
        ({"hand": ["Sword", "Elk"], "party": ["Elk"]}, ("item", "Sword"), "no_bearer", "ENE-9.2"),
        ({"hand": ["Elk"], "portal": ["Wolf"]}, ("attack", "Wolf"), "waits_in_portal", "ENE-12.4"),
        ({"hand": ["Elk"], "hidden": ["Wolf"]}, ("attack", "Wolf"), "face_down", "ENE-10.4"),
        ({"hand": ["Elk"], "discard": ["Wolf"]}, ("attack", "Wolf"), "not_in_hand", ""),
        ({"hand": ["Elk"], "discard": ["Wolf"]}, ("hide", "Wolf"), "not_in_hand", ""),
        ({"hand": ["Elk"], "grunties": ["Pet"]}, ("use", "Pet"), "too_small", "ENE-11.6"),
        ({"hand": ["Elk"]}, ("redraw",), "later_turn", "ENE-6.11"),
        ({"hand": ["Elk"]}, ("pass",), "must_play", "ENE-6.4"),
        ({"hand": ["Elk"]}, ("fight",), "no_attack", "ENE-14.1"),
        ({"hand": ["Elk"], "portal": ["Wolf"]}, ("join", "Wolf"), "waits_in_portal", "ENE-12.4"),
        ({"hand": ["Elk"], "portal": ["Hound"]}, ("join", "Hound"), "joins_too_late", "ENE-12.5"),
        ({"hand": ["Elk"], "score": ["Wolf"]}, ("attack", "Wolf"), "scored", "ENE-5.11"),
        ({"hand": ["Elk"], "party": [{"card": "Orca", "under": ["Sword"]}]}, ("item", "Sword"), "borne", "ENE-9.4"),
        ({"hand": ["Elk"], "hidden": ["Wolf"]}, ("flip", "Wolf"), "not_an_action", "ENE-10.4"),
        ({"hand": ["Elk"], "hidden": ["Shout"]}, ("flip", "Shout"), "another_moment", "ENE-10.5"),
        ({"hand": ["Plan", "Elk"]}, ("flip", "Plan"), "only_hidden", "ENE-10.2"),
        ({"hand": ["Elk"], "discard": ["Plan"]}, ("flip", "Plan"), "not_hidden", ""),
        ({"hand": ["Elk"], "grunties": ["Pet"]}, ("feed", "Elk"), "not_hungry", "ENE-11.4"),
        ({"hand": ["Elk"], "grunties": [FULL_PET]}, ("feed", "Elk"), "full_size", "ENE-11.5"),
        ({"hand": ["Elk"], "grunties": [FULL_PET, "Pet"]}, ("feed", "Elk"), "not_hungry", "ENE-11.4"),
        ({"hand": ["Elk"]}, ("use", "Elk"), "not_your_grunty", ""),
        ({"hand": ["Elk"], "party": ["Orca"]}, ("heal", "Orca"), "healthy", "ENE-8.11"),
        ({"hand": ["Sword"], "party": ["Elk"]}, ("bearer", "Elk"), "", ""),  # no bearer is asked for
        ({"hand": ["Elk"]}, ("free_place",), "", ""),
        ({"hand": ["Elk"]}, ("discard", "Elk"), "", ""),
        ({"hand": ["Elk"], "party": ["Orca"]}, ("resolve", "Orca"), "no_attack", "ENE-14.1"),
        ({"hand": ["Elk"], "party": ["Orca"]}, ("add", "Orca", "Elk"), "no_attack", "ENE-14.1"),
        ({"hand": ["Elk"], "portal": ["Wolf"]}, ("reward", "Wolf"), "not_a_winner", "ENE-16.3.1"),
        ({"hand": ["Elk"]}, ("hide", "Nobody"), "not_seen", ""),
        ({"hand": ["Elk"]}, ("hide", "Moth"), "not_seen", ""),  # it is in the deck
    ],
)  # fmt: skip
def test_illegal_play_in_your_play_step_has_its_reason(
    alice: dict[str, Any], choice: tuple[str, ...], reason: str, clause: str
):
    assert refused(load_game(alice), *choice) == (reason, clause)


def test_permanent_reason_comes_before_a_temporary_one():
    """The reason is about the copy in the hand, not about other copies."""
    game = load_game({"hand": ["King", "Elk"], "score": ["King"]})

    assert refused(game, "store", "King") == ("not_storable", "ENE-12.2")
    assert refused(game, "attack", "King") == ("unique_in_play", "ENE-7.6")


def test_what_each_card_can_do_in_your_play_step():
    hand = ["Elk", "Wolf", "King", "Sword", "Shout", "Again", "Needy"]
    game = load_game({"hand": hand, "party": ["Orca"], "hidden": ["Plan"], "portal": ["Hound"], "grunties": ["Pet"]})

    assert {name: uses(game, name) for name in hand} == {
        "Elk": {"pc": "", "hide": ""},
        "Wolf": {"attack": "", "store": "", "hide": ""},
        "King": {"attack": "", "store": "not_storable", "hide": ""},
        "Sword": {"item": "", "hide": ""},
        "Shout": {"flip": "another_moment", "hide": ""},
        "Again": {"event": "", "hide": ""},
        "Needy": {"attack": "cannot_spot", "store": "not_storable", "hide": ""},
    }
    assert {name: uses(game, name) for name in ("Orca", "Plan", "Hound", "Pet")} == {
        "Orca": {"fight": "no_attack"},
        "Plan": {"flip": ""},
        "Hound": {"join": "joins_too_late"},
        "Pet": {"use": "too_small"},
    }


@pytest.mark.clause("ENE-11.2", "ENE-14.1", "ENE-14.2")
def test_cards_in_play_say_why_nothing_can_be_done_with_them():
    game = load_game({"hand": ["Wolf"], "party": ["Elk"], "portal": ["Hound"]}, {}, ("attack", "Wolf"), field="Fog")

    assert asked(game) == "join"
    assert {name: uses(game, name) for name in ("Wolf", "Elk", "Fog")} == {
        "Wolf": {"attack": "attacks_already"},
        "Elk": {"fight": "not_defender"},
        "Fog": {"field": "field_in_play"},
    }


@pytest.mark.clause("ENE-10.5")
def test_action_for_an_attack_cannot_be_flipped_after_its_time():
    game = load_game({"hand": ["Wolf"]}, {"party": ["Elk"], "hidden": ["Feint"]}, ("attack", "Wolf"), ("pass",))

    assert (asked(game), uses(game, "Feint")) == ("defend", {"flip": "moment_over"})


@pytest.mark.clause("ENE-6.11")
def test_mulligan_of_an_empty_hand_is_refused():
    game = load_game({"hidden": ["Plan"], "began": False})

    assert refused(game, "redraw") == ("empty_hand", "")


@pytest.mark.parametrize(
    ("play", "reason", "clause"),
    [
        (("attack", "Wolf"), "not_your_turn", "ENE-3.6"),
        (("pc", "Orca"), "not_your_turn", "ENE-3.6"),
        (("hide", "Wolf"), "not_your_turn", "ENE-3.6"),
        (("event", "Again"), "not_your_turn_event", "ENE-11.1"),
        (("field", "Fog"), "not_your_turn_field", "ENE-11.2"),
        (("use", "Pet"), "not_your_turn_grunty", "ENE-11.7"),
        (("pass",), "avoid_or_fight", "ENE-14.2"),
        (("pair", "Elk", "Wolf"), "avoid_or_fight", "ENE-14.2"),
        (("flip", "Shout"), "another_moment", "ENE-10.5"),
    ],
)
def test_play_on_the_opponents_turn_is_refused(play: tuple[str, ...], reason: str, clause: str):
    bob = {"hand": ["Wolf", "Orca", "Again", "Fog"], "party": ["Elk"], "grunties": ["Pet"], "hidden": ["Shout"]}
    game = load_game({"hand": ["Wolf"]}, bob, ("attack", "Wolf"))
    assert game.ask is not None
    if game.ask.about[0] == "window":
        apply_choice(game, named("pass"))

    assert refused(game, *play) == (reason, clause)
    assert uses(game, "Wolf")["hide"] == "not_your_turn"


@pytest.mark.clause("ENE-4.1", "ENE-4.4")
def test_play_in_the_draw_step_is_refused():
    game = load_game({"hand": ["Wolf"] * 6}, step="draw")

    assert refused(game, "attack", "Wolf") == ("another_step", "ENE-4.1")
    assert refused(game, "pass") == ("hand_too_large", "ENE-4.4")


@pytest.mark.clause("ENE-6.1")
def test_second_play_during_the_first_is_refused():
    game = load_game({"hand": ["Orca", "Wolf"], "party": ["Elk"]}, {}, ("pc", "Orca"))

    assert refused(game, "attack", "Wolf") == ("play_made", "ENE-6.1")


@pytest.mark.clause("ENE-6.1", "ENE-6.5")
def test_next_play_during_a_play_has_to_wait_if_plays_are_left():
    game = load_game({"hand": ["Orca", "Wolf"], "party": ["Elk"]}, {}, ("pc", "Orca"), plays=2)

    assert refused(game, "attack", "Wolf") == ("answer_first", "")


# --- choices within a play ----------------------------------------------------------------------


@pytest.mark.clause("ENE-9.1", "ENE-9.2")
def test_illegal_bearer_is_refused():
    game = load_game({"hand": ["Sword", "Elk"], "party": ["Elk", "Orca"]}, {"party": ["Orca"]}, ("item", "Sword"))
    assert game.ask is None or game.ask.about[0] != "bearer_for"  # there is one legal bearer

    blade = {"hand": ["Sword"], "party": ["Orca", "Elk", "Otter"]}
    otter = {"number": "O2", "name": {"en": "Otter"}, "type": "pc", "class": "twin_blade"}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, otter)]
    game = load_game(blade, {"party": ["Swift"]}, ("item", "Sword"), cards=cards)
    assert refused(game, "bearer", "Elk") == ("wrong_bearer", "ENE-9.2")
    assert refused(game, "bearer", "Swift") == ("not_your_pc", "ENE-9.1")


@pytest.mark.clause("ENE-8.3", "ENE-10.3")
def test_full_party_and_five_hidden_cards_have_reasons():
    game = load_game({"hand": ["Orca"], "party": ["Elk", "Swift"]}, {}, ("pc", "Orca"))
    assert game.ask is not None
    assert ("free_place",) in game.ask.options

    otter = {"number": "O2", "name": {"en": "Otter"}, "type": "pc", "rarity": "common", "destiny": 0}
    cards = [*({"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE)), otter]
    game = load_game({"hand": ["Otter"], "party": ["Elk", "Swift", "Orca"]}, {}, ("pc", "Otter"), cards=cards)
    assert refused(game, "free_place") == ("no_free_place", "ENE-8.3")

    game = load_game({"hand": ["Moth"], "hidden": ["Wolf"] * 4 + ["Elk"]}, {}, ("hide", "Moth"))
    assert refused(game, "sacrifice_hidden", "Moth") == ("keeps_its_place", "ENE-10.3")
    assert refused(game, "pass") == ("keeps_its_place", "ENE-10.3")


@pytest.mark.clause("ENE-12.2", "ENE-7.6")
def test_text_cannot_store_an_unstorable_monster():
    game = load_game({"hand": ["Vault", "King", "Wolf"]}, {}, ("event", "Vault"))

    assert refused(game, "store", "King") == ("not_storable", "ENE-12.2")


# --- attacks --------------------------------------------------------------------------------------

TWO = {"hand": ["Wolf"], "portal": ["Hound"]}


@pytest.mark.clause("ENE-12.4", "ENE-12.6", "ENE-12.7")
def test_illegal_joining_is_refused():
    alone = {"number": "J", "name": {"en": "Jackal"}, "type": "monster", "storable": True, "joins": [{"party": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, alone)]
    portal = ["Hound", "Wolf", "Jackal", {"card": "Hound", "stored": True}]
    game = load_game({"hand": ["Wolf"], "portal": portal}, {}, ("attack", "Wolf"), cards=cards)

    assert refused(game, "join", "Wolf") == ("never_joins", "ENE-12.4")
    assert refused(game, "join", "Jackal") == ("cannot_join", "ENE-12.6")
    assert refused(game, "join", "portal0.3") == ("just_stored", "ENE-12.7")
    assert refused(load_game(TWO, {}, ("attack", "Wolf")), "join", "Wolf") == ("not_in_portal", "ENE-12.5")


@pytest.mark.clause("ENE-16.3.1", "ENE-16.3.4")
def test_illegal_rewards_and_scores_are_refused():
    fox = {"number": "Y", "name": {"en": "Fox"}, "type": "monster", "strength": 9, "storable": True, "joins": [{}]}
    moth = {"number": "Z", "name": {"en": "Imp"}, "type": "monster", "vp": 0, "storable": True, "joins": [{}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, fox, moth)]
    alice = {"hand": ["Wolf"], "portal": ["Fox", "Imp"]}
    joined = (("attack", "Wolf"), ("join", "Fox"), ("join", "Imp"), ("fight",), ("pair", "Elk", "Wolf"))
    game = load_game(alice, {"party": ["Elk"]}, *joined, cards=cards)

    assert refused(game, "score", "Imp") == ("not_to_score", "ENE-16.3.4")
    assert refused(game, "pass") == ("not_to_score", "ENE-16.3.4")


@pytest.mark.clause("ENE-15.6", "ENE-16.3.1")
def test_reward_of_a_loser_and_missing_fight_are_refused():
    reward = {"strength": 9, "reward": [{"draw": 1}], "storable": True, "joins": [{}], "type": "monster"}
    foxes = [{"number": name, "name": {"en": name}} | reward for name in ("Fox", "Vixen", "Cub")]
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, *foxes)]
    alice = {"hand": ["Fox"], "portal": ["Vixen", "Cub"], "party": ["Swift"], "deck": ["Moth"] * 9}
    joined = (("attack", "Fox"), ("join", "Vixen"), ("join", "Cub"), ("fight",), ("pair", "Elk", "Fox"))
    game = load_game(alice, {"party": ["Elk", "Orca"]}, *joined, ("pair", "Orca", "Vixen"), cards=cards)
    assert refused(game, "add", "Swift", "Cub") == ("no_such_fight", "ENE-15.6")
    assert refused(game, "reward", "Fox") == ("not_a_winner", "ENE-16.3.1")
    assert refused(game, "resolve", "Elk") == ("", "")  # its turn comes after the pairing

    assert refused(game, "pass") == ("more_to_add", "ENE-15.5")

    apply_choice(game, named("add", "Elk", "Cub"))
    assert refused(game, "resolve", "Swift") == ("no_fight_left", "")
    apply_choice(game, named("resolve", "Elk"))
    assert refused(game, "reward", "Vixen") == ("not_a_winner", "ENE-16.3.1")
    apply_choice(game, named("reward", "Fox"))
    assert refused(game, "reward", "Fox") == ("", "")  # it won, but has already used its reward


# --- actions --------------------------------------------------------------------------------------


def window(hand: list[str], hidden: list[str], pc: str = "Swift", *then: tuple[str, ...], **more: Any) -> Game:
    """Return a game in which Bob is asked to flip an action in the fight of his PC."""
    bob = {"party": [pc, *more.pop("beside", [])], "hand": hand, "hidden": hidden, "deck": ["Moth"] * 9}
    return load_game({"hand": ["Wolf"]}, bob, ("attack", "Wolf"), *then, **more)


@pytest.mark.clause("ENE-10.2", "ENE-10.4", "ENE-10.5", "ENE-10.9", "ENE-10.10", "ENE-16.8")
def test_illegal_flips_in_a_fight_are_refused():
    game = window(["Shout", "Wolf", "Plan"], ["Plan"], "Swift", ("fight",))
    assert refused(game, "flip", "Wolf") == ("not_an_action", "ENE-10.4")
    assert refused(game, "flip", "Plan") == ("another_moment", "ENE-10.5")
    apply_choice(game, named("flip", "Shout"))

    game = window(["Shout", "Shout"], ["Shout"], "Swift", ("fight",), ("flip", "hand1.0"))
    assert refused(game, "flip", "hand1.0") == ("no_speed", "ENE-10.9")

    game = window(["Shout"], ["Shout"], "Elk", ("fight",))
    assert refused(game, "flip", "hand1.0") == ("only_hidden", "ENE-10.2")

    game = window(["Shout"], ["Shout"], "Elk", ("fight",), ("pair", "Elk", "Wolf"), beside=["Swift"])
    assert refused(game, "flip", "hand1.0") == ("speed_elsewhere", "ENE-10.10")

    game = window(["Fate"], ["Shout"], "Swift", ("fight",), ("pass",))
    assert refused(game, "flip", "Shout") == ("after_destiny", "ENE-16.8")


@pytest.mark.clause("ENE-10.5", "ENE-13.9")
def test_flips_during_a_play_a_discard_and_the_rewards_have_their_reasons():
    omen = {"number": "OM", "name": {"en": "Omen"}, "type": "action", "moment": "play", "do": [{"draw": 1}]}
    needs = {"requires": [{"spot": {"what": {"name": "Fog"}}}]}
    fox = {"number": "Y", "name": {"en": "Fox"}, "type": "monster", "strength": 9, "reward": [{"draw": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, fox, omen | needs)]
    hidden = {"hidden": ["Omen", "Shout"]}

    equipping = {"hand": ["Blade"], "party": ["Elk", "Orca"]} | hidden
    game = load_game(equipping, {}, ("item", "Blade"), cards=cards)
    assert asked(game) == "bearer_for"
    assert refused(game, "flip", "Omen") == ("cannot_spot", "ENE-13.9")

    discarding = load_game({"hand": ["Wolf"] * 6} | hidden, step="draw", cards=cards)
    winning = load_game(
        {"hand": ["Fox"]} | hidden, {"party": ["Elk"]}, ("attack", "Fox"), ("fight",), ("pass",), cards=cards
    )
    assert (asked(discarding), asked(winning)) == ("reconcile", "rewards")
    for game in (discarding, winning):
        assert refused(game, "flip", "Shout") == ("another_moment", "ENE-10.5")


@pytest.mark.clause("ENE-10.5")
def test_flip_during_a_text_has_to_wait():
    blast = {"number": "BL", "name": {"en": "Blast"}, "type": "action", "do": [{"wound": {"what": {}}}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, *MORE, blast)]
    game = window(
        [], ["Blast", "Shout", "Wolf"], "Elk", ("fight",), ("pair", "Elk", "Wolf"), beside=["Orca"], cards=cards
    )
    apply_choice(game, named("flip", "Blast"))
    assert game.ask is not None
    assert game.ask.about[0] == "wound_for"

    assert refused(game, "flip", "Shout") == ("answer_first", "")
    assert refused(game, "flip", "Wolf") == ("not_an_action", "ENE-10.4")


# --- the reasons ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_has_a_message_and_an_existing_clause_or_none(code: str):
    reason = REASONS[code]

    assert reason.clause in {"", *clauses("enemy")}
    assert reason.sentence.endswith(".")
