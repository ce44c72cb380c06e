"""The metrics: who may read them, what they count, and what they never contain."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from deploy.monitoring.metrics import may_read, serve_metrics
from gameplay.infrastructure import metrics
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.models import OnlineGame
from gameplay.services.accounts import create_guest
from tests.drafting.drafts import Draft, draft, new_draft, program
from tests.gameplay.test_games import asked, begun
from tests.parts import site as sites
from tests.parts.site import SiteProcess
from tests.parts.waiting import eventually

__all__ = ["draft", "new_draft"]
TOKEN = "a long metrics token"


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with sites.running_site(tmp_path_factory.mktemp("var"), environment={"METRICS_TOKEN": TOKEN}) as site:
        yield site


def test_only_the_token_opens_the_metrics(site: SiteProcess):
    wrong = [site.request("/metrics"), site.request("/metrics", Authorization=f"Bearer {TOKEN}x")]
    missing = site.request("/nothing-here")

    assert [reply.status for reply in wrong] == [404, 404]
    assert wrong[0].text.count("passleft_") == 0
    assert wrong[0].headers["Content-Type"] == missing.headers["Content-Type"]
    read = site.request("/metrics", Authorization=f"Bearer {TOKEN}")
    assert (read.status, read.headers["Content-Type"].split(";")[0]) == (200, "text/plain")
    assert site.request("/metrics", "POST", Authorization=f"Bearer {TOKEN}").status in {403, 404}


def test_metrics_of_a_server_name_routes_and_parts_but_no_ids(site: SiteProcess):
    site.request("/sign-in/" + "k" * 43)
    site.request("/game/00000000-0000-0000-0000-000000000001")
    site.request("/no/such/page")

    text = site.request("/metrics", Authorization=f"Bearer {TOKEN}").text

    families = {family.name: family for family in text_string_to_metric_families(text)}
    routes = {sample.labels["route"] for sample in families["passleft_requests"].samples}
    assert {"sign-in/<str:token>", "game/<uuid:game_id>", "no route"} <= routes
    parts = {sample.labels["part"]: sample.value for sample in families["passleft_part_ok"].samples}
    assert parts["database"] == parts["schema"] == 1
    assert {"passleft_sweep_age_seconds", "passleft_open_streams", "passleft_queue_messages"} <= families.keys()
    assert "k" * 43 not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)


def test_documented_metrics_exist_and_all_are_documented(site: SiteProcess):
    text = site.request("/metrics", Authorization=f"Bearer {TOKEN}").text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    existing = {name + ("_total" if family.type == "counter" else "") for name, family in families.items()}
    documented = set(re.findall(r"`(passleft_\w+)`", Path(settings.BASE_DIR, "deploy", "README.md").read_text()))

    assert documented == {name for name in existing if name.startswith("passleft_")} - {"passleft_build_info"}


def test_open_streams_are_counted(site: SiteProcess):
    def open_streams() -> float:
        text = site.request("/metrics", Authorization=f"Bearer {TOKEN}").text
        (family,) = [each for each in text_string_to_metric_families(text) if each.name == "passleft_open_streams"]
        return family.samples[0].value

    with site.open("/stream?on=event/1") as stream:
        stream.readline()
        assert eventually(lambda: open_streams() == 1)
    assert site.request("/stream?on=pod/1").status == 404
    assert eventually(lambda: open_streams() == 0)
    text = site.request("/metrics", Authorization=f"Bearer {TOKEN}").text
    assert 'passleft_refused_streams_total{status="404"} 1.0' in text


def test_metrics_are_off_by_default():
    assert (settings.METRICS_TOKEN, settings.METRICS_ADDRESSES, settings.METRICS_PORT) == ("", [], 0)
    assert not may_read("Bearer ", "127.0.0.1")


@pytest.mark.parametrize(
    ("address", "allowed"), [("10.1.2.3", True), ("10.2.0.1", False), ("192.0.2.7", True), ("", False), ("x", False)]
)
def test_addresses_and_networks_may_read_without_a_token(monkeypatch: pytest.MonkeyPatch, address: str, allowed: bool):
    monkeypatch.setattr(settings, "METRICS_ADDRESSES", ["10.1.0.0/16", "192.0.2.7", "not an address"])

    assert may_read("", address) is allowed


def test_picks_and_their_acknowledgement_are_counted(transactional_db: None, draft: Draft):
    before = value("passleft_picks_total", by="player")
    timed = value("passleft_acknowledgement_seconds_count", action="pick")

    program(draft, "Alice").take()
    refused = program(draft, "Bob").send("/picks", {"pack": str(draft.pod.pk), "number": 1, "card": "none"})

    assert refused.status_code == 404
    assert value("passleft_picks_total", by="player") == before + 1
    assert value("passleft_acknowledgement_seconds_count", action="pick") == timed + 1


def test_choices_are_counted(transactional_db: None, client: Client):
    people = list(map(create_guest, ("Alice", "Bob")))
    game: OnlineGame = begun(*people)
    player, pending = asked(game, *people)
    client.force_login(player, backend="gameplay.infrastructure.sessions.AccountBackend")
    before = value("passleft_choices_total", by="player")

    client.post(f"/game/{game.pk}", {"number": pending["number"], "option": 0})

    assert value("passleft_choices_total", by="player") == before + 1


def test_refusals_of_rate_limits_are_counted(db: None):
    cache.clear()
    before = value("passleft_throttled_total", action="test")
    count_try("test", "somewhere", limit=1)
    for _ in range(2):
        with pytest.raises(TooManyTriesError):
            count_try("test", "somewhere", limit=1)

    assert value("passleft_throttled_total", action="test") == before + 2


def test_lockouts_after_wrong_passwords_are_counted(db: None, client: Client):
    before = value("passleft_throttled_total", action="sign_in")
    for _ in range(6):
        client.post("/sign-in", {"username": "Nobody", "password": "wrong"})

    assert value("passleft_throttled_total", action="sign_in") > before


def test_worker_serves_its_metrics_at_its_own_port(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "METRICS_TOKEN", TOKEN)
    server = serve_metrics(0)
    try:
        address = f"http://127.0.0.1:{server.server_port}/metrics"
        with urlopen(Request(address, headers={"Authorization": f"Bearer {TOKEN}"})) as reply:
            text = reply.read().decode()
    finally:
        server.shutdown()
        server.server_close()

    assert "passleft_tasks" in text
    assert "passleft_ready" not in text  # only a web server knows


def test_peak_is_the_largest_value_since_it_was_taken():
    peak = metrics.Peak()
    assert peak.take() is None
    for late in (0.1, 2.5, 0.3):
        peak.note(late)

    assert (peak.take(), peak.take()) == (2.5, None)
