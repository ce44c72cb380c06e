"""The bars that a game sets for the balance of its sets (see `manage.py balance`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BalanceLimits:
    """Bars for games with ready-made decks.

    ``turns`` are the lowest and highest median number of turns per side. ``unearned`` are the reasons of endings that no
    player brought about, and ``most_unearned`` is how many games in a hundred may end so.
    """

    median_turns: tuple[float, float]
    passive_endings: tuple[str, ...]
    max_passive_percent: float
