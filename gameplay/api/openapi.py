"""Extensions of the OpenAPI description: refusals of every operation, and values that drf-spectacular does not find."""

from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

FAULT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "The reason of a refusal: a code for programs, the clause of the rules, a sentence for people.",
    "required": ["code", "clause", "detail", "field", "details"],
    "properties": {
        "code": {"type": "string"},
        "clause": {"type": "string"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
        "details": {"type": "object", "additionalProperties": True},
        "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    },
}
COMMON_REFUSALS = {
    "400": "The request cannot be read.",
    "401": "Not signed in.",
    "404": "Not found, or not visible to you.",
    "503": "The site receives too much, cannot reach its data or cannot save; send the request again.",
}
WRITE_REFUSALS = {
    "403": "The CSRF token is missing or wrong.",
    "408": "The request did not arrive in time.",
    "409": "The request conflicts with the current state.",
    "413": "The request is too large.",
    "415": "The body is not JSON.",
    "422": "The rules do not allow it.",
    "429": "Too many attempts.",
}


def describe_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to each operation the refusals that deploy.refusals may answer. (settings.SPECTACULAR_SETTINGS)

    A GET with further refusals declares them: ``responses={200: ..., 409: None}``.
    """
    result.setdefault("components", {}).setdefault("schemas", {})["Fault"] = FAULT_SCHEMA
    for path in result["paths"].values():
        for method, operation in path.items():
            refusals = COMMON_REFUSALS if method == "get" else COMMON_REFUSALS | WRITE_REFUSALS
            declared = {
                status: (COMMON_REFUSALS | WRITE_REFUSALS)[status]
                for status in operation["responses"]
                if status >= "400"
            }
            operation["responses"] |= {
                status: _response(description) for status, description in (refusals | declared).items()
            }
    return result


def _response(description: str) -> dict[str, Any]:
    return {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
    }


class SessionAuthenticationScheme(SessionScheme):
    target_class = "gameplay.api.authentication.SessionAuthentication"


class BlankChoiceExtension(OpenApiSerializerFieldExtension):
    """Add "" to the values of a choice in responses if its model allows it, as drf-spectacular does in requests."""

    target_class = "rest_framework.fields.ChoiceField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)
        if direction == "response" and "" not in schema.get("enum", [""]) and _may_be_blank(self.target):
            schema["enum"] = [*schema["enum"], ""]
        return schema


def _may_be_blank(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Return whether ``field`` shows a column of a model that may hold ""."""
    serializer = field.parent
    if not isinstance(serializer, serializers.ModelSerializer):
        return False
    model: Any = serializer.Meta.model
    try:
        column = model._meta.get_field(field.source)
    except FieldDoesNotExist:
        return False
    return isinstance(column, Field) and column.blank and column.empty_strings_allowed
