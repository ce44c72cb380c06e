"""Refusals of unreadable input are in the language of the reader, on pages and in the API, with their details."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gameplay.engine.core.errors import Translatable, UnreadableError, any_of
from gameplay.services.accounts import create_staff
from tests.page_text import visible_text

JA = {"Accept-Language": "ja"}
ROOT = Path(settings.BASE_DIR)
READERS = ("gameplay/engine", "gameplay/games", "tournaments/rules")
FOR_PROGRAMMERS = {"record.py", "record_reader.py", "record_replay.py", "rulesets.py", "seed_verification.py"}
"""Readers of records, of rule sets and of event files to be verified; people write none of them."""

LOG = {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft"}
UNKNOWN_CARD = LOG | {"decks": [{"Nobody": 2}, None]}
POSITION = {"format": "passleft-position-1", "ruleset": "enemy", "variant": "draft", "step": "lunch", "seats": [{}, {}]}
TOURNAMENT = {"players": [{"id": "あきら"}, {"id": "あきら"}]}


@pytest.fixture
def client(db: None) -> Client:
    client = Client(headers=JA)
    client.force_login(create_staff("Hana", password="a long pass phrase"))
    return client


def text_of(response: Any) -> str:
    return " ".join(visible_text(response.content.decode()).split())


def test_pages_refuse_unreadable_input_in_japanese(client: Client):
    form = {"variant": "enemy-draft", "player_1": "Alice", "player_2": "Bob", "first": "1", "do": "judge"}
    upload = SimpleUploadedFile("event.json", json.dumps(TOURNAMENT).encode())

    assert "decks.0.Nobody: 'Nobody'というカードはありません。" in text_of(
        client.post("/paper", form | {"turns": "hide", "deck_1": "2 Nobody"})
    )
    assert "1行目の2文字目: 二重引用符で囲んだ項目名が必要です。" in text_of(
        client.post("/paper", form | {"turns": "hide", "position": "{"})
    )
    assert "event.json: players: あきらが2回出てきます。" in text_of(
        client.post("/events/import", {"preset": "enemy-full", "name": "大会", "file": upload})
    )


def test_the_api_names_the_fault_of_a_deck_in_japanese(client: Client):
    log = {"players": ["Alice", "Bob"], "first": "Alice", "turns": ["hide"], "decks": [{"FL-C01": 1}, None]}

    response = client.post("/api/v1/logs/adjudicate", {"log": LOG | log}, content_type="application/json")

    assert response.json()["verdict"] == "illegal"
    assert "デッキ" in response.json()["fault"]["detail"]


@pytest.mark.parametrize(
    ("path", "body", "place", "reason"),
    [
        ("logs/adjudicate", {"log": UNKNOWN_CARD}, "log: decks.0.Nobody", "'Nobody'というカードはありません。"),
        (
            "positions/options",
            {"position": POSITION},
            "position: step",
            "'lunch'は次のどれでもありません：draw, play, attack",
        ),
        (
            "event-imports",
            {"preset": "enemy-full", "name": "大会", "file": json.dumps(TOURNAMENT)},
            "file: players",
            "あきらが2回出てきます。",
        ),
    ],
)
def test_the_api_refuses_unreadable_input_in_japanese(client: Client, path: str, body: Any, place: str, reason: str):
    response = client.post(f"/api/v1/{path}", body, content_type="application/json")

    assert (response.status_code, response.json()["detail"]) == (400, f"{place}: {reason}")


def test_details_and_places_are_translated_too():
    reason = Translatable("write one of {numbers}", numbers=any_of(["{a}", "b"]))
    error = UnreadableError(reason, file="f.json", place=Translatable("line {line}", line=3), clause="ENE-1.1")

    assert str(error) == "f.json: line 3: write one of {a} or b (ENE-1.1)"
    assert error.text(lambda sentence: f"<{sentence}>") == "f.json: <line 3>: <write one of <{a} or b>> (ENE-1.1)"


def test_refusals_of_what_people_write_are_marked_for_translation():
    """Their first argument is a marked sentence, a name, or another refusal, never an f-string or a plain string."""
    assert not [*_unmarked()]


def _unmarked() -> Iterator[str]:
    for reader in READERS:
        for path in (ROOT / reader).rglob("*.py"):
            if path.name in FOR_PROGRAMMERS:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Name("UnreadableError") | ast.Attribute(attr="error" | "fail" | "_fail" | "_error"),
                        args=[ast.Constant(str()) | ast.JoinedStr(), *_others],
                    ):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}"
