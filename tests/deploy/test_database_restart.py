"""A real site while its PostgreSQL is restarted: requests wait or get 503, and work again within five seconds."""

import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.parts import MissingPartError, database, postgres
from tests.parts import site as sites
from tests.parts.keeper import Keeper
from tests.parts.site import Reply, SiteProcess
from tests.parts.waiting import eventually

pytestmark = pytest.mark.slow
THREADS = 8
MAKE = """
import json
from tests.instruments.bench.site import session_credentials
from gameplay.services.accounts import create_guest
from gameplay.services.practice import OtherPlayer, get_mode, start_practice_game
alice = create_guest("Alice")
game = start_practice_game(alice, get_mode("hagmi", "simple", 2), [OtherPlayer("beginner")]).game
print(json.dumps({"game": str(game.pk), "alice": session_credentials(alice)}))
"""


@dataclass
class SiteWithDatabase:
    """A site with its own PostgreSQL, and a game of Alice against a bot."""

    site: SiteProcess
    keeper: Keeper
    made: dict[str, Any]

    @property
    def cookie(self) -> str:
        cookie: str = self.made["alice"]["cookie"]
        return cookie

    def statuses(self) -> set[int]:
        """Return the statuses of simultaneous requests, which use several connections."""
        paths = ["/", f"/game/{self.made['game']}", "/api/v1/me", f"/api/v1/games/{self.made['game']}"] * 2
        with ThreadPoolExecutor(THREADS) as threads:
            replies = threads.map(lambda path: self.site.request(path, Cookie=self.cookie), paths)
            return {reply.status for reply in replies}

    def choose(self) -> Reply:
        game = f"/api/v1/games/{self.made['game']}"
        number = json.loads(self.site.request(game, Cookie=self.cookie).text)["number"]
        headers = {
            "Cookie": self.cookie,
            "X_CSRFToken": self.made["alice"]["token"],
            "Content_Type": "application/json",
        }
        choice = json.dumps({"number": number, "option": 0}).encode()
        return self.site.request(f"{game}/choices", "POST", choice, **headers)

    def stop(self) -> None:
        running = self.keeper.folder / "postgres" / "data" / "postmaster.pid"
        os.kill(int(running.read_text().split()[0]), signal.SIGINT)
        assert eventually(lambda: not running.exists(), seconds=20)

    def start(self) -> None:
        postgres.run(self.keeper)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteWithDatabase]:
    folder = Path(tempfile.mkdtemp(prefix="passleft-restart-"))  # the length of a socket path is limited
    folder.chmod(0o711)  # PostgreSQL may run as another user
    keeper = Keeper(folder)
    try:
        url = database.start(keeper)
        postgres.create(keeper, "passleft", template=database.TEMPLATE)
        var = tmp_path_factory.mktemp("var")
        with sites.running_site(var, environment={"DATABASE_URL": url}, log=folder / "server.log") as site:
            yield SiteWithDatabase(site, keeper, json.loads(site.shell(MAKE)))
    except MissingPartError as reason:
        pytest.skip(str(reason))
    finally:
        keeper.close()


def test_restart_between_two_requests_is_not_noticed_for_long(hall: SiteWithDatabase):
    """All connections of the pool are broken, and replaced after the first failure."""
    assert hall.statuses() == {200}

    hall.stop()
    hall.start()
    one_by_one = [hall.site.request("/", Cookie=hall.cookie).status for _ in range(THREADS)]

    assert one_by_one[1:] == [200] * (THREADS - 1)
    assert hall.statuses() == {200}
    assert hall.choose().status == 201


def test_site_works_again_within_five_seconds_of_its_database(hall: SiteWithDatabase):
    assert hall.statuses() == {200}

    hall.stop()
    began = time.monotonic()
    assert hall.statuses() == {503}
    assert time.monotonic() - began < 10
    page = hall.site.request("/", Cookie=hall.cookie)
    refusal = hall.site.request("/api/v1/me", Cookie=hall.cookie)
    assert 'http-equiv="refresh"' in page.text
    assert json.loads(refusal.text)["code"] == "database_away"
    assert hall.site.request("/healthz/live").status == 200
    assert hall.site.request("/healthz/ready").status == 503

    hall.start()
    assert eventually(lambda: hall.statuses() == {200}, seconds=5)
    assert hall.choose().status == 201
