"""The public calendar of events."""

from typing import Any

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.games import RULESETS
from tournaments.api.event_serializers import EventDaySerializer
from tournaments.selectors.calendar import (
    EVENTS_PER_PAGE,
    CalendarEvent,
    CalendarPart,
    find_events,
    load_calendar_events,
)
from tournaments.selectors.progress import EventPhase

MAX_SEARCH_LENGTH = 80


class CalendarQuery(serializers.Serializer[Any]):
    find = serializers.CharField(
        required=False, max_length=MAX_SEARCH_LENGTH, allow_blank=True, help_text="A part of the name or the place."
    )
    game = serializers.ChoiceField(list(RULESETS), required=False)
    page = serializers.IntegerField(
        required=False, min_value=1, help_text="From 1; a page after the last one is replaced by that."
    )


class CalendarEventSerializer(serializers.Serializer[Any]):
    """An event of the calendar; nothing of its players but their number."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    days = EventDaySerializer(many=True, help_text="The days after the first, in order.")
    game = serializers.CharField()
    part = serializers.ChoiceField(CalendarPart.choices)
    phase = serializers.ChoiceField([phase.value for phase in EventPhase])
    cancelled = serializers.BooleanField(source="is_cancelled")
    players = serializers.IntegerField(help_text="The number of registered players, with bots.")
    url = serializers.SerializerMethodField(help_text="The page of the event.")

    class Meta:
        ref_name = "CalendarEvent"

    def get_url(self, event: CalendarEvent) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("event", args=[event.slug])))


class CalendarSerializer(serializers.Serializer[Any]):
    """One page of the calendar; ``count`` is the number of events found, on ``pages`` pages."""

    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    events = CalendarEventSerializer(many=True)

    class Meta:
        ref_name = "Calendar"


class CalendarApi(APIView):
    """The public events of the site, upcoming ones first."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="calendar", parameters=[CalendarQuery], responses=CalendarSerializer)
    @method_decorator(conditional_page)
    @method_decorator(cache_control(public=True, no_cache=True))
    def get(self, request: Request) -> Response:
        query = CalendarQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        wanted = query.validated_data
        found = find_events(timezone.now(), search=wanted.get("find", ""), game=wanted.get("game", ""))
        paginator = Paginator(found, EVENTS_PER_PAGE)
        page = paginator.get_page(wanted.get("page", 1))
        listed = {
            "count": paginator.count,
            "page": page.number,
            "pages": paginator.num_pages,
            "events": load_calendar_events(list(page)),
        }
        return Response(CalendarSerializer(listed, context={"request": request}).data)
