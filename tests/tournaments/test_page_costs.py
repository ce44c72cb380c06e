"""The cost of a page grows at most linearly with the players, and large columns are read once."""

import cProfile
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import JSONField
from django.test import Client
from django.test.utils import CaptureQueriesContext

from gameplay.models import Account
from tests.tournaments.conftest import Day
from tests.tournaments.crowd import Crowd, crowd, report
from tournaments.models import PairingDetails
from tournaments.selectors.event_state import forget_states
from tournaments.selectors.results import matches_without_result

FEW, SOME, MANY = 80, 140, 200
"""Numbers of players in equal steps: the second step may cost about as much as the first. All need long lists."""
SLACK, NOISE = 1.1, 2000
"""Tolerance of the second step: a factor, and a number of function calls."""
ROUNDS = 3

STAFF, PLAYER, ANONYMOUS = "staff", "player", "anonymous"
PAGES = [
    (ANONYMOUS, "e/{slug}/"),
    (PLAYER, "e/{slug}/"),
    (STAFF, "e/{slug}/"),
    (ANONYMOUS, "e/{slug}/pairings"),
    (PLAYER, "e/{slug}/pairings"),
    (ANONYMOUS, "e/{slug}/pairings/3"),
    (ANONYMOUS, "e/{slug}/standings"),
    (ANONYMOUS, "e/{slug}/standings?pod=1"),
    (ANONYMOUS, "e/{slug}/standings/1"),
    (ANONYMOUS, "e/{slug}/players"),
    (ANONYMOUS, "e/{slug}/display"),
    (ANONYMOUS, "e/{slug}/pairings.csv"),
    (ANONYMOUS, "e/{slug}/standings.csv"),
    (STAFF, "e/{slug}/manage"),
    (STAFF, "e/{slug}/manage/entries"),
    (STAFF, "e/{slug}/judge"),
    (STAFF, "e/{slug}/judge/decks"),
    (STAFF, "e/{slug}/audit"),
    (STAFF, "e/{slug}/print/pairings-name"),
    (STAFF, "e/{slug}/print/standings"),
    (PLAYER, "match/{match}"),
    (STAFF, "match/{match}"),
    (STAFF, ""),
    (PLAYER, ""),
    (ANONYMOUS, "api/v1/events/{slug}"),
    (ANONYMOUS, "api/v1/events/{slug}/rounds"),
    (ANONYMOUS, "api/v1/events/{slug}/standings"),
    (ANONYMOUS, "api/v1/events/{slug}/entries"),
    (ANONYMOUS, "api/v1/events/{slug}/tournament"),
    (STAFF, "api/v1/events/{slug}/calls"),
    (STAFF, "api/v1/events/{slug}/penalties"),
    (STAFF, "api/v1/events/{slug}/next-step"),
]

PAGES_OF_DRAFT = [
    (PLAYER, "e/{slug}/"),
    (STAFF, "e/{slug}/manage"),
    (STAFF, "e/{slug}/judge"),
    (ANONYMOUS, "e/{slug}/display"),
    (STAFF, "e/{slug}/audit"),
]


@dataclass
class Cost:
    """The cost of one response: queries, function calls, and the reads and characters of each JSON column."""

    queries: int = 0
    calls: int = 0
    read: Counter[str] = field(default_factory=Counter)
    characters: Counter[str] = field(default_factory=Counter)

    def of(self, model: str) -> dict[str, int]:
        return {column: times for column, times in self.read.items() if column.startswith(f"{model}.")}


def test_pages_scale_linearly_with_players_and_read_large_columns_once(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    few, some, many = (crowd(new_event(cut=8), players) for players in (FEW, SOME, MANY))
    costs = [_costs(PAGES, each, monkeypatch, fills_caches=each is few) for each in (few, some, many)]
    pairings = PairingDetails.objects.filter(round__event=many.day.event).values_list("data", flat=True)
    stored = sum(len(json.dumps(each)) for each in pairings)

    faults = [
        f"{who} at /{path}: {fault}"
        for (who, path), *each in zip(PAGES, *costs, strict=True)
        for fault in _faults(*each, pods=many.pods, stored=stored)
    ]

    assert not faults, "\n".join(faults)


def _faults(few: Cost, some: Cost, many: Cost, *, pods: int, stored: int) -> Iterator[str]:
    """Yield how the cost of ``many`` players exceeds that of ``few`` and ``some``."""
    if many.queries != few.queries:
        yield f"{few.queries} queries with {FEW} players, {many.queries} with {MANY}"
    if _grows_faster(few, some, many):
        yield f"{few.calls} calls of functions, then {some.calls}, then {many.calls}"
    if many.of("Event") != few.of("Event"):
        yield f"the event is read as often as {few.of('Event')} with {FEW} players, {many.of('Event')} with {MANY}"
    if many.read["PairingDetails.data"] > ROUNDS or many.characters["PairingDetails.data"] > stored:
        yield f"pairings are read {many.read['PairingDetails.data']} times in {ROUNDS} rounds"
    yield from (
        f"{column} is read {times} times in {pods} pods" for column, times in many.of("Pod").items() if times > pods
    )


def test_pages_of_a_draft_scale_linearly_with_players(new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch):
    crowds = [crowd(new_event(), players, rounds=0) for players in (FEW, SOME, MANY)]
    costs = [_costs(PAGES_OF_DRAFT, each, monkeypatch, fills_caches=each is crowds[0]) for each in crowds]

    faults = [
        f"{who} at /{path}: {fault}"
        for (who, path), *each in zip(PAGES_OF_DRAFT, *costs, strict=True)
        for fault in _faults(*each, pods=crowds[-1].pods, stored=0)
    ]

    assert not faults, "\n".join(faults)


def test_pairing_and_publishing_a_round_scale_linearly_with_players(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    # The first run fills permanent caches.
    costs = [_costs_of_round(crowd(new_event(), players, rounds=2), monkeypatch) for players in (FEW, FEW, SOME, MANY)]

    for _first, few, some, many in zip(*costs, strict=True):
        assert not _grows_faster(few, some, many), (few.calls, some.calls, many.calls)
        for model in ("PairingDetails", "Event", "Pod", "Deck", "OnlineGame"):
            assert many.of(model) == few.of(model)


def test_pages_of_two_thousand_players_are_as_small_as_those_of_two_hundred(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    crowds = [crowd(new_event(pairing="event"), players, rounds=1) for players in (20, 200, 2000)]

    _first, few, many = (_costs([(PLAYER, "e/{slug}/")], each, monkeypatch, fills_caches=True)[0] for each in crowds)
    assert many.queries == few.queries
    assert many.calls < few.calls + NOISE

    for path in ("", "pairings", "standings", "players", "display"):
        found = [_queries_and_bytes(Client(), f"/e/{each.day.event.slug}/{path}") for each in crowds]
        queries, sizes = zip(*found, strict=True)
        assert len(set(queries)) == 1, (path, queries)
        assert sizes[2] < (30_000 if path == "display" else min(sizes[1] * 1.1, 80_000)), (path, sizes)
    for path in ("manage", "manage/entries", "judge"):
        found = [
            _queries_and_bytes(_signed_in(each.day.alma), f"/e/{each.day.event.slug}/{path}") for each in crowds[1:]
        ]
        queries, sizes = zip(*found, strict=True)
        assert len(set(queries)) == 1, (path, queries)
        assert sizes[1] < min(sizes[0] * 1.1, 150_000), (path, sizes)


def _queries_and_bytes(client: Client, url: str) -> tuple[int, int]:
    forget_states()
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    assert response.status_code == 200
    return len(queries), len(response.content)


def _costs_of_round(crowded: Crowd, monkeypatch: pytest.MonkeyPatch) -> list[Cost]:
    """Return the costs of pairing and of publishing round 3."""
    day, client = crowded.day, _signed_in(crowded.day.alma)
    report(day, matches_without_result(day.event))
    path = f"/api/v1/events/{day.event.slug}/rounds"
    post = partial(client.post, content_type="application/json")
    return [_cost(partial(_request, post, url, 201), monkeypatch) for url in (path, f"{path}/3/publish")]


def _grows_faster(few: Cost, some: Cost, many: Cost) -> bool:
    """Return whether the cost grows faster than linearly."""
    return many.calls - some.calls > max(some.calls - few.calls, 0) * SLACK + NOISE  # parts may be shorter


def _costs(
    pages: Sequence[tuple[str, str]], crowded: Crowd, monkeypatch: pytest.MonkeyPatch, *, fills_caches: bool
) -> list[Cost]:
    """Return the cost of each of ``pages``; request it once before if that ``fills_caches``."""
    match = next(iter(crowded.matches), None)
    player = match.a if match else crowded.day.event.entries.get(number=1)
    clients = {ANONYMOUS: Client(), STAFF: _signed_in(crowded.day.alma), PLAYER: _signed_in(player.account)}
    names = {"slug": crowded.day.event.slug, "match": match and match.pk}
    costs = []
    for who, path in pages:
        client, url = clients[who], "/" + path.format(**names)
        if fills_caches:
            client.get(url)
        forget_states()
        cache.clear()
        costs.append(_cost(partial(_request, client.get, url, 200), monkeypatch))
    return costs


def _request(send: Callable[[str], Any], url: str, status: int) -> str:
    """Return a description of a response with the wrong status; "" if it has ``status``."""
    response = send(url)
    return "" if response.status_code == status else f"{url}: {response.status_code} {response.content[:300]!r}"


def _cost(request: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> Cost:
    """Return the cost of ``request``, which returns a description of a wrong response."""
    cost = Cost()
    with monkeypatch.context() as patch, CaptureQueriesContext(connection) as queries:
        patch.setattr(JSONField, "from_db_value", _counting(cost))
        profile = cProfile.Profile()
        fault = profile.runcall(request)
    assert not fault, fault
    cost.queries = len(queries)
    cost.calls = sum(entry.callcount for entry in profile.getstats())
    return cost


def _counting(cost: Cost) -> Callable[..., Any]:
    """Return a `JSONField.from_db_value` that counts the decoded columns in ``cost``."""
    decode = JSONField.from_db_value

    def from_db_value(column: JSONField, value: Any, expression: Any, connection: Any) -> Any:
        name = f"{column.model.__name__}.{column.name}"
        cost.read[name] += 1
        cost.characters[name] += len(value or "")
        return decode(column, value, expression, connection)

    return from_db_value


def _signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client
