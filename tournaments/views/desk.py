"""The organizer's desk: one page that names the next step, and everything that can be done there."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drafting.models import Seat
from gameplay.engine.errors import RulesError, UnreadableError
from gameplay.models import Account
from tournaments.models import Event, Match, Official
from tournaments.selectors.desk import late_decks, monitors
from tournaments.selectors.live import live
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pairings import alternatives, pairings, proposal, reasons
from tournaments.selectors.results import quick_result
from tournaments.selectors.roles import Actor, actor_for
from tournaments.selectors.roster import pod_plan
from tournaments.services import draft
from tournaments.services import entry as entries
from tournaments.services import pod as pods
from tournaments.services import round as rounds
from tournaments.services.event import appoint, finish_event, staff_called
from tournaments.services.match import enter_result, extend
from tournaments.views.join import qr_code
from tournaments.views.reading import number_in, shown

MOST_PODS_FOLLOWED = 16  # a stream tells of twenty at most


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What is to be done, the people, the pods, the round."""
    event, _by = _at_desk(request, slug, "see_desk")
    followed = [event.stream, event.desk]
    if event.seated_at and not event.rounds.exists():
        followed += [f"pod/{pod.pod_id}" for pod in event.pods.all()][:MOST_PODS_FOLLOWED]
    context: dict[str, Any] = {"live": live(*followed)} | shown(request, event, "manage")
    context |= {"next": next_step(event), "entries": event.entries.all(), "now": timezone.now()}
    if context["phase"] == "registration":
        context |= {"qr": qr_code(request, event), "plan": _plan(event)}
    elif context["phase"] in ("draft", "decks"):
        context["pods"] = monitors(event)
    else:
        context |= {"rounds": pairings(event)} | _proposal(event)
    context["officials"] = event.officials.select_related("account")
    context["roles"] = Official.Role.choices
    if event.seated_at:
        context["late_decks"] = late_decks(event)
    context["calls"] = event.calls.filter(resolved_at=None).select_related("match", "author", "claimed_by")
    return render(request, "tournaments/desk.html", context)


@require_POST
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """Do the next step, which the form names, so that an old page does nothing else instead."""
    event, by = _at_desk(request, slug, "run")
    act = STEPS.get(request.POST.get("step", ""))
    if act is None:
        raise UnreadableError(_("unknown"), place="step")
    act(request, event, by)
    return _back(event)


@require_POST
def walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = _at_desk(request, slug, "admit")
    entry = entries.add_walk_in(event, entries.NewPlayer(request.POST.get("handle", "")), by=by)
    players = event.entries.count()
    messages.success(request, _("{name} is in; {players} players.").format(name=entry.name, players=players))
    return _back(event)


@require_POST
def check_in(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, by = _at_desk(request, slug, "admit")
    entry = get_object_or_404(event.entries, number=number)
    entries.check_in(entry, present=request.POST.get("present") == "yes", by=by)
    return _back(event)


@require_POST
def drop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Drop a player from the desk."""
    event, by = _at_desk(request, slug, "admit")
    entries.drop(get_object_or_404(event.entries, number=number), by=by)
    return _back(event)


@require_POST
def device(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a link that moves a player's seat to another device, once."""
    event, by = _at_desk(request, slug, "admit")
    entry = get_object_or_404(event.entries.select_related("account"), number=number)
    if entry.account.kind != Account.Kind.GUEST:
        raise Http404
    token = entries.new_device(entry, by=by)
    return render(
        request, "tournaments/device.html", shown(request, event, "manage") | {"entry": entry, "token": token}
    )


@require_POST
def official(request: HttpRequest, slug: str) -> HttpResponse:
    """Give somebody of the site's staff an office in the event."""
    event, by = _at_desk(request, slug, "appoint")
    role = request.POST.get("role", "")
    if role not in Official.Role.values:
        raise UnreadableError(f"{role!r:.40}", place="role")
    appoint(event, staff_called(request.POST.get("handle", "")), role, by=by)
    return _back(event)


@require_POST
def sizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Make pods of the director's own sizes, as in 6+4."""
    event, by = _at_desk(request, slug, "run")
    written = request.POST.get("sizes", "").replace(" ", "").split("+")
    if not all(size.isascii() and size.isdigit() and len(size) < 4 for size in written):
        raise UnreadableError(_("must be as in 6+4"), place="sizes")
    pods.make_pods(event, by=by, sizes=[int(size) for size in written])
    return _back(event)


@require_POST
def swap_seats(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = _at_desk(request, slug, "run")
    first, second = number_in(request, "first"), number_in(request, "second")
    pods.swap_seats(event, first, second, reason=request.POST.get("reason", ""), by=by)
    return _back(event)


@require_POST
def pod(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pause or resume a pod's draft, or give it more time to build."""
    event, by = _at_desk(request, slug, "run")
    found = get_object_or_404(event.pods.select_related("pod"), number=number).pod
    reason = request.POST.get("reason", "")
    match request.POST.get("act"):
        case "pause":
            draft.pause(found, reason=reason, by=by)
        case "resume":
            draft.resume(found, by=by)
        case "extend":
            draft.extend_building(found, _minutes(request), reason=reason, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="act")
    return _back(event)


@require_POST
def seat(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a bot act for a player who is away, or the player again."""
    event, by = _at_desk(request, slug, "run")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if not Seat.objects.filter(pod__event_pod__event=event, player=entry.account).exists():
        raise Http404
    act = draft.give_to_bot if request.POST.get("bot") == "yes" else draft.give_back
    act(entry, by=by)
    return _back(event)


@require_POST
def swap_players(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = _at_desk(request, slug, "run")
    players = number_in(request, "first"), number_in(request, "second")
    reason = request.POST.get("reason", "")
    rounds.swap_players(event, number_in(request, "round"), players, reason=reason, by=by)
    return _back(event)


@require_POST
def choose_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one of the pairings that break a rule, where all do."""
    event, by = _at_desk(request, slug, "run")
    place, reason = number_in(request, "alternative"), request.POST.get("reason", "")
    rounds.choose_alternative(event, number_in(request, "round"), place, reason=reason, by=by)
    return _back(event)


@require_POST
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a result by its table and its score, as read from a slip; 2-1 is a's two games and b's one."""
    event, by = _at_desk(request, slug, "enter_results")
    found = quick_result(request.POST.get("score", ""), event.terms.vp_target)
    reason = request.POST.get("reason", "")
    enter_result(_match(request, event), found, by=by, seen=number_in(request, "seen", default=0), reason=reason)
    return _back(event)


@require_POST
def extension(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a table more minutes."""
    event, by = _at_desk(request, slug, "extend")
    extend(_match(request, event), _minutes(request), reason=request.POST.get("reason", ""), by=by)
    return _back(event)


@never_cache
@require_safe
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at what finishing means, before doing it."""
    event, _by = _at_desk(request, slug, "run")
    return render(request, "tournaments/finish.html", shown(request, event, "manage") | {"next": next_step(event)})


STEPS: dict[str, Callable[[HttpRequest, Event, Actor], Any]] = {
    "make_pods": lambda request, event, by: pods.make_pods(event, by=by),
    "publish_seating": lambda request, event, by: pods.publish_seating(event, by=by),
    "open_packs": lambda request, event, by: pods.open_packs(event, by=by),
    "pair_round": lambda request, event, by: rounds.pair_round(event, by=by),
    "publish_round": lambda request, event, by: rounds.publish_round(event, number_in(request, "round"), by=by),
    "finish": lambda request, event, by: finish_event(event, by=by),
}


def _at_desk(request: HttpRequest, slug: str, operation: str) -> tuple[Event, Actor]:
    event = get_object_or_404(Event, slug=slug)
    return event, actor_for(operation, event, request.user)


def _minutes(request: HttpRequest) -> int:
    minutes = number_in(request, "minutes")
    if not 0 < minutes < 100:
        raise UnreadableError(_("must be 1 to 99"), place="minutes")
    return minutes


def _match(request: HttpRequest, event: Event) -> Match:
    """Return the match at the table, of the round named or the newest."""
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False)
    matches = matches.select_related("round__event", "a", "b").order_by("-round__number")
    if request.POST.get("round"):
        matches = matches.filter(round__number=number_in(request, "round"))
    found = matches.filter(table=number_in(request, "table")).first()
    if found is None:
        raise Http404
    return found


def _proposal(event: Event) -> dict[str, Any]:
    found = proposal(event)
    if found is None:
        return {}
    why, offered = reasons(event, found.round), alternatives(event, found.round)
    return {"proposal": found, "why": why, "alternatives": offered}


def _plan(event: Event) -> Any:
    try:
        return pod_plan(event)
    except RulesError:
        return None


def _back(event: Event) -> HttpResponse:
    return redirect("manage", event.slug)
