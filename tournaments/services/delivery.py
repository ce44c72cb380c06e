"""Delivery of webhook messages: stored in the transaction of the event they report, and retried until answered.

A killed process loses nothing: before it sends a message it moves the due time, and if no answer is stored by then, the
message is sent again. So each message is delivered at least once, and duplicates have the same id.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from gameplay.infrastructure import metrics
from gameplay.infrastructure.background import call_and_log_errors
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.outgoing_request import OutgoingResponse, UnreachableError, post_request
from gameplay.models import LogEntry
from tournaments import ports
from tournaments.models import Delivery, Event, Webhook
from tournaments.rules.webhooks import GONE_STATUS, RETRY_AFTER_STATUSES, message_body, retry_delay, signature_headers
from tournaments.selectors.roles import SYSTEM_ACTOR

SENDING_LEASE = timedelta(minutes=2)
"""How long a message is reserved for the process that sends it; longer than the longest request and a queue delay."""
BATCH_SIZE = 20
JITTER_DIVISOR = 10
"""A retry is delayed further, by up to a tenth of its wait, so that failed messages are not sent simultaneously."""
SUCCESS_STATUSES = range(200, 300)


def notify_webhooks(event: Event, entry: LogEntry, action: str, **data: Any) -> None:
    """Queue a message about log entry ``entry`` for every webhook of ``event``, in the caller's transaction.

    ``data`` must be public. Makes one query, and one more if there are webhooks.
    """
    Delivery.objects.bulk_create(
        [new_delivery(webhook, event, entry, action, data) for webhook in event.webhooks.filter(disabled_at=None)]
    )


def new_delivery(webhook: Webhook, event: Event, entry: LogEntry, action: str, data: dict[str, Any]) -> Delivery:
    """Return an unsaved delivery to ``webhook`` that is due immediately."""
    delivery = Delivery(pk=uuid4(), webhook=webhook, action=action, at=entry.at, due_at=entry.at)
    delivery.body = message_body(
        delivery.message_id,
        event=event.slug,
        action=action,
        stream=str(entry.stream_id),
        number=entry.number,
        time=entry.at,
        data=data,
    )
    return delivery


def send_due_deliveries(now: datetime) -> None:
    """Queue the sending of all due messages; if several processes do so, each message is taken by one of them."""
    due = Delivery.objects.filter(due_at__lte=now, webhook__disabled_at=None).order_by("due_at")
    for pk, due_at in due.values_list("pk", "due_at")[:BATCH_SIZE]:
        unclaimed = Delivery.objects.filter(pk=pk, due_at=due_at)
        if unclaimed.update(due_at=now + SENDING_LEASE, tries=F("tries") + 1):
            call_and_log_errors(ports.wake_delivery(), str(pk))


def deliver(delivery_id: UUID) -> None:
    """Send one message that `send_due_deliveries` has taken, and store the answer."""
    found = Delivery.objects.select_related("webhook__event").filter(pk=delivery_id, due_at__isnull=False).first()
    if found is None or found.webhook.disabled_at:
        return
    stamp = int(timezone.now().timestamp())
    headers = signature_headers(found.webhook.signing_key, found.message_id, stamp, found.body)
    headers |= {"Content-Type": "application/json", "User-Agent": "Passleft"}
    try:
        answer, fault = post_request(found.webhook.url, headers, found.body.encode()), ""
    except UnreachableError as error:
        answer, fault = OutgoingResponse(0), error.fault
    metrics.count_message("webhook", delivered=answer.status in SUCCESS_STATUSES)
    _record_answer(found, answer, fault, timezone.now())


@transaction.atomic
def _record_answer(delivery: Delivery, answer: OutgoingResponse, fault: str, now: datetime) -> None:
    """Store the outcome of a try; schedule a retry unless it succeeded, was the last or the receiver is gone."""
    delivered, wait = answer.status in SUCCESS_STATUSES, retry_delay(delivery.tries)
    again = not delivered and answer.status != GONE_STATUS and wait is not None
    due_at = now + timedelta(seconds=_seconds_until_retry(wait or 0, answer)) if again else None
    changes = {
        "status": answer.status or None,
        "fault": fault,
        "due_at": due_at,
        "delivered_at": now if delivered else None,
    }
    if not Delivery.objects.filter(pk=delivery.pk, delivered_at=None).update(**changes):
        return  # a duplicate was answered, or the webhook was removed
    if not (delivered or again) and (answer.status == GONE_STATUS or not _has_answered_since(delivery)):
        _disable(delivery.webhook, now)


def _seconds_until_retry(wait: int, answer: OutgoingResponse) -> float:
    requested = answer.retry_after if answer.status in RETRY_AFTER_STATUSES else 0
    return max(wait, requested) + secrets.randbelow(max(wait // JITTER_DIVISOR, 1))


def _has_answered_since(delivery: Delivery) -> bool:
    """Return whether the webhook has accepted any message since ``delivery`` was created."""
    return delivery.webhook.deliveries.filter(delivered_at__gte=delivery.at).exists()


def _disable(webhook: Webhook, now: datetime) -> None:
    if Webhook.objects.filter(pk=webhook.pk, disabled_at=None).update(disabled_at=now):
        after = {"host": webhook.host}
        append_entry(
            webhook.event.desk_stream,
            "webhook_disabled",
            author=SYSTEM_ACTOR.account,
            role=SYSTEM_ACTOR.role,
            after=after,
            at=now,
        )
