"""Matches and online games of an event, for their players and officials."""

import uuid
from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, UUIDField
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from drafting.models import Deck, Pod, Seat
from drafting.selectors.access import acts_at_q
from gameplay.engine.core.rulings import Ruling
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors.games import may_read_game_record
from gameplay.selectors.live import live_streams
from tournaments.models import Call, ConstructedDeck, Entry, Event, Match, MatchGame
from tournaments.rules.results import MatchSide
from tournaments.selectors.constructed_decks import shared_deck_lists
from tournaments.selectors.roles import PERMISSIONS, STAFF_ROLES, may_see_event, role_in
from tournaments.selectors.seats import current_seats, match_seats

MATCH_GAME = CompiledSelect(
    lambda: MatchGame.objects.filter(game=BindParam("game", UUIDField())).select_related(
        "match__round__event", "match__a"
    )
)
PLAYERS_OF_GAME = CompiledSelect(
    lambda: Entry.objects.filter(
        event__rounds__matches__games__game=BindParam("game", UUIDField()),
        account__game_seats__game=BindParam("game", UUIDField()),
    ).order_by()
)


def side_of_account(match: Match, account: Account) -> MatchSide | None:
    """Return the side of ``account`` in ``match``, None if it does not play in it."""
    if match.a.account_id == account.pk:
        return MatchSide.A
    return MatchSide.B if match.b and match.b.account_id == account.pk else None


def visible_match(match_id: uuid.UUID, account: object) -> Match:
    """Return a match that ``account`` may see, with its event. Raises Http404 for any other."""
    match = Match.objects.select_related("round__event", "a__team", "b__team").filter(pk=match_id).first()
    if match is None or not may_see_event(match.round.event, account):
        raise Http404
    if not match.round.is_published and role_in(match.round.event, account) not in STAFF_ROLES:
        raise Http404
    return match


def current_match(event: Event, account: Account) -> Match | None:
    """Return the match of ``account`` in the newest published round; None without one. Makes two queries."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    if newest is None:
        return None
    own = newest.matches.filter(Q(a__account=account) | Q(b__account=account))
    return own.select_related("a__team", "b__team").first()


def running_game(match: Match) -> MatchGame | None:
    """Return the running online game of ``match``; None without one. Makes one query."""
    return match.games.filter(game__ended_at=None).order_by("number").last()


class WaitingGame(NamedTuple):
    """A game that begins at ``at``, or when both players are ready; ``is_ready`` is what the viewing player chose."""

    number: int
    at: datetime
    is_ready: bool


class PlayedGame(NamedTuple):
    """A game of a match; ``replay`` is the name of its replay, None if the viewer may not see it."""

    number: int
    game_id: uuid.UUID
    replay: str | None


def match_games(match: Match, account: object) -> list[PlayedGame]:
    """Return the online games of ``match``, as ``account`` may see them."""
    links = match.games.select_related("game").defer("game__record", "game__decks").order_by("number")
    return [
        PlayedGame(link.number, link.game_id, link.game.replay if may_read_game_record(account, link.game) else None)
        for link in links
    ]


def match_decks(match: Match, *, lock: bool = False) -> dict[uuid.UUID, list[str]]:
    """Return the refs of the decks of the players of ``match`` by account. Makes one query at most.

    They are drafted or submitted, or together form the deck that the players share. With ``lock``, drafted decks cannot
    be changed until the transaction ends.
    """
    players = [entry.account_id for entry in (match.a, match.b) if entry]
    if match.round.event.shared_deck:
        return dict(zip(players, shared_deck_lists(match.round.event), strict=False))
    if not match.round.event.drafted:
        entries = filter(None, (match.a, match.b))
        decks = ConstructedDeck.objects.filter(entry__in=entries, submitted_at__isnull=False)
        return {deck.entry.account_id: deck.cards for deck in decks.select_related("entry")}
    drafted = Deck.objects.filter(seat__in=match_seats(match, players))
    if lock:
        drafted = drafted.select_for_update(of=("self",), no_key=True).order_by("pk")
    return {deck.seat.player_id: deck.cards for deck in drafted.select_related("seat")}


def waiting_game(match: Match, side: MatchSide | None) -> WaitingGame | None:
    """Return the game of ``match`` that waits until its players have changed their decks, as ``side`` sees it.

    Return None without one. Makes one query if the event allows such changes.
    """
    if not match.round.event.deck_changes:
        return None
    last = match.games.filter(next_at__isnull=False).first()
    if last is None or last.next_at is None:
        return None
    ready = {MatchSide.A: last.a_is_ready, MatchSide.B: last.b_is_ready}
    return WaitingGame(last.number + 1, last.next_at, is_ready=side is not None and ready[side])


def changeable_deck_pod(event: Event, account: object) -> uuid.UUID | None:
    """Return the pod where ``account`` drafted the deck that it may change between games; None without one.

    Makes one query if the event allows such changes.
    """
    if not event.deck_changes or event.finished_at or not isinstance(account, Account):
        return None
    seats = current_seats(event, [account.pk]).filter(pod__closed_at__isnull=False)
    return seats.filter(deck__isnull=False).values_list("pod_id", flat=True).first()


def house_rulings(event: Event) -> list[tuple[Ruling, str]]:
    """Return the house rulings of ``event`` that differ from the default, each with the text of its value."""
    rulings = event.game_rules.sentences.rulings
    return [(rulings[switch], rulings[switch].values[value]) for switch, value in event.switches.items()]


def blank_game_log(match: Match, *, with_decks: bool) -> dict[str, Any]:
    """Return an empty game log for ``match`` with its variant and players, and their decks with ``with_decks``.

    It is for `gameplay.engine.adjudication.paper_log`. Raises Http404 for a bye.
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
    """Return the context for the page of an online game about its match; {} for a game without a match."""
    link = MATCH_GAME.first(game=game.pk)
    if link is None:
        return {}
    match = link.match
    next_game = match.games.filter(game__ended_at=None).exclude(game=game).order_by("number").first()
    fields = {"round": match.round.title, "table": match.label, "game": link.number}
    return {
        "title": gettext("{round}, table {table}, game {game}").format(**fields),
        "url": _match_url(match),
        "ends_at": match.ends_at,
        "rehearsal": match.round.event.rehearsal,
        "further": next_game and {"number": next_game.number, "url": reverse("game", args=[next_game.game_id])},
    }


def _match_url(match: Match) -> str:
    """Return the URL of the match, or of its event if the round was cancelled and the match has no page."""
    return match.round.event.get_absolute_url() if match.round.cancelled_at else reverse("match", args=[match.pk])


def pod_page_context(pod: Pod, account: Account) -> dict[str, Any]:
    """Return the context for pages of a pod about its event, as ``account`` may see it; {} for a pod without one."""
    event = Event.objects.filter(pods__pod=pod).first()
    if event is None:
        return {}
    role = role_in(event, account)
    view_name = "manage" if role in STAFF_ROLES else "event"
    context: dict[str, Any] = {"title": event.name, "rehearsal": event.rehearsal}
    if role or event.visibility == Event.Visibility.PUBLIC:  # a substitute has no role in the event
        context["url"] = reverse(view_name, args=[event.slug])
    context |= {"sheets": _player_sheet_urls(event, pod)} if role in PERMISSIONS["judge"] else {}
    return context | ({"call": call} if (call := seat_call_context(pod, account)) else {})


def seat_call_context(pod: Pod, account: Account) -> dict[str, Any] | None:
    """Return the context for judge calls to the seat of ``account`` at ``pod``; None if it has no seat there.

    ``called`` is "" without a call, else "open", or "claimed" by a judge. Makes three queries.
    """
    seat = Seat.objects.filter(acts_at_q(account.pk), pod=pod).first()
    if seat is None or pod.closed_at:
        return None
    live = live_streams(account.stream)
    called = call_state(seat.calls.all())
    categories = [(each.value, each.label) for each in Call.POD_CATEGORIES]
    return {"url": reverse("call_to_seat", args=[pod.pk]), "called": called, "about": categories, "live": live}


def call_state(calls: QuerySet[Call]) -> str:
    """Return "claimed" if a judge has claimed one of ``calls``, "open" if one is open, else "". Makes one query."""
    judges = calls.filter(resolved_at=None).values_list("claimed_by", flat=True)
    return "" if not judges else "claimed" if any(judges) else "open"


def has_ruling(calls: QuerySet[Call]) -> bool:
    """Return whether a judge has resolved one of ``calls``, so that the ruling can be appealed. Makes one query."""
    return (
        calls.filter(claimed_by__isnull=False, resolved_at__isnull=False)
        .exclude(category=Call.Category.APPEAL)
        .exists()
    )


def latest_ruling(account: Account, match: Match) -> str:
    """Return the latest ruling on a call of ``account`` at ``match``; "" without one. Makes one query."""
    resolved = LogEntry.objects.filter(stream=account.stream, action="call_resolved", after__match=str(match.pk))
    return resolved.exclude(reason="").order_by("number").values_list("reason", flat=True).last() or ""


def _player_sheet_urls(event: Event, pod: Pod) -> dict[int, str]:
    """Return the URLs of the players' penalty pages for judges, by seat at ``pod`` from 1. Makes one query."""
    seats = Entry.objects.filter(event=event, account__seats__pod=pod).values_list("account__seats__number", "number")
    return {seat + 1: reverse("judge_player", args=[event.slug, number]) for seat, number in seats}


def game_player_names(game: OnlineGame) -> dict[uuid.UUID, str]:
    """Return the names of an online game's players in its event, by account key. Makes one query."""
    return {entry.account_id: entry.name for entry in PLAYERS_OF_GAME.fetch(game=game.pk)}


def pod_player_names(pod: Pod) -> dict[uuid.UUID, str]:
    """Return the names of the players of ``pod`` in its event, by account key. Makes one query."""
    entries = Entry.objects.filter(event__pods__pod=pod, account__seats__pod=pod)
    return dict(entries.values_list("account", "name"))
