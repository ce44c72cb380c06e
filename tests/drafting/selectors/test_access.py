"""Access to pods."""

import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from drafting.selectors import access
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft


def test_a_player_finds_their_seat(draft: Draft):
    assert access.acting_seat_of(draft.people["Bob"], draft.pod_id) == draft.seat("Bob")


def test_a_pod_does_not_exist_for_others(draft: Draft, new_draft: NewDraft):
    unpublished = new_draft("Emil", "Frida", opened=False)

    for account, pod_id in (
        (create_guest("Zoe"), draft.pod_id),
        (draft.people["Bob"], uuid.uuid4()),
        (unpublished.people["Emil"], unpublished.pod_id),
    ):
        with pytest.raises(Http404):
            access.acting_seat_of(account, pod_id)


def test_only_the_player_can_follow_their_deck(draft: Draft, officials: dict[str, Account]):
    seat = str(draft.seat("Alice").pk)

    allowed = [access.may_follow_deck(account, seat) for account in (*draft.people.values(), *officials.values())]

    assert allowed == [True] + [False] * (len(allowed) - 1)
    assert not access.may_follow_deck(AnonymousUser(), seat)
    assert not any(access.may_follow_deck(draft.people["Alice"], name) for name in ("1", "x", str(uuid.uuid4())))


def test_officials_can_watch_but_only_some_can_direct(draft: Draft, officials: dict[str, Account]):
    for name, account in officials.items():
        assert access.watched_pod(account, draft.pod_id).role
        assert access.may_follow_pod(account, str(draft.pod_id))
        if name in ("Hana", "Tomas"):
            assert access.directed_pod(account, draft.pod_id) == access.watched_pod(account, draft.pod_id)
        else:
            with pytest.raises(Http404):
                access.directed_pod(account, draft.pod_id)
    for account, pod_id in ((draft.people["Alice"], draft.pod_id), (officials["Hana"], uuid.uuid4())):
        with pytest.raises(Http404):
            access.watched_pod(account, pod_id)


def test_only_accounts_with_access_can_follow_the_stream(draft: Draft):
    pod = str(draft.pod_id)

    assert access.may_follow_pod(draft.people["Alice"], pod)
    assert not access.may_follow_pod(create_guest("Zoe"), pod)
    assert not access.may_follow_pod(AnonymousUser(), pod)
    assert not access.may_follow_pod(draft.people["Alice"], "no pod")
    assert not access.may_follow_pod(draft.people["Alice"], str(uuid.uuid4()))
