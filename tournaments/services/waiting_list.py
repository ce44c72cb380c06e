"""The waiting list of a full event: join it, be admitted in order, leave it.

It lasts until registration closes. A service that frees a place admits the next player in the same transaction.
"""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import hub
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event, WaitingPlayer
from tournaments.rules.capacity import capacity_fault, max_waiting
from tournaments.selectors.roles import SYSTEM_ACTOR, Actor
from tournaments.selectors.waiting_list import has_place, waiting_players
from tournaments.services.event import lock_event
from tournaments.services.new_entry import create_entry, refuse_closed
from tournaments.services.notices import notify_admitted
from tournaments.services.team import team_to_wait_for

MAX_GUESTS_PER_MINUTE = 5
"""New guests of one client address on waiting lists. The pause doubles each time, so that one client needs an hour to
put 32 guests on a list, while guests of one shop seldom wait."""
NO_LIMIT = "none"


class WaitingListFullError(RulesError):
    """The event is full, and so is its waiting list; ``details`` have the length of the list."""

    code = "waiting_list_full"
    sentence = _("The event is full, and {waiting} players are waiting already. Ask the organizer.")
    is_state_conflict = True


class NotWaitingError(RulesError):
    """The player was admitted, has left or was removed."""

    code = "not_waiting"
    sentence = _("{name} is no longer on the waiting list.")
    is_state_conflict = True


def limit_waiting_guests(event: Event, *, team: str, address: str) -> None:
    """Count a new guest from the client ``address`` who will have to wait. Raises TooManyTriesError."""
    if not has_place(event, team):
        count_try("waiting_list", address, limit=MAX_GUESTS_PER_MINUTE)


def add_to_waiting_list(event: Event, account: Account, *, team: str = "", under_age: bool = False) -> WaitingPlayer:
    """Put ``account`` last on the waiting list of ``event``, which is locked and full.

    Raises WaitingListFullError, or in a team event the errors of a bad name or a full team.
    """
    waiting = waiting_players(event)
    assert event.capacity is not None
    if waiting.count() >= (most := max_waiting(event.capacity)):
        raise WaitingListFullError(waiting=most)
    name = team_to_wait_for(event, team, [each.team for each in waiting]) if event.is_team_event else ""
    last = event.waiting_players.order_by("number").last()
    values = {"number": last.number + 1 if last else 1, "team": name, "joined_at": timezone.now(), "ended_at": None}
    values["under_age"] = under_age and event.guardian_age > 0
    player, _created = event.waiting_players.update_or_create(account=account, defaults=values)
    _log(event, "waiting_list_joined", player, by=Actor(account, "player"))
    return player


@transaction.atomic
def leave_waiting_list(player: WaitingPlayer, *, by: Actor, reason: str = "") -> WaitingPlayer:
    """Take ``player`` off the waiting list. An official needs a reason. Raises NoReasonError, NotWaitingError."""
    is_own = by.account == player.account
    if not is_own:
        require_reason(reason)
    event = _lock(player)
    _end(player)
    _log(event, "waiting_list_left" if is_own else "waiting_list_removed", player, by=by, reason=reason)
    hub.reauthorize(player.account_id)
    return player


@transaction.atomic
def admit_waiting_player(player: WaitingPlayer, *, by: Actor) -> Entry:
    """Register ``player`` out of turn, even above the capacity.

    Raises RegistrationClosedError, NotWaitingError or the errors of `find_or_create_place`.
    """
    event = _lock(player)
    entry = _admit(event, player, by=by)
    admit_in_order(event)  # the player may have created the team of others
    return entry


@transaction.atomic
def set_capacity(event: Event, capacity: int | None, *, by: Actor) -> Event:
    """Change how many players can register themselves; None for no limit. Players are admitted to new places.

    Players keep their places even if there are more of them than places. Raises RegistrationClosedError,
    CapacityError.
    """
    event = lock_event(event)
    refuse_closed(event)
    if fault := capacity_fault(capacity, event.team_size):
        raise fault
    before, event.capacity = event.capacity, capacity
    event.save(update_fields=["capacity"])
    append_entry(
        event.desk_stream,
        "capacity_changed",
        author=by.account,
        role=by.role,
        before={"capacity": before or NO_LIMIT},
        after={"capacity": capacity or NO_LIMIT},
    )
    admit_in_order(event)
    return event


def admit_in_order(event: Event) -> None:
    """Register waiting players of ``event``, which is locked, in the order of the list while there are places.

    In a team event, a player who can no longer join the wanted team keeps waiting: the desk has to decide.
    """
    for player in waiting_players(event):
        if has_place(event, player.team):
            try:
                with transaction.atomic():
                    _admit(event, player, by=SYSTEM_ACTOR)
            except RulesError:
                continue
        elif not event.is_team_event:
            return


def _admit(event: Event, player: WaitingPlayer, *, by: Actor) -> Entry:
    _end(player)  # before the log: an erasure locks the row first, too
    entry = create_entry(event, player.account, by=by, action="admitted", team=player.team, under_age=player.under_age)
    notify_admitted(entry)
    return entry


def _lock(player: WaitingPlayer) -> Event:
    """Lock the event of ``player`` and reload the player. Raises RegistrationClosedError, NotWaitingError."""
    event = lock_event(player.event)
    refuse_closed(event)
    player.refresh_from_db()
    if player.ended_at:
        raise NotWaitingError(name=player.name)
    return event


def _end(player: WaitingPlayer) -> None:
    """End the wait of ``player``. Raises NotWaitingError if an erasure of the account came first."""
    now = timezone.now()
    if not WaitingPlayer.objects.filter(pk=player.pk, ended_at=None).update(ended_at=now):
        raise NotWaitingError(name=player.name)
    player.ended_at = now


def _log(event: Event, action: str, player: WaitingPlayer, *, by: Actor, reason: str = "") -> None:
    after = {"name": player.name}
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=after, reason=reason)
