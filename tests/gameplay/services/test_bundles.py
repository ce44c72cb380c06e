"""Several answers in one request: payments, lists of choices, the end of a turn; by service, API and page."""

import json
from typing import Any

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay.engine.core.asks import Option
from gameplay.engine.core.bundling import ends_turn_early, has_price, payment_for
from gameplay.engine.core.errors import NotAnOptionError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, Choice, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.game_views import payment_steps
from gameplay.services import bundles, games
from tests.browser.tables import play_on, sat_down

pytestmark = pytest.mark.django_db
Started = tuple[OnlineGame, list[Account]]


def has_payment(state: Game) -> bool:
    """Return whether the first option with a price is paid with several answers."""
    option = priced(state)
    return option is not None and len(payment_for(state, option[1])) > 2


def priced(state: Game) -> tuple[int, Option] | None:
    assert state.ask is not None
    found = [(number, option) for number, option in enumerate(state.ask.options) if has_price(state, option)]
    return found[0] if found else None


def first_priced(state: Game) -> tuple[int, Option]:
    """Return the first option with a price, and its id."""
    found = priced(state)
    assert found is not None
    return found


@pytest.fixture(params=["hagmi/tactics", "rm2k/standard"])
def paying(request: pytest.FixtureRequest) -> Started:
    ruleset, variant = request.param.split("/")
    game, people = sat_down(ruleset, variant, 2)
    play_on(game, people, has_payment)
    return game, people


@pytest.fixture
def ending() -> Started:
    game, people = sat_down("rm2k", "standard", 2)
    play_on(game, people, ends_turn_early)
    return game, people


def player_of(started: Started) -> tuple[Account, Game]:
    game, people = started
    state = selectors.current_state(game)
    assert state.ask is not None
    return people[state.ask.seat], state


def choices(game: OnlineGame) -> list[list[Any]]:
    return list(Choice.objects.filter(game=game).order_by("number").values_list("option", flat=True))


def log_entries(game: OnlineGame) -> int:
    return LogEntry.objects.filter(stream__name=game.stream).count()


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def send(account: Account, game: OnlineGame, **body: Any) -> Any:
    return client_of(account).post(f"/api/v1/games/{game.pk}/choices", json.dumps(body), "application/json")


def test_payment_is_stored_choice_by_choice_with_one_log_entry(paying: Started):
    game, _people = paying
    player, state = player_of(paying)
    number, option = first_priced(state)
    before, entries, payment = choices(game), log_entries(game), payment_for(state, option)

    bundles.choose_and_pay(player, game, number=game.number, option=number)

    assert choices(game) == [*before, *map(list, payment)]
    assert game.number == len(before) + len(payment)
    assert log_entries(game) == entries + 1
    assert log.verify_stream(game.stream).is_intact


def test_game_with_payments_has_an_exact_record(paying: Started):
    game, people = paying
    for _ in range(30):
        player, state = player_of(paying)
        found = priced(state)
        if found:
            bundles.choose_and_pay(player, game, number=game.number, option=found[0])
        else:
            games.choose(player, game, number=game.number, option=0)
    games.concede(people[0], game)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_payment_can_be_looked_at_and_changes_nothing(paying: Started):
    game, people = paying
    player, state = player_of(paying)
    number, option = first_priced(state)
    before = choices(game)

    answer = client_of(player).get(f"/api/v1/games/{game.pk}/payment?option={number}")

    steps = answer.json()
    assert answer.status_code == 200
    assert sum(step["times"] for step in steps) == len(payment_for(state, option))
    assert steps[0]["code"] == option[0]
    assert all(step["text"] for step in steps)
    assert choices(game) == before
    opponent = next(person for person in people if person != player)
    assert client_of(opponent).get(f"/api/v1/games/{game.pk}/payment?option={number}").json() == []
    assert payment_steps(game, opponent, number, language="en") is None


def test_page_shows_the_payment_and_confirms_it(paying: Started):
    game, _people = paying
    player, state = player_of(paying)
    number, option = first_priced(state)
    steps = payment_steps(game, player, number, language="en")
    assert steps is not None

    page = client_of(player).get(f"/game/{game.pk}?pay={number}").content.decode()
    assert 'value="pay"' in page
    assert all(step["text"].split(" (")[0] in page for step in steps)
    form = {"number": game.number, "option": number, "do": "pay"}
    before = choices(game)
    assert client_of(player).post(f"/game/{game.pk}", form).status_code == 302

    assert choices(game)[len(before) :] == [list(each) for each in payment_for(state, option)]


@pytest.mark.parametrize("query", ["999", "x", "", "1" * 9])
def test_page_ignores_a_payment_that_does_not_exist(paying: Started, query: str):
    player, _state = player_of(paying)

    page = client_of(player).get(f"/game/{paying[0].pk}?pay={query}")

    assert page.status_code == 200
    assert 'value="pay"' not in page.content.decode()


def test_list_of_choices_is_carried_out_in_order(paying: Started):
    game, _people = paying
    player, state = player_of(paying)
    _number, option = first_priced(state)
    answers = payment_for(state, option)
    sentences = state.ruleset.sentences.options
    named = [
        {"code": code, **{
            name: state.table.cards[value].ref if name.startswith("card") else value
            for name, value in zip(sentences[code].fields, values, strict=True)
        }}
        for code, *values in answers
    ]  # fmt: skip

    answer = send(player, game, number=game.number, options=named)

    assert answer.status_code == 201, answer.content
    assert [code for code, *_ in choices(game)[-len(answers) :]] == [code for code, *_ in answers]


def test_list_with_an_impossible_choice_changes_nothing(paying: Started):
    game, _people = paying
    player, state = player_of(paying)
    number, _option = first_priced(state)
    before = choices(game)

    with pytest.raises((NotAnOptionError, games.NotYourTurnError)):
        bundles.choose_several(player, game, number=game.number, options=[number] * 9)

    assert choices(game) == before
    assert OnlineGame.objects.get(pk=game.pk).number == len(before)


def test_list_ends_where_another_player_is_asked(ending: Started):
    game, _people = ending
    player, state = player_of(ending)
    assert state.ask is not None
    before = choices(game)

    with pytest.raises(games.NotYourTurnError):
        bundles.choose_several(player, game, number=game.number, options=[{"code": "pass"}] * 9)

    assert choices(game) == before


def test_turn_ends_with_one_request(ending: Started):
    game, _people = ending
    player, state = player_of(ending)
    before = choices(game)

    answer = send(player, game, number=game.number, end_turn=True)

    assert answer.status_code == 201
    assert choices(game)[len(before) :] == [["pass"], ["pass"]]
    assert selectors.current_state(game).table.active != state.table.active


def test_turn_cannot_be_ended_at_another_question(ending: Started):
    game, people = ending
    play_on(game, people, lambda state: state.ask is not None and state.ask.about[0] == "attacker")
    player, _state = player_of(ending)

    with pytest.raises(bundles.TurnNotEndedHereError):
        bundles.end_turn(player, game, number=game.number)


@pytest.mark.parametrize(
    "body", [{}, {"option": 0, "options": [0]}, {"options": []}, {"option": 0, "end_turn": True}, {"options": [0] * 61}]
)
def test_request_needs_exactly_one_kind_of_choice(ending: Started, body: dict[str, Any]):
    player, _state = player_of(ending)

    assert send(player, ending[0], number=ending[0].number, **body).status_code == 400


def test_stale_bundles_are_refused(ending: Started):
    game, _people = ending
    player, _state = player_of(ending)

    for body in ({"end_turn": True}, {"options": [0]}, {"option": 0, "pay": True}):
        assert send(player, game, number=game.number + 1, **body).json()["code"] == "stale_choice"
