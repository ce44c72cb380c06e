"""Measure an event that a hall of people follows: open pages of spectators, and a result every second."""

import argparse
from dataclasses import dataclass
from typing import Any

from gameplay.services.accounts import create_guest
from tests.instruments.bench.load import Load, LoadSeat, common_fields, measure_loads
from tests.tournaments.crowd import crowd
from tests.tournaments.days import make_event

DEFAULT_VIEWERS = (100,)
PAGES = ("pairings", "standings", "pairings", "")
"""The pages that viewers keep open, in turn; "" is that of the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallLoad(Load):
    """An event of ``entries`` players in its third round, an official who enters results, and the viewers."""

    name = "hall"
    action = "result"
    group = "viewer"
    receipt = "shown"

    entries: int

    def create_seats(self) -> list[LoadSeat]:
        """Return the seat of the official, which is first, and those of the viewers, who have accounts."""
        day = make_event(pairing="event")
        crowd(day, self.entries, rounds=3)
        address, stream = f"/e/{day.event.slug}/", day.event.stream
        viewers = [create_guest(f"Viewer {number}") for number in range(self.groups)]
        return [
            LoadSeat(day.alma, f"{address}manage/result", stream),
            *(LoadSeat(viewer, address + PAGES[each % len(PAGES)], stream) for each, viewer in enumerate(viewers)),
        ]

    def settings(self) -> dict[str, Any]:
        return {"entries": self.entries}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("hall")
    group.add_argument(
        "--viewers", type=int, nargs="+", default=DEFAULT_VIEWERS, help="Numbers of open pages; each is a step."
    )
    group.add_argument("--entries", type=int, default=200, help="Number of players in the event.")


def measure(**options: Any) -> list[dict[str, Any]]:
    """Return the figures of each step. Raise the errors of `measure_loads`."""
    fields = common_fields(options, think="1") | {"entries": options["entries"]}
    loads = [HallLoad(groups=viewers, **fields) for viewers in options["viewers"]]
    return measure_loads(loads, database=options["database"])
