"""The form of a new event: its packs, and what is refused beside its field."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tournaments.models import Event

CHOSEN: dict[str, Any] = {
    "play": "tables",
    "opening": "standing",
    "pick_clock": "off",
    "abandoned": "bot",
    "draft_log": "own",
    "visibility": "public",
    "products": ["enemy-FL-booster"],
    "mix": "rounds",
}
"""What the form of a new event has chosen in its lists."""


def test_packs_too_small_are_refused_beside_their_field(db: None, browser_of: Callable[[Account], Client]):
    client = browser_of(create_staff("Alma"))
    address = "/events/new?preset=enemy-FL-booster"
    form = client.get(address).content.decode()
    values = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    values |= CHOSEN

    answer = client.post(address, values | {"pack_size": "8"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "4 packs x 8 cards = 32, fewer than the 35-card deck" in page
    field = re.search(r'<input[^>]*name="pack_size"[^>]*>', page)
    assert field
    assert 'aria-invalid="true"' in field.group()
    assert "autofocus" in field.group()
    assert "<details open>" in page
    assert not Event.objects.exists()


NEW = "/events/new?preset=enemy-FL-booster"
CUBE = "\n".join(f"8 FL-C{number:02}" for number in range(1, 23))


def announced(client: Client, **changes: Any) -> Any:
    """What is answered to the form of a new event."""
    values: dict[str, Any] = dict(re.findall(r'name="(\w+)" value="([^"]*)"', client.get(NEW).content.decode()))
    return client.post(NEW, values | CHOSEN | changes)


@pytest.fixture
def alma(db: None, browser_of: Callable[[Account], Client]) -> Client:
    return browser_of(create_staff("Alma"))


@pytest.mark.parametrize(
    ("changes", "opened", "not_kept"),
    [
        ({}, ["FL", "FL", "FL", "FL"], []),
        ({"products": ["enemy-FL-booster", "enemy-HB-booster"]}, ["FL", "HB", "FL", "HB"], []),
        ({"sealed": "on", "packs": "6"}, ["FL"] * 6, ["DRF-2.5"]),
    ],
)
def test_packs_of_an_event_are_chosen_in_its_form(
    alma: Client, changes: dict[str, Any], opened: list[str], not_kept: list[str]
):
    assert announced(alma, **changes).status_code == 302

    event = Event.objects.get()
    assert [booster["set"] for booster in event.boosters] == opened
    assert [each.clause for each in event.departures] == not_kept


@pytest.mark.clause("DRF-1.4")
@pytest.mark.parametrize("mix", ["seat", "chance"])
def test_packs_that_differ_by_player_are_said_not_to_be_sanctioned(alma: Client, mix: str):
    assert announced(alma, products=["enemy-FL-booster", "enemy-HB-booster"], mix=mix).status_code == 302

    event = Event.objects.get()
    assert [booster["by"] for booster in event.boosters] == [mix] * 4
    page = Client().get(f"/e/{event.slug}/").content.decode()
    assert "Not everybody opens the same packs." in page
    assert "DRF-1.4" in page


def test_a_cube_comes_from_a_file(alma: Client):
    file = SimpleUploadedFile("cube.txt", CUBE.encode(), "text/plain")

    assert announced(alma, cube=file).status_code == 302

    event = Event.objects.get()
    assert len(event.cube) == 176
    assert event.game == "enemy"
    assert "176 cards" in Client().get(f"/e/{event.slug}/").content.decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"FL-C01\nno such card", "Line 2: there is no card no such card."),
        (b"176 FL-C01\n\xff", "This is not a text file in UTF-8."),
        (b"175 FL-C01", "4 players need 176 cards; the cube has 175."),
    ],
)
def test_a_cube_that_cannot_be_drafted_is_refused_beside_its_field(alma: Client, text: bytes, said: str):
    answer = announced(alma, cube=SimpleUploadedFile("cube.txt", text, "text/plain"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page.split('name="cube"')[1]
    assert not Event.objects.exists()


def test_programs_choose_packs_too(alma: Client):
    def ask(**changes: Any) -> Any:
        sent = {"preset": "enemy-FL-booster", "name": "Winter Draft", **changes}
        return alma.post("/api/v1/events", sent, content_type="application/json")

    both = ["enemy-FL-booster", "enemy-HB-booster"]
    mixed, cube = ask(products=both, mix="chance").json(), ask(cube=CUBE, sealed=True).json()

    assert mixed["boosters"][0]["by"] == "chance"
    assert (len(cube["cube"]), cube["format"]["sealed"]) == (176, True)
    assert ask(products=["enemy-XX-booster"]).status_code == 422
    assert ask(cube="FL-C01\nno such card").json()["detail"] == "Line 2: there is no card no such card."
