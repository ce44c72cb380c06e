"""What is printed for a round: pairings to be looked up by name or by table, and a slip for each match."""

from collections.abc import Sequence
from dataclasses import dataclass

from gameplay.infrastructure.handles import sort_key
from tournaments.models import Entry, Event, Match, Round
from tournaments.rules.slips import SlipTable, sheets_for_cutting, slip_code
from tournaments.selectors.pairings import PairedRound

SLIPS_PER_SHEET = 4
"""So many slips fit below each other on A4 as on Letter."""


@dataclass(frozen=True, slots=True)
class NameListLine:
    """Where one player of a round finds their table; no table and no opponent with a bye."""

    player: Entry
    opponent: Entry | None
    match: Match


@dataclass(frozen=True, slots=True)
class PrintedSlip:
    """The slip of a match: its players, and its code for people; the address for scanners is made of that."""

    match: Match
    code: str


def rounds_to_print(event: Event) -> list[Round]:
    """Return the rounds there is paper for, the newest published one first; one that is not published yet stands last.

    One query.
    """
    rounds = list(event.rounds.filter(matches__isnull=False).distinct().order_by("-number"))
    return sorted(rounds, key=lambda each: not each.is_published)


def lines_by_name(paired: PairedRound) -> list[NameListLine]:
    """Return both players of each match, in the order in which names are looked up (gameplay.infrastructure.handles.sort_key). One query."""
    matches = [pairing.match for pairing in paired.pairings]
    lines = [NameListLine(match.a, match.b, match) for match in matches]
    lines += [NameListLine(match.b, match.a, match) for match in matches if match.b]
    readings = dict(paired.round.event.entries.values_list("pk", "account__reading"))
    return sorted(lines, key=lambda line: sort_key(line.player.name, readings[line.player.pk], line.player.number))


def slip_sheets(paired: PairedRound) -> list[Sequence[PrintedSlip | None]]:
    """Return the slips sheet by sheet, so that the stack needs cutting only: see `tournaments.rules.slips.sheets_for_cutting`."""
    slips = [_slip(pairing.match, paired) for pairing in paired.tables]
    return [*sheets_for_cutting(slips, on_sheet=SLIPS_PER_SHEET)]


def _slip(match: Match, paired: PairedRound) -> PrintedSlip:
    slip = SlipTable(paired.round.number, match.table or 0, match.board if match.a.team else 0)
    return PrintedSlip(match, slip_code(str(paired.round.event_id), slip))
