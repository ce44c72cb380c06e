"""The tables of rounds as plain rows, of which a page loads only those that it shows."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournaments.models import Event, Match, Round
from tournaments.selectors.pairings import PairedMatch, PairedRound, paired_matches
from tournaments.selectors.results import MatchRow, match_rows

Table = Sequence[MatchRow]
"""The match at a table, or the boards of a team match; without an opponent, a bye or a missed round."""


@dataclass(frozen=True, slots=True)
class RoundTables:
    """A round and its tables in order; byes and missed rounds come last."""

    round: Round
    tables: Sequence[Table]

    @property
    def results(self) -> int:
        """The number of results of the round, one for each board of a team match."""
        return len(self._played)

    @property
    def final_results(self) -> int:
        """The number of results that are final."""
        return sum(row.agreed.is_final for row in self._played)

    @property
    def _played(self) -> list[MatchRow]:
        return [row for table in self.tables for row in table if row.kind == Match.Kind.PLAYED]


def published_rounds(event: Event) -> list[Round]:
    """Return the published rounds with their pairing details, the newest first. Makes one query."""
    rounds = event.rounds.filter(published_at__isnull=False).select_related("pairing_details")
    return list(rounds.order_by("-number"))


def count_tables(rounds: Sequence[Round]) -> int:
    """Return the number of tables, byes and missed rounds in ``rounds``. Makes one query."""
    return Match.objects.filter(round__in=rounds, board=1).count()


def newest_tables(event: Event) -> RoundTables | None:
    """Return the tables of the newest published round, None without one. Makes four queries."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("-number")[:1]
    return next(iter(tables_of(list(newest))), None)


def is_final(table: Table) -> bool:
    """Return whether all results of ``table`` are final."""
    return all(row.agreed.is_final for row in table)


def table_names(paired: Round) -> dict[Any, str]:
    """Return the names of the players and teams of each match of a round, by match key. Makes one query."""
    fields = ("a__name", "a__team__name", "b__name", "b__team__name")
    rows = Match.objects.filter(round=paired).order_by().values_list("pk", *fields)
    return {key: " ".join(filter(None, names)) for key, *names in rows}


def load_pairings(shown: Sequence[RoundTables]) -> list[PairedRound]:
    """Return the rounds with the pairings of these tables and their reasons. Makes one query."""
    loaded = load_matches(shown)
    return [
        PairedRound(each.round, paired_matches(each.round, [(one.match, one.agreed) for one in pairings]))
        for each, pairings in zip(shown, loaded, strict=True)
    ]


def load_matches(shown: Sequence[RoundTables]) -> list[list[PairedMatch]]:
    """Return the pairings of these tables by round, without their reasons. Makes one query."""
    rows = [row for each in shown for table in each.tables for row in table]
    found = {
        match.pk: match
        for match in Match.objects.filter(pk__in=[row.pk for row in rows]).select_related("a__team", "b__team")
    }
    for each in shown:
        for table in each.tables:
            for row in table:
                found[row.pk].round = each.round
    return [[PairedMatch(found[row.pk], row.agreed) for table in each.tables for row in table] for each in shown]


def tables_of(rounds: Sequence[Round]) -> list[RoundTables]:
    """Return the tables of each of ``rounds``. Makes three queries."""
    rows = defaultdict[int, list[MatchRow]](list)
    for row in match_rows(rounds):
        rows[row.round_id].append(row)
    return [
        RoundTables(each, [list(boards) for _key, boards in groupby(rows[each.pk], key=lambda row: (row.table, row.a))])
        for each in rounds
    ]
