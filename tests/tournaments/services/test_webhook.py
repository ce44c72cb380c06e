"""Webhooks: delivery to a local HTTP server, retries, and refused addresses."""

import json
import socket
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from gameplay.models import Answer, LogEntry
from tests.page_text import compact_markup
from tests.parts.waiting import eventually
from tests.tournaments.conftest import Day
from tests.tournaments.services.receiver import Receiver, receiver
from tournaments import ports, tasks
from tournaments.models import Delivery, Webhook
from tournaments.rules.webhooks import RETRY_DELAYS, key_text
from tournaments.services import delivery, webhook_request
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
from tournaments.services.webhook_request import AddressRefusedError, UnreachableError, check_url, post_webhook

DAYS = timedelta(days=2)


@pytest.fixture
def at_home(settings: Any) -> None:
    settings.ALLOW_LOCAL_WEBHOOKS = True


@pytest.fixture
def server(at_home: None) -> Iterator[Receiver]:
    with receiver() as found:
        yield found


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


def run(now: datetime | None = None) -> None:
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
    run()

    match = {"round": 1, "table": 1, "score": "2-1-0", "a": first.a.number, "b": first.b.number}
    assert [each["action"] for each in server.came] == [
        "seated", "round_published", "result_agreed", "result_agreed", "result_corrected", "result_agreed", "dropped",
    ]  # fmt: skip
    assert server.unsigned == 0
    assert server.came[2]["data"] == match
    assert server.came[1]["data"] == {"round": 1, "minutes": 50}
    assert server.came[6]["data"] == {"player": 1, "after_round": 1}
    for each, id_ in zip(server.came, server.ids, strict=True):
        assert each["event"] == day.event.slug
        assert each["id"] == id_
        entry = LogEntry.objects.get(stream=each["stream"], number=each["number"])
        assert datetime.fromisoformat(each["time"]) == entry.at.replace(microsecond=entry.at.microsecond // 1000 * 1000)
    run(timezone.now() + DAYS)
    assert len(server.came) == 7


def test_the_finish_message_does_not_contain_the_seed(day: Day, webhook: Webhook, server: Receiver):
    day.to_round(3)
    day.settle(3)
    finish_event(day.event, by=day.by)
    run()

    assert server.came[-1]["action"] == "event_finished"
    assert bytes(day.event.seed).hex() not in json.dumps(server.came)


def test_a_rolled_back_action_is_not_delivered(day: Day, webhook: Webhook, server: Receiver):
    day.enter()
    with transaction.atomic():
        day.seat()
        transaction.set_rollback(True)
    run()

    assert not server.came
    assert not Delivery.objects.exists()


def test_a_failed_message_is_retried_with_the_same_id(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [500, 200]
    send_test_delivery(webhook, by=day.by)
    run()
    found = Delivery.objects.get()
    assert (found.state, found.status, found.tries) == ("waiting", 500, 1)
    assert found.due_at
    assert timedelta() < found.due_at - timezone.now() <= timedelta(seconds=RETRY_DELAYS[0] + 1)

    run()
    assert len(server.came) == 1
    run(found.due_at)

    found.refresh_from_db()
    assert (found.state, found.status, found.tries) == ("delivered", 200, 2)
    assert server.ids[0] == server.ids[1] == found.message_id
    assert server.unsigned == 0


def test_retry_delays_increase(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [500] * 20
    send_test_delivery(webhook, by=day.by)
    now = timezone.now()
    for wait in RETRY_DELAYS:
        run(now)
        due_at = Delivery.objects.get().due_at
        assert due_at
        later = (due_at - timezone.now()).total_seconds()
        assert wait - 60 <= later <= wait * 1.1 + 1
        now = due_at
    run(now)

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
    run()

    webhook.refresh_from_db()
    assert webhook.disabled_at is None
    assert {each.state for each in Delivery.objects.all()} == {"given_up", "delivered"}


def test_a_gone_receiver_gets_no_messages_until_enabled_again(day: Day, webhook: Webhook, server: Receiver):
    server.answers = [410]
    send_test_delivery(webhook, by=day.by)
    run()
    webhook.refresh_from_db()
    assert webhook.disabled_at

    day.enter()
    day.seat()
    assert not Delivery.objects.filter(action="seated").exists()
    enable_webhook(webhook, by=day.by)
    send_test_delivery(webhook, by=day.by)
    run()
    assert [each["action"] for each in server.came] == ["test", "test"]


def test_retry_after_is_respected(day: Day, webhook: Webhook, server: Receiver):
    server.answers, server.headers = [429], {"Retry-After": "900"}
    send_test_delivery(webhook, by=day.by)
    run()

    due_at = Delivery.objects.get().due_at
    assert due_at
    assert due_at - timezone.now() > timedelta(seconds=890)


def test_no_redirect_is_followed(day: Day, webhook: Webhook, server: Receiver):
    server.answers, server.headers = [302], {"Location": server.url}
    send_test_delivery(webhook, by=day.by)
    run()

    assert len(server.came) == 1
    assert Delivery.objects.get().state == "waiting"


def test_a_killed_process_loses_no_message(day: Day, webhook: Webhook, server: Receiver):
    send_test_delivery(webhook, by=day.by)
    now = timezone.now()
    with ports.wake_delivery.overridden(killed):
        run(now)
        run(now)
    assert (Delivery.objects.get().tries, server.came) == (1, [])

    run(now + SENDING_LEASE)

    assert len(server.came) == 1
    assert Delivery.objects.get().state == "delivered"


def killed(_delivery_id: str) -> None:
    """Simulate a process that is killed before it sends anything."""


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_a_thread_delivers(new_event: Callable[..., Day], server: Receiver):
    day = new_event()
    webhook = add_webhook(day.event, server.url, by=day.by)
    server.key = webhook.signing_key
    send_test_delivery(webhook, by=day.by)

    run()

    assert eventually(lambda: Delivery.objects.get().state == "delivered")
    assert server.unsigned == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_worker_delivers_and_refuses_names_of_local_addresses(new_event: Callable[..., Day], celery_worker: None):
    day = new_event()
    send_test_delivery(add_webhook(day.event, "https://localhost:9/", by=day.by), by=day.by)

    run()

    assert eventually(lambda: Delivery.objects.get().fault == "address")


def test_removing_a_webhook_deletes_its_deliveries(day: Day, webhook: Webhook, server: Receiver):
    send_test_delivery(webhook, by=day.by)
    remove_webhook(webhook, by=day.by)
    run()

    assert not server.came
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


REFUSED = [
    "http://draft.example/", "ftp://draft.example/", "draft.example", "https://", "https://user:pw@draft.example/",
    "https://127.0.0.1/", "https://10.0.0.8/", "https://192.168.1.1/", "https://169.254.169.254/latest", "https://[::1]/",
    "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/",
    "https://0.0.0.0/", "https://224.0.0.1/", "https://100.64.0.1/", "https://draft.example:0/",
    "https://draft.example:99999/", "https://draft.example/a b", "https://draft.example/\r\nX: y", "http://localhost/",
    # Other notations of an address, which a C library would accept.
    "https://127.1/", "https://0x7f.1/", "https://2130706433/", "https://017700000001/", "https://0x7f000001/",
    "https://127.0.0.1./", "https://0177.0.0.1/", "https://10.8/", "https://%31%32%37.0.0.1/", "https://127.0.0.1%2f.a/",
    "https://a.0x7f/", "https://[::ffff:127.0.0.1]/", "https://[::127.0.0.1]/", "https://1.1.1/", "https://[::1%25lo]/",
    "https://draft.example\\@127.0.0.1/", "https://-/", "https://a..b/",
]  # fmt: skip
SPECIAL = [  # from IANA's registries of special-purpose addresses, and of the IPv6 address space
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.9.1", "169.254.169.254",
    "168.63.129.16", "172.16.0.1", "172.31.255.254", "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.2.1", "192.31.196.1",
    "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1", "198.19.255.254", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "232.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::10.0.0.1", "::8.8.8.8", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1",
    "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:0:a00:1::", "2001:1::1", "2001:2::1",
    "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:db8::1", "2002:a00:1::", "2002:808:808::",
    "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%2",
    "fec0::1", "feff::1", "ff02::1", "ff0e::1",
]  # fmt: skip
OPEN = ["1.1.1.1", "93.184.216.34", "100.63.255.255", "172.32.0.1", "192.0.1.1", "223.255.255.1"]
OPEN += ["2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "2003::1"]


@pytest.mark.parametrize("url", REFUSED)
def test_non_public_urls_are_refused(url: str):
    with pytest.raises(AddressRefusedError):
        check_url(url)
    with pytest.raises(UnreachableError) as refused:
        post_webhook(url, {}, b"{}")
    assert refused.value.fault == "address"


@pytest.mark.parametrize("address", SPECIAL)
def test_special_purpose_addresses_are_refused(address: str):
    with pytest.raises(AddressRefusedError):
        check_url(f"https://[{address}]/" if ":" in address else f"https://{address}/")


@pytest.mark.parametrize("url", ["https://{}/", "https://{}:8443/a?b=c"])
@pytest.mark.parametrize(
    "host", [*OPEN, "draft.example", "xn--p1ai.example", "draft.example.", "a-b.c0m", "3com.example"]
)
def test_public_urls_are_accepted(host: str, url: str):
    assert check_url(url.format(f"[{host}]" if ":" in host else host))


@pytest.mark.parametrize("address", SPECIAL)
def test_a_name_that_resolves_to_a_private_address_is_not_connected_to(address: str, monkeypatch: pytest.MonkeyPatch):
    """The name is resolved for each request, and the checked address is the one connected to."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    both = [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 443)), (family, 1, 6, "", (address, 443))]
    monkeypatch.setattr(webhook_request.socket, "getaddrinfo", lambda *_given, **_named: both)
    monkeypatch.setattr(webhook_request.socket, "create_connection", lambda *_given: pytest.fail("it was connected to"))

    with pytest.raises(UnreachableError) as refused:
        post_webhook("https://draft.example/", {}, b"{}")

    assert refused.value.fault == "address"


def test_the_checked_address_is_the_connected_one(monkeypatch: pytest.MonkeyPatch):
    addresses: list[Any] = []

    def refuse(address: Any, _patience: float) -> None:
        addresses.append(address)
        raise ConnectionRefusedError

    found = [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(webhook_request.socket, "getaddrinfo", lambda *_given, **_named: found)
    monkeypatch.setattr(webhook_request.socket, "create_connection", refuse)

    with pytest.raises(UnreachableError) as refused:
        post_webhook("https://draft.example/", {}, b"{}")

    assert (refused.value.fault, addresses) == ("connection", [("93.184.216.34", 443)])


def test_an_endless_response_is_aborted(at_home: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhook_request, "TOTAL_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(UnreachableError) as left:
        post_webhook(f"http://127.0.0.1:{silent.getsockname()[1]}/", {}, b"{}")

    assert left.value.fault in {"connection", "timeout"}


def test_a_server_without_tls_is_reported(at_home: None, server: Receiver):
    with pytest.raises(UnreachableError) as refused:
        post_webhook(server.url.replace("http:", "https:"), {}, b"{}")

    assert refused.value.fault == "tls"


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
    run()
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
    assert key_text(webhook.signing_key).encode() not in bytes(Answer.objects.get().body or b"")
    assert "secret" not in client.get(address).json()[0]
    assert client.post(f"{address}/{webhook.pk}/test").status_code == 201
    run()

    [found] = client.get(f"{address}/{webhook.pk}/deliveries").json()
    assert (found["id"], found["state"], found["status"]) == (server.ids[0], "delivered", 204)
    assert client.delete(f"{address}/{webhook.pk}").status_code == 204


def test_an_empty_sweep_makes_one_query(db: None, django_assert_num_queries: Any):
    with django_assert_num_queries(1):
        delivery.send_due_deliveries(timezone.now())
