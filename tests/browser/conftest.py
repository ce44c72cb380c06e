"""A test page for the JavaScript modules: the real base template and files, with a made-up pack."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.template import engines
from django.test import RequestFactory
from playwright.sync_api import Page, Route

from tests.browser.accessibility import Access
from tests.browser.steps import own_time

PAGE = """{% extends "base.html" %}{% load static %}{% block title %}Draft{% endblock %}
{% block main %}<h1>Draft</h1>{{ part|safe }}{% include "drafting/parts/pick_help.html" %}{% endblock %}
{% block scripts %}<script type="module" src="{% static "deploy/pick.js" %}"></script>{% endblock %}"""
PART = """{% load i18n %}<section id="pack" data-live="pod/1" data-number="{{ t.number }}"
 hx-get="/try/part" hx-trigger="live" hx-swap="outerHTML settle:0ms">
 <form method="post" hx-post="/try/pick" hx-target="#pack" hx-swap="outerHTML settle:0ms"
 data-pick="1.{{ t.pick }}" data-taken="Taken"><fieldset role="radiogroup"><legend>Pick {{ t.pick }}</legend>
 <ul class="cards">{% for card in t.cards %}<li class="card"><label>
 <input class="card-input" type="radio" name="card" value="{{ card }}" required><span class="sr">{{ card }}
 </span><span class="card-face">{{ card }}</span></label></li>{% endfor %}</ul></fieldset>
 <label>Note <input name="note"></label>
 <button class="primary" data-take>Take this card</button></form>
 {% include "parts/clock.html" with label="Time to pick" deadline=deadline now=now %}</section>"""
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
OPENED = NOON - timedelta(minutes=1)
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'"


@dataclass
class Trial:
    """The server side of the made-up pack."""

    number: int = 1
    pick: int = 1
    seconds: float = 60
    device_ahead: float = 0
    refuse: bool = False
    streaming: bool = True
    picks: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    @property
    def cards(self) -> list[str]:
        return [f"{self.pick}-{n}" for n in range(1, 12)]

    def part(self, sent: datetime = NOON) -> str:
        """Render the part with the pack, for a device whose clock shows ``sent``."""
        off = timedelta(seconds=self.device_ahead)
        times = {"now": sent - off, "deadline": NOON - off + timedelta(seconds=self.seconds)}
        return engines["django"].from_string(PART).render({"t": self, **times})

    def page(self) -> str:
        return (
            engines["django"].from_string(PAGE).render({"part": self.part(OPENED)}, RequestFactory().get("/try/draft"))
        )

    def answer(self, route: Route) -> None:
        """Respond as a draft would."""
        name = route.request.url.partition("/try/")[2]
        self.requested.append(name)
        if name == "draft":
            route.fulfill(body=self.page(), content_type="text/html", headers={"Content-Security-Policy": POLICY})
        elif name == "part":
            route.fulfill(body=self.part(), content_type="text/html")
        elif self.refuse:
            self.refuse = False
            route.fulfill(status=409, body='<div class="refused">Too late</div>', content_type="text/html")
        else:
            self.picks.append(parse_qs(route.request.post_data or "")["card"][0])
            self.pick, self.number = self.pick + 1, self.number + 1
            route.fulfill(body=self.part(), content_type="text/html")

    def stream(self, route: Route) -> None:
        """Respond with a stream that sends the current number and ends; the page reconnects."""
        if not self.streaming:
            route.fulfill(status=503)
            return
        body = f'retry: 1000\nid: {self.number}\ndata: {{"stream": "pod/1", "number": {self.number}}}\n\n'
        route.fulfill(body=body, content_type="text/event-stream")


@pytest.fixture(scope="session", autouse=True)
def looks_of_pages(pytestconfig: pytest.Config) -> None:
    """Check the accessibility of each page in all looks if the option --thorough is given."""
    Access.is_thorough = pytestconfig.getoption("thorough")


@pytest.fixture
def trial() -> Trial:
    return Trial()


@pytest.fixture
def draft(new_page: Callable[..., Page], trial: Trial) -> Callable[..., Page]:
    """Open the made-up draft page. Its clock shows noon, and only the test advances it."""

    def open_draft(**options: Any) -> Page:
        page = new_page(**options)
        own_time(page, OPENED)
        page.clock.pause_at(NOON)
        page.route("**/try/*", trial.answer)
        page.route("**/stream?*", trial.stream)
        page.goto("/try/draft")
        return page

    return open_draft
