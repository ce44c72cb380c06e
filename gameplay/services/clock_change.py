"""Adjusts games to a change of the server's clock."""

from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import OnlineGame


def shift_game_times(change: ClockChange) -> None:
    """Move the start times of running games, and the times of the site's next choices, out of the future."""
    running = OnlineGame.objects.filter(ended_at=None)
    change.shift_future_times(running, "began_at")
    change.shift_future_times(running, "bots_due_at")
    change.shift_future_times(running, "passes_at")
