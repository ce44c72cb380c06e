"""Two organizers with pages that may be outdated, and a script that uses the API."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.test import Client

from gameplay.models import Account
from tests.instruments.collisions.page_forms import NAMES, WORDS, Form, read_forms
from tournaments.models import Event, Match
from tournaments.selectors.results import result_from_score, result_json

PAGES = (
    "manage",
    "manage/entries",
    "manage/finish",
    "manage/cancel",
    "manage/leagues",
    "judge",
    "judge/players/1",
    "",
    "pairings",
)
"""The pages of an event that an organizer has open, with buttons on them."""
MAX_KEPT = 120
ENDINGS = ("/finish", "/cancel", "/reopen", "/early-finish", "/cancellation", "/reopening")
ENDING_SHARE = 0.15
"""The share of an official's presses that may end the event or begin it again."""
Press = Callable[[], tuple[str, int, str]]
"""Sends one request; returns what was pressed, the status, and the code of a refusal."""


def signed_in(account: Account, accept: str = "text/html") -> Client:
    client = Client(raise_request_exception=False, headers={"accept": accept})
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


@dataclass
class Organizer:
    """A person with several pages of the event open, some of them for a while."""

    account: Account
    forms: list[Form] = field(default_factory=list)

    def look(self, event: Event, chance: Random) -> None:
        """Load some pages of ``event``; the forms of pages loaded before are kept, too."""
        client = signed_in(self.account)
        results = [f"manage/result?table={table}" for table in (1, 2)]
        for page in chance.sample([*PAGES, *results], 4):
            address = f"/e/{event.slug}/{page}"
            response = client.get(address)
            if response.status_code == 200:
                self.forms += read_forms(address, response.content.decode())
        self.forms = self.forms[-MAX_KEPT:]

    def presses(self, chance: Random) -> list[Press]:
        """Return one to three buttons that are pressed one after the other: of different kinds, if there are some.

        Return [] if there are no buttons, as on most pages of a finished event.
        """
        kinds: dict[str, list[Form]] = {}
        for form in self.forms:
            kinds.setdefault(re.sub(r"\d+", "0", form.action), []).append(form)
        usual = sorted(kind for kind in kinds if not kind.endswith(ENDINGS)) or sorted(kinds)
        if not usual:
            return []
        chosen = chance.choices(usual, k=chance.randint(1, 3))
        if chance.random() < ENDING_SHARE:
            chosen.append(chance.choice(sorted(kinds)))
        return [_by_page(self.account, chance.choice(kinds[kind]), chance) for kind in chosen]


def _by_page(account: Account, form: Form, chance: Random) -> Press:
    address, data = form.fill(chance)

    def press() -> tuple[str, int, str]:
        response = signed_in(account).post(address, data)
        return f"{address} {sorted(data.items())}", response.status_code, ""

    return press


@dataclass
class Script:
    """A program that sends what it has read a moment before, and repeats nothing."""

    account: Account

    def presses(self, event: Event, chance: Random) -> list[Press]:
        """Return one to three operations for ``event``."""
        return [
            _by_api(self.account, *chance.choice(self._operations(event, chance))) for _ in range(chance.randint(1, 3))
        ]

    def _operations(self, event: Event, chance: Random) -> list[tuple[str, str, dict[str, Any]]]:
        """Return the operations that change an event, as (method, path, data)."""
        slug, why, name = f"events/{event.slug}", {"reason": chance.choice(WORDS)}, chance.choice(NAMES)
        number, place = event.rounds.count(), chance.randint(1, 6)
        matches = Match.objects.filter(round__event=event, kind="played").order_by("pk")
        return [
            *[("POST", f"{slug}/{path}", why) for path in ("finish", "early-finish", "cancellation", "reopening")],
            *[("POST", f"{slug}/rounds/{number + ahead}/publish", why) for ahead in (0, 1)],
            ("POST", f"{slug}/rounds", {}),
            ("POST", f"{slug}/rounds/{number}/swap", why | {"first": place, "second": chance.randint(1, 6)}),
            ("POST", f"{slug}/rounds/{number}/again", why),
            ("PUT", f"{slug}/announced-rounds", why | {"rounds": chance.randint(1, 4)}),
            ("PUT", f"{slug}/cut", why | {"places": chance.choice([0, 2, 4])}),
            *[("POST", f"{slug}/entries/{place}/{what}", why) for what in ("drop", "return", "bye")],
            *[("POST", f"{slug}/{path}", why | {"handle": name}) for path in ("entries", "late-entries")],
            *[("POST", f"matches/{each.pk}/result", why | _result(each, chance)) for each in list(matches)[-3:]],
        ]


def _result(match: Match, chance: Random) -> dict[str, Any]:
    """Return a result with the number of reports that are there now."""
    result = result_from_score(chance.choice(["2-0", "1-2"]), match.round.event.match_rules)
    return result_json(result) | {"version": match.reports.count()}


def _by_api(account: Account, method: str, path: str, data: dict[str, Any]) -> Press:
    def press() -> tuple[str, int, str]:
        client = signed_in(account, "application/json")
        response = client.generic(method, f"/api/v1/{path}", json.dumps(data), content_type="application/json")
        refused = response.status_code >= 400 and response.headers.get("Content-Type", "").startswith("application/")
        return f"{method} {path} {data}", response.status_code, response.json().get("code", "") if refused else ""

    return press
