"""Export a player's own deck as text, and as a printable deck list."""

import uuid
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafting.models import Deck, Seat
from drafting.rules.decks import NotDraftedError, deck_list_text
from drafting.selectors import access
from drafting.selectors.deck_list import deck_sheet
from drafting.selectors.seat_view import seats_with_names
from drafting.views.page_context import pod_page_context
from gameplay.models import Account


@never_cache
@require_safe
def deck_text(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Return the current deck as a text file."""
    seat, deck = _own_seat_and_deck(request, pod_id)
    response = HttpResponse(deck_list_text(deck.cards), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="deck-{seat.pod.label}-{seat.number + 1}.txt"'
    return response


@never_cache
@require_safe
def deck_sheet_page(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show the printable deck list."""
    seat, deck = _own_seat_and_deck(request, pod_id)
    account = cast(Account, request.user)
    name = seats_with_names(seat.pod)[seat.number].name
    context = {
        "sheet": deck_sheet(seat, deck, name, get_language() or "en"),
        "pod_id": pod_id,
        **pod_page_context(seat.pod, account),
    }
    return render(request, "drafting/deck_sheet.html", context)


def _own_seat_and_deck(request: HttpRequest, pod_id: uuid.UUID) -> tuple[Seat, Deck]:
    """Return the user's seat and deck. Raises Http404 without a seat at the pod, NotDraftedError."""
    seat = access.acting_seat_of(request.user, pod_id)
    deck = Deck.objects.filter(seat=seat).first()
    if deck is None:
        raise NotDraftedError
    return seat, deck
