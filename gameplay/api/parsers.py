"""The JSON parser of the API."""

from typing import Any

from rest_framework import exceptions, parsers

from cards.surrogates import find_lone_surrogate
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.json_text import SURROGATE


class JSONParser(parsers.JSONParser):
    """Parse JSON. Refuse input that is nested too deeply or holds text that cannot be encoded."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError from error
        if (place := find_lone_surrogate(data)) is not None:
            raise UnreadableError(SURROGATE, place=place)
        return data
