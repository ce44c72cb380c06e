"""Events in which all players share one deck, such as HAGMI! Survival, without deck lists."""

import json
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client

from gameplay.models import Account, OnlineGame
from gameplay.services.accounts import create_bot, create_guest, create_staff
from tests.drafting.drafts import Program
from tests.tournaments.constructed import constructed_day
from tournaments.models import Event, Match
from tournaments.rules.constructed import ConstructedFormat
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.late import latecomers
from tournaments.selectors.progress import EventPhase, day_steps, player_status
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.selectors.waiting import waiting_slug
from tournaments.services.constructed_deck import SharedDeckError, close_registration, save_deck_list
from tournaments.services.entry import NewPlayer, add_bots
from tournaments.services.event import NewEvent, create_event
from tournaments.services.late import add_late_entry
from tournaments.services.practice_event import take_next_step

PRESET = "hagmi-survival"
FORM = {"name": "Survival Night", "rounds": "1", "match_minutes": "40", "play": "tables"}
FORM |= {"visibility": "public", "cut": "0", "team_size": "1"}
REFUSAL = ("shared_deck", "HAG-10.2")


def signed_in(account: Account) -> Client:
    return Program(account, "").client


def organizer(account: Account) -> Program:
    return Program(account, f"/api/v1/events/{Event.objects.get().slug}")


def create_by_form(**settings: str) -> tuple[Client, Event]:
    client = signed_in(create_staff("Alma"))
    answer = client.post(f"/events/new?preset={PRESET}", FORM | settings)
    assert answer.status_code == 302, answer.content
    return client, Event.objects.get()


def refusal(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 422, answer.content
    return answer.json()["code"], answer.json()["clause"]


@pytest.mark.clause("HAG-10.2")
def test_an_event_at_tables_by_api(db: None):
    """From the preset to the standings, the event file and its import."""
    alma = create_staff("Alma")
    root = Program(alma, "/api/v1/")
    created = root.send(
        "events", {"preset": PRESET, "name": "Survival Night", "rounds": 1, "public_decks": True}
    ).json()
    assert (created["brings_decks"], created["decks_locked_at"]) == (False, created["created_at"])
    desk, players = organizer(alma), [create_guest(name) for name in ("Alice", "Bob")]
    for account in players:
        assert Program(account, "/api/v1/").send("join", {"code": created["join_code"]}).status_code == 201
    assert desk.get("/decks").json() == []
    assert not any(ref.startswith("IS-S") for deck in desk.get("/ready-decks").json() for ref in deck["cards"])
    assert desk.send("/registration/close", {}).status_code == 200
    assert desk.get("/next-step").json()["code"] == "pair_round"

    assert desk.send("/rounds").status_code == 201
    assert desk.send("/rounds/1/publish").status_code == 201
    page = f"/e/{created['slug']}/"
    match = desk.get("/rounds").json()[0]["matches"][0]["id"]
    game = {"winner": "a", "vp_a": 3, "vp_b": 0, "end": "damage"}
    lost = {"games": [game | {"vp_b": 2}, game], "version": 0}
    assert refusal(root.send(f"matches/{match}/result", lost)) == ("not_spent", "HAG-7.3.7")
    form = desk.client.get(f"/match/{match}/paper").content.decode()
    assert 'value="hagmi-survival" selected' in " ".join(form.split())
    assert "IS-W01" in form
    assert root.send(f"matches/{match}/result", {"games": [game] * 2, "version": 0}).status_code == 201
    assert desk.send("/finish").json()["finished_at"]
    assert Client().get(f"{page}decks").status_code == 404  # there are no lists to publish

    assert [row["match_points"] for row in desk.get("/standings").json()] == [3, 0]
    assert f"{page}deck" not in signed_in(players[0]).get(page).content.decode()
    file = desk.get("/file").json()
    assert verify_finished_event(Event.objects.get()).verdict == "EXACT"
    copy = root.send("event-imports", {"preset": PRESET, "name": "Copy", "file": json.dumps(file)})
    assert (copy.status_code, copy.json().get("brings_decks")) == (201, False), copy.json()


@pytest.mark.clause("HAG-10.2")
def test_deck_lists_are_refused(db: None):
    client, event = create_by_form()
    ken, alma = create_guest("Ken"), Event.objects.get().officials.get().account
    Program(ken, "/api/v1/").send("join", {"code": event.join_code})
    own, desk = Program(ken, f"/api/v1/events/{event.slug}"), organizer(alma)

    for answer in (
        own.get("/deck"),
        own.send("/deck", {"text": "3 IS-W01"}, method="PUT"),
        own.send("/deck/submission"),
        desk.send("/entries/1/deck", {"text": "3 IS-W01"}, method="PUT"),
        desk.send("/decks/lock", {}),
    ):
        assert refusal(answer) == REFUSAL
    for page, browser in (("deck", signed_in(ken)), ("judge/lists/1", client)):
        answer = browser.post(f"/e/{event.slug}/{page}", {"text": "3 IS-W01", "version": "0", "do": "hand_in"})
        assert answer.status_code == 422
        assert "so it has no deck lists" in answer.content.decode()
    assert waiting_slug(ken) == ""


def test_pages_ask_for_no_decks_and_list_the_shared_one(db: None):
    client, event = create_by_form()
    ken = create_guest("Ken")
    Program(ken, "/api/v1/").send("join", {"code": event.join_code})
    root = f"/e/{event.slug}/"

    own = signed_in(ken).get(root).content.decode()
    assert "Wait for the pairings" in own
    assert f"{root}deck" not in own
    assert f'<a href="{root}cards">All players share one deck.</a>' in own
    for page in ("manage", "judge/decks", "print/decklists"):
        answer = client.get(root + page).content.decode()
        assert "judge/lists" not in answer
        assert "decks are submitted" not in answer
    assert "No decks to check" in client.get(f"{root}judge/decks").content.decode()
    cards = Client().get(f"{root}cards").content.decode()
    assert "The shared deck" in cards
    assert 'href="/help/player#shared-deck"' in cards
    assert 'id="shared-deck"' in Client().get("/help/player").content.decode()
    assert "Secret plan" not in cards
    assert [step.label for step in day_steps(event, EventPhase.REGISTRATION)] == [
        "Registration",
        "Round {round}",
        "Standings",
    ]


def test_a_late_player_is_paired_in_the_next_round(db: None):
    day = constructed_day(PRESET)
    alice, *_others = day.enter(2)
    day.event = close_registration(day.event, by=day.by)
    assert player_status(day.event, alice, EventPhase.ROUNDS).headline == "Wait for the pairings"
    day.round(1)
    assert match_deck_checksums(day.matches(1)[0], alice.account) == []

    zoe = add_late_entry(day.event, NewPlayer("Zoe"), reason="missed the train", by=day.by)

    assert latecomers(day.event, None).building_entries == []
    day.settle(1)
    day.round(2)
    assert Match.objects.filter(Q(a=zoe) | Q(b=zoe), round__number=2).get().kind in ("played", "bye")


@pytest.mark.clause("HAG-10.2", "HAG-2.1.2")
@pytest.mark.django_db(transaction=True)
def test_bots_play_an_online_event_with_the_shared_deck():
    host = create_bot("Host")
    by = Actor(host, ORGANIZER)
    terms = ConstructedFormat(0, rounds=1)
    new = NewEvent("Survival Night", terms, (), {"play": "online"}, game="hagmi", variant="survival")
    event = create_event(new, by=host, seed=bytes(range(32)))
    add_bots(event, 2, by=by)
    while take_next_step(event, by=by):
        pass

    event.refresh_from_db()
    assert event.finished_at
    assert verify_finished_event(event).verdict == "EXACT"
    assert log_faults(event) == []
    for game in OnlineGame.objects.all():
        assert game.variant == "survival"
        kinds = [ref[3] for deck in game.decks for ref in deck]
        assert (kinds.count("W"), kinds.count("O"), kinds.count("S")) == (60, 60, 0)


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("hagmi-multiplayer", "more_than_two_players"),
        ("hagmi-team", "more_than_two_players"),
        ("enemy-draft", "not_constructed"),
        ("hagmi-rain", "unknown_product"),
    ],
)
def test_the_api_says_why_a_variant_is_not_offered(db: None, code: str, refused: str):
    root = Program(create_staff("Alma"), "/api/v1/")

    for path, data in (("events", {"name": "Night"}), ("event-imports", {"file": "{}"})):
        answer = root.send(path, {"preset": code, **data})
        assert (answer.status_code, answer.json()["code"]) == (422, refused)
    assert not Event.objects.exists()
    brings = {each["code"]: each["brings_decks"] for each in root.get("presets").json()}
    assert (brings[PRESET], brings["hagmi-tactics"], brings["enemy-FL-booster"]) == (False, True, False)


def test_the_form_says_why_a_variant_is_not_offered(db: None):
    page = signed_in(create_staff("Alma")).get("/events/new").content.decode()

    assert f"preset={PRESET}" in page
    assert "Not for events: HAGMI! Multiplayer, Team battle." in " ".join(page.split())


def test_a_house_ruling_decides_who_brings_decks(db: None):
    assert constructed_day(PRESET, switches={"common": False}).event.brings_decks
    day = constructed_day("hagmi-tactics", switches={"common": True})
    [alice] = day.enter(1)
    with pytest.raises(SharedDeckError):
        save_deck_list(alice, "3 IS-W01", by=day.by)
