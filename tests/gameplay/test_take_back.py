"""Taking a choice back at the online table."""

from typing import Any

import pytest
from django.test import Client

from cards.printed import bundled_card_set
from cards.selectors import get_printed_card
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.record import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games

DECKS = [
    [ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in bundled_card_set("enemy", "SD").decks
]
QUIET = ("pc", "item")  # what is played and then asks where it goes


@pytest.fixture
def players(db: None) -> list[Account]:
    return [accounts.create_guest("Alice"), accounts.create_guest("Bob")]


def view(game: OnlineGame, player: Account) -> dict[str, Any]:
    told = view_for_account(OnlineGame.objects.get(pk=game.pk), player, language="en")
    assert told is not None
    return told


def asked(game: OnlineGame, players: list[Account]) -> tuple[Account, dict[str, Any]]:
    told = [view(game, player) for player in players]
    return next((player, each) for player, each in zip(players, told, strict=True) if "options" in each["ask"])


def placing(players: list[Account], **settings: Any) -> tuple[OnlineGame, Account, dict[str, Any]]:
    """A game in which somebody has played a card and is asked where it goes; the game, who, and what they see."""
    game = games.start_game(
        ruleset="enemy", variant="sample", decks=DECKS, players=players, seed=bytes(32), chance="game", **settings
    )
    while True:
        player, told = asked(game, players)
        if told["ask"]["about"]["code"] in ("place", "bearer_for"):
            return OnlineGame.objects.get(pk=game.pk), player, told
        options = told["ask"]["options"]
        chosen = next((option for option in options if option["code"] in QUIET), options[-1])
        games.choose(player, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=chosen["id"])


def test_a_choice_is_made_anew_and_the_record_stays_exact(players: list[Account]):
    game, player, told = placing(players)
    assert told["takes_back"]

    games.take_back(player, game, number=told["number"])

    again = view(game, player)
    assert (again["ask"]["about"]["code"], again["takes_back"]) == ("play", False)
    assert (game.number, game.choices.last().option[0]) == (told["number"] + 1, "take_back")  # type: ignore[union-attr]
    assert log.verify_stream(game.stream).is_intact
    ended = games.concede(player, OnlineGame.objects.get(pk=game.pk))
    assert verify_record(ended.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_what_somebody_could_have_noticed_stands(players: list[Account]):
    game, player, told = placing(players)
    games.choose(player, game, number=told["number"], option=0)
    player, told = asked(game, players)
    assert not told["takes_back"]

    with pytest.raises(RulesError) as refusal:
        games.take_back(player, game, number=told["number"])

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("choice_stands", True)
    assert view(game, player) == told


def test_in_a_game_without_take_backs_every_choice_stands(players: list[Account]):
    game, player, told = placing(players, take_backs=False)
    assert not told["takes_back"]

    with pytest.raises(RulesError) as refusal:
        games.take_back(player, game, number=told["number"])

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("no_take_backs", False)


@pytest.mark.parametrize(("ahead", "own", "code"), [(1, True, "stale_choice"), (0, False, "not_asked")])
def test_only_who_is_asked_now_takes_back(players: list[Account], ahead: int, own: bool, code: str):
    game, player, told = placing(players)
    other = next(each for each in players if (each == player) is own)

    with pytest.raises(RulesError) as refusal:
        games.take_back(other, game, number=told["number"] + ahead)

    assert refusal.value.code == code


def test_the_page_offers_it_while_it_is_free(players: list[Account], client: Client):
    game, player, told = placing(players)
    client.force_login(player)
    address = f"/game/{game.pk}"
    assert "Take back your last choice" in client.get(address).content.decode()

    answer = client.post(address, {"do": "take_back", "number": told["number"]}, follow=True)

    page = answer.content.decode()
    assert "Take back your last choice" not in page
    assert f"{player.handle} takes the last choice back." in page
    assert client.post(address, {"do": "take_back", "number": told["number"] + 1}).status_code == 409


def test_the_api_takes_back_once_for_one_key(players: list[Account], client: Client):
    game, player, told = placing(players)
    client.force_login(player)
    address, sent = f"/api/v1/games/{game.pk}/take-back", {"number": told["number"]}

    first, second = (
        client.post(address, sent, "application/json", headers={"Idempotency-Key": "once"}) for _ in range(2)
    )

    assert (first.status_code, first.json()) == (201, {"number": told["number"] + 1, "over": False})
    assert second.json() == first.json()
    refused = client.post(address, {"number": told["number"] + 1}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "choice_stands")
