"""The pages, the CSV and the API of leagues: what they show, and to whom they offer changes."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.page_text import visible_text
from tests.tournaments.conftest import get_alma
from tests.tournaments.leagues import new_league, organizer, played, short_event
from tournaments.models import Event, League, LeagueEvent
from tournaments.rules.league import PointsRule
from tournaments.services.event import appoint_official
from tournaments.services.reopening import reopen_event

pytestmark = pytest.mark.django_db
BACKEND = "gameplay.infrastructure.sessions.AccountBackend"
RULE = PointsRule(match_points=True, rank_points=(5, 3), attendance=1, best=2)


@pytest.fixture
def alice() -> Account:
    return create_guest("Alice")


@pytest.fixture
def league(alice: Account) -> League:
    """Alice wins the first two events (9 points each) and loses the third (4); Bob, with the account, plays in two."""
    bob = create_guest("=Bob")
    events = [
        played("First", [alice, bob]),
        played("Second", [alice, create_guest("Charlie")], week=1),
        played("Third", [bob, alice], week=2),
    ]
    return new_league(*events, rule=RULE)


def client_of(account: Account | None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account:
        client.force_login(account, backend=BACKEND)
    return client


def text_of(path: str, account: Account | None = None, language: str = "en") -> str:
    response = client_of(account, language).get(path)
    assert response.status_code == 200
    return visible_text(response.content.decode())


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


def test_an_empty_league_says_when_the_table_appears():
    league = new_league(short_event("First").event)

    text = text_of(league.get_absolute_url())

    assert "No points yet" in text
    assert "First" in text
    assert "1 Alice" not in text


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


def test_ratings_are_shown_and_explained(alice: Account):
    league = new_league(played("First", [alice, create_guest("Bob")]), ratings=True)

    text = text_of(league.get_absolute_url())
    rows = list(csv.reader(io.StringIO(Client().get(f"/league/{league.slug}/table.csv").content.decode("utf-8-sig"))))
    found: dict[str, Any] = Client().get(f"/api/v1/leagues/{league.slug}").json()

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
    assert Client().get(f"/api/v1/leagues/{new_league().slug}").json()["table"] == []


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


def test_a_league_is_created_and_changed_with_refusals_beside_their_fields():
    client = client_of(get_alma())
    posted = {"name": "Spring", "game": "hagmi", "rank_points": "3 5", "attendance": "2", "visibility": "public"}

    refused = client.post("/leagues/new", posted)
    assert refused.status_code == 422
    assert "No rank can have more points than the rank before it." in refused.context["form"].errors["rank_points"][0]
    assert b'value="3 5"' in refused.content
    made = client.post("/leagues/new", posted | {"rank_points": "５ ３", "best": "4"}, follow=True)
    league = League.objects.get()
    assert made.redirect_chain == [(f"/league/{league.slug}/", 302)]
    assert (league.game, league.points_rule) == ("hagmi", PointsRule(False, (5, 3), 2, 4))

    page = f"/league/{league.slug}/settings"
    assert client.get(page).context["form"]["rank_points"].value() == "5 3"
    client.post(page, posted | {"rank_points": "", "match_points": "on", "attendance": "", "visibility": "unlisted"})
    league.refresh_from_db()
    assert (league.visibility, league.points_rule) == ("unlisted", PointsRule(True, (), 0, None))
    emptied = client.post(page, {"name": "Spring", "visibility": "public"})
    assert "this rule gives no points" in emptied.content.decode()


def test_events_are_added_by_organizers_of_both_and_removed_by_one_of_them():
    alma, berta, carla = get_alma(), create_staff("Berta"), create_staff("Carla")
    league, shared = new_league(), short_event("Shared").event
    appoint_official(shared, berta, "organizer", by=organizer(alma))
    foreign = short_event("Foreign", by=berta).event
    add, desk = f"/league/{league.slug}/events", f"/e/{foreign.slug}/manage/leagues"

    assert client_of(alma).post(add, {"event": foreign.slug}).status_code == 404
    assert client_of(berta).post(add, {"event": foreign.slug}).status_code == 404
    assert client_of(berta).get(desk).context["offered"] == []
    assert [each.name for each in client_of(alma).get(league.get_absolute_url()).context["offered"]] == ["Shared"]
    assert client_of(alma).post(add, {"event": shared.slug}).status_code == 302
    # Berta is an organizer of an event of the league now.
    assert client_of(berta).get(desk).context["offered"] == [league]
    assert client_of(berta).post(desk, {"league": league.slug}, follow=True).status_code == 200
    for account in (carla, create_guest("Zoe"), None):
        client = client_of(account)
        assert client.get(league.get_absolute_url()).context["removable"] == set()
        assert client.post(f"{add}/{foreign.slug}/remove").status_code == 404
        assert client.get(f"/league/{league.slug}/settings").status_code == 404
    assert client_of(berta).get(f"/league/{league.slug}/settings").status_code == 404
    assert client_of(alma).post(f"{add}/{foreign.slug}/remove").status_code == 302
    removed = client_of(berta).post(f"{add}/{shared.slug}/remove", {"back": "event"})
    assert removed.headers["Location"] == f"/e/{shared.slug}/manage/leagues"
    assert not LeagueEvent.objects.exists()


def test_the_desk_says_why_a_private_event_cannot_be_added():
    event = short_event("Secret", visibility="private").event
    league, client = new_league(), client_of(get_alma())

    assert "a private event or a rehearsal cannot belong to one" in text_of(
        f"/e/{event.slug}/manage/leagues", get_alma()
    )
    assert client.post(f"/league/{league.slug}/events", {"event": event.slug}).status_code == 422
    assert "Secret" not in text_of(league.get_absolute_url(), get_alma())


def test_the_api_does_what_the_pages_do():
    alma, other = get_alma(), create_staff("Berta")
    event = short_event("First").event

    def send(method: str, path: str, data: Any = None, *, by: Account = alma) -> Any:
        return getattr(client_of(by), method)(f"/api/v1/leagues{path}", data, content_type="application/json")

    made = send("post", "", {"name": "Winter", "best": 3})
    slug = made.json()["slug"]
    assert (made.status_code, made.json()["rank_points"]) == (201, [10, 8, 6, 5, 4, 3, 2, 1])
    assert send("post", "", {"name": "Winter"}, by=create_guest("Zoe")).status_code == 404
    assert send("post", f"/{slug}/events", {"event": event.slug}, by=other).status_code == 404
    assert send("post", f"/{slug}/events", {"event": event.slug}).status_code == 201
    assert send("post", f"/{slug}/events", {"event": event.slug}).json()["code"] == "already_in_league"
    assert send("put", f"/{slug}", {"name": "Spring"}, by=other).status_code == 404
    assert send("put", f"/{slug}", {"name": "Spring", "rank_points": [1, 2]}).status_code == 422
    assert send("put", f"/{slug}", {"name": "Spring", "visibility": "unlisted"}).json()["best"] is None
    assert send("delete", f"/{slug}/events/{event.slug}", by=other).status_code == 404
    assert send("delete", f"/{slug}/events/{event.slug}").status_code == 204
    assert Client().get(f"/api/v1/leagues/{slug}").json()["events"] == []
