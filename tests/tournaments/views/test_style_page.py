"""The style page: on demo sites only, in both languages."""

from typing import Any

import pytest
from django.test import Client

from tests.deploy.test_languages import faults


def test_other_sites_have_no_style_page(db: None):
    assert Client().get("/style").status_code == 404
    assert 'href="/style"' not in Client().get("/sign-in").content.decode()


def test_the_footer_of_a_demo_site_links_to_it(db: None, settings: Any):
    settings.DEMO = True

    assert 'href="/style"' in Client().get("/sign-in").content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_its_texts_have_their_languages(db: None, settings: Any, language: str):
    settings.DEMO = True
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    answer = client.get("/style")

    assert answer.status_code == 200
    assert not faults(answer.content.decode(), language)


def test_it_shows_every_sign(db: None, settings: Any):
    settings.DEMO = True
    drawn = (settings.BASE_DIR / "deploy/static/deploy/signs.svg").read_text()

    page = Client().get("/style").content.decode()

    assert [sign for sign in drawn.split('id="')[1:] if f"#{sign.split(chr(34))[0]}" not in page] == []
