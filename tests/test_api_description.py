"""Check that the API conforms to its OpenAPI description, for all kinds of accounts, with real and random ids.

Schemathesis reads the description and generates requests for each operation. Each response must have a
status, a content type and a body that the description lists. None may be 500. The event is that of tests/world.py.
``API_EXAMPLES=100`` generates more examples than a usual run, and different ones each time.
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
"""The token sent in both the CSRF header and the CSRF cookie."""


def sample(world: World, path: str) -> dict[str, Any]:
    """Return the real ids for the parameters of ``path``, by their names in the description."""
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
    """Return the (nearly) valid bodies of tests/test_permissions.py, each with ids that replace those of the path."""
    found = []
    for wanted, address, data, _who, _status in TABLE:
        if (wanted, f"/api/v1/{_schema_path(address)}") == (method, path) and data is not None:
            constructed = {"slug": world.names["constructed"]} if "{constructed}" in address else {}
            found.append((constructed, {name: world.fill_placeholders(value) for name, value in data.items()}))
    return found


def _schema_path(address: str) -> str:
    """Return ``address`` of the table as the description writes it."""
    path = _generic(address)
    for name in ("match", "call", "penalty", "webhook", "apart", "pod"):
        path = path.replace(f"{{{name}}}", f"{{{name}_id}}")
    return path.replace("games/{game}", "games/{game_id}")


def cases(operation: APIOperation, world: World) -> st.SearchStrategy[Case]:
    """Return requests to ``operation``: generated ones, with real and random ids, and nearly valid ones."""
    path, method = operation.full_path, operation.method.upper()
    real = sample(world, path)
    made = [operation.as_strategy(path_parameters=real), operation.as_strategy()]
    if operation.body or real:
        made.append(operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=real))
    for further, body in bodies(world, method, path):
        made.append(operation.as_strategy(path_parameters=real | further, body=body))
        made.append(
            st.builds(
                with_some_fields, operation.as_strategy(path_parameters=real | further), st.just(body), st.randoms()
            )
        )
    return st.one_of(made)


def with_some_fields(case: Case, body: dict[str, Any], chance: Any) -> Case:
    """Return ``case`` with some fields of a nearly valid body."""
    if isinstance(case.body, dict):
        case.body = case.body | {name: value for name, value in body.items() if chance.random() < 0.7}
    return case


def with_client_address(application: Any) -> Any:
    """Wrap ``application`` so that requests have a client address, as those to a server do."""
    return lambda environ, start: application({"REMOTE_ADDR": "192.0.2.1"} | environ, start)


@pytest.fixture
def description(db: None) -> Iterator[Any]:
    """Yield the schema of the API. Its requests keep the test's connection open, as those of Django's client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/?format=json", with_client_address(get_wsgi_application()))
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations(description: Any) -> Iterator[APIOperation]:
    for found in description.get_all_operations():
        yield found.ok()


@pytest.mark.slow
@pytest.mark.parametrize("role", ["organizer", "head_judge", "own", "anonymous"])
def test_responses_conform_to_the_description(description: Any, role: str):
    world = World()
    client = world.client(role)
    cookies = {"csrftoken": CSRF} | {name: morsel.value for name, morsel in client.cookies.items()}
    faults: dict[str, str] = {}
    statuses: dict[int, int] = {}

    for operation in operations(description):

        @TRY
        @given(cases(operation, world))
        def check(case: Case) -> None:
            cache.clear()  # requests are throttled
            with transaction.atomic():
                answer = case.call(headers={"X-CSRFToken": CSRF, "Accept-Encoding": "identity"}, cookies=cookies)
                transaction.set_rollback(True)
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            case.validate_response(answer, checks=CHECKS)

        try:
            check()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001  all failures are listed
            faults[operation.label] = str(error)[:1500]

    print(json.dumps(statuses))
    assert not faults, "\n\n".join(f"{label}: {fault}" for label, fault in faults.items())


def finished_event() -> Day:
    """Return a finished event of six players."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", SHORT, BOOSTERS), by=alma, seed=SEED), alma)
    day.enter()
    day.seat()
    draft(day, pick=take_first)
    finish(day)
    return day


def event_in_top_cut() -> Day:
    """Return an event of six players in the first round of its top cut."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", DraftFormat(), BOOSTERS, {"cut": 4}), by=alma, seed=SEED), alma)
    day.to_cut(6)
    day.round(day.event.event_format.rounds + 1)
    return day


@pytest.mark.slow
@pytest.mark.parametrize("later", [finished_event, event_in_top_cut])
def test_responses_of_later_event_stages_conform_to_the_description(description: Any, later: Callable[[], Day]):
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
    if later is finished_event:
        for path in ("events/{slug}/proof", "events/{slug}/file", "pods/{pod_id}/deck", "pods/{pod_id}/log"):
            assert (f"/api/v1/{path}", 200) in answered
    assert not faults, "\n\n".join(f"{label}: {fault}" for label, fault in faults.items())
