"""The API's JSON renderer writes the same JSON as the renderer of Django REST framework."""

import datetime as dt
import decimal
import uuid
from typing import Any

import pytest
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer

from gameplay.api.renderers import OrjsonRenderer

MOMENT = dt.datetime(2026, 11, 21, 16, 0, 0, 123456, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "data",
    [
        {"name": "カード", "at": MOMENT, "id": uuid.UUID(int=7), "share": decimal.Decimal("0.25"), 3: None},
        {"text": gettext_lazy("Event"), "many": 2**70, "lists": [[], (1, 2)], "on": dt.date(2026, 11, 21)},
        [],
        "",
    ],
)
def test_output_equals_that_of_the_framework(data: Any):
    assert OrjsonRenderer().render(data) == JSONRenderer().render(data)


def test_none_is_empty_and_indent_is_supported():
    assert OrjsonRenderer().render(None) == b""
    assert OrjsonRenderer().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'
