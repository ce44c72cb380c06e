"""The geometry of the pictures that explain a draft: the packs at a table, a hand of cards, a pool.

Coordinates are those of the SVG pictures in templates/tournaments/help_draft.html: y points down, and a positive angle
turns clockwise.
"""

from dataclasses import dataclass
from math import cos, radians, sin

from drafting.rules.passing import LEFT, direction

SEATS = 6
CENTER = 120
PACK_RADIUS = 58
ARROW_GAP = 19  # degrees between a pack and the arrow to the next one
FAN = 64  # degrees between the first and the last card of a fan
CHOSEN_SHARE = 0.62
"""The position of the chosen card in a fan, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class PackRound:
    """A pack round as seen from above, with the reader's seat at the bottom. ``turns`` are the angles of the seats."""

    number: int
    passes_left: bool
    turns: tuple[int, ...]
    arrow: str


@dataclass(frozen=True, slots=True)
class FanCard:
    """A card of a fan, turned by ``turn`` degrees."""

    turn: float
    chosen: bool


def pack_rounds(packs: int) -> list[PackRound]:
    """Return the pack rounds of a draft with ``packs`` packs at a table of six."""
    turns = tuple(360 * seat // SEATS for seat in range(SEATS))
    return [
        PackRound(number, direction(number) == LEFT, turns, arrow(direction(number))) for number in range(1, packs + 1)
    ]


def arrow(way: int) -> str:
    """Return the path of an arrow from the pack at the bottom to the next one: clockwise to the left neighbor."""
    begin, end = (90 + way * angle for angle in (ARROW_GAP, 360 / SEATS - ARROW_GAP))
    x, y = _point(end)
    tips = [_point(end - way * 9, PACK_RADIUS + offset) for offset in (7, -7)]
    head = "".join(f"M{x:.1f} {y:.1f}L{tip[0]:.1f} {tip[1]:.1f}" for tip in tips)
    from_x, from_y = _point(begin)
    sweep = int(way == LEFT)
    return f"M{from_x:.1f} {from_y:.1f}A{PACK_RADIUS} {PACK_RADIUS} 0 0 {sweep} {x:.1f} {y:.1f}{head}"


def _point(angle: float, radius: float = PACK_RADIUS) -> tuple[float, float]:
    return CENTER + radius * cos(radians(angle)), CENTER + radius * sin(radians(angle))


def fan(cards: int, *, choose: bool) -> list[FanCard]:
    """Return ``cards`` cards of a hand, from left to right; with ``choose``, one of them is chosen."""
    chosen = round((cards - 1) * CHOSEN_SHARE) if choose else None
    return [FanCard(round(FAN * (number / (cards - 1) - 0.5), 1), number == chosen) for number in range(cards)]


def pool(packs: int, pack_size: int, deck_size: int) -> list[list[bool]]:
    """Return the cards of each pack round, and whether they are in the deck; the others are spread evenly."""
    size = packs * pack_size
    spare = {int((number + 0.5) * size / (size - deck_size)) for number in range(size - deck_size)}
    cards = [number not in spare for number in range(size)]
    return [cards[begin : begin + pack_size] for begin in range(0, size, pack_size)]
