"""The time line of a game: where its turns begin, and the score of each side, as drawing instructions for SVG."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gameplay.selectors.replays import GameCourse

MAX_LABELS = 12
LAST_LABEL = 0.97  # of the width; a label after it would be cut off
HEIGHT = 100


@dataclass(frozen=True, slots=True)
class Timeline:
    """A drawing ``width`` units wide, one for each step, and HEIGHT units high.

    ``turns`` is the path of the marks of turns, ``scores`` the path of each seat's score. ``labels`` are pairs of a
    turn and its place, in per cent of the width.
    """

    width: int
    turns: str
    scores: tuple[str, ...]
    labels: tuple[tuple[int, str], ...]


def draw_timeline(course: GameCourse) -> Timeline:
    """Return the time line of ``course``."""
    starts, width = course.turn_starts, max(1, len(course.steps) - 1)
    scores = [score for step in course.steps for score in step.scores]
    highest, lowest = max(1, *scores), min(0, *scores)
    seats = range(len(course.steps[0].scores))
    every = -(-len(starts) // MAX_LABELS)
    shown = [start for start in starts[::every] if course.steps[start].turn and start < width * LAST_LABEL]
    labels = [(course.steps[start].turn, start) for start in shown]
    return Timeline(
        width,
        "".join(f"M{start} 0V{HEIGHT}" for start in starts if start),
        tuple("".join(_score_path(course, seat, lowest, highest)) for seat in seats),
        tuple((turn, f"{100 * start / width:.1f}") for turn, start in labels),
    )


def _score_path(course: GameCourse, seat: int, lowest: int, highest: int) -> Iterator[str]:
    """Yield the path of a seat's score, with a step where it changes."""

    def height(score: int) -> int:
        return round(HEIGHT - 5 - (HEIGHT - 10) * (score - lowest) / (highest - lowest))

    yield f"M0 {height(course.steps[0].scores[seat])}"
    for index, (before, after) in enumerate(pairwise(course.steps), 1):
        if after.scores[seat] != before.scores[seat]:
            yield f"H{index}V{height(after.scores[seat])}"
    yield f"H{max(1, len(course.steps) - 1)}"
