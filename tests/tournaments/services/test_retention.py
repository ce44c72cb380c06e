"""Personal data has its place in the download and in the erasure, and goes by itself when its time is over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import CASCADE
from django.test import Client
from django.utils import timezone

from deploy.clock import tick
from gameplay.models import Account, LoginLink, NotificationSettings, OnlineGame, PushSubscription, StoredResponse
from gameplay.services.accounts import create_guest, create_login_link, create_staff
from gameplay.services.notifications import set_kinds, subscribe
from tests.drafting.conftest import signed_in
from tests.parts.push_service import PushBrowser
from tests.tournaments.conftest import Day
from tournaments.selectors.personal_data import personal_data
from tournaments.services.entry import register_player
from tournaments.services.erasure import erase_account

IN_THE_LOG = "log"
DOWNLOADED = {
    "tournaments.Official.account": "offices",
    "tournaments.Entry.account": "events",
    "tournaments.WaitingPlayer.account": "waiting_lists",
    "tournaments.League.owner": "leagues",
    "tournaments.Report.author": IN_THE_LOG,
    "tournaments.Call.author": "judge_calls",
    "tournaments.Call.claimed_by": IN_THE_LOG,
    "tournaments.DeckCheck.judge": IN_THE_LOG,
    "tournaments.Penalty.author": IN_THE_LOG,
    "tournaments.Penalty.decided_by": IN_THE_LOG,
    "tournaments.Webhook.author": IN_THE_LOG,
    "drafting.Seat.player": "events",
    "drafting.Seat.substitute": "substituted",
    "gameplay.GameSeat.player": "games",
    "gameplay.JudgeNote.author": "judge_notes",
    "gameplay.LogEntry.author": IN_THE_LOG,
    "gameplay.NotificationSettings.account": "notifications",
    "gameplay.PushSubscription.account": "notifications",
}
"""The part of the download with the rows that refer to an account."""

NOT_DOWNLOADED = {
    "gameplay.Choice.author": "The record of the game has them. The players can download it.",
    "gameplay.LoginLink.account": "A digest, for a day.",
    "gameplay.StoredResponse.account": "The person has received them. They are encrypted, and kept for a day.",
}
DELETED = {LoginLink, NotificationSettings, PushSubscription, StoredResponse}
"""The models whose rows an erasure deletes. All other rows are results or records, of an account without a name."""


def references() -> set[str]:
    """Return the fields of all models that refer to an account."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.fields
        if field.related_model is Account
    }


def test_every_reference_to_an_account_is_in_the_download_or_has_a_reason(db: None):
    assert references() == set(DOWNLOADED) | set(NOT_DOWNLOADED)
    assert set(DOWNLOADED.values()) <= set(personal_data(create_guest("Alice")))


def private_rows(account: Account) -> set[type]:
    return {model for model in DELETED if model._base_manager.filter(account=account).exists()}


def use_the_site(account: Account, client: Client) -> None:
    """Leave a row in each of DELETED."""
    set_kinds(account, ["round"])
    subscribe(account, **PushBrowser("https://push.example/xyz").subscription)
    create_login_link(account)
    begun = client.post(
        "/api/v1/play",
        {"game": "enemy", "variant": "sample", "others": [{"kind": "regular"}]},
        "application/json",
        HTTP_IDEMPOTENCY_KEY="a key",
    )
    assert begun.status_code == 201


def test_erasure_deletes_all_private_rows_and_keeps_only_what_others_need(db: None):
    alice = create_guest("Alice")
    use_the_site(alice, signed_in(alice))
    cascading = {
        model
        for model in apps.get_models()
        for field in model._meta.fields
        if field.related_model is Account and cast(Any, field.remote_field).on_delete is CASCADE
    }
    assert private_rows(alice) == cascading == DELETED

    erase_account(alice)

    assert private_rows(alice) == set()


def later(**passed: int) -> None:
    """Tick as the site's clock does, after this time, in a second with a retention sweep."""
    now = timezone.now() + timedelta(**passed)
    tick(now.replace(minute=now.minute // 10 * 10, second=0, microsecond=0))


def test_old_responses_links_failures_and_sessions_are_deleted(db: None, client: Client):
    alice = create_guest("Alice")
    player = signed_in(alice)
    use_the_site(alice, player)
    create_staff("Berta", password="correct horse battery")
    client.post("/sign-in", {"login": "Berta", "username": "Berta", "password": "wrong"})
    assert AccessAttempt.objects.count() == 1

    later(hours=23)
    assert private_rows(alice) == DELETED
    assert AccessAttempt.objects.count() == 1
    later(hours=26)
    assert private_rows(alice) == {NotificationSettings, PushSubscription}
    assert not AccessAttempt.objects.exists()
    assert Session.objects.count() == 1
    later(days=60)
    assert not Session.objects.exists()


def test_a_guest_who_only_practised_is_erased_after_ninety_days(new_event: Callable[..., Day]):
    day = new_event()
    practising, playing = create_guest("Xanthippe"), create_guest("Yolanda")
    use_the_site(practising, signed_in(practising))
    register_player(day.event, playing)

    later(days=89)
    assert Account.objects.get(pk=practising.pk).handle == "Xanthippe"
    later(days=91)

    erased = Account.objects.get(pk=practising.pk)
    assert (erased.handle, erased.is_active, private_rows(erased)) == ("Former player", False, set())
    assert OnlineGame.objects.count() == 1
    assert Account.objects.get(pk=playing.pk).handle == "Yolanda"
    assert Account.objects.get(pk=day.alma.pk).handle == "Alma"
