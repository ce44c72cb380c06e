"""The public pages and images of cards."""

from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from cards import selectors
from tests.page_text import compact_markup

pytestmark = pytest.mark.django_db


def rendered(template: str, language: str = "en") -> str:
    with translation.override(language):
        return Template("{% load cards %}" + template).render(Context())


@pytest.fixture
def card() -> selectors.DisplayedCard:
    return selectors.get_displayed_card("enemy", "SD-08", "en")


def test_face_with_its_digest_in_the_address_is_cached_forever(client: Client, card: selectors.DisplayedCard):
    answer = client.get(card.image)

    drawing = ET.fromstring(answer.content.decode())
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (drawing.attrib["role"], drawing.attrib["aria-label"]) == ("img", card.words)
    assert not answer.cookies


@pytest.mark.parametrize("query", ["", "?lang=ja", "?v=000000000000"])
def test_face_without_its_digest_is_cached_for_minutes(client: Client, query: str):
    answer = client.get(f"/cards/enemy/SD/08.svg{query}")

    assert answer["Cache-Control"] == "public, max-age=300"


def test_unchanged_face_is_not_sent_again(client: Client, card: selectors.DisplayedCard):
    tag = client.get(card.image)["ETag"]

    again = client.get(card.image, headers={"If-None-Match": tag})

    assert (again.status_code, again.content) == (304, b"")


def test_each_language_has_its_own_address(card: selectors.DisplayedCard):
    japanese = selectors.get_displayed_card("enemy", "SD-08", "ja")

    assert card.image.startswith("/cards/enemy/SD/08.svg?lang=en&v=")
    assert japanese.image.startswith("/cards/enemy/SD/08.svg?lang=ja&v=")
    assert card.digest != japanese.digest


@pytest.mark.parametrize(
    "address",
    ["enemy/SD/99.svg", "enemy/ZZ/08.svg", "chess/SD/08.svg", "enemy/SD/08.svg?lang=fr", "go/IS/", "chess/CC/U01"],
)
def test_unknown_faces_are_not_found(client: Client, address: str):
    assert client.get(f"/cards/{address}").status_code == 404


def test_card_back_is_an_svg_image(client: Client):
    answer = client.get("/cards/back.svg")

    assert ET.fromstring(answer.content.decode()).attrib["viewBox"] == "0 0 250 350"


def test_card_tag_has_the_text_as_alternative(card: selectors.DisplayedCard):
    shown = rendered('{% card "enemy" "SD-08" %}')

    assert f'alt="{card.words}"' in shown
    assert card.image.replace("&", "&amp;") in shown


def test_card_choice_is_a_radio_button_labelled_with_the_text(card: selectors.DisplayedCard):
    shown = compact_markup(rendered('{% card_choice "enemy" "SD-08" "token-5" 10 %}'))

    assert '<input class="card-input" type="radio" name="card" value="token-5" required>' in shown
    assert f'<span class="sr">{card.words}</span>' in shown
    assert 'alt=""' in shown
    assert "<kbd>0</kbd>" in shown


def test_card_row_is_text_in_the_language_of_the_page():
    shown = rendered('{% card_row "enemy" "SD-09" %}', "ja")

    assert "アクション" in shown
    assert 'aria-label="水"' in shown
    assert "<img" not in shown


def test_bundled_cards_need_no_queries(django_assert_num_queries):
    with django_assert_num_queries(0):
        rendered('{% card "enemy" "SD-08" %}{% card_row "enemy" "SD-09" %}{% card_choice "enemy" "SD-01" "t" 1 %}')


def test_symbols_have_labels_and_other_text_is_escaped():
    shown = Template("{% load cards %}{{ text|symbols:'en' }}").render(Context({"text": "<b>{fire} {nothing}"}))

    assert 'aria-label="Fire"' in shown
    assert shown.startswith("&lt;b&gt;<svg")
    assert shown.endswith(" {nothing}")
