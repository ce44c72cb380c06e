"""The wall display of a large event is sent in parts."""

import re

import pytest
from django.test import Client

from tests.tournaments.conftest import Day
from tournaments.views import display

PARTS = re.compile(r'data-part="(\d+)" data-parts="(\d+)"')
NEIGHBOURS = re.compile(r'hx-get="\?page=(\d+)"')


def test_the_seating_is_sent_in_parts(day: Day, monkeypatch: pytest.MonkeyPatch):
    day.enter(8)
    day.seat(4, 4)
    monkeypatch.setattr(display, "PODS_SENT", 1)

    def read(page: str) -> tuple[list[tuple[str, str]], list[str], list[str]]:
        html = Client().get(f"/e/{day.event.slug}/display?page={page}").content.decode()
        return PARTS.findall(html), re.findall(r"Pod (\w)", html), NEIGHBOURS.findall(html)

    assert read("1") == ([("1", "2")], ["A"], ["2", "2"])
    assert read("2") == ([("2", "2")], ["B"], ["1", "1"])
    assert read("99")[0] == [("2", "2")]
    assert read("")[0] == [("1", "2")]
