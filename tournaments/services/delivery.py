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

from gameplay.infrastructure.background import attempt
from gameplay.infrastructure.log import record
from gameplay.models import LogEntry
from tournaments import ports
from tournaments.models import Delivery, Event, Webhook
from tournaments.rules.webhooks import GONE, LATER, message, signed, wait_after
from tournaments.selectors.roles import SYSTEM
from tournaments.services.outgoing import Answer, UnreachedError, post

HELD = timedelta(minutes=2)
"""So long nobody else sends what one process sends; longer than the longest request and a while in a queue."""
AT_ONCE = 20
JITTER = 10  # a try may come by this part of its wait later: what failed together does not come back together
OK = range(200, 300)


def tell(event: Event, entry: LogEntry, action: str, **data: Any) -> None:
    """Have every webhook of ``event`` told what ``entry`` of the log says, in the caller's transaction.

    ``data`` is what everybody may know. One query, and one more with webhooks.
    """
    Delivery.objects.bulk_create(
        [written(webhook, event, entry, action, data) for webhook in event.webhooks.filter(disabled_at=None)]
    )


def written(webhook: Webhook, event: Event, entry: LogEntry, action: str, data: dict[str, Any]) -> Delivery:
    """Return what ``webhook`` is to be told at once, not saved yet."""
    delivery = Delivery(pk=uuid4(), webhook=webhook, action=action, at=entry.at, due_at=entry.at)
    delivery.body = message(
        delivery.message_id,
        event=event.slug,
        action=action,
        stream=str(entry.stream_id),
        number=entry.number,
        time=entry.at,
        data=data,
    )
    return delivery


def sweep(now: datetime) -> None:
    """Have everything sent that is due; of several that find it, one sends it."""
    due = Delivery.objects.filter(due_at__lte=now, webhook__disabled_at=None).order_by("due_at")
    for pk, due_at in due.values_list("pk", "due_at")[:AT_ONCE]:
        mine = Delivery.objects.filter(pk=pk, due_at=due_at)
        if mine.update(due_at=now + HELD, tries=F("tries") + 1):
            attempt(ports.wake_delivery(), str(pk))


def deliver(delivery_id: UUID) -> None:
    """Send one message, which `sweep` has taken, and keep how it was answered."""
    found = Delivery.objects.select_related("webhook__event").filter(pk=delivery_id, due_at__isnull=False).first()
    if found is None or found.webhook.disabled_at:
        return
    stamp = int(timezone.now().timestamp())
    headers = signed(found.webhook.key, found.message_id, stamp, found.body)
    headers |= {"Content-Type": "application/json", "User-Agent": "Passleft"}
    try:
        answer, fault = post(found.webhook.url, headers, found.body.encode()), ""
    except UnreachedError as error:
        answer, fault = Answer(0), error.fault
    _keep(found, answer, fault, timezone.now())


@transaction.atomic
def _keep(delivery: Delivery, answer: Answer, fault: str, now: datetime) -> None:
    """Keep how a try went; it is tried again unless it was answered, was the last one or is not wanted."""
    delivered, wait = answer.status in OK, wait_after(delivery.tries)
    again = not delivered and answer.status != GONE and wait is not None
    due_at = now + timedelta(seconds=_wait(wait or 0, answer)) if again else None
    kept = {
        "status": answer.status or None,
        "fault": fault,
        "due_at": due_at,
        "delivered_at": now if delivered else None,
    }
    if not Delivery.objects.filter(pk=delivery.pk, delivered_at=None).update(**kept):
        return  # told twice, and answered the other time; or the webhook is gone
    if not (delivered or again) and (answer.status == GONE or not _answers(delivery)):
        _disable(delivery.webhook, now)


def _wait(wait: int, answer: Answer) -> float:
    asked = answer.retry_after if answer.status in LATER else 0
    return max(wait, asked) + secrets.randbelow(max(wait // JITTER, 1))


def _answers(delivery: Delivery) -> bool:
    """Whether the webhook has answered anything while ``delivery`` was tried."""
    return delivery.webhook.deliveries.filter(delivered_at__gte=delivery.at).exists()


def _disable(webhook: Webhook, now: datetime) -> None:
    if Webhook.objects.filter(pk=webhook.pk, disabled_at=None).update(disabled_at=now):
        after = {"host": webhook.host}
        record(webhook.event.desk, "webhook_disabled", author=SYSTEM.account, role=SYSTEM.role, after=after, at=now)
