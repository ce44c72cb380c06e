"""The events in which an account is an official or a player."""

from dataclasses import dataclass

from django.db.models import Q

from gameplay.engine.core.errors import _
from gameplay.models import Account
from tournaments.models import Event, Official
from tournaments.selectors.next_step import NextStep, next_step
from tournaments.selectors.progress import event_phase, phase_name
from tournaments.selectors.roles import ORGANIZER, STAFF_ROLES, role_in

MAX_EVENTS = 10


@dataclass(frozen=True, slots=True)
class AccountEvent:
    """An event of an account; ``state`` is a message, ``step`` the next step for officials, None for others."""

    event: Event
    state: str
    step: NextStep | None


def account_events(account: Account) -> list[AccountEvent]:
    """Return the events of which ``account`` is an official or a player, or for which it waits, the newest first."""
    own = Event.objects.filter(_is_own(account)).distinct()
    waits_for = set(own.filter(_waits(account)).values_list("pk", flat=True))
    return [
        AccountEvent(
            event,
            _("Waiting list") if event.pk in waits_for else phase_name(event, event_phase(event)),
            next_step(event) if role_in(event, account) in STAFF_ROLES else None,
        )
        for event in own.order_by("-created_at")[:MAX_EVENTS]
    ]


def current_event(account: object) -> Event | None:
    """Return the newest unfinished event of ``account``, else its newest event. Makes one query."""
    if not isinstance(account, Account):
        return None
    own = Event.objects.filter(_is_own(account)).distinct()
    return max(own, key=lambda event: (event.finished_at is None, event.created_at), default=None)


def _is_own(account: Account) -> Q:
    """Return the condition for events of which ``account`` is an official or a player, or for which it waits."""
    return Q(officials__account=account) | Q(entries__account=account) | _waits(account)


def _waits(account: Account) -> Q:
    return Q(waiting_players__account=account, waiting_players__ended_at=None, registration_closed_at=None)


def newest_managed_event(account: object) -> Event | None:
    """Return the newest unfinished event whose desk ``account`` may see. Makes one query."""
    if not isinstance(account, Account):
        return None
    return Event.objects.filter(officials__account=account, finished_at=None).order_by("-created_at").first()


def is_first_event(event: Event, account: object) -> bool:
    """Return whether ``account`` organizes ``event`` and has organized no other. Makes one query."""
    if not isinstance(account, Account):
        return False
    own = Official.objects.filter(account=account, role=ORGANIZER).values_list("event", flat=True)
    return list(own[:2]) == [event.pk]
