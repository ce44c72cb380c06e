"""Webhooks: messages to a local HTTP server, retries, and their management by page and by API."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from gameplay.models import LogEntry, StoredResponse
from tests.page_text import compact_markup
from tests.parts.waiting import eventually
from tests.tournaments.conftest import Day
from tests.tournaments.services.receiver import Receiver
from tournaments import ports, tasks
from tournaments.models import Delivery, Webhook
from tournaments.rules.webhooks import RETRY_DELAYS, key_text
from tournaments.services import delivery
from tournaments.services.delivery import SENDING_LEASE, send_due_deliveries
from tournaments.services.entry import drop_entry
from tournaments.services.event import finish_event
from tournaments.services.match import add_report, confirm_report, enter_result
from tournaments.services.webhook import (
    TooManyWebhooksError,
    add_webhook,
    enable_webhook,
    remove_webhook,
    send_test_delivery,
)

TWO_DAYS = timedelta(days=2)


@pytest.fixture
def immediate_delivery() -> Iterator[None]:
    """Deliver in the sweep itself, since the tests share one connection in one transaction."""
    with ports.wake_delivery.overridden(tasks.deliver):
        yield


@pytest.fixture
def webhook(day: Day, server: Receiver, immediate_delivery: None) -> Webhook:
    found = add_webhook(day.event, server.url, by=day.by)
    server.key = found.signing_key
    return found


def deliver_due(now: datetime | None = None) -> None:
    send_due_deliveries(now or timezone.now())


def test_an_action_is_delivered_once_after_commit(day: Day, webhook: Webhook, server: Receiver):
    entries = day.enter()
    day.seat()
    day.draft()
    day.round(1)
    first, second, third = day.matches(1)
    assert first.b
    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)
    confirm_report(first, by=first.b.account, last_seen_number=1)
    enter_result(second, day.result("2-0"), by=day.by, last_seen_number=0)
    enter_result(second, day.result("0-2"), by=day.by, last_seen_number=1, reason="misread")
    enter_result(third, day.result("2-1"), by=day.by, last_seen_number=0)
    drop_entry(entries[0], by=day.by, reason="ill")
    deliver_due()

    match = {"round": 1, "table": 1, "score": "2-1-0", "a": first.a.number, "b": first.b.number}
    assert [each["action"] for each in server.messages] == [
        "seated", "round_published", "result_agreed", "result_agreed", "result_corrected", "result_agreed", "dropped",
    ]  # fmt: skip
    assert server.invalid_signatures == 0
    assert server.messages[2]["data"] == match
    assert server.messages[1]["data"] == {"round": 1, "minutes": 50}
    assert server.messages[6]["data"] == {"player": 1, "after_round": 1}
    for each, id_ in zip(server.messages, server.ids, strict=True):
        assert each["event"] == day.event.slug
        assert each["id"] == id_
        entry = LogEntry.objects.get(stream=each["stream"], number=each["number"])
        assert datetime.fromisoformat(each["time"]) == entry.at.replace(microsecond=entry.at.microsecond // 1000 * 1000)
    deliver_due(timezone.now() + TWO_DAYS)
    assert len(server.messages) == 7


def test_the_finish_message_does_not_contain_the_seed(day: Day, webhook: Webhook, server: Receiver):
    day.to_round(3)
    day.settle(3)
    finish_event(day.event, by=day.by)
    deliver_due()

    assert server.messages[-1]["action"] == "event_finished"
    assert bytes(day.event.seed).hex() not in json.dumps(server.messages)


def test_a_rolled_back_action_is_not_delivered(day: Day, webhook: Webhook, server: Receiver):
    day.enter()
    with transaction.atomic():
        day.seat()
        transaction.set_rollback(True)
    deliver_due()

    assert not server.messages
    assert not Delivery.objects.exists()


def test_a_failed_message_is_retried_with_the_same_id(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [500, 200]
    send_test_delivery(webhook, by=day.by)
    deliver_due()
    found = Delivery.objects.get()
    assert (found.state, found.status, found.tries) == ("waiting", 500, 1)
    assert found.due_at
    assert timedelta() < found.due_at - timezone.now() <= timedelta(seconds=RETRY_DELAYS[0] + 1)

    deliver_due()
    assert len(server.messages) == 1
    deliver_due(found.due_at)

    found.refresh_from_db()
    assert (found.state, found.status, found.tries) == ("delivered", 200, 2)
    assert server.ids[0] == server.ids[1] == found.message_id
    assert server.invalid_signatures == 0


def test_retry_delays_increase(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [500] * 20
    send_test_delivery(webhook, by=day.by)
    now = timezone.now()
    for wait in RETRY_DELAYS:
        deliver_due(now)
        due_at = Delivery.objects.get().due_at
        assert due_at
        later = (due_at - timezone.now()).total_seconds()
        assert wait - 60 <= later <= wait * 1.1 + 1
        now = due_at
    deliver_due(now)

    found = Delivery.objects.get()
    assert (found.state, found.tries) == ("given_up", 1 + len(RETRY_DELAYS))
    webhook.refresh_from_db()
    assert webhook.disabled_at
    assert LogEntry.objects.filter(stream=day.event.desk_stream, action="webhook_disabled").exists()


def test_a_webhook_that_has_answered_since_is_not_disabled(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [400]
    send_test_delivery(webhook, by=day.by)
    Delivery.objects.update(tries=len(RETRY_DELAYS))
    send_test_delivery(webhook, by=day.by)
    Delivery.objects.filter(tries=0).update(delivered_at=timezone.now(), due_at=None)
    deliver_due()

    webhook.refresh_from_db()
    assert webhook.disabled_at is None
    assert {each.state for each in Delivery.objects.all()} == {"given_up", "delivered"}


def test_a_gone_receiver_gets_no_messages_until_enabled_again(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [410]
    send_test_delivery(webhook, by=day.by)
    deliver_due()
    webhook.refresh_from_db()
    assert webhook.disabled_at

    day.enter()
    day.seat()
    assert not Delivery.objects.filter(action="seated").exists()
    enable_webhook(webhook, by=day.by)
    send_test_delivery(webhook, by=day.by)
    deliver_due()
    assert [each["action"] for each in server.messages] == ["test", "test"]


def test_retry_after_is_respected(day: Day, webhook: Webhook, server: Receiver):
    server.answers, server.headers = [429], {"Retry-After": "900"}
    send_test_delivery(webhook, by=day.by)
    deliver_due()

    due_at = Delivery.objects.get().due_at
    assert due_at
    assert due_at - timezone.now() > timedelta(seconds=890)


def test_no_redirect_is_followed(day: Day, webhook: Webhook, server: Receiver):
    server.answers, server.headers = [302], {"Location": server.url}
    send_test_delivery(webhook, by=day.by)
    deliver_due()

    assert len(server.messages) == 1
    assert Delivery.objects.get().state == "waiting"


def test_a_killed_process_loses_no_message(day: Day, webhook: Webhook, server: Receiver):
    send_test_delivery(webhook, by=day.by)
    now = timezone.now()
    with ports.wake_delivery.overridden(send_nothing):
        deliver_due(now)
        deliver_due(now)
    assert (Delivery.objects.get().tries, server.messages) == (1, [])

    deliver_due(now + SENDING_LEASE)

    assert len(server.messages) == 1
    assert Delivery.objects.get().state == "delivered"


def send_nothing(_delivery_id: str) -> None:
    """Simulate a process that is killed before it sends anything."""


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_a_thread_delivers(new_event: Callable[..., Day], server: Receiver):
    day = new_event()
    webhook = add_webhook(day.event, server.url, by=day.by)
    server.key = webhook.signing_key
    send_test_delivery(webhook, by=day.by)

    deliver_due()

    assert eventually(lambda: Delivery.objects.get().state == "delivered")
    assert server.invalid_signatures == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_worker_delivers_and_refuses_names_of_local_addresses(new_event: Callable[..., Day], celery_worker: None):
    day = new_event()
    send_test_delivery(add_webhook(day.event, "https://localhost:9/", by=day.by), by=day.by)

    deliver_due()

    assert eventually(lambda: Delivery.objects.get().fault == "address")


def test_removing_a_webhook_deletes_its_deliveries(day: Day, webhook: Webhook, server: Receiver):
    send_test_delivery(webhook, by=day.by)
    remove_webhook(webhook, by=day.by)
    deliver_due()

    assert not server.messages
    assert not Delivery.objects.exists()


def test_an_event_has_at_most_five_webhooks(day: Day):
    for number in range(5):
        add_webhook(day.event, f"https://draft.example/{number}", by=day.by)

    with pytest.raises(TooManyWebhooksError):
        add_webhook(day.event, "https://draft.example/6", by=day.by)


def test_keys_are_distinct_and_not_stored(day: Day):
    first, second = (add_webhook(day.event, "https://draft.example", by=day.by) for _ in range(2))

    assert first.signing_key != second.signing_key
    assert len(first.signing_key) == 32
    stored = json.dumps([str(value) for value in Webhook.objects.values_list().get(pk=first.pk)])
    assert key_text(first.signing_key) not in stored
    assert first.signing_key.hex() not in stored


def client_of(day: Day) -> Client:
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def test_the_page_shows_the_key_once_and_the_deliveries(day: Day, server: Receiver, immediate_delivery: None):
    client, address = client_of(day), f"/e/{day.event.slug}/manage/webhooks"

    made = client.post(address, {"url": server.url})
    webhook = Webhook.objects.get()
    server.key = webhook.signing_key
    assert (made.status_code, key_text(webhook.signing_key) in made.content.decode()) == (200, True)
    assert client.post(f"{address}/{webhook.pk}", {"act": "test"}).status_code == 302
    deliver_due()
    page = compact_markup(client.get(address).content.decode())

    assert key_text(webhook.signing_key) not in page
    assert "whsec_" not in page
    assert ("delivered" in page, ">204<" in page, server.url in page) == (True, True, True)
    refused = client.post(address, {"url": "https://10.0.0.1/"})
    assert (refused.status_code, 'aria-invalid="true"' in refused.content.decode()) == (422, True)
    assert client.post(f"{address}/{webhook.pk}", {"act": "remove"}).status_code == 302
    assert not Webhook.objects.exists()


def test_the_api_returns_the_key_once_and_does_not_store_it(day: Day, server: Receiver, immediate_delivery: None):
    client, address = client_of(day), f"/api/v1/events/{day.event.slug}/webhooks"

    answers = [
        client.post(address, {"url": server.url}, content_type="application/json", headers={"Idempotency-Key": "one"})
        for _ in range(2)
    ]
    webhook = Webhook.objects.get()
    server.key = webhook.signing_key
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [answer.json()["secret"] for answer in answers] == [key_text(webhook.signing_key)] * 2
    assert answers[1]["Idempotency-Replayed"] == "true"
    assert key_text(webhook.signing_key).encode() not in bytes(StoredResponse.objects.get().body or b"")
    assert "secret" not in client.get(address).json()[0]
    assert client.post(f"{address}/{webhook.pk}/test").status_code == 201
    deliver_due()

    [found] = client.get(f"{address}/{webhook.pk}/deliveries").json()
    assert (found["id"], found["state"], found["status"]) == (server.ids[0], "delivered", 204)
    assert client.delete(f"{address}/{webhook.pk}").status_code == 204


def test_an_empty_sweep_makes_one_query(db: None, django_assert_num_queries: Any):
    with django_assert_num_queries(1):
        delivery.send_due_deliveries(timezone.now())
