"""Online matches: games start automatically, and the result needs no report."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

import gameplay.ports
from gameplay.models import OnlineGame
from gameplay.services import games
from gameplay.services.accounts import create_bot
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day
from tournaments.models import Match, MatchGame, Report, Round
from tournaments.rules.agreement import ReportState
from tournaments.rules.results import GameEnd
from tournaments.selectors.results import match_agreement, read_result
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services import match as matches
from tournaments.services import online_match
from tournaments.services.entry import add_bots
from tournaments.services.practice_event import create_practice_event, take_next_step


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Day:
    """An online event of two players with the same deck, in the first round."""
    day = new_event(play="online")
    day.to_online_round()
    return day


def running() -> OnlineGame:
    return OnlineGame.objects.get(ended_at=None)


def test_two_won_games_end_a_match_and_its_result_is_final_immediately(online: Day):
    match = online.matches(1)[0]
    for _game in range(2):
        games.concede(match.a.account, running())

    found = match_agreement(match)
    assert (found.state, found.result and found.result.score) == (ReportState.FINAL, (0, 2, 0))
    assert Report.objects.get().source == Report.Source.ENGINE
    assert [link.number for link in match.games.all()] == [1, 2]
    assert not OnlineGame.objects.filter(ended_at=None).exists()
    ends = {game["end"] for game in Report.objects.get().result["games"]}
    assert ends == {GameEnd.CONCESSION}


def test_one_game_each_leads_to_a_third(online: Day):
    match = online.matches(1)[0]
    assert match.b
    games.concede(match.a.account, running())
    games.concede(match.b.account, running())

    assert MatchGame.objects.filter(game__ended_at=None).get().number == 3
    assert match_agreement(match).state is ReportState.OPEN


def test_the_page_of_a_game_links_the_next_game_and_the_match(online: Day, client: Client):
    match = online.matches(1)[0]
    client.force_login(match.a.account)
    first = running()
    assert f"Round 1, table {match.table}, game 1" in client.get(f"/game/{first.pk}").content.decode()

    games.concede(match.a.account, first)
    further = compact_markup(client.get(f"/game/{first.pk}").content.decode())
    games.concede(match.a.account, running())
    over = compact_markup(client.get(f"/game/{first.pk}").content.decode())

    second = match.games.get(number=2).game
    assert f'href="/game/{second.pk}">Play game 2' in further
    assert "Play game" not in over
    assert f'href="/match/{match.pk}">Back to the match' in over


def test_players_cannot_report_an_online_match(online: Day):
    match = online.matches(1)[0]

    with pytest.raises(matches.PlayedOnlineError):
        matches.add_report(match, online.result("2-0"), by=match.a.account, last_seen_number=0)


def test_each_game_has_its_own_random_stream(online: Day):
    games.concede(online.matches(1)[0].a.account, running())

    names = list(OnlineGame.objects.order_by("began_at").values_list("chance", flat=True))
    stem = f"event/{online.event.pk}/round/1/table/1/game"
    assert names == [f"{stem}/1", f"{stem}/2"]


@pytest.mark.clause("ENE-X.3")
def test_time_is_called_once_and_no_game_begins_after_it(online: Day):
    match = online.matches(1)[0]
    ends_at = Round.objects.get().ends_at
    assert ends_at

    online_match.call_time(ends_at - timedelta(seconds=1))
    assert MatchGame.objects.get().time_called_at is None
    online_match.call_time(ends_at)
    called = MatchGame.objects.get().time_called_at
    online_match.call_time(ends_at + timedelta(seconds=1))
    if OnlineGame.objects.filter(ended_at=None).exists():
        games.concede(match.a.account, running())

    assert MatchGame.objects.get().time_called_at == called == ends_at
    assert match_agreement(match).state is ReportState.FINAL
    result = read_result(Report.objects.get().result)
    assert len(result.games) == 1


def test_an_outage_moves_the_end_of_a_running_round(online: Day):
    before = Round.objects.get().ends_at
    assert before
    began = datetime.now(UTC)

    online_match.push_round_clocks(began, began + timedelta(minutes=10))

    assert Round.objects.get().ends_at == before + timedelta(minutes=10)
    assert Match.objects.get().ends_at == before + timedelta(minutes=10)


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_missed_its_turn_is_woken():
    host = create_bot("Host")
    by = Actor(host, ORGANIZER)
    with gameplay.ports.wake_bots.overridden(lambda game_id: None):
        event = create_practice_event(by=host, name="An evening", game="hagmi", seed=bytes(range(32)))
        add_bots(event, 2, by=by)
        while take_next_step(event, by=by):
            pass
    waiting = list(OnlineGame.objects.filter(ended_at=None, bots_due_at__isnull=False))
    assert waiting

    games.sweep(datetime.now(UTC) + timedelta(seconds=6))

    assert not OnlineGame.objects.filter(pk__in=[game.pk for game in waiting], number=0).exists()
