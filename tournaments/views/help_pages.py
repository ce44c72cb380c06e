"""Help: a guide for each role, a draft and Swiss pairings in pictures, and the guide to the API."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from gameplay.games import RULESETS
from tournaments.guides import FORMAT_FIELDS, GUIDES, Guide, picture_path
from tournaments.rules.rulesets import TieBreakRules
from tournaments.selectors.account_events import newest_managed_event
from tournaments.views.api_examples import EXAMPLES
from tournaments.views.draft_diagram import fan, pack_rounds, pool
from tournaments.views.swiss_diagram import swiss_diagram


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show what help there is."""
    return render(request, "tournaments/help.html", _context("help") | {"rulesets": RULESETS.items()})


@require_safe
def guide_page(request: HttpRequest, role: str) -> HttpResponse:
    """Show the guide for a role. Raises Http404."""
    guide = GUIDES.get(role)
    if guide is None:
        raise Http404
    context = _context(role) | {"guide": guide, "steps": _steps(guide), "fields": FORMAT_FIELDS}
    if role == "organizer":
        context["desk_event"] = newest_managed_event(request.user)
    return render(request, "tournaments/help_guide.html", context)


@require_safe
def draft_page(request: HttpRequest) -> HttpResponse:
    """Show how a draft works."""
    usual = FORMAT_FIELDS
    context = _context("draft") | {
        "fields": usual,
        "opened": fan(usual["pack_size"], choose=True),
        "passed": fan(usual["rest"], choose=False),
        "received": fan(usual["rest"], choose=True),
        "pack_rounds": pack_rounds(usual["packs"]),
        "pool": pool(usual["packs"], usual["pack_size"], usual["deck_size"]),
    }
    return render(request, "tournaments/help_draft.html", context)


@require_safe
def swiss_page(request: HttpRequest) -> HttpResponse:
    """Show how Swiss pairings work."""
    context = _context("swiss") | {
        "fields": FORMAT_FIELDS,
        "even": swiss_diagram(8),
        "odd": swiss_diagram(7),
        "points": TieBreakRules(),
    }
    return render(request, "tournaments/help_swiss.html", context)


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Show the guide to the API, with the address of this site in its examples."""
    site = request.build_absolute_uri("/").rstrip("/")
    context = _context("api") | {"examples": EXAMPLES, "site": site, "desk_event": newest_managed_event(request.user)}
    return render(request, "tournaments/help_api.html", context)


def _context(topic: str) -> dict[str, Any]:
    return {"topic": topic, "guides": GUIDES.values()}


def _steps(guide: Guide) -> list[dict[str, Any]]:
    """Return the steps of ``guide`` with the paths of their pictures in the reader's language."""
    language = get_language() or "en"
    return [{"step": step, "picture": picture_path(guide.role, step.name, language)} for step in guide.steps]
