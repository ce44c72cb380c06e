"""API views of what surrounds an online game: phrases and rematches."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import own_game
from gameplay.api.requests import account_of, validated_data
from gameplay.api.serializers import PersonSerializer, RematchSerializer
from gameplay.models import OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.people import PHRASES, people_at
from gameplay.selectors.rematches import rematch_of
from gameplay.services import phrases, rematches


class PeopleApi(APIView):
    """The people at a game: whether they are connected, and what they said last. Says a phrase for the caller."""

    class Input(serializers.Serializer[Any]):
        phrase = serializers.ChoiceField([*PHRASES])

        class Meta:
            ref_name = "Phrase"

    @extend_schema(operation_id="game_people", responses=PersonSerializer(many=True))
    def get(self, request: Request, game_id: UUID) -> Response:
        game = own_game(request, game_id)
        return Response(_people(request, game))

    @extend_schema(operation_id="say_phrase", request=Input, responses={201: PersonSerializer(many=True)})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, data = own_game(request, game_id), validated_data(request, self.Input)

        def act() -> tuple[int, Any]:
            phrases.say_phrase(account_of(request), game, data["phrase"])
            return 201, _people(request, game)

        return idempotent_response(request, act)


def _people(request: Request, game: OnlineGame) -> list[dict[str, Any]]:
    return [
        {
            "seat": person.seat,
            "name": person.name,
            "away_since": person.away_since.isoformat() if person.away_since else None,
            "phrase": person.phrase.text if person.phrase else "",
        }
        for person in people_at(game, selectors.seats(game), account_of(request))
    ]


class RematchApi(APIView):
    """Agrees to a rematch of a finished casual game, or declines it."""

    @extend_schema(operation_id="want_rematch", request=None, responses={201: RematchSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Agree to a rematch. It starts once all people have agreed; bots always agree."""
        game = own_game(request, game_id)

        def act() -> tuple[int, Any]:
            rematches.want_rematch(account_of(request), game)
            return 201, _rematch(request, game)

        return idempotent_response(request, act)

    @extend_schema(operation_id="decline_rematch", request=None, responses={200: RematchSerializer})
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Decline a rematch, or withdraw your agreement, before it has started."""
        game = own_game(request, game_id)
        rematches.decline_rematch(account_of(request), game)
        return Response(_rematch(request, game))


def _rematch(request: Request, game: OnlineGame) -> dict[str, Any]:
    seats = selectors.seats(game)
    rematch = rematch_of(game, seats, selectors.player_names(game, seats), account_of(request))
    if rematch is None:
        return {"wanted": False, "waits_for": [], "game": None}
    return {
        "wanted": rematch.is_wanted,
        "waits_for": rematch.missing,
        "game": str(rematch.game) if rematch.game else None,
    }
