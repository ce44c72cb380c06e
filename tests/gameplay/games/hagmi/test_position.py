"""Reading and writing positions."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import gameplay.games.hagmi
from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.bots.policies import random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, choose_resolved, parse_position, pending_ask, position_of
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_replay import verify_record
from gameplay.games.hagmi import RULESET
from tests.gameplay.games.hagmi.transcript import SEATS, ready_decks

RULESETS = {"hagmi": RULESET}
EXAMPLE = Path(gameplay.games.hagmi.__file__).parent / "example.position.json"


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    return [[card for card_set in bundled_card_sets(game) for card in card_set.cards]]


def begun(variant: str, seed: str = "a") -> tuple[Game, Sequence[Sequence[PrintedCard]]]:
    decks = ready_decks(SEATS[variant], secrets=variant != "survival")
    return Game.begin(RULESET, variant, decks, SeededChance(RandomStream(seed.encode(), "game"))), decks


def parse(position: dict[str, Any]) -> Game:
    return parse_position(json.dumps(position), RULESETS, catalogue)


@pytest.mark.parametrize("variant", SEATS)
def test_a_position_has_the_options_and_the_fingerprint_of_its_game(variant: str):
    game, _ = begun(variant)
    player, number = random_policy(RandomStream(b"a", "player")), 0
    while game.ask is not None and number < 250:
        number += 1
        if number % 7 == 0:
            twin = parse(position_of(game))
            assert twin.ask is not None
            assert twin.table.fingerprint() == game.table.fingerprint()
            assert (twin.ask.about, list(twin.ask.options)) == (game.ask.about, list(game.ask.options))
            assert pending_ask(twin) == pending_ask(game)
            assert position_of(twin) == position_of(game)
        game.choose(player(game))


@pytest.mark.parametrize("variant", SEATS)
def test_a_record_of_every_variant_replays_exactly(variant: str):
    game, decks = begun(variant, "b")
    player = random_policy(RandomStream(b"b", "player"))
    while game.ask is not None:
        game.choose(player(game))
    known = {card.ref: card for cards in catalogue("hagmi") for card in cards}

    found = verify_record(dump_record(record_of(game, variant, decks)), RULESETS, lambda _game, ref: known[ref])
    assert (found.verdict, found.reason) == ("EXACT", "")


def test_the_example_is_what_the_readme_says():
    """Alice attacks, Bob's gun counters at long range and destroys the attacker before it strikes (HAG-7.1.4)."""
    position = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    game = parse(position)
    assert [option["code"] for option in pending_ask(game)["options"]] == ["attack", "pass"]

    assert [event["code"] for event in apply_choice(game, 0)["events"]] == ["declared"]
    for wanted in ("burn", "aim", "counter"):
        offered = pending_ask(game)["options"]
        choose_resolved(game, next(option["id"] for option in offered if option["code"] == wanted))

    happened = [event[0] for event in game.table.events]
    assert happened.count("damaged") == happened.count("destroyed") == 1
    assert game.table.units[0] == []


def laid(**seat: Any) -> dict[str, Any]:
    return {
        "format": "passleft-position-1",
        "ruleset": "hagmi",
        "variant": "tactics",
        "step": "main",
        "seats": [seat, {}],
    }


@pytest.mark.parametrize(
    ("seat", "place"),
    [
        ({"units": ["IS-O01"]}, "not a weapon"),
        ({"facilities": ["IS-W01"]}, "not a facility"),
        ({"damage": ["IS-W01"]}, "weapon card"),
        ({"weapons": ["IS-O01"]}, "operation card"),
        ({"secrets": ["IS-D01"]}, "damage card"),
        ({"units": [{"card": "IS-W01", "damage": 9}]}, "destroyed by its damage"),
        ({"units": [{"card": "IS-W01", "wounded": True}]}, "unknown field"),
    ],
)
def test_an_impossible_position_is_refused(seat: dict[str, Any], place: str):
    with pytest.raises(UnreadableError, match=place):
        parse(laid(**seat))


@pytest.mark.clause("HAG-OP-9")
@pytest.mark.parametrize(("armour", "damage", "lies"), [(3, 2, True), (3, 3, False), (0, 9, True)])
def test_a_facility_is_valid_while_its_armour_exceeds_the_damage(armour: int, damage: int, lies: bool):
    fort = {"number": "01", "name": {"en": "Fort"}, "type": "facility", "rarity": "common", "armour": armour}
    position = laid(facilities=[{"card": "Fort", "damage": damage}], hand=["Fort"]) | {"cards": [fort]}
    if lies:
        assert parse(position).table.damage_taken == {0: damage}
    else:
        with pytest.raises(UnreadableError, match="Fort would be destroyed by its damage"):
            parse(position)


TANK, CART, ORDER, PIER, WATER, CHAIN, AMBUSH = "IS-W03", "IS-W01", "IS-O01", "IS-O38", "IS-D01", "IS-D02", "IS-S01"
BROUGHT: dict[str, Any] = {
    "format": "passleft-position-1",
    "ruleset": "hagmi",
    "variant": "multiplayer",
    "turn": 9,
    "active": 0,
    "step": "battle",
    "quiet": 11,
    "drawn": True,
    "hit": True,
    "last_turn": "time",
    "seats": [
        {
            "units": [
                {
                    "card": TANK,
                    "owner": 1,
                    "damage": 2,
                    "firepower": 999,
                    "armour": -1,
                    "cut_off": True,
                    "jammed": True,
                    "attacked": True,
                    "fuel": [ORDER, {"card": CART, "owner": 1}],
                    "used": [0, 2],
                },
                {"card": CART, "fuel": [ORDER]},
            ],
            "facilities": [{"card": PIER, "firepower": -999}],
            "hand": [CART, WATER],
            "discard": [ORDER],
            "secrets": [AMBUSH],
            "weapons": [CART],
            "operations": [PIER],
            "damage": [CHAIN, {"card": WATER, "owner": 2}],
        },
        {"hand": [ORDER], "began": False},
        {"damage": [WATER], "defeated": True},
    ],
}
COMMON: dict[str, Any] = {
    "format": "passleft-position-1",
    "ruleset": "hagmi",
    "variant": "survival",
    "turn": 3,
    "active": 1,
    "step": "main",
    "weapons": [CART],
    "operations": [PIER],
    "discard": [ORDER, {"card": WATER, "owner": 0}],
    "box": [{"card": CHAIN, "owner": 1}],
    "fought": True,
    "seats": [
        {
            "units": [{"card": TANK, "fuel": [ORDER]}, {"card": CART, "owner": 1}],
            "facilities": [PIER],
            "hand": [CART, {"card": WATER, "owner": 1}],
            "secrets": [AMBUSH],
            "damage": [WATER],
        },
        {"hand": [ORDER], "damage": [CHAIN]},
    ],
}


def plain(position: Any) -> Any:
    """Replace card objects without other fields by the set number."""
    if isinstance(position, dict):
        plain_fields = {name: plain(value) for name, value in position.items() if name != "numbers"}
        return plain_fields["card"] if plain_fields.keys() == {"card"} else plain_fields
    return [plain(each) for each in position] if isinstance(position, list) else position


@pytest.mark.parametrize("position", [BROUGHT, COMMON], ids=["brought decks", "common decks"])
def test_a_position_is_written_as_it_is_read(position: dict[str, Any]):
    assert plain(position_of(parse(position))) == position


@pytest.mark.parametrize("step", ["standby", "draw", "main", "battle", "main2", "end"])
def test_a_game_continues_from_any_step(step: str):
    seat = {"units": [{"card": TANK, "fuel": [ORDER]}], "hand": [CART], "weapons": [CART]}
    game = parse(laid(**seat) | {"step": step, "fought": step == "main2"})

    assert game.ask is not None
    assert game.ask.about[0] == {"standby": "main", "draw": "main", "end": "supply_hand"}.get(step, step)


@pytest.mark.parametrize("variant", SEATS)
def test_owners_are_written_only_for_cards_of_another_owner_than_the_deck_or_player(variant: str):
    assert '"owner"' not in json.dumps(position_of(begun(variant)[0]))


def test_the_owner_of_a_card_decides_its_discard_pile():
    game = parse(COMMON)
    owners = [
        [game.table.owners[unit] for unit in game.table.units[0]],
        [game.table.owners[card] for card in game.table.box],
    ]

    assert owners == [[-1, 1], [1]]


@pytest.mark.parametrize(
    ("mark", "refused"),
    [
        ({"firepower": 1000}, "firepower: 1000 is not from -999 to 999"),
        ({"firepower": -1000}, "firepower: -1000 is not from -999 to 999"),
        ({"armour": 1000}, "armour: 1000 is not from -999 to 999"),
        ({"armour": -1000}, "armour: -1000 is not from -999 to 999"),
        ({"owner": 2}, "owner: 2 is not from -1 to 1"),
        ({"owner": -2}, "owner: -2 is not from -1 to 1"),
        ({"damage": -1}, "damage: -1 is not from 0"),
    ],
)
def test_a_mark_is_within_its_bounds(mark: dict[str, Any], refused: str):
    with pytest.raises(UnreadableError, match=re.escape(f"seats.0.units.0.{refused}")):
        parse(laid(units=[{"card": TANK} | mark]))


def test_a_position_has_fewer_quiet_turns_than_a_standstill():
    """With two players, 6 rounds are 12 turns."""
    assert parse(laid(hand=[CART]) | {"quiet": 11}).table.quiet_turns == 11
    with pytest.raises(UnreadableError, match="quiet: 12 is not from 0 to 11"):
        parse(laid(hand=[CART]) | {"quiet": 12})


@pytest.mark.clause("HAG-OP-23")
@pytest.mark.parametrize(("hit", "quiet"), [(True, 0), (False, 12)])
def test_a_position_says_whether_a_player_was_hit_in_this_turn(hit: bool, quiet: int):
    game = parse(laid() | {"step": "main2", "fought": True, "quiet": 11, "hit": hit, "pausing": True})
    after = apply_choice(game, 0)

    assert (after["outcome"] is not None, game.table.quiet_turns) == (not hit, quiet)
    assert after["events"][-1]["code"] == ("rolled" if hit else "over")


def test_three_cannot_play_a_team_game():
    position = laid() | {"variant": "team", "seats": [{}, {}, {}]}

    with pytest.raises(UnreadableError, match=r"HAG-13\.1"):
        parse(position)
