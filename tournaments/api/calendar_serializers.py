"""Serializers of the public calendar."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from gameplay.games import RULESETS
from tournaments.selectors.calendar import CalendarEvent, CalendarPart
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
