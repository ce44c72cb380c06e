"""The deck lists of a finished event."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from tournaments.api.permissions import visible_event
from tournaments.selectors.public_decks import are_decks_public, public_decks


class PublicDecksApi(APIView):
    """The deck lists of a finished event, the best player first; 404 unless the event makes them public."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Output(serializers.Serializer[Any]):
        rank = serializers.IntegerField(allow_null=True, help_text="Of the player or team; null if disqualified.")
        record = serializers.CharField(help_text='Of the player or team; "" if disqualified.')
        number = serializers.IntegerField(source="entry.number")
        name = serializers.CharField(source="entry.name")
        team = serializers.CharField(source="entry.team.name", default="", help_text='"" without teams.')
        bot = serializers.BooleanField(source="is_bot")
        in_cut = serializers.BooleanField(help_text="Whether it was drafted by the top cut, which drafted again.")
        cards = serializers.ListField(child=serializers.CharField(), help_text="One ref for each copy.")
        text = serializers.CharField(help_text="The list as text that the deck import reads.")

        class Meta:
            ref_name = "PublicDeck"

    @extend_schema(operation_id="deck_lists", responses=Output(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        if not are_decks_public(event):
            raise Http404
        return Response(self.Output(public_decks(event), many=True).data)
