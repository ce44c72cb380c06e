"""Check that a real server keeps working while Valkey is killed, frozen or restarted."""

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.parts import MissingPartError, valkey
from tests.parts import site as sites
from tests.parts.keeper import Keeper
from tests.parts.site import TIMEOUT, Reply, SiteProcess
from tests.parts.waiting import eventually

MAKE = """
import json
from tests.instruments.bench.site import session_credentials
from gameplay.services.practice import OtherPlayer, get_mode, start_practice_game
from drafting.services.pod import create_pod, open_packs, publish_seating
from gameplay.services.accounts import create_bot, create_guest, create_staff, create_login_link
from gameplay.services.games import start_game
from tests.drafting.conftest import BOOSTER, SEED, SHORT
alice, hana = create_guest("Alice"), create_staff("Hana", password="a long pass phrase")
players = [alice, *(create_bot(f"Bot {number}") for number in range(3))]
pod = create_pod(
    label="A", players=players, seed=SEED, draft_format=SHORT, chance="event/1/pod/A", boosters=[BOOSTER] * 2
)
open_packs(publish_seating(pod))
game = start_practice_game(alice, get_mode("hagmi", "simple", 2), [OtherPlayer("beginner")]).game
seed, practice = bytes(range(32)), get_mode("hagmi", "simple", 2)
practice = start_game(
    ruleset="hagmi", variant="simple", decks=practice.deal_decks(seed, 0), players=[alice, create_bot("Bot")],
    seed=seed, chance="practice",
)
print(json.dumps({
    "pod": str(pod.pk), "game": str(game.pk), "practice": str(practice.pk),
    "alice": session_credentials(alice), "hana": session_credentials(hana),
    "links": [create_login_link(create_guest(f"Bob {number}")) for number in range(4)],
}))
"""
PARTS = {"status": "degraded", **dict.fromkeys(("database", "schema", "clock", "disk", "redis", "queue"), "ok")}
PARTS |= {"worker": "away", "beat": "away"}
"""The health of this site: no worker and no beat run."""
RECORD = (
    "from django.db import transaction\n"
    "from gameplay.infrastructure.log import append_entry\n"
    "with transaction.atomic(): append_entry('event/3', 'opened', author=None, role='system')"
)


@dataclass
class SiteWithValkey:
    """A site with its own Valkey, a draft, games, and signed-in accounts."""

    site: SiteProcess
    keeper: Keeper
    valkey: int
    made: dict[str, Any]

    def ask(self, path: str, who: str = "alice", data: Any = None) -> Reply:
        """Send a request as ``who``: a POST with ``data`` as JSON, if given, else a GET."""
        headers = {"Cookie": self.made[who]["cookie"]} if who else {}
        if data is None:
            return self.site.request(path, **headers)
        headers |= {"X_CSRFToken": self.made[who]["token"], "Content_Type": "application/json"}
        return self.site.request(path, "POST", json.dumps(data).encode(), **headers)

    def draft(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.ask(f"/api/v1/pods/{self.made['pod']}").text)
        return state

    def pick(self) -> Reply:
        pack = self.draft()["pack"]
        turn = {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}
        return self.ask(f"/api/v1/pods/{self.made['pod']}/picks", data=turn)

    def health(self) -> tuple[int, dict[str, str]]:
        reply = self.site.request("/healthz")
        return reply.status, json.loads(reply.text)

    def pages(self) -> list[int]:
        pod, game = self.made["pod"], self.made["game"]
        paths = [
            "/",
            f"/pod/{pod}/draft",
            f"/game/{game}",
            "/api/v1/me",
            f"/api/v1/pods/{pod}",
            f"/api/v1/games/{game}",
        ]
        return [self.ask(path).status for path in paths]

    def is_reduced(self) -> bool:
        """Return whether the site serves pages and reports that Redis is away."""
        status, health = self.health()
        return status == 200 and (health["status"], health["redis"]) == ("degraded", "away")

    @contextmanager
    def without_valkey(self) -> Iterator[None]:
        os.kill(self.valkey, signal.SIGKILL)
        try:
            yield
        finally:
            self.valkey = valkey.run(self.keeper)
            assert eventually(lambda: self.health()[1]["redis"] == "ok", seconds=TIMEOUT)

    @contextmanager
    def frozen_valkey(self) -> Iterator[None]:
        os.kill(self.valkey, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.valkey, signal.SIGCONT)
            assert eventually(lambda: self.health()[1]["redis"] == "ok", seconds=TIMEOUT)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteWithValkey]:
    folder = Path(tempfile.mkdtemp(prefix="passleft-outage-"))  # the length of a socket path is limited
    keeper = Keeper(folder)
    try:
        url = valkey.make(keeper)
        pid = valkey.run(keeper)
    except MissingPartError as reason:
        keeper.close()
        pytest.skip(str(reason))
    try:
        var = tmp_path_factory.mktemp("var")
        with sites.running_site(var, environment={"REDIS_URL": url}, log=folder / "server.log") as site:
            yield SiteWithValkey(site, keeper, pid, json.loads(site.shell(MAKE)))
    finally:
        keeper.close()


def without_timeouts(act: Callable[[], Reply]) -> Reply:
    """Return the response, which must arrive without a series of timeouts."""
    began = time.monotonic()
    reply = act()
    assert time.monotonic() - began < 8
    return reply


def test_pages_and_the_api_work_and_report_the_outage(hall: SiteWithValkey):
    assert hall.pages() == [200] * 6
    assert hall.health() == (200, PARTS)
    assert "data-reduced" not in hall.ask("/").text

    with hall.without_valkey():
        assert hall.pages() == [200] * 6
        assert "data-reduced" in hall.ask("/").text
        assert "data-reduced" in hall.ask("/sign-in", "").text
        assert eventually(hall.is_reduced, seconds=TIMEOUT)
        assert hall.health() == (200, PARTS | {"redis": "away", "queue": "unknown"})
        assert hall.site.request("/healthz/ready").status == 200

    assert hall.pages() == [200] * 6
    assert "data-reduced" not in hall.ask("/").text


def test_picks_are_made_and_bots_move_without_the_queue(hall: SiteWithValkey):
    with hall.without_valkey():
        for _ in range(2):
            assert eventually(lambda: hall.draft()["pack"])
            picked = without_timeouts(hall.pick)
            assert (picked.status, json.loads(picked.text).get("detail")) == (201, None)

        game = f"/api/v1/games/{hall.made['game']}"
        seen = json.loads(hall.ask(game).text)
        answer = without_timeouts(lambda: hall.ask(f"{game}/choices", data={"number": seen["number"], "option": 0}))
        assert answer.status in {200, 201}
        assert eventually(lambda: json.loads(hall.ask(game).text)["ask"])

    assert eventually(lambda: hall.draft()["pack"])
    assert hall.pick().status == 201


def test_bots_move_with_a_queue_but_no_worker(hall: SiteWithValkey):
    """No worker runs here: a message stays in the queue until the clock notices that it is not processed."""
    assert eventually(lambda: hall.health()[1]["redis"] == "ok")  # the tests before it stopped the queue
    game = f"/api/v1/games/{hall.made['practice']}"

    def seen() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(hall.ask(game).text)
        return found

    assert eventually(lambda: "options" in seen()["ask"], seconds=TIMEOUT)
    while "options" in (now := seen())["ask"]:
        answer = hall.ask(f"{game}/choices", data={"number": now["number"], "option": 0})
        assert answer.status in {200, 201}
    assert eventually(lambda: seen()["number"] > now["number"], seconds=TIMEOUT)


def test_sign_in_works_without_the_cache(hall: SiteWithValkey):
    with hall.without_valkey():
        link = hall.site.request(f"/sign-in/{hall.made['links'][0]}")
        assert link.status in {200, 302}
        staff = hall.site.post("/sign-in", username="Hana", password="a long pass phrase")
        assert staff.status == 302
        cookies = "; ".join(each.split(";")[0] for each in staff.headers.get_all("Set-Cookie") or [])
        assert json.loads(hall.site.request("/api/v1/me", Cookie=cookies).text)["handle"] == "Hana"

    assert json.loads(hall.site.request("/api/v1/me", Cookie=cookies).text)["handle"] == "Hana"


def test_attempts_are_throttled_without_the_cache(hall: SiteWithValkey):
    with hall.without_valkey():
        statuses = [hall.site.post("/recover", code="ABCD-EFGH-2345").status for _ in range(12)]

    assert statuses == [422] * 10 + [429] * 2


def test_streams_send_entries_of_other_processes_without_redis(hall: SiteWithValkey):
    with hall.site.open("/stream?on=event/3") as stream:
        first = event(stream)
        with hall.without_valkey():
            assert eventually(hall.is_reduced, seconds=TIMEOUT)
            hall.site.shell(RECORD)
            assert event(stream) == {"stream": "event/3", "number": first["number"] + 1}
            with hall.site.open("/stream?on=event/3") as another:
                assert event(another)["number"] == first["number"] + 1
        hall.site.shell(RECORD)
        assert event(stream) == {"stream": "event/3", "number": first["number"] + 2}


def test_frozen_valkey_does_not_delay_requests(hall: SiteWithValkey):
    with hall.frozen_valkey():
        assert without_timeouts(lambda: hall.ask("/")).status == 200
        assert without_timeouts(lambda: hall.ask("/api/v1/me")).status == 200
        assert eventually(hall.is_reduced, seconds=TIMEOUT)
        assert [hall.health()[0] for _ in range(5)] == [200] * 5


def test_account_stays_signed_out_after_an_outage_of_the_cache(hall: SiteWithValkey):
    """The cache still has the session when it returns."""
    assert json.loads(hall.ask("/api/v1/me", "hana").text)["handle"] == "Hana"

    with hall.frozen_valkey():
        form = hall.ask("/", "hana").text
        token = form.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        body = f"csrfmiddlewaretoken={token}".encode()
        headers = {"Cookie": hall.made["hana"]["cookie"], "Content_Type": sites.FORM}
        assert hall.site.request("/sign-out", "POST", body, **headers).status == 302
        assert hall.ask("/api/v1/me", "hana").status == 401

    assert hall.ask("/api/v1/me", "hana").status == 401


def test_clock_runs_without_the_queue(hall: SiteWithValkey):
    with hall.without_valkey():
        time.sleep(4)
        assert hall.health()[1]["clock"] == "ok"


def event(stream: Any) -> dict[str, Any]:
    """Return the data of the stream's next event with the number of a stream."""
    while True:
        line = stream.readline().decode()
        assert line, "the stream ended"
        if line.startswith("data: ") and "stream" in (payload := json.loads(line.removeprefix("data: "))):
            return dict(payload)
