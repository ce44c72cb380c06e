"""The site's URL patterns, and some whose views raise an error."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deploy.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django looks for them here
from deploy.urls import urlpatterns as site
from gameplay.api.idempotency import idempotent_response
from gameplay.engine.core.errors import NotAskedError, RulesError, UnreadableError
from gameplay.infrastructure.refusals import raise_errors


class DeckTooSmallError(RulesError):
    code = "deck_too_small"
    clause = "DRF-3.2"
    sentence = "{cards} cards; exactly {size} are needed."
    field = "cards"


REFUSALS: dict[str, Any] = {
    "never": lambda: raise_errors([DeckTooSmallError(cards=34, size=35)]),
    "later": lambda: raise_errors([NotAskedError()]),
    "several": lambda: raise_errors([DeckTooSmallError(cards=34, size=35), NotAskedError()]),
    "several-later": lambda: raise_errors([NotAskedError(), NotAskedError()]),
    "none": lambda: raise_errors([]),
}


def raising(error: Exception) -> Any:
    def act() -> None:
        raise error

    return act


REFUSALS |= {
    "unreadable": raising(UnreadableError("not a number", file="event.json", place="line 3")),
    "unknown": raising(Http404("the pod exists")),
    "forbidden": raising(PermissionDenied("the pod exists")),
    "broken": raising(ZeroDivisionError("secret")),
}


def page(request: HttpRequest, why: str) -> HttpResponse:
    REFUSALS[why]()
    return HttpResponse("fine")


class Api(APIView):
    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(max_value=9)

    calls: ClassVar[list[int]] = []

    def get(self, request: Request, why: str) -> Response:
        REFUSALS[why]()
        return Response("fine")

    def post(self, request: Request, why: str) -> Response:
        data = self.Input(data=request.data)
        data.is_valid(raise_exception=True)

        def act() -> tuple[int, Any]:
            REFUSALS[why]()
            self.calls.append(data.validated_data["number"])
            return 201, {"calls": len(self.calls)}

        return idempotent_response(request, act)


urlpatterns = [
    path("page/<str:why>", page),
    path("api/v1/try/<str:why>", Api.as_view()),
    *site,
]
