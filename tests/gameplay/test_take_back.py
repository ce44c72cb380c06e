"""Taking back a choice in an online game."""

from typing import Any

import pytest
from django.test import Client

from cards.printed import bundled_card_set
from cards.selectors import get_printed_card
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games

DECKS = [
    [ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in bundled_card_set("enemy", "SD").decks
]
ASKING = ("pc", "item")  # plays that are followed by a question where the card goes


@pytest.fixture
def players(db: None) -> list[Account]:
    return [accounts.create_guest("Alice"), accounts.create_guest("Bob")]


def view(game: OnlineGame, player: Account) -> dict[str, Any]:
    game_view = view_for_account(OnlineGame.objects.get(pk=game.pk), player, language="en")
    assert game_view is not None
    return game_view


def asked(game: OnlineGame, players: list[Account]) -> tuple[Account, dict[str, Any]]:
    views = [view(game, player) for player in players]
    return next((player, each) for player, each in zip(players, views, strict=True) if "options" in each["ask"])


def start_and_play_a_card(players: list[Account], **settings: Any) -> tuple[OnlineGame, Account, dict[str, Any]]:
    """Return a game in which a player was just asked where a played card goes, that player, and their view."""
    game = games.start_game(
        ruleset="enemy",
        variant="sample",
        decks=DECKS,
        players=players,
        seed=bytes(32),
        chance="game",
        settings=games.GameSettings(**settings),
    )
    while True:
        player, game_view = asked(game, players)
        if game_view["ask"]["about"]["code"] in ("place", "bearer_for"):
            return OnlineGame.objects.get(pk=game.pk), player, game_view
        options = game_view["ask"]["options"]
        chosen = next((option for option in options if option["code"] in ASKING), options[-1])
        games.choose(player, OnlineGame.objects.get(pk=game.pk), number=game_view["number"], option=chosen["id"])


def test_choice_is_taken_back_and_the_record_stays_exact(players: list[Account]):
    game, player, game_view = start_and_play_a_card(players)
    assert game_view["takes_back"]

    games.take_back(player, game, number=game_view["number"])

    again = view(game, player)
    assert (again["ask"]["about"]["code"], again["takes_back"]) == ("play", False)
    last = game.choices.last()
    assert last is not None
    assert (game.number, last.option[0]) == (game_view["number"] + 1, "take_back")
    assert log.verify_stream(game.stream).is_intact
    ended = games.concede(player, OnlineGame.objects.get(pk=game.pk))
    assert verify_record(ended.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_choice_that_revealed_something_cannot_be_taken_back(players: list[Account]):
    game, player, game_view = start_and_play_a_card(players)
    games.choose(player, game, number=game_view["number"], option=0)
    player, game_view = asked(game, players)
    assert not game_view["takes_back"]

    with pytest.raises(RulesError) as refusal:
        games.take_back(player, game, number=game_view["number"])

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("choice_stands", True)
    assert view(game, player) == game_view


def test_game_without_take_backs_refuses_them(players: list[Account]):
    game, player, game_view = start_and_play_a_card(players, take_backs=False)
    assert not game_view["takes_back"]

    with pytest.raises(RulesError) as refusal:
        games.take_back(player, game, number=game_view["number"])

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("no_take_backs", False)


@pytest.mark.parametrize(("ahead", "own", "code"), [(1, True, "stale_choice"), (0, False, "not_asked")])
def test_only_the_asked_player_can_take_back(players: list[Account], ahead: int, own: bool, code: str):
    game, player, game_view = start_and_play_a_card(players)
    other = next(each for each in players if (each == player) is own)

    with pytest.raises(RulesError) as refusal:
        games.take_back(other, game, number=game_view["number"] + ahead)

    assert refusal.value.code == code


def test_page_offers_a_take_back_while_it_is_possible(players: list[Account], client: Client):
    game, player, game_view = start_and_play_a_card(players)
    client.force_login(player)
    address = f"/game/{game.pk}"
    assert "Take back your last choice" in client.get(address).content.decode()

    response = client.post(address, {"do": "take_back", "number": game_view["number"]}, follow=True)

    page = response.content.decode()
    assert "Take back your last choice" not in page
    assert f"{player.handle} takes back the last choice." in page
    assert client.post(address, {"do": "take_back", "number": game_view["number"] + 1}).status_code == 409


def test_api_takes_back_once_per_key(players: list[Account], client: Client):
    game, player, game_view = start_and_play_a_card(players)
    client.force_login(player)
    address, body = f"/api/v1/games/{game.pk}/take-back", {"number": game_view["number"]}

    first, second = (
        client.post(address, body, "application/json", headers={"Idempotency-Key": "once"}) for _ in range(2)
    )

    assert (first.status_code, first.json()) == (201, {"number": game_view["number"] + 1, "over": False})
    assert second.json() == first.json()
    refused = client.post(address, {"number": game_view["number"] + 1}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "choice_stands")
