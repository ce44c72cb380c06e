"""What is asked, as whoever is asked reads it."""

from typing import Any

from gameplay.engine.game import Game
from gameplay.engine.position import game_of
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import in_words

NAMES = ("Alice", "Bob", "Carol")
MIO, ELK = "Mio, Destroyer", "Tetra, Breakwater Gun"


def attacking(*units: list[str]) -> Game:
    """Alice, asked what her Mio attacks; the others have ``units``, each with fuel."""
    sides = [[{"card": unit, "fuel": ["Pier"]} for unit in side] for side in ([MIO], *units)]
    seats = [{"units": side, "damage": ["Graze"]} for side in sides]
    position = {"format": "passleft-position-1", "ruleset": "hagmi", "variant": "multiplayer", "seats": seats}
    return game_of(position | {"turn": 5, "active": 0, "step": "battle", "choices": [0]}, RULESETS, known_cards)


def asked(game: Game) -> dict[str, Any]:
    return dict(in_words(game, 0, NAMES[: game.table.seats], language="en")["ask"])


def targets(game: Game) -> list[str]:
    return [option["text"] for option in asked(game)["options"]]


def test_cards_of_one_name_are_told_apart_by_who_has_them():
    assert targets(attacking([MIO], [MIO, ELK])) == ["Bob", f"{MIO} (Bob)", "Carol", f"{MIO} (Carol)", ELK]


def test_and_by_their_number_where_one_has_several():
    assert targets(attacking([ELK, ELK], [ELK])) == [
        "Bob",
        f"{ELK} (Bob, #1)",
        f"{ELK} (Bob, #2)",
        "Carol",
        f"{ELK} (Carol)",
    ]
    assert targets(attacking([ELK, ELK], [MIO])) == ["Bob", f"{ELK} (#1)", f"{ELK} (#2)", "Carol", MIO]


def test_whoever_aims_or_defends_reads_the_attacking_card():
    game = attacking([MIO], [])

    assert asked(game)["about"]["reads"]
    assert asked(game)["about"]["text"] == f"What does {MIO} attack? Targets left: 1."
