"""Players are added from a CSV file, whose columns the organizer matches."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from gameplay.engine.core.errors import UnreadableError
from tests.drafting.conftest import signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.days import make_event
from tournaments.rules.roster_csv import RosterTable, read_roster

ROSTER = "No.,Player,ふりがな\n1,鈴木,すずき\n2,Ben,\n\n3,Cem\n"


def upload(day: Day, text: str, **fields: Any) -> Any:
    data = fields | ({"text": text} if fields else {"file": SimpleUploadedFile("players.csv", text.encode("utf-8"))})
    return signed_in(day.alma).post(f"/e/{day.event.slug}/manage/roster", data)


def names(day: Day) -> list[str]:
    return [entry.name for entry in day.event.entries.all()]


def test_columns_are_shown_and_matched(day: Day):
    desk = signed_in(day.alma).get(f"/e/{day.event.slug}/manage").content.decode()
    assert f'href="/e/{day.event.slug}/manage/roster"' in desk
    page = upload(day, ROSTER).content.decode()
    assert '<option value="1" selected>' in " ".join(page.split())
    assert "The file has 3 rows." in visible_text(page)
    assert not day.event.entries.exists()

    added = upload(day, ROSTER, step="add", handle="1", reading="2")

    assert added.status_code == 302
    assert names(day) == ["鈴木", "Ben", "Cem"]
    assert day.event.entries.get(name="鈴木").account.reading == "すずき"
    desk = visible_text(signed_in(day.alma).get(added.headers["Location"]).content.decode())
    assert "Ben" in desk


def test_a_file_can_be_sent_again(day: Day):
    upload(day, ROSTER, step="add", handle="1", reading="-1")

    upload(day, ROSTER + "4,Dan,\n", step="add", handle="1", reading="-1")

    assert names(day) == ["鈴木", "Ben", "Cem", "Dan"]


def test_teams_are_created(db: None):
    day = make_event(team_size=2)

    upload(day, "name;team\nAnn;Lamps\nBen;Lamps\nCem;Masks\n", step="add", handle="0", team="1")

    assert [(team.name, team.entries.count()) for team in day.event.teams.all()] == [("Lamps", 2), ("Masks", 1)]


def test_one_bad_row_adds_no_player_and_is_named(day: Day):
    refused = upload(day, f"name\nAnn\n{'x' * 200}\n", step="add", handle="0")

    assert (refused.status_code, "line 3: " in visible_text(refused.content.decode())) == (422, True)
    assert not day.event.entries.exists()


def test_no_player_is_added_after_registration(day: Day):
    day.enter()
    day.seat()

    assert upload(day, ROSTER, step="add", handle="1").status_code == 422


@pytest.mark.parametrize(
    ("text", "place"),
    [("", "a roster has"), ("name\n", "a roster has"), ('name\n"Ann\n', "line 2"), ("a\n" * 1002, "at")],
)
def test_a_file_without_players_is_refused(day: Day, text: str, place: str):
    with pytest.raises(UnreadableError, match=place):
        read_roster(text)
    assert upload(day, text).status_code == 422


@pytest.mark.parametrize("columns", [{}, {"handle": 9}, {"handle": -2}, {"handle": 1}])
def test_names_need_a_column(columns: dict[str, int | None]):
    table = RosterTable(("name", "note"), ((2, ("Ann", "")),))

    with pytest.raises(UnreadableError):
        table.players(columns)
