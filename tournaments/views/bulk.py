"""Actions on several tables or players that are selected on the desk or on the judge's page."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Match
from tournaments.selectors.results import TABLE_ORDER
from tournaments.services import bulk
from tournaments.views.event_request import (
    event_and_actor,
    posted_minutes,
    posted_reason,
    redirect_to_desk,
    redirect_to_judge,
)


@require_POST
def check_in_several(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the selected players in, or out."""
    event, by = event_and_actor(request, slug, "admit")
    present = request.POST.get("present") == "yes"
    entries = event.entries.filter(number__in=_numbers(request, "entry"), dropped_after_round=None)
    changed = len(bulk.check_in_several(entries, present=present, by=by))
    counted = (
        ngettext("{n} player was checked in.", "{n} players were checked in.", changed)
        if present
        else ngettext("{n} player was checked out.", "{n} players were checked out.", changed)
    )
    messages.success(request, counted.format(n=changed))
    return redirect_to_desk(request, event)


@require_POST
def extend_several(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the selected tables extra time."""
    event, by = event_and_actor(request, slug, "extend")
    wanted = Match.objects.filter(round__event=event, pk__in=_keys(request, "match"))
    matches = wanted.select_related("round__event", "a__team").order_by(*TABLE_ORDER)
    if not matches:
        raise UnreadableError(_("Select at least one table."), place="match")
    minutes = posted_minutes(request)
    extended = len(bulk.extend_several(matches, minutes, reason=posted_reason(request), by=by))
    words = ngettext("{n} table has {minutes} more minutes.", "{n} tables have {minutes} more minutes.", extended)
    messages.success(request, words.format(n=extended, minutes=minutes))
    back = redirect_to_judge if request.POST.get("back") == "judge" else redirect_to_desk
    return back(request, event)


@require_POST
def confirm_reports(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm the results that one player has reported, as they were shown."""
    event, by = event_and_actor(request, slug, "enter_results")
    pairs = [value.partition(":") for value in request.POST.getlist("report")]
    if not all(number.isdecimal() for _key, _colon, number in pairs):
        raise UnreadableError(_("is unknown"), place="report")
    seen = {key: int(number) for key, (_key, _colon, number) in zip(_keys(request, "report"), pairs, strict=True)}
    confirmed = len(bulk.confirm_reports(event, seen, by=by))
    words = ngettext("{n} result was confirmed.", "{n} results were confirmed.", confirmed).format(n=confirmed)
    if left := len(seen) - confirmed:
        words += " " + ngettext("{n} has changed: check it.", "{n} have changed: check them.", left).format(n=left)
    messages.success(request, words)
    return redirect_to_desk(request, event)


def _numbers(request: HttpRequest, field: str) -> list[int]:
    """Return the posted numbers. Raise UnreadableError for anything else."""
    values = request.POST.getlist(field)
    if not all(value.isdecimal() and len(value) < 10 for value in values):
        raise UnreadableError(_("is unknown"), place=field)
    return [int(value) for value in values]


def _keys(request: HttpRequest, field: str) -> list[UUID]:
    """Return the posted keys of matches, without what follows a colon. Raise UnreadableError for anything else."""
    try:
        return [UUID(value.partition(":")[0]) for value in request.POST.getlist(field)]
    except ValueError as error:
        raise UnreadableError(_("is unknown"), place=field) from error
