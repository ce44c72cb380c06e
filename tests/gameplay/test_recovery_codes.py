"""Recovery codes of guests, and rate limits."""

from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from gameplay.infrastructure import hub
from gameplay.infrastructure.codes import ALPHABET
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.models import Account
from gameplay.services import accounts
from tests.gameplay.account_fixtures import alice, clean_cache_and_language, signed_in_handle
from tests.parallel import run_simultaneously

__all__ = ["alice", "clean_cache_and_language"]


def test_recovery_code_has_no_confusable_characters_and_is_not_stored(alice: Account):
    code = accounts.new_recovery_code(alice)

    assert len(code) == 19
    assert set(code) <= {*ALPHABET, "-"}
    assert not set("01OIL") & set(ALPHABET)
    assert code.replace("-", "") not in str(Account.objects.values())


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", "  "), lambda code: f"「{code}」"])
def test_recovery_code_signs_a_guest_in_on_another_device(alice: Account, client: Client, typed):
    old_browser = Client()
    old_browser.force_login(alice)
    code = accounts.new_recovery_code(alice)

    response = client.post(reverse("recover"), {"code": typed(code)})

    assert (response.status_code, signed_in_handle(client), signed_in_handle(old_browser)) == (200, "Alice", None)


def test_recovery_gives_a_new_code_and_uses_up_the_old_one(alice: Account, client: Client):
    old = accounts.new_recovery_code(alice)

    new = client.post(reverse("recover"), {"code": old}).context["code"]

    assert Client().post(reverse("recover"), {"code": old}).status_code == 422
    assert Client().post(reverse("recover"), {"code": new}).status_code == 200


def test_recovery_has_open_streams_authorised_again(
    alice: Account, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    channels: list[str] = []
    monkeypatch.setattr(hub, "publish", lambda stream, number: channels.append(stream))
    code = accounts.new_recovery_code(alice)

    with django_capture_on_commit_callbacks(execute=True):
        accounts.redeem_recovery_code(code, address="192.0.2.1")

    assert channels == [f"account/{alice.pk}"]


def test_tries_of_recovery_codes_are_limited(alice: Account, client: Client):
    code = accounts.new_recovery_code(alice)

    statuses = [client.post(reverse("recover"), {"code": "WRONG"}).status_code for _ in range(11)]

    assert statuses == [422] * 10 + [429]
    response = client.post(reverse("recover"), {"code": code})
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert Client(REMOTE_ADDR="192.0.2.7").post(reverse("recover"), {"code": code}).status_code == 200


def test_each_further_block_lasts_twice_as_long():
    waits = []
    for _ in range(3):
        for _ in range(10):
            count_try("join", "192.0.2.1")
        with pytest.raises(TooManyTriesError) as refusal:
            count_try("join", "192.0.2.1")
        waits.append(refusal.value.details["seconds"])
        cache.delete("throttle/join/blocked/192.0.2.1")  # as if the block had expired

    assert waits == [60, 120, 240]
    count_try("join", "192.0.2.2")


@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_simultaneous_uses_of_a_recovery_code_succeeds():
    alice = accounts.create_guest("Alice")

    for attempt in range(5):
        code = accounts.new_recovery_code(alice)
        results = run_simultaneously(
            [partial(accounts.redeem_recovery_code, code, address=f"{attempt}.{n}") for n in range(20)]
        )

        assert results.count(alice) == 1
        assert sum(isinstance(result, accounts.InvalidRecoveryCodeError) for result in results) == 19
