"""The page of a league, its files, and the links to it."""

import csv
import io
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import get_alma
from tests.tournaments.leagues import client_of, new_league, organizer, played, text_of
from tournaments.models import Event, League
from tournaments.rules.league import PointsRule
from tournaments.services.reopening import reopen_event

RULE = PointsRule(match_points=True, rank_points=(5, 3), attendance=1, best=2)


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> League:
    """Alice wins the first two events (9 points each) and loses the third (4); Bob, with the account, plays in two."""
    alice, bob = create_guest("Alice"), create_guest("=Bob")
    events = [
        played("First", [alice, bob]),
        played("Second", [alice, create_guest("Charlie")], week=1),
        played("Third", [bob, alice], week=2),
    ]
    return new_league(*events, rule=RULE)


@pytest.fixture
def league(db: None, prepared: League) -> League:
    return deepcopy(prepared)


@pytest.fixture
def alice(league: League) -> Account:
    return Account.objects.get(handle="Alice")


def test_the_page_shows_the_table_its_rule_and_why(league: League, alice: Account):
    text = text_of(league.get_absolute_url(), alice)

    # The third event is not among Alice's best two.
    assert "1 Alice 18" in text
    assert "2 =Bob 13" in text
    assert "Rank 1: 5 for the rank + 3 match points + 1 for attendance = 9" in text
    assert "Rank 2: 3 for the rank + 0 match points + 1 for attendance = 4 does not count" in text
    assert "Points by rank: 5, 3, from rank 1 of the final standings." in text
    assert "Only the 2 events with the most points count for each player." in text
    assert "Alma created the league Winter League." in text
    rows = client_of(alice).get(league.get_absolute_url()).content.decode().split("<tr")
    assert ['class="own"' in row for row in rows[2:]] == [True, False, False]
    searched = client_of(alice).get(f"{league.get_absolute_url()}?find=char")
    assert [row.name for row in searched.context["shown"].rows] == ["Charlie"]


def test_the_page_in_japanese(league: League):
    text = text_of(league.get_absolute_url(), language="ja")

    assert "1位: 順位5 + 勝ち点3 + 参加1 = 9" in text
    assert "順位ポイント：最終順位の1位から順に5、3。" in text
    assert "Almaがリーグ「Winter League」を作成しました。" in text
    assert "League" not in text.replace("Winter League", "")


def test_files_have_the_table(league: League):
    rows = list(csv.reader(io.StringIO(Client().get(f"/league/{league.slug}/table.csv").content.decode("utf-8-sig"))))
    slugs = list(Event.objects.order_by("starts_at").values_list("slug", flat=True))
    found: dict[str, Any] = Client().get(f"/api/v1/leagues/{league.slug}").json()

    assert rows == [
        ["rank", "player", "points", "events", "wins", "best", *slugs],
        ["1", "Alice", "18", "3", "2", "9", "9", "9", "4"],
        ["2", "'=Bob", "13", "2", "1", "9", "4", "", "9"],
        ["3", "Charlie", "4", "1", "0", "4", "", "4", ""],
    ]
    assert (found["name"], found["rank_points"], found["best"]) == ("Winter League", [5, 3], 2)
    assert [(each["slug"], each["counts"]) for each in found["events"]] == [(slug, True) for slug in slugs]
    assert [(row["rank"], row["player"], row["points"]) for row in found["table"]] == [
        (1, "Alice", 18),
        (2, "=Bob", 13),
        (3, "Charlie", 4),
    ]
    score = {"rank": 2, "rank_points": 3, "match_points": 0, "attendance": 1, "points": 4, "counts": False}
    assert found["table"][0]["events"][2] == {"event": slugs[2], **score}


def test_ratings_are_shown_and_explained(league: League):
    rated = new_league(Event.objects.get(name="First"), ratings=True)

    text = text_of(rated.get_absolute_url())
    rows = list(csv.reader(io.StringIO(Client().get(f"/league/{rated.slug}/table.csv").content.decode("utf-8-sig"))))
    found: dict[str, Any] = Client().get(f"/api/v1/leagues/{rated.slug}").json()

    assert "1662 ?" in text
    assert "Ratings (Glicko-2) estimate how strong players are." in text
    assert [row[-2:] for row in rows] == [["rating", "rating_deviation"], ["1662", "290"], ["1338", "290"]]
    assert found["ratings"] is True
    assert found["table"][0]["rating"] == {
        "value": pytest.approx(1662.31, abs=0.01),
        "deviation": pytest.approx(290.32, abs=0.01),
        "volatility": pytest.approx(0.06, abs=0.0001),
        "matches": 1,
    }
    assert Client().get(f"/api/v1/leagues/{league.slug}").json()["table"][0]["rating"] is None


def test_an_unchanged_page_is_not_sent_again(league: League):
    client, paths = Client(), (league.get_absolute_url(), f"/api/v1/leagues/{league.slug}")
    client.get(paths[0])  # sets the CSRF cookie
    tags = {path: client.get(path).headers["ETag"] for path in paths}

    def statuses() -> list[int]:
        return [client.get(path, headers={"If-None-Match": tag}).status_code for path, tag in tags.items()]

    assert statuses() == [304, 304]
    reopen_event(Event.objects.get(name="Third"), by=organizer(get_alma()), reason="a typing error")
    assert statuses() == [200, 200]
    assert "2 =Bob 4" in text_of(paths[0])


def test_leagues_are_linked_unless_they_are_not_listed(league: League, alice: Account):
    new_league(Event.objects.get(name="First"), visibility="unlisted")
    paths = ("/leagues/", Event.objects.get(name="First").get_absolute_url(), "/my/events")

    for path in paths:
        page = client_of(alice).get(path).content.decode()
        assert page.count(f'href="{league.get_absolute_url()}"') == 1, path
        assert page.count('href="/league/') == 1, path
    assert 'href="/leagues/"' in client_of(None).get("/events/").content.decode()
    assert len(client_of(get_alma()).get("/leagues/").context["own"]) == 2
    assert [each["slug"] for each in Client().get("/api/v1/leagues").json()] == [league.slug]
