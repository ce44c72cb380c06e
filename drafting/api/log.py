"""API of the log of a finished draft."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.serializers import DraftLogSerializer
from drafting.selectors.draft_log import draft_log_access, draft_log_json


class DraftLogApi(APIView):
    """Every held pack of a draft, pick by pick.

    Players see their own once all decks are in. The event decides who sees those of all seats.
    """

    permission_classes = [AllowAny]

    @extend_schema(operation_id="draft_log", responses={200: DraftLogSerializer, 409: None})
    def get(self, request: Request, pod_id: UUID) -> Response:
        try:
            return Response(draft_log_json(draft_log_access(request.user, pod_id)))
        except Http404:
            if not request.user.is_authenticated:
                raise NotAuthenticated from None
            raise
