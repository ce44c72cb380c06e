"""Statistics of cards in the drafts of the site."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.selectors.card_figures import card_figures, set_or_404


class CardFiguresSerializer(serializers.Serializer[Any]):
    """The statistics of a card; rates are from 0 to 1, null without data."""

    card = serializers.CharField(source="card.ref")
    seen = serializers.IntegerField(source="tally.seen", help_text="Packs in hand that contained it.")
    taken = serializers.IntegerField(
        source="tally.taken", help_text="Picks of it by players, without those by bots or at random."
    )
    average_pick = serializers.FloatField(source="tally.average_pick", allow_null=True)
    last_pick = serializers.IntegerField(source="tally.last_pick", allow_null=True)
    wheel_rate = serializers.FloatField(
        source="tally.wheel_rate",
        allow_null=True,
        help_text="Of the packs that came round again, the share that still contained it.",
    )
    games = serializers.IntegerField(help_text="Played by decks with the card.")
    win_rate = serializers.FloatField(allow_null=True)

    class Meta:
        ref_name = "CardFigures"


class SetFiguresSerializer(serializers.Serializer[Any]):
    """The statistics of a set; ``drafts`` is the number of counted pods."""

    drafts = serializers.IntegerField()
    cards = CardFiguresSerializer(many=True)

    class Meta:
        ref_name = "SetFigures"


class CardFiguresApi(APIView):
    """The statistics of each card of a set, over the events with public draft logs."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="card_figures", responses=SetFiguresSerializer)
    def get(self, request: Request, game: str, code: str) -> Response:
        drafts, cards = card_figures(set_or_404(game, code))
        return Response(SetFiguresSerializer({"drafts": drafts, "cards": cards}).data)
