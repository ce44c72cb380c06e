"""The log of requests and tasks: one line of JSON each, with ids, and without cards, tokens and addresses of links."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from celery import shared_task
from django.conf import settings
from django.test import Client

from cards.printed import bundled_card_sets
from deploy.monitoring.request_ids import request_id
from gameplay.services.accounts import create_guest
from tests.parts.site import SiteProcess

MAKE = """
import json
from tests.instruments.bench.site import session_credentials
from drafting.services.pod import create_pod, open_packs, publish_seating
from gameplay.services.accounts import create_bot, create_guest, create_login_link
from tests.drafting.conftest import BOOSTER, SEED, SHORT
alice = create_guest("Alice")
players = [alice, *(create_bot(f"Bot {number}") for number in range(3))]
pod = create_pod(
    label="A", players=players, seed=SEED, draft_format=SHORT, chance="event/1/pod/A", boosters=[BOOSTER] * 2
)
open_packs(publish_seating(pod))
print(json.dumps({
    "pod": str(pod.pk), "account": str(alice.pk), "link": create_login_link(alice), **session_credentials(alice),
}))
"""


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteProcess, Path]]:
    """Yield a site behind a trusted proxy, and its log file."""
    folder = tmp_path_factory.mktemp("logs")
    log = folder / "log"
    site = SiteProcess(folder / "var", "--no-access-log", environment={"TRUSTED_PROXIES": "1"}, log=log)
    try:
        site.wait_until_ready()
        yield site, log
    finally:
        site.process.kill()
        site.process.wait()


def lines(log: Path) -> list[dict[str, Any]]:
    """Return the lines that the site itself wrote; the server has written its first lines before that."""
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def play_draft(site: SiteProcess, made: dict[str, Any]) -> tuple[int, set[str]]:
    """Make all picks of a seat; return their number and everything secret that the seat was shown."""
    session, secrets = {"Cookie": made["cookie"]}, set[str]()
    headers = session | {"X_CSRFToken": made["token"], "Content_Type": "application/json", "X_Request_ID": "pick-no-1"}
    api, picked = f"/api/v1/pods/{made['pod']}", 0
    while (state := json.loads(site.request(api, **session).text))["state"] == "picking":
        if not (pack := state["pack"]):
            continue
        secrets |= {card["token"] for card in pack["cards"]}
        turn = {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}
        reply = site.request(f"{api}/picks", "POST", json.dumps(turn).encode(), **headers)
        assert (reply.status, reply.headers["X-Request-ID"]) == (201, "pick-no-1")
        picked += 1
    return picked, secrets


def card_names() -> set[str]:
    """Return the refs and the names of all cards, in all languages, without very short ones."""
    cards = [card for card_set in bundled_card_sets("enemy") for card in card_set.cards]
    names = {name for card in cards for name in (card.ref, *re.findall(r"'([^']+)'", repr(card.name)))}
    return {name for name in names if len(name) > 4}


def test_logs_of_a_draft_have_ids_and_neither_cards_nor_tokens(logged: tuple[SiteProcess, Path]):
    site, log = logged
    made = json.loads(site.shell(MAKE))
    site.request(f"/sign-in/{made['link']}")
    picked, secrets = play_draft(site, made)
    site.request(f"/pod/{made['pod']}/deck", Cookie=made["cookie"])
    secrets |= {made["link"], made["token"], *(part.partition("=")[2] for part in made["cookie"].split("; "))}

    text, found = log.read_text(), lines(log)

    first, *others = [line for line in found if line.get("route", "").endswith("pods/<uuid:pod_id>/picks")]
    assert picked == len(others) + 1 > 3
    assert (first["event"], first["method"], first["status"], first["level"]) == ("request", "POST", 201, "info")
    assert (first["pod_id"], first["account_id"]) == (made["pod"], made["account"])
    assert (first["request_id"], first["ms"] > 0, first["timestamp"] > "2026") == ("pick-no-1", True, True)
    tasks = [line for line in found if line.get("task") == "drafting.tasks.move_bots" and line["event"] == "task"]
    assert {task["request_id"] for task in tasks if "request_id" in task} == {"pick-no-1"}  # others are of the clock
    assert "sign-in/<str:token>" in {line.get("route") for line in found}
    assert not [secret for secret in secrets if secret in text]
    assert len(card_names()) > 50
    assert not [name for name in card_names() if re.search(rf"\b{re.escape(name)}\b", text)]


def test_error_is_logged_with_the_ids_of_its_request(logged: tuple[SiteProcess, Path]):
    site, log = logged
    broken = f"/pod/{'1' * 8}-1111-1111-1111-{'1' * 12}/draft"
    reply = site.request(broken)

    (line,) = [line for line in lines(log) if line.get("request_id") == reply.headers["X-Request-ID"]]
    assert (line["status"], line["pod_id"]) == (reply.status, "11111111-1111-1111-1111-111111111111")
    assert "account_id" not in line


def test_wrong_host_is_one_warning_without_a_traceback(logged: tuple[SiteProcess, Path]):
    site, log = logged
    reply = site.request("/", Host="evil.example")

    own = [line for line in lines(log) if line.get("request_id") == reply.headers["X-Request-ID"]]
    assert reply.status == 400
    assert [(line["level"], "exception" in line) for line in own] == [("warning", False), ("info", False)]


@pytest.mark.parametrize(
    ("given", "proxies", "kept"),
    [
        ("abc-12345", 1, True),
        ("abc-12345", 0, False),
        ("short", 1, False),
        ("a" * 65, 1, False),
        ("with space and\nline", 1, False),
        ("", 1, False),
    ],
)
def test_id_is_taken_from_trusted_proxies_only(given: str, proxies: int, kept: bool):
    found = request_id(given, proxies=proxies)

    assert (found == given) is kept
    assert re.fullmatch(r"[\w-]{8,64}", found)


def test_response_has_the_id_and_ids_do_not_leak_into_the_next_request(db: None, client: Client):
    client.force_login(create_guest("Alice"), backend="gameplay.infrastructure.sessions.AccountBackend")
    answers = [client.get(path, headers={"X-Request-ID": "chosen-by-client"}) for path in ("/", "/static/nothing")]

    ids = {answer.headers["X-Request-ID"] for answer in answers}
    assert len(ids) == 2
    assert "chosen-by-client" not in ids
    assert not structlog.contextvars.get_contextvars().keys() & {
        "request_id",
        "pod_id",
        "game_id",
        "event_slug",
        "match_id",
    }


contexts: list[dict[str, Any]] = []


@shared_task
def noted_task() -> None:
    contexts.append(structlog.contextvars.get_contextvars())


def test_task_has_its_name_in_the_log_and_leaves_the_context_as_it_was():
    with structlog.contextvars.bound_contextvars(request_id="the-request"):
        noted_task.delay()
        after = structlog.contextvars.get_contextvars()

    assert contexts[-1]["task"].endswith("noted_task")
    assert contexts[-1]["request_id"] == "the-request"
    assert contexts[-1]["task_id"]
    assert after == {"request_id": "the-request"}


@pytest.mark.parametrize("kept", ["plain", "json"])
def test_format_of_the_log_is_a_setting(kept: str):
    from deploy.monitoring import logs

    renderer = logs.configure(level="INFO", plain=kept == "plain")["formatters"]["line"]["processors"][1]
    logs.configure(level="INFO", plain=settings.LOG_FORMAT == "plain")

    assert isinstance(renderer, structlog.dev.ConsoleRenderer) is (kept == "plain")
