"""Pages of an event for everybody: announcing one, its hub, and what is public in it."""

from collections import Counter
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import Refusals
from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors import terms
from tournaments.selectors.cut import columns
from tournaments.selectors.desk import labelled_pods, monitors
from tournaments.selectors.early_finish import early_finish
from tournaments.selectors.history import tournament_of
from tournaments.selectors.ledger import decisions
from tournaments.selectors.logs import open_logs
from tournaments.selectors.matches import rulings_of
from tournaments.selectors.needs import lines, own_cut, own_needs
from tournaments.selectors.next_step import next_step
from tournaments.selectors.own_result import own_result
from tournaments.selectors.pairings import newest_pairings, pairings
from tournaments.selectors.penalties import told_to
from tournaments.selectors.presets import Constructed, Preset, any_preset, constructed, presets
from tournaments.selectors.progress import Phase, own_streams, place_of
from tournaments.selectors.roles import STAFF
from tournaments.selectors.sheets import card_list
from tournaments.selectors.standings import headings, rows_of, standing_of
from tournaments.selectors.teams import by_team
from tournaments.services.event import create_event
from tournaments.views.event_forms import ConstructedForm
from tournaments.views.forms import DraftForm
from tournaments.views.join import qr_code, qr_picture
from tournaments.views.reading import event_for, followed, shown


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a preset, then announce an event; only staff can."""
    if not isinstance(request.user, Account) or request.user.kind != Account.Kind.STAFF:
        return redirect("sign_in")
    chosen = any_preset(request.GET.get("preset", ""))
    if chosen is None:
        return render(request, "tournaments/presets.html", {"presets": presets(), "constructed": constructed()})
    name, asked = _usual_name(chosen), request.GET.dict()
    form: DraftForm | ConstructedForm
    if isinstance(chosen, Preset):
        form = DraftForm(request.POST or None, request.FILES or None, preset=chosen, name=name, asked=asked)
    else:
        form = ConstructedForm(request.POST or None, preset=chosen, name=name)
    if request.method == "POST" and (event := _created(form, request.user)):
        return redirect("manage", event.slug)
    status = 422 if form.errors else 200
    return render(request, "tournaments/new.html", {"form": form, "preset": chosen}, status=status)


@never_cache
@require_safe
def hub(request: HttpRequest, slug: str) -> HttpResponse:
    """What the event is, how far it is, and where the reader should be now."""
    event = event_for(request, slug)
    following = followed(event, event.stream)
    entry = (
        event.entries.select_related("team").filter(account=request.user).first()
        if request.user.is_authenticated
        else None
    )
    following = following.also(*own_streams(event, entry))
    context: dict[str, Any] = {"live": following} | shown(request, event, "event")
    if entry:
        context |= {"entry": entry, "place": place_of(event, entry, context["phase"])}
        match = context["place"].match
        context["own"] = own_result(match, entry) if match and match.b else None
        context["penalties"] = told_to(entry)
        tournament = tournament_of(event)
        context |= {"row": standing_of(entry, tournament), "needs": own_needs(event, entry, tournament)}
        context["cut_lines"] = own_cut(event, entry, tournament) if entry.playing else []
    if context["role"] in STAFF:
        context["next"] = next_step(event)
    if context["phase"] == "registration":
        context["qr"] = qr_code(request, event)
    context |= {"logs": open_logs(event, entry), "rulings": rulings_of(event)} | _terms(event)
    return render(request, "tournaments/event.html", context)


@never_cache
@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part."""
    event = event_for(request, slug)
    context = {"live": followed(event, event.desk)} | shown(request, event, "players")
    return render(request, "tournaments/players.html", context | {"entries": by_team(event)})


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Every card that the packs may hold; those of a cube with their copies. Nothing where decks are brought."""
    event = event_for(request, slug)
    if not event.drafted:
        raise Http404
    copies = Counter(event.cube)
    found = [(card, copies[card.printed.ref]) for card in card_list(event, get_language() or "en")]
    return render(request, "tournaments/cards.html", shown(request, event, "cards") | {"cards": found})


@never_cache
@require_safe
def pairing_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays whom, at which table, round by round."""
    event = event_for(request, slug)
    context = {"live": followed(event, event.stream, event.desk)} | shown(request, event, "pairings")
    return render(request, "tournaments/pairings.html", context | {"rounds": pairings(event)})


@never_cache
@require_safe
def standing_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, in the event or in one pod, with the arithmetic behind every number."""
    event = event_for(request, slug)
    context = {"live": followed(event, event.stream, event.desk)} | shown(request, event, "standings")
    pods = list(labelled_pods(event).filter(joins=None)) if not event.of_teams else []
    asked = request.GET.get("pod", "")
    pod = next((pod for pod in pods if str(pod.number) == asked), None)
    tournament = tournament_of(event)
    rows = rows_of(event, tournament, pod=pod.number if pod else None)
    names = {row.entry.id_in_rules: row.entry.name for row in rows}
    context |= {"pods": pods, "pod": pod, "headings": headings(event.standings_by)} | _standings(event)
    context["finished_early"] = early_finish(event)
    context["open"] = any(row.outlooks for row in rows)
    context |= {"columns": columns(event, tournament), "decided": any(row.swiss_rank for row in rows)}
    context["rows"] = [(row, lines(row.outlooks, names)) for row in rows]
    return render(request, "tournaments/standings.html", context)


@never_cache
@require_safe
def display(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen on the wall: how to join, where to sit, then pairings and the clock."""
    event = event_for(request, slug)
    context = {"live": followed(event, event.stream, event.desk)} | shown(request, event, "display")
    newest = newest_pairings(event)
    joining = context["phase"] == Phase.REGISTRATION
    qr = qr_code(request, event) if joining else qr_picture(request.build_absolute_uri(event.get_absolute_url()))
    context |= {"round": newest, "qr": qr, "body_class": "wall", "at_once": True}
    if newest and newest.round.stage:
        context["columns"] = columns(event, tournament_of(event))
    if context["phase"] in (Phase.DRAFT, Phase.DECKS):
        context["pods"] = monitors(event)
    return render(request, "tournaments/display.html", context)


@never_cache
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """What officials decided by hand, and why; officials see the whole log of the desk."""
    event = event_for(request, slug)
    context = shown(request, event, "audit")
    return render(request, "tournaments/audit.html", context | {"told": decisions(event, staff=context["staff"])})


def _standings(event: Event) -> dict[str, Any]:
    """By which rule set players are ranked."""
    return {"standings_by": event.standings_by.name_in(get_language() or "en")}


def _terms(event: Event) -> dict[str, Any]:
    """What parts/facts.html tells."""
    language = get_language() or "en"
    packs = {"opened": terms.opened(event, language), "cube_sets": terms.cube_sets(event, language)}
    packs |= {"headings": headings(event.standings_by)} | _standings(event)
    packs |= {"won": terms.won(event), "variant_words": event.rules.words.terms["variant"][event.variant]}
    return packs | {"pick_clock": terms.pick_clock(event)}


def _created(form: DraftForm | ConstructedForm, by: Account) -> Event | None:
    if not form.is_valid():
        form.focus_fault()
        return None
    try:
        return create_event(form.new_event(), by=by)
    except (RulesError, Refusals) as refusal:
        form.refuse(refusal)
        return None


def _usual_name(chosen: Preset | Constructed) -> str:
    day = formats.date_format(timezone.localdate(), "SHORT_DATE_FORMAT")
    if isinstance(chosen, Constructed):
        return _("{title}, {day}").format(title=chosen.title, day=day)
    return _("{title} draft, {day}").format(title=chosen.title, day=day)
