"""How programs come to an event: who may look, who may act, and what each request must say."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.roles import Actor, actor_for, may_see_event

S = TypeVar("S", bound="serializers.Serializer[Any]")


class IsAuthenticatedOrReadOnly(BasePermission):
    """Anybody may look at what is public; who wants to act signs in."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method in SAFE_METHODS or request.user.is_authenticated


def visible_event(request: Request, slug: str) -> Event:
    """Return the event called ``slug``. Raises Http404 for one that is not there for the caller."""
    event = get_object_or_404(Event, slug=slug)
    if not may_see_event(event, request.user):
        raise Http404
    return event


def event_and_actor(request: Request, slug: str, operation: str) -> tuple[Event, Actor]:
    """Return the event and the caller as who they are in it. Raises Http404 if they may not do ``operation``."""
    event = get_object_or_404(Event, slug=slug)
    return event, actor_for(operation, event, request.user)


def account_of(request: Request) -> Account:
    return cast(Account, request.user)


def validated_data(request: Request, serializer_class: type[S]) -> dict[str, Any]:
    """Return what the request says, as ``shape`` has it. Raises ValidationError."""
    data = serializer_class(data=request.data)
    data.is_valid(raise_exception=True)
    return cast("dict[str, Any]", data.validated_data)


def respond_once(
    request: Request, operation: Callable[[], Any], serializer_class: Any, *, status: int = 200
) -> Response:
    """Run ``do`` once, and answer with what it returns as ``shape`` has it."""
    return idempotent_response(request, lambda: (status, serializer_class(operation()).data))
