"""The page on which a player or a judge enters a constructed deck, and the action that locks all decks."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.selectors import card_sets
from drafting.rules.decks import deck_list_text
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.refusals import RulesErrorGroup
from tournaments.models import Entry, Event
from tournaments.selectors.constructed_decks import OwnDeckView, constructed_deck_of, own_deck_view, ready_decks
from tournaments.selectors.event_facts import CardPageLink
from tournaments.selectors.roles import Actor
from tournaments.services import constructed_deck
from tournaments.services.deck_check import deck_checker
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    follow_streams,
    posted_number,
    posted_reason,
    redirect_to_desk,
)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own_deck_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show players their deck; save it or submit it."""
    _event, entry = _own(request, slug)
    return _page(request, entry, Actor(entry.account, "player"))


@never_cache
@require_http_methods(["GET", "POST"])
def player_deck_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter the deck of a player, for example from a paper list.

    Only for judges who do not play. Their access is logged.
    """
    event = get_object_or_404(Event, slug=slug)
    by = deck_checker(event, request.user)
    entry = get_object_or_404(Entry.objects.select_related("account", "event"), event=event, number=number)
    if event.drafted:
        raise Http404
    constructed_deck.refuse_without_lists(event)
    constructed_deck.log_list_view(entry, by=by)
    return _page(request, entry, by, for_player=entry)


@never_cache
@login_required
@require_safe
def own_deck_text(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the player's own deck list as text."""
    _event, entry = _own(request, slug)
    return HttpResponse(deck_list_text(constructed_deck_of(entry).cards), content_type="text/plain; charset=utf-8")


@require_POST
def lock_decks(request: HttpRequest, slug: str) -> HttpResponse:
    """Lock all decks, although some are missing."""
    event, by = event_and_actor(request, slug, "run")
    constructed_deck.lock_decks(event, by=by, reason=posted_reason(request))
    return redirect_to_desk(request, event)


def _own(request: HttpRequest, slug: str) -> tuple[Event, Entry]:
    """Return the event and the user's entry.

    Raise Http404 without an entry, and for drafted events; SharedDeckError without deck lists.
    """
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=request.user)
    if entry.event.drafted:
        raise Http404
    constructed_deck.refuse_without_lists(entry.event)
    return entry.event, entry


def _page(request: HttpRequest, entry: Entry, by: Actor, *, for_player: Entry | None = None) -> HttpResponse:
    """Carry out the form and show the deck. The entered text is kept if the form is refused."""
    event, text, refused = entry.event, None, None
    if request.method == "POST":
        try:
            _act(request, entry, by)
        except (RulesError, RulesErrorGroup) as refusal:
            if request.htmx:  # type: ignore[attr-defined]
                raise
            text, refused = request.POST.get("text"), refusal
        else:
            if not request.htmx:  # type: ignore[attr-defined]
                return redirect(request.path)
    following = follow_streams(event, event.stream)
    mine = own_deck_view(event, entry, get_language() or "en")
    context: dict[str, Any] = {"live": None if mine.is_open and not mine.is_submitted else following}
    context |= event_page_context(request, event, "judge" if for_player else "event") | _writing_aids(event, mine)
    context |= {"own": mine, "text": mine.deck.text if text is None else text, "faults": _fault_texts(refused)}
    status = 200 if refused is None else 409 if refused.is_state_conflict else 422
    return render(request, "tournaments/deck.html", context | {"for_player": for_player}, status=status)


def _writing_aids(event: Event, mine: OwnDeckView) -> dict[str, Any]:
    """Return the ready-made decks, and links to the card pages."""
    language = get_language() or "en"
    ready = [deck.name.in_language(language) for deck in ready_decks(event)] if mine.is_open else []
    sets = [
        CardPageLink(found.name.in_language(language), reverse("card_set", args=(event.game, found.code)))
        for found in card_sets(event.game)
    ]
    return {"ready": ready, "sets": sets}


def _act(request: HttpRequest, entry: Entry, by: Actor) -> None:
    """Carry out the action of the form, by default saving. Raise UnreadableError for an unknown action."""
    data = request.POST
    match data.get("do", "save"):
        case "take_back":
            constructed_deck.withdraw_deck_list(entry, by=by)
        case "ready":
            constructed_deck.save_ready_deck(
                entry, posted_number(request, "ready"), by=by, version=posted_number(request, "version")
            )
        case "save" | "hand_in" as action:
            constructed_deck.save_deck_list(
                entry, data.get("text", ""), by=by, version=posted_number(request, "version")
            )
            if action == "hand_in":
                constructed_deck.submit_deck_list(entry, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="do")


def _fault_texts(refused: RulesError | RulesErrorGroup | None) -> list[dict[str, str]]:
    """Return the errors and their clauses, in the user's language."""
    if refused is None:
        return []
    errors = refused.errors if isinstance(refused, RulesErrorGroup) else (refused,)
    return [{"detail": gettext(each.sentence).format(**each.details), "clause": each.clause} for each in errors]
