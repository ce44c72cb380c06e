"""Check that the JSON schemas match the files that the project reads and writes."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set
from cards.set_json import set_to_json as set_file
from deploy.management.commands.schema import COMPOSED_SCHEMAS, SCHEMA_FILES
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.position import position_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.games import RULESETS, enemy, hagmi
from tests.gameplay.engine.core.test_correction import text
from tests.gameplay.engine.core.test_correction_record import corrected
from tests.gameplay.engine.core.test_record import played_record
from tests.instruments.reported_games.games import play_and_report as reported_game
from tests.parts.properties import given
from tests.properties.games import decisions, few, kinds, seeds, start
from tournaments.rules.rulesets import TIE_BREAK_RULES as RULES_OF_STANDINGS
from tournaments.rules.tournament_file import read_tournament

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"
LOG = EXAMPLE.parent / "example.log.json"
TOURNAMENT = {
    "players": [{"id": "A", "name": "Alice"}, {"id": "B", "dropped_after_round": None}, {"id": "C"}],
    "planned_rounds": 3,
    "pods": [["A", "B", "C"]],
    "apart": [["A", "B"]],
    "power_pairing": True,
    "rounds": [
        {
            "round": 1,
            "matches": [{"table": 1, "a": "A", "b": "B", "games_a": 2, "games_b": 1, "games_drawn": 0}],
            "byes": ["C"],
            "missed": [],
        }
    ],
}


def validator(name: str) -> Any:
    out = StringIO()
    call_command("schema", name, stdout=out)
    schema = json.loads(out.getvalue())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", sorted({*SCHEMA_FILES, *COMPOSED_SCHEMAS}))
def test_schema_is_valid(name: str):
    assert validator(name).schema["title"]


def test_written_files_match_their_schemas():
    validator("record").validate(played_record().to_json())
    validator("record").validate(played_record(include_cards=True, turns=3).to_json())
    validator("record").validate(json.loads(text(corrected())))
    validator("position").validate(json.loads(EXAMPLE.read_text(encoding="utf-8")))
    validator("log").validate(json.loads(LOG.read_text(encoding="utf-8")))
    validator("log").validate(reported_game(RULESETS["enemy"], "sample", 1).log())
    validator("set").validate(json.loads(set_file(bundled_card_set("enemy", "FL"))))
    validator("tournament").validate(TOURNAMENT)
    assert read_tournament(json.dumps(TOURNAMENT)).next_round == 2


@given(seeds, kinds)
@few
def test_positions_of_all_games_match_the_schema(seed: bytes, kind: str):
    if kind == "nim":
        return
    game, schema = start(kind, seed), validator("position")
    for number in decisions(game, seed):
        if number < 3 or number % 9 == 0:
            schema.validate(json.loads(json.dumps(position_of(game))))


def test_position_may_only_have_the_zones_of_its_game():
    example = json.loads((Path(hagmi.__file__).parent / "example.position.json").read_text(encoding="utf-8"))

    assert validator("position").is_valid(example)
    assert not validator("position").is_valid(example | {"ruleset": "rm2k"})
    assert not validator("position").is_valid(example | {"field": "FL-F01"})


def test_tournament_schema_lists_all_tie_break_rules():
    assert validator("tournament").schema["properties"]["ruleset"]["enum"] == list(RULES_OF_STANDINGS)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("record", {"entries": [-1]}),
        ("record", {"entries": [[]]}),
        ("record", {"turns": [[1, 2]]}),
        ("record", {"unknown": 1}),
        ("record", {"outcome": {"winners": []}}),
        ("tournament", {"players": [{"name": "nobody"}]}),
        ("tournament", {"planned_rounds": 0}),
        ("tournament", {"unknown": 1}),
        ("tournament", {"ruleset": "luck"}),
        ("tournament", {"rounds": [{"round": 0, "matches": []}]}),
    ],
)
def test_what_is_refused_by_the_schema_is_refused_by_the_reader(name: str, change: dict[str, Any]):
    table = (played_record().to_json() if name == "record" else TOURNAMENT) | change

    assert not validator(name).is_valid(table)
    with pytest.raises(UnreadableError):
        (parse_record if name == "record" else read_tournament)(json.dumps(table))
