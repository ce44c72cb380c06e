"""Erasure: the person's name, and all that identifies them, disappears everywhere; results and hashes stay."""

import json
from copy import deepcopy

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client

from cards.selectors import get_printed_card
from drafting.models import Pick, Seat
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure.name_eraser import name_eraser
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.services.accounts import create_guest, create_login_link, create_staff, new_recovery_code
from gameplay.services.corrections import correct_game
from gameplay.services.games import concede
from gameplay.services.judge_notes import annotate_moment
from gameplay.services.notifications import set_kinds, subscribe
from tests.parts.push_service import PushBrowser
from tests.tournaments.conftest import Day, make_event
from tournaments.models import Call, Match
from tournaments.selectors.audit_trail import log_faults, log_heads
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_table, claim_call, resolve_call
from tournaments.services.deck_check import start_player_check
from tournaments.services.entry import drop_entry, register_player
from tournaments.services.erasure import StillOfficialError, StillPlayingError, erase_account
from tournaments.services.event import appoint_official, finish_event
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"
NAME, READING = "Xanthippe", "ざんてぃっぺ"


def stored_bytes() -> str:
    """Return everything that the database holds, as one text."""
    rows = [list(model._base_manager.values()) for model in apps.get_models()]
    return json.dumps(rows, default=str, ensure_ascii=False)


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    """A finished online event in which Xanthippe appears in as many texts as possible."""
    day = make_event(play="online", intentional_draws=True)
    person = create_guest(NAME, reading=READING)
    day.players.append(person)
    entry = register_player(day.event, person).entry
    day.enter(5)
    tomas = create_staff("Tomas")
    appoint_official(day.event, tomas, "head_judge", by=day.by)
    judge = Actor(tomas, "head_judge")
    day.seat()
    day.hand_in()
    day.draft()
    day.round(1)
    match = next(each for each in day.matches(1) if entry in (each.a, each.b))
    call = call_judge_to_table(match, by=Actor(person, "player"), category=Call.Category.RULES, text=f"I am {NAME}")
    resolve_call(claim_call(call, by=judge), by=judge, ruling=f"{NAME} is right")
    give_penalty(entry, "late", reason="xanthippe's tram was late", by=judge)
    start_player_check(day.event, entry.number, by=judge)
    game = match.games.get().game
    correct_game(tomas, game, role="head_judge", number=game.number, actions=[], reason=f"{NAME} asked")
    annotate_moment(tomas, game, role="head_judge", entry=0, text=f"{NAME} cut the deck")
    _play_round(day, 1)
    enter_result(match, day.result("2-0"), by=day.by, last_seen_number=1, reason=f"{NAME} misread the slip")
    for number in (2, 3):
        day.round(number)
        _play_round(day, number)
    return day


@pytest.fixture
def played(db: None, prepared: Day) -> Day:
    return deepcopy(prepared)


def _play_round(day: Day, number: int) -> None:
    for match in day.matches(number):
        for _game in range(2):
            _end_game(match)


def _end_game(match: Match) -> None:
    link = match.games.filter(game__ended_at=None).first()
    if link:
        concede(match.a.account, link.game)


def person_of(day: Day) -> Account:
    return Account.objects.get(pk=day.players[0].pk)


def test_nothing_in_the_database_names_the_person(played: Day, client: Client):
    finish_event(played.event, by=played.by)
    person = person_of(played)
    client.force_login(person, backend=BACKEND)
    set_kinds(person, ["round"])
    subscribe(person, **PushBrowser("https://push.example/xyz").subscription)
    new_recovery_code(person)
    create_login_link(person)
    before = stored_bytes()
    assert before.count(NAME) > 10
    assert READING in before

    erase_account(person)

    after = stored_bytes().casefold()
    assert [mark for mark in (NAME.casefold(), READING, "push.example") if mark in after] == []
    person.refresh_from_db()
    assert (person.recovery, person.is_active, person.has_usable_password()) == (None, False, False)
    assert not person.login_links.exists()
    assert not Session.objects.exists()
    assert client.get("/my/data").status_code == 302


def test_results_logs_and_records_stay_valid(played: Day):
    finish_event(played.event, by=played.by)
    heads, entry = log_heads(played.event), played.event.entries.get(account=person_of(played))
    address = f"/api/v1/events/{played.event.slug}/standings"
    before = Client().get(address).content.decode()

    erase_account(person_of(played))

    entry.refresh_from_db()
    assert entry.name == "No. 1"
    assert NAME in before
    assert Client().get(address).content.decode() == before.replace(NAME, "No. 1")
    assert log_faults(played.event, known=heads) == []
    records = OnlineGame.objects.exclude(record="").values_list("record", flat=True)
    corrected = [record for record in records if "No. 1 asked" in record]
    assert len(corrected) == 1
    for record in records:
        assert verify_record(record, RULESETS, get_printed_card).verdict == "EXACT"


def test_other_players_keep_their_names(played: Day):
    finish_event(played.event, by=played.by)
    others = list(played.event.entries.exclude(number=1).values_list("name", flat=True))

    erase_account(person_of(played))

    assert list(played.event.entries.exclude(number=1).values_list("name", flat=True)) == others
    assert "Tomas" in stored_bytes()


def test_a_player_of_a_running_event_is_told_to_drop_first(played: Day):
    person = person_of(played)
    with pytest.raises(StillPlayingError) as refusal:
        erase_account(person)
    assert refusal.value.details == {"event": "Summer Draft"}

    drop_entry(person.entries.get(), by=Actor(person, "player"))
    erase_account(person)
    assert played.event.entries.get(number=1).name == "No. 1"


def test_a_staff_account_is_erased_with_its_sign_in(played: Day, client: Client):
    tomas = Account.objects.get(handle="Tomas")
    tomas.email = "tomas@mail.example"
    tomas.save()
    AccessAttempt.objects.create(username="tomas", ip_address="192.0.2.1", failures_since_start=1)
    with pytest.raises(StillOfficialError):
        erase_account(tomas)
    finish_event(played.event, by=played.by)

    erase_account(tomas)

    text = stored_bytes().casefold()
    assert [text[at - 200 : at + 50] for at in range(len(text)) if text.startswith("tomas", at)] == []
    tomas.refresh_from_db()
    assert (tomas.login, tomas.email, tomas.handle) == (None, "", "Former official")
    assert log_faults(played.event) == []
    create_staff("Tomas")


def test_two_players_called_alike_are_not_mixed_up(day: Day):
    first, second = create_guest("Alice"), create_guest("Alice")
    one, two = (register_player(day.event, each).entry for each in (first, second))
    give_penalty(one, "late", reason="Alice came late, Alice (2) did not", by=day.by)
    drop_entry(two, by=Actor(second, "player"))

    erase_account(second)

    assert LogEntry.objects.get(action="penalty_given", stream=day.event.desk_stream).reason == (
        "Alice came late, No. 2 did not"
    )
    one.refresh_from_db()
    assert one.name == "Alice"


@pytest.mark.parametrize(
    ("name", "text", "erased"),
    [
        ("Al", "Al and Alice, AL's deck, (al)", "P and Alice, P's deck, (P)"),
        ("Alice", "Alice (2) beat Alice.", "Alice (2) beat P."),
        ("アリス", "アリスが遅刻、リスは別", "Pが遅刻、リスは別"),
        ("Alice", "Aliceが遅刻", "Pが遅刻"),
        ("a.b*", "a.b* axb* a.b*", "P axb* P"),
        ("José", "José, Josés", "P, Josés"),
        ("Draw", "a draw? Draws", "a P? Draws"),
    ],
)
def test_only_whole_names_are_replaced(name: str, text: str, erased: str):
    assert name_eraser([name], "P")(text) == erased


def test_longer_names_are_replaced_first():
    assert name_eraser(["Al", "Al Bo", ""], "P")("Al Bo met Al") == "P met P"


# --- Pages ---


def test_the_page_explains_and_refuses_with_a_reason(played: Day, client: Client):
    client.force_login(person_of(played), backend=BACKEND)
    page = client.get("/my/data").content.decode()
    refused = client.post("/my/data/erase", {"sure": "yes"})

    assert NAME in page
    assert "You are playing in Summer Draft" in page
    assert "Yes, erase my data for good" not in page
    assert refused.status_code == 409


def test_the_box_has_to_be_ticked(db: None, client: Client):
    alice = create_guest("Alice")
    client.force_login(alice, backend=BACKEND)
    unsure = client.post("/my/data/erase")
    alice.refresh_from_db()
    kept = alice.handle
    sure = client.post("/my/data/erase", {"sure": "yes"}, follow=True)
    alice.refresh_from_db()

    assert (unsure.status_code, kept, alice.handle) == (422, "Alice", "Former player")
    assert "Tick the box" in unsure.content.decode()
    assert "Your data was erased" in sure.content.decode()
    assert not sure.wsgi_request.user.is_authenticated


def test_the_download_has_everything_of_the_person_and_nothing_of_others(played: Day, client: Client):
    finish_event(played.event, by=played.by)
    client.force_login(person_of(played), backend=BACKEND)
    answer = client.get("/my/data.json")
    data = answer.json()

    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert (data["account"]["handle"], data["account"]["reading"]) == (NAME, READING)
    (event,) = data["events"]
    assert event["event"] == "Summer Draft"
    assert [each["round"] for each in event["matches"]] == [1, 2, 3]
    assert [each["infraction"] for each in event["penalties"]] == ["late"]
    assert event["drafts"][0]["deck"]["cards"]
    assert data["judge_calls"][0]["text"] == f"I am {NAME}"
    assert len(data["games"]) >= 3
    assert any(each["action"] == "judge_called" for each in data["log"])
    assert "password" not in answer.content.decode()


def test_picks_of_a_running_draft_are_not_in_the_download(day: Day, client: Client):
    day.enter()
    day.seat()
    person = day.players[0]
    seat = Seat.objects.get(player=person)
    pack = seat.pod.packs.get(pack_round=1, opener=seat.number)
    Pick.objects.create(
        seat=seat, pack=pack, pack_round=1, number=1, token="t", ref="FL-C01", by="player", at=day.event.created_at
    )
    client.force_login(person, backend=BACKEND)
    sealed = client.get("/my/data.json").json()["events"][0]["drafts"][0]["picks"]
    day.draft()
    opened = client.get("/my/data.json").json()["events"][0]["drafts"][0]["picks"]

    assert sealed == []
    assert [each["card"] for each in opened] == ["FL-C01"]
