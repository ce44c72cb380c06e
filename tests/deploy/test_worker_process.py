"""A Celery worker reports that it runs, and logs its tasks with the request that enqueued them."""

import logging
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
import structlog
from celery import signals

from deploy.celery import app
from deploy.tasks import sweep
from gameplay.models import Heartbeat
from operations.models import Process
from tests.parts.servers import run_worker
from tests.parts.waiting import eventually

COMPOSE = Path("deploy/compose.yaml").read_text(encoding="utf-8")


def test_worker_reports_itself(celery_worker: None):
    def kinds() -> list[str]:
        return list(Process.objects.values_list("kind", flat=True))

    assert eventually(lambda: kinds() == ["worker"])


def test_message_has_the_request_and_the_time_at_which_it_was_enqueued(celery_worker: None):
    published = []

    def note(headers: dict[str, object], **_: object) -> None:
        published.append(headers)

    signals.after_task_publish.connect(note)
    try:
        with structlog.contextvars.bound_contextvars(request_id="the-request"):
            sweep.delay()
    finally:
        signals.after_task_publish.disconnect(note)

    (headers,) = published
    assert headers["request_id"] == "the-request"
    assert isinstance(headers["published_at"], float)
    assert eventually(Heartbeat.objects.exists)


def test_celery_leaves_the_level_of_the_log_alone(monkeypatch: pytest.MonkeyPatch):
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    monkeypatch.setattr(app.log, "already_setup", False)

    app.log.setup_logging_subsystem(loglevel=logging.CRITICAL)

    assert (root.level, root.handlers) == (level, handlers)


def test_health_check_ends_a_worker_that_consumes_nothing(
    transactional_db: None, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    heartbeat = tmp_path / "worker"
    monkeypatch.setenv("WORKER_HEARTBEAT", str(heartbeat))
    found = re.search(r'\[CMD-SHELL, "(.* /tmp/worker .*)"\]', COMPOSE)
    assert found
    check = found[1].replace('\\"', '"').replace("$$", "$").replace("/tmp/worker", str(heartbeat))

    with run_worker():
        assert eventually(heartbeat.exists)
        assert subprocess.run(check, shell=True, check=False).returncode == 0
        worker = int(heartbeat.read_text(encoding="ascii"))
        os.kill(worker, signal.SIGSTOP)
        os.utime(heartbeat, (0, 0))  # as if two minutes had passed
        assert subprocess.run(check, shell=True, check=False).returncode == 1
        assert eventually(lambda: not is_running(worker))


def is_running(pid: int) -> bool:
    """Return whether a process runs, or is stopped; one that has ended may still be a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
