"""Sheets of paper for a draft at a table, one after the other or all as one job; for those who run the event."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.sheets import call_sheet, called_clock, card_list, deck_sheets, players, table_sheets, ways
from tournaments.services.deck_check import checker, print_lists
from tournaments.views.join import qr_code
from tournaments.views.reading import at_desk

SHEETS = {"seating": _("Seating"), "calls": _("Call sheet"), "pools": _("Pool and deck lists"), "kit": _("Paper kit")}
"""What can be printed; the kit is everything."""


@never_cache
@require_safe
def sheet(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the sheet ``name`` as it will be printed."""
    event, _by = at_desk(request, slug, "see_desk")
    if name not in SHEETS:
        raise Http404
    context: dict[str, Any] = {"event": event, "name": name, "title": SHEETS[name], "sheets": SHEETS}
    for part in ("seating", "calls", "pools"):
        if name in (part, "kit"):
            context |= _part(request, event, part)
    return render(request, "tournaments/sheets.html", context | {"rehearsal": event.rehearsal})


@never_cache
@require_safe
def decklists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lists of all decks that are in as they will be printed, to a judge who does not play; the log says so."""
    event = get_object_or_404(Event, slug=slug)
    by = checker(event, request.user)
    found = deck_sheets(event, get_language() or "en")
    print_lists(event, len(found), by=by)
    context = {"event": event, "lists": found, "terms": event.terms, "rehearsal": event.rehearsal}
    return render(request, "tournaments/decklists.html", context)


def _part(request: HttpRequest, event: Event, part: str) -> dict[str, Any]:
    if part == "seating":
        return {"tables": table_sheets(event), "ways": ways(event), "qr": qr_code(request, event)}
    if part == "calls":
        return {"packs": call_sheet(event), "clock": called_clock(event)}
    return {"cards": card_list(event, get_language() or "en"), "players": players(event)}
