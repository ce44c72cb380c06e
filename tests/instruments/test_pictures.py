"""The way of `manage.py pictures` through an event still reaches every screen."""

import pytest
from playwright.sync_api import Browser

from tests.instruments.pictures.journey import Journey
from tournaments.guides import GUIDES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_journey_takes_every_picture(browser: Browser, live_server_url: str):
    taken = dict(Journey(browser, live_server_url, "ja").take_all())

    assert sorted(taken) == sorted(name for guide in GUIDES.values() for name in guide.pictures)
    assert all(picture.startswith(b"RIFF") and picture[8:12] == b"WEBP" for picture in taken.values())
