"""Check the language of all pages: no text is in another language than its ``lang`` attribute says."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client

from gameplay.models import OnlineGame
from gameplay.services import games
from gameplay.services.accounts import create_guest
from tests import pages
from tests.gameplay.test_games import begun
from tests.world import World

JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
LATIN = re.compile("[A-Za-z]{2,}")
VOID = {"meta", "link", "input", "br", "hr", "img", "use", "path", "circle", "rect", "line"}
ENGLISH = re.compile("[A-Za-z]{2,} [a-z]{2,}")
"""Two words, so that names and abbreviations may stand on Japanese pages."""
WRITTEN_BY_USERS = re.compile("(floor judge|head judge|scorekeeper) one|ten minutes")  # in tests.world
SPOKEN = ("alt", "aria-label", "title", "placeholder")

ANONYMOUS_PAGES = [*pages.ANONYMOUS, "cards/enemy/FL/?as=words", "replay/{replay}?e=8", "not-found"]
STAFF = [*pages.STAFF, "e/{slug}/print/decklists"]
READERS = {
    "anonymous": ANONYMOUS_PAGES,
    "organizer": STAFF,
    "own": pages.PLAYER,
    "player": pages.PLAYER,
    "operator": pages.OPERATOR,
}


class Texts(HTMLParser):
    """Collect the texts of a page with their languages, and the texts of elements with their own ``lang``."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str, int | None]] = []  # tag, language, index in `marked`
        self.read: list[tuple[str, str]] = []
        self.marked: list[tuple[str, list[str]]] = []
        self.interface = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        _tag, language, place = self.open[-1] if self.open else ("", "", None)
        if tag == "html":
            self.interface = language = values["lang"] or ""
        elif "lang" in values:
            language, place = values["lang"] or "", len(self.marked)
            self.marked.append((language, []))
        elif tag in {"code", "kbd"} or values.get("translate") == "no":
            language = "any"
        if tag not in VOID:
            self.open.append((tag, language, place))
        for name in (
            SPOKEN if tag in VOID or values.get("role") == "img" else ()
        ):  # on others, `lang` also applies to the content
            self._say(values.get(name) or "", language, place)

    def handle_endtag(self, tag: str) -> None:
        if any(each == tag for each, _language, _place in self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        tag, language, place = self.open[-1] if self.open else ("", "", None)
        if tag not in ("script", "style"):
            self._say(data, language, place)

    def _say(self, text: str, language: str, place: int | None) -> None:
        if text := " ".join(text.split()):
            self.read.append((text, language))
            if place is not None:
                self.marked[place][1].append(text)


def faults(page: str, interface: str) -> list[str]:
    """Return the texts of ``page``, with the language ``interface``, whose ``lang`` attribute is wrong."""
    texts = Texts()
    texts.feed(page)
    assert texts.interface == interface
    found = [f"not marked: {text[:60]}" for text, language in texts.read if misread(text, language)]
    for language, parts in texts.marked:
        text = " ".join(parts)
        if language == "ja" and not JAPANESE.search(text) and LATIN.search(text):
            found.append(f"marked as Japanese: {text[:60]}")
        if language == "en" and JAPANESE.search(text):
            found.append(f"marked as English: {text[:60]}")
    return found


def misread(text: str, language: str) -> bool:
    """Return whether ``text`` is Japanese but not marked as such, or English on a Japanese page."""
    if JAPANESE.search(text):
        return language not in {"ja", "any"}
    return language == "ja" and bool(ENGLISH.search(WRITTEN_BY_USERS.sub("", text)))


@pytest.fixture(scope="module")
def world(world: World) -> World:
    alice, bob = create_guest("Alicia"), create_guest("Robert")
    game = begun(alice, bob)
    games.concede(bob, game)
    world.names["replay"] = str(OnlineGame.objects.get(pk=game.pk).replay)
    return world


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("role", READERS)
def test_texts_are_in_the_language_of_their_lang_attribute(
    db: None, world: World, client_of: Callable[[World, str], Client], role: str, language: str
):
    client = client_of(world, role)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    found = {}
    for path in READERS[role]:
        answer = client.get("/" + path.format(**world.names), follow=True)
        assert answer.status_code == (404 if path == "not-found" else 200), path
        if wrong := faults(answer.content.decode(), language):
            found[path] = [*wrong[:30], f"{len(wrong)} in all"]

    assert not found, "\n".join(f"{path}: {each}" for path, several in found.items() for each in several)


def test_english_is_marked_on_a_japanese_page(db: None, world: World):
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"

    texts = Texts()
    texts.feed(client.get("/cards/enemy/FL/C01").content.decode())

    assert texts.interface == "ja"
    assert {language for language, _parts in texts.marked} == {"en", "ja"}
    english = " ".join(part for language, parts in texts.marked if language == "en" for part in parts)
    assert "Wharf Pincher" in english
    assert not JAPANESE.search(english)


@pytest.fixture
def client_of() -> Callable[[World, str], Client]:
    def make(world: World, role: str) -> Client:
        client = Client()
        if role in world.people:
            client.force_login(world.people[role], backend="gameplay.infrastructure.sessions.AccountBackend")
        return client

    return make
