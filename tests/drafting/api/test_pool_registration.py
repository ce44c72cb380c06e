"""Permissions to register, check and correct pools of a paper draft, compared with a table; and idempotent requests."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from drafting.models import Registration
from drafting.services.pool_registration import confirm_pool, submit_pool
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import POOL, Draft, signed_in
from tests.drafting.players import save_pool

STAFF = {"Hana", "Tomas", "Ines", "Otto"}
OWN = {"Alice"}
NEIGHBOUR = {"Bob"}
ACCOUNTS = [*sorted(STAFF), "Alice", "Bob", "Dora", "guest", "anonymous"]
REASON = {"reason": "a wrong number"}
WRITING = OWN | STAFF

# state of Alice's pool, method, path, body, who may, status for them
TABLE: list[tuple[str, str, str, Any, set[str], int]] = [
    ("open", "GET", "", None, WRITING, 200),
    ("open", "PUT", "", {"cards": POOL[:3]}, WRITING, 200),
    ("open", "POST", "/entries", {"text": "C09"}, WRITING, 422),
    ("open", "POST", "/submission", None, WRITING, 201),
    ("open", "DELETE", "/submission", None, WRITING, 200),
    ("open", "POST", "/confirmation", None, STAFF | NEIGHBOUR, 409),
    ("open", "POST", "/correction", {"cards": POOL, **REASON}, STAFF, 409),
    ("submitted", "GET", "", None, WRITING | NEIGHBOUR, 200),
    ("submitted", "PUT", "", {"cards": []}, WRITING, 409),
    ("submitted", "DELETE", "/submission", {"reason": "a card is missing"}, WRITING, 200),
    ("submitted", "POST", "/confirmation", None, STAFF | NEIGHBOUR, 204),
    ("confirmed", "GET", "", None, WRITING, 200),
    ("confirmed", "DELETE", "/submission", None, WRITING, 422),
    ("confirmed", "POST", "/confirmation", None, STAFF | NEIGHBOUR, 204),
    ("confirmed", "POST", "/correction", {"cards": POOL, **REASON}, STAFF, 200),
]


def bring_pool_to(table: Draft, state: str) -> None:
    save_pool(table.seat("Alice"), POOL)
    if state != "open":
        submit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    if state == "confirmed":
        confirm_pool(table.seat("Alice"), author=table.people["Bob"], role="neighbour")


@pytest.mark.parametrize(("state", "method", "path", "body", "allowed", "status"), TABLE)
def test_each_operation_is_allowed_as_the_table_says(
    table: Draft,
    officials: dict[str, Account],
    state: str,
    method: str,
    path: str,
    body: Any,
    allowed: set[str],
    status: int,
):
    bring_pool_to(table, state)
    people = {**officials, **table.people, "guest": create_guest("Zoe")}
    answers = {}
    for name in ACCOUNTS:
        client = Client() if name == "anonymous" else signed_in(people[name])
        with transaction.atomic():
            where = f"/api/v1/pods/{table.pod_id}/registrations/1{path}"
            answers[name] = client.generic(method, where, json.dumps(body or {}), "application/json").status_code
            transaction.set_rollback(True)

    assert answers == {name: status if name in allowed else 401 if name == "anonymous" else 404 for name in ACCOUNTS}


def test_a_repeated_entry_adds_its_card_once(table: Draft):
    client, where = signed_in(table.people["Alice"]), f"/api/v1/pods/{table.pod_id}/registrations/1"

    for _ in range(2):
        answer = client.post(
            f"{where}/entries", {"text": "C01"}, "application/json", headers={"Idempotency-Key": "scan 1"}
        )

    assert (answer.status_code, answer.json()["count"]) == (200, 1)
    assert Registration.objects.get(seat=table.seat("Alice")).cards == ["FL-C01"]
    assert client.get(where).json()["last"] == "FL-C01"


def test_the_response_has_an_error_for_each_wrong_line(table: Draft):
    answer = signed_in(table.people["Alice"]).post(
        f"/api/v1/pods/{table.pod_id}/registrations/1/entries", {"text": "C01\nnope\nHB-C01"}, "application/json"
    )

    assert [fault["code"] for fault in answer.json()["faults"]] == ["unknown_card", "not_in_packs"]
