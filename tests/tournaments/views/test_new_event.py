"""The form of a new event: its packs, and errors beside their fields."""

import re
from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from drafting.models import Pack
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.tournaments.conftest import Day
from tests.tournaments.views.test_facts import facts
from tournaments.models import Event

CHOSEN: dict[str, Any] = {
    "ruleset": "mtr",
    "play": "tables",
    "opening": "standing",
    "pick_clock": "off",
    "abandoned": "bot",
    "draft_log": "own",
    "visibility": "public",
    "products": ["enemy-FL-booster"],
    "mix": "rounds",
}
"""Values for the choice fields of the form of a new event."""


def test_packs_that_are_too_small_are_refused_beside_their_field(db: None, browser_of: Callable[[Account], Client]):
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


def create_by_form(client: Client, **changes: Any) -> Any:
    """Post the form of a new event with ``changes``."""
    values: dict[str, Any] = dict(re.findall(r'name="(\w+)" value="([^"]*)"', client.get(NEW).content.decode()))
    return client.post(NEW, values | CHOSEN | changes)


@pytest.fixture
def alma(db: None, browser_of: Callable[[Account], Client]) -> Client:
    return browser_of(create_staff("Alma"))


@pytest.mark.parametrize(
    ("changes", "opened", "departures"),
    [
        ({}, ["FL", "FL", "FL", "FL"], []),
        ({"products": ["enemy-FL-booster", "enemy-HB-booster"]}, ["FL", "HB", "FL", "HB"], []),
        ({"sealed": "on", "packs": "6"}, ["FL"] * 6, ["DRF-2.5"]),
    ],
)
def test_packs_of_an_event_are_chosen_in_its_form(
    alma: Client, changes: dict[str, Any], opened: list[str], departures: list[str]
):
    assert create_by_form(alma, **changes).status_code == 302

    event = Event.objects.get()
    assert [booster["set"] for booster in event.boosters] == opened
    assert [each.clause for each in event.rule_departures] == departures


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize(
    ("changes", "clock"),
    [
        ({}, "relaxed"),
        ({"opening": "by_hand"}, "relaxed"),
        ({"opening": "table"}, "off"),
        ({"opening": "table", "pick_clock": "tournament"}, "tournament"),
        ({"pick_clock": "off"}, "off"),
    ],
)
def test_online_drafts_have_a_pick_clock_unless_it_is_turned_off(alma: Client, changes: dict[str, str], clock: str):
    assert create_by_form(alma, **{"pick_clock": "", **changes}).status_code == 302
    assert create_by_api(alma, **changes).status_code == 201

    assert [event.pick_clock for event in Event.objects.all()] == [clock, clock]


def test_the_clocks_are_offered_with_their_seconds(alma: Client):
    form = alma.get(NEW).context["form"]

    assert form["pick_clock"].value() == ""
    assert [label for _code, label in form.fields["pick_clock"].choices] == [
        "Default: relaxed for online drafts, off for paper drafts",
        "Off: no time limit; the organizer or head judge handles players who do not pick",
        "Relaxed: 150 s for 11 cards, 20 s for the last",
        "Standard: 75 s for 11 cards, 10 s for the last",
        "Tournament: 40 s for 11 cards, 5 s for the last",
    ]


@pytest.mark.clause("DRF-1.4")
@pytest.mark.parametrize("mix", ["seat", "chance"])
def test_packs_that_differ_by_player_are_shown_as_not_sanctioned(alma: Client, mix: str):
    assert create_by_form(alma, products=["enemy-FL-booster", "enemy-HB-booster"], mix=mix).status_code == 302

    event = Event.objects.get()
    assert [booster["by"] for booster in event.boosters] == [mix] * 4
    page = Client().get(f"/e/{event.slug}/").content.decode()
    assert "Not all players open the same packs." in page
    assert "DRF-1.4" in page


def test_a_cube_comes_from_a_file(alma: Client):
    file = SimpleUploadedFile("cube.txt", CUBE.encode(), "text/plain")

    assert create_by_form(alma, cube=file).status_code == 302

    event = Event.objects.get()
    assert len(event.cube) == 176
    assert event.game == "enemy"
    assert "176 cards" in Client().get(f"/e/{event.slug}/").content.decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"FL-C01\nno such card", "Line 2: there is no card no such card."),
        (b"176 FL-C01\n\xff", "This is not a text file in UTF-8."),
        (b"175 FL-C01", "4 players need 176 cards; the cube has 175."),
    ],
)
def test_a_cube_that_cannot_be_drafted_is_refused_beside_its_field(alma: Client, text: bytes, sentence: str):
    answer = create_by_form(alma, cube=SimpleUploadedFile("cube.txt", text, "text/plain"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page.split('name="cube"')[1]
    assert not Event.objects.exists()


def create_by_api(client: Client, **changes: Any) -> Any:
    """Create an event by API with ``changes``."""
    data = {"preset": "enemy-FL-booster", "name": "Winter Draft", **changes}
    return client.post("/api/v1/events", data, content_type="application/json")


def test_packs_can_be_chosen_by_api(alma: Client):
    both = ["enemy-FL-booster", "enemy-HB-booster"]
    mixed, cube = (
        create_by_api(alma, products=both, mix="chance").json(),
        create_by_api(alma, cube=CUBE, sealed=True).json(),
    )

    assert mixed["boosters"][0]["by"] == "chance"
    assert (len(cube["cube"]), cube["format"]["sealed"]) == (176, True)
    assert create_by_api(alma, products=["enemy-XX-booster"]).status_code == 422
    assert create_by_api(alma, cube="FL-C01\nno such card").json()["detail"] == "Line 2: there is no card no such card."


def by_round(*chosen: str) -> dict[str, str]:
    """Return form data that choose one product for each pack round."""
    return {"mix": "by_round"} | {f"by_round.{number}": kind for number, kind in enumerate(chosen, 1)}


FL, HB = "enemy-FL-booster", "enemy-HB-booster"


@pytest.mark.clause("DRF-2.2")
def test_packs_chosen_round_by_round_are_opened_in_that_order(alma: Client):
    assert create_by_form(alma, **by_round(FL, FL, FL, HB)).status_code == 302

    event = Event.objects.get()
    assert (event.rule_departures, facts(event)["Packs"]) == (
        [],
        "4 packs of 11 cards Packs 1, 2, 3 First Light booster Pack 4 Harbour Below booster",
    )
    day = Day(event, Account.objects.get(login="alma"))
    day.enter(4)
    day.seat()
    packs = Pack.objects.filter(pod__event_pod__event=event).order_by("pack_round", "opener")
    assert ["".join({ref[:2] for _token, ref in pack.contents}) for pack in packs] == ["FL"] * 12 + ["HB"] * 4


@pytest.mark.clause("DRF-1.4")
@pytest.mark.parametrize("by", ["seat", "chance"])
def test_a_pack_round_can_mix_the_selected_products(alma: Client, by: str):
    assert create_by_form(alma, products=[FL, HB], **by_round(FL, HB, HB, by)).status_code == 302

    event = Event.objects.get()
    assert [booster.get("set") or booster["by"] for booster in event.boosters] == ["FL", "HB", "HB", by]
    assert [kind["set"] for kind in event.boosters[3]["kinds"]] == ["FL", "HB"]
    assert [each.clause for each in event.rule_departures] == ["DRF-1.4"]


@pytest.mark.clause("DRF-1.3")
def test_pack_rounds_without_a_choice_are_refused_beside_their_fields(alma: Client):
    answer = create_by_form(alma, packs="6", **by_round(FL, FL, FL, HB))

    form = answer.context["form"]
    assert (answer.status_code, Event.objects.exists()) == (422, False)
    assert [field.name for field in form.pack_rounds if field.errors] == ["by_round.5", "by_round.6"]
    assert answer.content.decode().count("Choose the packs of this pack round.") == 2
    assert "<details open>" in answer.content.decode()
    assert create_by_form(alma, packs="6", **by_round(FL, FL, FL, HB, HB, HB)).status_code == 302


@pytest.mark.clause("DRF-1.4")
def test_a_pack_round_cannot_mix_a_single_product(alma: Client):
    answer = create_by_form(alma, **by_round(FL, FL, "chance", FL))

    form = answer.context["form"]
    assert (answer.status_code, Event.objects.exists()) == (422, False)
    assert [field.name for field in form.pack_rounds if field.errors] == ["by_round.3"]
    assert "Pack round 3: choose one kind of pack, or at least two" in answer.content.decode()


@pytest.mark.parametrize(("packs", "shown"), [("6", 6), ("0", 4), ("many", 4), ("1000000", 4)])
def test_there_is_a_choice_for_each_pack_and_earlier_choices_are_kept(alma: Client, packs: str, shown: int):
    rounds = alma.get(f"{NEW}&packs={packs}&by_round.2={HB}").context["form"].pack_rounds

    assert [field.value() for field in rounds] == [FL, HB, *[FL] * (shown - 2)]


@pytest.mark.clause("DRF-2.2")
def test_packs_can_be_chosen_round_by_round_by_api(alma: Client):
    event = create_by_api(alma, by_round=[{"products": [FL]}] * 3 + [{"products": [FL, HB], "mix": "seat"}]).json()

    assert [booster.get("set") for booster in event["boosters"]] == ["FL", "FL", "FL", None]
    assert event["boosters"][3] == {
        "game": "enemy",
        "by": "seat",
        "kinds": [{"set": code, "product": "booster"} for code in ("FL", "HB")],
    }


ONE, BOTH = {"products": [FL]}, [FL, HB]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"by_round": [ONE] * 3}, "rounds_not_chosen", "by_round"),
        ({"by_round": [ONE] * 5}, "rounds_not_chosen", "by_round"),
        ({"by_round": [ONE, ONE, ONE, {"products": BOTH}]}, "round_not_mixed", "by_round.4"),
        ({"by_round": [ONE, {"products": [FL], "mix": "seat"}, ONE, ONE]}, "round_not_mixed", "by_round.2"),
        ({"by_round": [ONE, ONE, {"products": ["enemy-XX-booster"]}, ONE]}, "unknown_product", "by_round.3"),
        ({"by_round": [ONE] * 4, "mix": "seat"}, "packs_chosen_twice", "by_round"),
        ({"by_round": [ONE] * 4, "cube": CUBE}, "packs_chosen_twice", "by_round"),
    ],
)
def test_the_api_names_the_pack_round_that_is_refused(alma: Client, changes: dict[str, Any], code: str, field: str):
    answer = create_by_api(alma, **changes)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, code, field)
    assert not Event.objects.exists()


def differences(client: Client, **changes: Any) -> list[str]:
    """Return what the form lists as different from the preset when it is refused with ``changes``."""
    answer = create_by_form(client, **{"name": "", **changes})
    assert answer.status_code == 422
    return list(answer.context["form"].differences)


def test_the_form_lists_what_differs_from_the_preset(alma: Client):
    usual = {"pick_clock": "", "draft_log": "everybody", "cut": "0", "team_size": "1"}

    assert alma.get(NEW).context["form"].differences == []
    assert alma.get(f"{NEW}&packs=5").context["form"].differences == ["Packs per player: 5"]
    assert differences(alma, **usual) == []
    assert differences(alma, **usual, rounds="4", sealed="on", ruleset="mtr") == [
        "Sealed: packs are not passed",
        "Rounds: 4",
    ]
    assert differences(alma, **usual | {"pick_clock": "off", "cut": "4"}) == ["Pick clock: Off", "Top cut: top 4"]
    alma.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    assert differences(alma, **usual | {"pick_clock": "off"}) == ["ピックの制限時間: なし"]


def test_details_are_in_five_groups_below_three_fields(alma: Client):
    form = alma.get(NEW).context["form"]

    assert [field.name for field in form.first] == ["name", "starts_at", "place"]
    assert len(form.groups) == 5
    assert {field.name for field in form} == {
        "zone",
        *(field.name for field in (*form.first, *form.details, *form.pack_rounds)),
        *(field.name for day in form.days for field in (day.starts_at, day.round)),
    }


@pytest.mark.parametrize(
    ("zone", "hour"), [("Asia/Tokyo", 3), ("America/New_York", 16), ("", 12), ("Mars/Olympus", 12), ("../etc", 12)]
)
def test_the_time_is_in_the_time_zone_of_the_browser(alma: Client, zone: str, hour: int):
    assert create_by_form(alma, starts_at="2026-07-01T12:00", zone=zone).status_code == 302

    event = Event.objects.get()
    assert event.starts_at
    assert event.starts_at.astimezone(UTC).isoformat() == f"2026-07-01T{hour:02}:00:00+00:00"
