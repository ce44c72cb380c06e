"""The capacity of an event and the length of its waiting list."""

from gameplay.engine.core.errors import RulesError, _

MIN_CONTESTANTS = 2
"""An event needs two players, or two teams."""
MAX_CAPACITY = 10_000
MIN_WAITING_LIST = 20
MAX_GUESTS_OF_NETWORK = 10


class CapacityError(RulesError):
    """The capacity is out of range; ``details`` give the least and the greatest number of players."""

    code = "bad_capacity"
    sentence = _("Enter {least} to {most} players, or leave the field empty for no limit.")
    field = "capacity"


def capacity_fault(capacity: int | None, team_size: int) -> CapacityError | None:
    """Return an error if an event with teams of ``team_size`` cannot have this capacity, in players; else None."""
    least = MIN_CONTESTANTS * team_size
    if capacity is None or least <= capacity <= MAX_CAPACITY:
        return None
    return CapacityError(least=least, most=MAX_CAPACITY)


def max_waiting(capacity: int) -> int:
    """Return how many players the waiting list of a full event takes, so that it cannot grow without bound."""
    return max(capacity, MIN_WAITING_LIST)


def max_guests_of_network(capacity: int | None) -> int:
    """Return how many guests of one network can join an event; never more than half of its places."""
    return MAX_GUESTS_OF_NETWORK if capacity is None else min(MAX_GUESTS_OF_NETWORK, capacity // 2)
