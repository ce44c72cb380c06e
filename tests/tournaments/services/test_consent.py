"""Guardian's consent: players under age get an alias, and are only seated once the desk has received the consent."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client

from gameplay.models import LogEntry
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.constructed import constructed_day
from tournaments.models import Entry
from tournaments.selectors.next_step import next_step
from tournaments.selectors.roster import ConsentMissingError
from tournaments.services.consent import ConsentNotNeededError, SeatedWithConsentError, set_consent
from tournaments.services.constructed_deck import close_registration
from tournaments.services.entry import NewPlayer, add_walk_in, drop_entry, register_player, set_checked_in
from tournaments.services.late import add_late_entry, undo_drop

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"
ZOE = NewPlayer("Zoe", under_age=True)


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    day = make_event(guardian_age=16)
    day.enter()
    return day


@pytest.fixture
def day(db: None, prepared: Day) -> Day:
    return deepcopy(prepared)


@pytest.fixture
def zoe(day: Day) -> Entry:
    return register_player(day.event, ZOE).entry


def test_a_player_under_age_is_entered_under_an_alias(day: Day, zoe: Entry):
    assert (zoe.name, zoe.official_name, zoe.under_age, zoe.lacks_consent) == ("No. 7", "No. 7 (Zoe)", True, True)
    joined = LogEntry.objects.filter(action="joined").order_by("number").last()
    assert joined
    assert joined.after == {"name": "No. 7", "number": 7}


def test_an_alias_is_unique(day: Day):
    add_walk_in(day.event, NewPlayer("No. 8"), by=day.by)

    assert register_player(day.event, ZOE).entry.name == "No. 8 (2)"


def test_an_account_and_a_walk_in_can_be_under_age(day: Day):
    own = register_player(day.event, create_guest("Yuki"), under_age=True).entry
    walk_in = add_walk_in(day.event, ZOE, by=day.by)

    assert [(each.name, each.under_age) for each in (own, walk_in)] == [("No. 7", True), ("No. 8", True)]


def test_the_age_is_not_kept_if_the_event_does_not_ask(new_event: Callable[..., Day]):
    entry = register_player(new_event().event, ZOE).entry

    assert (entry.name, entry.under_age) == ("Zoe", False)


def test_seating_waits_for_the_consent(day: Day, zoe: Entry):
    with pytest.raises(ConsentMissingError) as refusal:
        day.seat()

    assert refusal.value.details == {"players": "No. 7"}
    assert next_step(day.event).blocked == ConsentMissingError.sentence

    set_consent(zoe, received=True, by=day.by)
    day.seat()
    assert day.event.seated_at


def test_a_player_without_consent_can_be_left_out(day: Day, zoe: Entry):
    set_checked_in(zoe, present=False, by=day.by)
    day.seat()

    assert not day.event.pods.filter(pod__seats__player=zoe.account).exists()


def test_the_log_has_who_received_the_consent_but_not_the_name(day: Day, zoe: Entry):
    set_consent(zoe, received=True, by=day.by)
    set_consent(zoe, received=True, by=day.by)

    (entry,) = LogEntry.objects.filter(action="consent_received")
    assert (entry.author, entry.role, entry.stream_id) == (day.alma, "organizer", day.event.desk_stream)
    assert entry.after == {"name": "No. 7", "number": 7}


def test_taking_the_consent_back_discards_the_plan(day: Day, zoe: Entry):
    set_consent(zoe, received=True, by=day.by)
    set_consent(zoe, received=False, by=day.by)

    assert zoe.lacks_consent
    with pytest.raises(ConsentMissingError):
        day.seat()


def test_consent_stands_once_registration_is_closed(day: Day, zoe: Entry):
    set_consent(zoe, received=True, by=day.by)
    day.seat()

    with pytest.raises(SeatedWithConsentError):
        set_consent(zoe, received=False, by=day.by)


def test_other_players_need_no_consent(day: Day):
    with pytest.raises(ConsentNotNeededError):
        set_consent(day.event.entries.get(number=1), received=True, by=day.by)


def test_a_late_player_under_age_needs_the_consent(day: Day):
    day.seat()
    with pytest.raises(ConsentMissingError):
        add_late_entry(day.event, ZOE, reason="the bus", by=day.by)
    assert day.event.entries.count() == 6

    late = add_late_entry(day.event, NewPlayer("Zoe", under_age=True, has_consent=True), reason="the bus", by=day.by)
    assert (late.name, late.lacks_consent) == ("No. 7", False)
    assert LogEntry.objects.filter(action="consent_received").count() == 1


def test_a_drop_is_not_undone_without_the_consent(day: Day, zoe: Entry):
    drop_entry(zoe, by=day.by, reason="no consent")
    day.seat()

    with pytest.raises(ConsentMissingError):
        add_late_entry(day.event, zoe, reason="is back", by=day.by)


def test_an_alias_is_not_sorted_by_the_secret_reading(day: Day, client: Client):
    minor = register_player(day.event, NewPlayer("Aaron", reading="Aaron", under_age=True)).entry
    set_consent(minor, received=True, by=day.by)
    day.seat()
    day.draft()
    day.round(1)
    client.force_login(day.alma, backend=BACKEND)
    sheet = client.get(f"/e/{day.event.slug}/print/pairings-name").content.decode()

    assert sheet.index("Alice") < sheet.index("No. 7")
    assert "Aaron" not in sheet


def test_a_constructed_event_closes_with_consents_only(decks_day: Day):
    zoe = register_player(decks_day.event, ZOE).entry

    with pytest.raises(Exception, match=r"No\. 4"):
        close_registration(decks_day.event, by=decks_day.by)
    drop_entry(zoe, by=decks_day.by, reason="no consent")
    close_registration(decks_day.event, by=decks_day.by)
    with pytest.raises(ConsentMissingError):
        undo_drop(zoe, reason="is back", by=decks_day.by)


@pytest.fixture
def decks_day(db: None) -> Day:
    day = constructed_day(guardian_age=16)
    day.enter(3)
    return day


def test_the_form_asks_for_the_age_only_if_needed(day: Day, new_event: Callable[..., Day], client: Client):
    asked = client.get(f"/join/{day.event.join_code}").content.decode()
    not_asked = client.get(f"/join/{new_event().event.join_code}").content.decode()

    assert "I am under 16" in asked
    assert "under_age" not in not_asked


def test_a_guest_joins_under_an_alias_by_the_form(day: Day, client: Client):
    page = client.post(f"/join/{day.event.join_code}", {"handle": "Zoe", "under_age": "on"}).content.decode()

    assert "You are in, No. 7" in page


def test_the_desk_ticks_the_consent(day: Day, zoe: Entry, client: Client):
    client.force_login(day.alma, backend=BACKEND)
    desk = f"/e/{day.event.slug}/manage"
    before = client.get(desk).content.decode()
    client.post(f"{desk}/entries/7/consent", {"received": "yes"})
    after = client.get(desk).content.decode()

    assert "No. 7 (Zoe)" in before
    assert "Consent missing" in before
    assert "Consent missing" not in after
    zoe.refresh_from_db()
    assert zoe.consent_at


def test_the_desk_adds_a_walk_in_under_age(day: Day, client: Client):
    client.force_login(day.alma, backend=BACKEND)
    client.post(f"/e/{day.event.slug}/manage/walk-in", {"handle": "Zoe", "under_age": "yes"})

    assert day.event.entries.get(number=7).lacks_consent


def test_the_api_records_the_consent(day: Day, zoe: Entry, client: Client):
    client.force_login(day.alma, backend=BACKEND)
    path = f"/api/v1/events/{day.event.slug}/entries/7/consent"
    answer = client.post(path, {"received": True}, content_type="application/json")

    zoe.refresh_from_db()
    assert (answer.status_code, answer.json()["name"]) == (200, "No. 7")
    assert zoe.consent_at
