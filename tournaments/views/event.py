"""Public pages of an event, and the form that creates one."""

from collections import Counter
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account
from tournaments.models import Entry, Event
from tournaments.rules.tiebreaks import MatchRecord
from tournaments.selectors import event_facts
from tournaments.selectors.constructed_decks import ListedCard, shared_cards
from tournaments.selectors.draft_logs import readable_draft_logs
from tournaments.selectors.draft_sheets import possible_cards
from tournaments.selectors.event_log import official_decisions
from tournaments.selectors.event_state import event_state
from tournaments.selectors.leagues import listed_leagues_with
from tournaments.selectors.matches import changeable_deck_pod, house_rulings
from tournaments.selectors.next_step import next_step
from tournaments.selectors.outlooks import entry_cut_outlooks, entry_outlook_lines, has_outlooks
from tournaments.selectors.own_standing import is_being_played, newest_round, ranked_standing, unranked_standing
from tournaments.selectors.penalties import penalties_shown_to
from tournaments.selectors.player_result import player_result
from tournaments.selectors.presets import (
    ConstructedPreset,
    DraftPreset,
    constructed_presets,
    draft_presets,
    find_preset,
    variants_not_offered,
)
from tournaments.selectors.progress import EventPhase, PlayerStatus, player_status, player_streams, waiting_status
from tournaments.selectors.public_decks import will_publish_decks
from tournaments.selectors.roles import STAFF_ROLES
from tournaments.selectors.round_tables import load_matches, newest_tables
from tournaments.selectors.seats import first_deck_pod
from tournaments.selectors.standings import column_headings
from tournaments.selectors.teams import contestant_names
from tournaments.selectors.waiting_list import place_count
from tournaments.services.event import create_event
from tournaments.views.event_copy import EventCopy, copy_of
from tournaments.views.event_forms import ConstructedForm
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    follow_streams,
    refresh_spread,
    visible_event,
)
from tournaments.views.forms import DraftForm
from tournaments.views.join import qr_code

TABLES_SHOWN = 12  # on the event's page; the pairings have all


@login_required
@require_http_methods(["GET", "POST"])
def new_event_page(request: HttpRequest) -> HttpResponse:
    """Choose a preset or copy an event, then create an event. Staff accounts only."""
    if not isinstance(request.user, Account) or request.user.kind != Account.Kind.STAFF:
        return redirect("sign_in")
    copied = _event_copy(request)
    chosen = copied.preset if copied else find_preset(request.GET.get("preset", ""))
    if chosen is None:
        return render(
            request,
            "tournaments/presets.html",
            {"presets": draft_presets(), "constructed": constructed_presets(), "not_offered": variants_not_offered()},
        )
    name, query = _default_name(chosen), request.GET.dict()
    form: DraftForm | ConstructedForm
    if isinstance(chosen, DraftPreset):
        form = DraftForm(
            request.POST or None, request.FILES or None, preset=chosen, name=name, query=query, copied=copied
        )
    else:
        form = ConstructedForm(request.POST or None, preset=chosen, name=name, copied=copied)
    if request.method == "POST" and (event := _created(form, request.user)):
        return redirect("manage", event.slug)
    status = 422 if form.errors else 200
    return render(request, "tournaments/new.html", {"form": form, "preset": chosen}, status=status)


@never_cache
@require_safe
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event, its phase, and where the user should be now."""
    event = visible_event(request, slug)
    following = follow_streams(event, event.stream)
    entry = (
        event.entries.select_related("team").filter(account=request.user).first()
        if request.user.is_authenticated
        else None
    )
    # Results of other tables are for spectators and staff: the phones of all players would reload with every report.
    following = following.with_streams(*(player_streams(event, entry) if entry else [event.desk_stream]))
    context: dict[str, Any] = {"live": following} | event_page_context(request, event, "event")
    context["spread"] = refresh_spread(event.entries.count())
    if entry:
        context |= {"entry": entry, "place": _status(event, entry, context)}
        match = context["place"].match
        context["own"] = player_result(match, entry) if match and match.b else None
        context["deck_pod"] = changeable_deck_pod(event, request.user)
        context["first_deck_pod"] = first_deck_pod(event, entry)
        context["penalties"] = penalties_shown_to(entry)
        context |= _standing_context(event, entry)
    else:
        context["place"] = waiting_status(event, request.user, context["phase"])
    if context["role"] in STAFF_ROLES:
        context["next"] = next_step(event)
    if context["phase"] == EventPhase.REGISTRATION:
        context |= {"qr": qr_code(request, event), "places": place_count(event)}
    elif context["phase"] == EventPhase.ROUNDS and entry is None:
        context |= _newest_round_context(event)
    elif context["phase"] == EventPhase.FINISHED and entry is None:
        context["podium"] = _podium(event)
    context |= {"logs": readable_draft_logs(event, entry), "rulings": house_rulings(event)} | _facts_context(event)
    return render(request, "tournaments/event.html", context)


def _status(event: Event, entry: Entry, context: dict[str, Any]) -> PlayerStatus:
    return player_status(event, entry, context["phase"], pause=context["day_break"])


def _standing_context(event: Event, entry: Entry) -> dict[str, Any]:
    """Return the standing of a player, and what the results of the last round can change.

    In a large event, the standings cost much more than the rest of the page, and change with every result. So they are
    loaded only if they have something to tell: once a round is over, and in the last one.
    """
    newest = newest_round(event)
    if newest and not has_outlooks(event, newest) and not event.finished_at and is_being_played(newest):
        return {"standing": unranked_standing(event, entry)}
    state = event_state(event)
    needs = entry_outlook_lines(event, entry, state.tournament, load_pairs=state.load_pairs)
    context: dict[str, Any] = {"standing": ranked_standing(state, entry), "needs": needs}
    if entry.is_playing:
        context["cut_lines"] = entry_cut_outlooks(event, entry, state.tournament, load_pairs=state.load_pairs)
    return context


def _newest_round_context(event: Event) -> dict[str, Any]:
    """Return the newest round, with its first tables and how many results are in."""
    newest = newest_tables(event)
    if newest is None:
        return {}
    first = replace(newest, tables=[table for table in newest.tables if table[0].b][:TABLES_SHOWN])
    return {"newest": newest, "first_tables": load_matches([first])[0][:TABLES_SHOWN]}


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every card that the packs can contain, with the copies in a cube, or the deck that all players share.

    Raise Http404 if players bring decks.
    """
    event, language = visible_event(request, slug), get_language() or "en"
    if event.brings_decks:
        raise Http404
    copies = Counter(event.cube)
    found = (
        [ListedCard(card, copies[card.printed.ref]) for card in possible_cards(event, language)]
        if event.drafted
        else shared_cards(event, language)
    )
    return render(request, "tournaments/cards.html", event_page_context(request, event, "cards") | {"cards": found})


@never_cache
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the decisions of officials with their reasons. Officials see the whole log of the desk."""
    event = visible_event(request, slug)
    context = event_page_context(request, event, "audit")
    return render(
        request, "tournaments/audit.html", context | {"log_entries": official_decisions(event, staff=context["staff"])}
    )


def _standings(event: Event) -> dict[str, Any]:
    """Return the name of the tie-break rules, in the user's language."""
    return {"standings_by": event.tie_break_rules.name_in(get_language() or "en")}


def _podium(event: Event) -> list[tuple[int, str, MatchRecord]]:
    """Return the rank, name and record of the best three, or four if the third rank is shared."""
    names = contestant_names(event)
    best = [row for row in event_state(event).standings.values() if row.rank <= 3][:4]
    return [(row.rank, names[row.player], row.record) for row in best]


def _facts_context(event: Event) -> dict[str, Any]:
    """Return the context of tournaments/parts/facts.html."""
    language = get_language() or "en"
    packs = {
        "opened": event_facts.round_packs(event, language),
        "opened_by_cut": event_facts.cut_packs(event, language),
        "cube_sets": event_facts.cube_set_links(event, language),
    }
    packs |= {"headings": column_headings(event.tie_break_rules)} | _standings(event)
    packs |= {
        "will_publish_decks": will_publish_decks(event),
        "leagues": listed_leagues_with(event),
        "won": event_facts.win_condition(event),
        "variant_name": event.game_rules.sentences.terms["variant"][event.variant],
    }
    return packs | {"pick_clock": event_facts.pick_clock_sentence(event)}


def _event_copy(request: HttpRequest) -> EventCopy | None:
    """Return the copy that the query string asks for, None without one.

    Raise Http404 unless the user is an official of the copied event.
    """
    slug = request.GET.get("copy", "")
    if not slug:
        return None
    event, _by = event_and_actor(request, slug, "see_desk")
    copied = copy_of(event)
    if copied is None:
        messages.warning(request, _("This kind of event is no longer in the card catalogue. Choose another kind."))
    return copied


def _created(form: DraftForm | ConstructedForm, by: Account) -> Event | None:
    if not form.is_valid():
        form.focus_first_error()
        return None
    try:
        return create_event(form.new_event(), by=by)
    except (RulesError, RulesErrorGroup) as refusal:
        form.add_refusal(refusal)
        return None


def _default_name(chosen: DraftPreset | ConstructedPreset) -> str:
    day = formats.date_format(timezone.localdate(), "SHORT_DATE_FORMAT")
    if isinstance(chosen, ConstructedPreset):
        return _("{title}, {day}").format(title=chosen.title, day=day)
    return _("{title} draft, {day}").format(title=chosen.title, day=day)
