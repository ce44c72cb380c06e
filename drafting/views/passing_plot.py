"""The passing of a pack round for templates/drafting/parts/passing.html: a row per seat, a column per pick.

Only for users who may see the whole log, since it shows the picks of every seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cards.plot_scales import LinearScale
from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Seat
from drafting.rules.draft_log import DraftLog, HeldPack, PickMoment
from drafting.rules.passing import opener_of

CELL = 36  # pixels; drafting/log.css has the same size


class PassingCell(NamedTuple):
    """What a seat did at a moment; ``card`` is None if it took nothing. ``same_pack`` marks the pack that is shown."""

    moment: str
    seat: int
    card: DisplayedCard | None
    opener: str
    same_pack: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class PassingPlot:
    """The rows of the seats, and the path of the pack that is shown as SVG lines from cell to cell."""

    rows: Sequence[tuple[Seat, Sequence[PassingCell]]]
    picks: Sequence[int]
    path: Sequence[tuple[float, float, float, float]]
    direction: str

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of all cells in pixels."""
        return CELL * len(self.picks), CELL * len(self.rows)


def passing_plot(
    draft: DraftLog, at: PickMoment, focus: int, *, seats: Sequence[Seat], game: str, language: str
) -> PassingPlot:
    """Return the plot of the pack round of ``at``, with the path of the pack that the seat ``focus`` holds then."""
    picks = [moment.number for moment in draft.moments() if moment.pack_round == at.pack_round]
    shown = opener_of(focus, at.number, at.pack_round, draft.seats)
    held = {
        (pack.seat, number): pack for number in picks for pack in draft.held_packs(PickMoment(at.pack_round, number))
    }

    def cell(seat: int, number: int) -> PassingCell | None:
        pack = held.get((seat, number))
        if pack is None:
            return None
        card = get_displayed_card(game, pack.taken.ref, language) if pack.taken else None
        current = (seat, number) == (focus, at.number)
        moment = f"{at.pack_round}.{number}"
        return PassingCell(moment, seat + 1, card, seats[pack.opener].name, pack.opener == shown, current)

    rows = [(seat, [cell(seat.number, number) for number in picks]) for seat in seats]
    return PassingPlot(
        [(seat, [each for each in cells if each]) for seat, cells in rows],
        picks,
        _path([pack for pack in held.values() if pack.opener == shown], picks, draft.seats),
        "left" if at.pack_round % 2 else "right",
    )


def _path(packs: Sequence[HeldPack], picks: Sequence[int], seats: int) -> list[tuple[float, float, float, float]]:
    """Return the lines of a pack from cell to cell; from the last row to the first one, two lines leave the plot."""
    x = LinearScale(0, 1, CELL / 2, CELL * 3 / 2)
    places = [(x(picks.index(pack.moment.number)), pack.seat) for pack in sorted(packs, key=lambda each: each.moment)]
    lines = []
    for (x1, one), (x2, two) in pairwise(places):
        if abs(one - two) <= 1:
            lines.append((x1, x(one), x2, x(two)))
        else:
            step = -1 if one < two else 1
            middle = (x1 + x2) / 2
            lines += [(x1, x(one), middle, x(one + step / 2)), (middle, x(two - step / 2), x2, x(two))]
    return lines
