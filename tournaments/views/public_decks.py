"""The deck lists of a finished event."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, ngettext
from django.views.decorators.http import require_safe

from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Event
from tournaments.selectors.constructed_decks import DeckPart, deck_parts
from tournaments.selectors.public_decks import PublicDeck, are_decks_public, public_decks
from tournaments.views.event_request import visible_event
from tournaments.views.list_pages import ListQuery, list_page, list_query
from tournaments.views.public_lists import Context, show_list
from tournaments.views.shared_lists import SharedList

DECKS_PER_PAGE = 50


class ShownDeck(NamedTuple):
    """A deck, and its cards by type."""

    deck: PublicDeck
    parts: Sequence[DeckPart]


@require_safe
def public_decks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the deck lists, the best player first. 404 unless they are public."""
    if not are_decks_public(visible_event(request, slug)):
        raise Http404
    return show_list(request, slug, "decks", _decks_query, _decks_list)


def _decks_query(request: HttpRequest, event: Event) -> ListQuery:
    return list_query(request, total=event.entries.count(), size=DECKS_PER_PAGE)


def _decks_list(event: Event, query: ListQuery, context: Context) -> SharedList:
    listed, language = public_decks(event), get_language() or "en"
    shown = list_page(
        listed,
        query,
        matches=lambda deck: query.wanted in normalize_login(deck.entry.full_name),
        size=DECKS_PER_PAGE,
    )
    decks = [ShownDeck(deck, deck_parts(event.game, deck.cards, language)) for deck in shown.rows]
    rows_of: dict[str, list[str]] = {}
    for deck in shown.rows:
        rows_of.setdefault(str(deck.entry.account_id), []).append(deck.row_id)
    return SharedList(
        html=render_to_string("tournaments/parts/decks_list.html", context | {"decks": decks, "shown": shown}),
        title=ngettext("{decks} deck list", "{decks} deck lists", shown.total).format(decks=shown.total),
        is_long=shown.is_long,
        rows_of=rows_of,
        pages={deck.entry.rules_id: place // DECKS_PER_PAGE + 1 for place, deck in reversed([*enumerate(listed)])},
    )
