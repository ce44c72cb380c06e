"""The organizer's desk: one page that names the next step, and the button that takes it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from gameplay.engine.core.errors import RulesError, UnreadableError
from tournaments.models import Event, Official, Round
from tournaments.selectors.basis import results_changed
from tournaments.selectors.brought import without_deck
from tournaments.selectors.calls import waiting
from tournaments.selectors.cut import preview
from tournaments.selectors.deck_checks import decks_to_look_at
from tournaments.selectors.desk import monitors, paused_together, pods_to_follow
from tournaments.selectors.early_finish import may_finish_early, unplayed
from tournaments.selectors.late import latecomers
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pairings import alternatives, newest_pairings, proposal, reasons
from tournaments.selectors.penalties import may_approve
from tournaments.selectors.proposals import checksum
from tournaments.selectors.roles import MAY, Actor, may_see_decks
from tournaments.selectors.roster import pod_plan, present
from tournaments.selectors.stages import begun
from tournaments.selectors.teams import by_team, contestants
from tournaments.services import brought
from tournaments.services import pod as pods
from tournaments.services import round as rounds
from tournaments.services.early_finish import finish_early
from tournaments.services.event import finish_event
from tournaments.views.fields import cut_choices
from tournaments.views.join import qr_code
from tournaments.views.reading import at_desk, back_to_desk, followed, number_in, reason_in, shown


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What is to be done, the people, the pods, the round."""
    event, by = at_desk(request, slug, "see_desk")
    following = followed(event, event.stream, event.desk)
    if event.seated_at:
        following = following.also(*pods_to_follow(event))
    context: dict[str, Any] = {"live": following} | shown(request, event, "manage")
    context |= {"next": next_step(event), "entries": by_team(event), "now": timezone.now()}
    if not event.drafted and not event.finished_at:
        context |= _brought(event) | {"writes_lists": may_see_decks(event, request.user)}
    if context["phase"] == "registration":
        context |= {"qr": qr_code(request, event), "plan": _plan(event) if event.drafted else None}
    elif event.drafted and context["phase"] in ("draft", "decks"):
        judging = may_see_decks(event, request.user)
        context |= {
            "pods": monitors(event, for_staff=True, judging=judging),
            "paused_together": paused_together(event).count(),
        }
    elif context["phase"] in ("rounds", "finished"):
        context |= _rounds(event) | _proposal(event)
        context["contestants"] = contestants(event).values() if event.of_teams else context["entries"]
    context |= {"kept_apart": event.kept_apart.select_related("a", "b"), "pairings_offered": Event.Pairing.choices}
    if by.role in MAY["run"] and not event.finished_at and not begun(event):
        context["cuts"] = cut_choices()
    context["officials"] = event.officials.select_related("account")
    context["roles"] = Official.Role.choices
    if event.registration_closed_at:
        context |= decks_to_look_at(event)
        context["late"] = latecomers(event, context["entries"], context.get("paired"))
    context["may_run"] = by.role in MAY["run"] and context["next"].code not in ("finish", "finish_early")
    context |= {"calls": waiting(event, timezone.now()), "judge": by.role in MAY["judge"]}
    context["deciding"] = may_approve(event, by)
    return render(request, "tournaments/desk.html", context)


@require_POST
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """Do the next step, which the form names, so that an old page does nothing else instead."""
    event, by = at_desk(request, slug, "run")
    act = STEPS.get(request.POST.get("step", ""))
    if act is None:
        raise UnreadableError(_("unknown"), place="step")
    act(request, event, by)
    return back_to_desk(event)


@never_cache
@require_safe
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at what finishing means, before doing it; of an event that is not played to its end, what it leaves out."""
    event, _by = at_desk(request, slug, "run")
    context = shown(request, event, "manage") | {"next": next_step(event)}
    if may_finish_early(event):
        context["unplayed"] = unplayed(event)
    return render(request, "tournaments/finish.html", context)


def end_early(request: HttpRequest, event: Event, by: Actor) -> Event:
    """Finish before all is played, after the round that the form names."""
    return finish_early(event, after_round=number_in(request, "after_round"), reason=reason_in(request), by=by)


def pair(request: HttpRequest, event: Event, by: Actor) -> Round:
    """Pair the round that the form names, or the next one if it names none."""
    return rounds.pair_round(event, by=by, number=number_in(request, "round", default=0) or None)


def publish(request: HttpRequest, event: Event, by: Actor) -> Round:
    """Publish the proposal that the form names. One that names none is outdated."""
    proposal = request.POST.get("proposal", "")
    return rounds.publish_round(event, number_in(request, "round"), by=by, proposal=proposal)


STEPS: dict[str, Callable[[HttpRequest, Event, Actor], Any]] = {
    "make_pods": lambda request, event, by: pods.make_pods(event, by=by),
    "publish_seating": lambda request, event, by: pods.publish_seating(event, by=by),
    "close_registration": lambda request, event, by: brought.close_registration(event, by=by),
    "lock_decks": lambda request, event, by: brought.lock_decks(event, by=by),
    "open_packs": lambda request, event, by: pods.open_packs(event, by=by),
    "end_draft": lambda request, event, by: pods.end_drafts(event, by=by),
    "pair_round": pair,
    "publish_round": publish,
    "finish": lambda request, event, by: finish_event(event, by=by),
    "finish_early": end_early,
}


def _rounds(event: Event) -> dict[str, Any]:
    """The newest published round, and whether a result before it has been corrected since it was paired."""
    found = newest_pairings(event)
    doubted = found is not None and not event.finished_at and found.round.number > 1 and results_changed(found.round)
    return {"paired": found, "doubted": doubted}


def _proposal(event: Event) -> dict[str, Any]:
    found = proposal(event)
    if found is None:
        return {}
    why, offered = reasons(event, found.round), alternatives(event, found.round)
    told = {"proposal": found, "named": checksum(found.round), "why": why, "alternatives": offered}
    return told | ({"preview": preview(event)} if found.round.stage else {})


def _brought(event: Event) -> dict[str, Any]:
    """Who is there, and whose decks are missing."""
    missing, expected = without_deck(event), present(event).count()
    return {"decks_missing": missing, "decks_expected": expected, "decks_there": expected - len(missing)}


def _plan(event: Event) -> Any:
    try:
        return pod_plan(event)
    except RulesError:
        return None
