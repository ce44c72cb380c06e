"""Check that the style sheet and the base template are small and legible, without inline styles and scripts."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory

from gameplay.games import RULESETS
from tests.cards.test_faces import contrast

SURFACES = ("bg", "surface-1", "surface-2")
WORDS = ("text", "text-2", "accent", "ok", "warn", "danger", "wood", "earth", "fire", "water", "darkness", "thunder")
MODULES = ("theme.js", "live.js", "clock.js", "pick.js", "steps.js")


def static(name: str) -> str:
    return Path(str(finders.find(f"deploy/{name}"))).read_text(encoding="utf-8")


def tokens(selector: str) -> dict[str, str]:
    """Return the colours of a theme, by name."""
    block = static("passleft.css").split(f"\n{selector} {{", 1)[1].split("}", 1)[0]
    found = re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block)
    return {
        name: value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:]) for name, value in found
    }


LIGHT, DARK = ":root", ':root[data-theme="dark"]'


def home(**cookies: str) -> str:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    context = {"fault": "No event has this code.", "learn": RULESETS["enemy"]}
    return render_to_string("tournaments/home.html", context, request=request)


def test_the_style_sheet_stays_small():
    assert len(gzip.compress(static("passleft.css").encode())) < 8_000  # compressed


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("word", WORDS)
def test_text_colour_has_enough_contrast_on_all_surfaces(theme: str, word: str):
    """WCAG 2.2, 1.4.3: at least 4.5:1."""
    colours = tokens(theme)

    assert min(contrast(colours[word], colours[surface]) for surface in SURFACES) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("line", ["edge", "focus"])
def test_controls_and_focus_have_enough_contrast(theme: str, line: str):
    """WCAG 2.2, 1.4.11: at least 3:1."""
    colours = tokens(theme)

    assert min(contrast(colours[line], colours[surface]) for surface in SURFACES) >= 3


def test_dark_theme_is_the_same_by_choice_and_by_device():
    chosen = static("passleft.css").split(f"\n{DARK} {{", 1)[1].split("}", 1)[0]
    by_device = static("passleft.css").split(':root:not([data-theme="light"]) {', 1)[1].split("}", 1)[0]

    assert re.sub(r"\s+", "", chosen) == re.sub(r"\s+", "", by_device)


def test_page_has_no_inline_style_or_script():
    page = home()

    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("module", MODULES)
def test_module_needs_no_build_and_no_eval(module: str):
    assert not re.search(r"\beval\(|new Function|innerHTML|^import ", static(module), flags=re.MULTILINE)


def test_home_page_has_three_actions_and_one_primary_button():
    page = home()

    assert all(words in page for words in ("Draft against bots", "New event", "Join event"))
    assert len(re.findall(r'class="[^"]*\bprimary\b', page)) == 1


def test_error_of_a_code_is_shown_at_its_field():
    page = home()

    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="code-hint code-fault"' in page


@pytest.mark.parametrize(
    ("theme", "written"), [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"'), ("x", "")]
)
def test_chosen_theme_is_rendered_by_the_server(theme: str, written: str):
    [tag] = re.findall("<html[^>]*>", home(theme=theme))
    assert tag.rstrip(">").split() == ["<html", 'lang="en"', *filter(None, [written])]
