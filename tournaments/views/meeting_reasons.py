"""The page that explains the pairings of a round."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors.meeting_reasons import manual_changes, visible_round, why_two_do_not_meet
from tournaments.selectors.pairings import paired_round
from tournaments.selectors.teams import contestants_in_reading_order
from tournaments.views.event_request import event_page_context, visible_event


@never_cache
@require_safe
def why_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the reason for each pairing; for two players in the query string, why they are not paired.

    Raise Http404 for a round that is not visible to the user, and for players who are not in the event.
    """
    event = visible_event(request, slug)
    found = visible_round(event, number, request.user)
    first, second = (request.GET.get(field, "") for field in ("first", "second"))
    context = {
        "paired": paired_round(found),
        "by_hand": manual_changes(found),
        "players": contestants_in_reading_order(event),
        "first": first,
        "second": second,
        "answer": why_two_do_not_meet(found, first, second) if first or second else None,
    }
    return render(request, "tournaments/why.html", context | event_page_context(request, event, "pairings"))
