"""What the pages and the API show of a top cut that drafts again."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from drafting.models import Deck
from tests.drafting.conftest import signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.cuts import draft_to_cut, draft_with_bots, play_stage, ranking, seat_again, seated
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Event
from tournaments.selectors.progress import day_steps, event_phase

pytestmark = pytest.mark.clause("DRF-OP-12")


@pytest.fixture(scope="module")
def prepared_six(shared_database: None) -> Day:
    return draft_to_cut(6, cut=4)


@pytest.fixture
def six(db: None, prepared_six: Day) -> Day:
    """Six players after three rounds, the first four of whom draft again."""
    return deepcopy(prepared_six)


def page(client: Client, path: str) -> str:
    return visible_text(client.get(path).content.decode())


def step(day: Day) -> str:
    """Return the current step of the day."""
    day.event.refresh_from_db()
    return next(each.label for each in day_steps(day.event, event_phase(day.event)) if each.state == "now")


def test_a_second_draft_is_announced_copied_and_changed_by_form_and_by_api(six: Day):
    desk, here = signed_in(six.alma), f"/e/{six.event.slug}"
    form_page = desk.get("/events/new?preset=enemy-FL-booster").content.decode()
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form_page)) | CHOSEN | {"cut": "4", "cut_draft": "on"}
    assert desk.post("/events/new?preset=enemy-FL-booster", form).status_code == 302
    made = Event.objects.exclude(pk=six.event.pk).get()
    assert (made.cut, made.cut_draft) == (4, True)
    refused = desk.post("/events/new?preset=enemy-FL-booster", form | {"cut": "0"})
    assert (refused.status_code, "Choose its size, too." in refused.content.decode()) == (422, True)
    copied = desk.get(f"/events/new?copy={made.slug}").content.decode()
    assert re.search(r'name="cut_draft"[^>]*checked', copied)
    assert made.cut_boosters == []

    assert "They draft again before it" in page(Client(), f"{here}/")
    assert desk.get(f"/api/v1{here.replace('/e/', '/events/')}").json()["cut_draft"] is True
    assert "with a draft of its own" in page(desk, f"{here}/manage")
    assert desk.post(f"{here}/manage/cut", {"places": 4, "reason": "late"}).status_code == 302
    cut = f"/api/v1/events/{six.event.slug}/cut"
    changed = desk.put(cut, {"places": 4, "cut_draft": True, "reason": "early"}, content_type="application/json")
    assert (changed.status_code, changed.json()["cut_draft"]) == (200, True)
    assert "announced that the top 4 drafts again: early" in page(Client(), f"{here}/audit")


def test_the_second_draft_can_have_packs_of_another_set(six: Day):
    desk = signed_in(six.alma)
    data = {"preset": "enemy-FL-booster", "name": "Two sets", "cut": 2, "cut_draft": True, "pack_size": 4, "packs": 2}
    data |= {"deck_size": 6, "cut_product": "enemy-HB-booster", "opening": "by_hand"}
    made = desk.post("/api/v1/events", data, content_type="application/json")
    assert made.status_code == 201
    wrong: list[dict[str, object]] = [{"cut_product": "enemy-XX-booster"}, {"cut_draft": False}]
    for each in wrong:
        refused = desk.post("/api/v1/events", data | each, content_type="application/json")
        assert (refused.status_code, refused.json()["field"]) == (422, "cut_product")
    day = Day(Event.objects.get(slug=made.json()["slug"]), six.alma)
    again = desk.get(f"/events/new?copy={day.event.slug}").content.decode()
    assert re.search(r'value="enemy-HB-booster"\s+selected', again)
    day.to_cut(4)

    pod = seat_again(day)

    sets = {ref[:2] for pack in pod.packs.all() for _token, ref in pack.contents}
    first = day.event.pods.get(number=1).pod
    assert (sets, {ref[:2] for pack in first.packs.all() for _token, ref in pack.contents}) == ({"HB"}, {"FL"})
    facts = Client().get(f"/e/{day.event.slug}/").content.decode()
    assert "/cards/enemy/HB" in facts
    listed = Client().get(f"/e/{day.event.slug}/cards").content.decode()
    assert ("/cards/enemy/FL/C01" in listed, "/cards/enemy/HB/C01" in listed) == (True, True)


def test_the_desk_seats_the_top_cut_and_the_players_are_led_to_their_new_draft(six: Day):
    desk, here = signed_in(six.alma), f"/e/{six.event.slug}"
    out = six.event.entries.get(name=ranking(six)[-1])
    assert "Seat the draft of the top 4" in page(desk, f"{here}/manage")

    assert desk.post(f"{here}/manage/step", {"step": "seat_cut"}).status_code == 302
    again = desk.post(f"{here}/manage/step", {"step": "seat_cut"})
    assert (again.status_code, "already seated" in again.content.decode()) == (409, True)

    assert (event_phase(Event.objects.get(pk=six.event.pk)), step(six)) == ("draft", "Draft of the top cut")
    first, pod = seated(six)[0], six.event.pods.get(for_cut=True).pod
    own = signed_in(first.account)
    assert "Pod Top 4, seat" in page(own, f"{here}/")
    content = own.get(f"{here}/").content.decode()
    first_pod = six.event.pods.get(number=1).pod
    assert reverse("draft", args=[pod.pk]) in content
    assert "whatever the other results" not in content
    assert f'href="{reverse("deck", args=[first_pod.pk])}"' in content
    assert own.get(reverse("deck", args=[first_pod.pk])).status_code == 200
    assert own.get(reverse("draft", args=[pod.pk])).status_code == 200
    assert "You are not in the top 4" in page(signed_in(out.account), f"{here}/")
    assert signed_in(out.account).get(reverse("draft", args=[pod.pk])).status_code == 404
    for path in ("manage", "judge", "display"):
        shown = page(desk, f"{here}/{path}")
        assert ("Top 4" in shown, "Pod A" in shown) == (True, False), path
    text = page(desk, f"{here}/manage")
    assert ("Add a late player" in text, "Change the number of rounds" in text) == (False, False)
    for words in ("Finish the event early", "Start the top 4", "Still drafting: pod Top 4."):
        assert words in text
    assert "Top 4" in page(desk, f"{here}/print/seating")


def test_the_bracket_is_paired_once_the_new_decks_are_in(six: Day):
    pod, here = seat_again(six), f"/e/{six.event.slug}"
    draft_with_bots(pod)
    desk, own = signed_in(six.alma), signed_in(seated(six)[0].account)
    assert "Wait for the pairings" in page(own, f"{here}/")
    assert step(six) == "Draft of the top cut"

    assert desk.post(f"{here}/manage/step", {"step": "pair_round", "round": 4}).status_code == 302
    assert "The 4 players who drafted again, as seeded when they were seated" in page(desk, f"{here}/manage")
    play_stage(six, 4)
    assert step(six) == "Semi-final"
    assert "Your deck of the first draft" in page(own, f"{here}/")
    for query in ("", "?pod=1"):
        assert desk.get(f"{here}/standings{query}").status_code == 200
    assert desk.get(f"/api/v1/events/{six.event.slug}/standings?pod=2").status_code == 404
    roster = desk.get(f"{here}/roster.csv").content.decode()
    assert (roster.count(",A,"), "Top 4" in roster) == (6, False)


def test_both_decks_of_a_player_are_public_after_the_event(six: Day):
    draft_with_bots(seat_again(six))
    play_stage(six, 4)
    play_stage(six, 5)
    desk, here = signed_in(six.alma), f"/e/{six.event.slug}"
    assert desk.post(f"{here}/manage/step", {"step": "finish"}).status_code == 302

    rows = Client().get(f"/api/v1/events/{six.event.slug}/deck-lists").json()

    first = seated(six)[0]
    decks = {
        deck.seat.pod.label: sorted(deck.cards)
        for deck in Deck.objects.filter(seat__player=first.account).select_related("seat__pod")
    }
    assert [(row["in_cut"], sorted(row["cards"])) for row in rows if row["number"] == first.number] == [
        (True, decks["Top 4"]),
        (False, decks["A"]),
    ]
    shown = Client().get(f"{here}/decks").content.decode()
    assert len({*re.findall(r'id="(text-[^"]+)"', shown)}) == len(rows) == 10
    assert "Draft of the top cut" in shown
    logs = Client().get(f"{here}/").content.decode()
    assert all(reverse("draft_log", args=[each.pod_id]) in logs for each in six.event.pods.all())
