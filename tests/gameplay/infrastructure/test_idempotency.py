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
from gameplay.models import Account, Answer, LogEntry, LogStream
from gameplay.services.accounts import create_guest
from tests.parallel import at_once


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


def act_of() -> Callable[[], tuple[int, Any]]:
    calls = count(1)
    return lambda: (201, {"call": next(calls)})


def test_a_repeat_gets_the_first_answer(alice: Account):
    act = act_of()

    first, second = replay_or_run(alice, "k1", "f", act), replay_or_run(alice, "k1", "f", act)

    assert (first.status, first.body, first.replayed) == (201, {"call": 1}, False)
    assert (second.status, second.body, second.replayed) == (201, {"call": 1}, True)


def test_what_is_stored_of_an_answer_is_read_by_nobody_without_the_key(alice: Account):
    first = replay_or_run(alice, "a long key", "f", lambda: (201, {"address": "/sign-in/abcdefgh"}))

    stored = Answer.objects.get()
    assert b"sign-in" not in bytes(stored.body or b"")
    assert "a long key" not in str(Answer.objects.values())
    assert replay_or_run(alice, "a long key", "f", act_of()).body == first.body == {"address": "/sign-in/abcdefgh"}

    Answer.objects.update(key=key_digest("another key"))  # as whoever changes the table might
    with pytest.raises(InvalidToken):
        replay_or_run(alice, "another key", "f", act_of())


def test_another_key_or_another_account_acts_anew(alice: Account):
    bob, act = create_guest("Bob"), act_of()

    bodies = [
        replay_or_run(alice, "k1", "f", act).body,
        replay_or_run(alice, "k2", "f", act).body,
        replay_or_run(bob, "k1", "f", act).body,
    ]

    assert bodies == [{"call": 1}, {"call": 2}, {"call": 3}]


def test_the_same_key_with_another_request_is_refused(alice: Account):
    replay_or_run(alice, "k1", "f", act_of())

    with pytest.raises(KeyReusedError) as refusal:
        replay_or_run(alice, "k1", "g", act_of())

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("key_reused", False)


def test_a_refusal_is_not_kept_and_undoes_everything(alice: Account):
    def refused() -> tuple[int, object]:
        append_entry("pod/1", "pick", author=alice, role="player")
        raise NotAskedError

    with pytest.raises(NotAskedError):
        replay_or_run(alice, "k1", "f", refused)

    assert not Answer.objects.exists()
    assert not LogStream.objects.exists()
    assert replay_or_run(alice, "k1", "f", act_of()).body == {"call": 1}


def test_what_the_database_refuses_to_the_act_is_the_acts_own_error(alice: Account):
    def doubled() -> tuple[int, object]:
        LogStream.objects.create(name="pod/1")
        LogStream.objects.create(name="pod/1")
        return 201, None

    with pytest.raises(IntegrityError):
        replay_or_run(alice, "k1", "f", doubled)


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_requests_one_acts():
    alice = create_guest("Alice")

    def act() -> tuple[int, object]:
        return 201, {"number": append_entry("pod/1", "pick", author=alice, role="player").number}

    answers = at_once([partial(replay_or_run, alice, "k1", "f", act)] * 20)

    assert [answer.body for answer in answers] == [{"number": 1}] * 20
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 19
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_different_requests_with_one_key_at_once_one_acts_and_one_is_refused():
    alice = create_guest("Alice")

    answers = at_once([partial(replay_or_run, alice, "k1", print_of, lambda: (201, {})) for print_of in "fg"])

    assert sorted(type(answer).__name__ for answer in answers) == ["Answered", "KeyReusedError"]


def test_a_fingerprint_tells_method_path_and_content_apart():
    prints = {
        request_fingerprint("POST", "/a", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/a", {"y": 2, "x": 1}),  # the same
        request_fingerprint("PUT", "/a", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/b", {"x": 1, "y": 2}),
        request_fingerprint("POST", "/a", {"x": 1, "y": 3}),
    }

    assert len(prints) == 4
