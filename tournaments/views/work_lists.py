"""The lists that officials work with: tables, players, pods and missing decks.

A list with more than ROWS rows has pages, a search and links to its filters; a shorter one has all its rows, and
tournaments/tables.js filters them. All long lists of a page show the same page and search, so that a search finds
everything about a player.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Entry, Event
from tournaments.rules.agreement import ReportState
from tournaments.selectors.calls import open_calls
from tournaments.selectors.pairings import PairedMatch
from tournaments.selectors.results import MatchRow
from tournaments.selectors.round_tables import table_names
from tournaments.selectors.round_work import RoundWork
from tournaments.selectors.teams import RosterRow, load_entries, roster_rows
from tournaments.views.list_pages import ListPage, ListQuery, list_page, list_query

Row = TypeVar("Row")

ROWS = 50
URGENT_ROWS = 10
"""The number of judge calls, and of penalties that wait, in a large event; a link shows all."""


class UrgentRows(NamedTuple, Generic[Row]):
    """The ``rows`` that are shown of ``total`` ones that all matter now."""

    rows: Sequence[Row]
    total: int

    @property
    def more(self) -> int:
        """The number of rows that are not shown."""
        return self.total - len(self.rows)


def urgent_rows(request: HttpRequest, rows: Sequence[Row], *, players: int) -> UrgentRows[Row]:
    """Return the first ``rows``, which are in order; all in an event with few ``players``, and with ?show=all."""
    shows_all = players <= ROWS or request.GET.get("show") == "all"
    return UrgentRows(rows if shows_all else rows[:URGENT_ROWS], len(rows))


class ListFilter(NamedTuple):
    """A link that shows only the ``total`` rows in the state ``code``; "" for all rows."""

    code: str
    label: str
    total: int


class WorkTables(NamedTuple):
    """The tables of a round that a page shows, the ``page`` of the list that has them, and its filters."""

    pairings: Sequence[PairedMatch]
    page: ListPage[MatchRow]
    filters: Sequence[ListFilter]

    @property
    def half_reported(self) -> list[PairedMatch]:
        """Those whose result one player has reported, and the other has not answered."""
        return [pairing for pairing in self.pairings if pairing.agreed.state is ReportState.REPORTED]


class WorkRoster(NamedTuple):
    """The players that a page shows, the ``page`` of the list that has them, and its filters."""

    entries: Sequence[Entry]
    page: ListPage[RosterRow]
    filters: Sequence[ListFilter]


def call_queue(request: HttpRequest, event: Event, players: int) -> dict[str, Any]:
    """Return the context of tournaments/parts/calls.html for an event with this number of ``players``."""
    calls = open_calls(event, timezone.now())
    return {"calls": urgent_rows(request, calls, players=players), "newest_call": calls[-1] if calls else None}


def work_page(request: HttpRequest, rows: Sequence[Row], *, words: Callable[[Row], str]) -> ListPage[Row]:
    """Return the page of ``rows`` without filters; ``words`` returns the text in which a row is searched for."""
    query = list_query(request, total=len(rows), size=ROWS)
    return list_page(rows, query, matches=lambda row: query.wanted in normalize_login(words(row)), size=ROWS)


def pairing_words(pairing: PairedMatch) -> str:
    """Return the table and the players of a match, as text in which it is searched for."""
    match = pairing.match
    return " ".join(str(word) for word in (match.label, match.a.full_name, match.b and match.b.full_name) if word)


def desk_tables(request: HttpRequest, work: RoundWork) -> WorkTables:
    """Return all tables by urgency. Makes one query, two for a search."""
    filters = {
        "": _("All"),
        "missing": pgettext("result", "Not in"),
        "disputed": _("Disputed"),
        "reported": _("To confirm"),
        "final": pgettext("result", "In"),
    }
    return _tables(request, work, work.by_urgency, filters, _result_states)


def judge_tables(request: HttpRequest, work: RoundWork, now: datetime) -> WorkTables:
    """Return the tables without a final result, the first end of time first. Makes one query, two for a search."""
    filters = {
        "": _("All"),
        "disputed": _("Disputed"),
        "reported": _("To confirm"),
        "extended": _("Extra time"),
        "over": _("Time is up"),
    }
    over = {end.label for end in work.ends if end.ends_at and end.ends_at <= now}

    def states(row: MatchRow) -> set[str]:
        timed = {"extended": bool(row.extra_minutes), "over": row.label in over}
        return _result_states(row) | {state for state, applies in timed.items() if applies}

    return _tables(request, work, work.by_end, filters, states)


def _result_states(row: MatchRow) -> set[str]:
    return {"final"} if row.agreed.is_final else {"missing", str(row.agreed.state)}


def _tables(
    request: HttpRequest,
    work: RoundWork,
    rows: Sequence[MatchRow],
    labels: dict[str, str],
    states: Callable[[MatchRow], set[str]],
) -> WorkTables:
    query = _query(request, len(rows), labels)
    names = table_names(work.round) if query.search else {}

    def matches(row: MatchRow) -> bool:
        if query.wanted.isdecimal():
            return str(row.table) == query.wanted
        return query.wanted == str(row.label).lower() or query.wanted in normalize_login(names[row.pk])

    found, state = {row.pk: states(row) for row in rows}, query.options.get("state", "")
    listed = [row for row in rows if not state or state in found[row.pk]]
    page = list_page(listed, query, matches=matches, total=len(rows), size=ROWS)
    return WorkTables(work.load(page.rows), page, _filters(labels, found.values()))


def work_roster(request: HttpRequest, event: Event) -> WorkRoster:
    """Return the players in reading order, in a team event by team. Makes five queries at most."""
    labels = {"": _("All"), "here": _("Checked in"), "absent": _("Not checked in"), "gone": _("Dropped")}
    rows = roster_rows(event)
    query = _query(request, len(rows), labels)
    found = _entry_states(event) if len(rows) > ROWS else {}
    state = query.options.get("state", "") if found else ""
    aliases = dict(event.entries.filter(under_age=True).values_list("pk", "account__handle")) if query.search else {}

    def matches(row: RosterRow) -> bool:
        names = f"{row.names} {aliases.get(row.pk, '')}"
        return str(row.number) == query.wanted or query.wanted in normalize_login(names)

    listed = [row for row in rows if not state or state in found[row.pk]]
    page = list_page(listed, query, matches=matches, total=len(rows), size=ROWS)
    return WorkRoster(load_entries(page.rows), page, _filters(labels, found.values()))


def _entry_states(event: Event) -> dict[int, set[str]]:
    """Return the state of each entry, as in tournaments/parts/entry_code.html, by its key. Makes one query."""
    rows = event.entries.values_list("pk", "checked_in_at", "dropped_after_round", "disqualified_at")
    return {
        key: {"gone" if dropped is not None or disqualified else "here" if checked_in else "absent"}
        for key, checked_in, dropped, disqualified in rows
    }


def _query(request: HttpRequest, total: int, labels: dict[str, str]) -> ListQuery:
    state = request.GET.get("state", "")
    return list_query(request, total=total, size=ROWS, state=state if state in labels else "")


def _filters(labels: dict[str, str], states: Iterable[set[str]]) -> list[ListFilter]:
    found = list(states)
    counts = {code: sum(code in each for each in found) if code else len(found) for code in labels}
    return [ListFilter(code, label, counts[code]) for code, label in labels.items()]
