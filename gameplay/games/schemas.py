"""JSON Schemas assembled from a common part and a part for each game: of positions, and of logs of paper games."""

import json
from importlib.resources import files
from typing import Any

from cards.printed import bundled_card_sets
from gameplay.engine.adjudication.completion import Title, example_entry
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS

SCHEMA_FILE, LOG_SCHEMA_FILE = "position.schema.json", "log.schema.json"
FACE_DOWN = "face down"
"""The comment of definitions of cards that not all players see."""
SINCE = ("choices", "chance")
"""The fields of a position that say what has happened since; a log says it itself."""
EXAMPLE_PLAYERS = ("Alice", "Bob")


def position_schema() -> dict[str, Any]:
    """Return the schema of a position in any of the games."""
    schema: dict[str, Any] = json.loads((files(__package__) / SCHEMA_FILE).read_text(encoding="utf-8"))
    schema["properties"]["ruleset"]["enum"] = list(RULESETS)
    schema["oneOf"] = [{"$ref": f"#/$defs/{name}"} for name in RULESETS]
    for name in RULESETS:
        schema["$defs"] |= json.loads((files(f"{__package__}.{name}") / SCHEMA_FILE).read_text(encoding="utf-8"))
    return schema


def log_schema() -> dict[str, Any]:
    """Return the schema of a log, with the position of each game, and an example of each form of an entry.

    They are ``position_of_GAME`` and ``entry_of_GAME`` in its ``$defs``.
    """
    schema: dict[str, Any] = json.loads((files(__package__) / LOG_SCHEMA_FILE).read_text(encoding="utf-8"))
    schema["properties"]["ruleset"]["enum"] = list(RULESETS)
    schema["$defs"] |= _position_definitions()
    schema["allOf"] = [_position_of_game(name) for name in RULESETS]
    for name, ruleset in RULESETS.items():
        examples = (example for forms in entry_examples(ruleset).values() for _form, example in forms)
        schema["$defs"][f"entry_of_{name}"] = {
            "description": f"An entry of {ruleset.title}: examples of all forms. The README of the game explains them.",
            "type": "string",
            "examples": list(dict.fromkeys(examples)),
        }
    return schema


def _position_definitions() -> dict[str, Any]:
    """Return the ``$defs`` of positions, in which face-down cards may be unknown, and ``position_of_GAME``."""
    positions = position_schema()
    definitions: dict[str, Any] = positions["$defs"]
    for name in [name for name, each in definitions.items() if each.get("$comment") == FACE_DOWN]:
        definition = definitions[name]
        shared = definitions[definition["$ref"].rpartition("/")[2]] if "$ref" in definition else definition
        cards = shared.get("items", shared)["anyOf"]
        allowed = {"anyOf": [*cards, {"$ref": "#/$defs/unknown"}]}
        description = {"description": definition["description"]}
        definitions[name] = description | ({"type": "array", "items": allowed} if "items" in shared else allowed)
    fields = {name: field for name, field in positions["properties"].items() if name not in SINCE}
    for name in RULESETS:
        definitions[f"position_of_{name}"] = {
            "type": "object",
            "required": ["step", "seats"],
            "unevaluatedProperties": False,
            "properties": fields,
            "allOf": [{"$ref": f"#/$defs/{name}"}],
        }
    return definitions


def _position_of_game(name: str) -> dict[str, Any]:
    """Return the rule that the position of a log of the game ``name`` is one of that game."""
    position = {"$ref": f"#/$defs/position_of_{name}"}
    return {
        "if": {"properties": {"ruleset": {"const": name}}},
        "then": {"properties": {"position": position}},
    }


def entry_examples(ruleset: Ruleset) -> dict[str, list[tuple[str, str]]]:
    """Return the forms of entries about each event, by its code: pairs of a template and an example of it."""
    notation = notation_of(ruleset)
    titles = [Title(card.name.en, card.type) for each in bundled_card_sets(ruleset.name) for card in each.cards]
    return {
        code: [(form, example_entry(notation, titles, EXAMPLE_PLAYERS, code, form)) for form in forms]
        for code, forms in notation.words.forms.items()
    }
