"""Webhooks, as a program sets them up, tries and removes them, and reads what became of what they were told."""

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import answer_once
from tournaments.api.doors import act, read, run_event
from tournaments.models import Delivery, Webhook
from tournaments.rules.webhooks import ACTIONS, written
from tournaments.selectors.roles import Actor
from tournaments.services import webhook as webhooks

SHOWN = 100
"""So many deliveries are told of, the newest first."""


class WebhookShape(serializers.ModelSerializer[Webhook]):
    """A webhook; ``disabled_at`` says since when it is told nothing, for it did not answer."""

    class Meta:
        model = Webhook
        ref_name = "Webhook"
        fields = ["id", "url", "created_at", "disabled_at"]
        read_only_fields = fields


class NewWebhookShape(WebhookShape):
    """A webhook that was just set up."""

    secret = serializers.SerializerMethodField(help_text="Its key, as Standard Webhooks writes it. Only shown here.")

    def get_secret(self, webhook: Webhook) -> str:
        return written(webhook.key)

    class Meta(WebhookShape.Meta):
        ref_name = "NewWebhook"
        fields = [*WebhookShape.Meta.fields, "secret"]
        read_only_fields = fields


class DeliveryShape(serializers.ModelSerializer[Delivery]):
    """What a webhook is told; ``status`` is that of the last answer, ``fault`` says why none came."""

    id = serializers.CharField(source="message_id", read_only=True, help_text="As in the header webhook-id.")
    action = serializers.ChoiceField(list(ACTIONS), read_only=True)
    state = serializers.ChoiceField(["waiting", "delivered", "given_up"], read_only=True)

    class Meta:
        model = Delivery
        ref_name = "Delivery"
        fields = ["id", "action", "at", "state", "tries", "status", "fault", "due_at", "delivered_at"]
        read_only_fields = fields


class WebhooksApi(APIView):
    """Who is told by program what happens in the event."""

    class Input(serializers.Serializer[Any]):
        url = serializers.CharField(max_length=500, help_text="It begins with https://.")

        class Meta:
            ref_name = "WebhookUrl"

    @extend_schema(operation_id="webhooks", responses=WebhookShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = run_event(request, slug, "run_webhooks")
        return Response(WebhookShape(event.webhooks.all(), many=True).data)

    @extend_schema(operation_id="add_webhook", request=Input, responses={201: NewWebhookShape})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run_webhooks")
        url = read(request, self.Input)["url"]
        answer = act(request, lambda: webhooks.add_webhook(event, url, by=by), WebhookShape, status=201)
        # Answers are kept to be repeated; the key is not, and so it is added afterwards.
        return Response(
            answer.data | {"secret": written(Webhook(pk=uuid.UUID(str(answer.data["id"]))).key)},
            status=answer.status_code,
            headers=dict(answer.headers),
        )


class WebhookApi(APIView):
    """One webhook."""

    @extend_schema(operation_id="remove_webhook", responses={204: None})
    def delete(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)

        def remove() -> tuple[int, None]:
            webhooks.remove_webhook(webhook, by=by)
            return 204, None

        return answer_once(request, remove)


class DeliveriesApi(APIView):
    """What a webhook was told."""

    @extend_schema(operation_id="deliveries", responses=DeliveryShape(many=True))
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, _by = _webhook(request, slug, webhook_id)
        return Response(DeliveryShape(webhook.deliveries.all()[:SHOWN], many=True).data)


class WebhookTestApi(APIView):
    """A message that tells of nothing."""

    @extend_schema(operation_id="test_webhook", request=None, responses={201: DeliveryShape})
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)
        return act(request, lambda: webhooks.send_test(webhook, by=by), DeliveryShape, status=201)


class WebhookEnablingApi(APIView):
    """A webhook that did not answer is told again, first what still waits for it."""

    @extend_schema(operation_id="enable_webhook", request=None, responses=WebhookShape)
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)
        return act(request, lambda: webhooks.enable_webhook(webhook, by=by), WebhookShape)


def _webhook(request: Request, slug: str, webhook_id: uuid.UUID) -> tuple[Webhook, Actor]:
    event, by = run_event(request, slug, "run_webhooks")
    return get_object_or_404(event.webhooks.select_related("event"), pk=webhook_id), by
