"""Webhooks of an event and their deliveries. Organizers only."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.engine.core.errors import RulesError, UnreadableError
from tournaments.models import Delivery, Webhook
from tournaments.rules.webhooks import ACTION_SENTENCES, key_text
from tournaments.services import webhook as webhooks
from tournaments.views.event_request import event_and_actor, event_page_context

MAX_DELIVERIES = 20
"""Number of deliveries that are listed for each webhook, newest first."""
FAULT_LABELS = {
    "address": gettext_noop("not a public address"),
    "name": gettext_noop("host name not found"),
    "timeout": gettext_noop("timed out"),
    "tls": gettext_noop("invalid certificate"),
    "connection": gettext_noop("connection failed"),
}
STATE_LABELS = {
    "waiting": gettext_noop("waiting"),
    "delivered": gettext_noop("delivered"),
    "given_up": gettext_noop("failed"),
}


@never_cache
@require_http_methods(["GET", "POST"])
def webhooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the webhooks with their deliveries; or add a webhook, and show its key only in this response."""
    event, by = event_and_actor(request, slug, "run_webhooks")
    context: dict[str, Any] = {"actions": ACTION_SENTENCES.items()}
    if request.method == "POST":
        context["url"] = request.POST.get("url", "").strip()[:500]
        try:
            made = webhooks.add_webhook(event, context["url"], by=by)
        except RulesError as refusal:
            context["refusal"] = refusal
        else:
            context |= {"made": made, "secret": key_text(made.signing_key), "url": ""}
    context["webhooks"] = [(webhook, _deliveries(webhook)) for webhook in event.webhooks.all()]
    context["waiting"] = Delivery.objects.filter(webhook__event=event, due_at__isnull=False).exists()
    status = 422 if "refusal" in context else 200
    return render(
        request, "tournaments/webhooks.html", context | event_page_context(request, event, "manage"), status=status
    )


@require_POST
def act_on_webhook(request: HttpRequest, slug: str, webhook_id: uuid.UUID) -> HttpResponse:
    """Test, enable or remove a webhook."""
    event, by = event_and_actor(request, slug, "run_webhooks")
    found = get_object_or_404(event.webhooks.select_related("event"), pk=webhook_id)
    match request.POST.get("act", ""):
        case "test":
            webhooks.send_test_delivery(found, by=by)
        case "enable":
            webhooks.enable_webhook(found, by=by)
        case "remove":
            webhooks.remove_webhook(found, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="act")
    return redirect("webhooks", event.slug)


def _deliveries(of: Webhook) -> list[dict[str, Any]]:
    """Return the newest deliveries of one webhook."""
    return [
        {
            "delivery": each,
            "action": ACTION_SENTENCES[each.action],
            "state": STATE_LABELS[each.state],
            "fault": FAULT_LABELS.get(each.fault, ""),
        }
        for each in of.deliveries.all()[:MAX_DELIVERIES]
    ]
