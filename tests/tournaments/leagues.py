"""Helpers for tests of leagues: short events of one round, usually of two players, and a league."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from gameplay.models import Account
from tests.page_text import visible_text
from tests.tournaments.conftest import SEED, Day, get_alma
from tournaments.models import Event, League
from tournaments.rules.constructed import ConstructedFormat
from tournaments.rules.league import PointsRule
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.constructed_deck import close_registration
from tournaments.services.entry import register_player
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.league import LeagueSettings, add_event, create_league
from tournaments.services.match import enter_result

BY_RANK = PointsRule(rank_points=(5, 3, 1), attendance=1)
FIRST_DAY = timezone.now().replace(microsecond=0) - timedelta(days=60)


def short_event(name: str, *, starts_at: datetime = FIRST_DAY, by: Account | None = None, **settings: Any) -> Day:
    """Return the test day of an event of one round, in which all players share a deck."""
    alma = by or get_alma()
    new = NewEvent(
        name,
        ConstructedFormat(0, rounds=1),
        (),
        {"starts_at": starts_at} | settings,
        game="hagmi",
        variant="survival",
    )
    return Day(create_event(new, by=alma, seed=SEED), alma)


def play(day: Day, players: Sequence[Account], score: str = "2-0") -> Event:
    """Play the event of ``day`` to its end. Of two players, the first has this ``score``; of others, any player."""
    for account in players:
        register_player(day.event, account)
    close_registration(day.event, by=day.by)
    day.event.refresh_from_db()
    day.round(1)
    for match in day.matches(1):
        won = score[::-1] if len(players) == 2 and match.a.account != players[0] else score
        enter_result(match, day.result(won), by=day.by, last_seen_number=0, reason="time")
    day.event = finish_event(day.event, by=day.by)
    return day.event


def played(name: str, players: Sequence[Account], score: str = "2-0", *, week: int = 0, **settings: Any) -> Event:
    """Return a finished event that began ``week`` weeks after the first one."""
    return play(short_event(name, starts_at=FIRST_DAY + timedelta(weeks=week), **settings), players, score)


def new_league(*events: Event, rule: PointsRule = BY_RANK, **settings: Any) -> League:
    """Return a league of Alma with ``events``."""
    league = create_league(LeagueSettings("Winter League", rule, **settings), by=get_alma())
    for event in events:
        add_event(league, event, by=organizer(get_alma()))
    return league


def organizer(account: Account) -> Actor:
    return Actor(account, ORGANIZER)


def client_of(account: Account | None, language: str = "en") -> Client:
    """Return a client that is signed in as ``account``, if there is one."""
    client = Client(headers={"accept-language": language})
    if account:
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def text_of(path: str, account: Account | None = None, language: str = "en") -> str:
    """Return the visible text of a page."""
    response = client_of(account, language).get(path)
    assert response.status_code == 200
    return visible_text(response.content.decode())
