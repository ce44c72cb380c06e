"""Permissions at a pod: every operation of the API for every kind of account, compared with a table.

The first packs of the draft are open. Forbidden operations respond with 404, anonymous users get 401. An allowed
operation at the wrong time responds with 409, and one with invalid input with 400 or 422.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from drafting.api.urls import api
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import NewDraft, signed_in

STAFF = {"Hana", "Tomas", "Ines", "Otto"}
DIRECTING = {"Hana", "Tomas"}
SEATED = {"Alice", "Bob"}
ACCOUNTS = [*sorted(STAFF | SEATED), "other pod", "guest", "anonymous"]
REASON = {"reason": "a spilled drink"}

# method, path, body, who may, status for them
TABLE: list[tuple[str, str, Any, set[str], int]] = [
    ("GET", "", None, SEATED, 200),
    ("POST", "/picks", {"pack": "{pack}", "number": 1, "card": "no such copy"}, SEATED, 422),
    ("POST", "/selection", {"card": "no such copy"}, SEATED, 422),
    ("POST", "/bot", None, SEATED, 200),
    ("DELETE", "/bot", None, SEATED, 200),
    ("GET", "/deck", None, SEATED, 409),
    ("PUT", "/deck", {"cards": []}, SEATED, 409),
    ("POST", "/deck/changes", {"ref": "FL-C01", "count": 1}, SEATED, 409),
    ("GET", "/deck/suggestion", None, SEATED, 409),
    ("POST", "/deck/fill", {}, SEATED, 409),
    ("POST", "/deck/undo", {}, SEATED, 409),
    ("POST", "/submission", None, SEATED, 409),
    ("DELETE", "/submission", None, SEATED, 409),
    ("GET", "/log", None, SEATED, 409),
    ("GET", "/map", None, STAFF, 200),
    ("POST", "/opening", None, DIRECTING, 409),
    ("POST", "/end", None, DIRECTING, 422),
    ("POST", "/pause", REASON, DIRECTING, 200),
    ("DELETE", "/pause", None, DIRECTING, 409),
    ("POST", "/seats/1/pause", REASON, DIRECTING, 200),
    ("DELETE", "/seats/1/pause", None, DIRECTING, 409),
    ("POST", "/extension", {"minutes": 5, **REASON}, DIRECTING, 409),
    ("POST", "/seats/1/bot", REASON, DIRECTING, 200),
    ("DELETE", "/seats/1/bot", None, DIRECTING, 200),
    ("POST", "/seats/1/substitute", REASON | {"handle": "Sven"}, DIRECTING, 201),
    ("POST", "/seats/1/closing", REASON, DIRECTING, 200),
    ("POST", "/seats/1/replacement", REASON, DIRECTING, 200),
    ("POST", "/seats/1/seconds", {"seconds": 30, **REASON}, DIRECTING, 409),
    ("POST", "/seats/1/time", {"percent": 50, **REASON}, DIRECTING, 200),
    ("POST", "/seats/1/pool", REASON, {"Tomas"}, 200),
    ("POST", "/seats/1/pick", REASON, DIRECTING, 404),
    ("PUT", "/seats/1/pick", {"card": "no such copy", **REASON}, DIRECTING, 404),
    # This pod is no paper draft: see test_pool_registration.py.
    ("GET", "/registrations/1", None, set(), 404),
    ("PUT", "/registrations/1", {"cards": []}, set(), 404),
    ("POST", "/registrations/1/entries", {"text": "C01"}, set(), 404),
    ("POST", "/registrations/1/submission", None, set(), 404),
    ("DELETE", "/registrations/1/submission", None, set(), 404),
    ("POST", "/registrations/1/confirmation", None, set(), 404),
    ("POST", "/registrations/1/correction", {"cards": [], **REASON}, set(), 404),
]
SendRequest = Callable[[str, str, str, Any], int]


@pytest.fixture
def ask(new_draft: NewDraft, officials: dict[str, Account]) -> SendRequest:
    """Return a function that sends a request as an account, rolls it back, and returns the status."""
    draft, other = new_draft("Alice", "Bob"), new_draft("Charlie", "Dora")
    people = {**officials, **draft.people, "other pod": other.people["Charlie"], "guest": create_guest("Zoe")}

    def status(name: str, method: str, path: str, body: Any) -> int:
        client = Client() if name == "anonymous" else signed_in(people[name])
        pack = draft.before(name if name in SEATED else "Alice").pk
        text = json.dumps(body or {}).replace("{pack}", str(pack))
        with transaction.atomic():
            answer = client.generic(method, f"/api/v1/pods/{draft.pod_id}{path}", text, "application/json")
            transaction.set_rollback(True)
        return int(answer.status_code)

    return status


@pytest.mark.parametrize(("method", "path", "body", "allowed", "status"), TABLE, ids=[f"{r[0]} {r[1]}" for r in TABLE])
def test_each_operation_is_allowed_as_the_table_says(
    ask: SendRequest, method: str, path: str, body: Any, allowed: set[str], status: int
):
    answers = {name: ask(name, method, path, body) for name in ACCOUNTS}

    assert answers == {name: status if name in allowed else 401 if name == "anonymous" else 404 for name in ACCOUNTS}


def test_the_table_lists_every_operation_on_pods():
    methods = ("get", "post", "put", "patch", "delete")
    known = {
        (method.upper(), re.sub(r"<int:number>", "1", str(pattern.pattern)).removeprefix("pods/<uuid:pod_id>"))
        for pattern in api
        for method in methods
        if hasattr(pattern.callback.view_class, method)  # type: ignore[attr-defined]
    }

    assert {(method, path) for method, path, *_rest in TABLE} == known
