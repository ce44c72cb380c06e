"""Events that were begun elsewhere are imported, by page and by API, and go on here."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Program, signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.cuts import play_stage
from tests.tournaments.days import get_alma
from tournaments.models import Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.json_output import standings_json, tournament_json
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf import write_trf
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.event_file import event_file, event_file_text, verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.services.entry import drop_entry
from tournaments.services.event import finish_event
from tournaments.services.match import enter_result

PAGES = ("", "players", "pairings", "pairings/1", "standings", "display", "audit", "manage", "standings.csv")
FILE = {
    "players": [
        {"id": "ann", "name": "Ann"},
        {"id": "ben", "name": "Ben"},
        {"id": "cem", "name": "鈴木"},
        {"id": "dan", "name": "Ann"},
        {"id": "eve", "entered_round": 2},
        {"id": "fay", "name": "Fay", "dropped_after_round": 1},
        {"id": "gus", "name": "Gus", "disqualified": True},
    ],
    "planned_rounds": 3,
    "ruleset": "head-to-head",
    "apart": [["ann", "eve"]],
    "rounds": [
        {
            "round": 1,
            "matches": [
                {"table": 4, "a": "ann", "b": "ben", "games_a": 2, "games_b": 1},
                {"table": 2, "a": "cem", "b": "gus", "games_a": 0, "games_b": 0, "double_loss": True},
                {"table": 3, "a": "fay", "b": "dan", "games_a": 0, "games_b": 0, "games_drawn": 3},
            ],
        },
        {
            "round": 2,
            "matches": [{"a": "ann", "b": "cem", "games_a": 0, "games_b": 0}],
            "byes": ["eve"],
            "missed": ["dan", "ben"],
        },
    ],
}


def imported(data: Any, **fields: str) -> Day:
    """Return the event imported from ``data`` by API."""
    alma = get_alma()
    text = data if isinstance(data, str) else json.dumps(data)
    answer = Program(alma, "/api/v1").send("/event-imports", {"preset": "enemy-full", "file": text, **fields})
    assert answer.status_code == 201, answer.content
    return Day(Event.objects.get(slug=answer.json()["slug"]), alma)


def figures(tournament: Any) -> list[Any]:
    """Return the standings without the ids, which are numbers on the site."""
    return [{key: value for key, value in row.items() if key != "player"} for row in
            standings_json(final_standings(tournament))]  # fmt: skip


def assert_pages_open(day: Day) -> None:
    client = signed_in(day.alma)
    for page in PAGES:
        assert client.get(f"/e/{day.event.slug}/{page}").status_code == 200, page


def test_an_event_in_progress_goes_on_here(db: None):
    day = imported(FILE, name="Winter Open")

    assert figures(tournament_of(day.event)) == figures(read_tournament(json.dumps(FILE)))
    assert [entry.name for entry in day.event.entries.all()] == ["Ann", "Ben", "鈴木", "Ann (2)", "eve", "Fay", "Gus"]
    assert [match.table for match in day.matches(1)] == [2, 3, 4]
    assert_pages_open(day)
    desk = Program(day.alma, f"/api/v1/events/{day.event.slug}")
    assert desk.get("/next-step").json()["code"] == "pair_round"
    day.round(3)
    met = {frozenset((match.a.name, match.b.name)) for match in day.matches(3) if match.b}
    assert not met & {frozenset(("Ann", "Ben")), frozenset(("Ann", "鈴木")), frozenset(("Ann", "eve"))}
    day.settle(3)
    day.event = finish_event(day.event, by=day.by)
    assert log_faults(day.event) == []
    assert verify_finished_event(day.event).verdict == "EXACT"
    trail = visible_text(Client().get(f"/e/{day.event.slug}/audit").content.decode())
    assert "Alma imported the event from a file (players: 7, rounds: 2, SHA-256: " in trail


def test_an_exported_event_is_imported_as_it_was(day: Day):
    day.to_round(2)
    day.settle(2, "2-1")
    drop_entry(day.event.entries.all()[0], by=day.by, reason="home")
    data = tournament_json(tournament_of(day.event)) | {"across": True}

    found = imported(data, name="Again")

    assert figures(tournament_of(found.event)) == figures(tournament_of(day.event))
    assert found.event.event_format.rounds == 3


def test_a_trf_is_imported_from_the_page(day: Day):
    day.to_round(3)
    day.settle(3)
    text = write_trf(tournament_of(day.event), name="Sommer-Turnier")
    upload = SimpleUploadedFile("open.trf", text.encode())
    client = signed_in(day.alma)
    assert 'href="/events/import"' in client.get("/events/new").content.decode()

    answer = client.post("/events/import", {"preset": "enemy-full", "name": "", "file": upload})

    found = Event.objects.exclude(pk=day.event.pk).get()
    assert answer.headers["Location"] == f"/e/{found.slug}/manage"
    assert found.name == "Sommer-Turnier"
    assert [row["record"] for row in figures(tournament_of(found))] == [
        row["record"] for row in figures(tournament_of(day.event))
    ]
    assert Program(day.alma, f"/api/v1/events/{found.slug}").send("/finish").status_code == 200
    assert_pages_open(Day(found, day.alma))


def test_an_event_file_is_restored_with_its_top_cut(six: Day):
    upper, lower = play_stage(six, 4, None)
    enter_result(upper, six.result("2-0"), by=six.by, last_seen_number=0)
    enter_result(lower, six.result("1-2"), by=six.by, last_seen_number=0)
    (final,) = play_stage(six, 5, None)
    enter_result(final, six.result("2-0"), by=six.by, last_seen_number=0)
    six.event = finish_event(six.event, by=six.by)

    found = imported(event_file_text(event_file(six.event)))

    assert found.event.name == six.event.name
    assert figures(tournament_of(found.event)) == figures(tournament_of(six.event))
    found.event = finish_event(found.event, by=found.by)
    assert_pages_open(found)
    assert log_faults(found.event) == []


def test_an_open_top_cut_goes_on_here(six: Day):
    upper, _lower = play_stage(six, 4, None)
    enter_result(upper, six.result("2-0"), by=six.by, last_seen_number=0)
    data = tournament_json(tournament_of(six.event)) | {"across": True}

    day = imported(data, name="Again")

    (open_match,) = [match for match in day.matches(4) if not match.reports.exists()]
    enter_result(open_match, day.result("0-2"), by=day.by, last_seen_number=0)
    (final,) = play_stage(day, 5, None)
    enter_result(final, day.result("2-0"), by=day.by, last_seen_number=0)
    assert finish_event(day.event, by=day.by).finished_at


def changed(**changes: Any) -> dict[str, Any]:
    return FILE | changes


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"players": []}, "players: an import needs 1 to 500 players, not 0"),
        (changed(planned_rounds=10**9), "planned_rounds: must be at most 99"),
        (changed(players=[{"id": "A", "name": "x" * 200}], rounds=[], apart=[]), "players[0].name"),
        (changed(players=[{"id": "A", "entered_round": 9}], rounds=[], apart=[]), "players[0].entered_round"),
        (changed(players=[{"id": "A", "dropped_after_round": 9}], rounds=[], apart=[]), "dropped_after_round"),
        (
            {
                "players": [{"id": "A"}, {"id": "B"}],
                "rounds": [{"round": 1, "matches": [{"a": "A", "b": "B", "games_a": 10**9, "games_b": 0}]}],
            },
            "round 1: a match has more than 99 games",
        ),
        (
            {"players": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "rounds": [{"round": 1, "byes": ["C"]}]},
            "round 1: A has no result; import the event when the round is complete",
        ),
        (
            {"players": [{"id": each} for each in "ABCD"], "pods": [["A", "B"], ["C", "D"]]},
            "pods: rounds remain, and an import keeps no pods",
        ),
    ],
)
def test_a_file_that_cannot_go_on_is_refused_with_its_place(db: None, data: Any, place: str, tmp_path: Path):
    alma = get_alma()
    upload = SimpleUploadedFile("event.json", json.dumps(data).encode())

    page = signed_in(alma).post("/events/import", {"preset": "enemy-full", "name": "Open", "file": upload})
    answer = Program(alma, "/api/v1").send(
        "/event-imports", {"preset": "enemy-full", "name": "Open", "file": json.dumps(data)}
    )

    assert (page.status_code, answer.status_code) == (422, 400)
    assert place in visible_text(page.content.decode())
    assert place in answer.content.decode()
    assert not Event.objects.exists()


def test_a_file_that_is_not_text_is_refused(db: None):
    upload = SimpleUploadedFile("event.json", b"\xff\xfe")

    page = signed_in(get_alma()).post("/events/import", {"preset": "enemy-full", "name": "Open", "file": upload})

    assert (page.status_code, "The file is not UTF-8" in page.content.decode()) == (422, True)


def test_only_staff_import_events(db: None):
    guest = create_guest("Zoe")

    assert signed_in(guest).get("/events/import").status_code == 302
    assert Program(guest, "/api/v1").send("/event-imports", {"preset": "enemy-full", "file": "{}"}).status_code == 404
