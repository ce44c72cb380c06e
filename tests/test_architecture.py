"""Check the structure of the code: file sizes, names, and dependencies that the import contracts do not cover."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APPS = ("cards", "gameplay", "drafting", "tournaments", "operations", "deploy")
MAX_LINES, MAX_LINES_OF_A_FUNCTION, MAX_TEMPLATE_COLUMNS = 400, 40, 120

GAMES = ("enemy", "hagmi", "rm2k")
SAME_IDEA = {
    "Command", "Migration", "SessionStore", "WakeBots",
    # Each game has its own of these, for the same purpose.
    "Ability", "Boost", "Buried", "Card", "Condition", "Destroy", "Discard", "Draw", "Either", "EventFacts", "Facts",
    "Filter", "If", "Level", "May", "Recover", "Return", "Side", "Supply", "Trigger", "Variant",
}  # fmt: skip
"""Class names that mean the same thing in every module."""

LAUNCHERS = {"deploy/bootstrap.py"}
"""Product code that may refer to tests: it starts the commands of tests/instruments in a checkout."""

FOR_ALL_GAMES = ("tests/instruments", "tests/conformance", "tests/properties", "tests/parts")
KNOWS_GAMES = {"gameplay/games/__init__.py"}
"""Code that lists the games."""


def modules(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each module below ``folders``, except migrations."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/migrations/" not in name:
                yield name, path.read_text(encoding="utf-8")


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield each string of the code that is not a docstring."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_files_are_short():
    long = {name: text.count("\n") for name, text in modules(*APPS, "tests") if text.count("\n") > MAX_LINES}

    assert not long


def test_functions_are_short():
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, text in modules(*APPS, "tests")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MAX_LINES_OF_A_FUNCTION
    ]

    assert not long


def test_one_name_has_one_meaning():
    places: defaultdict[str, set[str]] = defaultdict(set)
    for name, text in modules(*APPS):
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(name)

    repeated = {name: sorted(found) for name, found in places.items() if len(found) > 1 and name not in SAME_IDEA}

    assert not repeated


def test_product_code_does_not_refer_to_tests():
    dynamic = [
        f"{name}: {text}"
        for name, source in modules(*APPS)
        if name not in LAUNCHERS
        for text in strings(ast.parse(source))
        if re.fullmatch(r"tests(\.\w+)+", text)
    ]

    assert not dynamic


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folders", [APPS, FOR_ALL_GAMES])
def test_a_game_is_one_folder(folders: tuple[str, ...], game: str):
    """Code outside of a game's package, and of the package of its tests, does not name the game.

    Tests may use a game as an example.
    """
    word = re.compile(rf"\b{game}\b")
    naming = [
        name
        for name, text in modules(*folders)
        if not name.startswith(f"gameplay/games/{game}/") and name not in KNOWS_GAMES
        if "/test_" not in name
        if any(word.search(found) for found in strings(ast.parse(text)))
    ]

    assert not naming


@pytest.mark.parametrize("game", GAMES)
def test_templates_and_static_files_do_not_name_a_game(game: str):
    files = [
        path
        for folder in ("templates", *APPS)
        for pattern in ("*.html", "*.txt", "*.js", "*.css")
        for path in (ROOT / folder).rglob(pattern)
        if "requirements" not in path.parts
    ]

    assert not [path for path in files if re.search(rf"\b{game}\b", path.read_text(encoding="utf-8"))]


def test_the_core_of_the_engine_is_typed():
    """``Any`` is for data of games that the core only passes on, and for untyped JSON."""
    trees = [ast.parse(text) for _name, text in modules("gameplay/engine/core")]

    assert sum(isinstance(node, ast.Name) and node.id == "Any" for tree in trees for node in ast.walk(tree)) < 60


def test_lines_of_templates_are_short():
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_TEMPLATE_COLUMNS
    ]

    assert not long
