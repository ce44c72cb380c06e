"""Check that no sign-in token is stored or logged in plain text: in tables, the cache, the queue, files or logs."""

import base64
import json
import logging
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
import redis
import requests
from django.conf import settings

from deploy.monitoring.logs import SERVER_LOGGERS, strip_tokens
from tests.parts import MissingPartError, valkey
from tests.parts import site as sites
from tests.parts.keeper import Keeper
from tests.parts.site import SiteProcess
from tests.parts.waiting import eventually

PREPARED = """
import django; django.setup()
import json
from gameplay.services.accounts import create_login_link
from tests.world import World
world = World()
links = {role: create_login_link(world.people[role]) for role in ("organizer", "head_judge", "player")}
print(json.dumps({"names": world.names, "links": links}))
"""
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
TOKEN = re.compile(r"/sign-in/([\w-]{43})")


class Browser:
    """A browser session at ``site`` that records all tokens it receives in ``given``."""

    def __init__(self, site: SiteProcess, given: set[str]) -> None:
        self.address, self.given, self.session = f"http://localhost:{site.port}", given, requests.Session()

    def ask(self, method: str, path: str, **options: object) -> requests.Response:
        answer = self.session.request(method, self.address + path, timeout=20, allow_redirects=False, **options)  # type: ignore[arg-type]
        self.given |= set(TOKEN.findall(answer.text)) | set(re.findall(r"\b(?:\w{4}-){3}\w{4}\b", answer.text))
        self.given |= {cookie.value for cookie in self.session.cookies if cookie.name == "session" and cookie.value}
        return answer

    def form(self, page: str, **fields: str) -> requests.Response:
        """Fill in the form of ``page`` and send it."""
        found = CSRF.search(self.ask("GET", page).text)
        assert found
        return self.ask("POST", page, data={"csrfmiddlewaretoken": found[1], **fields})

    def api(self, path: str, body: object, key: str) -> requests.Response:
        headers = {"X-CSRFToken": self.session.cookies["csrftoken"], "Idempotency-Key": key}
        return self.ask("POST", f"/api/v1/{path}", json=body, headers=headers)


def create_tokens(site: SiteProcess, links: dict[str, str], names: dict[str, str], given: set[str]) -> None:
    """Create a token of each kind by the forms and the API of the site, and use some of them."""
    organizer, judge, player = (Browser(site, given) for _ in links)
    for browser, link in zip((organizer, judge, player), links.values(), strict=True):
        assert browser.ask("HEAD", f"/sign-in/{link}").status_code == 200
        assert browser.ask("POST", f"/sign-in/{link}").status_code == 403
        assert browser.form(f"/sign-in/{link}?next=/my").status_code == 302
        assert browser.ask("GET", f"/sign-in/{link}").status_code == 302
        assert Browser(site, given).ask("GET", f"/sign-in/{link}").status_code == 422

    substitute = {"handle": "Sven", "reason": "a phone call"}
    first, second = (
        judge.api(f"pods/{names['pod']}/seats/2/substitute", substitute, "a key of the judge") for _ in range(2)
    )
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert Browser(site, given).form(first.json()["address"]).headers["Location"] == f"/pod/{names['pod']}/draft"

    game = {"game": "enemy", "variant": "sample", "others": [{"kind": "friend", "name": "Ida"}]}
    begun = [player.api("play", game, "a key of the player") for _ in range(2)]
    assert begun[0].json() == begun[1].json()
    assert Browser(site, given).form(begun[1].json()["links"][0]["link"].removeprefix(player.address)).ok

    manage = f"/e/{names['slug']}/manage"
    csrf = CSRF.search(organizer.ask("GET", manage).text)
    assert csrf
    device = organizer.ask("POST", f"{manage}/entries/3/device", data={"csrfmiddlewaretoken": csrf[1]})
    assert TOKEN.search(device.text)

    receive_mail(player)
    guest = Browser(site, given)
    code = site.run("-c", OPEN)
    joined = guest.form(f"/join/{code}", handle="Zoe")
    recovery = re.search(r"\b(?:\w{4}-){3}\w{4}\b", joined.text)
    assert recovery
    assert Browser(site, given).form("/recover", code=recovery[0]).status_code == 200


def receive_mail(player: Browser) -> None:
    """Have a link sent by e-mail, and download the data of the player."""
    csrf = CSRF.search(player.ask("GET", "/my/data").text)
    assert csrf
    fields = {"csrfmiddlewaretoken": csrf[1], "email": "a@mail.example"}
    assert player.ask("POST", "/my/data/email", data=fields).status_code == 302
    download = player.ask("GET", "/my/data.json").text
    assert not [token for token in player.given if token in download]


OPEN = """
import django; django.setup()
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_staff
from tests.tournaments.conftest import BOOSTERS
from tournaments.services.event import NewEvent, create_event
print(create_event(NewEvent("Open Draft", DraftFormat(), BOOSTERS), by=create_staff("Olga")).join_code)
"""


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteProcess, Path, Path]]:
    """Yield a real site with SQLite, Valkey and a worker, the folder of their files, and the log of the site.

    Valkey writes every command that changes something to a file: also entries of the cache that have expired, and tasks
    that were carried out.
    """
    folder = Path(tempfile.mkdtemp(prefix="passleft-tokens-"))  # the length of a socket path is limited
    keeper = Keeper(folder)
    try:
        url = valkey.make(keeper)
        valkey.run(keeper)
        environment = {"REDIS_URL": url, "SITE_URL": "http://localhost", "EMAIL_URL": "dummymail://"}
        with sites.running_site(folder / "var", environment=environment, log=folder / "log") as site:
            redis.Redis.from_url(url).config_set("appendonly", "yes")
            keeper.start([sys.executable, "manage.py", "worker"], log=folder / "log", environment=site.environment)
            yield site, folder, folder / "log"
    except MissingPartError as reason:
        pytest.skip(str(reason))
    finally:
        keeper.close()
        shutil.rmtree(folder, ignore_errors=True)


BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{4}){6,}")


def with_decoded_messages(content: bytes) -> bytes:
    """Return ``content`` and what its Base64 texts mean: Celery writes the body of a message as one."""
    return content + b"".join(base64.b64decode(text) for text in BASE64.findall(content))


def test_no_token_is_stored_or_logged_by_a_real_server(logged: tuple[SiteProcess, Path, Path]):
    site, folder, log = logged
    prepared = json.loads(site.run("-c", PREPARED))
    given = set(prepared["links"].values())

    create_tokens(site, prepared["links"], prepared["names"], given)
    with sqlite3.connect(folder / "var/passleft.sqlite3") as database:
        dump = "\n".join(database.iterdump())
        database.execute("DROP TABLE gameplay_loginlink")
    lost = prepared["links"]["organizer"]
    assert Browser(site, given).ask("GET", f"/sign-in/{lost}").status_code == 500

    log_text = log.read_text()
    assert eventually(lambda: b"send_confirmation" in b"".join(each.read_bytes() for each in folder.rglob("*.aof")))
    stored = b"".join(with_decoded_messages(path.read_bytes()) for path in folder.rglob("*") if path.is_file())
    assert len(given) >= 3 + 1 + 1 + 1 + 2 + 7  # links of staff, a substitute, a friend, a device; codes; sessions
    for token in given | {code.replace("-", "") for code in given if len(code) == 19}:
        assert token not in log_text
        assert token not in dump
        assert token.encode() not in stored
    assert log_text.count("/sign-in/[token]") >= 3 * 5 + 1
    assert "Internal Server Error: /sign-in/[token]" in log_text
    assert "OperationalError" in log_text


@pytest.mark.parametrize(
    ("written", "logged"),
    [
        ("GET /sign-in/{}?next=%2Fmy HTTP/1.1", "GET /sign-in/[token]?next=%2Fmy HTTP/1.1"),
        ("/sign-in//{}", "/sign-in//[token]"),
        ("/SIGN-IN/{}.", "/SIGN-IN/[token]"),
        ("/sign-in?next=%2Fsign-in%2F{}&x=1", "/sign-in?next=%2Fsign-in%2F[token]&x=1"),
        ("/sign-in?next=%252Fsign-in%252f{}", "/sign-in?next=%252Fsign-in%252f[token]"),
        ('Referer: "https://draft.example/sign-in/{}"', 'Referer: "https://draft.example/sign-in/[token]"'),
    ],
)
def test_token_of_a_link_is_not_logged_in_any_form_of_the_address(written: str, logged: str):
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 0, "%s", (written.format("k" * 43),), None)

    for name in SERVER_LOGGERS:
        assert logging.getLogger(name).filter(record)

    assert record.getMessage() == logged


def test_a_sign_in_link_in_an_error_is_not_logged(monkeypatch: pytest.MonkeyPatch):
    token, written = "k" * 43, StringIO()
    (handler,) = [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler]
    monkeypatch.setattr(handler, "stream", written)

    def lost() -> None:
        raise LookupError(f"nothing at http://draft.example/sign-in/{token}?next=/my")

    try:
        lost()
    except LookupError:
        logging.getLogger("deploy").exception("/sign-in?next=%s", f"%2Fsign-in%2F{token}")

    log_text = written.getvalue()
    assert token not in log_text
    assert "/sign-in/[token]?next=/my" in log_text
    assert "%2Fsign-in%2F[token]" in log_text
    assert settings.LOGGING["root"]["handlers"] == ["stderr"]


@pytest.mark.parametrize(
    ("written", "logged"),
    [
        ("GET /replay/{}/record HTTP/1.1", "GET /replay/[token]/record HTTP/1.1"),
        ("/mail/confirm/{}", "/mail/confirm/[token]"),
        ("/mail/stop/{}?x=1", "/mail/stop/[token]?x=1"),
        ("/paper/watch/{}", "/paper/watch/[token]"),
        ("/e/summer-draft-1a2b3c/slip/{}", "/e/summer-draft-1a2b3c/slip/[token]"),
        ("/sign-in?next=%2Freplay%2F{}", "/sign-in?next=%2Freplay%2F[token]"),
        ("/join/AB23CD", "/join/[token]"),
        ("replay/<str:token>/record", "replay/<str:token>/record"),
        ("templates/gameplay/replay/timeline.html", "templates/gameplay/replay/timeline.html"),
    ],
)
def test_tokens_of_other_links_are_not_logged(written: str, logged: str):
    assert strip_tokens(written.format("Kx_-9:" * 8)) == logged
