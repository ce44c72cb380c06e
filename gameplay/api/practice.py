"""API view that lists the modes of practice games and starts a game."""

from typing import Any

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from gameplay.api.serializers import ModeSerializer, StartedGameSerializer
from gameplay.bots import LEVELS
from gameplay.infrastructure.throttle import count_try
from gameplay.selectors.game_views import full_title
from gameplay.services import practice
from gameplay.services.practice import FRIEND, OtherPlayer


class PlayApi(APIView):
    """Lists the modes of practice games, and starts a game."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Input(serializers.Serializer[Any]):
        class OtherInput(serializers.Serializer[Any]):
            kind = serializers.ChoiceField([*LEVELS, FRIEND], help_text="The level of a bot, or a friend.")
            name = serializers.CharField(max_length=60, default="", help_text="The name of a friend.")

            class Meta:
                ref_name = "OtherPlayer"

        game = serializers.CharField(max_length=16)
        variant = serializers.CharField(max_length=16)
        deck = serializers.IntegerField(
            min_value=0, default=0, help_text="The index of your deck in the list of ready decks."
        )
        others = OtherInput(many=True, help_text="The players of the other seats, in turn order.")

        class Meta:
            ref_name = "Play"

    @extend_schema(operation_id="modes", responses=ModeSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([_mode_fields(mode) for mode in practice.modes()])

    @extend_schema(operation_id="play", request=Input, responses={201: StartedGameSerializer})
    def post(self, request: Request) -> Response:
        """Start a game with you in the first seat. A friend's link is returned once, and works once."""
        data = validated_data(request, self.Input)
        others = [OtherPlayer(each["kind"], each["name"]) for each in data["others"]]
        try:
            mode = practice.get_mode(data["game"], data["variant"], len(others) + 1)
        except KeyError:
            raise Http404 from None
        if data["deck"] and data["deck"] >= len(mode.decks):
            raise serializers.ValidationError({"deck": [f"0-{max(len(mode.decks) - 1, 0)}"]})
        count_try("play", request.META["REMOTE_ADDR"])

        def act() -> tuple[int, Any]:
            game, paths = practice.start_practice_game(account_of(request), mode, others, deck=data["deck"])
            links = [{"name": name, "link": request.build_absolute_uri(path)} for name, path in paths]
            return 201, {"id": str(game.pk), "links": links}

        return idempotent_response(request, act)


def _mode_fields(mode: practice.Mode) -> dict[str, Any]:
    language = get_language() or "en"
    return {
        "game": mode.ruleset.name,
        "variant": mode.variant,
        "title": full_title(mode.ruleset, mode.variant),
        "sense": mode.summary,
        "seats": mode.seats,
        "teams": mode.teams,
        "decks": [deck.name.in_language(language) for deck in mode.decks],
    }
