"""Rendered questions and options."""

from typing import Any

from gameplay.engine.core.game import Game
from gameplay.engine.core.position import game_from_json
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import localized_view

NAMES = ("Alice", "Bob", "Carol")
MIO, ELK = "Mio, Destroyer", "Tetra, Breakwater Gun"


def attacking(*units: list[str]) -> Game:
    """Return a game in which Alice chooses the target of Mio; the other players have ``units`` with fuel."""
    sides = [[{"card": unit, "fuel": ["Pier"]} for unit in side] for side in ([MIO], *units)]
    seats = [{"units": side, "damage": ["Graze"]} for side in sides]
    position = {"format": "passleft-position-1", "ruleset": "hagmi", "variant": "multiplayer", "seats": seats}
    return game_from_json(position | {"turn": 5, "active": 0, "step": "battle", "choices": [0]}, RULESETS, known_cards)


def asked(game: Game) -> dict[str, Any]:
    return dict(localized_view(game, 0, NAMES[: game.table.seats], language="en")["ask"])


def targets(game: Game) -> list[str]:
    return [option["text"] for option in asked(game)["options"]]


def test_owners_are_shown_if_cards_of_several_players_can_be_chosen():
    assert targets(attacking([MIO], [MIO, ELK])) == ["Bob", f"{MIO} (Bob)", "Carol", f"{MIO} (Carol)", f"{ELK} (Carol)"]


def test_copies_are_numbered():
    numbered = [f"{ELK} (Bob, #1)", f"{ELK} (Bob, #2)"]
    assert targets(attacking([ELK, ELK], [ELK])) == ["Bob", *numbered, "Carol", f"{ELK} (Carol)"]
    assert targets(attacking([ELK, ELK])) == ["Bob", f"{ELK} (#1)", f"{ELK} (#2)"]
    assert targets(attacking([ELK, MIO])) == ["Bob", ELK, MIO]


def test_the_attacking_card_is_shown_with_the_question():
    game = attacking([MIO], [])

    assert asked(game)["about"]["reads"]
    assert asked(game)["about"]["text"] == f"Choose a target for {MIO}. Targets left: 1."
