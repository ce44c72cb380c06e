"""The health check: what is alive, what is ready, and which part needs repair."""

import asyncio
import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from deploy.monitoring.health import HealthCheck
from deploy.monitoring.reporter import Reporter
from gameplay.models import Heartbeat
from operations.models import Process
from operations.selectors import health, schema_state, task_queue
from operations.services.process_reports import register_process
from tests.parts import site as sites
from tests.parts.site import TIMEOUT, SiteProcess
from tests.parts.waiting import eventually


@pytest.fixture
def ticking(db: None, empty_queue: None) -> None:
    """A site on which the clock, a worker and beat run."""
    Heartbeat.objects.create(at=timezone.now())
    for kind in (Process.Kind.WORKER, Process.Kind.BEAT):
        register_process(kind, timezone.now())


def fail(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> None:
    raise OperationalError("unavailable")


def states(client: Client) -> dict[str, str]:
    found: dict[str, str] = client.get("/healthz").json()
    return found


def test_whole_needs_no_session_and_names_every_part(ticking: None, client: Client):
    response = client.get("/healthz")

    redis = dict.fromkeys(("redis", "queue", "worker", "beat"), "ok") if settings.REDIS_URL else {}
    always = dict.fromkeys(("database", "schema", "clock", "disk"), "ok")
    assert response.json() == {"status": "ok", **always, **redis}
    assert not response.cookies


def test_late_clock_is_no_reason_to_take_a_process_out_of_service(db: None, client: Client):
    assert states(client)["clock"] == "late"
    beat = Heartbeat.objects.create(at=timezone.now() - timedelta(seconds=11))
    assert states(client)["clock"] == "late"
    beat.at = timezone.now() + timedelta(hours=1)  # the system clock was set back, and the clock process has stopped
    beat.save()
    late = client.get("/healthz")
    assert (late.status_code, late.json()["status"], late.json()["clock"]) == (200, "degraded", "late")
    assert client.get("/healthz/ready").status_code == 200


def test_process_without_the_database_is_alive_and_not_ready(ticking: None, client: Client):
    with connection.execute_wrapper(fail):
        whole, ready, live = (client.get(f"/healthz{part}") for part in ("", "/ready", "/live"))

    assert (whole.status_code, whole.json()["status"], whole.json()["database"]) == (503, "failing", "away")
    assert (ready.status_code, ready.json()) == (503, {"status": "not ready", "failing": ["database"]})
    assert (live.status_code, live.json()) == (200, {"status": "live"})


def test_unapplied_migrations_fail_readiness(ticking: None, client: Client, monkeypatch: pytest.MonkeyPatch):
    known = schema_state._known_migrations() | {("operations", "0002_later")}
    monkeypatch.setattr(schema_state, "_known_migrations", lambda: known)
    monkeypatch.setattr(schema_state, "_complete", set())

    assert schema_state.unapplied_migrations() == ["operations.0002_later"]
    assert client.get("/healthz/ready").json()["failing"] == ["schema"]
    assert states(client)["schema"] == "behind"


def test_database_that_cannot_be_written_fails_readiness(ticking: None):
    found = health.check_health(can_write=False)

    assert (found.status, found.parts["database"], found.failing_parts) == ("failing", "read-only", ["database"])


def test_full_disk_fails_readiness_and_a_low_one_does_not(
    ticking: None, client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(settings, "MIN_FREE_BYTES", 1 << 62)
    assert (states(client)["disk"], client.get("/healthz/ready").status_code) == ("low", 200)

    def no_space(**_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", no_space)
    assert states(client)["disk"] == ("full" if connection.vendor == "sqlite" else "low")
    monkeypatch.setattr(connection, "vendor", "sqlite")
    assert client.get("/healthz/ready").json()["failing"] == ["disk"]


@pytest.fixture
def with_redis(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Configure the site with Redis."""
    monkeypatch.setattr(settings, "REDIS_URL", redis_url)
    task_queue._client.cache_clear()
    return redis_url


def test_worker_and_beat_that_do_not_report_are_away(with_redis: str, ticking: None, client: Client):
    assert (states(client)["worker"], states(client)["beat"]) == ("ok", "ok")

    Process.objects.filter(kind=Process.Kind.WORKER).update(seen_at=timezone.now() - timedelta(seconds=21))
    Process.objects.filter(kind=Process.Kind.BEAT).update(stopped_at=timezone.now())

    found = client.get("/healthz")
    assert (found.status_code, found.json()["worker"], found.json()["beat"]) == (200, "away", "away")


def test_version_of_the_server_is_read(with_redis: str):
    assert re.fullmatch(r"(valkey|redis) \d+(\.\d+)+", task_queue.redis_version())


def test_queue_is_late_if_its_oldest_message_waits(with_redis: str, ticking: None, client: Client):
    queue = "a queue of this test"
    task_queue.current_app.conf.task_default_queue, before = queue, task_queue.current_app.conf.task_default_queue
    redis = task_queue._client()
    try:
        for age in (30, 0):
            published = timezone.now().timestamp() - age
            redis.lpush(queue, json.dumps({"headers": {"published_at": published}}))

        found = health.check_health()

        assert found.queue
        assert (found.queue.length, 30 <= found.queue.oldest_age < 40) == (2, True)
        assert (found.parts["queue"], found.is_ready) == ("late", True)
    finally:
        redis.delete(queue)
        task_queue.current_app.conf.task_default_queue = before


def test_stopping_server_is_not_ready():
    check, sent = HealthCheck(Reporter(Process.Kind.WEB)), list[Any]()
    check.is_stopping = True

    async def send(message: Any) -> None:
        sent.append(message)

    for path in ("/healthz/ready", "/healthz/live"):
        asyncio.run(check({"path": path, "method": "GET"}, send))

    assert [message["status"] for message in sent if "status" in message] == [503, 200]
    assert json.loads(sent[1]["body"])["failing"] == ["stopping"]


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Callable[..., SiteProcess]]:
    with sites.running_site(tmp_path) as site:
        yield lambda: site


def test_server_reports_itself_and_is_not_ready_once_it_stops(new_site: Callable[..., SiteProcess]):
    site = new_site()
    assert eventually(lambda: site.request("/healthz/ready").status == 200, seconds=TIMEOUT)
    assert site.request("/healthz/live", "HEAD").text == ""
    seen = "from operations.models import Process\nprint(*Process.objects.values_list('kind', 'stopped_at').get())"
    assert eventually(lambda: site.shell(seen.replace(".get()", ".first() or ['none']")) == "web None", seconds=TIMEOUT)

    with site.open("/healthz/live") as kept:
        kept.read()
        os.kill(site.process.pid, signal.SIGTERM)
        site.process.wait(TIMEOUT)

    kind, stopped_at = site.shell(seen).split(" ", 1)
    assert (kind, stopped_at != "None") == ("web", True)
