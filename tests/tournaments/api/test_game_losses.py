"""Reports in a match with a game loss: they include it, and a 2-0 in addition to it is refused."""

import re
from copy import deepcopy
from typing import Any

import pytest

from gameplay.models import LogEntry
from tests.drafting.conftest import Program, signed_in
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day, make_event
from tournaments.models import Entry, Match, Penalty
from tournaments.rules.infractions import PenaltyLevel
from tournaments.services.penalty import give_penalty, withdraw_penalty

A: dict[str, Any] = {"winner": "a", "vp_a": 5, "vp_b": 2, "end": "vp"}
B: dict[str, Any] = {"winner": "b", "vp_a": 2, "vp_b": 5, "end": "vp"}
LOST_BY_A: dict[str, Any] = {"winner": "b", "vp_a": 0, "vp_b": 0, "end": "penalty"}
LOST_BY_B: dict[str, Any] = {"winner": "a", "vp_a": 0, "vp_b": 0, "end": "penalty"}


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    day = make_event()
    day.to_round(1)
    return day


@pytest.fixture
def day(db: None, prepared: Day) -> Day:
    return deepcopy(prepared)


@pytest.fixture
def match(day: Day) -> Match:
    return day.matches(1)[0]


def lose(day: Day, entry: Entry | None, level: PenaltyLevel = PenaltyLevel.GAME_LOSS) -> Penalty:
    assert entry
    return give_penalty(entry, "late", level=level, reason="ten minutes", by=day.by)


def opponent(match: Match) -> Entry:
    assert match.b
    return match.b


def as_player(match: Match, entry: Entry) -> Program:
    return Program(entry.account, f"/api/v1/matches/{match.pk}")


def report(match: Match, *games: dict[str, Any], version: int = 0) -> Any:
    return as_player(match, match.a).send("/reports", {"games": games, "version": version})


def score(answer: Any) -> str:
    assert answer.status_code == 201, answer.json()
    won = [game["winner"] for game in answer.json()["result"]["games"]]
    return f"{won.count('a')}-{won.count('b')}"


@pytest.mark.parametrize(
    ("loser", "games", "begins_at"),
    [("a", [A, A], "0-1"), ("b", [B, B], "1-0")],
)
def test_two_wins_of_the_player_with_a_game_loss_are_not_2_0(
    day: Day, match: Match, loser: str, games: list[dict[str, Any]], begins_at: str
):
    lose(day, getattr(match, loser))

    refused = report(match, *games)

    assert (refused.status_code, refused.json()["code"]) == (422, "game_loss_left_out")
    assert f"this match began at {begins_at}. Enter the score including them." in refused.json()["detail"]
    assert not match.reports.exists()


@pytest.mark.parametrize(
    ("loser", "games", "counts"),
    [
        ("a", [LOST_BY_A, A, A], "2-1"),
        ("a", [LOST_BY_A, B], "0-2"),
        ("a", [A, LOST_BY_A, A], "2-1"),
        ("b", [LOST_BY_B, A], "2-0"),
        ("b", [LOST_BY_B, B, B], "1-2"),
        ("a", [B], "0-2"),  # only the game loss can have ended this match
        ("b", [B, A], "2-1"),
    ],
)
def test_a_report_includes_the_game_loss(day: Day, match: Match, loser: str, games: list[dict[str, Any]], counts: str):
    lose(day, getattr(match, loser))

    assert score(report(match, *games)) == counts

    confirmed = as_player(match, opponent(match)).send("/confirmation", {"version": 1})
    assert (score(confirmed), confirmed.json()["state"]) == (counts, "final")
    entries = LogEntry.objects.filter(stream=match.stream, action__in=("reported", "confirmed"))
    assert [(entry.after or {})["score"] for entry in entries] == [f"{counts}-0"] * 2


@pytest.mark.parametrize("games", [[LOST_BY_A, A, A], [A, LOST_BY_B], [LOST_BY_B, LOST_BY_B]])
def test_a_game_loss_that_does_not_count_cannot_be_reported(match: Match, games: list[dict[str, Any]]):
    refused = report(match, *games)

    assert (refused.status_code, refused.json()["code"]) == (422, "game_loss_gone")
    assert "this match began at 0-0" in refused.json()["detail"]


def test_two_game_losses_are_both_included(day: Day, match: Match):
    lose(day, match.a)
    lose(day, match.b)

    assert report(match, LOST_BY_A, A).json()["code"] == "game_loss_left_out"
    assert score(report(match, LOST_BY_A, LOST_BY_B, A)) == "2-1"


def test_a_report_from_before_a_game_loss_cannot_be_confirmed(day: Day, match: Match):
    assert score(report(match, A, A)) == "2-0"
    lose(day, match.a)
    other = as_player(match, opponent(match))

    refused = other.send("/confirmation", {"version": 1})

    assert (refused.status_code, refused.json()["code"]) == (422, "game_loss_left_out")
    assert score(report(match, LOST_BY_A, A, A, version=1)) == "2-1"
    assert other.send("/confirmation", {"version": 2}).json()["state"] == "final"


def test_an_official_needs_a_reason_to_omit_a_game_loss_which_still_counts(day: Day, match: Match):
    loss = lose(day, match.a)
    desk = Program(day.alma, f"/api/v1/matches/{match.pk}")

    refused = desk.send("/result", {"games": [A, A], "version": 0})
    assert (refused.status_code, refused.json()["code"]) == (422, "game_loss_left_out")

    entered = desk.send("/result", {"games": [A, A], "version": 0, "reason": "lost a game before these two"})
    assert score(entered) == "2-1"
    withdraw_penalty(loss, reason="the clock was wrong", by=day.by)
    assert [game["winner"] for game in desk.get("").json()["result"]["games"]] == ["a", "a"]


def form_of(page: str) -> dict[str, str]:
    page = compact_markup(page)
    form = page[page.index('id="report"') :]
    return dict(re.findall(r'<input type="hidden" name="(seen|begun)" value="([^"]*)"', form[: form.index("</form>")]))


def test_the_page_offers_the_possible_scores_and_shows_the_game_loss(day: Day, match: Match):
    lose(day, match.a)
    player = signed_in(match.a.account)
    page = player.get(f"/match/{match.pk}").content.decode()

    assert re.findall(r'name="quick" value="([^"]*)"', page) == ["2-1", "1-1", "1-2", "0-2"]
    assert f"Game 1: won by {opponent(match).name}, because {match.a.name} has a game loss." in page
    assert re.findall(r'name="(winner_\d)"', page) == ["winner_2", "winner_3"]
    assert form_of(page)["begun"] == "0-1"
    won = {f"{name}_{number}": value for number in (2, 3) for name, value in
           (("winner", "mine"), ("vp_mine", "5"), ("vp_theirs", "0"), ("end", "vp"))}  # fmt: skip
    assert player.post(f"/match/{match.pk}/report", form_of(page) | won).status_code == 302
    text = signed_in(opponent(match).account).get(f"/match/{match.pk}").content.decode()
    assert f"{match.a.name} reported 1-2" in visible_text(text)


def test_a_page_from_before_a_game_loss_is_refused(day: Day, match: Match):
    player = signed_in(match.a.account)
    old = form_of(player.get(f"/match/{match.pk}").content.decode())
    lose(day, match.a)

    for fields in ({"quick": "2-0"}, {"quick": "2-1"}, {"winner_1": "mine", "vp_mine_1": "5", "end_1": "vp"}):
        refused = player.post(f"/match/{match.pk}/report", old | fields)
        assert refused.status_code == 422
        assert "this match began at 0-1" in refused.content.decode()
    assert not match.reports.exists()


def test_a_page_from_before_a_withdrawn_game_loss_is_refused(day: Day, match: Match):
    loss = lose(day, match.a)
    player = signed_in(match.a.account)
    old = form_of(player.get(f"/match/{match.pk}").content.decode())
    withdraw_penalty(loss, reason="the clock was wrong", by=day.by)

    refused = player.post(f"/match/{match.pk}/report", old | {"quick": "2-1"})

    assert refused.status_code == 422
    assert "this match began at 0-0" in refused.content.decode()
    assert not match.reports.exists()


def test_the_desk_offers_the_possible_scores(day: Day, match: Match):
    lose(day, match.b)
    desk = signed_in(day.alma)
    assert match.table
    place = f"/e/{day.event.slug}/manage"

    tables = re.findall(r'id="score-1-(\d+)-\d"\s+name="score"\s+value="([\d-]+)"', desk.get(place).content.decode())

    assert [score for table, score in tables if int(table) == match.table] == ["2-0", "2-1", "1-1", "1-2", "0-0"]
    assert [score for table, score in tables if int(table) == match.table + 1][:2] == ["2-0", "2-1"]
    assert len([score for table, score in tables if int(table) == match.table + 1]) == 6
    page = desk.get(f"{place}/result?table={match.table}").content.decode()
    assert f"Game 1: won by {match.a.name}, because {opponent(match).name} has a game loss." in page
    lost = {"winner_2": "theirs", "vp_mine_2": "0", "vp_theirs_2": "5", "end_2": "vp"}
    won = {"winner_3": "mine", "vp_mine_3": "5", "vp_theirs_3": "0", "end_3": "vp"}
    fields = {"table": match.table, "seen": 0, "begun": "1-0"} | lost | won
    assert desk.post(f"{place}/result", fields).status_code == 302
    assert score_of(desk, match) == "2-1"


def score_of(client: Any, match: Match) -> str:
    games = client.get(f"/api/v1/matches/{match.pk}").json()["result"]["games"]
    return f"{sum(game['winner'] == 'a' for game in games)}-{sum(game['winner'] == 'b' for game in games)}"
