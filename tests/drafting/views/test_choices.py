"""The rendered choices of a set, from which open pages build packs."""

import re

from django.test import Client
from django.utils import translation

from cards.selectors import card_set
from drafting.views.choices import TOKEN_PLACEHOLDER, choices_url
from tests.drafting.conftest import Draft
from tests.drafting.views.conftest import Browser


def items(text: str) -> list[str]:
    """Return the markup of each card to choose on a page, with normalized whitespace."""
    return [re.sub(r"\s+", " ", item) for item in re.findall(r'<li class="card.*?</li>', text, re.DOTALL)]


def test_each_choice_is_rendered_as_on_the_page_of_a_seat(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    for form in ("pictures", "words"):
        shown = items(alice.get(f"/pod/{draft.pod_id}/draft?as={form}").content.decode().partition("draft-phrases")[0])
        refs = dict(draft.before("Alice").contents)

        sheet = Client().get(choices_url("enemy", "FL", form)).json()

        assert sheet.keys() == {card.ref for card in card_set("enemy", "FL").cards}
        assert len(shown) == 4
        for item in shown:
            match = re.search(r'name="card" value="(\w+)"', item)
            assert match
            token = match[1]
            rendered = items(sheet[refs[token]].replace(TOKEN_PLACEHOLDER, token))
            assert [re.sub("<kbd>.*?</kbd>", "", each) for each in rendered] == [re.sub("<kbd>.*?</kbd>", "", item)]


def test_choices_are_cached_forever_under_the_url_of_a_page(draft: Draft, browser: Browser):
    text = browser(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/draft").content.decode()
    place = choices_url("enemy", "FL", "pictures")

    assert place.replace("&", "\\u0026") in text
    assert "immutable" in Client().get(place)["Cache-Control"]
    assert "immutable" not in Client().get(place.partition("&v=")[0])["Cache-Control"]


def test_choices_exist_for_each_language_and_for_known_sets_only(db: None):
    with translation.override("ja"):
        japanese = choices_url("enemy", "FL", "pictures")

    assert Client().get(japanese).json() != Client().get(choices_url("enemy", "FL", "pictures")).json()
    unknown = [("enemy", "XX", "pictures", "en"), ("enemy", "FL", "songs", "en"), ("enemy", "FL", "words", "xx")]
    for game, code, form, language in unknown:
        assert Client().get(f"/draft/choices/{game}/{code}/{form}.json?lang={language}").status_code == 404
