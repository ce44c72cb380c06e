"""Bandwidth, free bandwidth and skill levels, as they are now."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import Rm2kTable


def current_bandwidth(table: "Rm2kTable", user: int) -> int:
    """The User's bandwidth with all that changes it, for a time or for good; never below 0."""
    now = table.cards[user].bandwidth
    if user in table.lasting_changes:
        now += table.lasting_changes[user]
    if user in table.turn_changes:
        now += table.turn_changes[user]
    if user in table.cards_under:
        now += attached_bandwidth(table, user)
    return max(0, now)


def attached_bandwidth(table: "Rm2kTable", user: int) -> int:
    """The bandwidth that the Attach cards on the User give; below 0 what they take."""
    cards, given = table.cards, 0
    for attach in table.cards_under.get(user, ()):
        given += cards[attach].bandwidth_bonus
    return given


def lasting_bandwidth(table: "Rm2kTable", user: int) -> int:
    """The bandwidth that the User has permanently: all but what is changed until the turn ends; never below 0 (RM-4.2.3)."""
    now = table.cards[user].bandwidth
    if user in table.lasting_changes:
        now += table.lasting_changes[user]
    if user in table.cards_under:
        now += attached_bandwidth(table, user)
    return max(0, now)


def free_bandwidth(table: "Rm2kTable", user: int) -> int:
    """Bandwidth that no lag covers, counted User by User (RM-5.1.7, 5.1.8)."""
    return max(0, current_bandwidth(table, user) - table.lag.get(user, 0))


def free_bandwidths(table: "Rm2kTable", seat: int) -> dict[int, int]:
    """What `free` says of each User of ``seat`` in play, written out, as every play and window asks for it."""
    cards, lag, drained, bent, under = (
        table.cards,
        table.lag,
        table.lasting_changes,
        table.turn_changes,
        table.cards_under,
    )
    found: dict[int, int] = {}
    for user in table.users[seat]:
        width = cards[user].bandwidth
        if user in under:
            for attach in under[user]:
                width += cards[attach].bandwidth_bonus
        if user in drained:
            width += drained[user]
        if user in bent:
            width += bent[user]
        if user in lag:
            width -= lag[user]
        found[user] = width if width > 0 else 0  # noqa: FURB136 - `max` would take as long as the rest
    return found


def is_immune(table: "Rm2kTable", user: int, skill: int | None) -> bool:
    """Whether the User has "-" in the skill; a level of 0 is none (RM-6.1, 6.5)."""
    return skill in table.cards[user].immune


def current_level(table: "Rm2kTable", user: int, skill: int) -> int:
    """The User's level in a skill; "-" counts as 0 (RM-6.4)."""
    definition = table.cards[user]
    now = definition.levels[skill]
    if user in table.level_changes:
        now += table.level_changes[user][skill]
    for bonus in definition.level_bonuses:
        now += bonus(table, user, user, skill)
    for attach in table.cards_under.get(user, ()):
        for bonus in table.cards[attach].level_bonuses:
            now += bonus(table, attach, user, skill)
    return now
