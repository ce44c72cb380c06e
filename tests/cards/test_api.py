"""The API of the card catalogue."""

import json

import pytest
from django.test import Client

from cards.ports import card_games
from cards.printed import bundled_card_set, bundled_card_sets
from cards.set_json import set_from_json, set_to_json

pytestmark = pytest.mark.django_db


def test_sets_are_listed_with_their_products(client: Client):
    sets = {each["code"]: each for each in client.get("/api/v1/cards/sets").json()}

    light = sets["FL"]
    assert (light["game"], light["name"], light["cards"]) == (
        "enemy",
        {"en": "First Light", "ja": "ファーストライト"},
        120,
    )
    assert [(each["code"], each["size"]) for each in light["products"]] == [("booster", 11)]
    assert light["fingerprint"] == bundled_card_set("enemy", "FL").fingerprint
    assert set(sets) == {each.code for game in card_games().game_titles() for each in bundled_card_sets(game)}


def test_set_is_returned_in_the_exchange_format(client: Client):
    answer = client.get("/api/v1/cards/sets/enemy/FL")

    assert set_to_json(set_from_json(answer.content.decode(), file="answer")) == set_to_json(
        bundled_card_set("enemy", "FL")
    )


def test_card_is_returned_with_its_text_in_each_language(client: Client):
    card = client.get("/api/v1/cards/enemy/SD-08").json()

    assert (card["ref"], card["set"], card["number"], card["type"]) == ("SD-08", "SD", "08", "action")
    assert card["facts"]["do"] == [{"strengthen": 3}]
    assert [line["label"] for line in card["seen"]["en"]["lines"]] == ["Flip"]
    assert "+3 strength" in card["seen"]["en"]["words"]
    assert card["seen"]["ja"]["kind"] == "アクション"
    assert client.get(card["seen"]["ja"]["image"])["Content-Type"].startswith("image/svg+xml")


def test_products_name_their_set(client: Client):
    products = client.get("/api/v1/cards/products").json()

    assert [(each["game"], each["set"], each["code"]) for each in products] == [
        ("enemy", "FL", "booster"),
        ("enemy", "HB", "booster"),
    ]
    assert [each["slots"] for each in products] == [{"common": 7, "uncommon": 3, "rare": 1}] * 2


@pytest.mark.parametrize(
    "place",
    ["cards/enemy/FL-Z99", "cards/enemy/nothing", "cards/sets/enemy/ZZ", "cards/go/FL-C01", "cards/sets/go/IS"],
)
def test_unknown_sets_and_cards_are_not_found(client: Client, place: str):
    answer = client.get(f"/api/v1/{place}")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("place", ["cards/sets", "cards/sets/enemy/FL", "cards/enemy/FL-C01", "cards/products"])
def test_responses_can_be_stored_in_shared_caches(client: Client, place: str):
    first = client.get(f"/api/v1/{place}")
    again = client.get(f"/api/v1/{place}", headers={"If-None-Match": first["ETag"]})

    assert "public" in first["Cache-Control"]
    assert "Cookie" not in first["Vary"]
    assert not first.cookies
    assert (again.status_code, again.content) == (304, b"")


def test_list_of_sets_needs_one_query_for_each_game(client: Client, django_assert_num_queries):
    with django_assert_num_queries(3):
        client.get("/api/v1/cards/sets")
    with django_assert_num_queries(0):
        client.get("/api/v1/cards/enemy/FL-C01")


def test_openapi_schema_describes_the_card_api(client: Client):
    schema = json.loads(client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).content)

    described = {place for place in schema["paths"] if place.startswith("/api/v1/cards/")}
    assert described == {
        "/api/v1/cards/sets",
        "/api/v1/cards/sets/{game}/{code}",
        "/api/v1/cards/{game}/{ref}",
        "/api/v1/cards/products",
    }
