"""What is late: work that the site should have done already, and messages that do not arrive."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from drafting.models import Pack
from gameplay.engine.core.errors import _
from gameplay.models import OnlineGame
from operations.selectors.health import QUEUE_LATE_AFTER, Health
from operations.selectors.processes import ProcessState
from tournaments.models import Delivery, Webhook

OVERDUE_AFTER = timedelta(seconds=30)
"""After their time, picks of the clock and choices of bots are late: the next sweep should have made them."""
WEBHOOK_MEMORY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LateWork:
    """A sentence about what is late, with its values."""

    sentence: str
    fields: Mapping[str, Any] = field(default_factory=dict)


def late_work(health: Health, processes: Iterable[ProcessState], now: datetime) -> list[LateWork]:
    """Return everything that is late, with those ``processes`` that do not report. Five queries."""
    return [*_late_parts(health), *_late_processes(processes, now), *_overdue_work(now), *_failing_webhooks(now)]


def _late_parts(health: Health) -> list[LateWork]:
    found = []
    if health.parts.get("clock") == "late":
        seconds = round(health.clock_age) if health.clock_age is not None else None
        sentence = _("The clock has never ticked.") if seconds is None else _("The last tick was {seconds} s ago.")
        found.append(LateWork(sentence, {"seconds": seconds}))
    if health.queue and health.queue.oldest_age > QUEUE_LATE_AFTER:
        fields = {"messages": health.queue.length, "seconds": round(health.queue.oldest_age)}
        found.append(LateWork(_("Tasks wait for a worker ({messages}), the oldest for {seconds} s."), fields))
    return found


def _late_processes(processes: Iterable[ProcessState], now: datetime) -> list[LateWork]:
    sentence = _("{kind} {pid} on {host} has not reported for {seconds} s.")
    return [
        LateWork(
            sentence,
            {
                "kind": state.process.get_kind_display(),
                "pid": state.process.pid,
                "host": state.process.host,
                "seconds": round((now - state.process.seen_at).total_seconds()),
            },
        )
        for state in processes
        if state.is_late
    ]


def _overdue_work(now: datetime) -> list[LateWork]:
    overdue = now - OVERDUE_AFTER
    running = {"pod__paused_at": None, "pod__drafted_at": None, "pod__event_pod__event__finished_at": None}
    packs = Pack.objects.filter(due_at__lt=overdue, **running).count()
    bots = OnlineGame.objects.filter(ended_at=None, bots_due_at__lt=overdue).count()
    deliveries = Delivery.objects.filter(due_at__lt=overdue, webhook__disabled_at=None).count()
    counted = (
        (_("Overdue picks, which the clock should have made: {count}."), packs),
        (_("Games that have waited too long for a bot: {count}."), bots),
        (_("Webhook messages that were not sent in time: {count}."), deliveries),
    )
    return [LateWork(sentence, {"count": count}) for sentence, count in counted if count]


def _failing_webhooks(now: datetime) -> list[LateWork]:
    retried = Delivery.objects.filter(due_at__isnull=False, tries__gt=0, webhook__disabled_at=None).exclude(fault="")
    failing = retried.values("webhook").distinct().count()
    disabled = Webhook.objects.filter(disabled_at__gte=now - WEBHOOK_MEMORY).count()
    counted = (
        (_("Webhooks that do not answer: {count}."), failing),
        (_("Webhooks disabled in the last day because they did not answer: {count}."), disabled),
    )
    return [LateWork(sentence, {"count": count}) for sentence, count in counted if count]
