"""The events that somebody runs or plays in."""

from dataclasses import dataclass

from django.db.models import Q

from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.next_step import NextStep, next_step
from tournaments.selectors.progress import event_phase, phase_name
from tournaments.selectors.roles import STAFF_ROLES, role_in

MAX_EVENTS = 10


@dataclass(frozen=True, slots=True)
class AccountEvent:
    """An event of somebody's: ``state`` is a template, ``step`` is what its officials do next, None for a player."""

    event: Event
    state: str
    step: NextStep | None


def account_events(account: Account) -> list[AccountEvent]:
    """Return the events ``account`` runs or plays in, the newest first."""
    mine = Event.objects.filter(Q(officials__account=account) | Q(entries__account=account)).distinct()
    return [
        AccountEvent(
            event,
            phase_name(event, event_phase(event)),
            next_step(event) if role_in(event, account) in STAFF_ROLES else None,
        )
        for event in mine.order_by("-created_at")[:MAX_EVENTS]
    ]


def current_event(account: object) -> Event | None:
    """Return the event ``account`` is in: the newest that is not over, else the newest. One query."""
    if not isinstance(account, Account):
        return None
    mine = Event.objects.filter(Q(officials__account=account) | Q(entries__account=account)).distinct()
    return max(mine, key=lambda event: (event.finished_at is None, event.created_at), default=None)
