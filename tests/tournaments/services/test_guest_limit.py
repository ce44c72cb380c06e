"""Guests of one network cannot take all places of an event, except in a shop, where its desk is open."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day
from tests.tournaments.services.test_waiting_list import client_of, drop, players

ATTACKER, SHOP = "192.0.2.77", "203.0.113.9"


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
    assert join(day, "Zoe", "192.0.2.78").status_code == 200
    staff = client_of(day.event.officials.get().account)
    assert staff.post("/api/v1/join", code, "application/json", REMOTE_ADDR=ATTACKER).status_code == 201


def test_addresses_of_one_ipv6_network_count_together(new_event: Callable[..., Day]):
    day = new_event(capacity=4)

    statuses = [join(day, f"Bogus {number}", f"2001:db8::{number}").status_code for number in range(3)]

    assert statuses == [200, 200, 422]
    assert join(day, "Zoe", "2001:db8:0:1::1").status_code == 200


def test_thirty_phones_of_a_shop_join_once_the_desk_was_opened_there(new_event: Callable[..., Day]):
    day = new_event(capacity=32)
    desk, organizer = f"/e/{day.event.slug}/manage", day.event.officials.get().account
    assert client_of(create_guest("Zoe")).get(desk, REMOTE_ADDR=SHOP).status_code == 404
    for number in range(10):
        assert join(day, f"Phone {number}", SHOP).status_code == 200
    assert join(day, "Phone 10", SHOP).status_code == 422

    assert client_of(organizer).get(desk, REMOTE_ADDR=SHOP).status_code == 200

    for number in range(10, 30):
        assert join(day, f"Phone {number}", SHOP).status_code == 200
    assert len(players(day)) == 30
