"""Guests of one network cannot take all places of an event, except in a shop, where its desk is open."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.tournaments.conftest import Day
from tests.tournaments.services.test_waiting_list import client_of, drop, players
from tournaments.models import Event

ATTACKER, SHOP, HOME = "9.9.9.77", "9.9.8.9", "9.9.7.1"


def join(day: Day, name: str, address: str) -> Any:
    """Let a new guest join with a fresh browser."""
    return Client(REMOTE_ADDR=address).post(f"/join/{day.event.join_code}", {"handle": name})


def test_one_address_takes_half_of_the_places_at_most(new_event: Callable[..., Day]):
    day, other = new_event(capacity=8), new_event()
    for number in range(4):
        assert join(day, f"Bogus {number}", ATTACKER).status_code == 200
    drop(day.event.entries.get(number=1))

    refused = join(day, "Bogus 5", ATTACKER)
    code = {"code": day.event.join_code}
    guest = client_of(create_guest("Bogus 6"))  # who may have joined elsewhere before
    by_api = guest.post("/api/v1/join", code, "application/json", REMOTE_ADDR=ATTACKER)

    assert refused.status_code == 422
    assert "4 guests have joined this event from your network." in refused.content.decode()
    assert (by_api.status_code, by_api.json()["code"]) == (409, "too_many_guests")
    assert not Account.objects.filter(handle="Bogus 5").exists()
    assert join(other, "Zoe", ATTACKER).status_code == 200
    assert join(day, "Zoe", HOME).status_code == 200
    staff = client_of(day.event.officials.get().account)
    assert staff.post("/api/v1/join", code, "application/json", REMOTE_ADDR=ATTACKER).status_code == 201


def test_addresses_of_one_ipv6_network_count_together(new_event: Callable[..., Day]):
    day = new_event(capacity=4)

    statuses = [join(day, f"Bogus {number}", f"2620:fe::{number}").status_code for number in range(3)]

    assert statuses == [200, 200, 422]
    assert join(day, "Zoe", "2620:fe:0:1::1").status_code == 200


@pytest.mark.parametrize("desk", ["/e/{}/manage", "/api/v1/events/{}/desk"])
def test_thirty_phones_of_a_shop_join_once_the_desk_was_opened_there(new_event: Callable[..., Day], desk: str):
    day = new_event(capacity=32)
    organizer = day.event.officials.get().account
    assert client_of(create_guest("Zoe")).get(desk.format(day.event.slug), REMOTE_ADDR=SHOP).status_code == 404
    for number in range(10):
        assert join(day, f"Phone {number}", SHOP).status_code == 200
    assert join(day, "Phone 10", SHOP).status_code == 422

    assert client_of(organizer).get(desk.format(day.event.slug), REMOTE_ADDR=SHOP).status_code == 200

    for number in range(10, 30):
        assert join(day, f"Phone {number}", SHOP).status_code == 200
    assert len(players(day)) == 30


def test_guests_in_the_network_of_a_program_that_creates_the_event_have_no_limit(db: None):
    program = client_of(create_staff("Olga"))
    new = {"preset": "enemy-FL-booster", "name": "Shop draft", "capacity": 16}
    created = program.post("/api/v1/events", new, "application/json", REMOTE_ADDR=SHOP).json()

    day = Day(Event.objects.get(slug=created["slug"]), Account.objects.get(handle="Olga"))

    assert [join(day, f"Phone {number}", SHOP).status_code for number in range(12)] == [200] * 12
    assert [join(day, f"Bogus {number}", ATTACKER).status_code for number in range(9)][-1] == 422


def test_a_site_in_the_shop_has_no_limit_in_its_local_network(new_event: Callable[..., Day]):
    day = new_event(capacity=12)

    assert [join(day, f"Phone {number}", "192.168.0.7").status_code for number in range(12)] == [200] * 12
