"""Printed sheets of a round: pairings by name or by table, and a result slip for each match."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.collation import sort_key
from tournaments.models import Entry, Event, Match, Round
from tournaments.rules.slips import SlipTable, sheets_for_cutting, slip_code
from tournaments.selectors.pairings import PairedRound

SLIPS_PER_SHEET = 4
"""The number of slips below each other that fit on A4 and on Letter."""


@dataclass(frozen=True, slots=True)
class NameListLine:
    """A line of the name list: a player, the opponent, None with a bye, and the match with its table."""

    player: Entry
    opponent: Entry | None
    match: Match


@dataclass(frozen=True, slots=True)
class PrintedSlip:
    """The slip of a match and its readable code, from which the URL for scanners is made."""

    match: Match
    code: str


def rounds_to_print(event: Event) -> list[Round]:
    """Return the rounds with matches, the newest published one first and a proposed one last. Makes one query."""
    rounds = list(event.rounds.filter(matches__isnull=False).distinct().order_by("-number"))
    return sorted(rounds, key=lambda each: not each.is_published)


def lines_by_name(paired: PairedRound) -> list[NameListLine]:
    """Return a line for each player, sorted for lookup by name (`cards.collation.sort_key`).

    Makes one query.
    """
    matches = [pairing.match for pairing in paired.pairings]
    lines = [NameListLine(match.a, match.b, match) for match in matches]
    lines += [NameListLine(match.b, match.a, match) for match in matches if match.b]
    # An alias is sorted by itself: the place on the sheet must not tell the name.
    named = paired.round.event.entries.filter(under_age=False).values_list("pk", "account__reading")
    readings = dict(named)
    return sorted(
        lines, key=lambda line: sort_key(line.player.name, readings.get(line.player.pk, ""), line.player.number)
    )


def slip_sheets(paired: PairedRound) -> list[Sequence[PrintedSlip | None]]:
    """Return the slips of each sheet, ordered for cutting the stack (`tournaments.rules.slips.sheets_for_cutting`)."""
    slips = [_slip(pairing.match, paired) for pairing in paired.tables]
    return [*sheets_for_cutting(slips, on_sheet=SLIPS_PER_SHEET)]


def _slip(match: Match, paired: PairedRound) -> PrintedSlip:
    slip = SlipTable(paired.round.number, match.table or 0, match.board if match.a.team else 0)
    return PrintedSlip(match, slip_code(str(paired.round.event_id), slip))
