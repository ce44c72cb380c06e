"""Exported tables and files: their contents, and what they never contain."""

import csv
import io

from django.test import Client

from gameplay.services.accounts import create_guest
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.rules.results import GameResult, MatchResult, MatchSide
from tournaments.rules.trf_reader import read_trf
from tournaments.selectors.history import tournament_of
from tournaments.services.entry import drop_entry, register_player
from tournaments.services.match import enter_result
from tournaments.services.pairing_exclusion import exclude_pairing


def download(day: Day, file: str, *, official: bool = True) -> str:
    client = Client()
    if official:
        client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    answer = client.get(f"/e/{day.event.slug}/{file}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{day.event.slug}')
    return str(answer.content.decode("utf-8-sig"))


def table(day: Day, file: str, *, official: bool = True) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(download(day, file, official=official))))


def test_pairings_csv_has_every_round_with_final_results(day: Day):
    day.to_round(2)

    found = table(day, "pairings.csv", official=False)

    assert [(row["round"], row["table"], row["score"]) for row in found] == [
        *(("1", str(place), "2-0") for place in (1, 2, 3)),
        *(("2", str(place), "") for place in (1, 2, 3)),
    ]
    assert {row["player"] for row in found} | {row["opponent"] for row in found} == {
        each.handle for each in day.players
    }


def test_results_csv_has_a_row_for_each_game(day: Day):
    day.to_round(1)
    day.settle(1, "2-1")

    found = table(day, "results.csv")

    assert len(found) == 9
    match = day.matches(1)[0]
    assert match.b
    first = [row for row in found if row["table"] == "1"]
    assert [row["winner"] for row in first] == [match.a.name, match.b.name, match.a.name]
    assert {(row["state"], row["games_a"], row["games_b"], row["end"]) for row in first} == {("final", "2", "1", "vp")}
    assert [row["game"] for row in first] == ["1", "2", "3"]


def test_a_match_without_a_result_has_a_row(day: Day):
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)

    assert [(row["table"], row["state"], row["game"]) for row in table(day, "results.csv")] == [
        ("1", "open", ""),
        ("2", "open", ""),
        ("", "bye", ""),
    ]


def test_standings_csv_has_decimals_in_the_order_of_the_page(day: Day):
    day.to_round(1)
    day.settle(1)

    found = table(day, "standings.csv", official=False)

    assert [row["rank"] for row in found] == ["1", "1", "1", "4", "4", "4"]
    assert (found[0]["match_points"], found[0]["omw"], found[0]["gw"], found[0]["record"]) == (
        "3",
        "0.33",
        "1.0",
        "1-0-0",
    )
    assert len(table(day, "standings.csv?pod=1")) == 6
    assert Client().get(f"/e/{day.event.slug}/standings.csv?pod=9").status_code == 404


def test_the_roster_has_seats_and_no_readings_of_names(day: Day):
    register_player(day.event, create_guest("鈴木", reading="すずき"))
    for entry in day.enter(5)[:1]:
        drop_entry(entry, by=day.by, reason="ill")
    day.seat()

    text, found = download(day, "roster.csv"), table(day, "roster.csv")

    assert "すずき" not in text
    assert [row["number"] for row in found] == ["1", "2", "3", "4", "5", "6"]
    assert (found[1]["dropped_after_round"], found[1]["pod"]) == ("0", "")
    assert sorted(row["seat"] for row in found if row["pod"] == "A") == ["1", "2", "3", "4", "5"]


def test_names_are_escaped_against_formulas(day: Day):
    name = "=HYPERLINK(1)"
    register_player(day.event, create_guest(name))
    day.enter(3)
    day.seat()
    day.draft()
    day.round(1)

    for file in ("pairings.csv", "results.csv", "standings.csv", "roster.csv"):
        assert f"'{name}" in download(day, file)
        assert f",{name}" not in download(day, file)


def test_the_trf_file_has_the_points(day: Day):
    day.to_round(2)

    found, event = read_trf(download(day, "tournament.trf", official=False)), tournament_of(day.event)

    assert [entry.name for entry in found.entries] == [entry.name for entry in event.entries]
    assert len(found.rounds[0].matches) == 3
    trf = Client().get(f"/api/v1/events/{day.event.slug}/trf?pod=1").json()["trf"]
    assert trf.splitlines() == download(day, "tournament.trf?pod=1").splitlines()


def test_a_double_loss_is_not_exported_as_a_draw(day: Day):
    day.to_round(1)
    lost, cut_short, *_rest = day.matches(1)
    enter_result(lost, MatchResult(double_loss=True), by=day.by, last_seen_number=0, reason="a fight")
    one_each = MatchResult((GameResult(MatchSide.A, 5, 1), GameResult(MatchSide.B, 0, 5)), double_loss=True)
    enter_result(cut_short, one_each, by=day.by, last_seen_number=0, reason="a fight")

    pairings = {row["table"]: row["kind"] for row in table(day, "pairings.csv")}
    games = [row["end"] for row in table(day, "results.csv") if row["table"] == str(cut_short.table)]
    trf = read_trf(download(day, "tournament.trf", official=False))

    assert [pairings[str(match.table)] for match in day.matches(1)] == ["double_loss", "double_loss", "played"]
    assert games == ["vp", "vp", "double_loss"]
    assert [match.double_loss for match in trf.rounds[0].matches] == [True, True]


def test_only_officials_export_pairing_exclusions(day: Day):
    day.enter(4)
    exclude_pairing(day.event, 1, 3, reason="a father and his son", by=day.by)
    day.seat()

    assert "\r\nXXP 1 3\r\n" in download(day, "tournament.trf")
    assert "XXP" not in download(day, "tournament.trf", official=False)
    for client, there in ((signed_in(day.alma), True), (Client(), False)):
        trf = client.get(f"/api/v1/events/{day.event.slug}/trf").json()["trf"]
        assert ("\r\nXXP 1 3\r\n" in trf) is there
