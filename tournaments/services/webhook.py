"""Webhooks: add, test, enable again and remove."""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.outgoing_request import check_url
from gameplay.models import LogEntry
from tournaments.models import Delivery, Event, Webhook
from tournaments.selectors.roles import Actor
from tournaments.services.delivery import new_delivery
from tournaments.services.event import lock_event

MAX_WEBHOOKS = 5


class TooManyWebhooksError(RulesError):
    """The event has the maximum number of webhooks, which ``details`` give."""

    code = "too_many_webhooks"
    sentence = _("An event can have at most {most} webhooks. Remove one first.")


class WebhookDisabledError(RulesError):
    """The webhook was disabled because it did not answer."""

    code = "webhook_disabled"
    sentence = _("This webhook is disabled. Enable it first.")
    is_state_conflict = True


@transaction.atomic
def add_webhook(event: Event, url: str, *, by: Actor) -> Webhook:
    """Send messages about ``event`` to ``url`` from now on. Raises AddressRefusedError, TooManyWebhooksError."""
    assert by.account is not None
    check_url(url)
    event = lock_event(event)
    if event.webhooks.count() >= MAX_WEBHOOKS:
        raise TooManyWebhooksError(most=MAX_WEBHOOKS)
    webhook: Webhook = event.webhooks.create(url=url, author=by.account, created_at=timezone.now())
    _record(webhook, "webhook_added", by=by)
    return webhook


@transaction.atomic
def remove_webhook(webhook: Webhook, *, by: Actor) -> None:
    """Delete a webhook and its deliveries."""
    _record(webhook, "webhook_removed", by=by)
    webhook.delete()


@transaction.atomic
def enable_webhook(webhook: Webhook, *, by: Actor) -> Webhook:
    """Enable a disabled webhook again; its pending deliveries are sent first."""
    webhook.disabled_at = None
    webhook.save(update_fields=["disabled_at"])
    _record(webhook, "webhook_enabled", by=by)
    return webhook


@transaction.atomic
def send_test_delivery(webhook: Webhook, *, by: Actor) -> Delivery:
    """Send an empty test message to a webhook. Raises WebhookDisabledError."""
    if webhook.disabled_at:
        raise WebhookDisabledError
    delivery = new_delivery(webhook, webhook.event, _record(webhook, "webhook_tested", by=by), "test", {})
    delivery.save(force_insert=True)
    return delivery


def _record(webhook: Webhook, action: str, *, by: Actor) -> LogEntry:
    return append_entry(
        webhook.event.desk_stream, action, author=by.account, role=by.role, after={"host": webhook.host}
    )
