"""Compiled queries do the same as their querysets."""

import uuid
from functools import partial

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from gameplay.infrastructure.compiled_queries import BindParam, CompiledInsert, CompiledSelect, CompiledUpdate
from gameplay.models import Account, LogEntry, LogStream
from gameplay.models.log import AppendOnlyError
from gameplay.services.accounts import create_guest
from tests.parallel import run_simultaneously

pytestmark = pytest.mark.django_db


def by_handle() -> CompiledSelect[Account]:
    return CompiledSelect(
        lambda: Account.objects.filter(handle=BindParam("handle", models.CharField())).order_by("joined_at")
    )


def test_select_returns_the_rows_of_the_queryset_for_each_parameter():
    alice, bob = create_guest("Alice"), create_guest("Bob")
    query = by_handle()

    assert query.fetch(handle="Alice") == [alice]
    assert query.fetch(handle="Bob") == [bob]
    assert query.fetch(handle="Charlie") == []
    assert vars(query.fetch(handle="Alice")[0]).keys() == vars(Account.objects.get(pk=alice.pk)).keys()


def test_select_makes_one_query_and_its_rows_can_be_saved():
    alice, query = create_guest("Alice"), by_handle()

    with CaptureQueriesContext(connection) as queries:
        found = query.fetch(handle="Alice")[0]
    found.handle = "Alicia"
    found.save()

    assert len(queries) == 1
    assert Account.objects.get(pk=alice.pk).handle == "Alicia"


def test_parameters_are_converted_for_the_database():
    alice = create_guest("Alice")
    query = CompiledSelect(lambda: Account.objects.filter(pk=BindParam("id", models.UUIDField())))

    assert query.fetch(id=str(alice.pk)) == query.fetch(id=alice.pk) == [alice]
    assert query.fetch(id=uuid.uuid4()) == []


def test_update_changes_the_rows_of_the_queryset_and_returns_their_number():
    alice, bob = create_guest("Alice"), create_guest("Bob")
    rename = CompiledUpdate(
        lambda: Account.objects.filter(
            pk=BindParam("id", models.UUIDField()), handle=BindParam("old", models.CharField())
        ),
        "handle",
        "email",
    )

    with CaptureQueriesContext(connection) as queries:
        changed = [
            rename.execute(id=alice.pk, old=old, handle="Alicia", email="a@example.org") for old in ("Alice", "Alice")
        ]

    assert (changed, len(queries)) == ([1, 0], 2)
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.handle, alice.email, bob.handle) == ("Alicia", "a@example.org", "Bob")


@pytest.mark.parametrize("after", [None, {"seat": 1, "names": ["ü", None]}])
def test_insert_writes_the_same_row_as_save(after: dict[str, object] | None):
    stream = LogStream.objects.create(name="pod/1", number=0, hash="")
    alice, entries = create_guest("Alice"), CompiledInsert(LogEntry)

    def entry(number: int) -> LogEntry:
        fields = {"action": "pick", "after": after, "reason": ""}
        return LogEntry(stream=stream, number=number, author=alice, at=alice.joined_at, **fields)

    saved, written = entry(1), entry(2)
    saved.save(force_insert=True)
    with CaptureQueriesContext(connection) as queries:
        entries.insert(written)

    assert len(queries) == 1
    rows = [dict(vars(LogEntry.objects.get(pk=row.pk))) for row in (saved, written)]
    assert written.pk not in {None, saved.pk}
    differing = {name for name in rows[0] if rows[0][name] != rows[1][name]}
    assert differing == {"id", "number", "_state"}
    with pytest.raises(AppendOnlyError):
        written.save()


def test_insert_raises_the_error_of_the_database():
    stream = LogStream.objects.create(name="pod/1", number=0, hash="")
    alice, entries = create_guest("Alice"), CompiledInsert(LogEntry)

    def entry() -> LogEntry:
        return LogEntry(stream=stream, number=1, author=alice, at=alice.joined_at, action="pick", reason="")

    entries.insert(entry())
    with pytest.raises(IntegrityError), transaction.atomic():
        entries.insert(entry())


@pytest.mark.django_db(transaction=True)
def test_each_thread_uses_its_own_connection():
    people = [create_guest(name) for name in ("Alice", "Bob", "Charlie", "Dora")]
    query = by_handle()

    answers = run_simultaneously([partial(query.fetch, handle=person.handle) for person in people])

    assert answers == [[person] for person in people]
