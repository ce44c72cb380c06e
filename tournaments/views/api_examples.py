"""The examples of the guide to the API. tests/tournaments/views/test_api_examples.py runs each as the page shows it.

In the page, SITE_ADDRESS is the address of the site.
"""

from dataclasses import dataclass
from enum import StrEnum

from gameplay.engine.core.errors import _


class Kind(StrEnum):
    """The program that runs an example. Examples in Python continue the previous one."""

    SHELL = "bash"
    PYTHON = "python"


@dataclass(frozen=True, slots=True)
class Example:
    """An example: what it does, its ``code`` and an example of its ``output``."""

    name: str
    title: str
    text: str
    kind: Kind
    code: str
    output: str = ""


EXAMPLES = (
    Example(
        "public",
        _("Read the standings"),
        _("Public events need no account. The last part of an event's address is its name in the API."),
        Kind.SHELL,
        'curl -s "$SITE/api/v1/events/$EVENT/standings"',
        """[{"rank": 1, "swiss_rank": null, "number": 2, "name": "Bob", "match_points": 9, "record": "3-0-0",
"figures": [{"column": "match_points", "exact": "9", "decimal": 9.0, "opened": {}}], "outlooks": {}, "members": []}]""",
    ),
    Example(
        "sign-in-curl",
        _("Sign in with a link"),
        _(
            "A sign-in link works once. Keep the cookies: they are your session. Send the token of the cookie "
            "csrftoken with each request that changes something."
        ),
        Kind.SHELL,
        """curl -s -c cookies.txt -o sign-in.html "$LINK"
TOKEN=$(awk '$6 == "csrftoken" {print $7}' cookies.txt)
curl -s -b cookies.txt -c cookies.txt -H "Origin: $SITE" -d "csrfmiddlewaretoken=$TOKEN" "$LINK"
curl -s -b cookies.txt "$SITE/api/v1/me\"""",
        """{"id": "277b1c0e-5fdf-4e40-8db0-6a7bb7052c64", "kind": "staff", "handle": "Hana", "reading": "", "email": "",
"language": "en"}""",
    ),
    Example(
        "client",
        _("The same in Python"),
        _(
            "A client that needs nothing but Python. Requests that change something have a key: sent twice, they "
            "count once."
        ),
        Kind.PYTHON,
        """import json
import os
import uuid
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

SITE, EVENT, LINK = os.environ["SITE"], os.environ["EVENT"], os.environ["LINK"]
cookies = CookieJar()
opener = build_opener(HTTPCookieProcessor(cookies))


def token():
    return next(cookie.value for cookie in cookies if cookie.name == "csrftoken")


def sign_in(link):
    opener.open(link)
    opener.open(Request(link, urlencode({"csrfmiddlewaretoken": token()}).encode(), {"Origin": SITE}))


def get(path):
    return json.load(opener.open(f"{SITE}/api/v1/{path}"))


def post(path, data):
    headers = {
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
        "Origin": SITE,
        "X-CSRFToken": token(),
    }
    return json.load(opener.open(Request(f"{SITE}/api/v1/{path}", json.dumps(data).encode(), headers)))


sign_in(LINK)
print(get("me")["handle"])""",
        "Hana",
    ),
    Example(
        "rounds",
        _("List the tables without a result"),
        _("A match names its players by their numbers in the event."),
        Kind.PYTHON,
        """names = {entry["number"]: entry["name"] for entry in get(f"events/{EVENT}/entries")}
latest = get(f"events/{EVENT}/rounds")[-1]
open_matches = [match for match in latest["matches"] if match["state"] == "open"]
for match in open_matches:
    print(match["table"], names[match["a"]], names[match["b"]])""",
        """1 Bob Emil
2 Alice Dora
3 Charlie Frida""",
    ),
    Example(
        "result",
        _("Send a result"),
        _(
            "Officials send the final result. Players send the same to reports, and the opponent confirms it. The "
            "version says what you have seen: if there is a newer report, the answer is 409."
        ),
        Kind.PYTHON,
        """match = open_matches[0]
game = {"winner": "a", "vp_a": 5, "vp_b": 2, "end": "vp"}
answer = post(f"matches/{match['id']}/result", {"version": match["version"], "games": [game, game]})
print(answer["state"], answer["version"])""",
        "final 1",
    ),
    Example(
        "refusal",
        _("When the answer is no"),
        _("A refusal has a code for programs and a sentence for people. Here the version is not the newest any more."),
        Kind.PYTHON,
        """from urllib.error import HTTPError

try:
    post(f"matches/{match['id']}/result", {"version": 0, "games": [game]})
except HTTPError as refused:
    refusal = json.load(refused)
    print(refused.code, refusal["code"])""",
        "409 report_stale",
    ),
    Example(
        "next",
        _("Take the next step"),
        _("The desk's button is in the API, too: it says what comes next, and what it waits for."),
        Kind.PYTHON,
        """step = get(f"events/{EVENT}/next-step")
print(json.dumps({"code": step["code"], "round": step["round"], "waits": bool(step["blocked"])}))""",
        '{"code": "pair_round", "round": 2, "waits": true}',
    ),
)
