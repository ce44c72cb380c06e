"""Check that unexpected fields in a request have no effect, for all operations of the API."""

import json
from collections.abc import Collection
from typing import Any

import pytest
from django.db import transaction

from gameplay.models import Account
from tests.test_permissions import TABLE
from tests.world import World
from tournaments.models import Entry, Official, Report

EXTRA: dict[str, Any] = {"is_judge": True, "is_staff": True, "is_superuser": True, "is_active": False, "kind": "staff"}
EXTRA |= {
    "points": 99,
    "match_points": 99,
    "status": "final",
    "state": "final",
    "source": "staff",
    "author": 1,
    "by": 1,
}
EXTRA |= {"approved_at": "2026-01-01T00:00:00Z", "decided_by": 1, "disqualified_at": None, "event": 1, "id": 1, "pk": 1}
EXTRA |= {
    "entry": 1,
    "account": 1,
    "match": 1,
    "claimed_by": 1,
    "seed": "00" * 32,
    "finished_at": "2026-01-01T00:00:00Z",
}
FEWEST_RIGHTS_FIRST = ("guest", "own", "player", "scorekeeper", "floor_judge", "head_judge", "organizer")
OPERATIONS_WITH_BODY = [row for row in TABLE if row[0] in ("POST", "PUT") and isinstance(row[2], dict) and row[3]]


def protected_rows(entries: Collection[int]) -> list[Any]:
    """Return the rows that no operation of the table may change; ``entries`` are the keys of the existing entries."""
    accounts = Account.objects.order_by("pk").values_list("pk", "kind", "is_superuser", "is_active")
    offices = Official.objects.exclude(account__handle="Berta").order_by("pk").values_list("event", "account", "role")
    kept_entries = Entry.objects.filter(pk__in=entries).order_by("pk").values_list("pk", "account", "disqualified_at")
    return [*accounts.exclude(kind="guest"), *offices, *kept_entries]


@pytest.mark.parametrize(
    ("method", "path", "data", "allowed", "status"),
    OPERATIONS_WITH_BODY,
    ids=[f"{r[0]} {r[1]}" for r in OPERATIONS_WITH_BODY],
)
def test_unexpected_fields_are_ignored_or_refused(
    db: None, world: World, method: str, path: str, data: Any, allowed: frozenset[str], status: int
):
    entries = list(Entry.objects.values_list("pk", flat=True))
    before = protected_rows(entries)
    role = next(each for each in FEWEST_RIGHTS_FIRST if each in allowed)
    body = {**EXTRA, **{key: world.fill_placeholders(value) for key, value in data.items()}}

    with transaction.atomic():
        answer = world.client(role).generic(
            method, f"/api/v1/{world.fill_placeholders(path)}", json.dumps(body), "application/json"
        )
        # A new event adds an organizer, and a new game adds an account for its bot.
        adds_rows = {"events", "play"}
        after = before if path in adds_rows else protected_rows(entries)
        by_staff = Report.objects.filter(source="staff").count() if role in ("own", "player") else 0
        transaction.set_rollback(True)

    assert answer.status_code in (status, 400)
    assert (after, by_staff) == (before, 0)
