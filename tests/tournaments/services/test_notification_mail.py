"""Notifications by e-mail: confirmation of the address, one-click unsubscribing, and changes on the page."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from gameplay.models import Account, LogEntry, NotificationSettings, PushSubscription
from gameplay.services import notifications
from gameplay.services.accounts import create_guest
from gameplay.services.notifications import Notice, notify, set_kinds
from tests.parts.push_service import PushService

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"
OnCommit = Callable[..., Any]


@pytest.fixture
def mail_on(settings: Any) -> None:
    settings.MAIL_ENABLED, settings.SITE_URL = True, "https://draft.example"
    settings.MAIL_FROM = "passleft@draft.example"


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend=BACKEND)
    return client


def links(body: object) -> list[str]:
    return [each.removeprefix("https://draft.example") for each in re.findall(r"https://\S+", str(body))]


def test_an_address_gets_mail_only_once_it_is_confirmed(db: None, mail_on: None, committed: OnCommit):
    alice = create_guest("Alice")
    client = signed_in(alice)
    client.post("/my/data/notifications", {"kind": ["round"]})
    with committed():
        client.post("/my/data/email", {"email": "alice@mail.example"})
        notify([alice.pk], Notice("round", "Table 4", {}, "Summer Draft", "/match/1"))
    (question,) = mail.outbox
    confirm, _stop = links(question.body)

    assert question.to == ["alice@mail.example"]
    assert Client().get(confirm).status_code == 200
    assert NotificationSettings.objects.get().email_confirmed_at is None
    assert "confirmed" in Client().post(confirm).content.decode()
    with committed():
        notify([alice.pk], Notice("round", "Table {table}", {"table": 4}, "Summer Draft", "/match/1"))

    sent = mail.outbox[-1]
    assert (len(mail.outbox), sent.subject, sent.from_email) == (2, "Table 4", "passleft@draft.example")
    assert "Summer Draft" in sent.body
    assert "https://draft.example/match/1" in sent.body


def test_one_click_ends_mail_without_signing_in(db: None, mail_on: None, committed: OnCommit):
    alice = create_guest("Alice")
    set_kinds(alice, ["round"])
    with committed():
        notifications.set_email(alice, "alice@mail.example")
    confirm, _stop = links(mail.outbox[0].body)
    Client().post(confirm)
    with committed():
        notify([alice.pk], Notice("round", "Table 4", {}))
    headers = mail.outbox[-1].extra_headers

    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("https://draft.example")
    mail_program = Client(enforce_csrf_checks=True)
    assert Client().get(address).status_code == 200
    assert NotificationSettings.objects.get().email
    assert mail_program.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NotificationSettings.objects.get().email == ""
    assert mail_program.post(address).status_code == 200
    with committed():
        notify([alice.pk], Notice("round", "Table 5", {}))
    assert len(mail.outbox) == 2


def test_links_of_an_earlier_address_are_not_valid(db: None, mail_on: None, committed: OnCommit):
    alice = create_guest("Alice")
    with committed():
        notifications.set_email(alice, "alice@mail.example")
    with committed():
        notifications.set_email(alice, "bob@mail.example")
    old, _stop = links(mail.outbox[0].body)

    assert Client().post(old).status_code == 422
    assert Client().post("/mail/stop/forged").status_code == 422
    assert NotificationSettings.objects.get().email_confirmed_at is None


@pytest.mark.parametrize("email", ["alice", "alice@", "a b@mail.example", "a@mail.example\nBcc: b@mail.example"])
def test_a_wrong_address_is_refused_beside_its_field(db: None, mail_on: None, email: str):
    answer = signed_in(create_guest("Alice")).post("/my/data/email", {"email": email})

    assert answer.status_code == 422
    assert 'id="email-error"' in answer.content.decode()
    assert not mail.outbox


def test_confirmations_are_limited(db: None, mail_on: None, committed: OnCommit):
    client = signed_in(create_guest("Alice"))
    with committed():
        statuses = [client.post("/my/data/email", {"email": f"a{n}@mail.example"}).status_code for n in range(5)]

    assert statuses == [302, 302, 302, 429, 429]
    assert len(mail.outbox) <= 3


def test_without_a_mail_server_there_is_no_field_and_no_mail(db: None):
    client = signed_in(create_guest("Alice"))

    assert 'name="email"' not in client.get("/my/data").content.decode()
    assert client.post("/my/data/email", {"email": "alice@mail.example"}).status_code == 422
    assert not mail.outbox


def test_changes_are_in_the_own_log_without_the_address(db: None, mail_on: None, service: PushService):
    alice = create_guest("Alice")
    client = signed_in(alice)
    client.post("/my/data/email", {"email": "alice@mail.example"})
    client.post("/my/data/push", service.browser.subscription)
    client.post("/my/data/push", {"endpoint": service.browser.endpoint, "do": "off"})

    entries = LogEntry.objects.filter(stream=alice.stream, action="notifications_changed")
    assert entries.count() == 3
    assert "mail.example" not in json.dumps(list(entries.values("before", "after", "reason")))
    assert not PushSubscription.objects.exists()
