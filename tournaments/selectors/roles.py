"""Who is what in an event, and what each may do there. The whole table is here; tests/test_permissions.py holds it."""

import uuid
from typing import NamedTuple, cast

from django.http import Http404

from drafting.models import Pod
from drafting.selectors.draft_log import EVERYBODY, NOBODY, OWN
from gameplay.models import Account, OnlineGame
from tournaments.models import Event, Match, Official
from tournaments.selectors.results import match_agreement

ORGANIZER, HEAD_JUDGE, FLOOR_JUDGE, SCOREKEEPER = Official.Role.values
JUDGE_ROLES = frozenset({HEAD_JUDGE, FLOOR_JUDGE})
STAFF_ROLES = frozenset({ORGANIZER, HEAD_JUDGE, FLOOR_JUDGE, SCOREKEEPER})
DESK_ROLES = frozenset({ORGANIZER, HEAD_JUDGE, SCOREKEEPER})

PERMISSIONS: dict[str, frozenset[str]] = {
    "see_desk": STAFF_ROLES,
    "appoint": frozenset({ORGANIZER}),
    "set_pairing": frozenset({ORGANIZER}),
    "run_webhooks": frozenset({ORGANIZER}),
    "run": frozenset({ORGANIZER, HEAD_JUDGE}),  # pods, seating, rounds, the end
    "admit": DESK_ROLES,  # walk-ins, check-in, drops, lost devices
    "enter_results": DESK_ROLES,
    "extend": STAFF_ROLES,
    "judge": JUDGE_ROLES | {ORGANIZER},
}


class Actor(NamedTuple):
    """Who does something, and as what; the log says both. No account is the site itself."""

    account: Account | None
    role: str


SYSTEM_ACTOR = Actor(None, "system")


def role_in(event: Event, account: object) -> str:
    """Return the office ``account`` holds in ``event``, else "player" or "" for nobody there. Two queries at most."""
    if not isinstance(account, Account):
        return ""
    office = Official.objects.filter(event=event, account=account).values_list("role", flat=True).first()
    return office or ("player" if event.entries.filter(account=account).exists() else "")


def actor_for(operation: str, event: Event, account: object) -> Actor:
    """Return ``account`` as who it is in ``event``. Raises Http404 if it may not do ``operation`` there."""
    role = role_in(event, account)
    if not isinstance(account, Account) or role not in PERMISSIONS[operation]:
        raise Http404
    return Actor(account, role)


def refuse_non_staff(account: object) -> None:
    """Raise Http404 for anybody without an account of the site's staff: only they announce events."""
    if not isinstance(account, Account) or account.kind != Account.Kind.STAFF:
        raise Http404


def may_see_event(event: Event, account: object) -> bool:
    """Whether ``account``, or anybody, may look at the public pages of ``event``."""
    return event.visibility == Event.Visibility.PUBLIC or bool(role_in(event, account))


def may_follow_event(account: object, identity: str) -> bool:
    """Whether ``account`` may follow the streams of the event with this id."""
    event = Event.objects.filter(pk=identity).first() if _is_uuid(identity) else None
    return event is not None and may_see_event(event, account)


def may_follow_match(account: object, identity: str) -> bool:
    """Whether ``account`` may follow the match with this id."""
    events = Event.objects.filter(rounds__matches__id=identity, rounds__published_at__isnull=False)
    event = events.first() if _is_uuid(identity) else None
    return event is not None and may_see_event(event, account)


def may_watch_game(account: object, game: OnlineGame) -> bool:
    """Whether ``account`` may see the public side of a game of an event."""
    event = Event.objects.filter(rounds__matches__games__game=game).first()
    return event is not None and may_see_event(event, account)


def role_at_pod(account: object, pod: Pod) -> str | None:
    """Return the role in which ``account`` may watch ``pod``: none for who plays in the event.

    One query, whatever the answer is: how long it takes tells nothing.
    """
    if not isinstance(account, Account):
        return None
    offices = Official.objects.filter(event__pods__pod=pod, account=account)
    return offices.exclude(event__entries__account=account).values_list("role", flat=True).first()


def draft_log_scope(account: object, pod: Pod) -> str | None:
    """Return how much of the draft of ``pod`` somebody may look back on, as its event has it."""
    event = Event.objects.filter(pods__pod=pod).first()
    if event is None:
        return None
    if event.draft_log == Event.DraftLog.EVERYBODY and event.finished_at and may_see_event(event, account):
        return EVERYBODY
    return NOBODY if event.draft_log == Event.DraftLog.NEVER else OWN


def judge_role_at_game(account: object, game: OnlineGame) -> str | None:
    """Return the role in which ``account`` may judge ``game``: none for who plays in the event."""
    event = Event.objects.filter(rounds__matches__games__game=game).first()
    role = _role_of_nonplayer(event, account) if event else ""
    return role if role in PERMISSIONS["judge"] else None


def may_see_decks(event: Event, account: object) -> bool:
    """Whether ``account`` may look at the decks of ``event``: one of its judges who does not play."""
    return _role_of_nonplayer(event, account) in PERMISSIONS["judge"]


def may_read_record(account: object, game: OnlineGame) -> bool | None:
    """Whether ``account`` may have the record of ``game``, which is over; None for a game of no event.

    Staff who do not play may at once, the players once their match has its result, everybody else who may see the event
    once it is finished and its seed revealed.
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
    """The office of ``account`` in ``event``; none for who plays there, and so might learn what players may not."""
    role = role_in(event, account)
    return role if role in STAFF_ROLES and not event.entries.filter(account=cast(Account, account)).exists() else ""


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
