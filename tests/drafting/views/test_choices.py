"""The choices of a set, from which open pages make the packs they are told of."""

import re

from django.test import Client
from django.utils import translation

from cards.selectors import card_set
from drafting.views.choices import TOKEN_PLACEHOLDER, choices_url
from tests.drafting.conftest import Draft
from tests.drafting.views.conftest import Browser


def items(text: str) -> list[str]:
    """The cards to choose in a page, with nothing between tags but what is read."""
    return [re.sub(r"\s+", " ", item) for item in re.findall(r'<li class="card.*?</li>', text, re.DOTALL)]


def test_each_card_looks_as_on_the_page_of_a_seat(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    for form in ("pictures", "words"):
        shown = items(alice.get(f"/pod/{draft.pod_id}/draft?as={form}").content.decode().partition("draft-phrases")[0])
        refs = dict(draft.before("Alice").contents)

        sheet = Client().get(choices_url("enemy", "FL", form)).json()

        assert sheet.keys() == {card.ref for card in card_set("enemy", "FL").cards}
        assert len(shown) == 4
        for item in shown:
            found = re.search(r'name="card" value="(\w+)"', item)
            assert found
            token = found[1]
            made = items(sheet[refs[token]].replace(TOKEN_PLACEHOLDER, token))
            assert [re.sub("<kbd>.*?</kbd>", "", each) for each in made] == [re.sub("<kbd>.*?</kbd>", "", item)]


def test_they_may_be_kept_for_ever_at_the_address_a_page_names(draft: Draft, browser: Browser):
    text = browser(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/draft").content.decode()
    place = choices_url("enemy", "FL", "pictures")

    assert place.replace("&", "\\u0026") in text
    assert "immutable" in Client().get(place)["Cache-Control"]
    assert "immutable" not in Client().get(place.partition("&v=")[0])["Cache-Control"]


def test_there_are_some_for_each_language_and_none_for_what_is_unknown(db: None):
    with translation.override("ja"):
        japanese = choices_url("enemy", "FL", "pictures")

    assert Client().get(japanese).json() != Client().get(choices_url("enemy", "FL", "pictures")).json()
    unknown = [("enemy", "XX", "pictures", "en"), ("enemy", "FL", "songs", "en"), ("enemy", "FL", "words", "xx")]
    for game, code, form, language in unknown:
        assert Client().get(f"/draft/choices/{game}/{code}/{form}.json?lang={language}").status_code == 404
