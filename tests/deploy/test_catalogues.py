"""Check the catalogues of translations (deploy/locale): complete, with the same fields, and compiled."""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from tests.deploy.marked_messages import APPS, PLURAL, ROOT, SINGLE, WITH_CONTEXT, Message, marked_messages

LOCALE = Path(settings.LOCALE_PATHS[0])
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%%")
TAG = re.compile(r"<[^>]+>")
SAME = re.compile(
    r"[\W\d_]*(Passleft|API|URL|JSON|CSV|TRF|TRF26|QR|Webhooks?|O{0,2}[MG]W%|VP|PCs?|ID|FIFO|SHA-256|ja|en)?[\W\d_]*"
)
"""Messages that are the same in every language."""


LETTERS = {"ja": re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")}
"""Letters of which every translation into a language has at least one."""
LATIN_PHRASE = re.compile("[A-Za-z]{2,}[,;]? [a-z]{2,}")
KEPT_IN_ENGLISH = re.compile(
    r"Standard Webhooks|target 7; redraw discard|x mod m|text 2|HMAC-SHA256\(seed, label\)|<[^>]+>"
)
UNTRANSLATED = "untranslated"


class Lookup(gettext.GNUTranslations):
    """A compiled catalogue that answers UNTRANSLATED instead of English."""

    def __init__(self, language: str) -> None:
        with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
            super().__init__(file)
        self.add_fallback(NoTranslations())

    def find(self, message: Message) -> list[str]:
        """Return the text of ``message``; for one with a plural, that of several numbers."""
        if not message.plural:
            return [self.pgettext(message.context, message.text) if message.context else self.gettext(message.text)]
        return [self.ngettext(message.text, message.plural, number) for number in (0, 1, 2, 5, 11, 21, 100)]


@cache
def lookup_of(language: str) -> Lookup:
    return Lookup(language)


class NoTranslations(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return UNTRANSLATED

    def pgettext(self, context: str, message: str) -> str:
        return UNTRANSLATED

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return UNTRANSLATED


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
        if each.id:
            singular, plural = (each.id, "") if isinstance(each.id, str) else each.id
            words: Any = each.string if isinstance(each.string, str) else (each.string or [""])[0]
            found[Message(singular, each.context or "", plural)] = words
    return found


def test_there_are_messages():
    assert len(marked()) > 2_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str):
    """After a change of sentences: `manage.py makemessages`, translate, `manage.py compilemessages`."""
    known = {(each.text, each.context): words for each, words in translations(language).items()}

    assert not [each.text for each in marked() if not known.get((each.text, each.context))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_finds_every_message(language: str):
    """As the site does: in the compiled catalogue, and with the function by which the message is marked."""
    lookup = lookup_of(language)

    missing = [each for each in marked() if not all(lookup.find(each)) or UNTRANSLATED in lookup.find(each)]

    assert not missing, "run manage.py makemessages, translate, run manage.py compilemessages"


@pytest.mark.parametrize("language", LETTERS)
def test_translations_have_letters_of_the_language(language: str):
    found = {each: " ".join(lookup) for each in marked() for lookup in [lookup_of(language).find(each)]}
    english = {
        each.text: words
        for each, words in found.items()
        if not SAME.fullmatch(FIELD.sub("", TAG.sub("", each.text)))
        and (not LETTERS[language].search(words) or LATIN_PHRASE.search(KEPT_IN_ENGLISH.sub("", FIELD.sub("", words))))
    }

    assert not english


def test_marked_texts_are_constant():
    """A text that is put together before it is translated is never in a catalogue."""
    assert not [*_texts_put_together()]


def _texts_put_together() -> Iterator[str]:
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in SINGLE | PLURAL | WITH_CONTEXT and any(
                    isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args[:2]
                ):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"


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
