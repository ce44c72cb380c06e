"""The Markdown files name only modules, paths, headings, addresses, commands and options that exist."""

import argparse
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.urls import Resolver404, resolve

from deploy.bootstrap import COMMANDS_WITHOUT_SETTINGS, INSTRUMENT_COMMANDS

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("cards", "deploy", "drafting", "gameplay", "operations", "templates", "tests", "tournaments")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(found for folder in FOLDERS for found in (ROOT / folder).rglob("*.md")))
)
FILE = re.compile(r"(?:[\w.<>*-]+/)*[\w.-]+\.(?:py|toml|md|js|css|html|schema\.json|yaml|env\.example)")
NO_FILE = {"utils.py"}  # CONTRIBUTING.md says that there is none
PLACEHOLDER = re.compile(r"<\w+>")
PREFIXES = {"/api/v1/", "/metrics", "/sign-in/"}
MODULE_TABLE = re.compile(r"^\| module \|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)", re.MULTILINE)


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def code(text: str) -> list[str]:
    """Return the inline code of a Markdown text, outside of code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def module_tables(document: str) -> Iterator[tuple[Path, set[str]]]:
    """Yield each table of modules: its package, and the modules listed in its first column.

    The package is the folder that the heading above the table names, otherwise the folder of the document.
    """
    text = read(document)
    for table in MODULE_TABLE.finditer(text):
        heading = re.findall(r"^#+ (.*)$", text[: table.start()], re.MULTILINE)[-1]
        package = (ROOT / document).parent / "".join(re.findall(r"`([\w/]+)`", heading))
        yield package, {name for row in table[1].splitlines() for name in re.findall(r"`([\w]+)/?`", row.split("|")[1])}


TABLES = [(package, listed) for document in DOCUMENTS for package, listed in module_tables(document)]


@pytest.mark.parametrize(
    ("package", "listed"), TABLES, ids=[package.relative_to(ROOT).as_posix() for package, _listed in TABLES]
)
def test_table_of_modules_is_complete(package: Path, listed: set[str]):
    packages = {path.parent.name for path in package.glob("*/__init__.py")}

    assert listed == {path.stem for path in package.glob("*.py")} - {"__init__"} | packages


def test_the_packages_of_the_engine_and_the_games_have_tables_of_modules():
    described = {package.relative_to(ROOT).as_posix() for package, _listed in TABLES}
    packages = [*(ROOT / "gameplay/engine").glob("*/__init__.py"), *(ROOT / "gameplay/games").glob("*/table.py")]

    assert described >= {path.parent.relative_to(ROOT).as_posix() for path in packages}


def heading_ids(text: str) -> set[str]:
    """Return the fragment identifiers of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files_and_headings(document: str):
    for target in re.findall(r"\]\((?!\w+://|mailto:)([^)\s]+)\)", read(document)):
        path, _separator, fragment = target.partition("#")
        file = (ROOT / document).parent / path if path else ROOT / document
        assert file.exists(), target
        assert not fragment or fragment in heading_ids(file.read_text(encoding="utf-8")), target


@cache
def file_names() -> set[str]:
    return {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*")} | {
        path.name for path in ROOT.iterdir()
    }


def is_path(name: str, folder: Path) -> bool:
    """Return whether the file or folder ``name`` exists in the repository, or in ``folder`` or a folder above it.

    A name without a folder can be that of any file. A placeholder such as ``<name>`` stands for any name.
    """
    if "/" not in name.rstrip("/"):
        return name.rstrip("/") in file_names()
    pattern = PLACEHOLDER.sub("*", name.rstrip("/"))
    return any(any(base.glob(pattern)) for base in (folder, *folder.parents) if base.is_relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_exist(document: str):
    folder = (ROOT / document).parent
    named = {
        token
        for found in code(read(document))
        for token in found.split()
        if FILE.fullmatch(token) or token.startswith(tuple(f"{name}/" for name in FOLDERS))
    }

    assert not [name for name in sorted(named - NO_FILE) if not is_path(name, folder)]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_names_exist(document: str):
    """Names such as `gameplay.games.enemy` or `deploy.clock.tick_now` in inline code, and after ``python -m``."""
    text = read(document)
    named = {found for found in code(text) if re.fullmatch(rf"(?:{'|'.join(FOLDERS)})(\.\w+)+", found)}
    named |= set(re.findall(r"python[\d.]* -m ((?:tests|gameplay)[\w.]+\w)", text))

    assert not [name for name in sorted(named) if not (is_module(name) or is_member(name))]


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()


def is_member(name: str) -> bool:
    """Return whether the last part of ``name`` is defined in the module that the others name."""
    module, _dot, member = name.rpartition(".")
    path = (ROOT / module.replace(".", "/")).with_suffix(".py")
    return path.exists() and bool(
        re.search(rf"^(def |class )?{member}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    )


@cache
def constants() -> set[str]:
    """Return the upper-case names in the code, in the environment example and in the configuration."""
    files = [path for folder in FOLDERS for pattern in ("*.py", "*.example") for path in (ROOT / folder).rglob(pattern)]
    return {name for path in files for name in re.findall(r"[A-Z][A-Z_]+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_settings_and_constants_exist(document: str):
    named = {found for found in code(read(document)) if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", found)}

    assert named <= constants()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_addresses_of_the_site_exist(document: str):
    """Addresses such as `/e/<event>/pairings.csv`, with any value for a placeholder."""
    named = {found for found in code(read(document)) if re.fullmatch(r"/[\w<>.-]+(/[\w<>.-]*)*", found)}

    assert not [name for name in sorted(named) if not is_address(name)]


def is_address(name: str) -> bool:
    if name in PREFIXES:
        return True
    try:
        resolve(PLACEHOLDER.sub("enemy", name))
    except Resolver404:
        return False
    return True


# --- commands -----------------------------------------------------------------------------


def command_lines() -> Iterator[tuple[str, str]]:
    """Yield the document and the text of each command line: ``manage.py ...``, or the first column of a table."""
    for document in DOCUMENTS:
        text = read(document)
        for line in re.findall(r"manage\.py ([a-z]\w*[^`\n]*)", text):
            yield document, line.partition("#")[0]
        for table in re.findall(r"^\| command \|.*\n\|[-| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE):
            for row in table.splitlines():
                first = re.split(r"(?<!\\)\|", row)[1]
                yield from ((document, found.replace("\\|", "|")) for found in re.findall(r"`([^`]+)`", first))


@cache
def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command. Raises ModuleNotFoundError if there is none."""
    apps = ["tests.instruments"] if name in INSTRUMENT_COMMANDS else [COMMANDS_WITHOUT_SETTINGS.get(name, "")]
    for app in apps if apps != [""] else ["cards", "gameplay", "drafting", "tournaments", "operations", "deploy"]:
        if (ROOT / app.replace(".", "/") / f"management/commands/{name}.py").exists():
            command = import_module(f"{app}.management.commands.{name}").Command()
            parser: argparse.ArgumentParser = command.create_parser("manage.py", name)
            return parser
    raise ModuleNotFoundError(name)


def options_and_choices(parser: argparse.ArgumentParser) -> tuple[set[str], set[str]]:
    """Return the options of a parser and its subparsers, and the words that can follow the command, if limited."""
    options, choices = set(), set()
    for action in parser._actions:
        options |= set(action.option_strings)
        if not action.option_strings and action.choices:
            choices |= {str(choice) for choice in action.choices}
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                options |= options_and_choices(child)[0]
    return options, choices


DJANGO_COMMANDS = {"createsuperuser", "migrate"}


@pytest.mark.parametrize(("document", "line"), list(command_lines()))
def test_commands_and_options_exist(document: str, line: str, pytestconfig: pytest.Config):
    name, *words = line.rstrip(".,:;)").split()
    options = re.findall(r"--[a-z][\w-]*", line)
    if name in DJANGO_COMMANDS:
        return
    if name == "test":
        missing = object()
        found = [pytestconfig.getoption(each[2:].replace("-", "_"), missing) for each in options]
        assert missing not in found
        return
    known, choices = options_and_choices(parser_of(name))
    assert set(options) <= known
    if choices and words and re.fullmatch(r"[a-z]+(\|[a-z]+)*", words[0]):
        assert set(words[0].split("|")) <= choices
