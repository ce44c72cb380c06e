"""Roles in an event and their permissions. The whole table is here; tests/test_permissions.py checks it."""

import uuid
from typing import NamedTuple, cast

from django.db.models import UUIDField
from django.http import Http404

from drafting.models import Pod
from drafting.selectors.draft_log import EVERYBODY, NOBODY, OWN
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account, OnlineGame
from tournaments.models import Event, Match, Official
from tournaments.selectors.results import match_agreement
from tournaments.selectors.waiting_list import waiting_place

ORGANIZER, HEAD_JUDGE, FLOOR_JUDGE, SCOREKEEPER = Official.Role.values
JUDGE_ROLES = frozenset({HEAD_JUDGE, FLOOR_JUDGE})
STAFF_ROLES = frozenset({ORGANIZER, HEAD_JUDGE, FLOOR_JUDGE, SCOREKEEPER})
DESK_ROLES = frozenset({ORGANIZER, HEAD_JUDGE, SCOREKEEPER})

PERMISSIONS: dict[str, frozenset[str]] = {
    "see_desk": STAFF_ROLES,
    "appoint": frozenset({ORGANIZER}),
    "set_pairing": frozenset({ORGANIZER}),
    "run_webhooks": frozenset({ORGANIZER}),
    "set_leagues": frozenset({ORGANIZER}),
    "run": frozenset({ORGANIZER, HEAD_JUDGE}),  # pods, seating, rounds, the end
    "admit": DESK_ROLES,  # walk-ins, check-in, drops, lost devices
    "enter_results": DESK_ROLES,
    "extend": STAFF_ROLES,
    "judge": JUDGE_ROLES | {ORGANIZER},
}

EVENT_OF_GAME = CompiledSelect(
    lambda: Event.objects.filter(rounds__matches__games__game=BindParam("game", UUIDField()))
)


class Actor(NamedTuple):
    """An account and the role in which it acts, both for the log; no account means the site itself."""

    account: Account | None
    role: str


SYSTEM_ACTOR = Actor(None, "system")


def role_in(event: Event, account: object) -> str:
    """Return the office of ``account`` in ``event``, "player", or "" without a role. Makes two queries at most."""
    if not isinstance(account, Account):
        return ""
    office = Official.objects.filter(event=event, account=account).values_list("role", flat=True).first()
    return office or ("player" if event.entries.filter(account=account).exists() else "")


def actor_for(operation: str, event: Event, account: object) -> Actor:
    """Return ``account`` as an actor in ``event``. Raises Http404 if it may not do ``operation`` there."""
    role = role_in(event, account)
    if not isinstance(account, Account) or role not in PERMISSIONS[operation]:
        raise Http404
    return Actor(account, role)


def refuse_non_staff(account: object) -> None:
    """Raise Http404 unless ``account`` is a staff account: only staff can create events."""
    if not isinstance(account, Account) or account.kind != Account.Kind.STAFF:
        raise Http404


def may_see_event(event: Event, account: object) -> bool:
    """Return whether ``account``, which may be anonymous, may see the public pages of ``event``.

    Only participants see those of a private event, and players while they wait for a place.
    """
    if event.visibility == Event.Visibility.PUBLIC or role_in(event, account):
        return True
    return waiting_place(event, account) is not None


def may_follow_event(account: object, identity: str) -> bool:
    """Return whether ``account`` may follow the streams of the event with this id."""
    if not _is_uuid(identity):
        return False
    # Every open page asks this twice a minute, so a public event is not loaded with its large columns.
    if Event.objects.filter(pk=identity, visibility=Event.Visibility.PUBLIC).exists():
        return True
    event = Event.objects.filter(pk=identity).first()
    return event is not None and may_see_event(event, account)


def may_follow_match(account: object, identity: str) -> bool:
    """Return whether ``account`` may follow the stream of the match with this id."""
    events = Event.objects.filter(rounds__matches__id=identity, rounds__published_at__isnull=False)
    event = events.first() if _is_uuid(identity) else None
    return event is not None and may_see_event(event, account)


def may_watch_game(account: object, game: OnlineGame) -> bool:
    """Return whether ``account`` may watch a game of an event as a spectator."""
    event = Event.objects.filter(rounds__matches__games__game=game).first()
    return event is not None and may_see_event(event, account)


def role_at_pod(account: object, pod: Pod) -> str | None:
    """Return the role in which ``account`` may watch ``pod``; None for players of the event.

    Makes one query for any account, so that the duration reveals nothing.
    """
    if not isinstance(account, Account):
        return None
    offices = Official.objects.filter(event__pods__pod=pod, account=account)
    return offices.exclude(event__entries__account=account).values_list("role", flat=True).first()


def draft_log_scope(account: object, pod: Pod) -> str | None:
    """Return how much of the draft log of ``pod`` its event opens to ``account``; None for a pod without an event."""
    event = Event.objects.filter(pods__pod=pod).first()
    if event is None:
        return None
    if event.draft_log == Event.DraftLogVisibility.EVERYBODY and event.finished_at and may_see_event(event, account):
        return EVERYBODY
    return NOBODY if event.draft_log == Event.DraftLogVisibility.NEVER else OWN


def judge_role_at_game(account: object, game: OnlineGame) -> str | None:
    """Return the role in which ``account`` may judge ``game``; None for players of the event."""
    event = EVENT_OF_GAME.first(game=game.pk)
    role = _role_of_nonplayer(event, account) if event else ""
    return role if role in PERMISSIONS["judge"] else None


def may_see_decks(event: Event, account: object) -> bool:
    """Return whether ``account`` may see the decks of ``event``: only its judges who do not play in it."""
    return _role_of_nonplayer(event, account) in PERMISSIONS["judge"]


def may_read_record(account: object, game: OnlineGame) -> bool | None:
    """Return whether ``account`` may read the record of a finished ``game``; None for a game of no event.

    Officials who do not play may read it immediately, the players once their match has its result. Other accounts that
    may see the event can read it once the event is finished and its seed revealed.
    """
    match = Match.objects.select_related("round__event", "a", "b").filter(games__game=game).first()
    if match is None:
        return None
    event = match.round.event
    if event.finished_at and may_see_event(event, account):
        return True
    if not isinstance(account, Account):
        return False
    if account.pk in [entry.account_id for entry in (match.a, match.b) if entry]:
        return match_agreement(match).is_final and not match.games.filter(game__ended_at=None).exists()
    return bool(_role_of_nonplayer(event, account))


def _role_of_nonplayer(event: Event, account: object) -> str:
    """Return the office of ``account`` in ``event``; "" for players, who must not see hidden information."""
    role = role_in(event, account)
    return role if role in STAFF_ROLES and not event.entries.filter(account=cast(Account, account)).exists() else ""


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
