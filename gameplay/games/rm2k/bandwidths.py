"""Changes of a User's bandwidth, which is never below 0: what cannot be taken is not owed (RM-4.2.2)."""

from typing import TYPE_CHECKING

from gameplay.games.rm2k.levels import attached_bandwidth

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import Rm2kTable


def change_bandwidth(table: "Rm2kTable", user: int, amount: int, *, forever: bool) -> None:
    """Add ``amount``, which may be negative, to the bandwidth of ``user``, for good or until the turn ends."""
    changed = table.lasting_changes if forever else table.turn_changes
    changed[user] = changed.get(user, 0) + amount
    clamp_bandwidth(table, user)


def clamp_bandwidth(table: "Rm2kTable", user: int) -> None:
    """Forget what was taken beyond the bandwidth there is, so that whatever is given later counts in full.

    What is taken for good may reach as far as into what Attach cards give; the rest comes off what is given until the
    turn ends. To be called whenever bandwidth has gone.
    """
    printed, attaches = table.cards[user].bandwidth, attached_bandwidth(table, user)
    drained, bent = table.lasting_changes.get(user, 0), table.turn_changes.get(user, 0)
    owed = -(printed + max(0, attaches) + drained)
    if owed > 0:
        drained += owed
        table.lasting_changes[user] = drained
        if bent > 0:
            bent -= min(owed, bent)
            table.turn_changes[user] = bent
    below = -(printed + attaches + drained + bent)
    if below > 0 and bent < 0:
        table.turn_changes[user] = min(0, bent + below)
