"""A Celery worker reports that it runs, and logs its tasks with the request that enqueued them."""

import structlog
from celery import signals

from deploy.tasks import sweep
from gameplay.models import Heartbeat
from operations.models import Process
from tests.parts.waiting import eventually


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
