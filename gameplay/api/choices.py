"""The serializer field for a choice: the id of an option, or a code with its fields."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

CHOICE_SCHEMA = {
    "oneOf": [
        {"type": "integer"},
        {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string"}},
            "additionalProperties": True,
        },
    ]
}


@extend_schema_field(CHOICE_SCHEMA)
class ChoiceField(serializers.IntegerField):
    """The id of an option, or an object like the options of a view: see `gameplay.engine.core.named_choices`."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text",
            "The id of the option; or its code and fields, with cards by set number, title or zone, such as "
            '{"code": "attack", "card": "FL-C01"}. A choice that is not offered is refused with the reason.',
        )
        super().__init__(**kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return a number, or an object unchanged: only the game can tell whether it is a choice."""
        return dict(data) if isinstance(data, Mapping) else super().run_validation(data)
