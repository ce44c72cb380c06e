"""Automatic passes: they answer windows, end by themselves, and tell the other players nothing."""

import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay import ports
from gameplay.engine.core.automatic_passes import can_pass_in_window
from gameplay.engine.core.game import Game
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import Account, Choice, GameSeat, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors import pace
from gameplay.selectors.game_views import view_for_account
from gameplay.selectors.pace import automatic_pass_delay
from gameplay.services import accounts, automatic_passes, games, practice
from gameplay.services.clock_change import shift_game_times
from tests.browser.tables import play_on, sat_down

pytestmark = pytest.mark.django_db
Started = tuple[OnlineGame, list[Account]]


def in_window(state: Game) -> bool:
    """Return whether a player is asked in a window in the turn of another player, after turn 4."""
    return (
        state.ask is not None
        and state.table.turn > 4
        and can_pass_in_window(state)
        and state.ask.seat != state.table.active
    )


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> tuple[OnlineGame, Account, Account]:
    game, people = sat_down("rm2k", "standard", 2)
    player = play_on(game, people, in_window)
    return game, player, next(person for person in people if person != player)


@pytest.fixture
def windowed(db: None, prepared: Any) -> Iterator[tuple[OnlineGame, Account, Account]]:
    """Yield a game, the player who is asked in a window, and the opponent."""
    with ports.schedule_pass.overridden(lambda identity, delay: None):
        yield deepcopy(prepared)


def reload(game: OnlineGame) -> OnlineGame:
    return OnlineGame.objects.get(pk=game.pk)


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def reach_automatic_pass(game: OnlineGame, player: Account, opponent: Account, until: str = "turn") -> OnlineGame:
    """Let ``player`` pass automatically, and play on until their next window is due.

    The requests of the opponent have read the seats before the instruction was given.
    """
    seats = selectors.seats(game)
    automatic_passes.start_passing(player, game, until=until, number=game.number)  # type: ignore[arg-type]
    while not (game := reload(game)).passes_at:
        game.known_seats = seats
        state = selectors.current_state(game)
        assert state.ask is not None
        asked = seats[state.ask.seat].player
        assert asked == opponent, "the player is asked, although they pass automatically"
        option = next((n for n, each in enumerate(state.ask.options) if each[0] in ("activate", "instant", "use")), 0)
        games.choose(asked, game, number=game.number, option=option)
    return game


def make_due(game: OnlineGame) -> None:
    OnlineGame.objects.filter(pk=game.pk).update(passes_at=timezone.now())


def test_instruction_passes_now_and_in_the_next_window(windowed: tuple[OnlineGame, Account, Account]):
    game, player, _opponent = windowed
    number = game.number
    automatic_passes.start_passing(player, game, until="turn", number=number)
    last = Choice.objects.get(game=game, number=number + 1)
    assert (last.option, last.author) == (["pass"], player)


def test_pass_is_made_at_its_time_and_not_earlier(windowed: tuple[OnlineGame, Account, Account]):
    game = reach_automatic_pass(*windowed)
    number = game.number
    assert not automatic_passes.pass_for_player(game.pk)
    assert reload(game).number == number

    make_due(game)
    assert automatic_passes.pass_for_player(game.pk)
    last = Choice.objects.get(game=game, number=number + 1)
    assert (last.option, last.author) == (["pass"], windowed[1])
    assert not automatic_passes.pass_for_player(game.pk)  # a repeated task does nothing


def test_sweep_schedules_each_pass_at_its_own_time(windowed: tuple[OnlineGame, Account, Account]):
    game, scheduled = reach_automatic_pass(*windowed), list[tuple[str, float]]()
    due, second = game.passes_at, timedelta(seconds=1)
    assert due is not None
    with ports.schedule_pass.overridden(lambda identity, delay: scheduled.append((identity, delay))):
        automatic_passes.sweep(due - 2 * second)
        assert scheduled == []
        automatic_passes.sweep(due - 0.4 * second)
        automatic_passes.sweep(due + second)

    assert scheduled == [(str(game.pk), pytest.approx(0.4)), (str(game.pk), 0.0)]


def test_stopped_instruction_passes_no_more(windowed: tuple[OnlineGame, Account, Account]):
    game = reach_automatic_pass(*windowed)
    automatic_passes.stop_passing(windowed[1], game)

    assert reload(game).passes_at is None
    make_due(game)
    assert not automatic_passes.pass_for_player(game.pk)
    assert reload(game).passes_at is None


def test_instruction_for_a_turn_ends_with_it(windowed: tuple[OnlineGame, Account, Account]):
    game, player, _opponent = windowed
    automatic_passes.start_passing(player, game, until="turn", number=game.number)
    seat = GameSeat.objects.get(game=game, player=player)
    state = selectors.current_state(game)
    assert seat.pass_instruction is not None
    assert seat.pass_instruction.is_in_force(state, seat.number)

    state.table.turn += 1
    assert not seat.pass_instruction.is_in_force(state, seat.number)


# --- secrecy ----------------------------------------------------------------------------------


def seen(game: OnlineGame, account: Account) -> str:
    """Return everything that ``account`` gets of the game: the view, the page, and the log."""
    view = view_for_account(reload(game), account, language="en")
    page = client_of(account).get(f"/game/{game.pk}").content.decode().split("<main", 1)[1]
    page = "\n".join(line for line in page.splitlines() if "csrf" not in line)
    entries = list(
        LogEntry.objects.filter(stream__name=game.stream).order_by("number").values("action", "author", "role", "after")
    )
    return json.dumps([view, page, entries], default=str)


def test_opponent_sees_no_difference_while_the_pass_is_pending(windowed: tuple[OnlineGame, Account, Account]):
    _game, _player, opponent = windowed
    game = reach_automatic_pass(*windowed)
    with_instruction = seen(game, opponent)
    GameSeat.objects.filter(game=game).update(pass_until="")
    OnlineGame.objects.filter(pk=game.pk).update(passes_at=None)

    assert seen(game, opponent) == with_instruction
    assert '"passing": ""' in with_instruction


def test_log_of_an_automatic_pass_is_that_of_a_pass_by_hand(windowed: tuple[OnlineGame, Account, Account]):
    game, player, _opponent = windowed
    game = reach_automatic_pass(*windowed)
    make_due(game)
    automatic_passes.pass_for_player(game.pk)
    entries = LogEntry.objects.filter(stream__name=game.stream).order_by("number")
    *_, by_hand, automatic = (entry for entry in entries if entry.author == player)

    assert (automatic.action, automatic.role) == (by_hand.action, by_hand.role)
    assert automatic.after is not None
    assert by_hand.after is not None
    assert automatic.after.keys() == by_hand.after.keys()
    actions = set(LogEntry.objects.filter(stream__name=game.stream).values_list("action", flat=True))
    assert actions <= {"game_began", "chose"}  # the instruction leaves no entry
    own = set(LogEntry.objects.filter(stream__name=player.stream).values_list("action", flat=True))
    assert "passes_automatically" in own


def test_delay_is_as_long_as_passes_by_hand_and_does_not_depend_on_cards(
    windowed: tuple[OnlineGame, Account, Account],
):
    game, newcomer = windowed[0], accounts.create_guest("Zoe")
    delays = [automatic_pass_delay(_at(game, number), newcomer.pk).total_seconds() for number in range(200)]
    assert min(delays) >= 1
    assert max(delays) > 3 * min(delays)
    assert len(set(delays)) > 150

    game.decks = [list(reversed(deck)) for deck in game.decks]
    assert automatic_pass_delay(_at(game, 7), newcomer.pk).total_seconds() == delays[7]


def test_delay_follows_the_pace_of_the_player(windowed: tuple[OnlineGame, Account, Account]):
    game, player, _opponent = windowed
    start = timezone.now()
    for place, choice in enumerate(Choice.objects.filter(game=game).order_by("number")):
        choice.at = start + timedelta(seconds=8 * place)
        choice.save(update_fields=["at"])
    passes = Choice.objects.filter(game=game, author=player, option=["pass"]).count()
    assert passes >= pace.ENOUGH_PASSES

    delays = [automatic_pass_delay(_at(game, number), player.pk).total_seconds() for number in range(100, 140)]

    assert all(5.9 <= delay <= 10.2 for delay in delays)


def _at(game: OnlineGame, number: int) -> OnlineGame:
    game.number = number
    return game


def test_pass_of_a_game_with_hidden_answers_takes_as_long_as_without(windowed: tuple[OnlineGame, Account, Account]):
    game = reach_automatic_pass(*windowed)
    state = selectors.current_state(game)
    now = timezone.now()
    due = games.next_choice_of_site(game, state, now)["passes_at"]
    assert state.ask is not None
    state.ask.options = [("pass",)]

    assert games.next_choice_of_site(game, state, now)["passes_at"] == due


# --- games without other people -----------------------------------------------------------------


def test_game_against_a_bot_passes_immediately(django_capture_on_commit_callbacks: Any):
    alice, mode = accounts.create_guest("Alice"), practice.get_mode("rm2k", "standard", 2)
    with django_capture_on_commit_callbacks(execute=True):
        game = practice.start_practice_game(alice, mode, [practice.OtherPlayer("regular")]).game
    passed_on = 0
    for _ in range(120):
        if (game := reload(game)).ended_at:
            break
        state = selectors.current_state(game)
        assert state.ask is not None
        assert state.ask.seat == 0
        option = state.ask.options.index(state.ruleset.greedy_bot(state))
        with django_capture_on_commit_callbacks(execute=True):
            if can_pass_in_window(state) and option == 0:
                turn = state.table.turn
                automatic_passes.start_passing(alice, game, until="turn", number=game.number)
            else:
                turn = 0
                games.choose(alice, game, number=game.number, option=option)
        state = selectors.current_state(reload(game))
        passed_on += turn > 0
        assert state.table.turn != turn or not can_pass_in_window(state)
    assert passed_on


def test_api_gives_and_ends_the_instruction(windowed: tuple[OnlineGame, Account, Account]):
    game, player, opponent = windowed
    path = f"/api/v1/games/{game.pk}"
    client = client_of(player)
    assert client.get(path).json()["windowed"] is True
    body = json.dumps({"until": "event", "number": game.number})
    assert client.post(f"{path}/passing", body, "application/json").status_code == 201

    assert client.get(path).json()["passing"] == "event"
    assert client_of(opponent).get(path).json()["passing"] == ""
    assert client.delete(f"{path}/passing").status_code == 200
    assert client.get(path).json()["passing"] == ""


def test_stale_instruction_does_not_pass_another_question(windowed: tuple[OnlineGame, Account, Account]):
    game, player, _opponent = windowed

    with pytest.raises(games.StaleChoiceError):
        automatic_passes.start_passing(player, game, until="turn", number=game.number - 1)


@pytest.mark.parametrize("action", ["pass_turn", "pass_event"])
def test_page_offers_and_ends_the_instruction(windowed: tuple[OnlineGame, Account, Account], action: str):
    game, player, _opponent = windowed
    client, path = client_of(player), f"/game/{game.pk}"
    assert f'value="{action}"' in client.get(path).content.decode()
    client.post(path, {"do": action, "number": game.number})
    assert "You pass automatically" in client.get(path).content.decode()

    client.post(path, {"do": "stop_passing", "number": game.number})
    assert "You pass automatically" not in client.get(path).content.decode()


def test_spectators_cannot_give_instructions(windowed: tuple[OnlineGame, Account, Account]):
    game, number = windowed[0], windowed[0].number
    zoe = accounts.create_guest("Zoe")
    automatic_passes.start_passing(zoe, game, until="turn", number=number)
    automatic_passes.stop_passing(zoe, game)

    assert reload(game).number == number
    assert client_of(zoe).post(f"/api/v1/games/{game.pk}/passing", {}).status_code == 404


def test_clock_that_was_set_back_moves_the_pass(windowed: tuple[OnlineGame, Account, Account]):
    game, now = reach_automatic_pass(*windowed), timezone.now()
    day = timedelta(days=1)
    OnlineGame.objects.filter(pk=game.pk).update(passes_at=now + day)

    shift_game_times(ClockChange(-day, now - timedelta(seconds=1), now))

    moved = reload(game).passes_at
    assert moved is not None
    assert moved < now + timedelta(seconds=20)
