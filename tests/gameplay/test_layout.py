"""The table as it is laid out for pages and terminals."""

from string import Formatter
from typing import Any

import pytest

from gameplay.engine.core.views import view_for_seat as view_of
from gameplay.games import RULESETS
from gameplay.selectors.game_views import outcome_title
from gameplay.selectors.layout import arrange_table
from tests.parts.properties import given
from tests.properties.games import decisions, few, kinds, seeds, start


def view(*zones: dict[str, Any], **told: Any) -> dict[str, Any]:
    """What Alice sees of a game of ENEMY, if ``told`` does not say otherwise."""
    base = {
        "zones": [*zones, zone("attack", None)],
        "scores": [1, 0, 0, 0],
        "seat": 0,
        "teams": [],
        "clash": [],
        "left": [],
    }
    base |= {"game": "enemy", "target": 5, "players": [{"name": "Alice"}, {"name": "Bob"}]}
    return base | {"events": [{"text": "a"}, {"text": "b"}], "since": 1} | told


def zone(name: str, seat: int | None, *cards: dict[str, Any]) -> dict[str, Any]:
    lying = [{"marks": []} | card for card in cards]
    return {"zone": name, "text": name.title(), "seat": seat, "count": len(cards), "cards": lying}


def test_the_reader_sits_last_and_sees_what_happened_since_their_own_choice():
    laid = arrange_table(view())

    assert [side["name"] for side in laid["sides"]] == ["Bob", "Alice"]
    assert laid["recent"] == [{"text": "b"}]


def test_items_and_food_lie_with_the_card_they_lie_under():
    grunty, food = {"id": "grunties0.0", "ref": "G"}, {"id": "food0.0", "ref": "F", "under": "grunties0.0"}
    pc, sword = {"id": "party0.0", "ref": "P"}, {"id": "items0.0", "ref": "S", "under": "party0.0"}

    laid = arrange_table(
        view(zone("party", 0, pc), zone("items", 0, sword), zone("grunties", 0, grunty), zone("food", 0, food))
    )

    own = laid["sides"][1]
    assert [each["zone"] for each in own["zones"]] == ["party", "grunties"]
    below = {each["zone"]: each["cards"][0]["below"] for each in own["zones"]}
    assert [(card["ref"], card["marks"]) for card in below["party"]] == [("S", [])]
    assert [(card["ref"], card["marks"]) for card in below["grunties"]] == [("F", ["Food, face down"])]


def test_piles_are_apart_and_empty_zones_are_left_out():
    laid = arrange_table(view(zone("party", 1), zone("score", 1, {"id": "score1.0", "ref": "M"}), zone("field", None)))

    assert ([each["zone"] for each in laid["sides"][0]["piles"]], laid["sides"][0]["zones"]) == (["score"], [])
    assert laid["between"] == []


def test_what_is_fought_out_is_told_beside_the_question():
    attack = zone("attack", None, {"id": "attack.0", "ref": "M"})

    told = {"zones": [attack], "clash": [{"text": "P against M"}]}

    clash = arrange_table(view() | told)["clash"]
    assert (clash["cards"][0]["ref"], clash["lines"]) == ("M", [{"text": "P against M"}])
    assert arrange_table(view())["clash"] is None


def test_the_others_sit_in_turn_order_from_the_readers_left_and_teams_are_told():
    four = [{"name": name} for name in ("Alice", "Bob", "Carol", "Dave")]
    rest = {"players": four, "teams": [[0, 2], [1, 3]], "game": "hagmi", "defeated": [3]}

    laid = arrange_table(view(zone("limbo", None), seat=2, **rest))

    assert [side["name"] for side in laid["sides"]] == ["Dave", "Alice", "Bob", "Carol"]
    assert [side["name"] for side in laid["sides"] if side["mate"]] == ["Alice"]
    assert laid["teams"] == "You and Alice against Bob and Dave"
    assert [side["states"] for side in laid["sides"]] == [["defeated"], [], [], []]
    assert [side["name"] for side in arrange_table(view(zone("limbo", None), seat=None, **rest))["sides"]] == [
        "Alice", "Bob", "Carol", "Dave",
    ]  # fmt: skip
    assert (
        arrange_table(view(zone("limbo", None), seat=None, **rest))["teams"] == "Alice and Carol against Bob and Dave"
    )


def test_what_is_chosen_in_secret_is_seen_without_opening_the_deck():
    deck = zone("deck", 0, {"id": "deck0.0", "ref": "U", "chosen": True}, {"id": "deck0.1", "ref": "V"})

    own = arrange_table(view(deck, zone("stack", None), game="rm2k"))["sides"][-1]

    assert [[card["ref"] for card in each["cards"]] for each in own["zones"]] == [["U"]]
    assert [[card["ref"] for card in each["cards"]] for each in own["piles"]] == [["V"]]


def test_what_is_still_to_be_paid_is_marked():
    syncing = zone("syncing", 0, {"id": "syncing0.0", "ref": "A", "under": "users0.0"})
    users = zone("users", 0, {"id": "users0.0", "ref": "U"})

    own = arrange_table(view(users, syncing, zone("stack", None), game="rm2k"))["sides"][-1]

    (user,) = own["zones"][0]["cards"]
    assert (user["unpaid"], user["below"][0]["unpaid"]) == (False, True)


def test_answers_that_begin_alike_are_told_together():
    sync = {"head": "Begin to sync Kick on"}
    options = [{"id": 0}, {"id": 1} | sync, {"id": 2, "head": "Begin to sync Red Pen on"}, {"id": 3} | sync, {"id": 4}]

    answers = arrange_table(view(zone("attack", None), ask={"seat": 0, "options": options}))["answers"]

    assert [answer["head"] for answer in answers] == ["", "Begin to sync Kick on", "", ""]
    shown = [[(option["number"], option["id"]) for option in answer["options"]] for answer in answers]
    assert shown == [[(1, 0)], [(2, 1), (3, 3)], [(4, 2)], [(5, 4)]]
    assert arrange_table(view(zone("attack", None), ask={"seat": 1}))["answers"] == []


@pytest.mark.parametrize(
    ("winners", "seat", "title"),
    [
        ((), 0, "A drawn game"),
        ((0,), 0, "You win this game"),
        ((0, 2), 2, "You and Alice win this game"),
        ((0, 2), 1, "Alice and Carol win this game"),
        ((1,), None, "Bob wins this game"),
    ],
)
def test_whoever_has_won_is_told_as_the_reader_reads_it(winners: tuple[int, ...], seat: int | None, title: str):
    assert outcome_title(winners, seat, ("Alice", "Bob", "Carol", "Dave")) == title


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_names_zones_it_has(game: str):
    felt, words = RULESETS[game].table_layout, RULESETS[game].sentences

    assert {
        *felt.counted_zones,
        *felt.pile_zones,
        *felt.nested_zones,
        *felt.face_down_zones,
        felt.resolving_zone,
    } <= words.zones.keys()
    assert {*felt.harmful_marks, *felt.revealing_marks} <= felt.mark_templates.keys()
    assert {*RULESETS[game].corrections.ZONES} <= words.zones.keys()
    assert {*RULESETS[game].corrections.MARKS} <= words.terms["mark"].keys()


@given(seeds, kinds)
@few
def test_whatever_a_card_bears_and_is_fought_out_has_words(seed: bytes, kind: str):
    if kind == "nim":
        return
    game = start(kind, seed)
    words = game.ruleset.table_layout.mark_templates
    marks = {"under", *words, *(name for text in words.values() for _, name, *_ in Formatter().parse(text) if name)}
    for number in decisions(game, seed):
        if number % 7 == 0:
            borne = {mark for marked in game.table.card_marks(Named()).values() for mark in marked}
            assert borne <= marks
            assert {
                line["code"] for line in view_of(game, None)["clash"]
            } <= game.ruleset.table_layout.resolving_sentences.keys()


class Named(dict[int, str]):
    """A name for any card."""

    def __missing__(self, card: int) -> str:
        return str(card)
