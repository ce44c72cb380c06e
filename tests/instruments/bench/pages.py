"""CPU seconds, queries and bytes of the pages of an event that grow with its players, and of pairing a round.

The caches are empty before each request ("cold"). Each figure has the time of a fixed loop beside it, measured just
before and after: machines are shared, and their speed changes from minute to minute.
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from deploy.temporary_database import temporary_database
from gameplay.models import Account
from tests.instruments.bench.calibration import loop_seconds
from tests.tournaments.crowd import crowd, report
from tests.tournaments.days import Day, make_event
from tournaments.selectors.event_state import forget_states
from tournaments.selectors.results import matches_without_result
from tournaments.services import round as rounds

SIZES = (20, 200, 2_000)
PAGES = (
    ("visitor", ""),
    ("player", ""),
    ("visitor", "pairings"),
    ("player", "pairings?find=Player 7"),
    ("visitor", "standings"),
    ("visitor", "standings/1"),
    ("visitor", "players"),
    ("visitor", "display"),
    ("official", "manage"),
    ("official", "manage/entries"),
    ("official", "judge"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("pages")
    group.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="Numbers of players; each is an event.")


def measure(*, sizes: list[int], **_options: Any) -> list[dict[str, Any]]:
    """Return the figures of each size, after one event that fills the permanent caches."""
    with temporary_database(), override_settings(ALLOWED_HOSTS=["testserver"]):
        list(_measure_event(20))
        return [figure for players in sizes for figure in _measure_event(players)]


def _measure_event(players: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of pairing and publishing round 3, then of the pages with half of its results."""
    day = make_event(pairing="event")
    crowd(day, players, rounds=2)
    report(day, matches_without_result(day.event))
    yield _figure(f"pair a round, {players} players", lambda: rounds.propose_round(day.event, by=day.by))
    yield _figure(f"publish a round, {players} players", lambda: rounds.publish_round(day.event, 3, by=day.by))
    report(day, day.matches(3)[::2])
    clients = _clients(day)
    for who, path in PAGES:
        forget_states()
        cache.clear()
        yield _figure(f"/{path} as {who}, {players} players", partial(clients[who].get, f"/e/{day.event.slug}/{path}"))


def _figure(name: str, run: Callable[[], Any]) -> dict[str, Any]:
    gc.collect()
    before = loop_seconds()
    with CaptureQueriesContext(connection) as queries:
        began = time.process_time()
        result = run()
        seconds = time.process_time() - began
    loop = (before + loop_seconds()) / 2
    figure = {"name": name, "cpu_s": round(seconds, 4), "queries": len(queries), "loop_s": round(loop, 4)}
    return figure | ({"bytes": len(result.content)} if isinstance(result, HttpResponse) else {})


def _clients(day: Day) -> dict[str, Client]:
    accounts: dict[str, Account | None] = {
        "visitor": None,
        "player": day.matches(3)[0].a.account,
        "official": day.alma,
    }
    clients = {who: Client() for who in accounts}
    for who, account in accounts.items():
        if account:
            clients[who].force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return clients
