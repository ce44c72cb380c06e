"""The page on which the list of a deck that is brought is written, by its player or a judge; and the desk's word that decks are locked."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.selectors import card_sets
from drafting.rules.decks import written
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.refusals import Refusals
from tournaments.models import Entry, Event
from tournaments.selectors.brought import OwnDeck, deck_of, own_deck, ready_decks
from tournaments.selectors.roles import Actor
from tournaments.selectors.terms import Link
from tournaments.services import brought
from tournaments.services.deck_check import checker
from tournaments.views.reading import at_desk, back_to_desk, followed, number_in, reason_in, shown


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a player the deck they bring, and change it or hand it in."""
    _event, entry = _own(request, slug)
    return _page(request, entry, Actor(entry.account, "player"))


@never_cache
@require_http_methods(["GET", "POST"])
def of_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Write the deck of a player for them, as from paper: for a judge who does not play, and the log says who looked."""
    event = get_object_or_404(Event, slug=slug)
    by = checker(event, request.user)
    entry = get_object_or_404(Entry.objects.select_related("account", "event"), event=event, number=number)
    if event.drafted:
        raise Http404
    brought.look(entry, by=by)
    return _page(request, entry, by, for_player=entry)


@never_cache
@login_required
@require_safe
def text(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck of a player as text, as it is typed."""
    _event, entry = _own(request, slug)
    return HttpResponse(written(deck_of(entry).cards), content_type="text/plain; charset=utf-8")


@require_POST
def lock(request: HttpRequest, slug: str) -> HttpResponse:
    """Lock the decks without those that are missing."""
    event, by = at_desk(request, slug, "run")
    brought.lock_decks(event, by=by, reason=reason_in(request))
    return back_to_desk(event)


def _own(request: HttpRequest, slug: str) -> tuple[Event, Entry]:
    """Return the event and the reader's entry there. Raises Http404 for who has none, or where decks are drafted."""
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=request.user)
    if entry.event.drafted:
        raise Http404
    return entry.event, entry


def _page(request: HttpRequest, entry: Entry, by: Actor, *, for_player: Entry | None = None) -> HttpResponse:
    """Do what the form says and show the deck; what was typed stays, whatever is wrong with it."""
    event, text, refused = entry.event, None, None
    if request.method == "POST":
        try:
            _act(request, entry, by)
        except (RulesError, Refusals) as refusal:
            if request.htmx:  # type: ignore[attr-defined]
                raise
            text, refused = request.POST.get("text"), refusal
        else:
            if not request.htmx:  # type: ignore[attr-defined]
                return redirect(request.path)
    following = followed(event, event.stream)
    mine = own_deck(event, entry, get_language() or "en")
    context: dict[str, Any] = {"live": None if mine.open and not mine.submitted else following}
    context |= shown(request, event, "judge" if for_player else "event") | _offered(event, mine)
    context |= {"own": mine, "text": mine.deck.text if text is None else text, "faults": _told(refused)}
    status = 200 if refused is None else 409 if refused.later else 422
    return render(request, "tournaments/deck.html", context | {"for_player": for_player}, status=status)


def _offered(event: Event, mine: OwnDeck) -> dict[str, Any]:
    """What a list can be written from: ready decks, and the pages of the cards."""
    language = get_language() or "en"
    ready = [deck.name.in_(language) for deck in ready_decks(event)] if mine.open else []
    sets = [
        Link(found.name.in_(language), reverse("card_set", args=(event.game, found.code)))
        for found in card_sets(event.game)
    ]
    return {"ready": ready, "sets": sets}


def _act(request: HttpRequest, entry: Entry, by: Actor) -> None:
    """Do what the form says; without a word it saves. Raises UnreadableError for anything else."""
    sent = request.POST
    match sent.get("do", "save"):
        case "take_back":
            brought.take_back(entry, by=by)
        case "ready":
            brought.save_ready(entry, number_in(request, "ready"), by=by, version=number_in(request, "version"))
        case "save" | "hand_in" as deed:
            brought.save_list(entry, sent.get("text", ""), by=by, version=number_in(request, "version"))
            if deed == "hand_in":
                brought.hand_in(entry, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="do")


def _told(refused: RulesError | Refusals | None) -> list[dict[str, str]]:
    """What was refused, in the reader's language."""
    if refused is None:
        return []
    errors = refused.errors if isinstance(refused, Refusals) else (refused,)
    return [{"detail": gettext(each.sentence).format(**each.details), "clause": each.clause} for each in errors]
