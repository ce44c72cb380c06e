"""Views of games fit their description in the OpenAPI schema: every game, from every seat."""

from collections.abc import Set
from typing import Any

import jsonschema
import pytest
from drf_spectacular.generators import SchemaGenerator

from gameplay.api.serializers import GameSerializer, PendingAskSerializer
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import pending_ask
from gameplay.engine.core.views import JUDGE
from gameplay.games import RULESETS
from gameplay.selectors.game_views import localized_view
from tests.gameplay.games.enemy.kit import CARDS, PET
from tests.properties.games import KINDS, decisions, decks

HEAD_FIELDS = {
    *("id", "variant", "title", "sense", "number", "players", "since", "takes_back"),
    *("passing", "windowed", "ends_turn"),
}
"""Fields that `view_for_account` adds to a view."""


def as_json_schema(schema: Any) -> Any:
    """Return an OpenAPI 3.0 schema as JSON Schema, which has a type for null."""
    if isinstance(schema, list):
        return [as_json_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    converted = {key: as_json_schema(value) for key, value in schema.items() if key != "nullable"}
    return {"anyOf": [converted, {"type": "null"}]} if schema.get("nullable") is True else converted


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return as_json_schema(SchemaGenerator().get_schema(request=None, public=True))


def validator(
    schema: dict[str, Any], component: str, without: Set[str] = frozenset()
) -> jsonschema.Draft202012Validator:
    described = schema["components"]["schemas"][component]
    required = [name for name in described["required"] if name not in without]
    return jsonschema.Draft202012Validator({**described, "required": required, "components": schema["components"]})


def start_with_bundled_cards(kind: str) -> Game:
    name, variant = kind.split()
    cards = [[CARDS[0] if card is PET else card for card in deck] for deck in decks(kind, b"schema")]
    return Game.begin(RULESETS[name], variant, cards, SeededChance(RandomStream(b"schema", "game")))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "nim"])
def test_views_of_a_whole_game_fit_their_description(schema: dict[str, Any], kind: str):
    views, asks = validator(schema, "Game", HEAD_FIELDS), validator(schema, "PendingAsk")
    game = start_with_bundled_cards(kind)
    names = [f"Player {seat}" for seat in range(game.table.seats)]
    for number in decisions(game, b"schema"):
        if number % 23 == 0:
            for seat in (None, JUDGE, *range(game.table.seats)):
                views.validate(localized_view(game, seat, names, language="en"))
            asks.validate(pending_ask(game))
    views.validate(localized_view(game, 0, names, language="ja"))
    asks.validate(pending_ask(game))


def test_the_description_names_all_fields_that_games_share():
    shared = {
        "seat",
        "turn",
        "active",
        "scores",
        "zones",
        "ask",
        "clash",
        "events",
        "outcome",
        "left",
        "teams",
        "phase",
        "game",
    }

    assert set(GameSerializer().fields) == shared | HEAD_FIELDS
    assert set(PendingAskSerializer().fields) == {"seat", "kind", "about", "options", "scores", "outcome"}
