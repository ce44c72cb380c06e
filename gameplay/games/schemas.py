"""The JSON Schema of positions, assembled from a common part and a part for each game."""

import json
from importlib.resources import files
from typing import Any

from gameplay.games import RULESETS

SCHEMA_FILE = "position.schema.json"


def position_schema() -> dict[str, Any]:
    """Return the schema of a position in any of the games."""
    schema: dict[str, Any] = json.loads((files(__package__) / SCHEMA_FILE).read_text(encoding="utf-8"))
    schema["properties"]["ruleset"]["enum"] = list(RULESETS)
    schema["oneOf"] = [{"$ref": f"#/$defs/{name}"} for name in RULESETS]
    for name in RULESETS:
        schema["$defs"] |= json.loads((files(f"{__package__}.{name}") / SCHEMA_FILE).read_text(encoding="utf-8"))
    return schema
