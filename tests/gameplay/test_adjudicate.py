"""The command and the API that judge a log."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.conf import settings
from django.core.management import call_command
from rest_framework.test import APIClient

from gameplay.games import RULESETS, enemy
from gameplay.games.schemas import log_schema
from gameplay.services.accounts import create_guest

EXAMPLE = Path(enemy.__file__).parent / "example.log.json"
DISPUTE = "example.dispute.log.json"


def adjudicate(file: Path) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("adjudicate", str(file), stdout=out, stderr=err)
    assert isinstance(stop.value.code, int)
    return stop.value.code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("game", RULESETS)
def test_the_example_of_each_game_is_legal(game: str) -> None:
    code, out, _ = adjudicate(EXAMPLE.parents[1] / game / EXAMPLE.name)
    assert (code, json.loads(out)["verdict"]) == (0, "legal")


@pytest.mark.parametrize(
    ("game", "entry", "clause"), [("enemy", 7, "ENE-5.9"), ("hagmi", 4, "HAG-7.3.7"), ("rm2k", 7, "RM-4.1.3")]
)
def test_the_disputed_end_of_each_game_is_decided_from_its_position(game: str, entry: int, clause: str) -> None:
    code, out, _ = adjudicate(EXAMPLE.parents[1] / game / DISPUTE)
    verdict = json.loads(out)
    assert (code, verdict["verdict"], verdict["entry"], verdict["clause"]) == (1, "illegal", entry, clause)
    assert verdict["said"] == "Bob loses the game"


def test_bad_position_is_refused_with_its_place(tmp_path: Path) -> None:
    log = json.loads((EXAMPLE.parent / DISPUTE).read_text(encoding="utf-8"))
    log["position"]["seats"][1]["party"].append("Gladiator")
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    code, out, err = adjudicate(file)
    place = "position.seats.1.party.1"
    assert (code, out, err) == (2, "", f"{file}: {place}: Gladiator is a card of type monster, not pc (ENE-8.1)\n")


def test_illegal_log_has_the_violated_clause_and_exit_status_1(tmp_path: Path) -> None:
    log = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    log["turns"][1] = log["turns"][1].replace("wins", "loses")
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    code, out, _ = adjudicate(file)
    verdict = json.loads(out)
    assert code == 1
    assert (verdict["verdict"], verdict["clause"]) == ("illegal", "ENE-16.10")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "passleft-log-2"}'])
def test_file_that_is_not_a_log_is_unusable(tmp_path: Path, text: str) -> None:
    file = tmp_path / "log.json"
    file.write_text(text, encoding="utf-8")
    code, out, err = adjudicate(file)
    assert (code, out) == (2, "")
    assert str(file) in err


def test_missing_file_is_unusable(tmp_path: Path) -> None:
    code, _, err = adjudicate(tmp_path / "none.json")
    assert (code, err) == (2, f"{tmp_path / 'none.json'}: No such file or directory\n")


def test_unknown_card_is_refused_in_a_new_checkout(tmp_path: Path) -> None:
    log = json.loads(EXAMPLE.read_text(encoding="utf-8")) | {"turns": ["play Alpha Ichigro"]}
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")

    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "adjudicate", str(file)]
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    found = subprocess.run(command, env=environment | {"VAR": str(tmp_path)}, capture_output=True, check=False)

    reason = "turn 1, 'play Alpha Ichigro': there is no card 'Alpha Ichigro'; did you mean Alpha Ichigoro?"
    assert (found.returncode, found.stderr.decode()) == (2, f"{file}: {reason}\n")


@pytest.mark.django_db
@pytest.mark.parametrize("name", [EXAMPLE.name, DISPUTE])
@pytest.mark.parametrize("game", RULESETS)
def test_api_returns_the_same_verdict_as_the_command(game: str, name: str) -> None:
    client: Any = APIClient()
    client.force_login(create_guest("Alice"))
    example = EXAMPLE.parents[1] / game / name
    log = json.loads(example.read_text(encoding="utf-8"))
    response = client.post("/api/v1/logs/adjudicate", {"log": log}, format="json")
    assert response.status_code == 200
    assert response.json() == json.loads(adjudicate(example)[1])


@pytest.mark.django_db
def test_api_refuses_data_that_is_not_a_log() -> None:
    client: Any = APIClient()
    client.force_login(create_guest("Alice"))
    response = client.post("/api/v1/logs/adjudicate", {"log": {"format": "none"}}, format="json")
    assert response.status_code in (400, 422)


@pytest.mark.django_db
def test_api_refuses_a_bad_position_with_its_place() -> None:
    client: Any = APIClient()
    client.force_login(create_guest("Alice"))
    log = json.loads((EXAMPLE.parent / DISPUTE).read_text(encoding="utf-8"))
    log["position"]["choices"] = [0]
    response = client.post("/api/v1/logs/adjudicate", {"log": log}, format="json")
    assert response.status_code == 400
    assert "position.choices" in json.dumps(response.json())


@pytest.mark.parametrize("game", RULESETS)
def test_examples_fit_the_schema_of_logs(game: str) -> None:
    schema = jsonschema.Draft202012Validator(log_schema())
    for name in (EXAMPLE.name, DISPUTE):
        schema.validate(json.loads((EXAMPLE.parents[1] / game / name).read_text(encoding="utf-8")))
    log = json.loads((EXAMPLE.parents[1] / game / DISPUTE).read_text(encoding="utf-8"))
    log["position"]["seats"][0]["discard"] = [{"unknown": 1}]
    assert not schema.is_valid(log)
