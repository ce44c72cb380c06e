"""Every time of day on a page is in an element that the browser converts to the time zone of the device."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.template import engines
from django.test import Client

from tests import pages
from tests.world import World
from tournaments.models import Event

TIME_OF_DAY = re.compile(r"(?<![\d:+.])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])")
NOT_TEXT = re.compile(r"<(script|style|head)\b.*?</\1>|<time\s[^>]*data-local[^>]*>[^<]*</time>|<[^>]*>", re.DOTALL)
READERS = {
    "anonymous": pages.ANONYMOUS,
    "organizer": [*pages.STAFF, *(f"e/{{slug}}/print/{name}" for name in ("seating", "pairings-name", "standings"))],
    "own": pages.PLAYER,
    "operator": pages.OPERATOR,
}


def stray_times(page: str) -> list[str]:
    """Return the times of day in the text of ``page`` that stay in the time zone of the server."""
    return TIME_OF_DAY.findall(NOT_TEXT.sub(" ", page))


@pytest.mark.django_db
@pytest.mark.parametrize("role", READERS)
def test_times_are_shown_in_the_time_zone_of_the_device(world: World, role: str):
    Event.objects.update(starts_at=datetime(2026, 7, 1, 9, tzinfo=UTC))
    client = Client()
    if role in world.people:
        client.force_login(world.people[role], backend="gameplay.infrastructure.sessions.AccountBackend")

    shown = 0
    found = {}
    for path in READERS[role]:
        names = world.names | {"replay": "none"}
        page = client.get("/" + path.format(**names), follow=True).content.decode()
        shown += page.count(" data-local")
        if stray := stray_times(page):
            found[path] = stray

    assert found == {}
    assert shown > len(READERS[role]) / 3


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("<p>ends 12:30</p>", ["12:30"]),
        ("<p>7/1/2026 9:05:07</p>", ["9:05:07"]),
        ('<time datetime="2026-07-01T12:30:00+00:00">12:30</time>', ["12:30"]),
        ('<time datetime="2026-07-01T12:30:00+00:00" data-local="minutes">12:30</time> <b title="12:30">+4:00</b>', []),
    ],
)
def test_stray_times_are_found(text: str, stray: list[str]):
    assert stray_times(text) == stray


@pytest.mark.parametrize(
    ("precision", "shown"), [("", "09:05:07"), ("minutes", "09:05"), ("date", "07/01/2026 9:05 a.m.")]
)
def test_a_time_is_shown_in_utc_until_a_script_runs(precision: str, shown: str):
    moment = datetime(2026, 7, 1, 9, 5, 7, tzinfo=UTC)
    template = engines["django"].from_string("{% load times %}{% local_time moment precision %}")
    attribute = f'data-local="{precision}"' if precision else "data-local"

    rendered: Any = template.render({"moment": moment, "precision": precision})

    assert rendered == f'<time datetime="{moment.isoformat()}" {attribute}>{shown}</time>'
