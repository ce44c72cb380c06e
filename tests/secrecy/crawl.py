"""Everything the site answers to one person: every address, every form of every page, every stream."""

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
from tests.secrecy.day import SecretDay
from tests.secrecy.knowledge import Known, leaks, looked_at, may_know, refs_in, secrets
from tournaments.models import Call, Match, PairingExclusion, Penalty, Webhook
from tournaments.rules.slips import SlipTable, slip_code

FORM = "application/x-www-form-urlencoded"
PUBLIC = re.compile(
    r"^/(api/v1/)?(cards|rules)/|^/e/[^/]+/(cards$|print/(seating|calls|pools|kit))|^/draft/choices/|^/pod/[^/]+/cards"
    r"|^/api/(schema|v1/(presets|logs|positions))"
)
"""Where the set's own public list, or an example of a card, may stand."""
LISTED = re.compile(rf"{PUBLIC.pattern}|^/api/v1/events(/[^/]+(/desk)?)?$")
"""The same of an event with a cube, whose list is announced."""
SAME = re.compile(r"^/(cards/|rules/|draft/choices/|api/schema)")
"""What is for everybody, takes long to make, and is looked at once by each crawl."""
WAYS: list[tuple[str, dict[str, str]]] = [("", {}), ("?as=words", {}), ("", {"HX-Request": "true"})]
MOST = 12  # addresses of one pattern
NOT_THERE = HTTPStatus.METHOD_NOT_ALLOWED
"""Says that nobody can do this at such addresses: it is asked once."""


@dataclass
class Leak:
    """Who was told what, where."""

    name: str
    address: str
    marks: set[str]

    def __str__(self) -> str:
        return f"{self.name} learns {len(self.marks)} at {self.address}: {sorted(self.marks)[:3]}"


@dataclass
class Crawl:
    """What was found; ``answers`` counts what was searched, and ``told`` how many answers held a mark that was known."""

    day: SecretDay
    public: re.Pattern[str] = PUBLIC
    leaks: list[Leak] = field(default_factory=list)
    answers: int = 0
    told: int = 0
    not_there: ClassVar[set[tuple[str, str]]] = set()

    def look(self, *names: str, only: str = "") -> None:
        """Let ``names``, or everybody, get every address, or those that contain ``only``."""
        hidden, addresses = secrets(self.day), [each for each in every_address(self.day) if only in each]
        for name in names or self.day.names:
            known = may_know(self.day, name)
            for address in self._there("GET", addresses):
                for query, headers in WAYS if address.startswith("/pod/") else WAYS[:1]:
                    answer = self.day.client(name).get(address + query, headers=headers)
                    self._search(name, f"GET {address}{query}", answer, hidden, known)
            addresses = [each for each in addresses if not SAME.match(each)]

    def act(self, *names: str) -> None:
        """Let ``names``, or everybody, send every form they see, and nonsense to every address; nothing of it stays."""
        hidden, addresses = secrets(self.day), list(every_address(self.day))
        for name in names or self.day.names:
            known = may_know(self.day, name)
            sent: list[tuple[str, str, dict[str, Any]]] = [
                (address, "POST", {}) for address in self._there("POST", addresses)
            ]
            sent += [(each, "DELETE", {}) for each in self._there("DELETE", addresses) if "/api/" in each]
            for address, method, data in [*self._forms(name), *sent, *self._foreign_picks(name)]:
                self._send(name, method, address, data, hidden, known)

    def pick(self, name: str) -> None:
        """Let ``name`` take a card, and look at what they are told then: the answer, its repeat, and the way back."""
        pod, turn = self.day.seats(name)[0].pod_id, self.day.turn(name)
        page, hidden, client = f"/pod/{pod}/draft", secrets(self.day), self.day.client(name)
        body, key = json.dumps(turn), {"Idempotency-Key": f"{name} {turn['pack']} {turn['number']}"}
        answers = [client.post(f"/api/v1/pods/{pod}/picks", body, "application/json", headers=key) for _ in range(2)]
        answers += [client.post(page, turn), client.get(page, headers={"HX-Request": "true"})]
        known = may_know(self.day, name)
        assert [answer.status_code for answer in answers] == [201, 201, 409, 200]
        for answer in answers:
            self._search(name, f"PICK {page}", answer, hidden, known)

    def _there(self, method: str, addresses: Iterable[str]) -> Iterator[str]:
        """Those of ``addresses`` where ``method`` may do something, as far as that was seen."""
        return (address for address in addresses if (method, route(address)) not in self.not_there)

    def _send(self, name: str, method: str, address: str, data: dict[str, Any], hidden: Known, known: Known) -> None:
        """Send ``data`` and undo it; what it has made known, as the next pack in hand, may be told."""
        client = self.day.again(name)
        kind = "application/json" if "/api/" in address else FORM
        body = json.dumps(data) if kind != FORM else urlencode(data, doseq=True)
        with transaction.atomic():
            answer = client.generic(method, address, body, kind)
            if leaks(raw(answer), hidden, known):
                known = may_know(self.day, name) | looked_at(name, address, data)
            transaction.set_rollback(True)
        self._search(name, f"{method} {address} {data}", answer, hidden, known, sent=str(data))

    def _forms(self, name: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Every form on every page that ``name`` sees, once with each of its buttons."""
        seen = set()
        for address in self._there("GET", every_address(self.day)):
            answer = self.day.client(name).get(address) if "/api/" not in address else None
            if answer is None or "html" not in answer.headers.get("Content-Type", ""):
                continue
            for action, fields in forms(answer.content.decode(), address):
                sent = (action, urlencode(fields))
                if sent not in seen and action.startswith("/") and "sign-out" not in action:
                    seen.add(sent)
                    yield action, "POST", fields

    def _foreign_picks(self, name: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Picks and selections from packs that lie elsewhere, by their real names."""
        for pack in Pack.objects.filter(pod__in=self.day.pods()).exclude(contents=[])[:: max(1, MOST // 4)]:
            turn = {"pack": str(pack.pk), "number": pack.hops + 1, "card": pack.contents[0][0]}
            yield f"/api/v1/pods/{pack.pod_id}/picks", "POST", turn
            yield f"/api/v1/pods/{pack.pod_id}/selection", "POST", turn
            yield f"/pod/{pack.pod_id}/draft", "POST", turn

    def _search(
        self, name: str, address: str, answer: HttpResponseBase, hidden: Known, known: Known, *, sent: str = ""
    ) -> None:
        self.answers += 1
        method, _, place = address.partition(" ")
        if answer.status_code == NOT_THERE:
            self.not_there.add((method, route(place.partition("?")[0].partition(" ")[0])))
        text = raw(answer)
        echo = Known({mark for mark in hidden.marks if mark in sent}, refs_in(sent))  # it tells nobody anything
        known = known | echo
        if found := leaks(text, hidden, known, public=bool(self.public.match(place))):
            self.leaks.append(Leak(name, address, found))
        if any(mark in text for mark in hidden.marks & known.marks):
            self.told += 1
            if "no-store" not in answer.headers.get("Cache-Control", ""):
                self.leaks.append(Leak(name, address, {"kept in a cache"}))


@cache
def route(address: str) -> str:
    """The pattern that ``address`` is of."""
    return resolve(address).route


def raw(answer: HttpResponseBase) -> str:
    """The status, the headers with the cookies, and the body, as they go over the wire."""
    body = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return f"{answer.status_code} {answer.headers} {answer.cookies}\n{body.decode(errors='replace')}"


def every_address(day: SecretDay) -> Iterator[str]:
    """Every address of the site for what there is of ``day``, from its url patterns: a new page is among them."""
    for pattern, names in _patterns(get_resolver().url_patterns):
        kinds = [_examples(day, kind, name) for kind, name in names]
        for values in islice(product(*kinds), MOST):
            yield "/" + re.sub(r"<[^>]+>", "{}", pattern).format(*values)


def _patterns(patterns: list[Any], before: str = "") -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _patterns(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            yield path, re.findall(r"<(\w+):(\w+)>", path)


def _examples(day: SecretDay, kind: str, name: str) -> list[str]:
    """What stands in an address for a parameter. Raises KeyError for one that nobody has thought of yet."""
    matches = Match.objects.filter(round__event=day.event)
    known: dict[tuple[str, str], list[Any]] = {
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
        ("str", "handle"): ["Nobody"],
        ("uuid", "webhook_id"): list(Webhook.objects.values_list("pk", flat=True)) or [day.event.pk],
        ("slug", "game"): ["enemy"],
        ("slug", "variant"): ["draft"],
        ("int", "seats"): [2],
        ("slug", "code"): ["FL"],
        ("slug", "number"): ["C01"],
        ("slug", "ref"): ["FL-C01"],
        ("slug", "form"): ["pictures", "words"],
        ("slug", "name"): ["seating", "calls", "pools", "kit", "pairings-name", "pairings-table", "slips", "standings"],
    }
    return [str(value) for value in known[kind, name]]


def forms(page: str, address: str) -> list[tuple[str, dict[str, Any]]]:
    """The forms of a page that change something: where each goes, and its fields with each of its buttons."""
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
        given = dict(attributes)
        name = given.get("name") or ""
        if tag == "form":
            self.open = given.get("method") == "post"
            if self.open:
                self.found.append((given.get("action") or self.address, {}, []))
        elif self.open and tag == "button":
            self.found[-1][2].append({name: given.get("value") or ""} if name else {})
        elif self.open and name and tag in {"input", "select", "textarea"}:
            self.found[-1][1].setdefault(name, given.get("value") or "2")

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"
