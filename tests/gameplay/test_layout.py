"""The table as it is laid out for pages and terminals."""

from typing import Any

from gameplay.selectors.layout import laid_out


def view(*zones: dict[str, Any], **told: Any) -> dict[str, Any]:
    base = {"zones": list(zones), "players": [{"name": "Alice"}, {"name": "Bob"}], "scores": [1, 0], "seat": 0}
    return base | {"events": [{"text": "a"}, {"text": "b"}], "since": 1} | told


def zone(name: str, seat: int | None, *cards: dict[str, Any]) -> dict[str, Any]:
    return {"zone": name, "seat": seat, "count": len(cards), "cards": list(cards)}


def test_the_reader_sits_last_and_sees_what_happened_since_their_own_choice():
    laid = laid_out(view())

    assert [side["name"] for side in laid["sides"]] == ["Bob", "Alice"]
    assert laid["recent"] == [{"text": "b"}]


def test_items_and_food_lie_with_the_card_they_lie_under():
    grunty, food = {"id": "grunties0.0", "ref": "G"}, {"id": "food0.0", "ref": "F", "under": "grunties0.0"}
    pc, sword = {"id": "party0.0", "ref": "P"}, {"id": "items0.0", "ref": "S", "under": "party0.0"}

    laid = laid_out(
        view(zone("party", 0, pc), zone("items", 0, sword), zone("grunties", 0, grunty), zone("food", 0, food))
    )

    own = laid["sides"][1]
    assert [each["zone"] for each in own["zones"]] == ["party", "grunties"]
    below = {each["zone"]: each["cards"][0]["below"] for each in own["zones"]}
    assert [(card["ref"], card["food"]) for card in below["party"] + below["grunties"]] == [("S", False), ("F", True)]


def test_piles_are_apart_and_empty_zones_are_left_out():
    laid = laid_out(view(zone("party", 1), zone("score", 1, {"id": "score1.0", "ref": "M"}), zone("field", None)))

    assert ([each["zone"] for each in laid["sides"][0]["piles"]], laid["sides"][0]["zones"]) == (["score"], [])
    assert laid["between"] == []


def test_a_fight_is_told_with_its_cards_until_either_side_is_gone():
    attack = zone("attack", None, {"id": "attack.0", "ref": "M"})
    here = {"pc": "party0.0", "monsters": ["attack.0", None], "now": True, "ours": 5, "theirs": 4}
    gone = {"pc": None, "monsters": ["attack.0"], "now": False}

    laid = laid_out(view(attack, zone("party", 0, {"id": "party0.0", "ref": "P"}), fights=[here, gone]))

    assert laid["fights"] == [here | {"pc": "P", "monsters": ["M"]}]
    assert laid["clash"]["cards"][0]["ref"] == "M"
