"""The draft log: sealed until the decks are in, then the own packs; the event can publish all."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from drafting import ports
from drafting.services.deck import submit_by_clock
from tests.drafting.conftest import SHORT, Draft, NewDraft, Program, signed_in
from tests.drafting.views.hosts import LOG_SCOPES, StaffHost
from tests.page_text import compact_markup


@pytest.fixture
def over(new_draft: NewDraft) -> Iterator[Draft]:
    """A finished draft of Alice, Bob and Charlie: two packs of four, and all decks are in."""
    with ports.pod_host.overridden(StaffHost()):
        draft = new_draft("Alice", "Bob", "Charlie").draft()
        submit_decks(draft)
        yield draft


@pytest.fixture(autouse=True)
def own_logs_only() -> Any:
    LOG_SCOPES.clear()
    yield
    LOG_SCOPES.clear()


def submit_decks(draft: Draft) -> None:
    from datetime import timedelta

    from django.utils import timezone

    for name in draft.people:
        submit_by_clock(draft.seat(name), now=timezone.now() + timedelta(hours=2))
    assert draft.pod.closed_at


def page(draft: Draft, name: str, query: str = "") -> str:
    return read(signed_in(draft.people[name]), draft, query)


def read(client: Client, draft: Draft, query: str = "") -> str:
    response = client.get(f"/pod/{draft.pod_id}/log{query}")
    assert response.status_code == 200
    return compact_markup(response.content.decode())


def cards_on(page: str) -> set[str]:
    return {f"FL-{number}" for number in re.findall(r"/cards/enemy/FL/(\w+)", page)}


def held(draft: Draft, name: str) -> set[str]:
    """Return the refs of all packs that ``name`` held, from the API."""
    log = Program(draft.people[name], f"/api/v1/pods/{draft.pod_id}").get("/log").json()
    return {ref for pick in log["picks"] for ref in pick["pack"]}


@pytest.mark.clause("DRF-2.13")
@pytest.mark.parametrize("moment", ["drafting", "building"])
def test_the_log_is_sealed_before_the_decks_are_in(new_draft: NewDraft, moment: str):
    draft = new_draft("Alice", "Bob")
    draft.pick("Alice")
    if moment == "building":
        draft.draft()
    LOG_SCOPES.append("everybody" if moment == "drafting" else "own")

    answers = [signed_in(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/{path}") for path in ("log", "log.csv")]
    api_response = Program(draft.people["Alice"], f"/api/v1/pods/{draft.pod_id}").get("/log")

    assert [answer.status_code for answer in answers] == [409, 409]
    assert (api_response.status_code, api_response.json()["clause"]) == (409, "DRF-2.13")
    assert not any("FL-" in answer.content.decode() for answer in (*answers, api_response))


def test_a_player_sees_only_their_own_packs(over: Draft):
    seen = set().union(*(cards_on(page(over, "Alice", f"?at={r}.{n}&seat=2")) for r in (1, 2) for n in (1, 2, 3, 4)))

    assert seen == held(over, "Alice")
    assert "At the same pick" not in page(over, "Alice")
    assert "Bob, pick" not in page(over, "Alice")


def test_the_api_has_the_own_picks(over: Draft):
    log = Program(over.people["Bob"], f"/api/v1/pods/{over.pod_id}").get("/log").json()

    assert log["whole"] is False
    assert {pick["seat"] for pick in log["picks"]} == {2}
    assert [pick["taken"] for pick in log["picks"]] == over.pool("Bob")
    assert [len(pick["pack"]) for pick in log["picks"]] == [4, 3, 2, 1] * 2
    assert all(pick["taken"] in pick["pack"] for pick in log["picks"])


def test_others_cannot_read_the_log(over: Draft, browser: Any):
    from gameplay.services.accounts import create_guest

    stranger = signed_in(create_guest("Zoe"))

    for path in (f"/pod/{over.pod_id}/log", f"/pod/{over.pod_id}/log.csv", f"/api/v1/pods/{over.pod_id}/log"):
        assert stranger.get(path).status_code == 404
    assert Client().get(f"/pod/{over.pod_id}/log").status_code == 404
    assert Client().get(f"/api/v1/pods/{over.pod_id}/log").status_code == 401


def test_players_get_a_message_if_the_log_is_never_published(over: Draft):
    LOG_SCOPES.append("nobody")

    answer = signed_in(over.people["Alice"]).get(f"/pod/{over.pod_id}/log")

    assert answer.status_code == 422
    assert "This event does not publish draft logs." in answer.content.decode()


def test_a_public_log_shows_every_seat(over: Draft):
    LOG_SCOPES.append("everybody")

    text = read(Client(), over, "?at=1.2&seat=2")

    assert "<h1>Pack 1, pick 2</h1>" in text
    assert '<h2 id="in-hand">Bob</h2>' in text
    assert all(f">{name}</a></h3>" in text for name in ("Alice", "Charlie"))
    assert len(cards_on(text)) > 3
    assert "Alice, pick 4" in text or "Charlie, pick 3" in text


def test_wheeled_cards_and_taken_cards_are_marked(over: Draft):
    """With three seats and packs of four, the last card of each pack wheels."""
    LOG_SCOPES.append("everybody")

    first, last = read(Client(), over, "?at=1.1&seat=1"), read(Client(), over, "?at=1.4&seat=1")

    assert first.count('<span class="chip">wheel</span>') == 3
    assert "This pack wheeled. Taken since:" in last
    assert "This pack wheeled" not in first


def test_links_lead_to_other_moments(over: Draft):
    text = page(over, "Alice", "?at=1.4")

    links = dict(re.findall(r'(?:rel|data-step)="(\w+)" href="\?at=([\d.]+)', text))
    assert links == {"Home": "1.1", "prev": "1.3", "next": "2.1", "End": "2.4"}


@pytest.mark.parametrize("at", ["", "?at=9.9", "?at=x", "?at=1.2.3", "?at=-1.1", "?seat=99", "?seat=0"])
def test_an_invalid_query_shows_the_first_moment(over: Draft, at: str):
    LOG_SCOPES.append("everybody")

    assert "<h1>Pack 1, pick 1</h1>" in read(Client(), over, at)


def test_signals_are_shown_for_each_neighbour(over: Draft):
    text = page(over, "Alice")

    assert re.findall(r"<caption>From (\w+)</caption>", text) == ["Bob", "Charlie"]
    assert "Average strength" in text


def test_the_table_has_a_row_for_each_pick(over: Draft):
    LOG_SCOPES.append("everybody")

    rows = Client().get(f"/pod/{over.pod_id}/log.csv").content.decode("utf-8-sig").splitlines()

    assert rows[0].startswith("pack,pick,seat,player,opened_by,taken,title")
    assert len(rows) == 1 + 3 * SHORT.pool_size


def test_a_pod_without_a_pick_has_no_page(over: Draft):
    from drafting.models import Pick

    Pick.objects.all().delete()

    assert signed_in(over.people["Alice"]).get(f"/pod/{over.pod_id}/log").status_code == 404


def test_the_log_takes_few_queries(over: Draft, django_assert_max_num_queries: Any):
    LOG_SCOPES.append("everybody")
    client = Client()

    with django_assert_max_num_queries(8):
        read(client, over)


def test_the_passing_is_drawn_only_in_a_whole_log(over: Draft):
    own = page(over, "Alice")
    LOG_SCOPES.append("everybody")
    whole = read(Client(), over, "?at=1.2&seat=2")

    assert "How pack 1 was passed" not in own
    assert "How pack 1 was passed" in whole
    drawn = whole.split("How pack 1 was passed")[1].split("</section>")[0]
    assert len(re.findall(r"<a\b", drawn)) == 3 * SHORT.pack_size
    assert len(re.findall(r'aria-current="true"', drawn)) == 1
    assert re.findall(r'<th scope="row">\s*(\w+)', drawn) == ["Alice", "Bob", "Charlie"]


@pytest.mark.clause("DRF-2.11")
@pytest.mark.parametrize("name", ["Alice", "Bob", "Charlie"])
def test_the_own_log_hides_who_took_other_cards_and_their_order(over: Draft, name: str):
    """A player knows which cards are missing from a wheeled pack, but not who took them."""
    for moment in ("1.4", "2.4"):
        taken = page(over, name, f"?at={moment}").split("Taken since:")[1].split("</p>")[0]
        takers = re.findall(r"\((\w+)\)", taken)
        titles = [each.strip() for each in re.sub(r"<[^>]+>|\(\w+\)", "", taken).split(",")]

        assert takers == [name]
        assert len(titles) == 3
        assert titles == sorted(titles, key=str.casefold)
