"""The pages of an event without JavaScript: everything works by GET and form POST."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from drafting.models import Deck, Pod, Seat
from drafting.services.pause import pause_seat
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Call, Event
from tournaments.services.event import appoint_official


def primary(page: str) -> str:
    """Return the label of the primary action of the next step."""
    page = compact_markup(page)
    part = page[page.index('id="next-step"') :]
    found = re.search(r'class="(?:button )?primary(?: waiting)?"[^>]*>([^<]+)<', part)
    assert found
    return found.group(1)


def post_step(client: Client, page: str, slug: str) -> int:
    page = compact_markup(page)
    fields = dict(re.findall(r'name="(step|round|proposal)" value="(\w*)"', page[page.index('id="next-step"') :][:900]))
    return client.post(f"/e/{slug}/manage/step", fields).status_code


def create_event_by_form(client: Client) -> Event:
    """Create an event from the first preset; return it."""
    presets = client.get("/events/new").content.decode()
    address = re.findall(r'href="(/events/new\?preset=[^"]+)"', presets)[0]
    form = client.get(address).content.decode()
    values = {
        name: value
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)
        if name != "csrfmiddlewaretoken"
    }
    values |= CHOSEN
    created = client.post(address, values)
    assert created.status_code == 302
    event = Event.objects.get()
    assert created["Location"] == f"/e/{event.slug}/manage"
    return event


def test_an_organizer_runs_an_event_by_its_primary_button(db: None, browser_of: Callable[[Account], Client]):
    client = browser_of(create_staff("Alma"))
    event = create_event_by_form(client)
    desk = f"/e/{event.slug}/manage"
    for name in ("Alice", "Bob", "Charlie", "Dora", "Emil", "Frida"):
        assert client.post(f"{desk}/walk-in", {"handle": name}).status_code == 302
    labels: list[str] = []
    while "Finish event" not in labels:
        page = client.get(desk).content.decode()
        labels.append(primary(page))
        if labels.count("Pair round 1") == 1 and labels[-1] == "Pair round 1":
            assert post_step(client, page, event.slug) == 409
            Pod.objects.update(drafted_at=event.created_at, closed_at=event.created_at)
        elif labels[-1] != "Finish event":
            assert post_step(client, page, event.slug) == 302
        if labels[-1] == "Publish and start clock":
            for table in (1, 2, 3):
                assert client.post(f"{desk}/result", {"table": table, "score": "2-1"}).status_code == 302
    assert labels == [
        "Make pods",
        "Publish seating and start draft",
        "Pair round 1",
        "Pair round 1",
        "Publish and start clock",
        "Pair round 2",
        "Publish and start clock",
        "Pair round 3",
        "Publish and start clock",
        "Finish event",
    ]
    assert client.post(f"{desk}/step", {"step": "finish"}).status_code == 302
    finished = client.get(desk).content.decode()
    assert primary(finished) == "Final standings"
    standings = Client().get(f"/e/{event.slug}/standings").content.decode()
    assert bytes(Event.objects.get().seed).hex() in standings
    assert standings.count("<tr data-row=") == 6


def test_only_staff_create_events(day: Day, browser_of: Callable[[Account], Client]):
    day.enter(1)

    assert Client().get("/events/new").status_code == 302
    assert browser_of(day.players[0]).get("/events/new").status_code == 302


def test_a_guest_joins_with_one_field(day: Day):
    client = Client()
    assert client.get("/join/", {"code": day.event.join_code.lower()})["Location"] == f"/join/{day.event.join_code}"
    assert client.get(f"/join/{day.event.join_code}").status_code == 200

    answer = client.post(f"/join/{day.event.join_code}", {"handle": "Alice"})

    assert answer.status_code == 200
    assert re.search(r"[2-9A-Z]{4}(-[2-9A-Z]{4}){3}", answer.content.decode())
    assert "number 1" in client.get(f"/e/{day.event.slug}/").content.decode()
    assert client.get("/my")["Location"] == f"/e/{day.event.slug}/"
    other = Client()
    other.post(f"/join/{day.event.join_code}", {"handle": "Alice"})
    assert list(day.event.entries.values_list("name", flat=True)) == ["Alice", "Alice (2)"]


@pytest.mark.parametrize("is_full", [False, True])
def test_a_form_that_is_sent_again_leads_to_the_same_guest(day: Day, is_full: bool):
    if is_full:
        Event.objects.update(capacity=2)
        day.enter(2)
    path, entries = f"/join/{day.event.join_code}", day.event.entries.count()
    page = Client().get(path).content.decode()
    number = re.search(r'name="form_number" value="([^"]+)"', page)
    assert number

    answers = [Client().post(path, {"handle": "Zoe", "form_number": number[1]}) for _ in range(2)]  # cookies are lost

    accounts = {answer.wsgi_request.user for answer in answers}
    assert len(accounts) == 1
    assert (day.event.entries.count() - entries, day.event.waiting_players.count()) == ((0, 1) if is_full else (1, 0))
    code = re.search(r"[2-9A-Z]{4}(-[2-9A-Z]{4}){3}", answers[1].content.decode())
    assert code
    assert Client().post("/recover", {"code": code[0]}).status_code == 200
    other = Client().post(path, {"handle": "Zoe", "form_number": "x" * 22})
    assert other.wsgi_request.user not in accounts


def test_wrong_codes_are_refused_and_throttled(day: Day):
    client = Client(REMOTE_ADDR="192.0.2.7")

    statuses = [client.get("/join/", {"code": f"ZZZZ2{letter}"}).status_code for letter in "ABCDEFGHJKM"]

    assert statuses == [422] * 10 + [429]
    assert client.get("/join/ZZZZ2N").status_code == 429
    assert client.get(f"/join/{day.event.join_code}").status_code == 429


def test_right_codes_are_not_throttled(day: Day):
    statuses = [Client().get(f"/join/{day.event.join_code}").status_code for _ in range(24)]

    assert statuses == [200] * 24


def test_a_forbidden_name_is_refused_beside_its_field(day: Day):
    answer = Client().post(f"/join/{day.event.join_code}", {"handle": "Head Judge"})

    assert answer.status_code == 422
    assert "could be taken for staff" in answer.content.decode()
    assert not day.event.entries.exists()


def test_the_next_round_is_refused_while_a_table_plays(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    client = browser_of(day.alma)

    answer = client.post(f"/e/{day.event.slug}/manage/step", {"step": "pair_round"})

    assert answer.status_code == 409
    assert "1, 2, 3" in answer.content.decode()
    assert "1, 2, 3" in client.get(f"/e/{day.event.slug}/manage").content.decode()


def test_players_report_and_confirm(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    a, b = browser_of(match.a.account), browser_of(match.b.account)
    address = f"/match/{match.pk}"
    assert "Table 1" in a.get(f"/e/{day.event.slug}/").content.decode()

    assert a.post(f"{address}/report", {"quick": "2-1", "seen": 0}).status_code == 302
    assert "Waiting for" in a.get(address).content.decode()
    assert "reported by" in Client().get(f"/e/{day.event.slug}/pairings").content.decode()
    page = b.get(address).content.decode()
    assert f"{match.a.name} reported 1-2" in visible_text(page)
    assert b.post(f"{address}/confirm", {"seen": 1}).status_code == 302

    log = Client().get(address).content.decode()
    assert f"{match.a.name} reported 2-1 at table 1 in round 1." in log
    assert f"{match.b.name} confirmed 2-1 at table 1 in round 1." in log
    assert "This result counts." in a.get(address).content.decode()
    assert a.post(f"{address}/report", {"quick": "0-2", "seen": 2}).status_code == 409


def test_contradicting_reports_call_a_judge(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    a, b = browser_of(match.a.account), browser_of(match.b.account)
    a.post(f"/match/{match.pk}/report", {"quick": "2-1", "seen": 0})

    assert b.post(f"/match/{match.pk}/report", {"quick": "2-0", "seen": 1}).status_code == 302

    assert [client.get(f"/match/{match.pk}").content.decode().count("Disputed") > 0 for client in (a, b)] == [True] * 2
    assert Call.objects.get().match == match
    judge = browser_of(day.alma).get(f"/e/{day.event.slug}/judge").content.decode()
    assert "Table 1" in judge


def test_a_report_game_by_game_is_checked(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    match = day.matches(1)[0]
    client = browser_of(match.a.account)
    five_all = {"winner_1": "mine", "vp_mine_1": 5, "vp_theirs_1": 5, "end_1": "vp"}
    game = {"winner_2": "mine", "vp_mine_2": 5, "vp_theirs_2": 1, "end_2": "vp"}

    refused = client.post(f"/match/{match.pk}/report", five_all | game | {"seen": 0})
    by_time = {"vp_theirs_1": 2, "vp_mine_2": 3, "end_2": "time"}
    early = client.post(f"/match/{match.pk}/report", five_all | game | by_time | {"seen": 0})
    accepted = client.post(f"/match/{match.pk}/report", five_all | game | {"vp_theirs_1": 4, "seen": 0})

    assert (refused.status_code, early.status_code, accepted.status_code) == (422, 409, 302)
    assert "the other player cannot have 5" in refused.content.decode()
    assert match.reports.get().result["games"][0] == {"winner": "a", "vp_a": 5, "vp_b": 4, "end": "vp"}


@pytest.mark.parametrize("page", ["", "players", "pairings", "standings", "display", "audit"])
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_private_events_are_only_visible_to_participants(
    new_event: Callable[..., Day], browser_of: Callable[[Account], Client], page: str, visibility: str
):
    day = new_event(visibility=visibility)
    day.to_round(1)
    address = f"/e/{day.event.slug}/{page}"

    assert browser_of(day.players[0]).get(address).status_code == 200
    assert Client().get(address).status_code == (200 if visibility == "public" else 404)
    stranger = browser_of(create_staff("Berta"))
    assert stranger.get(address).status_code == (200 if visibility == "public" else 404)
    assert stranger.get(f"/e/{day.event.slug}/manage").status_code == 404


def test_a_link_from_the_desk_signs_in_another_device(day: Day, browser_of: Callable[[Account], Client]):
    day.enter(1)
    old, new = browser_of(day.players[0]), Client()

    page = browser_of(day.alma).post(f"/e/{day.event.slug}/manage/entries/1/device").content.decode()
    link = re.search(r"http://testserver(/sign-in/[^<]+)<", page)
    assert link
    new.post(link.group(1))

    assert new.get("/my")["Location"] == f"/e/{day.event.slug}/"
    assert old.get("/my")["Location"] == "/"
    assert Client().get(link.group(1)).status_code == 422


@pytest.mark.parametrize(("page", "queries"), [("pairings", 17), ("standings", 22), ("manage", 33)])
@pytest.mark.parametrize("players", [4, 8])
def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(
    day: Day,
    browser_of: Callable[[Account], Client],
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
    page: str,
    queries: int,
    players: int,
):
    day.enter(players)
    day.seat()
    day.draft()
    day.round(1)
    day.settle(1)
    client = browser_of(day.alma)

    with django_assert_max_num_queries(queries):
        assert client.get(f"/e/{day.event.slug}/{page}").status_code == 200


def test_an_organizer_appoints_a_judge_and_keeps_their_own_role(day: Day, browser_of: Callable[[Account], Client]):
    client, berta = browser_of(day.alma), create_staff("Berta")
    address = f"/e/{day.event.slug}/manage/officials"

    unknown = client.post(address, {"handle": "Nobody", "role": "head_judge"})
    leaving = client.post(address, {"handle": "Alma", "role": "head_judge"})
    appointed = client.post(address, {"handle": "berta", "role": "head_judge"})

    assert (unknown.status_code, leaving.status_code, appointed.status_code) == (422, 422, 302)
    assert browser_of(berta).get(f"/e/{day.event.slug}/judge").status_code == 200


def test_decisions_of_officials_are_public_but_not_the_whole_log(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    match = day.matches(1)[0]
    extension = {"table": 1, "minutes": 4, "reason": "deck check"}
    browser_of(day.alma).post(f"/e/{day.event.slug}/manage/extension", extension)

    public = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    staff = browser_of(day.alma).get(f"/e/{day.event.slug}/audit").content.decode()

    assert "Alma extended table 1 in round 1 by 4 min: deck check" in public
    assert "joined as player" not in public
    assert "joined as player" in staff
    assert "by 4 min" in browser_of(match.a.account).get(f"/match/{match.pk}").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", ["accounts", "paper"])
def test_the_forms_of_reported_games_are_filled_in_from_the_event(
    day: Day, browser_of: Callable[[Account], Client], form: str
):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    judge, scorekeeper = create_staff("Hana"), create_staff("Ines")
    appoint_official(day.event, judge, "head_judge", by=day.by)
    appoint_official(day.event, scorekeeper, "scorekeeper", by=day.by)
    Event.objects.update(format=day.event.format | {"vp_target": 7})
    for seat in Seat.objects.filter(player__in=(match.a.account, match.b.account)):
        Deck.objects.update_or_create(seat=seat, defaults={"cards": ["FL-C01"] * 35})
    address = f"/match/{match.pk}/{form}"

    page = browser_of(judge).get(address).content.decode()
    again = browser_of(judge).get(address).content.decode()
    without = browser_of(scorekeeper).get(address).content.decode()

    assert f'href="{address}"' in browser_of(judge).get(f"/match/{match.pk}").content.decode()
    assert f'href="{address}"' not in browser_of(match.a.account).get(f"/match/{match.pk}").content.decode()
    for name in (match.a.name, match.b.name):
        assert f'value="{name}"' in page
        assert f'value="{name}"' in without
    assert 'value="target 7"' in page
    assert (page.count("35 FL-C01"), again.count("35 FL-C01"), without.count("35 FL-C01")) == (2, 2, 0)
    looked = LogEntry.objects.filter(stream=match.stream, action="decks_looked_at")
    assert [entry.author for entry in looked] == [judge]
    log = browser_of(match.a.account).get(f"/match/{match.pk}").content.decode()
    assert "Hana looked at the decks of table 1 in round 1." in log


@pytest.mark.parametrize("form", ["accounts", "paper"])
def test_a_judge_who_plays_cannot_see_decks(day: Day, browser_of: Callable[[Account], Client], form: str):
    day.to_round(1)
    match = day.matches(1)[0]
    third = day.matches(1)[2].a.account
    appoint_official(day.event, third, "floor_judge", by=day.by)
    Deck.objects.bulk_create(
        Deck(seat=seat, cards=["FL-C01"] * 35) for seat in Seat.objects.filter(player=match.a.account, deck=None)
    )

    assert "35 FL-C01" not in browser_of(third).get(f"/match/{match.pk}/{form}").content.decode()
    assert not LogEntry.objects.filter(action="decks_looked_at").exists()


def test_all_drafts_are_paused_and_resumed_from_the_desk(day: Day, browser_of: Callable[[Account], Client]):
    day.enter(8)
    day.seat(4, 4)
    client, desk = browser_of(day.alma), f"/e/{day.event.slug}/manage"

    assert client.post(f"{desk}/pods", {"act": "pause", "reason": " "}).status_code == 422
    assert client.post(f"{desk}/pods", {"act": "pause", "reason": "the fire alarm"}).status_code == 302
    assert "2 pods are paused, and no clock is running." in client.get(desk).content.decode()
    audit = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    assert "paused all running drafts (pods: 2): the fire alarm" in audit
    assert client.post(f"{desk}/pods", {"act": "resume"}).status_code == 302

    assert "pods are paused" not in client.get(desk).content.decode()
    assert not Pod.objects.exclude(paused_at=None).exists()
    assert client.post(f"{desk}/pods", {"act": "dance"}).status_code == 400


def test_the_desk_marks_a_paused_seat(day: Day, browser_of: Callable[[Account], Client]):
    day.enter(8)
    day.seat(4, 4)
    seat = Seat.objects.filter(pod__event_pod__event=day.event).first()
    assert seat
    pause_seat(seat, author=day.alma, role="organizer", reason="ill")

    page = browser_of(day.alma).get(f"/e/{day.event.slug}/manage").content.decode()

    assert page.count('<span class="seat-note">paused') == 1
