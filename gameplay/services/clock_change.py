"""What a change of the server's clock means for games."""

from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import OnlineGame


def shift_game_times(change: ClockChange) -> None:
    """Let no running game have begun in the future, or its bots be woken only when the former clock's time comes."""
    running = OnlineGame.objects.filter(ended_at=None)
    change.shift_future_times(running, "began_at")
    change.shift_future_times(running, "bots_due_at")
