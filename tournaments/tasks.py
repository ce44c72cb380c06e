"""Messages to webhooks are sent in the background."""

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
    """Send one message; see tournaments.services.delivery."""
    delivery.deliver(UUID(delivery_id))


def wake_delivery(delivery_id: str) -> None:
    """Have a message sent.

    By a worker, or else by a thread of its own: no clock and no page waits for somebody else's server.
    """
    if current_app.conf.task_always_eager:
        threading.Thread(target=_deliver_in_thread, args=[delivery_id], name="webhook", daemon=True).start()
    else:
        enqueue(deliver, delivery_id)


def _deliver_in_thread(delivery_id: str) -> None:
    try:
        deliver(delivery_id)
    except Exception:  # it is due again before long
        logger.exception("delivery failed", delivery=delivery_id)
    finally:
        connections.close_all()
