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
    """Return the schema of a log, with an example of each form of an entry as ``entry_of_GAME`` in its ``$defs``."""
    schema: dict[str, Any] = json.loads((files(__package__) / LOG_SCHEMA_FILE).read_text(encoding="utf-8"))
    schema["properties"]["ruleset"]["enum"] = list(RULESETS)
    for name, ruleset in RULESETS.items():
        examples = (example for forms in entry_examples(ruleset).values() for _form, example in forms)
        schema["$defs"][f"entry_of_{name}"] = {
            "description": f"An entry of {ruleset.title}: examples of all forms. The README of the game explains them.",
            "type": "string",
            "examples": list(dict.fromkeys(examples)),
        }
    return schema


def entry_examples(ruleset: Ruleset) -> dict[str, list[tuple[str, str]]]:
    """Return the forms of entries about each event, by its code: pairs of a template and an example of it."""
    notation = notation_of(ruleset)
    titles = [Title(card.name.en, card.type) for each in bundled_card_sets(ruleset.name) for card in each.cards]
    return {
        code: [(form, example_entry(notation, titles, EXAMPLE_PLAYERS, code, form)) for form in forms]
        for code, forms in notation.words.templates.items()
    }
