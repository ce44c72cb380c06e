"""The inspection detects acknowledged choices of an online game that are lost, and choices that are half stored."""

import pytest

from gameplay.models import Choice, OnlineGame
from gameplay.selectors.games import current_state
from gameplay.services import games
from tests.instruments.kills.game_run import GameRun
from tests.instruments.kills.observations import ClientRequest, Gate, Observations

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> GameRun:
    """A game whose first choice was made and acknowledged."""
    run = GameRun(bytes(32), 0, [1], observations=Observations(), gate=Gate())
    game = OnlineGame.objects.get()
    ask = current_state(game).ask
    assert ask
    asked, code = game.seats.order_by("number")[ask.seat].player, str(ask.options[0][0])
    games.choose(asked, game, number=0, option=0)
    request = ClientRequest(str(asked.pk), "/choices", "POST", {"number": 0, "option": 0}, "a key", chosen=code)
    request.status, request.response = 201, {"number": 1}
    run.observations.requests.append(request)
    return run


def test_lost_and_half_stored_choices_are_found(run: GameRun):
    [request] = run.observations.requests
    assert run.faults() == []

    request.response = {"number": 9}
    assert "was shown question 9" in run.faults()[0]
    request.status, request.response = 0, None
    assert "stored, but not answered" in run.faults()[0]
    request.status, request.response = 201, {"number": 1}
    Choice.objects.all().delete()
    assert "is not stored" in run.faults()[0]


def test_a_choice_of_a_page_is_stored_if_it_was_acknowledged(run: GameRun):
    [request] = run.observations.requests
    request.is_form, request.response = True, None
    for status, is_repeated in ((200, False), (0, False), (409, True)):
        request.status, request.is_repeated = status, is_repeated
        assert run.faults() == []
    request.is_repeated, request.was_done = False, None
    assert "stored, but not answered" in run.faults()[0]

    request.status = 200
    Choice.objects.all().delete()
    assert "is not stored" in run.faults()[0]
