"""Scripts show only sentences that the page gives them, which are marked for translation there."""

import re
from pathlib import Path

from django.conf import settings

from tests.deploy.test_sentences import SPOKEN

ROOT = Path(settings.BASE_DIR)
SCRIPTS = sorted(
    path
    for folder in ("deploy", "cards", "gameplay", "drafting", "tournaments", "operations", "templates")
    for path in (ROOT / folder).rglob("*.js")
    if ".min." not in path.name
)
COMMENT = re.compile(r"(?:^|\s)//\s.*$|/\*[\s\S]*?\*/", re.MULTILINE)
LITERAL = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`""")
PLACEHOLDER = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
SHOWN = re.compile(
    r"(?:textContent|innerText|innerHTML|ariaLabel|title|placeholder|value)\s*\+?=\s*"
    r"""('[^']*[A-Za-z]{2}[^']*'|"[^"]*[A-Za-z]{2}[^"]*"|`[^`]*`)"""
)
PHRASE = re.compile(r"[A-Z]?[a-z]+,? [a-z]+[^=]*[.!?…:]?")
"""Words with a space between them that are not a selector, a tag or a list of attributes."""
CODE = re.compile(r"[.#\[\]<>=>{}/]|^[a-z0-9-]+(,? [a-z0-9-]+)*$")


def texts(script: str) -> list[str]:
    return [found[1:-1] for found in LITERAL.findall(COMMENT.sub("", script))]


def sentences(script: str) -> list[str]:
    """Return the literals of ``script`` that people would read."""
    plain = (PLACEHOLDER.sub("", text).strip() for text in texts(script))
    shown = (PLACEHOLDER.sub("", text[1:-1]) for text in SHOWN.findall(COMMENT.sub("", script)))
    return [text for text in plain if PHRASE.fullmatch(text) and not CODE.search(text.rstrip(".!?…:"))] + [
        text for text in shown if re.search("[A-Za-z]{2}", text)
    ]


def test_scripts_contain_no_sentences():
    assert len(SCRIPTS) > 12

    assert {path.name: found for path in SCRIPTS if (found := sentences(path.read_text(encoding="utf-8")))} == {}


def test_sentences_in_a_script_are_found():
    script = """
    const a = document.querySelector(".entry button[name=score]");
    b.textContent = `Saved ${time}`;  // not shown here
    c.append("Your deck is saved.");
    d.title = "Close";
    e.textContent = `${minutes}:${seconds}`;
    f.className = "row apart";
    """

    assert sentences(script) == ["Your deck is saved.", "Saved ", "Close"]


def test_attributes_with_sentences_are_known_to_the_tests_of_pages():
    marked = re.compile(r"""(data-[\w-]+|aria-[\w-]+|title|placeholder|alt)=(?:"|')\{%-?\s*(?:block)?translate""")
    used = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in marked.findall(path.read_text(encoding="utf-8"))
    }

    assert len(used) > 5
    assert used <= SPOKEN


def test_separators_of_lists_are_marked():
    """Japanese separates the items of a list with its own comma."""
    bare = re.compile(r"forloop\.last %\},")

    assert [
        path.name for path in (ROOT / "templates").rglob("*.html") if bare.search(path.read_text(encoding="utf-8"))
    ] == []
