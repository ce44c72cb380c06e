"""What an account may not see is answered exactly like what does not exist: status, headers and body.

Every row of the tables of permissions is sent by everybody who may not do it, with the real ids and then with one of them
replaced by an id that nobody has; and with bodies that cannot be read, so that nothing is validated before it is hidden.
The ids of one event are also tried at another one whose organizer asks.
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
    **dict.fromkeys(("slug", "brought"), "summer-draft-000000"),
    "number": "987",
}
RANDOM = re.compile(r"""'?nonce-?[-=]"?[\w+/=-]+["']?|csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^\w]+\w+""")
OF_ONE_ANSWER = {"Content-Length", "ETag"}
"""Headers that follow from the body, in which the address stands."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


def answer_of(response: HttpResponse, address: str) -> Answer:
    """What a client can tell apart: without what is random in every answer, and the address that was asked for itself."""

    def plain(text: str) -> str:
        return RANDOM.sub("", text.replace(address, "").replace(quote(address, safe=""), ""))

    headers = {name: plain(value) for name, value in response.headers.items() if name not in OF_ONE_ANSWER}
    cookies = {name: str(morsel["path"]) for name, morsel in response.cookies.items()}
    return Answer(response.status_code, headers | cookies, plain(response.content.decode()))


def ways_to_miss(names: dict[str, str], path: str, data: Any, known: set[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """``path`` and the ids for it, with one of them after the other unknown."""
    text = path + json.dumps(data)
    for name, unknown in UNKNOWN.items():
        if f"{{{name}}}" in text and name not in known:
            yield path, names | {name: unknown}
    for place in re.finditer(r"(?<=/)1(?=/|$)", path):
        yield f"{path[: place.start()]}987{path[place.end() :]}", names


def asked(world: World, role: str, method: str, path: str, data: Any, *, kind: str, names: dict[str, str]) -> Answer:
    cache.clear()  # tries are counted
    address = path.format(**names)
    if isinstance(data, dict):
        data = {key: value.format(**names) if isinstance(value, str) else value for key, value in data.items()}
    body = urlencode(data or {}) if kind == FORM else json.dumps(data or {})
    with transaction.atomic():
        answer = answer_of(cast(HttpResponse, world.client(role).generic(method, address, body, kind)), address)
        transaction.set_rollback(True)
    return answer


def first_difference(one: Answer, other: Answer) -> str:
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
    """Yield where ``role``, to whom something is hidden, can tell it from what does not exist."""
    for method, path, data in rows:
        if asked(world, role, method, root + path, data, kind=kind, names=names).status not in HIDDEN:
            continue
        bodies: list[Any] = [data] if method == "GET" else [data, {}] if kind == FORM else [data, {}, [1]]
        for body in bodies:
            real = asked(world, role, method, root + path, body, kind=kind, names=names)
            for other, ids in ways_to_miss(names, path, data, known):
                missed = asked(world, role, method, root + other, body, kind=kind, names=ids)
                if missed != real:
                    changed = [name for name, value in ids.items() if value != names[name]] or other
                    yield f"{role} {method} {path} with {body!r}, unknown {changed}: {first_difference(real, missed)}"


ASKING = [
    ("public", "floor_judge", {"slug", "penalty"}),
    ("public", "player", {"slug", "pod"}),
    ("private", "elsewhere", set[str]()),
    ("private", "anonymous", set[str]()),
]
"""Who asks at what kind of event, and what of it they know to exist."""


@pytest.mark.slow
@pytest.mark.parametrize(("visibility", "role", "known"), ASKING)
def test_what_is_not_for_somebody_is_answered_like_what_does_not_exist(
    db: None, visibility: str, role: str, known: set[str]
):
    world = World(visibility)
    operations = [row[:3] for row in TABLE if "{" in row[1]]
    pages = [row[:3] for row in PAGES if "{" in row[1]]

    found = [
        *differences(world, role, operations, root="/api/v1/", kind="application/json", names=world.names, known=known),
        *differences(world, role, pages, root="/", kind=FORM, names=world.names, known=known),
    ]

    assert not found, f"{len(found)}\n" + "\n".join(found)


@pytest.mark.slow
def test_what_belongs_to_another_event_does_not_exist_in_ones_own(db: None):
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
