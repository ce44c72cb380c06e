"""Crawl all the site's responses to one person: all addresses and all forms of all pages."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from http import HTTPStatus
from itertools import islice, product
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from drafting.models import Pack
from gameplay.models import Account
from tests.secrecy.day import ANONYMOUS, SecretDay
from tests.secrecy.knowledge import Information, leaks, may_know, refs_in, secrets, shown_on_request
from tournaments.guides import GUIDES
from tournaments.models import Call, League, Match, PairingExclusion, Penalty, Webhook
from tournaments.rules.slips import SlipTable, slip_code

FORM = "application/x-www-form-urlencoded"
PUBLIC = re.compile(
    r"^/(api/v1/)?(cards|rules)/|^/e/[^/]+/(cards$|print/(seating|calls|pools|kit))|^/draft/choices/|^/pod/[^/]+/cards"
    r"|^/api/(schema|v1/(presets|logs|positions))"
)
"""Addresses that may show the public card list of the set, or an example of a card."""
LISTED = re.compile(rf"{PUBLIC.pattern}|^/api/v1/events(/[^/]+(/desk)?)?$")
"""The same for an event with a cube, whose card list is public."""
SAME_FOR_ALL = re.compile(r"^/(cards/|rules/|help/|statistics/|draft/choices/|api/schema)")
"""Slow public pages that are the same for all accounts: each crawl gets them once."""
VARIANTS: list[tuple[str, dict[str, str]]] = [("", {}), ("?as=words", {}), ("", {"HX-Request": "true"})]
WITH_VARIANTS = re.compile(r"^/pod/[^/]+/(draft|deck|pool|pool/\d+)$")
"""The pages that have all VARIANTS."""
MAX_EXAMPLES = 12  # addresses for each URL pattern
OF_POD = re.compile(r"/pods?/")
"""Addresses of drafts, decks and pools: each person requests all of them."""
NOT_ALLOWED = HTTPStatus.METHOD_NOT_ALLOWED
"""The method exists for no account at addresses of this pattern, so it is tried only once."""


@dataclass
class Leak:
    """Secret marks that one person received at an address."""

    name: str
    address: str
    marks: set[str]

    def __str__(self) -> str:
        return f"{self.name} learns {len(self.marks)} at {self.address}: {sorted(self.marks)[:3]}"


@dataclass
class Crawl:
    """The leaks found; ``answers`` counts responses, and ``answers_with_marks`` those with a mark that may be known.

    Each person requests all addresses of pods, but only every ``step``th of the others (all with the option
    ``--thorough``), beginning at another one than the person before. So three people with the same knowledge, named
    one after the other, request all addresses. Crawls with different values of ``turn`` begin at different addresses.
    """

    day: SecretDay
    public: re.Pattern[str] = PUBLIC
    step: int = 3
    turn: int = 0
    leaks: list[Leak] = field(default_factory=list)
    answers: int = 0
    answers_with_marks: int = 0
    not_allowed: ClassVar[set[tuple[str, str]]] = set()
    is_whole: ClassVar[bool] = False

    def get_all(self, *names: str, only: str = "") -> None:
        """Get all addresses that contain ``only``, as each of ``names`` (by default, as every person)."""
        hidden, addresses = secrets(self.day), [each for each in every_address(self.day) if only in each]
        for place, name in enumerate(names or self.day.names):
            known = may_know(self.day, name)
            for address in self._allowed("GET", self._share(addresses, place)):
                self._get(name, address, hidden, known)
            addresses = [each for each in addresses if not SAME_FOR_ALL.match(each)]

    def send_all(self, *names: str) -> None:
        """Get all pages as each of ``names``, send all their forms and invalid data; roll back all changes.

        Includes what `get_all` requests for these people, except the pages that are the same for all accounts.
        """
        hidden, addresses = secrets(self.day), list(every_address(self.day))
        for place, name in enumerate(names or self.day.names):
            known, own = may_know(self.day, name), self._share(addresses, place)
            sent: list[tuple[str, str, dict[str, Any]]] = [
                (address, "POST", {}) for address in self._allowed("POST", own)
            ]
            sent += [(each, "DELETE", {}) for each in self._allowed("DELETE", own) if "/api/" in each]
            visible = self._forms(name, set(own), hidden, known)
            for address, method, data in [*visible, *sent, *self._foreign_picks(name)]:
                self._send(name, method, address, data, hidden, known)

    def pick_twice(self, name: str) -> None:
        """Let ``name`` pick a card; search the response, that to a repeated request, and the page afterwards."""
        pod, turn = self.day.seats(name)[0].pod_id, self.day.turn(name)
        page, hidden, client = f"/pod/{pod}/draft", secrets(self.day), self.day.client(name)
        body, key = json.dumps(turn), {"Idempotency-Key": f"{name} {turn['pack']} {turn['number']}"}
        answers = [client.post(f"/api/v1/pods/{pod}/picks", body, "application/json", headers=key) for _ in range(2)]
        answers += [client.post(page, turn), client.get(page, headers={"HX-Request": "true"})]
        known = may_know(self.day, name)
        assert [answer.status_code for answer in answers] == [201, 201, 409, 200]
        for answer in answers:
            self._search(name, f"PICK {page}", answer, hidden, known)

    def _share(self, addresses: Iterable[str], place: int) -> list[str]:
        """Return the addresses that the person with the number ``place`` requests."""
        first = self.turn + place
        return [
            address
            for number, address in enumerate(addresses, first)
            if self.is_whole or number % self.step == 0 or OF_POD.search(address)
        ]

    def _allowed(self, method: str, addresses: Iterable[str]) -> Iterator[str]:
        """Return the ``addresses`` for which ``method`` has not been answered with 405 yet."""
        return (address for address in addresses if (method, route(address)) not in self.not_allowed)

    def _send(
        self, name: str, method: str, address: str, data: dict[str, Any], hidden: Information, known: Information
    ) -> None:
        """Send ``data`` and roll it back; the response may show what the request reveals, such as the next pack."""
        client = self.day.copy_of_client(name)
        kind = "application/json" if "/api/" in address else FORM
        body = json.dumps(data) if kind != FORM else urlencode(data, doseq=True)
        with transaction.atomic():
            answer = client.generic(method, address, body, kind)
            if leaks(raw(answer), hidden, known):
                known = may_know(self.day, name) | shown_on_request(name, address, data)
            transaction.set_rollback(True)
        self._search(name, f"{method} {address} {data}", answer, hidden, known, sent=str(data))

    def _get(self, name: str, address: str, hidden: Information, known: Information) -> HttpResponseBase:
        """Get all variants of ``address`` and search the responses; return that to the plain address.

        The variants of a missing page are only requested with ``--thorough``.
        """
        answers = []
        for query, headers in VARIANTS if WITH_VARIANTS.match(address) else VARIANTS[:1]:
            answers.append(self.day.client(name).get(address + query, headers=headers))
            self._search(name, f"GET {address}{query}", answers[-1], hidden, known)
            if answers[0].status_code == HTTPStatus.NOT_FOUND and not self.is_whole:
                break
        return answers[0]

    def _forms(
        self, name: str, own: set[str], hidden: Information, known: Information
    ) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield each form on the pages that ``name`` can see, once for each of its buttons.

        Forms that only differ in the page to return to, such as the choice of the language, are the same.
        Of the addresses of the API, which have no forms, only those in ``own`` are requested. The pages that are the
        same for all accounts have no forms of their own, and `get_all` requests them.
        """
        seen = set()
        addresses = [
            each
            for each in every_address(self.day)
            if not SAME_FOR_ALL.match(each) and ("/api/" not in each or each in own)
        ]
        for address in self._allowed("GET", addresses):
            answer = self._get(name, address, hidden, known)
            if "html" not in answer.headers.get("Content-Type", ""):
                continue
            for action, fields in forms(raw(answer), address):
                sent = (action, urlencode({field: value for field, value in fields.items() if field != "next"}))
                if sent not in seen and action.startswith("/") and "sign-out" not in action:
                    seen.add(sent)
                    yield action, "POST", fields

    def _foreign_picks(self, name: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield picks and selections from packs of other seats, with their real ids."""
        for pack in Pack.objects.filter(pod__in=self.day.pods()).exclude(contents=[])[:: max(1, MAX_EXAMPLES // 4)]:
            turn = {"pack": str(pack.pk), "number": pack.hops + 1, "card": pack.contents[0][0]}
            yield f"/api/v1/pods/{pack.pod_id}/picks", "POST", turn
            yield f"/api/v1/pods/{pack.pod_id}/selection", "POST", turn
            yield f"/pod/{pack.pod_id}/draft", "POST", turn

    def _search(
        self,
        name: str,
        address: str,
        answer: HttpResponseBase,
        hidden: Information,
        known: Information,
        *,
        sent: str = "",
    ) -> None:
        self.answers += 1
        method, _, url = address.partition(" ")
        if answer.status_code == NOT_ALLOWED:
            self.not_allowed.add((method, route(url.partition("?")[0].partition(" ")[0])))
        text = raw(answer)
        echo = Information(
            {mark for mark in hidden.marks if mark in sent}, refs_in(sent)
        )  # the sender knows it already
        known = known | echo
        if found := leaks(text, hidden, known, public=bool(self.public.match(url))):
            self.leaks.append(Leak(name, address, found))
        if marks := {mark for mark in hidden.marks & known.marks if mark in text}:
            self.answers_with_marks += 1
            may_be_cached = "no-store" not in answer.headers.get("Cache-Control", "")
            if may_be_cached and not marks <= may_know(self.day, ANONYMOUS).marks:
                self.leaks.append(Leak(name, address, {"response may be cached"}))


@cache
def route(address: str) -> str:
    """Return the URL pattern of ``address``."""
    return resolve(address).route


def raw(answer: HttpResponseBase) -> str:
    """Return the status, the headers with the cookies, and the body of a response, as one text."""
    body = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return f"{answer.status_code} {answer.headers} {answer.cookies}\n{body.decode(errors='replace')}"


def every_address(day: SecretDay) -> Iterator[str]:
    """Yield addresses of all URL patterns of the site, with the ids of ``day``; new pages are included."""
    examples = _examples(day)
    for pattern, names in _patterns(get_resolver().url_patterns):
        kinds = [examples[each] for each in names]
        for values in islice(product(*kinds), MAX_EXAMPLES):
            yield "/" + re.sub(r"<[^>]+>", "{}", pattern).format(*values)


def _patterns(patterns: list[Any], before: str = "") -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _patterns(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            yield path, re.findall(r"<(\w+):(\w+)>", path)


def _examples(day: SecretDay) -> dict[tuple[str, str], list[Any]]:
    """Return example values of each URL parameter, by its type and name."""
    matches = Match.objects.filter(round__event=day.event)
    return {
        ("slug", "slug"): [day.event.slug, day.other.slug],
        ("uuid", "pod_id"): [pod.pk for pod in day.pods()] or [day.event.pk],
        ("uuid", "match_id"): list(matches.values_list("pk", flat=True)) or [day.event.pk],
        ("uuid", "game_id"): [day.event.pk],
        ("int", "call_id"): list(Call.objects.values_list("pk", flat=True)) or [1],
        ("int", "apart_id"): list(PairingExclusion.objects.values_list("pk", flat=True)) or [1],
        ("int", "number"): [1, 4],
        ("int", "penalty_id"): list(Penalty.objects.values_list("pk", flat=True)) or [1],
        ("str", "code"): [day.event.join_code, slip_code(str(day.event.pk), SlipTable(1, 1))],
        ("str", "token"): ["0" * 43],
        ("str", "signed_log"): ["none"],
        ("str", "handle"): ["Nobody"],
        ("str", "card"): ["hand0.0"],
        ("uuid", "webhook_id"): list(Webhook.objects.values_list("pk", flat=True)) or [day.event.pk],
        ("uuid", "account_id"): list(Account.objects.values_list("pk", flat=True)[:2]),
        ("slug", "league"): list(League.objects.values_list("slug", flat=True)) or ["none"],
        ("slug", "game"): ["enemy"],
        ("slug", "variant"): ["draft"],
        ("int", "seats"): [2],
        ("slug", "code"): ["FL"],
        ("slug", "number"): ["C01"],
        ("slug", "ref"): ["FL-C01"],
        ("slug", "role"): list(GUIDES),
        ("slug", "form"): ["pictures", "words"],
        ("slug", "name"): ["seating", "calls", "pools", "kit", "pairings-name", "pairings-table", "slips", "standings"],
    }


def forms(page: str, address: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the POST forms of a page: the action and the fields of each, once for each of its buttons."""
    reader = _Forms(address)
    reader.feed(page)
    return [(action, fields | button) for action, fields, buttons in reader.found for button in buttons or [{}]]


class _Forms(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[tuple[str, dict[str, Any], list[dict[str, Any]]]] = []
        self.open = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        name = values.get("name") or ""
        if tag == "form":
            self.open = values.get("method") == "post"
            if self.open:
                self.found.append((values.get("action") or self.address, {}, []))
        elif self.open and tag == "button":
            self.found[-1][2].append({name: values.get("value") or ""} if name else {})
        elif self.open and name and tag in {"input", "select", "textarea"}:
            self.found[-1][1].setdefault(name, values.get("value") or "2")

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"
