"""The places of an event and its waiting list."""

from dataclasses import dataclass

from django.db.models import QuerySet

from gameplay.models import Account
from tournaments.models import Event, WaitingPlayer
from tournaments.rules.capacity import max_waiting
from tournaments.selectors.teams import find_team


@dataclass(frozen=True, slots=True)
class WaitingPlace:
    """A waiting player and the position in the list, from 1."""

    player: WaitingPlayer
    position: int


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """The places of an event with a capacity: how many are taken, and how many players wait.

    ``team_size`` is the number of places that a new registration takes.
    """

    capacity: int
    taken: int
    waiting: int
    team_size: int

    @property
    def is_full(self) -> bool:
        """Whether a player, or the first player of a new team, has to wait."""
        return self.taken + self.team_size > self.capacity

    @property
    def is_list_full(self) -> bool:
        return self.waiting >= max_waiting(self.capacity)


def place_count(event: Event) -> PlaceCount | None:
    """Return the places of ``event``, None if it has no capacity. Makes two queries."""
    if event.capacity is None:
        return None
    return PlaceCount(event.capacity, places_taken(event), waiting_players(event).count(), event.team_size)


def places_taken(event: Event) -> int:
    """Return how many players count against the capacity of ``event``. Makes one query.

    Bots and players who have dropped do not count. A team counts with all its places as soon as a person is in it, so
    that it can always be completed.
    """
    people = event.entries.filter(dropped_after_round=None).exclude(account__kind=Account.Kind.BOT)
    if not event.is_team_event:
        return people.count()
    return people.exclude(team=None).order_by().values("team").distinct().count() * event.team_size


def has_place(event: Event, team: str = "") -> bool:
    """Return whether a player can register now, in a team event for ``team``. Makes three queries at most.

    Teammates of a registered player always can. Whether their team is full is not checked.
    """
    if event.capacity is None:
        return True
    found = find_team(event.teams.all(), team) if event.is_team_event else None
    if found and found.entries.exclude(account__kind=Account.Kind.BOT).exists():
        return True
    return places_taken(event) + event.team_size <= event.capacity


def waiting_players(event: Event) -> QuerySet[WaitingPlayer]:
    """Return the players on the waiting list in order; none once registration is closed. Makes one query."""
    if event.registration_closed_at:
        return event.waiting_players.none()
    return event.waiting_players.filter(ended_at=None).select_related("account").order_by("number")


def waiting_list(event: Event) -> list[WaitingPlace]:
    """Return the waiting list in order. Makes one query."""
    return [WaitingPlace(player, position) for position, player in enumerate(waiting_players(event), 1)]


def waiting_place(event: Event, account: object) -> WaitingPlace | None:
    """Return the place of ``account`` on the waiting list; None if it does not wait. Makes two queries."""
    player = waiting_players(event).filter(account=account).first() if isinstance(account, Account) else None
    if player is None:
        return None
    return WaitingPlace(player, waiting_players(event).filter(number__lte=player.number).count())


def has_waited_in_vain(event: Event, account: object) -> bool:
    """Return whether ``account`` was still on the waiting list when registration closed. Makes one query."""
    if not event.registration_closed_at or not isinstance(account, Account):
        return False
    return event.waiting_players.filter(account=account, ended_at=None).exists()
