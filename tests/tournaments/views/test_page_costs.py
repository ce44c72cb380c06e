"""What a page costs grows with the players at most as fast as they do; what is large in the database is read once."""

import json
import sys
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
from tournaments.selectors.results import matches_without_result

FEW, SOME, MANY = 20, 110, 200
"""Players, in equal steps: the second step may cost about as much as the first."""
SLACK, NOISE = 1.1, 2000
"""How much more it may cost: a factor, and calls of functions."""
ROUNDS = 3

STAFF, PLAYER, ANYBODY = "staff", "player", "anybody"
PAGES = [
    (ANYBODY, "e/{slug}/"),
    (PLAYER, "e/{slug}/"),
    (STAFF, "e/{slug}/"),
    (ANYBODY, "e/{slug}/pairings"),
    (PLAYER, "e/{slug}/pairings"),
    (ANYBODY, "e/{slug}/pairings/3"),
    (ANYBODY, "e/{slug}/standings"),
    (ANYBODY, "e/{slug}/standings?pod=1"),
    (ANYBODY, "e/{slug}/players"),
    (ANYBODY, "e/{slug}/display"),
    (ANYBODY, "e/{slug}/pairings.csv"),
    (ANYBODY, "e/{slug}/standings.csv"),
    (STAFF, "e/{slug}/manage"),
    (STAFF, "e/{slug}/judge"),
    (STAFF, "e/{slug}/judge/decks"),
    (STAFF, "e/{slug}/audit"),
    (STAFF, "e/{slug}/print/pairings-name"),
    (STAFF, "e/{slug}/print/standings"),
    (PLAYER, "match/{match}"),
    (STAFF, "match/{match}"),
    (STAFF, ""),
    (PLAYER, ""),
    (ANYBODY, "api/v1/events/{slug}"),
    (ANYBODY, "api/v1/events/{slug}/rounds"),
    (ANYBODY, "api/v1/events/{slug}/standings"),
    (ANYBODY, "api/v1/events/{slug}/entries"),
    (ANYBODY, "api/v1/events/{slug}/tournament"),
    (STAFF, "api/v1/events/{slug}/calls"),
    (STAFF, "api/v1/events/{slug}/penalties"),
    (STAFF, "api/v1/events/{slug}/next-step"),
]

PAGES_OF_DRAFT = [
    (PLAYER, "e/{slug}/"),
    (STAFF, "e/{slug}/manage"),
    (STAFF, "e/{slug}/judge"),
    (ANYBODY, "e/{slug}/display"),
    (STAFF, "e/{slug}/audit"),
]


@dataclass
class Cost:
    """What one answer took: queries, calls of functions, and how often each JSON column was read and how much of it."""

    queries: int = 0
    calls: int = 0
    read: Counter[str] = field(default_factory=Counter)
    characters: Counter[str] = field(default_factory=Counter)

    def of(self, model: str) -> dict[str, int]:
        return {column: times for column, times in self.read.items() if column.startswith(f"{model}.")}


def test_pages_cost_as_much_more_as_there_are_more_players_and_read_what_is_large_once(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    few, some, many = (crowd(new_event(cut=8), players) for players in (FEW, SOME, MANY))
    costs = [_costs(PAGES, each, monkeypatch) for each in (few, some, many)]
    pairings = PairingDetails.objects.filter(round__event=many.day.event).values_list("data", flat=True)
    stored = sum(len(json.dumps(each)) for each in pairings)

    faults = [
        f"{who} at /{path}: {fault}"
        for (who, path), *each in zip(PAGES, *costs, strict=True)
        for fault in _faults(*each, pods=many.pods, stored=stored)
    ]

    assert not faults, "\n".join(faults)


def _faults(few: Cost, some: Cost, many: Cost, *, pods: int, stored: int) -> Iterator[str]:
    """Say what ``many`` players cost too much beside ``few`` and ``some``."""
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


def test_pages_of_a_draft_cost_as_much_more_as_there_are_more_players(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    crowds = [crowd(new_event(), players, rounds=0) for players in (FEW, SOME, MANY)]
    costs = [_costs(PAGES_OF_DRAFT, each, monkeypatch) for each in crowds]

    faults = [
        f"{who} at /{path}: {fault}"
        for (who, path), *each in zip(PAGES_OF_DRAFT, *costs, strict=True)
        for fault in _faults(*each, pods=crowds[-1].pods, stored=0)
    ]

    assert not faults, "\n".join(faults)


def test_pairing_and_publishing_a_round_cost_as_much_more_as_there_are_more_players(
    new_event: Callable[..., Day], monkeypatch: pytest.MonkeyPatch
):
    # The first one fills what is kept for good.
    costs = [_costs_of_round(crowd(new_event(), players, rounds=2), monkeypatch) for players in (FEW, FEW, SOME, MANY)]

    for _first, few, some, many in zip(*costs, strict=True):
        assert not _grows_faster(few, some, many), (few.calls, some.calls, many.calls)
        for model in ("PairingDetails", "Event", "Pod", "Deck", "OnlineGame"):
            assert many.of(model) == few.of(model)


def _costs_of_round(crowded: Crowd, monkeypatch: pytest.MonkeyPatch) -> list[Cost]:
    """Return what it costs to pair round 3 and to publish it."""
    day, client = crowded.day, _signed_in(crowded.day.alma)
    report(day, matches_without_result(day.event))
    path = f"/api/v1/events/{day.event.slug}/rounds"
    post = partial(client.post, content_type="application/json")
    return [_cost(partial(_answers, post, address, 201), monkeypatch) for address in (path, f"{path}/3/publish")]


def _grows_faster(few: Cost, some: Cost, many: Cost) -> bool:
    """Whether what many players cost is out of proportion."""
    return many.calls - some.calls > (some.calls - few.calls) * SLACK + NOISE


def _costs(pages: Sequence[tuple[str, str]], crowded: Crowd, monkeypatch: pytest.MonkeyPatch) -> list[Cost]:
    """Return what each of the ``pages`` costs, asked for a second time: the first time fills what is kept for good."""
    match = next(iter(crowded.matches), None)
    player = match.a if match else crowded.day.event.entries.get(number=1)
    clients = {ANYBODY: Client(), STAFF: _signed_in(crowded.day.alma), PLAYER: _signed_in(player.account)}
    names = {"slug": crowded.day.event.slug, "match": match and match.pk}
    costs = []
    for who, path in pages:
        client, address = clients[who], "/" + path.format(**names)
        client.get(address)
        cache.clear()
        costs.append(_cost(partial(_answers, client.get, address, 200), monkeypatch))
    return costs


def _answers(ask: Callable[[str], Any], address: str, status: int) -> str:
    """Return what is wrong with the answer; "" if it has the ``status`` it should have."""
    answer = ask(address)
    return "" if answer.status_code == status else f"{address}: {answer.status_code} {answer.content[:300]!r}"


def _cost(ask: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> Cost:
    """Return what ``ask`` costs, which returns what is wrong with its answer."""
    cost = Cost()
    with monkeypatch.context() as patch, CaptureQueriesContext(connection) as queries:
        patch.setattr(JSONField, "from_db_value", _counting(cost))
        sys.setprofile(lambda _frame, event, _arg: _count_call(cost, event))
        try:
            fault = ask()
        finally:
            sys.setprofile(None)
    assert not fault, fault
    cost.queries = len(queries)
    return cost


def _count_call(cost: Cost, event: str) -> None:
    cost.calls += event in ("call", "c_call")


def _counting(cost: Cost) -> Callable[..., Any]:
    """Return `JSONField.from_db_value`, counting into ``cost`` what it decodes."""
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
