"""A choice as it is sent: the id of an option, or a code with its fields."""

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
            "The id of the option; or its code and its fields, cards by set number, title or place, as in "
            '{"code": "attack", "card": "FL-C01"}: what is not offered is refused with the reason that forbids it.',
        )
        super().__init__(**kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return a number, or an object as it is: whether it is a choice depends on the game."""
        return dict(data) if isinstance(data, Mapping) else super().run_validation(data)
