"""Check the catalogues of translations (deploy/locale): complete, with the same fields, and compiled."""

import gettext
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from tests.deploy.marked_messages import Message, marked_messages

LOCALE = Path(settings.LOCALE_PATHS[0])
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%%")
TAG = re.compile(r"<[^>]+>")
SAME = re.compile(
    r"[\W\d_]*(Passleft|API|URL|JSON|CSV|TRF|TRF26|QR|Webhook|O{0,2}[MG]W%|VP|PC|ID|FIFO|SHA-256|ja|en)?[\W\d_]*"
)
"""Messages that are the same in every language."""


@cache
def marked() -> set[Message]:
    return marked_messages()


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def translations(language: str) -> dict[Message, str]:
    found = {}
    for each in catalogue(language):
        texts: Any = each.id if isinstance(each.id, tuple) else (each.id, "")
        words: Any = each.string if isinstance(each.string, str) else (each.string or [""])[0]
        if texts[0]:
            found[Message(texts[0], each.context or "", texts[1])] = words
    return found


def test_there_are_messages():
    assert len(marked()) > 2_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str):
    """After a change of sentences: `manage.py makemessages`, translate, `manage.py compilemessages`."""
    known = {(each.text, each.context): words for each, words in translations(language).items()}

    assert not [each.text for each in marked() if not known.get((each.text, each.context))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_doubtful_or_unused(language: str):
    wanted = {(each.text, each.context) for each in marked()}
    found = catalogue(language)

    assert not [each.id for each in found if each.id and each.fuzzy]
    assert not [each.text for each in translations(language) if (each.text, each.context) not in wanted]
    assert not found.obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_fields_and_tags_of_the_message(language: str):
    def differs(message: Message, words: str) -> bool:
        source = message.plural or message.text
        return set(FIELD.findall(source)) != set(FIELD.findall(words)) or sorted(TAG.findall(source)) != sorted(
            TAG.findall(words)
        )

    assert not [(each.text, words) for each, words in translations(language).items() if differs(each, words)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_in_the_language(language: str):
    same = [each.text for each, words in translations(language).items() if words == each.text]

    assert not [text for text in same if not SAME.fullmatch(FIELD.sub("", TAG.sub("", text)))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_current(language: str):
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    stale = [
        each.text
        for each, words in translations(language).items()
        if words != (compiled.pgettext(each.context, each.text) if each.context else compiled.gettext(each.text))
    ]

    assert not stale, "run manage.py compilemessages"
