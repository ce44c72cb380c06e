"""Access to the record of a match game: none during the game, public after the event."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.models import Account, OnlineGame
from gameplay.selectors.games import judge_role, may_read_game_record
from gameplay.services import games
from gameplay.services.accounts import create_guest, create_staff
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day
from tournaments.models import Event, MatchGame
from tournaments.selectors.roles import may_read_record
from tournaments.services.entry import register_player
from tournaments.services.event import appoint_official

PEOPLE = ("organizer", "scorekeeper", "floor_judge", "own", "opponent", "other", "playing_judge", "guest")
STAFF = {"organizer", "scorekeeper", "floor_judge"}


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Day:
    """An online event of four in the first round; one of the players is also a judge."""
    day = new_event(play="online")
    day.enter(3)
    judge = create_staff("Ines")
    day.players.append(judge)
    register_player(day.event, judge)
    appoint_official(day.event, judge, "floor_judge", by=day.by)
    day.seat()
    day.hand_in()
    day.draft()
    day.round(1)
    return day


@pytest.fixture
def people(online: Day) -> dict[str, Account]:
    """``own`` and ``opponent`` play a match that the ``playing_judge`` and ``other`` do not."""
    judge = online.players[-1]
    sides = [[match.a.account, match.b.account if match.b else match.a.account] for match in online.matches(1)]
    [[own, opponent]] = [players for players in sides if judge not in players]
    [other] = [account for players in sides for account in players if judge in players and account != judge]
    found = {"organizer": online.alma, "own": own, "opponent": opponent, "other": other, "playing_judge": judge}
    for role, name in (("scorekeeper", "Sam"), ("floor_judge", "Flora")):
        found[role] = create_staff(name)
        appoint_official(online.event, found[role], role, by=online.by)
    return found | {"guest": create_guest("Zoe")}


def first_game(people: dict[str, Account]) -> OnlineGame:
    return OnlineGame.objects.filter(seats__player=people["own"]).earliest("began_at")


def readers(people: dict[str, Account]) -> set[str]:
    return {name for name in PEOPLE if may_read_game_record(people[name], first_game(people))}


def test_a_running_game_has_no_readers_and_a_running_match_only_nonplaying_staff(people: dict[str, Account]):
    assert readers(people) == set()

    games.concede(people["own"], first_game(people))

    assert readers(people) == STAFF


def test_players_read_the_record_after_the_match_and_everyone_after_the_event(people: dict[str, Account]):
    for _game in range(2):
        games.concede(people["own"], OnlineGame.objects.get(ended_at=None, seats__player=people["own"]))
    assert readers(people) == STAFF | {"own", "opponent"}
    assert not may_read_record(account=None, game=first_game(people))

    Event.objects.update(finished_at=timezone.now())

    assert readers(people) == set(PEOPLE)
    assert may_read_record(account=None, game=first_game(people))


def test_a_player_of_the_event_cannot_judge_its_games(people: dict[str, Account]):
    judges = {name for name in PEOPLE if judge_role(people[name], first_game(people))}

    assert judges == {"organizer", "floor_judge"}


def test_the_match_page_links_replay_and_record_once_they_are_readable(people: dict[str, Account]):
    def page(account: Account) -> str:
        client = Client()
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        match = MatchGame.objects.get(game=first_game(people)).match_id
        return compact_markup(client.get(f"/match/{match}").content.decode())

    assert "/replay/" not in page(people["floor_judge"])
    game = games.concede(people["own"], first_game(people))

    assert f'href="/replay/{game.replay}">Replay of game 1' in page(people["floor_judge"])
    assert f'href="/replay/{game.replay}/record"' in page(people["floor_judge"])
    assert "/replay/" not in page(people["own"])
