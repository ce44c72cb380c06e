"""Webhooks are told: what is to be told is written with what it tells of, and tried until it is answered.

Nothing is lost with a process that is killed: who sends something first moves the time at which it is due, and if no answer
is written by then, it is sent again. So each message comes at least once, and some come twice, under the same id.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from gameplay.infrastructure.background import call_and_log_errors
from gameplay.infrastructure.log import append_entry
from gameplay.models import LogEntry
from tournaments import ports
from tournaments.models import Delivery, Event, Webhook
from tournaments.rules.webhooks import GONE_STATUS, RETRY_AFTER_STATUSES, message_body, retry_delay, signature_headers
from tournaments.selectors.roles import SYSTEM_ACTOR
from tournaments.services.webhook_request import UnreachableError, WebhookResponse, post_webhook

SENDING_LEASE = timedelta(minutes=2)
"""So long nobody else sends what one process sends; longer than the longest request and a while in a queue."""
BATCH_SIZE = 20
JITTER_DIVISOR = 10  # a try may come by this part of its wait later: what failed together does not come back together
SUCCESS_STATUSES = range(200, 300)


def notify_webhooks(event: Event, entry: LogEntry, action: str, **data: Any) -> None:
    """Have every webhook of ``event`` told what ``entry`` of the log says, in the caller's transaction.

    ``data`` is what everybody may know. One query, and one more with webhooks.
    """
    Delivery.objects.bulk_create(
        [new_delivery(webhook, event, entry, action, data) for webhook in event.webhooks.filter(disabled_at=None)]
    )


def new_delivery(webhook: Webhook, event: Event, entry: LogEntry, action: str, data: dict[str, Any]) -> Delivery:
    """Return what ``webhook`` is to be told at once, not saved yet."""
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
    """Have everything sent that is due; of several that find it, one sends it."""
    due = Delivery.objects.filter(due_at__lte=now, webhook__disabled_at=None).order_by("due_at")
    for pk, due_at in due.values_list("pk", "due_at")[:BATCH_SIZE]:
        mine = Delivery.objects.filter(pk=pk, due_at=due_at)
        if mine.update(due_at=now + SENDING_LEASE, tries=F("tries") + 1):
            call_and_log_errors(ports.wake_delivery(), str(pk))


def deliver(delivery_id: UUID) -> None:
    """Send one message, which `sweep` has taken, and keep how it was answered."""
    found = Delivery.objects.select_related("webhook__event").filter(pk=delivery_id, due_at__isnull=False).first()
    if found is None or found.webhook.disabled_at:
        return
    stamp = int(timezone.now().timestamp())
    headers = signature_headers(found.webhook.signing_key, found.message_id, stamp, found.body)
    headers |= {"Content-Type": "application/json", "User-Agent": "Passleft"}
    try:
        answer, fault = post_webhook(found.webhook.url, headers, found.body.encode()), ""
    except UnreachableError as error:
        answer, fault = WebhookResponse(0), error.fault
    _record_answer(found, answer, fault, timezone.now())


@transaction.atomic
def _record_answer(delivery: Delivery, answer: WebhookResponse, fault: str, now: datetime) -> None:
    """Keep how a try went; it is tried again unless it was answered, was the last one or is not wanted."""
    delivered, wait = answer.status in SUCCESS_STATUSES, retry_delay(delivery.tries)
    again = not delivered and answer.status != GONE_STATUS and wait is not None
    due_at = now + timedelta(seconds=_seconds_until_retry(wait or 0, answer)) if again else None
    kept = {
        "status": answer.status or None,
        "fault": fault,
        "due_at": due_at,
        "delivered_at": now if delivered else None,
    }
    if not Delivery.objects.filter(pk=delivery.pk, delivered_at=None).update(**kept):
        return  # told twice, and answered the other time; or the webhook is gone
    if not (delivered or again) and (answer.status == GONE_STATUS or not _has_answered_since(delivery)):
        _disable(delivery.webhook, now)


def _seconds_until_retry(wait: int, answer: WebhookResponse) -> float:
    asked = answer.retry_after if answer.status in RETRY_AFTER_STATUSES else 0
    return max(wait, asked) + secrets.randbelow(max(wait // JITTER_DIVISOR, 1))


def _has_answered_since(delivery: Delivery) -> bool:
    """Whether the webhook has answered anything while ``delivery`` was tried."""
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
