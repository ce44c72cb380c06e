"""Notifications of an event, received by a push service and by e-mail."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from gameplay.infrastructure import web_push
from gameplay.infrastructure.notification_kinds import KINDS
from gameplay.infrastructure.presence import mark_present
from gameplay.models import Account, NotificationSettings, PushSubscription
from gameplay.services.accounts import create_guest, create_login_link, create_staff, redeem_link
from gameplay.services.notifications import Notice, SubscriptionRefusedError, notify, set_kinds, subscribe
from tests.parts.push_service import PushService, push_service, verified_claims
from tests.tournaments.conftest import Day
from tests.tournaments.cuts import ranking, seat_again
from tournaments.models import Call
from tournaments.selectors.roles import FLOOR_JUDGE, HEAD_JUDGE, Actor
from tournaments.services.call import call_judge_to_seat, call_judge_to_table, claim_call, escalate_call
from tournaments.services.cancellation import cancel_event
from tournaments.services.early_finish import finish_early
from tournaments.services.entry import drop_entry
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report, confirm_report, enter_result
from tournaments.services.pod import open_packs
from tournaments.services.reminders import send_reminders
from tournaments.services.reopening import reopen_event

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"
OnCommit = Callable[..., Any]


def listen(account: Account, service: PushService, *kinds: str) -> None:
    set_kinds(account, kinds or KINDS)
    subscribe(account, **service.browser.subscription)


def test_an_event_from_the_seating_to_a_settled_dispute(day: Day, service: PushService, committed: OnCommit):
    entries = day.enter()
    with committed():
        listen(entries[0].account, service)
        day.seat()
    seat = Seat.objects.get(player=entries[0].account)
    day.draft()
    with committed():
        day.round(1)
    match = next(each for each in day.matches(1) if entries[0] in (each.a, each.b))
    opponent = match.b if match.a == entries[0] else match.a
    assert opponent
    with committed():
        add_report(match, day.result("2-0"), by=opponent.account, last_seen_number=0)
        add_report(match, day.result("0-2"), by=entries[0].account, last_seen_number=1)
    with committed():
        enter_result(match, day.result("2-0"), by=day.by, last_seen_number=2)

    assert service.titles == [
        f"Pod A, seat {seat.number + 1}: the draft begins",
        f"Table {match.table}: round 1 against {opponent.name}",
        f"Table {match.table}: confirm the result of round 1",
        f"Table {match.table}: the result of round 1 is settled",
    ]
    assert [each["url"] for each in service.messages] == [f"/pod/{seat.pod_id}/draft", *[f"/match/{match.pk}"] * 3]
    assert {each["body"] for each in service.messages} == {day.event.name}


def test_a_player_of_the_top_cut_is_notified_only_of_the_new_seat(
    new_event: Callable[..., Day], service: PushService, committed: OnCommit
):
    day = new_event(cut=2, cut_draft=True).to_cut(4)
    first = day.event.entries.get(name=ranking(day)[0]).account
    with committed():
        listen(first, service)
        pod = seat_again(day)

    assert service.titles == [f"Pod Top 2, seat {pod.seats.get(player=first).number + 1}: the draft begins"]
    assert [each["url"] for each in service.messages] == [f"/pod/{pod.pk}/draft"]


def test_nothing_is_sent_unless_it_is_switched_on(day: Day, service: PushService, committed: OnCommit):
    entries = day.enter()
    subscribe(entries[0].account, **service.browser.subscription)
    subscribed = NotificationSettings.objects.exists()
    with committed():
        day.seat()
    day.draft()
    with committed():
        set_kinds(entries[0].account, ["call", "nonsense"])
        day.round(1)

    assert not subscribed
    assert NotificationSettings.objects.get().kinds == ["call"]
    assert not service.messages


def test_a_confirmed_result_settles_nothing(day: Day, service: PushService, committed: OnCommit):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    with committed():
        listen(match.a.account, service, "dispute")
        add_report(match, day.result("2-0"), by=match.b.account, last_seen_number=0)
        confirm_report(match, by=match.a.account, last_seen_number=1)

    assert not service.messages


def test_the_bye_is_announced(day: Day, service: PushService, committed: OnCommit):
    day.enter(5)
    day.seat()
    day.draft()
    for account in day.players:
        set_kinds(account, ["round"])
    with committed():
        published = day.round(1)
        bye = published.matches.get(b=None)
        subscribe(bye.a.account, **service.browser.subscription)

    assert service.titles == ["No table: you have the bye in round 1"]


def test_a_claimed_call_is_answered(day: Day, service: PushService, committed: OnCommit):
    day.to_round(1)
    match = day.matches(1)[1]
    alice = Actor(match.a.account, "player")
    seat = Seat.objects.get(player=match.a.account)
    listen(match.a.account, service, "call")
    with committed():
        claim_call(call_judge_to_table(match, by=alice, category=Call.Category.RULES), by=day.by)
        Pod.objects.update(closed_at=None)
        claim_call(call_judge_to_seat(seat, by=alice, category=Call.Category.PACK), by=day.by)

    assert service.titles == ["Table 2: a judge is on the way", f"Pod A, seat {seat.number + 1}: a judge is on the way"]


def test_unexpected_ends_are_announced_to_all_who_are_still_there(day: Day, service: PushService, committed: OnCommit):
    day.to_round(1)
    playing, gone = day.event.entries.get(number=1), day.event.entries.get(number=2)
    drop_entry(gone, by=Actor(gone.account, "player"))
    for account in (day.alma, gone.account, playing.account):
        listen(account, service, "event")
    with committed():
        event = cancel_event(day.event, reason="the power failed", by=day.by)
    with committed():
        event = reopen_event(event, reason="the power is back", by=day.by)
    with committed():
        finish_early(event, reason="the shop closes", by=day.by)

    assert service.titles == [
        "This event is cancelled",
        "This event goes on",
        "This event has ended early: the standings are final",
    ]


def test_a_notice_is_in_the_language_of_the_account(db: None, service: PushService, committed: OnCommit):
    alice = create_guest("Alice", language="ja")
    listen(alice, service)
    with committed():
        notify([alice.pk], Notice("round", "Pairings", {}))

    assert service.messages[0]["lang"] == "ja"
    assert service.titles != ["Pairings"]


def test_nothing_is_sent_if_the_action_is_rolled_back(db: None, service: PushService, committed: OnCommit):
    alice = create_guest("Alice")
    listen(alice, service)
    with committed(), transaction.atomic():
        notify([alice.pk], Notice("round", "Table 4", {}))
        transaction.set_rollback(True)

    assert not service.messages


@pytest.fixture
def drafting(new_event: Callable[..., Day], service: PushService) -> Day:
    day = new_event(opening="hand", pick_clock="relaxed")
    day.enter(4)
    day.seat()
    for account in day.players:
        set_kinds(account, ["pack", "deck"])
    return day


def test_a_waiting_pack_is_announced_once_and_only_if_the_page_is_closed(
    drafting: Day, service: PushService, committed: OnCommit
):
    alice, bob = drafting.players[:2]
    pod = drafting.event.pods.get().pod
    subscribe(alice, **service.browser.subscription)
    open_packs(drafting.event, by=drafting.by)
    mark_present(alice.pk, [pod.stream])
    with committed():
        send_reminders(timezone.now())
    open_page = list(service.titles)

    cache.delete_many([f"present/{pod.stream}/{alice.pk}", "reminders"])
    with committed():
        send_reminders(timezone.now())
        cache.delete("reminders")
        send_reminders(timezone.now())

    seat = Seat.objects.get(player=alice)
    assert open_page == []
    assert service.titles == [f"Pod A, seat {seat.number + 1}: a pack waits for you"]
    assert bob.push_subscriptions.count() == 0


@pytest.mark.parametrize(("clock", "sent"), [("relaxed", 1), ("off", 1), ("tournament", 0)])
def test_only_a_long_clock_has_reminders(
    drafting: Day, service: PushService, committed: OnCommit, clock: str, sent: int
):
    subscribe(drafting.players[0], **service.browser.subscription)
    Pod.objects.update(pick_clock=clock)
    open_packs(drafting.event, by=drafting.by)
    with committed():
        send_reminders(timezone.now())

    assert len(service.titles) == sent


def test_a_deck_that_is_due_soon_is_announced_once(drafting: Day, service: PushService, committed: OnCommit):
    alice = drafting.players[0]
    subscribe(alice, **service.browser.subscription)
    now = timezone.now()
    seat = Seat.objects.get(player=alice)
    Pod.objects.update(drafted_at=now, deck_deadline=now + timedelta(minutes=20))
    Deck.objects.create(seat=seat)
    for minute in (0, 16, 17):
        cache.delete("reminders")
        with committed():
            send_reminders(now + timedelta(minutes=minute))

    assert service.titles == [f"Pod A, seat {seat.number + 1}: your deck is due in 4 minutes"]


def test_the_push_service_can_verify_the_sender(db: None, service: PushService, committed: OnCommit):
    alice = create_guest("Alice")
    listen(alice, service)
    with committed():
        notify([alice.pk], Notice("round", "Table 4", {}))

    claims, key = verified_claims(service.headers[0]["Authorization"])
    assert key == web_push.public_key()
    assert claims["aud"] == service.browser.endpoint.removesuffix("/push/abc")
    assert 0 < claims["exp"] - timezone.now().timestamp() < 24 * 3600
    assert claims["sub"].startswith(("mailto:", "https://"))
    assert int(service.headers[0]["TTL"]) > 0
    assert b"Table" not in service.bodies[0]


@pytest.mark.parametrize(("status", "left"), [(404, 0), (410, 0), (201, 1), (500, 1), (429, 1)])
def test_a_subscription_that_is_gone_is_removed(
    db: None, service: PushService, committed: OnCommit, status: int, left: int
):
    alice, service.status = create_guest("Alice"), status
    listen(alice, service)
    with committed():
        notify([alice.pk], Notice("round", "Table 4", {}))

    assert PushSubscription.objects.count() == left


def test_a_push_service_that_is_away_does_no_harm(db: None, committed: OnCommit, local_webhooks_allowed: None):
    with push_service() as gone:
        subscription = gone.browser.subscription
    alice = create_guest("Alice")
    set_kinds(alice, KINDS)
    subscribe(alice, **subscription)
    with committed():
        notify([alice.pk], Notice("round", "Table 4", {}))

    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.8/push"},
        {"endpoint": "https://169.254.169.254/latest"},
        {"endpoint": "ftp://push.example/"},
        {"endpoint": "https://push.example/" + "x" * 500},
        {"p256dh": "AAAA"},
        {"p256dh": "BP" + "A" * 85},
        {"auth": "c2hvcnQ"},
        {"auth": "not base64!"},
        {"p256dh": ""},
    ],
)
def test_an_unusable_subscription_is_refused(db: None, service: PushService, settings: Any, change: dict[str, str]):
    with pytest.raises(SubscriptionRefusedError):
        subscribe(create_guest("Alice"), **service.browser.subscription | change)

    assert not PushSubscription.objects.exists()


def test_a_browser_belongs_to_the_account_that_subscribed_last(db: None, service: PushService):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    subscribe(alice, **service.browser.subscription)
    subscribe(bob, **service.browser.subscription)

    assert PushSubscription.objects.get().account == bob


def test_a_guest_who_moves_to_another_device_leaves_no_subscription(db: None, service: PushService):
    alice = create_guest("Alice")
    subscribe(alice, **service.browser.subscription)
    redeem_link(create_login_link(alice))

    assert not PushSubscription.objects.exists()


def test_an_account_has_at_most_ten_devices(db: None, service: PushService):
    alice = create_guest("Alice")
    for number in range(12):
        subscribe(alice, **service.browser.subscription | {"endpoint": f"https://push.example/{number}"})

    assert alice.push_subscriptions.count() == 10
    assert not alice.push_subscriptions.filter(endpoint="https://push.example/0").exists()


@pytest.mark.parametrize(("role", "received"), [(FLOOR_JUDGE, 1), (HEAD_JUDGE, 2)])
def test_judges_are_notified_of_a_call_and_the_head_judge_again_once_it_is_escalated(
    day: Day, service: PushService, committed: OnCommit, role: str, received: int
):
    day.to_round(1)
    match = day.matches(1)[0]
    ines, floor = create_staff("Ines"), create_staff("Tomas")
    appoint_official(day.event, ines, role, by=day.by)
    with committed():
        listen(ines, service, "judging")
        call = call_judge_to_table(match, by=Actor(match.a.account, "player"), category=Call.Category.RULES)
    with committed():
        escalate_call(call, by=Actor(floor, FLOOR_JUDGE))

    assert service.titles == [f"Table 1: {match.a.name} calls a judge"] * received
    assert {each["url"] for each in service.messages} == {f"/e/{day.event.slug}/judge"}
