"""Check that a response for a hidden object is identical to that for a missing one: status, headers and body.

Each row of the permission tables is requested by the roles that it excludes, with the real ids and then with one id
replaced by an unknown one. Invalid bodies are sent too, because permissions must be checked before validation.
The ids of one event are also sent to another event by its own organizer.
"""

import json
import re
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse

from tests.test_permissions import PAGES, TABLE
from tests.world import FORM, World
from tournaments.models import Event

HIDDEN = {401, 404}
UNKNOWN: dict[str, str] = {
    **dict.fromkeys(("match", "game", "pod", "pack", "webhook"), str(uuid.UUID(int=7))),
    **dict.fromkeys(("call", "penalty", "apart"), "987654"),
    **dict.fromkeys(("slug", "constructed", "leagued"), "summer-draft-000000"),
    "league": "winter-league-000000",
    "number": "987",
}
RANDOM = re.compile(r"""'?nonce-?[-=]"?[\w+/=-]+["']?|csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^\w]+\w+""")
UNCOMPARED_HEADERS = {"Content-Length", "ETag", "X-Request-ID"}
"""Headers that depend on the body, which contains the address, and the random id of the request."""


class ComparedResponse(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


def answer_of(response: HttpResponse, address: str) -> ComparedResponse:
    """Return the parts of ``response`` that a client can compare, without random values and the requested address."""

    def plain(text: str) -> str:
        return RANDOM.sub("", text.replace(address, "").replace(quote(address, safe=""), ""))

    headers = {name: plain(value) for name, value in response.headers.items() if name not in UNCOMPARED_HEADERS}
    cookies = {name: str(morsel["path"]) for name, morsel in response.cookies.items()}
    return ComparedResponse(response.status_code, headers | cookies, plain(response.content.decode()))


def with_unknown_ids(
    names: dict[str, str], path: str, data: Any, known: set[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield ``path`` and its ids, each time with a different id replaced by an unknown one."""
    text = path + json.dumps(data)
    for name, unknown in UNKNOWN.items():
        if f"{{{name}}}" in text and name not in known:
            yield path, names | {name: unknown}
    for found in re.finditer(r"(?<=/)1(?=/|$)", path):
        yield f"{path[: found.start()]}987{path[found.end() :]}", names


def send_request(
    world: World, role: str, method: str, path: str, data: Any, *, kind: str, names: dict[str, str]
) -> ComparedResponse:
    cache.clear()  # requests are throttled
    address = path.format(**names)
    if isinstance(data, dict):
        data = {key: value.format(**names) if isinstance(value, str) else value for key, value in data.items()}
    body = urlencode(data or {}) if kind == FORM else json.dumps(data or {})
    with transaction.atomic():
        answer = answer_of(cast(HttpResponse, world.client(role).generic(method, address, body, kind)), address)
        transaction.set_rollback(True)
    return answer


def first_difference(one: ComparedResponse, other: ComparedResponse) -> str:
    for before, after in zip(str(one).splitlines(), str(other).splitlines(), strict=False):
        start = next((place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
        if before != after:
            return f"{before[max(start - 60, 0) : start + 60]!r} and {after[max(start - 60, 0) : start + 60]!r}"
    return "one is longer"


def differences(
    world: World,
    role: str,
    rows: list[tuple[str, str, Any]],
    *,
    root: str,
    kind: str,
    names: dict[str, str],
    known: set[str],
) -> Iterator[str]:
    """Yield each request by which ``role`` can distinguish a hidden object from a missing one."""
    for method, path, data in rows:
        bodies: list[Any] = [data] if method == "GET" else [data, {}] if kind == FORM else [data, {}, [1]]
        for body in bodies:
            real = send_request(world, role, method, root + path, body, kind=kind, names=names)
            if body is data and real.status not in HIDDEN:
                break
            for other, ids in with_unknown_ids(names, path, data, known):
                missing = send_request(world, role, method, root + other, body, kind=kind, names=ids)
                if missing != real:
                    changed = [name for name, value in ids.items() if value != names[name]] or other
                    yield f"{role} {method} {path} with {body!r}, unknown {changed}: {first_difference(real, missing)}"


REQUESTERS = [
    ("public", "floor_judge", {"slug", "penalty"}),
    ("public", "player", {"slug", "pod"}),
    ("private", "elsewhere", set[str]()),
    ("private", "anonymous", set[str]()),
]
"""The visibility of the event, the role that sends the requests, and the ids that the role may know."""


@pytest.mark.slow
@pytest.mark.parametrize(("visibility", "role", "known"), REQUESTERS)
def test_hidden_object_is_answered_like_a_missing_one(db: None, visibility: str, role: str, known: set[str]):
    world = World(visibility)
    operations = [row[:3] for row in TABLE if "{" in row[1]]
    pages = [row[:3] for row in PAGES if "{" in row[1]]

    found = [
        *differences(world, role, operations, root="/api/v1/", kind="application/json", names=world.names, known=known),
        *differences(world, role, pages, root="/", kind=FORM, names=world.names, known=known),
    ]

    assert not found, f"{len(found)}\n" + "\n".join(found)


@pytest.mark.slow
def test_object_of_another_event_is_answered_like_a_missing_one(db: None):
    world = World("private")
    names = world.names | {"slug": Event.objects.get(name="Another").slug}
    operations = [row[:3] for row in TABLE if "{slug}" in row[1]]
    pages = [row[:3] for row in PAGES if "{slug}" in row[1]]

    found = [
        *differences(
            world, "elsewhere", operations, root="/api/v1/", kind="application/json", names=names, known={"slug"}
        ),
        *differences(world, "elsewhere", pages, root="/", kind=FORM, names=names, known={"slug"}),
    ]

    assert not found, f"{len(found)}\n" + "\n".join(found)
