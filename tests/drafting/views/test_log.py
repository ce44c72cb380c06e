"""Looking back on a draft: nobody before the decks are in, then one's own hands, at the end everybody's."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from drafting import ports
from drafting.services.deck import submit_by_clock
from tests.drafting.conftest import SHORT, Draft, NewDraft, Program, signed_in
from tests.drafting.views.offices import LOG, Offices


@pytest.fixture
def over(new_draft: NewDraft) -> Iterator[Draft]:
    """Alice, Bob and Charlie have drafted two packs of four and handed in their decks."""
    with ports.pod_host.overridden(Offices()):
        draft = new_draft("Alice", "Bob", "Charlie").draft()
        hand_in(draft)
        yield draft


@pytest.fixture(autouse=True)
def own_logs_only() -> Any:
    LOG.clear()
    yield
    LOG.clear()


def hand_in(draft: Draft) -> None:
    from datetime import timedelta

    from django.utils import timezone

    for name in draft.people:
        submit_by_clock(draft.seat(name), now=timezone.now() + timedelta(hours=2))
    assert draft.pod.closed_at


def page(draft: Draft, name: str, query: str = "") -> str:
    return read(signed_in(draft.people[name]), draft, query)


def read(client: Client, draft: Draft, query: str = "") -> str:
    answer = client.get(f"/pod/{draft.pod_id}/log{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def cards_on(page: str) -> set[str]:
    return {f"FL-{number}" for number in re.findall(r"/cards/enemy/FL/(\w+)", page)}


def held(draft: Draft, name: str) -> set[str]:
    """Every card that went through the hands of ``name``, as the API tells it."""
    told = Program(draft.people[name], f"/api/v1/pods/{draft.pod_id}").get("/log").json()
    return {ref for pick in told["picks"] for ref in pick["pack"]}


@pytest.mark.clause("DRF-2.13")
@pytest.mark.parametrize("moment", ["drafting", "building"])
def test_nobody_looks_back_before_the_decks_are_in(new_draft: NewDraft, moment: str):
    draft = new_draft("Alice", "Bob")
    draft.pick("Alice")
    if moment == "building":
        draft.draft()
    LOG.append("everybody" if moment == "drafting" else "own")

    answers = [signed_in(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/{path}") for path in ("log", "log.csv")]
    program = Program(draft.people["Alice"], f"/api/v1/pods/{draft.pod_id}").get("/log")

    assert [answer.status_code for answer in answers] == [409, 409]
    assert (program.status_code, program.json()["clause"]) == (409, "DRF-2.13")
    assert not any("FL-" in answer.content.decode() for answer in (*answers, program))


def test_a_player_sees_their_own_hands_and_no_others(over: Draft):
    seen = set().union(*(cards_on(page(over, "Alice", f"?at={r}.{n}&seat=2")) for r in (1, 2) for n in (1, 2, 3, 4)))

    assert seen == held(over, "Alice")
    assert "At the same pick" not in page(over, "Alice")
    assert "Bob, pick" not in page(over, "Alice")


def test_a_program_is_told_what_the_page_shows(over: Draft):
    told = Program(over.people["Bob"], f"/api/v1/pods/{over.pod_id}").get("/log").json()

    assert told["whole"] is False
    assert {pick["seat"] for pick in told["picks"]} == {2}
    assert [pick["taken"] for pick in told["picks"]] == over.pool("Bob")
    assert [len(pick["pack"]) for pick in told["picks"]] == [4, 3, 2, 1] * 2
    assert all(pick["taken"] in pick["pack"] for pick in told["picks"])


def test_others_are_told_nothing(over: Draft, browser: Any):
    from gameplay.services.accounts import create_guest

    stranger = signed_in(create_guest("Zoe"))

    for path in (f"/pod/{over.pod_id}/log", f"/pod/{over.pod_id}/log.csv", f"/api/v1/pods/{over.pod_id}/log"):
        assert stranger.get(path).status_code == 404
    assert Client().get(f"/pod/{over.pod_id}/log").status_code == 404
    assert Client().get(f"/api/v1/pods/{over.pod_id}/log").status_code == 401


def test_where_it_is_never_shown_its_players_are_told_so(over: Draft):
    LOG.append("nobody")

    answer = signed_in(over.people["Alice"]).get(f"/pod/{over.pod_id}/log")

    assert answer.status_code == 422
    assert "nobody looks back" in answer.content.decode()


def test_at_the_end_everybody_sees_every_seat_at_once(over: Draft):
    LOG.append("everybody")

    found = read(Client(), over, "?at=1.2&seat=2")

    assert "<h1>Pack 1, pick 2</h1>" in found
    assert '<h2 id="in-hand">Bob</h2>' in found
    assert all(f">{name}</a></h3>" in found for name in ("Alice", "Charlie"))
    assert len(cards_on(found)) > 3
    assert "Alice, pick 4" in found or "Charlie, pick 3" in found


def test_the_wheel_and_what_it_cost_are_marked(over: Draft):
    """Three seats, packs of four: the last card of each pack comes round."""
    LOG.append("everybody")

    first, last = read(Client(), over, "?at=1.1&seat=1"), read(Client(), over, "?at=1.4&seat=1")

    assert first.count('<span class="chip">wheel</span>') == 3
    assert "It came round. Gone since:" in last
    assert "It came round" not in first


def test_the_address_names_the_moment_and_links_lead_on(over: Draft):
    found = page(over, "Alice", "?at=1.4")

    links = dict(re.findall(r'(?:rel|data-step)="(\w+)" href="\?at=([\d.]+)', found))
    assert links == {"Home": "1.1", "prev": "1.3", "next": "2.1", "End": "2.4"}


@pytest.mark.parametrize("at", ["", "?at=9.9", "?at=x", "?at=1.2.3", "?at=-1.1", "?seat=99", "?seat=0"])
def test_an_address_that_names_nothing_shows_the_first_moment(over: Draft, at: str):
    LOG.append("everybody")

    assert "<h1>Pack 1, pick 1</h1>" in read(Client(), over, at)


def test_signals_are_told_by_neighbour(over: Draft):
    found = page(over, "Alice")

    assert re.findall(r"<caption>From (\w+)</caption>", found) == ["Bob", "Charlie"]
    assert "Mean strength" in found


def test_the_table_has_a_row_for_each_pick(over: Draft):
    LOG.append("everybody")

    rows = Client().get(f"/pod/{over.pod_id}/log.csv").content.decode("utf-8-sig").splitlines()

    assert rows[0].startswith("pack,pick,seat,player,opened_by,taken,title")
    assert len(rows) == 1 + 3 * SHORT.pool_size


def test_a_pod_without_a_pick_has_no_page(over: Draft):
    from drafting.models import Pick

    Pick.objects.all().delete()

    assert signed_in(over.people["Alice"]).get(f"/pod/{over.pod_id}/log").status_code == 404


def test_how_much_it_costs(over: Draft, django_assert_max_num_queries: Any):
    LOG.append("everybody")
    client = Client()

    with django_assert_max_num_queries(8):
        read(client, over)


@pytest.mark.clause("DRF-2.11")
@pytest.mark.parametrize("name", ["Alice", "Bob", "Charlie"])
def test_who_took_what_meanwhile_and_in_which_order_stays_unknown(over: Draft, name: str):
    """What is gone is known from looking twice; that Bob took it is not."""
    for moment in ("1.4", "2.4"):
        gone = page(over, name, f"?at={moment}").split("Gone since:")[1].split("</p>")[0]
        takers = re.findall(r"\((\w+)\)", gone)
        titles = [each.strip() for each in re.sub(r"<[^>]+>|\(\w+\)", "", gone).split(",")]

        assert takers == [name]
        assert len(titles) == 3
        assert titles == sorted(titles, key=str.casefold)
