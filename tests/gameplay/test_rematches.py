"""Rematches of casual games."""

from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors import games as selectors
from gameplay.selectors.lessons import LESSON
from gameplay.selectors.rematches import Rematch, rematch_of
from gameplay.services import accounts, games, practice, rematches
from gameplay.services.practice import OtherPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_ways")]


def casual_game(*people: Account, name: str = "enemy", variant: str = "full", ended: bool = True) -> OnlineGame:
    """Return a game outside of events, which the last player has conceded."""
    mode = practice.get_mode(name, variant, len(people))
    game = games.start_game(
        ruleset=name,
        variant=variant,
        decks=mode.deal_decks(bytes(32), 0),
        players=people,
        seed=bytes(32),
        chance=CASUAL_CHANCE,
        switches={"speed": False} if name == "enemy" else {},
    )
    if ended:
        for person in people[1:]:
            games.concede(person, game)
    game.refresh_from_db()
    return game


@pytest.fixture
def people() -> tuple[Account, ...]:
    return tuple(accounts.create_guest(name) for name in ("Alice", "Bob", "Carol", "Dave"))


def seen_by(account: Account, game: OnlineGame) -> Rematch:
    game.refresh_from_db()
    seats = selectors.seats(game)
    found = rematch_of(game, seats, selectors.player_names(game, seats), account)
    assert found is not None
    return found


def seat_order(game: OnlineGame) -> list[str]:
    return [seat.player.handle for seat in selectors.seats(game)]


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def test_a_rematch_starts_when_both_agree_with_exchanged_seats_and_the_same_decks(people: Any):
    alice, bob, *_ = people
    game = casual_game(alice, bob)

    assert rematches.want_rematch(bob, game) is None
    assert (seen_by(alice, game).wanted_by, seen_by(bob, game).missing) == (["Bob"], ["Alice"])
    rematch = rematches.want_rematch(alice, game)

    assert rematch is not None
    assert (seat_order(game), seat_order(rematch)) == (["Alice", "Bob"], ["Bob", "Alice"])
    assert rematch.decks == game.decks[::-1]
    assert (rematch.variant, rematch.switches, rematch.chance) == ("full", {"speed": False}, CASUAL_CHANCE)
    assert rematch.seed != game.seed
    assert seen_by(alice, game).game == rematch.pk


def test_agreeing_again_does_nothing_and_there_is_one_rematch(people: Any):
    alice, bob, *_ = people
    game = casual_game(alice, bob)
    for _ in range(2):
        assert rematches.want_rematch(alice, game) is None
    assert LogEntry.objects.filter(stream=game.stream, action="rematch_wanted").count() == 1

    found = {rematches.want_rematch(account, game) for account in (bob, alice, bob)}

    assert len(found) == 1
    assert OnlineGame.objects.count() == 2


def test_an_agreement_is_withdrawn_or_declined(people: Any):
    alice, bob, *_ = people
    game = casual_game(alice, bob)
    rematches.want_rematch(alice, game)
    rematches.decline_rematch(alice, game)
    assert rematches.want_rematch(bob, game) is None
    rematches.decline_rematch(alice, game)
    assert rematches.want_rematch(alice, game) is None  # Bob's agreement is gone

    rematch = rematches.want_rematch(bob, game)
    rematches.decline_rematch(alice, game)  # too late

    assert rematch is not None
    assert seen_by(alice, game).game == rematch.pk


def test_a_rematch_against_bots_starts_immediately():
    alice = accounts.create_guest("Alice")
    mode = practice.get_mode("hagmi", "multiplayer", 3)
    game = practice.start_practice_game(alice, mode, [OtherPlayer("beginner"), OtherPlayer("regular")]).game
    games.concede(alice, game)
    while games.move_bots(game.pk):
        pass
    game.refresh_from_db()
    if not game.ended_at:
        pytest.skip("the bots play on")

    rematch = rematches.want_rematch(alice, game)

    assert rematch is not None
    assert [seat.bot for seat in selectors.seats(rematch)] == ["regular", "regular", "beginner"]
    assert seat_order(rematch)[1] == "Alice"


def test_four_players_move_on_by_one_seat_when_all_agree(people: Any):
    game = casual_game(*people, name="hagmi", variant="team")

    started = [rematches.want_rematch(person, game) for person in people]

    assert started[:3] == [None] * 3
    assert started[3] is not None
    assert seat_order(started[3]) == ["Dave", "Alice", "Bob", "Carol"]


def test_games_that_have_no_rematch(people: Any):
    alice, bob, *_ = people
    running = casual_game(alice, bob, ended=False)
    of_event, lesson = casual_game(alice, bob), casual_game(alice, bob)
    OnlineGame.objects.filter(pk=of_event.pk).update(chance="an event")
    OnlineGame.objects.filter(pk=lesson.pk).update(guide=LESSON)

    for game in (running, of_event, lesson):
        game.refresh_from_db()
        with pytest.raises(rematches.NoRematchError):
            rematches.want_rematch(alice, game)
    assert OnlineGame.objects.count() == 3


def test_an_account_without_a_seat_cannot_agree_or_decline(people: Any):
    alice, bob, carol, _ = people
    game = casual_game(alice, bob)
    rematches.want_rematch(alice, game)

    rematches.want_rematch(carol, game)
    rematches.decline_rematch(carol, game)

    assert seen_by(bob, game).wanted_by == ["Alice"]
    assert not seen_by(carol, game).is_player


def test_the_page_offers_a_rematch_and_leads_to_it(people: Any):
    alice, bob, *_ = people
    game = casual_game(alice, bob)
    path, part = f"/game/{game.pk}", {"HX-Request": "true"}

    assert 'value="rematch"' in signed_in(alice).get(path).content.decode()
    asked = signed_in(alice).post(path, {"do": "rematch"}, headers=part).content.decode()
    assert "Waiting for Bob" in asked
    assert 'value="decline_rematch"' in asked
    assert "Alice wants a rematch" in signed_in(bob).get(path).content.decode()

    response = signed_in(bob).post(path, {"do": "rematch"})

    game.refresh_from_db()
    assert response.headers["Location"] == f"/game/{game.rematch_id}"
    assert "data-follow" in signed_in(alice).get(path, headers=part).content.decode()


def test_the_api_agrees_and_declines(people: Any):
    alice, bob, *_ = people
    game = casual_game(alice, bob)
    path = f"/api/v1/games/{game.pk}/rematch"

    wanted = signed_in(alice).post(path).json()
    declined = signed_in(alice).delete(path).json()

    assert wanted == {"wanted": True, "waits_for": ["Bob"], "game": None}
    assert declined == {"wanted": False, "waits_for": ["Bob"], "game": None}
