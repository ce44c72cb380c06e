import uuid
from functools import partial

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from gameplay.infrastructure.compiled_queries import BindParam, CompiledInsert, CompiledSelect, CompiledUpdate
from gameplay.models import Account, LogEntry, LogStream
from gameplay.models.log import AppendOnlyError
from gameplay.services.accounts import create_guest
from tests.parallel import at_once

pytestmark = pytest.mark.django_db


def by_handle() -> CompiledSelect[Account]:
    return CompiledSelect(
        lambda: Account.objects.filter(handle=BindParam("handle", models.CharField())).order_by("joined_at")
    )


def test_it_answers_as_the_queryset_does_each_time_for_what_is_given():
    alice, bob = create_guest("Alice"), create_guest("Bob")
    query = by_handle()

    assert query.fetch(handle="Alice") == [alice]
    assert query.fetch(handle="Bob") == [bob]
    assert query.fetch(handle="Charlie") == []
    assert vars(query.fetch(handle="Alice")[0]).keys() == vars(Account.objects.get(pk=alice.pk)).keys()


def test_it_asks_once_and_what_comes_can_be_saved():
    alice, query = create_guest("Alice"), by_handle()

    with CaptureQueriesContext(connection) as queries:
        found = query.fetch(handle="Alice")[0]
    found.handle = "Alicia"
    found.save()

    assert len(queries) == 1
    assert Account.objects.get(pk=alice.pk).handle == "Alicia"


def test_what_is_given_is_written_in_the_database_s_own_way():
    alice = create_guest("Alice")
    query = CompiledSelect(lambda: Account.objects.filter(pk=BindParam("id", models.UUIDField())))

    assert query.fetch(id=str(alice.pk)) == query.fetch(id=alice.pk) == [alice]
    assert query.fetch(id=uuid.uuid4()) == []


def test_an_update_changes_what_the_queryset_would_and_says_how_many():
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


@pytest.mark.parametrize("said", [None, {"seat": 1, "told": ["ü", None]}])
def test_an_insert_writes_a_row_as_saving_it_would(said: dict[str, object] | None):
    stream = LogStream.objects.create(name="pod/1", number=0, hash="")
    alice, entries = create_guest("Alice"), CompiledInsert(LogEntry)

    def entry(number: int) -> LogEntry:
        told = {"action": "pick", "after": said, "reason": ""}
        return LogEntry(stream=stream, number=number, author=alice, at=alice.joined_at, **told)

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


def test_an_insert_that_the_database_refuses_is_refused():
    stream = LogStream.objects.create(name="pod/1", number=0, hash="")
    alice, entries = create_guest("Alice"), CompiledInsert(LogEntry)

    def entry() -> LogEntry:
        return LogEntry(stream=stream, number=1, author=alice, at=alice.joined_at, action="pick", reason="")

    entries.insert(entry())
    with pytest.raises(IntegrityError), transaction.atomic():
        entries.insert(entry())


@pytest.mark.django_db(transaction=True)
def test_threads_ask_on_connections_of_their_own():
    people = [create_guest(name) for name in ("Alice", "Bob", "Charlie", "Dora")]
    query = by_handle()

    answers = at_once([partial(query.fetch, handle=person.handle) for person in people])

    assert answers == [[person] for person in people]
