"""Current bandwidth, free bandwidth and skill levels."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import Rm2kTable


def current_bandwidth(table: "Rm2kTable", user: int) -> int:
    """Return the bandwidth of a User with all changes, at least 0."""
    bandwidth = table.cards[user].bandwidth
    if user in table.lasting_changes:
        bandwidth += table.lasting_changes[user]
    if user in table.turn_changes:
        bandwidth += table.turn_changes[user]
    if user in table.cards_under:
        bandwidth += attached_bandwidth(table, user)
    return max(0, bandwidth)


def attached_bandwidth(table: "Rm2kTable", user: int) -> int:
    """Return the sum of the bandwidth bonuses of the Attach cards on the User, possibly negative."""
    cards, total = table.cards, 0
    for attach in table.cards_under.get(user, ()):
        total += cards[attach].bandwidth_bonus
    return total


def lasting_bandwidth(table: "Rm2kTable", user: int) -> int:
    """Return the permanent bandwidth of a User, without changes until the end of the turn, at least 0 (RM-4.2.3)."""
    bandwidth = table.cards[user].bandwidth
    if user in table.lasting_changes:
        bandwidth += table.lasting_changes[user]
    if user in table.cards_under:
        bandwidth += attached_bandwidth(table, user)
    return max(0, bandwidth)


def free_bandwidth(table: "Rm2kTable", user: int) -> int:
    """Return the bandwidth of a User without lag on it (RM-5.1.7, 5.1.8)."""
    return max(0, current_bandwidth(table, user) - table.lag.get(user, 0))


def free_bandwidths(table: "Rm2kTable", seat: int) -> dict[int, int]:
    """Return `free_bandwidth` of each User of ``seat`` in play, inlined because every play and window needs it."""
    cards, lag, lasting_changes, turn_changes, under = (
        table.cards,
        table.lag,
        table.lasting_changes,
        table.turn_changes,
        table.cards_under,
    )
    bandwidths: dict[int, int] = {}
    for user in table.users[seat]:
        bandwidth = cards[user].bandwidth
        if user in under:
            for attach in under[user]:
                bandwidth += cards[attach].bandwidth_bonus
        if user in lasting_changes:
            bandwidth += lasting_changes[user]
        if user in turn_changes:
            bandwidth += turn_changes[user]
        if user in lag:
            bandwidth -= lag[user]
        bandwidths[user] = bandwidth if bandwidth > 0 else 0  # noqa: FURB136 - `max` is slow
    return bandwidths


def is_immune(table: "Rm2kTable", user: int, skill: int | None) -> bool:
    """Return whether the User has "-" in the skill; a level of 0 is not an immunity (RM-6.1, 6.5)."""
    return skill in table.cards[user].immune


def current_level(table: "Rm2kTable", user: int, skill: int) -> int:
    """Return the level of a User in a skill; "-" counts as 0 (RM-6.4)."""
    definition = table.cards[user]
    level = definition.levels[skill]
    if user in table.level_changes:
        level += table.level_changes[user][skill]
    for bonus in definition.level_bonuses:
        level += bonus(table, user, user, skill)
    for attach in table.cards_under.get(user, ()):
        for bonus in table.cards[attach].level_bonuses:
            level += bonus(table, attach, user, skill)
    return level
