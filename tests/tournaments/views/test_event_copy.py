"""A copy of an event has its settings, field by field, but not its start, seed and players."""

from collections.abc import Callable
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.tournaments.views.test_new_event import CUBE, FL, HB
from tournaments.models import Event

NOT_COPIED = {"slug", "join_code", "starts_at", "plan", "created_at", "registration_closed_at"}
NOT_COPIED |= {"seated_at", "drafts_paused_at", "decks_locked_at", "finished_at"}
MIXED: dict[str, Any] = {"products": [FL, HB], "mix": "seat"}
DRAFT: dict[str, Any] = {
    "preset": FL,
    "place": "Harbour",
    "starts_at": "2026-12-01T18:00:00Z",
    "packs": 5,
    "pack_size": 10,
    "deck_size": 40,
    "build_minutes": 25,
    "vp_target": 4,
    "rounds": 4,
    "match_minutes": 45,
    "cut": 8,
    "capacity": 32,
    "play": "online",
    "opening": "by_hand",
    "pick_clock": "tournament",
    "abandoned": "closed",
    "draft_log": "never",
    "visibility": "private",
    "guardian_age": 17,
    "deck_changes": True,
    "take_backs": True,
    "intentional_draws": True,
    "ruleset": "points",
    "pairing": "event",
    "power_pairing": True,
    "switches": {"redraw": "discard"},
}
EVENTS: dict[str, dict[str, Any]] = {
    "every setting": DRAFT,
    "defaults": {"preset": HB},
    "sealed teams": {"preset": FL, "team_size": 2, "sealed": True, "packs": 6, "opening": "table"},
    "mixed by chance": {"preset": FL, "products": [FL, HB], "mix": "chance"},
    "in turn": {"preset": HB, "products": [FL, HB]},
    "by round": {"preset": FL, "by_round": [{"products": [HB]}, MIXED, {"products": [FL]}, MIXED]},
    "another order": {"preset": FL, "products": [HB, FL], "mix": "seat"},
    "cube": {"preset": HB, "cube": CUBE},
    "constructed": {"preset": "enemy-full", "vp_target": 6, "rounds": 5, "switches": {"redraw": "discard"}},
    "without points": {"preset": "hagmi-tactics", "match_minutes": 40, "capacity": 16, "team_size": 3},
}


@pytest.fixture
def alma(db: None, browser_of: Callable[[Account], Client]) -> Client:
    return browser_of(create_staff("Alma"))


def create(client: Client, **settings: Any) -> Event:
    made = client.post("/api/v1/events", {"name": "Friday draft"} | settings, "application/json")
    assert made.status_code == 201, made.content
    return Event.objects.get(slug=made.json()["slug"])


def submit(client: Client, address: str, **changes: Any) -> Any:
    """Send the form at ``address`` as a browser does, with ``changes``."""
    form = client.get(address).context["form"]
    values = {field.html_name: field.value() for field in form}
    if "products" in values:  # checkboxes are sent in the order of the page
        values["products"] = [code for code, _name in form.fields["products"].choices if code in values["products"]]
    return client.post(address, {name: value for name, value in values.items() if value} | changes)


def settings_of(event: Event) -> dict[str, Any]:
    found = model_to_dict(event)
    return {name: value for name, value in found.items() if name not in NOT_COPIED}


@pytest.mark.parametrize("kind", EVENTS)
def test_a_copy_has_the_same_settings(alma: Client, kind: str):
    event = create(alma, **EVENTS[kind])

    answer = submit(alma, f"/events/new?copy={event.slug}")

    assert answer.status_code == 302, answer.context["form"].errors
    copy = Event.objects.exclude(pk=event.pk).get()
    assert settings_of(copy) == settings_of(event)
    assert (copy.starts_at, copy.commitment == event.commitment) == (None, False)
    assert answer["Location"] == f"/e/{copy.slug}/manage"


def test_a_copy_can_be_changed_before_it_is_created(alma: Client):
    event = create(alma, **EVENTS["another order"])
    address = f"/events/new?copy={event.slug}"

    refused = submit(alma, address, packs="5")
    assert (refused.status_code, Event.objects.count()) == (422, 1)
    assert "the draft has 5, and packs are chosen for 4" in refused.content.decode()
    assert submit(alma, address, name="Saturday draft", rounds="2", mix="rounds").status_code == 302
    copy = Event.objects.get(name="Saturday draft")
    assert (copy.format["rounds"], copy.boosters[0]["set"]) == (2, "FL")
    assert copy.officials.count() == 1


def test_only_officials_can_copy_an_event(alma: Client, browser_of: Callable[[Account], Client]):
    event = create(alma, preset=FL)

    assert "Copy this event" in alma.get(f"/e/{event.slug}/manage").content.decode()
    assert browser_of(create_staff("Berta")).get(f"/events/new?copy={event.slug}").status_code == 404
    assert alma.get("/events/new?copy=none").status_code == 404
