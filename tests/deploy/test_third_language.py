"""Another language needs a folder with a catalogue, and no change of the code (deploy/locale/README.md)."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from deploy.languages import languages_with_catalogue
from tests import pages
from tests.deploy.pseudo_language import write_catalogue
from tests.world import World

LANGUAGE = "fr"  # has two plural forms, as English, and no card texts
BRACKETS = re.compile("⟦[^⟦⟧]*⟧")


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the new catalogue beside the Japanese one."""
    folder = tmp_path_factory.mktemp("locale")
    (folder / "ja").symlink_to(Path(site.LOCALE_PATHS[0]) / "ja")
    write_catalogue(folder, LANGUAGE)
    return folder


@pytest.fixture
def folder(catalogues: Path, settings: Any) -> Path:
    """Let the running site use the catalogues."""
    settings.LOCALE_PATHS = [catalogues]
    settings.LANGUAGES = languages_with_catalogue(catalogues)
    return catalogues


def test_the_languages_are_the_folders(folder: Path):
    assert languages_with_catalogue(folder) == [("en", "English"), ("fr", "French"), ("ja", "Japanese")]
    assert languages_with_catalogue(folder / "none") == [("en", "English")]
    assert languages_with_catalogue(folder) == site.LANGUAGES


def test_the_settings_of_the_site_use_the_folders():
    assert languages_with_catalogue(Path(site.LOCALE_PATHS[0])) == site.LANGUAGES
    assert dict(site.LANGUAGES).keys() == {"en"} | {
        path.name for path in Path(site.LOCALE_PATHS[0]).iterdir() if path.is_dir()
    }


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["anonymous", "organizer", "own"])
def test_all_pages_work_in_another_language(folder: Path, world: World, role: str):
    del folder
    browser = Client()
    if role in world.people:
        browser.force_login(world.people[role], backend="gameplay.infrastructure.sessions.AccountBackend")
    paths = {"anonymous": pages.ANONYMOUS, "organizer": pages.STAFF, "own": pages.PLAYER}[role]

    for path in paths:
        if "{replay}" in path:
            continue
        answer = browser.get("/" + path.format(**world.names), headers={"Accept-Language": "fr-CA,fr"}, follow=True)
        text = answer.content.decode()
        assert answer.status_code == 200, path
        assert '<html lang="fr"' in " ".join(text.split()), path
        assert len(BRACKETS.findall(text)) > 5, path
        assert answer.headers["Content-Language"] == "fr"


def test_clauses_without_a_translation_are_in_english_and_marked(folder: Path, client: Client):
    del folder
    page = client.get("/rules/enemy/clauses", headers={"Accept-Language": "fr"}).content.decode()

    assert '<span lang="en">A deck for the full game has exactly 60 cards.</span>' in page
    assert page.count('<span lang="en">Variants, decks and cards</span>') == 2
    assert "⟦Sample game⟧" in page


@pytest.mark.django_db
def test_the_language_can_be_chosen_and_is_kept_with_the_account(folder: Path, world: World):
    del folder
    browser = Client()
    page = browser.get("/").content.decode()
    assert re.findall(r'name="language"\s+value="(\w+)"\s+lang="\w+">\s*(\S+)', page)[:2] == [
        ("fr", "français"),
        ("ja", "日本語"),
    ]

    browser.post("/language", {"language": "fr"})
    browser.post(f"/join/{world.day.event.join_code}", {"handle": "Zoé"})
    assert '<html lang="fr"' in " ".join(browser.get("/").content.decode().split())
    assert browser.get("/api/v1/events/none").json()["detail"].startswith("⟦")
    browser.force_login(world.people["own"], backend="gameplay.infrastructure.sessions.AccountBackend")
    browser.post("/language", {"language": "fr"})
    assert browser.get("/api/v1/me").json()["language"] == "fr"
