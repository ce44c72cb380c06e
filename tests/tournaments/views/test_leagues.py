"""The forms and the API by which organizers change leagues, and the page of an empty one."""

from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.tournaments.conftest import get_alma
from tests.tournaments.leagues import client_of, new_league, organizer, short_event, text_of
from tournaments.models import League, LeagueEvent
from tournaments.rules.league import PointsRule
from tournaments.services.event import appoint_official

pytestmark = pytest.mark.django_db


def test_an_empty_league_says_when_the_table_appears():
    league = new_league(short_event("First").event)

    text = text_of(league.get_absolute_url())

    assert "No points yet" in text
    assert "First" in text
    assert "1 Alice" not in text


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


def test_a_league_is_given_to_another_organizer_who_deletes_it():
    alma, berta = client_of(get_alma()), client_of(create_staff("Berta"))
    league = new_league(short_event("First").event)
    settings, owner = f"/league/{league.slug}/settings", f"/league/{league.slug}/owner"

    refused = alma.post(owner, {"handle": "Bertha"})
    assert refused.status_code == 422
    assert refused.context["owner_form"].errors["handle"] == ["There is no staff account with this name."]
    assert refused.context["form"]["name"].value() == league.name
    given = alma.post(owner, {"handle": "berta"}, follow=True)
    assert "The league belongs to Berta now." in given.content.decode()
    assert "made Berta the owner of the league." in given.content.decode()
    assert [each.get(settings).status_code for each in (alma, berta)] == [404, 200]
    assert alma.post(f"/league/{league.slug}/delete").status_code == 404
    assert alma.get(league.get_absolute_url()).context["removable"]  # of its own event

    gone = berta.post(f"/league/{league.slug}/delete", follow=True)
    assert f"The league {league.name} was deleted." in gone.content.decode()
    assert berta.get(league.get_absolute_url()).status_code == 404


def test_the_api_gives_a_league_to_another_organizer_and_deletes_it():
    alma, berta, league = client_of(get_alma()), client_of(create_staff("Berta")), new_league()
    address = f"/api/v1/leagues/{league.slug}"

    refused = alma.put(f"{address}/owner", {"handle": "Bertha"}, content_type="application/json")
    assert refused.json()["code"] == "no_such_staff"
    assert alma.put(f"{address}/owner", {"handle": "Berta"}, content_type="application/json").status_code == 200
    assert [each.delete(address).status_code for each in (alma, berta, berta)] == [404, 204, 404]
