"""Background tasks: webhook deliveries."""

import threading
from uuid import UUID

import structlog
from celery import current_app, shared_task
from django.db import connections

from gameplay.infrastructure.background import enqueue
from tournaments.services import delivery

logger = structlog.get_logger(__name__)


@shared_task
def deliver(delivery_id: str) -> None:
    """Make one attempt of a delivery; see tournaments.services.delivery."""
    delivery.deliver(UUID(delivery_id))


def wake_delivery(delivery_id: str) -> None:
    """Start a delivery in a worker or, if there is none, in a thread.

    Neither a request nor the clock waits for the receiver's server.
    """
    if current_app.conf.task_always_eager:
        threading.Thread(target=_deliver_in_thread, args=[delivery_id], name="webhook", daemon=True).start()
    else:
        enqueue(deliver, delivery_id)


def _deliver_in_thread(delivery_id: str) -> None:
    try:
        deliver(delivery_id)
    except Exception:  # the clock retries it when it is due again
        logger.exception("delivery failed", delivery=delivery_id)
    finally:
        connections.close_all()
