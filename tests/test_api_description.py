"""Check that the API conforms to its OpenAPI description, for each role, in each stage of an event.

Schemathesis reads the description and generates requests for each operation. Each response must have a
status, a content type and a body that the description lists. None may be 500. The events are those of tests/stages.py.

A usual run sends the nearly valid requests to each operation, in one stage that rotates with the role, and two
generated ones to every second operation, as one of the roles. With ``--thorough``, more roles send
nearly valid requests in all stages and ``EXAMPLES`` generated ones, which differ from run to run.
"""

import faulthandler
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
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

from tests.parts.properties import given, settings
from tests.stages import Place, make_stages
from tests.test_permissions import TABLE, _generic
from tests.world import World

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
GENERATED_EVERY = 10
"""In a usual run, each role sends generated requests to every tenth operation: to generate them takes long."""
CSRF = "c" * 32
"""The token sent in both the CSRF header and the CSRF cookie."""
USUAL_ROLES = ("organizer", "head_judge", "own", "guest", "anonymous")
ALL_ROLES = (*USUAL_ROLES, "scorekeeper", "floor_judge", "player", "elsewhere", "operator")
USUAL = settings(
    max_examples=2,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
THOROUGH = settings(USUAL, max_examples=EXAMPLES, derandomize=False)


def schema_path(address: str) -> str:
    """Return ``address`` of the table of tests/test_permissions.py as the description writes it."""
    path = _generic(address)
    for name in ("match", "call", "penalty", "webhook", "apart", "pod"):
        path = path.replace(f"{{{name}}}", f"{{{name}_id}}")
    return f"/api/v1/{path.replace('games/{game}', 'games/{game_id}')}"


def bodies(world: World, operation: APIOperation) -> list[Any]:
    """Return the (nearly) valid bodies of tests/test_permissions.py."""
    if not operation.body:
        return []
    wanted = (operation.method.upper(), operation.full_path)
    found = [data for method, address, data, *_rest in TABLE if data and (method, schema_path(address)) == wanted]
    return [{name: world.fill_placeholders(value) for name, value in data.items()} for data in found]


def real_ids(operation: APIOperation, stage: Place) -> Place:
    return {name: stage[name] for name in re.findall(r"{(\w+)}", operation.full_path)}


def different(operation: APIOperation, stages: list[Place]) -> list[Place]:
    """Return the stages in which ``operation`` has different ids."""
    return list({tuple(real_ids(operation, stage).values()): stage for stage in stages}.values())


class Sender:
    """Sends requests of one role, rolls their changes back, and keeps what does not conform to the description."""

    def __init__(self, world: World, role: str) -> None:
        client = world.client(role)
        self.cookies = {"csrftoken": CSRF} | {name: morsel.value for name, morsel in client.cookies.items()}
        self.faults: dict[str, str] = {}
        self.answered: Counter[tuple[str, int]] = Counter()

    def send(self, case: Case) -> None:
        """Send ``case``. Raises an exception group if the response does not conform."""
        cache.clear()  # requests are throttled
        headers = {"X-CSRFToken": CSRF, "Accept-Encoding": "identity"}
        with transaction.atomic():
            answer = case.call(headers=headers, cookies=self.cookies)
            transaction.set_rollback(True)
        self.answered[case.operation.label, answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    def attempt(self, label: str, check: Callable[[], object]) -> None:
        """Run ``check``, and keep its failure under ``label``."""
        try:
            check()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001  all failures are listed
            self.faults.setdefault(label, str(error)[:1500])

    def refuse_faults(self) -> None:
        statuses: Counter[int] = Counter()
        for (_label, status), count in self.answered.items():
            statuses[status] += count
        print(statuses.total(), "requests with the statuses", dict(sorted(statuses.items())))
        assert not self.faults, "\n\n".join(f"{label}: {fault}" for label, fault in self.faults.items())


def nearly_valid(operation: APIOperation, stage: Place, body: Any) -> Case:
    given_body = {"body": body, "media_type": "application/json"} if body is not None else {}
    return operation.Case(path_parameters=real_ids(operation, stage), **given_body)


def generated(operation: APIOperation, stages: list[Place], found: list[Any]) -> st.SearchStrategy[Case]:
    """Return requests to ``operation``: generated ones, with real and random ids, and nearly valid ones."""
    kinds = [operation.as_strategy()]
    for real in (real_ids(operation, stage) for stage in stages):
        kinds.append(operation.as_strategy(path_parameters=real))
        if operation.body or real:
            kinds.append(operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=real))
        for body in found:
            kinds.append(operation.as_strategy(path_parameters=real, body=body))
            some = operation.as_strategy(path_parameters=real)
            kinds.append(st.builds(with_some_fields, some, st.just(body), st.randoms()))
    return st.one_of(kinds)


def with_some_fields(case: Case, body: dict[str, Any], chance: random.Random) -> Case:
    """Return ``case`` with some fields of a nearly valid body."""
    if isinstance(case.body, dict):
        case.body = case.body | {name: value for name, value in body.items() if chance.random() < 0.7}
    return case


def with_client_address(application: Any) -> Any:
    """Wrap ``application`` so that requests have a client address, as those to a server do."""
    return lambda environ, start: application({"REMOTE_ADDR": "192.0.2.1"} | environ, start)


@pytest.fixture(scope="module")
def operations(world: World, django_db_blocker: Any) -> Iterator[list[APIOperation]]:
    """Yield the operations. Requests keep the test's connection open, as those of Django's client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with django_db_blocker.unblock():
        description = schemathesis.openapi.from_wsgi(
            "/api/schema/?format=json", with_client_address(get_wsgi_application())
        )
        yield [cast(Any, found).ok() for found in description.get_all_operations()]
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def stages(world: World, django_db_blocker: Any) -> list[Place]:
    with django_db_blocker.unblock():
        return list(make_stages(world).values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "role" in metafunc.fixturenames:
        metafunc.parametrize("role", ALL_ROLES if metafunc.config.getoption("thorough", False) else USUAL_ROLES)


@pytest.mark.slow
def test_responses_conform_to_the_description(
    db: None, world: World, operations: list[APIOperation], stages: list[Place], role: str, pytestconfig: pytest.Config
):
    sender = Sender(world, role)
    is_thorough, turn = pytestconfig.getoption("thorough", False), ALL_ROLES.index(role)

    if is_thorough:
        faulthandler.cancel_dump_traceback_later()  # takes longer than pytest allows

    for number, operation in enumerate(operations):
        chosen = different(operation, stages) if is_thorough else [stages[(number + turn) % len(stages)]]
        found = bodies(world, operation)
        for stage, body in itertools.product(chosen, found or [None]):
            sender.attempt(operation.label, partial(sender.send, nearly_valid(operation, stage, body)))
        if is_thorough or number % GENERATED_EVERY == 2 * turn:
            try_some = THOROUGH if is_thorough else USUAL
            sender.attempt(operation.label, try_some(given(generated(operation, chosen, found))(sender.send)))

    sender.refuse_faults()


@pytest.mark.parametrize("reader", ["own", "anonymous"])
def test_responses_of_a_finished_event_conform_to_the_description(
    db: None, world: World, operations: list[APIOperation], stages: list[Place], reader: str
):
    sender = Sender(world, reader)

    for operation in operations:
        if operation.method == "get" and "{" in operation.full_path:
            sender.attempt(operation.label, partial(sender.send, nearly_valid(operation, stages[-1], None)))

    sender.refuse_faults()
    own_pages = ("pods/{pod_id}/deck", "pods/{pod_id}/log") if reader == "own" else ()
    for path in ("events/{slug}/proof", "events/{slug}/file", *own_pages):
        assert sender.answered[f"GET /api/v1/{path}", 200]
