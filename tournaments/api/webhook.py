"""Webhooks: add, test, enable and remove them, and read their deliveries."""

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import validated_data
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.models import Delivery, Webhook
from tournaments.rules.webhooks import ACTION_SENTENCES, key_text
from tournaments.selectors.roles import Actor
from tournaments.services import webhook as webhooks

MAX_DELIVERIES = 100
"""The number of deliveries in a response, the newest first."""


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook; ``disabled_at`` is the time at which it was disabled because it did not answer."""

    class Meta:
        model = Webhook
        ref_name = "Webhook"
        fields = ["id", "url", "created_at", "disabled_at"]
        read_only_fields = fields


class NewWebhookSerializer(WebhookSerializer):
    """A new webhook with its key."""

    secret = serializers.SerializerMethodField(help_text="Its key in the format of Standard Webhooks. Only shown once.")

    def get_secret(self, webhook: Webhook) -> str:
        return key_text(webhook.signing_key)

    class Meta(WebhookSerializer.Meta):
        ref_name = "NewWebhook"
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A message to a webhook; ``status`` is that of the last response, ``fault`` the cause if there was none."""

    id = serializers.CharField(source="message_id", read_only=True, help_text="The value of the header webhook-id.")
    action = serializers.ChoiceField(list(ACTION_SENTENCES), read_only=True)
    state = serializers.ChoiceField(["waiting", "delivered", "given_up"], read_only=True)

    class Meta:
        model = Delivery
        ref_name = "Delivery"
        fields = ["id", "action", "at", "state", "tries", "status", "fault", "due_at", "delivered_at"]
        read_only_fields = fields


class WebhooksApi(APIView):
    """The webhooks of the event; add one."""

    class Input(serializers.Serializer[Any]):
        url = serializers.CharField(max_length=500, help_text="The URL, which begins with https://.")

        class Meta:
            ref_name = "WebhookUrl"

    @extend_schema(operation_id="webhooks", responses=WebhookSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "run_webhooks")
        return Response(WebhookSerializer(event.webhooks.all(), many=True).data)

    @extend_schema(operation_id="add_webhook", request=Input, responses={201: NewWebhookSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run_webhooks")
        url = validated_data(request, self.Input)["url"]
        answer = respond_once(request, lambda: webhooks.add_webhook(event, url, by=by), WebhookSerializer, status=201)
        # Responses are stored for replay, but the key must not be, so it is added afterwards.
        return Response(
            answer.data | {"secret": key_text(Webhook(pk=uuid.UUID(str(answer.data["id"]))).signing_key)},
            status=answer.status_code,
            headers=dict(answer.headers),
        )


class WebhookApi(APIView):
    """Remove a webhook."""

    @extend_schema(operation_id="remove_webhook", responses={204: None})
    def delete(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)

        def remove() -> tuple[int, None]:
            webhooks.remove_webhook(webhook, by=by)
            return 204, None

        return idempotent_response(request, remove)


class DeliveriesApi(APIView):
    """The deliveries of a webhook."""

    @extend_schema(operation_id="deliveries", responses=DeliverySerializer(many=True))
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, _by = _webhook(request, slug, webhook_id)
        return Response(DeliverySerializer(webhook.deliveries.all()[:MAX_DELIVERIES], many=True).data)


class WebhookTestApi(APIView):
    """Send a test message to a webhook."""

    @extend_schema(operation_id="test_webhook", request=None, responses={201: DeliverySerializer})
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)
        return respond_once(
            request, lambda: webhooks.send_test_delivery(webhook, by=by), DeliverySerializer, status=201
        )


class WebhookEnablingApi(APIView):
    """Enable a disabled webhook again; its pending deliveries are sent first."""

    @extend_schema(operation_id="enable_webhook", request=None, responses=WebhookSerializer)
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        webhook, by = _webhook(request, slug, webhook_id)
        return respond_once(request, lambda: webhooks.enable_webhook(webhook, by=by), WebhookSerializer)


def _webhook(request: Request, slug: str, webhook_id: uuid.UUID) -> tuple[Webhook, Actor]:
    event, by = event_and_actor(request, slug, "run_webhooks")
    return get_object_or_404(event.webhooks.select_related("event"), pk=webhook_id), by
