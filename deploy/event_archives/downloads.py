"""Everything that an official who does not play can download of an event from its pages, as bytes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.translation import get_language

from drafting.selectors.draft_log import DRAFT_LOG_COLUMNS, draft_log_json, draft_log_rows
from gameplay.api.renderers import OrjsonRenderer
from gameplay.infrastructure.csv_export import csv_text
from tournaments.api.public_decks import PublicDecksApi
from tournaments.models import Event
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import tournament_json
from tournaments.selectors import exports
from tournaments.selectors.draft_logs import public_draft_logs
from tournaments.selectors.event_file import ended_games, event_file_text, public_file
from tournaments.selectors.event_log import official_decisions
from tournaments.selectors.history import tournament_of
from tournaments.selectors.public_decks import are_decks_public, public_decks
from tournaments.selectors.roster import pod_label
from tournaments.selectors.seats import ranked_pods

Download = tuple[str, Callable[[], bytes]]
"""A path, and a function that returns the file. It raises a RulesError if there is no such file of this event."""
DECISION_COLUMNS = ("at", "role", "decision", "sha256")


def event_downloads(event: Event) -> Iterator[Download]:
    """Yield the downloads of ``event``, in a fixed order.

    Games are there as soon as they are over; draft logs and deck lists once everyone who may see the event can read
    them. Nothing is in them that the pages of the event keep secret from such an official.
    """
    tournament = tournament_of(event)
    standings = partial(_table, exports.standings_csv, event, tournament=tournament)
    yield "event.json", partial(_event_file, event)
    yield "tournament.json", partial(_tournament, tournament)
    yield "tournament.trf", partial(_trf, event, tournament)
    yield "roster.csv", partial(_table, exports.roster_csv, event)
    yield "pairings.csv", partial(_table, exports.pairings_csv, event)
    yield "results.csv", partial(_table, exports.results_csv, event)
    yield "standings.csv", standings
    yield "decisions.csv", partial(_decisions, event)
    if not event.is_team_event:  # whose teams sit in several pods
        for number in ranked_pods(event).values_list("number", flat=True):
            folder = f"pods/{pod_label(number)}"
            yield f"{folder}/standings.csv", partial(standings, pod=number)
            yield f"{folder}/tournament.trf", partial(_trf, event, tournament, pod=number)
    if are_decks_public(event):
        yield "decks.json", partial(_decks, event)
    yield from _draft_logs(event)
    yield from _records(event)


def _draft_logs(event: Event) -> Iterator[Download]:
    for log_access in public_draft_logs(event):
        log = draft_log_json(log_access)
        folder = f"pods/{log_access.pod.label}"
        rows = draft_log_rows(log, get_language() or "en")
        yield f"{folder}/draft.json", partial(_json, log)
        yield f"{folder}/draft.csv", partial(_csv, DRAFT_LOG_COLUMNS, rows)


def _records(event: Event) -> Iterator[Download]:
    for link in ended_games(event).select_related("match__a").iterator(chunk_size=50):
        place = f"round-{link.match.round.number}-table-{link.match.label}-game-{link.number}"
        yield f"games/{place}.json", link.game.record.encode


def _decisions(event: Event) -> bytes:
    """Return the decisions as the page shows them to officials, the oldest first."""
    rows = [
        (each.at.isoformat(timespec="seconds"), each.entry.role, each.sentence, each.entry.hash)
        for each in reversed(official_decisions(event, staff=True))
    ]
    return _csv(DECISION_COLUMNS, rows)


def _event_file(event: Event) -> bytes:
    return event_file_text(public_file(event)).encode()


def _tournament(tournament: Tournament) -> bytes:
    return _json(tournament_json(tournament))


def _trf(event: Event, tournament: Tournament, *, pod: int | None = None) -> bytes:
    return exports.event_trf(event, tournament, pod=pod).encode()


def _decks(event: Event) -> bytes:
    return _json(PublicDecksApi.Output(public_decks(event), many=True).data)


def _table(make: Callable[..., exports.CsvTable], event: Event, **options: Any) -> bytes:
    table = make(event, **options)
    return _csv(table.columns, table.rows)


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    return csv_text(columns, rows).encode()


def _json(data: Any) -> bytes:
    """Return ``data`` as the API sends it."""
    return OrjsonRenderer().render(data)
