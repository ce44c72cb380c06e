"""The operators' page: what runs, what is late, the events in progress, the last day, and the operators' actions."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.engine.core.errors import _
from gameplay.infrastructure.bulk import recent_progress
from gameplay.selectors.live import live_streams
from operations.selectors.day_samples import day_samples
from operations.selectors.health import OK, check_health
from operations.selectors.lateness import late_work
from operations.selectors.operator_log import operator_actions
from operations.selectors.processes import open_streams, process_states
from operations.selectors.running_events import running_counts, running_events
from operations.versions import software_versions
from operations.views.day_plots import day_plots, hour_marks, hour_rows
from operations.views.permission import operator_of, operators_only

PART_NAMES = {
    "database": _("Database"),
    "schema": _("Migrations"),
    "clock": _("Clock"),
    "disk": _("Disk"),
    "redis": "Redis",
    "queue": _("Queue"),
    "worker": _("Worker"),
    "beat": _("Scheduler (beat)"),
}
STATE_NAMES = {
    OK: _("works"),
    "away": _("away"),
    "read-only": _("cannot be written"),
    "behind": _("not all applied"),
    "late": _("late"),
    "low": _("little space left"),
    "full": _("cannot be written"),
    "unknown": _("unknown"),
}
STATUS_NAMES = {
    OK: _("Everything works."),
    "degraded": _("The site works, but a part of it needs repair."),
    "failing": _("Users get errors."),
}


@operators_only
@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the state of the site. The page loads itself again every few seconds.

    It follows the stream of the operator, as pages do that keep what is open and focused when they are updated.
    """
    live = live_streams(operator_of(request).stream)
    now, health = timezone.now(), check_health()
    states = process_states(now)
    plots = day_plots(day_samples(now))
    context: dict[str, Any] = {
        "live": live,
        "as_of": now,
        "page": "overview",
        "status": health.status,
        "summary": STATUS_NAMES[health.status],
        "parts": [(PART_NAMES[part], STATE_NAMES[state], state == OK) for part, state in health.parts.items()],
        "late": late_work(health, states, now),
        "queue": health.queue,
        "processes": states,
        "streams": open_streams(states),
        "uses_redis": bool(settings.REDIS_URL),
        "versions": software_versions(),
        "bulk_runs": recent_progress(),
        "events": running_events(),
        "counts": running_counts(),
        "plots": plots,
        "hour_marks": hour_marks(),
        "hour_rows": hour_rows(plots),
        "actions": operator_actions(),
    }
    return render(request, "operations/overview.html", context)
