"""What players and judges are notified about in an event. The place comes first in every title.

A title has no cards and no other hidden information, because it is shown on locked screens.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.urls import reverse

from drafting.models import Seat
from gameplay.engine.core.errors import _
from gameplay.services.notifications import Notice, accounts_that_want, notify
from tournaments.models import Call, Entry, Event, Match, Round
from tournaments.selectors.roles import PERMISSIONS, Actor
from tournaments.selectors.seats import current_pods

ADMITTED = _("You moved up from the waiting list and are registered as number {number}")
SEATED = _("Pod {pod}, seat {seat}: the draft begins")
SEATED_TAKE_SEAT = _("Pod {pod}, seat {seat}: take your seat")
ROUND = _("Table {table}: round {round} against {opponent}")
BYE = _("No table: you have the bye in round {round}")
CONFIRM = _("Table {table}: confirm the result of round {round}")
SETTLED = _("Table {table}: the result of round {round} is settled")
JUDGE_TO_TABLE = _("Table {table}: a judge is on the way")
JUDGE_TO_SEAT = _("Pod {pod}, seat {seat}: a judge is on the way")
CALL_FROM_TABLE = _("Table {table}: {name} calls a judge")
CALL_FROM_SEAT = _("Pod {pod}, seat {seat}: {name} calls a judge")
CANCELLED = _("This event is cancelled")
FINISHED_EARLY = _("This event has ended early: the standings are final")
REOPENED = _("This event goes on")


def notify_admitted(entry: Entry) -> None:
    """Notify a player of the waiting list who is now registered."""
    event = entry.event
    notice = Notice("admitted", ADMITTED, {"number": entry.number}, event.name, event.get_absolute_url())
    notify([entry.account_id], notice)


def notify_seated(event: Event) -> None:
    """Notify the players of ``event`` who were just seated. Makes one query, one more if any of them wants it."""
    wanted = accounts_that_want("seated", event.entries.values("account"))
    if not wanted:
        return
    seats = Seat.objects.filter(pod__event_pod__in=current_pods(event).filter(joins=None), player__in=wanted)
    title = SEATED_TAKE_SEAT if event.is_paper_draft else SEATED
    for seat in seats.select_related("pod"):
        path = event.get_absolute_url() if event.is_paper_draft else reverse("draft", args=[seat.pod_id])
        notify([seat.player_id], Notice("seated", title, _seat(seat), event.name, path))


def notify_round_published(published: Round) -> None:
    """Notify the players of their tables and opponents. Makes one query, and one more if any of them wants it."""
    wanted = accounts_that_want("round", published.event.entries.values("account"))
    if not wanted:
        return
    own_matches = published.matches.filter(Q(a__account__in=wanted) | Q(b__account__in=wanted))
    for match in own_matches.exclude(kind=Match.Kind.MISSED).select_related("a__team", "b__team"):
        round_ = {"round": published.number}
        if match.b is None:
            _notify_match(match, [match.a.account_id], "round", BYE, round_)
        for own, other in ((match.a, match.b), (match.b, match.a)) if match.b else ():
            if own.account_id in wanted:
                fields = round_ | {"table": match.label, "opponent": other.full_name}
                _notify_match(match, [own.account_id], "round", ROUND, fields)


def notify_reported(match: Match, *, reporter: object) -> None:
    """Ask the opponent of ``reporter``, an account's key, to confirm the result of ``match``."""
    others = [key for key in _players(match) if key != reporter]
    _notify_match(match, others, "confirm", CONFIRM, _table(match))


def notify_settled(match: Match) -> None:
    """Notify the players of ``match`` that an official has settled its disputed result."""
    _notify_match(match, _players(match), "dispute", SETTLED, _table(match))


def notify_call_claimed(call: Call) -> None:
    """Notify the player who called that a judge is on the way."""
    if call.match:
        _notify_match(call.match, [call.author_id], "call", JUDGE_TO_TABLE, _table(call.match))
    elif call.seat:
        path = reverse("draft", args=[call.seat.pod_id])
        notify([call.author_id], Notice("call", JUDGE_TO_SEAT, _seat(call.seat), call.event.name, path))


def notify_judges(call: Call) -> None:
    """Notify the officials who may answer an open call. Makes one query."""
    roles = PERMISSIONS["run"] if call.escalated_at else PERMISSIONS["judge"]
    judges = call.event.officials.filter(role__in=roles).exclude(account=call.author)
    title, place = (CALL_FROM_TABLE, _table(call.match)) if call.match else (CALL_FROM_SEAT, _seat(call.seat))
    fields, path = place | {"name": call.author_name}, reverse("judge", args=[call.event.slug])
    notify(judges.values_list("account_id", flat=True), Notice("judging", title, fields, call.event.name, path))


def notify_event_changed(event: Event, title: str, *, by: Actor) -> None:
    """Notify players, waiting players and officials that ``event`` has ended unexpectedly or goes on.

    ``title`` is CANCELLED, FINISHED_EARLY or REOPENED. Neither ``by`` nor players who have dropped are notified. Makes
    three queries.
    """
    people = event.entries.filter(dropped_after_round=None), event.waiting_players.filter(ended_at=None)
    accounts = {key for each in (*people, event.officials.all()) for key in each.values_list("account", flat=True)}
    accounts.discard(by.account and by.account.pk)
    notify(accounts, Notice("event", title, {}, event.name, event.get_absolute_url()))


def _notify_match(match: Match, accounts: list[Any], kind: str, title: str, fields: Mapping[str, Any]) -> None:
    path = reverse("match", args=[match.pk])
    notify(accounts, Notice(kind, title, fields, match.round.event.name, path))


def _players(match: Match) -> list[Any]:
    return [entry.account_id for entry in (match.a, match.b) if entry]


def _table(match: Match) -> dict[str, Any]:
    return {"table": match.label, "round": match.round.number}


def _seat(seat: Seat | None) -> dict[str, Any]:
    return {"pod": seat.pod.label, "seat": seat.number + 1} if seat else {}
