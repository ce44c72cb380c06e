"""API view of the caller's account."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import account_of
from gameplay.models import Account


class MeApi(APIView):
    """The account of the caller."""

    class Output(serializers.ModelSerializer[Account]):
        email = serializers.CharField(read_only=True, help_text='The e-mail address, or "" if there is none.')

        class Meta:
            model = Account
            ref_name = "Me"
            fields = ["id", "kind", "handle", "reading", "email", "language"]
            read_only_fields = fields

    @extend_schema(operation_id="me", responses=Output)
    def get(self, request: Request) -> Response:
        return Response(self.Output(account_of(request)).data)
