import uuid
from functools import partial

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from gameplay.models import Account
from gameplay.models.account import LoginLink
from gameplay.prepared import Given, Prepared
from gameplay.services.accounts import create_guest
from tests.parallel import at_once

pytestmark = pytest.mark.django_db


def by_handle() -> Prepared[Account]:
    return Prepared(lambda: Account.objects.filter(handle=Given("handle", models.CharField())).order_by("joined_at"))


def test_it_answers_as_the_queryset_does_each_time_for_what_is_given():
    alice, bob = create_guest("Alice"), create_guest("Bob")
    query = by_handle()

    assert query.all(handle="Alice") == [alice]
    assert query.all(handle="Bob") == [bob]
    assert query.all(handle="Charlie") == []
    assert vars(query.all(handle="Alice")[0]).keys() == vars(Account.objects.get(pk=alice.pk)).keys()


def test_it_asks_once_and_what_comes_can_be_saved():
    alice, query = create_guest("Alice"), by_handle()

    with CaptureQueriesContext(connection) as queries:
        found = query.all(handle="Alice")[0]
    found.handle = "Alicia"
    found.save()

    assert len(queries) == 1
    assert Account.objects.get(pk=alice.pk).handle == "Alicia"


def test_what_is_given_is_written_in_the_database_s_own_way():
    alice = create_guest("Alice")
    query = Prepared(lambda: Account.objects.filter(pk=Given("id", models.UUIDField())))

    assert query.all(id=str(alice.pk)) == query.all(id=alice.pk) == [alice]
    assert query.all(id=uuid.uuid4()) == []


def test_what_is_selected_beside_comes_along():
    alice = create_guest("Alice")
    LoginLink.objects.create(account=alice, digest="0" * 64, expires_at=alice.joined_at)
    query = Prepared(
        lambda: LoginLink.objects.select_related("account").filter(account=Given("account", models.UUIDField()))
    )

    with CaptureQueriesContext(connection) as queries:
        found = query.all(account=alice.pk)[0]
        assert found.account == alice

    assert len(queries) == 1


@pytest.mark.django_db(transaction=True)
def test_threads_ask_on_connections_of_their_own():
    people = [create_guest(name) for name in ("Alice", "Bob", "Charlie", "Dora")]
    query = by_handle()

    answers = at_once([partial(query.all, handle=person.handle) for person in people])

    assert answers == [[person] for person in people]
