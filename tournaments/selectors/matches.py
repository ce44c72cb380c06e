"""Matches as those who play them see them."""

import uuid
from collections import Counter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from drafting.models import Pod, Seat
from drafting.selectors.access import acts_at_q
from gameplay.engine.core.rulings import Ruling
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors.games import may_read_game_record
from gameplay.selectors.live import live_streams
from tournaments.models import Call, ConstructedDeck, Entry, Event, Match, MatchGame
from tournaments.rules.results import MatchSide
from tournaments.selectors.roles import PERMISSIONS, STAFF_ROLES, may_see_event, role_in


def side_of_account(match: Match, account: Account) -> MatchSide | None:
    """Return which player of ``match`` ``account`` is, None if neither."""
    if match.a.account_id == account.pk:
        return MatchSide.A
    return MatchSide.B if match.b and match.b.account_id == account.pk else None


def visible_match(match_id: uuid.UUID, account: object) -> Match:
    """Return a match that ``account`` may look at, its event with it. Raises Http404 for any other."""
    match = Match.objects.select_related("round__event", "a__team", "b__team").filter(pk=match_id).first()
    if match is None or not may_see_event(match.round.event, account):
        raise Http404
    if not match.round.is_published and role_in(match.round.event, account) not in STAFF_ROLES:
        raise Http404
    return match


def current_match(event: Event, account: Account) -> Match | None:
    """Return the match of ``account`` in the newest published round; None without one. Two queries."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    if newest is None:
        return None
    own = newest.matches.filter(Q(a__account=account) | Q(b__account=account))
    return own.select_related("a__team", "b__team").first()


def running_game(match: Match) -> MatchGame | None:
    """Return the game of ``match`` that is being played on this site; None without one. One query."""
    return match.games.filter(game__ended_at=None).order_by("number").last()


class PlayedGame(NamedTuple):
    """A game of a match, and the name of its replay for who may have it."""

    number: int
    game_id: uuid.UUID
    replay: str | None


def match_games(match: Match, account: object) -> list[PlayedGame]:
    """Return the games of ``match`` that are or were played on this site, as ``account`` may see them."""
    links = match.games.select_related("game").defer("game__record", "game__decks").order_by("number")
    return [
        PlayedGame(link.number, link.game_id, link.game.replay if may_read_game_record(account, link.game) else None)
        for link in links
    ]


def match_decks(match: Match) -> dict[uuid.UUID, list[str]]:
    """Return the refs of the decks of those who play ``match``, drafted or brought and in, by account. One query."""
    players = [entry.account_id for entry in (match.a, match.b) if entry]
    if not match.round.event.drafted:
        brought = ConstructedDeck.objects.filter(entry__in=filter(None, (match.a, match.b)), submitted_at__isnull=False)
        return {deck.entry.account_id: deck.cards for deck in brought.select_related("entry")}
    seats = Seat.objects.filter(pod__event_pod__event=match.round.event, player__in=players, deck__isnull=False)
    return {seat.player_id: seat.deck.cards for seat in seats.select_related("deck")}


def house_rulings(event: Event) -> list[tuple[Ruling, str]]:
    """Return the house rulings of ``event`` that are not as usual, each with the words for how it is taken."""
    rulings = event.game_rules.sentences.rulings
    return [(rulings[switch], rulings[switch].values[value]) for switch, value in event.switches.items()]


def blank_game_log(match: Match, *, with_decks: bool) -> dict[str, Any]:
    """Return the log of a game of ``match`` of which nothing is written but who plays, how, and maybe with what.

    It is for `gameplay.engine.adjudication.paper_log`; raises Http404 for a bye.
    """
    if match.b is None:
        raise Http404
    event, players = match.round.event, (match.a, match.b)
    names = [player.name for player in players]
    log: dict[str, Any] = {"ruleset": event.game, "variant": event.variant, "players": names}
    if switches := event.switches_for_target(event.event_format.vp_target):
        log["switches"] = switches
    if with_decks:
        decks = match_decks(match)
        log["decks"] = [Counter(decks.get(player.account_id, [])) for player in players]
    return log


def game_page_context(game: OnlineGame) -> dict[str, Any]:
    """What the page of an online game says of its match; nothing for a game of no match."""
    link = MatchGame.objects.filter(game=game).select_related("match__round__event", "match__a").first()
    if link is None:
        return {}
    match = link.match
    further = match.games.filter(game__ended_at=None).exclude(game=game).order_by("number").first()
    words = {"round": match.round.title, "table": match.label, "game": link.number}
    return {
        "title": gettext("{round}, table {table}, game {game}").format(**words),
        "url": _page_of(match),
        "ends_at": match.ends_at,
        "rehearsal": match.round.event.rehearsal,
        "further": further and {"number": further.number, "url": reverse("game", args=[further.game_id])},
    }


def _page_of(match: Match) -> str:
    """Where a game's page leads; a match whose round was put aside has no page any more."""
    return match.round.event.get_absolute_url() if match.round.cancelled_at else reverse("match", args=[match.pk])


def pod_page_context(pod: Pod, account: Account) -> dict[str, Any]:
    """What the pages of a pod say of its event, to whom it leads there; nothing for a pod of none."""
    event = Event.objects.filter(pods__pod=pod).first()
    if event is None:
        return {}
    role = role_in(event, account)
    leads_to = "manage" if role in STAFF_ROLES else "event"
    told: dict[str, Any] = {"title": event.name, "rehearsal": event.rehearsal}
    if role or event.visibility == Event.Visibility.PUBLIC:  # who stands in has no part in the event
        told["url"] = reverse(leads_to, args=[event.slug])
    told |= {"sheets": _player_sheet_urls(event, pod)} if role in PERMISSIONS["judge"] else {}
    return told | ({"call": call} if (call := seat_call_context(pod, account)) else {})


def seat_call_context(pod: Pod, account: Account) -> dict[str, Any] | None:
    """How ``account`` calls a judge to its seat at ``pod``, what has become of it; None for who has none. Three queries.

    ``called`` is "" without a call, else "open", or "claimed" by a judge.
    """
    seat = Seat.objects.filter(acts_at_q(account.pk), pod=pod).first()
    if seat is None or pod.closed_at:
        return None
    following = live_streams(account.stream)
    called = call_state(seat.calls.all())
    about = [(each.value, each.label) for each in Call.POD_CATEGORIES]
    return {"url": reverse("call_to_seat", args=[pod.pk]), "called": called, "about": about, "live": following}


def call_state(calls: QuerySet[Call]) -> str:
    """Whether one of ``calls`` is "open", or "claimed" by a judge who comes; "" if a judge may be called. One query."""
    held = calls.filter(resolved_at=None).values_list("claimed_by", flat=True)
    return "" if not held else "claimed" if any(held) else "open"


def has_ruling(calls: QuerySet[Call]) -> bool:
    """Whether a judge was there for one of ``calls``, so that there is a ruling to appeal against. One query."""
    return (
        calls.filter(claimed_by__isnull=False, resolved_at__isnull=False)
        .exclude(category=Call.Category.APPEAL)
        .exists()
    )


def latest_ruling(account: Account, match: Match) -> str:
    """Return what was decided last of what ``account`` called a judge for at ``match``; "" for nothing. One query."""
    resolved = LogEntry.objects.filter(stream=account.stream, action="call_resolved", after__match=str(match.pk))
    return resolved.exclude(reason="").order_by("number").values_list("reason", flat=True).last() or ""


def _player_sheet_urls(event: Event, pod: Pod) -> dict[int, str]:
    """Where a judge reads what each at ``pod`` was given, by seat from 1. One query."""
    seats = Entry.objects.filter(event=event, account__seats__pod=pod).values_list("account__seats__number", "number")
    return {seat + 1: reverse("judge_player", args=[event.slug, number]) for seat, number in seats}


def game_player_names(game: OnlineGame) -> dict[uuid.UUID, str]:
    """What the players of an online game are called in its event. One query."""
    here = Entry.objects.filter(event__rounds__matches__games__game=game, account__game_seats__game=game)
    return dict(here.values_list("account", "name"))


def pod_player_names(pod: Pod) -> dict[uuid.UUID, str]:
    """What those at ``pod`` are called in its event. One query."""
    here = Entry.objects.filter(event__pods__pod=pod, account__seats__pod=pod)
    return dict(here.values_list("account", "name"))
