"""Changes of bandwidth. It is never below 0, and an amount that cannot be taken is not owed (RM-4.2.2)."""

from typing import TYPE_CHECKING

from gameplay.games.rm2k.levels import attached_bandwidth

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import Rm2kTable


def change_bandwidth(table: "Rm2kTable", user: int, amount: int, *, forever: bool) -> None:
    """Add ``amount``, which may be negative, to the bandwidth of ``user``, permanently or until the turn ends."""
    changes = table.lasting_changes if forever else table.turn_changes
    changes[user] = changes.get(user, 0) + amount
    clamp_bandwidth(table, user)


def clamp_bandwidth(table: "Rm2kTable", user: int) -> None:
    """Clamp reductions to the available bandwidth, so that later gains count in full.

    Permanent reductions can use up the bandwidth that Attach cards give; the rest is taken from gains until the end of
    the turn. Call it whenever bandwidth was reduced.
    """
    printed, attaches = table.cards[user].bandwidth, attached_bandwidth(table, user)
    lasting, temporary = table.lasting_changes.get(user, 0), table.turn_changes.get(user, 0)
    excess = -(printed + max(0, attaches) + lasting)
    if excess > 0:
        lasting += excess
        table.lasting_changes[user] = lasting
        if temporary > 0:
            temporary -= min(excess, temporary)
            table.turn_changes[user] = temporary
    below_zero = -(printed + attaches + lasting + temporary)
    if below_zero > 0 and temporary < 0:
        table.turn_changes[user] = min(0, temporary + below_zero)
