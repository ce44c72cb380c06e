"""A real site on SQLite whose disk is full: nothing is half-written, and it goes on when there is room again."""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.test_database_restart import MAKE
from tests.parts import site as sites
from tests.parts.site import Reply, SiteProcess

pytestmark = pytest.mark.slow
SPACE = 4096  # bytes: less than any database


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteProcess]:
    with sites.running_site(tmp_path / "var") as running:
        yield running


@contextmanager
def full_disk(site: SiteProcess) -> Iterator[None]:
    """Let writes of the server fail beyond the first bytes of a file."""
    resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (SPACE, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def test_nothing_is_saved_in_part_while_the_disk_is_full(site: SiteProcess):
    made: dict[str, Any] = json.loads(site.shell(MAKE))
    alice, game = made["alice"], f"/api/v1/games/{made['game']}"

    def number() -> int:
        return int(json.loads(site.request(game, Cookie=alice["cookie"]).text)["number"])

    def choose(option_number: int) -> Reply:
        headers = {"Cookie": alice["cookie"], "X_CSRFToken": alice["token"], "Content_Type": "application/json"}
        body = json.dumps({"number": option_number, "option": 0}).encode()
        return site.request(f"{game}/choices", "POST", body, **headers)

    before = number()
    with full_disk(site):
        refused = choose(before)
        assert (refused.status, json.loads(refused.text)["code"]) == (503, "disk_full")
        page = site.post("/sign-in", username="Hana", password="a long pass phrase")
        assert page.status == 503
        assert number() == before

    assert number() == before
    assert choose(before).status == 201
    assert number() > before
    with closing(sqlite3.connect(Path(site.environment["VAR"]) / "passleft.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
