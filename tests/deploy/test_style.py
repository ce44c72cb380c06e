"""The style sheet and the page that every page extends: light to load, legible, and nothing inline."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.cards.test_faces import contrast

SURFACES = ("bg", "surface-1", "surface-2")
WORDS = ("text", "text-2", "accent", "ok", "warn", "danger", "wood", "earth", "fire", "water", "darkness", "thunder")
MODULES = ("theme.js", "live.js", "clock.js", "pick.js", "steps.js")


def static(name: str) -> str:
    return Path(str(finders.find(f"deploy/{name}"))).read_text(encoding="utf-8")


def tokens(selector: str) -> dict[str, str]:
    """The colours a theme sets, by name."""
    block = static("passleft.css").split(f"\n{selector} {{", 1)[1].split("}", 1)[0]
    found = re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block)
    return {
        name: value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:]) for name, value in found
    }


LIGHT, DARK = ":root", ':root[data-theme="dark"]'


def home(**cookies: str) -> str:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    return render_to_string("tournaments/home.html", {"fault": "No event has this code."}, request=request)


def test_the_style_sheet_stays_small():
    assert len(gzip.compress(static("passleft.css").encode())) < 8_000  # as it travels


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("word", WORDS)
def test_words_can_be_read_on_every_surface(theme: str, word: str):
    """WCAG 2.2, 1.4.3: at least 4.5:1."""
    colours = tokens(theme)

    assert min(contrast(colours[word], colours[surface]) for surface in SURFACES) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("line", ["edge", "focus"])
def test_controls_and_focus_can_be_seen(theme: str, line: str):
    """WCAG 2.2, 1.4.11: at least 3:1."""
    colours = tokens(theme)

    assert min(contrast(colours[line], colours[surface]) for surface in SURFACES) >= 3


def test_both_ways_into_the_dark_lead_to_the_same_colours():
    chosen = static("passleft.css").split(f"\n{DARK} {{", 1)[1].split("}", 1)[0]
    by_the_device = static("passleft.css").split(':root:not([data-theme="light"]) {', 1)[1].split("}", 1)[0]

    assert re.sub(r"\s+", "", chosen) == re.sub(r"\s+", "", by_the_device)


def test_pages_carry_no_inline_style_or_script():
    page = home()

    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("module", MODULES)
def test_modules_need_no_build_and_no_evaluation(module: str):
    assert not re.search(r"\beval\(|new Function|innerHTML|^import ", static(module), flags=re.MULTILINE)


def test_the_first_page_offers_three_ways_in_and_one_primary():
    page = home()

    assert all(words in page for words in ("Take seat 1, bots take the rest", "New event", "Join event"))
    assert len(re.findall(r'class="[^"]*\bprimary\b', page)) == 1


def test_a_refused_code_is_said_beside_its_field():
    page = home()

    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="code-hint code-fault"' in page


@pytest.mark.parametrize(
    ("theme", "written"), [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("x", "")]
)
def test_the_chosen_theme_is_painted_by_the_server(theme: str, written: str):
    assert f'<html lang="en"{written}>' in home(theme=theme)
