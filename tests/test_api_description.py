"""The API keeps to its own description: whatever an organizer, a judge or a player sends, with real ids and without.

Schemathesis reads the description and makes up requests for each operation; every answer has a status, a type and a body
that the description has for it, and none is 500. The event and the people are those of tests/world.py. More examples than
a usual run has time for are tried with ``API_EXAMPLES=100``, and others each time.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_staff
from tests.parts.properties import given, settings
from tests.test_permissions import TABLE, _generic
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.tournaments.test_fairness import SHORT, draft, finish, take_first
from tests.world import World
from tournaments.services.event import NewEvent, create_event

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = int(os.environ.get("API_EXAMPLES", "1"))
TRY = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize="API_EXAMPLES" not in os.environ,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CSRF = "c" * 32
"""What the header and the cookie say that protect from forged requests."""


def sample(world: World, path: str) -> dict[str, Any]:
    """The real ids that stand in ``path``, by the names of the description."""
    names = dict(world.names)
    found: dict[str, Any] = {
        f"{name}_id": names[name] for name in ("match", "call", "penalty", "game", "webhook", "apart")
    }
    found |= {"pod_id": names["pod"], "slug": names["slug"], "number": 1, "handle": "Berta"}
    found |= {"code": "FL", "ref": "FL-C01"}
    if "/games/" not in path:
        found["game"] = "enemy"
    return {name: value for name, value in found.items() if f"{{{name}}}" in path}


def bodies(world: World, method: str, path: str) -> list[tuple[dict[str, Any], Any]]:
    """What tests/test_permissions.py sends there, which is right or nearly so, with other ids for the path."""
    found = []
    for wanted, address, data, _who, _status in TABLE:
        if (wanted, f"/api/v1/{_described(address)}") == (method, path) and data is not None:
            brought = {"slug": world.names["brought"]} if "{brought}" in address else {}
            found.append((brought, {name: world.fill_placeholders(value) for name, value in data.items()}))
    return found


def _described(address: str) -> str:
    """``address`` of the table as the description writes it."""
    path = _generic(address)
    for name in ("match", "call", "penalty", "webhook", "apart", "pod"):
        path = path.replace(f"{{{name}}}", f"{{{name}_id}}")
    return path.replace("games/{game}", "games/{game_id}")


def cases(operation: APIOperation, world: World) -> st.SearchStrategy[Case]:
    """Requests to ``operation``: what is made up, with real ids and without, and what is nearly right."""
    path, method = operation.full_path, operation.method.upper()
    real = sample(world, path)
    made = [operation.as_strategy(path_parameters=real), operation.as_strategy()]
    if operation.body or real:
        made.append(operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=real))
    for further, body in bodies(world, method, path):
        made.append(operation.as_strategy(path_parameters=real | further, body=body))
        made.append(
            st.builds(partly, operation.as_strategy(path_parameters=real | further), st.just(body), st.randoms())
        )
    return st.one_of(made)


def partly(case: Case, body: dict[str, Any], chance: Any) -> Case:
    """``case`` with some fields of what is nearly right."""
    if isinstance(case.body, dict):
        case.body = case.body | {name: value for name, value in body.items() if chance.random() < 0.7}
    return case


def addressed(application: Any) -> Any:
    """``application`` for requests that have an address to come from, as those to a server do."""
    return lambda environ, start: application({"REMOTE_ADDR": "192.0.2.1"} | environ, start)


@pytest.fixture
def description(db: None) -> Iterator[Any]:
    """The description of the API, and the pages behind it, which leave the test's connection open as Django's client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/?format=json", addressed(get_wsgi_application()))
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations(description: Any) -> Iterator[APIOperation]:
    for found in description.get_all_operations():
        yield found.ok()


@pytest.mark.slow
@pytest.mark.parametrize("role", ["organizer", "head_judge", "own", "anonymous"])
def test_every_answer_is_one_that_the_description_has(description: Any, role: str):
    world = World()
    client = world.client(role)
    cookies = {"csrftoken": CSRF} | {name: morsel.value for name, morsel in client.cookies.items()}
    faults: dict[str, str] = {}
    statuses: dict[int, int] = {}

    for operation in operations(description):

        @TRY
        @given(cases(operation, world))
        def check(case: Case) -> None:
            cache.clear()  # tries are counted
            with transaction.atomic():
                answer = case.call(headers={"X-CSRFToken": CSRF, "Accept-Encoding": "identity"}, cookies=cookies)
                transaction.set_rollback(True)
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            case.validate_response(answer, checks=CHECKS)

        try:
            check()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001  all of them are listed
            faults[operation.label] = str(error)[:1500]

    print(json.dumps(statuses))
    assert not faults, "\n\n".join(f"{label}: {fault}" for label, fault in faults.items())


def over() -> Day:
    """An event of six that was drafted, played and finished."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", SHORT, BOOSTERS), by=alma, seed=SEED), alma)
    day.enter()
    day.seat()
    draft(day, pick=take_first)
    finish(day)
    return day


def in_its_cut() -> Day:
    """An event of six in the first round of its top cut."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", DraftFormat(), BOOSTERS, {"cut": 4}), by=alma, seed=SEED), alma)
    day.to_cut(6)
    day.round(day.event.event_format.rounds + 1)
    return day


@pytest.mark.slow
@pytest.mark.parametrize("later", [over, in_its_cut])
def test_what_is_read_later_in_an_event_is_what_the_description_has(description: Any, later: Callable[[], Day]):
    day = later()
    pod, last = day.event.pods.get().pod, day.event.rounds.order_by("number").last()
    assert last
    places = {"slug": day.event.slug, "number": last.number, "pod_id": str(pod.pk)}
    places |= {"match_id": str(last.matches.all()[0].pk)}
    faults: dict[str, str] = {}
    answered: set[tuple[str, int]] = set()

    for account in (day.alma, day.players[0], None):
        client = Client()
        if account:
            client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        for operation in operations(description):
            names = set(re.findall(r"{(\w+)}", operation.full_path))
            if operation.method != "get" or not names <= set(places):
                continue
            case = operation.Case(path_parameters={name: places[name] for name in names})
            answer = case.call(headers={"Accept-Encoding": "identity"}, cookies=cookies)
            answered.add((operation.full_path, answer.status_code))
            try:
                case.validate_response(answer, checks=CHECKS)
            except BaseExceptionGroup as error:
                faults[operation.label] = str(error)[:1500]

    assert {status for _path, status in answered} >= {200, 401, 404}
    if later is over:
        for path in ("events/{slug}/proof", "events/{slug}/file", "pods/{pod_id}/deck", "pods/{pod_id}/log"):
            assert (f"/api/v1/{path}", 200) in answered
    assert not faults, "\n\n".join(f"{label}: {fault}" for label, fault in faults.items())
