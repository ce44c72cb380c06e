"""House rulings of an event: set once, public, and used in all its games."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay.engine.core.errors import RulesError
from gameplay.models import Account, OnlineGame
from gameplay.selectors.games import current_state
from gameplay.services import games
from gameplay.services.accounts import create_staff
from tests.tournaments.conftest import Day
from tournaments.models import Event
from tournaments.rules.results import GameResult, MatchResult, MatchSide
from tournaments.selectors.matches import blank_game_log
from tournaments.services.match import add_report

NEW = "/events/new?preset=enemy-FL-booster"
SHOWN = "discards the hand, as in 2003"


def staff() -> Client:
    client = Client()
    client.force_login(create_staff("Alma"), backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def form(client: Client) -> dict[str, Any]:
    """Return the default values of the form for a new event."""
    return {field.html_name: field.value() for field in client.get(NEW).context["form"] if field.value() is not None}


@pytest.mark.clause("ENE-OP-15")
def test_online_and_paper_games_use_the_rulings_of_their_event(new_event: Callable[..., Day]):
    day = new_event(play="online", switches={"redraw": "discard", "field": "one"})
    day.enter(2)
    day.seat()
    day.hand_in()
    day.draft()
    day.round(1)
    match, game = day.matches(1)[0], OnlineGame.objects.get()

    games.concede(match.a.account, game)

    assert Event.objects.get().switches == {"redraw": "discard"}
    game.refresh_from_db()
    assert current_state(game).table.variant.redraw == "discard"
    assert blank_game_log(match, with_decks=False)["switches"] == {"redraw": "discard"}
    assert OnlineGame.objects.exclude(pk=game.pk).get().switches == {"redraw": "discard"}


def test_an_event_is_created_with_rulings_on_a_page_and_shows_the_changed_ones(db: None):
    client = staff()
    values = form(client)

    client.post(NEW, values | {"switches.redraw": "discard", "switches.must_play": "False"})
    client.post(NEW, values)

    ruled, usual = Event.objects.order_by("created_at")
    assert (ruled.switches, usual.switches) == ({"redraw": "discard", "must_play": False}, {})
    page, plain = (client.get(f"/e/{event.slug}/").content.decode() for event in (ruled, usual))
    assert SHOWN in page
    assert 'href="/rules/enemy/clauses#ENE-OP-15"' in page
    assert "may pass" in page
    assert "one in the whole game" not in page
    assert "ENE-OP" not in plain


def test_an_invalid_value_of_a_ruling_is_refused_at_its_field(db: None):
    client = staff()

    answer = client.post(NEW, form(client) | {"switches.redraw": "burn", "place": "Town hall"})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["switches.redraw"]
    assert answer.content.decode().count("<details open>") == 3  # the details, the rulings, and the next day
    assert 'value="Town hall"' in answer.content.decode()
    assert not Event.objects.exists()


def test_the_api_accepts_rulings_and_refuses_unknown_ones(db: None):
    client = staff()

    def post(switches: Any) -> Any:
        new = {"preset": "enemy-FL-booster", "name": "Summer", "switches": switches}
        return client.post("/api/v1/events", new, content_type="application/json")

    refused = post({"redraw": "burn", "target": 7})
    unreadable = post("discard")
    made = post({"redraw": "discard", "must_play": True})

    faults = [(fault["code"], fault["field"], fault["clause"]) for fault in refused.json()["faults"]]
    assert refused.status_code == 422
    assert faults == [("ruling_value", "switches.redraw", "ENE-OP-15"), ("unknown_ruling", "switches.target", "")]
    assert (unreadable.status_code, unreadable.json()["field"]) == (400, "switches")
    assert made.json()["switches"] == {"redraw": "discard"}
    assert client.get(f"/api/v1/events/{made.json()['slug']}").json()["switches"] == {"redraw": "discard"}


def test_settings_fixed_by_the_event_are_not_rulings(new_event: Callable[..., Day]):
    with pytest.raises(RulesError) as refusal:
        new_event(switches={"deck_size": 40})

    assert refusal.value.field == "switches.deck_size"


@pytest.mark.clause("ENE-OP-17")
@pytest.mark.parametrize(("switches", "refused"), [({}, True), ({"simultaneous_ends": "deck"}, False)])
def test_reaching_the_target_when_the_deck_ends_can_be_reported_if_it_does_not_win_immediately(
    new_event: Callable[..., Day], switches: dict[str, Any], refused: bool
):
    day = new_event(switches=switches)
    day.to_round(1)
    match = day.matches(1)[0]
    reported_games = (GameResult(MatchSide.A, 5, 3, "deck"), GameResult(MatchSide.A, 5, 0, "vp"))

    def report(by: Account) -> None:
        add_report(match, MatchResult(reported_games), by=by, last_seen_number=0)

    if refused:
        with pytest.raises(RulesError) as refusal:
            report(match.a.account)
        assert refusal.value.code == "won_by_vp"
    else:
        report(match.a.account)
