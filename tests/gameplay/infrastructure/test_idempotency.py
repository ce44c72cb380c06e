"""Idempotent requests."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest
from cryptography.fernet import InvalidToken
from django.db import IntegrityError

from gameplay.engine.core.errors import NotAskedError
from gameplay.infrastructure.idempotency import KeyReusedError, key_digest, replay_or_run, request_fingerprint
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, LogEntry, LogStream, StoredResponse
from gameplay.services.accounts import create_guest
from tests.parallel import run_simultaneously


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


def counting_func() -> Callable[[], tuple[int, Any]]:
    calls = count(1)
    return lambda: (201, {"call": next(calls)})


def test_repeat_gets_the_stored_response(alice: Account):
    func = counting_func()

    first, second = replay_or_run(alice, "k1", "f", func), replay_or_run(alice, "k1", "f", func)

    assert (first.status, first.body, first.replayed) == (201, {"call": 1}, False)
    assert (second.status, second.body, second.replayed) == (201, {"call": 1}, True)


def test_stored_response_cannot_be_decrypted_without_the_key(alice: Account):
    first = replay_or_run(alice, "a long key", "f", lambda: (201, {"address": "/sign-in/abcdefgh"}))

    stored = StoredResponse.objects.get()
    assert b"sign-in" not in bytes(stored.body or b"")
    assert "a long key" not in str(StoredResponse.objects.values())
    assert (
        replay_or_run(alice, "a long key", "f", counting_func()).body == first.body == {"address": "/sign-in/abcdefgh"}
    )

    StoredResponse.objects.update(key=key_digest("another key"))  # as an attacker with access to the table could
    with pytest.raises(InvalidToken):
        replay_or_run(alice, "another key", "f", counting_func())


def test_another_key_or_another_account_runs_again(alice: Account):
    bob, func = create_guest("Bob"), counting_func()

    bodies = [
        replay_or_run(alice, "k1", "f", func).body,
        replay_or_run(alice, "k2", "f", func).body,
        replay_or_run(bob, "k1", "f", func).body,
    ]

    assert bodies == [{"call": 1}, {"call": 2}, {"call": 3}]


def test_key_of_another_request_is_refused(alice: Account):
    replay_or_run(alice, "k1", "f", counting_func())

    with pytest.raises(KeyReusedError) as refusal:
        replay_or_run(alice, "k1", "g", counting_func())

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("key_reused", False)


def test_exception_rolls_back_and_stores_no_response(alice: Account):
    def refused() -> tuple[int, object]:
        append_entry("pod/1", "pick", author=alice, role="player")
        raise NotAskedError

    with pytest.raises(NotAskedError):
        replay_or_run(alice, "k1", "f", refused)

    assert not StoredResponse.objects.exists()
    assert not LogStream.objects.exists()
    assert replay_or_run(alice, "k1", "f", counting_func()).body == {"call": 1}


def test_integrity_error_of_the_function_is_raised(alice: Account):
    def create_twice() -> tuple[int, object]:
        LogStream.objects.create(name="pod/1")
        LogStream.objects.create(name="pod/1")
        return 201, None

    with pytest.raises(IntegrityError):
        replay_or_run(alice, "k1", "f", create_twice)


@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_simultaneous_repeats_runs():
    alice = create_guest("Alice")

    def func() -> tuple[int, object]:
        return 201, {"number": append_entry("pod/1", "pick", author=alice, role="player").number}

    responses = run_simultaneously([partial(replay_or_run, alice, "k1", "f", func)] * 20)

    assert [response.body for response in responses] == [{"number": 1}] * 20
    assert sorted(response.replayed for response in responses) == [False] + [True] * 19
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_of_two_different_simultaneous_requests_with_one_key_is_refused():
    alice = create_guest("Alice")

    requests = [partial(replay_or_run, alice, "k1", fingerprint, lambda: (201, {})) for fingerprint in "fg"]
    responses = run_simultaneously(requests)

    assert sorted(type(response).__name__ for response in responses) == ["IdempotentResponse", "KeyReusedError"]


def test_fingerprint_depends_on_method_path_and_content():
    fingerprints = {
        request_fingerprint("POST", "/a", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/a", {"y": 2, "x": 1}),  # the same
        request_fingerprint("PUT", "/a", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/b", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/a", {"x": 1, "y": 3}),
    }

    assert len(fingerprints) == 4
