"""Check the permissions of all pages and forms of the site against the table in tests/test_permissions.py."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve

from gameplay.services.accounts import create_guest
from tests.test_permissions import PAGES, TABLE
from tests.world import DESK_ROLES, EVENT_MANAGERS, EVERYBODY, ROLES, SITE_STAFF, STAFF, STAFF_ROLES, World
from tournaments.models import Event, Official
from tournaments.selectors.roles import ORGANIZER
from tournaments.services.event import appoint_official

# Responses to the other roles that are not 404: a redirect, or another form of the same page.
SIGN_IN_FIRST = (
    "game/{game}/advice",
    "pod/{pod}/draft",
    "pod/{pod}/deck",
    "pod/{pod}/pool",
    "pod/{pod}/pool/1",
    "pod/{pod}/cards",
    "game/{game}",
    "game/{game}/people",
    "e/{constructed}/deck",
    "e/{constructed}/deck.txt",
    "my/events",
    "my/data",
    "my/data.json",
    "my/data/erase",
    "my/data/notifications",
    "my/data/email",
    "my/data/push",
)
OTHER_STATUSES: dict[tuple[str, str], dict[str, int]] = {
    **{(method, path): {"anonymous": 302} for method in ("GET", "POST") for path in SIGN_IN_FIRST},
    **{
        (method, page): dict.fromkeys(EVERYBODY - SITE_STAFF, 302)
        for page in ("events/new", "events/import", "leagues/new")
        for method in ("GET", "POST")
    },
    **{(method, "events/new?copy={slug}"): dict.fromkeys(EVERYBODY - SITE_STAFF, 302) for method in ("GET", "POST")},
    ("GET", "e/{slug}/slip/{slip}"): dict.fromkeys(EVERYBODY - DESK_ROLES, 302),
    ("POST", "pod/{pod}/draft"): {"anonymous": 302, **dict.fromkeys(EVENT_MANAGERS, 400)},
}


@pytest.mark.parametrize(("method", "path", "data", "allowed", "status"), PAGES, ids=[f"{r[0]} {r[1]}" for r in PAGES])
def test_page_is_allowed_only_for_the_roles_of_the_table(
    db: None, world: World, method: str, path: str, data: Any, allowed: frozenset[str], status: int
):
    answers = {role: world.page_status(role, method, path, data) for role in ROLES}

    other_statuses = OTHER_STATUSES.get((method, path), {})
    assert answers == {role: status if role in allowed else other_statuses.get(role, 404) for role in ROLES}


def test_table_lists_all_pages(db: None):
    names = dict.fromkeys(("slug", "constructed", "code", "call", "number", "penalty", "slip", "apart"), "1")
    names |= dict.fromkeys(("league", "leagued"), "1")
    names |= {name: str(UUID(int=1)) for name in ("pod", "match", "game", "webhook")}
    client = Client()
    client.force_login(create_guest("Zoe"), backend="gameplay.infrastructure.sessions.AccountBackend")

    def route_of(method: str, path: str) -> tuple[str, str]:
        return method, resolve("/" + path.format(**names).partition("?")[0]).route

    def allowed_methods(route: str) -> set[tuple[str, str]]:
        """Return the methods that a page accepts, from the Allow header of its response to PATCH."""
        answer = client.patch("/" + EXAMPLE.sub(lambda kind: EXAMPLES[kind[1]], route))
        methods = answer.headers.get("Allow", "GET").split(", ")
        return {(method, route) for method in methods if method in {"GET", "POST"}}

    known = {operation for route in _routes(get_resolver()) for operation in allowed_methods(route)}
    assert {route_of(method, path) for method, path, *_rest in PAGES} == known


EXAMPLE = re.compile(r"<(\w+):\w+>")
EXAMPLES = {"uuid": str(UUID(int=1)), "int": "1", "slug": "none", "str": "none"}


def _routes(resolver: URLResolver, before: str = "") -> list[str]:
    """Return the routes of all pages; the API has its own table."""
    found = []
    for each in resolver.url_patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLResolver):
            found += _routes(each, here)
        elif here == "api/v1/" or not here.startswith("api/v1/"):
            found.append(here)
    return found


HIDDEN_FROM_PLAYING_JUDGES = {
    "events/{constructed}/entries/1/deck",
    "e/{constructed}/judge/lists/1",
    "events/{slug}/deck-checks",
    "events/{slug}/deck-checks/1",
    "games/{game}/position",
    "pods/{pod}/map",
    "e/{slug}/print/decklists",
    "e/{slug}/judge/decks",
    "e/{slug}/judge/decks/1",
    "game/{game}/judge",
    "game/{game}/judge/replay",
}


def test_playing_judge_cannot_see_decks_pods_or_games(db: None, world: World):
    for event in Event.objects.filter(officials__account=world.people["floor_judge"]):
        appoint_official(event, world.people["player"], "floor_judge", by=world.day.by)

    found = {}
    for rows, status_of in ((TABLE, world.status), (PAGES, world.page_status)):
        for method, path, data, allowed, status in rows:
            if path.startswith(("events/new", "leagues/new")):
                continue  # "player" is not a staff account of the site
            if method == "GET" and status == 200 and "floor_judge" in allowed <= STAFF:
                found[path] = status_of("player", method, path, data)

    assert found == {path: 404 if path in HIDDEN_FROM_PLAYING_JUDGES else 200 for path in found}
    assert found.keys() >= HIDDEN_FROM_PLAYING_JUDGES


def test_staff_roles_match_the_roles_of_officials():
    assert set(STAFF_ROLES) == set(Official.Role.values)
    assert ORGANIZER == "organizer"
