"""Printable sheets for the draft and each round, one at a time or all together. Officials only."""

from collections.abc import Collection
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.desk import labelled
from tournaments.selectors.draft_sheets import (
    call_sheet,
    calling_clock,
    deck_sheets,
    passed_packs,
    players_by_name,
    possible_cards,
    table_sheets,
)
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import PairedRound, paired_round
from tournaments.selectors.round_sheets import PrintedSlip, lines_by_name, rounds_to_print, slip_sheets
from tournaments.selectors.seats import ranked_pods
from tournaments.selectors.standings import standing_rows
from tournaments.services.deck_check import deck_checker, log_printed_lists
from tournaments.views.event_request import event_and_actor
from tournaments.views.join import qr_code, qr_picture

SHEET_TITLES = {
    "seating": _("Seating"),
    "calls": _("Call sheet"),
    "pools": _("Pool and deck lists"),
    "pairings-name": _("Pairings by name"),
    "pairings-table": _("Pairings by table"),
    "slips": _("Result slips"),
    "standings": _("Standings"),
    "kit": _("Paper kit"),
}
"""The sheets that can be printed; the kit contains all of them."""
DRAFT_SHEETS = ("seating", "calls", "pools")
ROUND_SHEETS = ("pairings-name", "pairings-table", "slips")


@never_cache
@require_safe
def sheet_page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the printable sheet ``name``."""
    event, _by = event_and_actor(request, slug, "see_desk")
    sheets = {code: words for code, words in SHEET_TITLES.items() if event.drafted or code not in DRAFT_SHEETS}
    if name not in sheets:
        raise Http404
    context: dict[str, Any] = {"event": event, "name": name, "title": sheets[name], "sheets": sheets}
    parts = [*sheets] if name == "kit" else [name]
    for part in parts:
        context |= _part(request, event, part)
    if not set(parts).isdisjoint(ROUND_SHEETS):
        context |= _of_round(request, event, parts)
    return render(request, "tournaments/sheets.html", context | {"rehearsal": event.rehearsal})


@never_cache
@require_safe
def deck_lists_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all submitted deck lists for printing. Only for judges who do not play; their access is logged."""
    event = get_object_or_404(Event, slug=slug)
    by = deck_checker(event, request.user)
    found = deck_sheets(event, get_language() or "en")
    log_printed_lists(event, len(found), by=by)
    context = {"event": event, "lists": found, "rehearsal": event.rehearsal}
    return render(request, "tournaments/decklists.html", context)


def _part(request: HttpRequest, event: Event, part: str) -> dict[str, Any]:
    match part:
        case "seating":
            return {"tables": table_sheets(event), "passes": passed_packs(event), "qr": qr_code(request, event)}
        case "calls":
            return {"packs": call_sheet(event), "clock": calling_clock(event)}
        case "pools":
            return {"cards": possible_cards(event, get_language() or "en"), "players": players_by_name(event)}
        case "standings":
            return _standings(event, request.GET.get("pod", ""))
    return {}


def _standings(event: Event, pod_number: str) -> dict[str, Any]:
    """Return the standings of the event, or of the pod in the query string."""
    pods = [] if event.is_team_event else list(labelled(ranked_pods(event)))
    tournament = tournament_of(event)
    pod = next((pod for pod in pods if str(pod.number) == pod_number), None)
    rows = standing_rows(event, tournament, pod=pod.number if pod else None) if tournament.rounds else []
    return {"rows": rows, "columns": [] if pod else bracket_stages(event, tournament), "pods": pods, "pod": pod}


def _of_round(request: HttpRequest, event: Event, parts: Collection[str]) -> dict[str, Any]:
    """Return the context of a round's sheets: the newest published round, or the one in the query string."""
    rounds = rounds_to_print(event)
    number = request.GET.get("round", "")
    chosen = next((each for each in rounds if str(each.number) == number), next(iter(rounds), None))
    found = paired_round(chosen) if chosen else None
    context: dict[str, Any] = {
        "rounds": sorted(rounds, key=lambda each: each.number),
        "paired": found,
        "parts": parts,
    }
    if found is None:
        return context
    if "pairings-name" in parts:
        context["lines"] = lines_by_name(found)
    if "slips" in parts:
        context |= {"slips": _slips(request, event, found)} | _endings(event)
    return context


def _endings(event: Event) -> dict[str, Any]:
    """Return the unit of a game's score on slips, the usual ending, and the other endings."""
    usual, *others = [gettext(ending.label) for ending in event.match_rules.endings.values()]
    return {"unit": gettext(event.game_rules.scoring.unit), "usual": usual, "endings": [*others, gettext("Penalty")]}


def _slips(request: HttpRequest, event: Event, paired: PairedRound) -> list[list[dict[str, Any] | None]]:
    """Return the slips of each sheet, with the QR code of the page on which the result is entered."""

    def picture(code: str) -> SafeString:
        return qr_picture(request.build_absolute_uri(reverse("slip", args=[event.slug, code])))

    def printed(slip: PrintedSlip) -> dict[str, Any]:
        players = (slip.match.a, slip.match.b)
        return {"match": slip.match, "players": players, "code": slip.code, "qr": picture(slip.code)}

    return [[printed(slip) if slip else None for slip in sheet] for sheet in slip_sheets(paired)]
