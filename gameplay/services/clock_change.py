"""What a change of the server's clock means for games."""

from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import OnlineGame


def move_games(change: ClockChange) -> None:
    """Let no running game have begun in the future, or its bots be woken only when the former clock's time comes."""
    running = OnlineGame.objects.filter(ended_at=None)
    change.end_future(running, "began_at")
    change.end_future(running, "bots_due_at")
