"""Balance limits for the card sets of a game (see `manage.py balance`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BalanceLimits:
    """Limits for games with ready-made decks.

    ``median_turns`` is the lowest and the highest acceptable median number of turns per side. ``passive_endings`` are
    the reasons of endings that no player brought about, and at most ``max_passive_percent`` of the games may end with
    one of them.
    """

    median_turns: tuple[float, float]
    passive_endings: tuple[str, ...]
    max_passive_percent: float
