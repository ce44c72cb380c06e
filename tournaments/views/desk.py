"""The organizer's desk: one page that shows the next step, and the actions behind its button."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from gameplay.engine.core.errors import RulesError, UnreadableError
from tournaments.guides import STEP_OF_PHASE
from tournaments.models import Event, Official, Round
from tournaments.selectors.account_events import is_first_event
from tournaments.selectors.constructed_decks import entries_without_deck
from tournaments.selectors.cut import bracket_preview
from tournaments.selectors.deck_checks import decks_to_check
from tournaments.selectors.desk import pod_streams_to_follow, pods_paused_together
from tournaments.selectors.event_state import EventState, event_state
from tournaments.selectors.late import latecomers
from tournaments.selectors.next_step import NextStep, next_step
from tournaments.selectors.pairing_basis import have_results_changed
from tournaments.selectors.pairings import offered_alternatives, proposal_reasons, proposed_round
from tournaments.selectors.penalties import may_approve_penalties
from tournaments.selectors.proposals import proposal_checksum
from tournaments.selectors.roles import PERMISSIONS, Actor, may_see_decks
from tournaments.selectors.roster import pod_plan, present_entries
from tournaments.selectors.round_work import RoundWork, newest_round_work
from tournaments.selectors.rule_breaks import rule_breaks
from tournaments.selectors.stages import has_cut_begun
from tournaments.selectors.teams import contestants
from tournaments.selectors.waiting_list import place_count, waiting_list
from tournaments.services import constructed_deck
from tournaments.services import pod as pods
from tournaments.services import round as rounds
from tournaments.services.cut_draft import seat_cut
from tournaments.services.event import finish_event
from tournaments.services.guest_limit import exempt_network
from tournaments.views.endings import finish_early_after_round, may_reopen
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    follow_streams,
    posted_number,
    redirect_to_desk,
)
from tournaments.views.form_fields import cut_choices
from tournaments.views.join import qr_code
from tournaments.views.pod_lists import planned_page, pod_page, shown_monitors
from tournaments.views.work_lists import ROWS, call_queue, desk_tables, pairing_words, work_page, work_roster

TOUR_COOKIE = "desk-tour"
"""Set by tournaments/tour.js when the tour of the desk has begun or was declined."""


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk: the next step, players, pods and the current round."""
    event, by = event_and_actor(request, slug, "see_desk")
    following = follow_streams(event, event.stream, event.desk_stream)
    if event.seated_at:
        following = following.with_streams(*pod_streams_to_follow(event))
    context: dict[str, Any] = {"live": following} | event_page_context(request, event, "manage")
    state = event_state(event)
    context |= {"next": next_step(event, load_labels=state.load_open_labels), "now": timezone.now()}
    if not event.drafted and not event.finished_at:
        context |= _constructed_context(request, event) | {"writes_lists": may_see_decks(event, request.user)}
    if context["phase"] == "registration":
        context |= {"qr": qr_code(request, event)} | _registration(request, event, by)
    elif event.drafted and context["phase"] in ("draft", "decks"):
        context |= _drafts(request, event) | (_rounds(request, event, state) if event.cut_seated_at else {})
    elif context["phase"] in ("rounds", "finished"):
        context |= _proposal(request, event) | _rounds(request, event, state)
    context["has_standings"] = context["phase"] == "rounds" or bool(event.cut_seated_at and not event.finished_at)
    if by.role in PERMISSIONS["run"]:
        context |= _endings(event, context["next"], context.get("work"))
    context |= {"kept_apart": event.kept_apart.select_related("a", "b"), "pairings_offered": Event.Pairing.choices}
    context["officials"] = event.officials.select_related("account")
    context["roles"] = Official.Role.choices
    context |= _roster(request, event, by, context.get("work"), always=context["phase"] == "registration")
    if event.registration_closed_at:
        context |= decks_to_check(event)
    context |= call_queue(request, event, context["players"]) | {"judge": by.role in PERMISSIONS["judge"]}
    context |= {"enters": by.role in PERMISSIONS["enter_results"]}
    context |= {"help_step": STEP_OF_PHASE[context["phase"]], "first_event": _offers_tour(request, event)}
    context["deciding"] = may_approve_penalties(event, by)
    return render(request, "tournaments/desk.html", context)


@never_cache
@require_safe
def roster_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players at the desk, on a page of their own. The desk of a large event links to it."""
    event, by = event_and_actor(request, slug, "see_desk")
    following = follow_streams(event, event.stream, event.desk_stream)
    context: dict[str, Any] = {"live": following} | event_page_context(request, event, "manage")
    context |= _roster(request, event, by, newest_round_work(event), always=True)
    return render(request, "tournaments/roster.html", context)


def _roster(request: HttpRequest, event: Event, by: Actor, newest: RoundWork | None, *, always: bool) -> dict[str, Any]:
    """Return the context of tournaments/parts/roster.html; of a large event only if it is ``always`` shown.

    In a small event, ``entries`` and ``contestants`` are all players, and all that are paired, to choose from.
    """
    found: dict[str, Any] = {"admits": by.role in PERMISSIONS["admit"], "players": event.entries.count()}
    if event.registration_closed_at:
        found["late"] = latecomers(event, newest)
    is_small = found["players"] <= ROWS
    if always or is_small:
        found["roster"] = work_roster(request, event)
    if is_small:
        entries = found["roster"].entries
        found |= {"entries": entries, "contestants": entries}
        if event.is_team_event:
            found["contestants"] = contestants(event).values()
    return found


@require_POST
def take_step(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the next step. The form names it, so that an outdated page cannot take a different one."""
    event, by = event_and_actor(request, slug, "run")
    act = STEP_ACTIONS.get(request.POST.get("step", ""))
    if act is None:
        raise UnreadableError(_("is unknown"), place="step")
    act(request, event, by)
    return redirect_to_desk(request, event)


def propose_named_round(request: HttpRequest, event: Event, by: Actor) -> Round:
    """Pair the round that the form names, or the next one if it names none."""
    return rounds.propose_round(event, by=by, number=posted_number(request, "round", default=0) or None)


def publish_named_proposal(request: HttpRequest, event: Event, by: Actor) -> Round:
    """Publish the proposal that the form names. A form without one is outdated."""
    proposal = request.POST.get("proposal", "")
    return rounds.publish_round(event, posted_number(request, "round"), by=by, proposal=proposal)


STEP_ACTIONS: dict[str, Callable[[HttpRequest, Event, Actor], Any]] = {
    "make_pods": lambda request, event, by: pods.plan_pods(event, by=by),
    "publish_seating": lambda request, event, by: pods.publish_seating(event, by=by),
    "close_registration": lambda request, event, by: constructed_deck.close_registration(event, by=by),
    "lock_decks": lambda request, event, by: constructed_deck.lock_decks(event, by=by),
    "open_packs": lambda request, event, by: pods.open_packs(event, by=by),
    "end_draft": lambda request, event, by: pods.end_paper_drafts(event, by=by),
    "seat_cut": lambda request, event, by: seat_cut(event, by=by),
    "pair_round": propose_named_round,
    "publish_round": publish_named_proposal,
    "finish": lambda request, event, by: finish_event(event, by=by),
    "finish_early": finish_early_after_round,
}


def _registration(request: HttpRequest, event: Event, by: Actor) -> dict[str, Any]:
    """Return the plan of the pods, the places and the waiting list; let guests join from the network of this desk."""
    if by.role in PERMISSIONS["admit"]:
        exempt_network(event, request.META["REMOTE_ADDR"])
    plan = _plan(event) if event.drafted else None
    planned = planned_page(request, plan.pods, event.entries.count()) if plan and plan.pods else None
    return {"plan": plan, "planned": planned, "places": place_count(event), "waiting": waiting_list(event)}


def _drafts(request: HttpRequest, event: Event) -> dict[str, Any]:
    judging = may_see_decks(event, request.user)
    shown = pod_page(request, event, only_open=False)
    return {
        "pods": shown_monitors(event, shown, with_deck_faults=judging),
        "shown_pods": shown,
        "paused_together": pods_paused_together(event).count(),
    }


def _rounds(request: HttpRequest, event: Event, state: EventState) -> dict[str, Any]:
    """Return the newest published round, and whether an earlier result has been corrected since it was paired."""
    found = newest_round_work(event, state=state)
    if found is None:
        return {"work": None}
    has_basis = not event.finished_at and found.round.number > 1
    corrected = has_basis and have_results_changed(found.round, state.tournament)
    tables = desk_tables(request, found)
    return {"work": found, "tables": tables, "query": tables.page.query, "has_corrected_results": corrected}


def _proposal(request: HttpRequest, event: Event) -> dict[str, Any]:
    found = proposed_round(event)
    if found is None:
        return {}
    why, offered = proposal_reasons(event, found.round), offered_alternatives(event, found.round)
    context = {"proposal": found, "proposal_checksum": proposal_checksum(found.round)}
    context |= {"why": why, "alternatives": offered, "rule_breaks": rule_breaks(found.round)}
    shown = work_page(request, found.pairings, words=pairing_words)
    context |= {"proposed": shown, "query": shown.query}
    return context | ({"preview": bracket_preview(event)} if found.round.stage else {})


def _endings(event: Event, upcoming: NextStep, newest: RoundWork | None) -> dict[str, Any]:
    """Return what changes the end of the event: fewer rounds, another top cut, an early end, or none after all."""
    has_begun = not event.finished_at and event.registration_closed_at is not None
    published = newest.round.number if newest else 0
    cuts = cut_choices() if not event.finished_at and not has_cut_begun(event) else None
    return {
        "cuts": cuts,
        "may_finish_early": upcoming.code not in ("finish", "finish_early"),
        "may_reduce_rounds": has_begun and max(1, published) < event.event_format.rounds,
        "may_reopen": may_reopen(event),
        "may_cancel": not event.finished_at,
    }


def _constructed_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the numbers of expected and submitted decks, and the page of the players without one."""
    missing, expected = list(entries_without_deck(event)), present_entries(event).count()
    shown = work_page(request, missing, words=lambda entry: f"{entry.number} {entry.full_name}")
    return {"decks_missing": shown, "decks_expected": expected, "decks_submitted": expected - len(missing)}


def _offers_tour(request: HttpRequest, event: Event) -> bool:
    """Return whether to offer the tour of the desk: once, on the first event that the user organizes."""
    return TOUR_COOKIE not in request.COOKIES and is_first_event(event, request.user)


def _plan(event: Event) -> Any:
    try:
        return pod_plan(event)
    except RulesError:
        return None
