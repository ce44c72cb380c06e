"""The layout of the table for pages and terminals."""

from string import Formatter
from typing import Any

import pytest

from gameplay.engine.core.views import view_for_seat as view_of
from gameplay.games import RULESETS
from gameplay.selectors.game_views import outcome_title
from gameplay.selectors.layout import arrange_table
from tests.parts.properties import given
from tests.properties.games import decisions, few, kinds, seeds, start


def view(*zones: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the view of Alice of a game of ENEMY, changed by ``fields``."""
    base = {
        "zones": [*zones, zone("attack", None)],
        "scores": [1, 0, 0, 0],
        "seat": 0,
        "teams": [],
        "clash": [],
        "left": [],
    }
    base |= {"game": "enemy", "target": 5, "players": [{"name": "Alice"}, {"name": "Bob"}]}
    return base | {"events": [{"text": "a"}, {"text": "b"}], "since": 1} | fields


def zone(name: str, seat: int | None, *cards: dict[str, Any]) -> dict[str, Any]:
    marked = [{"marks": []} | card for card in cards]
    return {"zone": name, "text": name.title(), "seat": seat, "count": len(cards), "cards": marked}


def test_readers_side_is_last_and_events_since_their_choice_are_recent():
    layout = arrange_table(view())

    assert [side["name"] for side in layout["sides"]] == ["Bob", "Alice"]
    assert layout["recent"] == [{"text": "b"}]


def test_items_and_food_are_shown_with_the_card_above_them():
    grunty, food = {"id": "grunties0.0", "ref": "G"}, {"id": "food0.0", "ref": "F", "under": "grunties0.0"}
    pc, sword = {"id": "party0.0", "ref": "P"}, {"id": "items0.0", "ref": "S", "under": "party0.0"}

    layout = arrange_table(
        view(zone("party", 0, pc), zone("items", 0, sword), zone("grunties", 0, grunty), zone("food", 0, food))
    )

    own = layout["sides"][1]
    assert [each["zone"] for each in own["zones"]] == ["party", "grunties"]
    below = {each["zone"]: each["cards"][0]["below"] for each in own["zones"]}
    assert [(card["ref"], card["marks"]) for card in below["party"]] == [("S", [])]
    assert [(card["ref"], card["marks"]) for card in below["grunties"]] == [("F", ["Food, face down"])]


def test_piles_are_separate_and_empty_zones_are_omitted():
    layout = arrange_table(
        view(zone("party", 1), zone("score", 1, {"id": "score1.0", "ref": "M"}), zone("field", None))
    )

    assert ([each["zone"] for each in layout["sides"][0]["piles"]], layout["sides"][0]["zones"]) == (["score"], [])
    assert layout["between"] == []


def test_cards_being_resolved_are_shown():
    attack = zone("attack", None, {"id": "attack.0", "ref": "M"})

    fields = {"zones": [attack], "clash": [{"text": "P against M"}]}

    clash = arrange_table(view() | fields)["clash"]
    assert (clash["cards"][0]["ref"], clash["lines"]) == ("M", [{"text": "P against M"}])
    assert arrange_table(view())["clash"] is None


def test_other_sides_are_in_turn_order_and_teams_are_named():
    four = [{"name": name} for name in ("Alice", "Bob", "Carol", "Dave")]
    rest = {"players": four, "teams": [[0, 2], [1, 3]], "game": "hagmi", "defeated": [3]}

    layout = arrange_table(view(zone("limbo", None), seat=2, **rest))

    assert [side["name"] for side in layout["sides"]] == ["Dave", "Alice", "Bob", "Carol"]
    assert [side["name"] for side in layout["sides"] if side["mate"]] == ["Alice"]
    assert layout["teams"] == "You and Alice against Bob and Dave"
    assert [side["states"] for side in layout["sides"]] == [["defeated"], [], [], []]
    assert [side["name"] for side in arrange_table(view(zone("limbo", None), seat=None, **rest))["sides"]] == [
        "Alice", "Bob", "Carol", "Dave",
    ]  # fmt: skip
    assert (
        arrange_table(view(zone("limbo", None), seat=None, **rest))["teams"] == "Alice and Carol against Bob and Dave"
    )


def test_secretly_chosen_card_is_visible_without_opening_the_deck():
    deck = zone("deck", 0, {"id": "deck0.0", "ref": "U", "chosen": True}, {"id": "deck0.1", "ref": "V"})

    own = arrange_table(view(deck, zone("stack", None), game="rm2k"))["sides"][-1]

    assert [[card["ref"] for card in each["cards"]] for each in own["zones"]] == [["U"]]
    assert [[card["ref"] for card in each["cards"]] for each in own["piles"]] == [["V"]]


def test_unpaid_card_is_marked():
    syncing = zone("syncing", 0, {"id": "syncing0.0", "ref": "A", "under": "users0.0"})
    users = zone("users", 0, {"id": "users0.0", "ref": "U"})

    own = arrange_table(view(users, syncing, zone("stack", None), game="rm2k"))["sides"][-1]

    (user,) = own["zones"][0]["cards"]
    assert (user["unpaid"], user["below"][0]["unpaid"]) == (False, True)


def test_options_with_the_same_beginning_are_grouped():
    sync = {"head": "Begin to sync Kick on"}
    options = [{"id": 0}, {"id": 1} | sync, {"id": 2, "head": "Begin to sync Red Pen on"}, {"id": 3} | sync, {"id": 4}]

    answers = arrange_table(view(zone("attack", None), ask={"seat": 0, "options": options}))["answers"]

    assert [answer["head"] for answer in answers] == ["", "Begin to sync Kick on", "", ""]
    numbered = [[(option["number"], option["id"]) for option in answer["options"]] for answer in answers]
    assert numbered == [[(1, 0)], [(2, 1), (3, 3)], [(4, 2)], [(5, 4)]]
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
def test_outcome_title_depends_on_the_reader(winners: tuple[int, ...], seat: int | None, title: str):
    assert outcome_title({"winners": winners, "reason": "vp"}, seat, ("Alice", "Bob", "Carol", "Dave")) == title


@pytest.mark.parametrize("game", RULESETS)
def test_zones_and_marks_of_the_layout_exist(game: str):
    table_layout, words = RULESETS[game].table_layout, RULESETS[game].sentences

    assert {
        *table_layout.counted_zones,
        *table_layout.pile_zones,
        *table_layout.nested_zones,
        *table_layout.face_down_zones,
        table_layout.resolving_zone,
    } <= words.zones.keys()
    assert {*table_layout.harmful_marks, *table_layout.revealing_marks} <= table_layout.mark_templates.keys()
    assert {*RULESETS[game].corrections.ZONES} <= words.zones.keys()
    assert {*RULESETS[game].corrections.MARKS} <= words.terms["mark"].keys()


@given(seeds, kinds)
@few
def test_all_marks_and_resolving_items_have_templates(seed: bytes, kind: str):
    if kind == "nim":
        return
    game = start(kind, seed)
    words = game.ruleset.table_layout.mark_templates
    marks = {"under", *words, *(name for text in words.values() for _, name, *_ in Formatter().parse(text) if name)}
    for number in decisions(game, seed):
        if number % 7 == 0:
            used = {mark for marked in game.table.card_marks(NumbersAsNames()).values() for mark in marked}
            assert used <= marks
            assert {
                line["code"] for line in view_of(game, None)["clash"]
            } <= game.ruleset.table_layout.resolving_sentences.keys()


class NumbersAsNames(dict[int, str]):
    """A name for any card."""

    def __missing__(self, card: int) -> str:
        return str(card)
