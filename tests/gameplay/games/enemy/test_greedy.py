"""Choices of the greedy bot where one option is clearly better."""

from typing import Any

import pytest

from gameplay.games.enemy import RULESET, draft_bot
from gameplay.games.enemy.win_probability import win_probability
from tests.gameplay.games.enemy.cards import BLANK, action, card, event, field, item, monster, pc, printed
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WALL = Side(pcs=[pc("Wall", 20)])


def choice(duel: Duel) -> Any:
    return duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game))


# --- the play of the turn ----------------------------------------------------------------------------


def test_bot_replaces_a_wounded_pc_first_then_the_weakest():
    orca, elk, owl = pc("Orca", 5), pc("Elk", 4), pc("Owl", 3)
    for wounded, gone in (([orca], "Orca"), ([], "Owl")):
        duel = lay(Side(hand=[pc("Yak", 6)], pcs=[orca, elk, owl], wounded=wounded), WALL).choose("pc", "Yak")
        assert choice(duel) == ("replace", gone)

    duel = lay(Side(hand=[pc("Yak", 6)], pcs=[orca]), WALL).choose("pc", "Yak")
    assert choice(duel) == ("free_place",)


def test_bot_replaces_a_pc_in_a_full_party_by_a_stronger_or_healthy_one():
    party = [pc("Orca", 5), pc("Elk", 5), pc("Owl", 5)]
    strong, weak = (lay(Side(hand=[pc("Yak", strength)], pcs=party), WALL) for strength in (9, 5))
    hurt = lay(Side(hand=[pc("Yak", 5)], pcs=party, wounded=party[:1]), WALL)

    assert [choice(duel)[0] for duel in (strong, weak, hurt)] == ["pc", "hide", "pc"]


def test_bot_plays_a_copy_only_for_a_wounded_pc():
    elk = pc("Elk", 5)
    healthy, wounded = (lay(Side(hand=[elk, action("Trick")], pcs=[elk], wounded=hurt), WALL) for hurt in ([], [elk]))

    assert (choice(healthy), choice(wounded)) == (("hide", "Trick"), ("pc", "Elk"))


def test_bot_does_not_store_a_fourth_monster():
    worm = monster("Worm", 1, vp=0, storable=True)
    few, many = (lay(Side(hand=[worm], portal=[worm] * count), WALL) for count in (2, 3))

    assert (choice(few)[0], choice(many)[0]) == ("store", "store")
    trick = action("Trick")
    few, many = (lay(Side(hand=[worm, trick], hidden=[trick], portal=[worm] * count), WALL) for count in (2, 3))
    assert (choice(few)[0], choice(many)[0]) == ("store", "hide")


def test_bot_counts_monsters_that_may_join_an_attack():
    wolf = monster("Wolf", 1, vp=0)
    hound = monster("Hound", 9, vp=3, storable=True, joins=[{"party": 0}])
    waiting = monster("Hound", 9, vp=3, storable=True)
    trick, weak = action("Trick"), Side(pcs=[pc("Elk", 3)])

    assert choice(lay(Side(hand=[wolf, trick], portal=[hound]), weak)) == ("attack", "Wolf")
    assert choice(lay(Side(hand=[wolf, trick], portal=[waiting]), weak)) == ("hide", "Trick")


def test_bot_hides_an_action_only_if_no_other_play_is_worth_more():
    trick, hopeless = action("Trick"), monster("Mouse", 1)
    waiting = monster("Hound", 9, vp=3, storable=True)

    assert choice(lay(Side(hand=[trick, hopeless]), WALL)) == ("hide", "Trick")
    assert choice(lay(Side(hand=[trick, waiting]), WALL)) == ("store", "Hound")


@pytest.mark.parametrize(("owner", "answer"), [(None, "field"), (ALICE, "hide"), (BOB, "field")])
def test_bot_does_not_replace_its_own_field(owner: int | None, answer: str):
    duel = lay(Side(hand=[field("Mist"), action("Trick")]), WALL, field=None if owner is None else field("Fog"))
    for there in duel.table.field:
        duel.table.owners[there] = owner or ALICE

    assert choice(duel)[0] == answer


def test_second_grunty_has_a_lower_value():
    pet, dog = (card(name, "grunty", feed={"what": {"type": "event"}}, do=[{"draw": 2}]) for name in ("Pet", "Dog"))
    trick = action("Trick")
    first, second = (lay(Side(hand=[pet, trick], hidden=[trick], grunties=there), WALL) for there in ([], [dog]))

    assert (choice(first)[0], choice(second)[0]) == ("grunty", "hide")


def test_bot_mulligans_a_hand_without_monsters_and_pcs():
    gear = [item(name) for name in ("Saw", "Axe", "Bow", "Rod")]
    assert choice(lay(Side(hand=gear, deck=[item("Net")]), WALL, first_turn=True, ready=False))[0] == "redraw"
    assert choice(lay(Side(hand=gear, deck=[monster("Wolf", 9)]), first_turn=True, ready=False))[0] == "attack"


def test_bot_mulligans_with_the_last_of_several_plays():
    gear = [item(name) for name in ("Saw", "Axe", "Bow")]
    hand = [event("Haste", {"play_again": 1}), *gear]
    duel = lay(Side(hand=hand, deck=[item("Net")]), WALL, first_turn=True, ready=False)
    assert choice(duel)[0] == "redraw"

    duel.table.plays_left = 2
    assert choice(duel)[0] != "redraw"


# --- fights ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "answer"),
    [(29, "pass"), (18, "pass"), (15, "flip"), (12, "flip"), (9, "flip"), (6, "pass"), (0, "pass")],
)
def test_bot_flips_an_action_in_a_close_fight(strength: int, answer: str):
    parry = action("Parry", {"strengthen": 2}, moment="fight")
    duel = lay(Side(hand=[monster("Wolf", 14)]), Side(pcs=[pc("Elk", strength)], hidden=[parry]))

    assert choice(duel.choose("attack", "Wolf").choose("fight"))[0] == answer


@pytest.mark.parametrize(("strength", "answer"), [(6, "pass"), (5, "flip"), (4, "flip")])
def test_bot_flips_an_action_after_destiny_if_it_is_behind(strength: int, answer: str):
    parry = action("Parry", {"strengthen": 2}, moment="destiny")
    duel = lay(Side(hand=[monster("Wolf", 5)]), Side(pcs=[pc("Elk", strength)], hidden=[parry], deck=[BLANK]))

    assert choice(duel.choose("attack", "Wolf").choose("fight"))[0] == answer


def test_bot_flips_an_action_with_an_immediate_effect():
    useful, useless = (
        action("Trick", {"draw": {"count": 2, "who": who}}, moment="attack") for who in ("you", "opponent")
    )
    for trick, answer in ((useful, "flip"), (useless, "pass")):
        duel = lay(Side(hand=[monster("Wolf", 5)]), Side(pcs=[pc("Elk", 3)], hidden=[trick])).choose("attack", "Wolf")
        assert choice(duel)[0] == answer


def test_bot_adds_an_extra_monster_to_the_closest_fight():
    hound = {"storable": True, "joins": [{"party": 0}]}
    duel = lay(
        Side(hand=[monster("Wolf", 5)], portal=[monster("Hound", 5, **hound), monster("Pup", 2, **hound)]),
        Side(pcs=[pc("Elk", 6), pc("Wall", 30)]),
    )
    duel.choose("attack", "Wolf").choose("join", "Hound").choose("join", "Pup").choose("fight")
    duel.choose("pair", "Elk", "Wolf").choose("pair", "Wall", "Pup")

    assert choice(duel) == ("add", "Elk", "Hound")


def test_bot_scores_the_monster_with_the_most_vp():
    hound = {"storable": True, "joins": [{"party": 0}]}
    duel = lay(
        Side(hand=[monster("Wolf", 9, vp=1)], portal=[monster("Hound", 9, vp=2, **hound)]), Side(pcs=[pc("Elk", 1)])
    )
    duel.choose("attack", "Wolf").choose("join", "Hound").choose("fight").choose("pair", "Elk", "Wolf")

    assert choice(duel) == ("score", "Hound")


# --- single cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "answer"),
    [
        ({"discard": {"count": 1, "who": "you"}}, ("discard", "Blank")),
        ({"destroy": {"what": {"type": "pc"}}}, ("destroy", "Wall")),
        ({"wound": {"what": {"type": "pc", "whose": "theirs"}}}, ("wound", "Wall")),
        ({"wound": {"what": {"type": "pc", "whose": "yours"}}}, ("wound", "Elk")),
        ({"return": {"what": {"type": "pc", "whose": "theirs"}}}, ("return", "Wall")),
        ({"heal": {"what": {"type": "pc", "whose": "yours"}}}, ("heal", "Orca")),
        ({"recover": {"what": {"type": "monster"}}}, ("recover", "Wolf")),
        ({"sacrifice": {"what": {"type": "pc"}, "who": "you"}}, ("sacrifice", "Elk")),
    ],
)
def test_bot_removes_and_keeps_the_best_cards_and_gives_up_the_worst(do: dict[str, Any], answer: Any):
    hand = [event("Text", do), monster("Ox", 7)]
    party = [pc("Orca", 5), pc("Elk", 3)]
    alice = Side(
        hand=hand, pcs=party, wounded=party if "heal" in do else [], discard=[monster("Ant"), monster("Wolf", 6)]
    )
    duel = lay(alice, Side(pcs=[pc("Owl", 2), pc("Wall", 20)]))
    duel.choose("event", "Text")

    assert choice(duel) == answer


# --- drafting and outlook ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (printed("A", "monster", strength=5), printed("B", "monster", strength=4)),
        (printed("A", "monster", vp=2), printed("B", "monster", vp=1)),
        (printed("A", "monster", reward=[{"draw": 1}]), printed("B", "monster")),
        (printed("A", "monster", storable=True), printed("B", "monster")),
        (printed("A", "monster", destiny=5), printed("B", "monster", destiny=4)),
        (printed("A", "pc", class_="long_arm", strength=3), printed("B", "pc", class_="long_arm", strength=2)),
        (printed("A", "pc", class_="long_arm", tolerance=1), printed("B", "pc", class_="long_arm")),
        (printed("A", "pc", class_="long_arm", speed=1), printed("B", "pc", class_="long_arm")),
        (printed("A", "item", subtype="boots", strength=1), printed("B", "item", subtype="boots")),
        (printed("A", "item", subtype="boots", tolerance=1), printed("B", "item", subtype="boots")),
        (printed("A", "item", subtype="boots", speed=1), printed("B", "item", subtype="boots")),
        (printed("A", "item", subtype="boots"), printed("B", "item", subtype="boots", classes=["long_arm"])),
        (printed("A", "item", subtype="boots"), printed("B", "item", subtype="boots", weights=["light"])),
        (printed("A", "event", do=[{"draw": 1}]), printed("B", "event", do=[{"draw": 1}], requires=[{"party": 2}])),
    ],
)
def test_better_card_has_a_higher_rating(better: Any, worse: Any):
    assert draft_bot.card_rating(better) > draft_bot.card_rating(worse)


def test_bot_builds_a_deck_of_the_best_cards():
    pool = [printed(f"Beast {strength:02}", "monster", strength=strength) for strength in range(20)]

    deck = RULESET.draft_bot.build_deck(pool, 10)

    assert [card.number for card in deck] == [f"Beast {strength:02}" for strength in range(19, 9, -1)]


def test_item_has_a_higher_value_with_legal_bearers():
    spear = printed("Spear", "item", subtype="weapon", classes=["long_arm"])
    light = printed("Belt", "item", subtype="accessory", weights=["light"])
    long_arm, twin_blade = printed("Elk", "pc", class_="long_arm"), printed("Owl", "pc", class_="twin_blade")

    assert [draft_bot.synergy(spear, [long_arm] * count) for count in range(5)] == [-1, 0, 1, 2, 2]
    assert draft_bot.synergy(spear, [twin_blade]) == -1
    assert draft_bot.synergy(light, [twin_blade]) > draft_bot.synergy(light, [long_arm])


def test_goblin_items_have_synergy():
    boots, helm = (printed(kind, "item", subtype=kind, goblin=True) for kind in ("boots", "helm"))

    assert draft_bot.synergy(boots, [helm]) == pytest.approx(0.7)
    assert draft_bot.synergy(boots, [helm, helm, boots]) == pytest.approx(0.7)
    assert draft_bot.synergy(boots, [printed("Shield", "item", subtype="shield")]) == 0


def test_bot_drafts_each_type_up_to_its_share():
    wolf = printed("Wolf", "monster")
    wants = [RULESET.draft_bot.demand(wolf, [wolf] * count, 40) for count in (0, 10, 18, 30, 40)]

    assert wants[0] == 1.5
    assert wants == sorted(wants, reverse=True)
    assert wants[1] > 1 > wants[3] > wants[4] >= 0.3


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Side(score=[monster("Ant", vp=2)]), Side(score=[monster("Ant", vp=1)])),
        (Side(pcs=[pc("Elk", 5)]), Side(pcs=[pc("Elk", 4)])),
        (Side(pcs=[pc("Elk", 4), pc("Owl", 2)]), Side(pcs=[pc("Elk", 4), pc("Owl", 1)])),
        (Side(pcs=[pc("Elk", 5), pc("Owl", 1)]), Side(pcs=[pc("Elk", 3), pc("Owl", 3)])),
        (Side(hidden=[BLANK]), Side()),
        (Side(portal=[BLANK]), Side()),
    ],
)
def test_win_probability_is_higher_with_better_cards(better: Side, worse: Side):
    tables = [lay(side, Side()).table for side in (better, worse)]
    mine, theirs = ([win_probability(table, seat) for table in tables] for seat in (ALICE, BOB))

    assert mine[0] > mine[1] > 0
    assert theirs[0] < theirs[1] < 1
    assert mine[0] + theirs[0] == pytest.approx(1)


def test_win_probability_is_lower_with_wounds_and_higher_on_your_own_turn():
    elk = pc("Elk", 4)
    healthy, wounded = (win_probability(lay(Side(pcs=[elk], wounded=hurt)).table, ALICE) for hurt in ([], [elk]))

    assert wounded < healthy
    assert win_probability(lay(Side()).table, ALICE) > 0.5


def test_vp_count_more_with_fewer_cards_left():
    ahead = Side(score=[monster("Ant", vp=2)])
    early, late = (lay(ahead, Side(blanks=blanks), ready=True).table for blanks in (60, 5))

    assert win_probability(late, ALICE) > win_probability(early, ALICE) > 0.5
