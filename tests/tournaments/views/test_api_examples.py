"""Run the examples of the guide to the API as the page shows them, against a real server."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from gameplay.services.accounts import create_login_link
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.world import DraftFormat, create_staff
from tournaments.services.event import NewEvent, create_event
from tournaments.views.api_examples import EXAMPLES, Kind

MARK = "--- end of an example ---"


class Page(HTMLParser):
    """Collect the texts of the elements with data-example, data-output or data-settings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.blocks: dict[tuple[str, str], str] = {}
        self._open: tuple[str, str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"data-example", "data-output", "data-settings"}:
                self._open = (name, value or "")
                self.blocks[self._open] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in {"code", "samp"}:
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open:
            self.blocks[self._open] += data


def shape(text: str) -> Any:
    """Return the shape of an output: the keys and types of JSON, or the kinds of words of each line."""
    try:
        return _json_shape(json.loads(text))
    except ValueError:
        return [[re.sub(r"\d+", "0", word) if re.fullmatch(r"\d+", word) else "word" for word in line.split()]
                for line in text.strip().splitlines()]  # fmt: skip


def _json_shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _json_shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_json_shape(value[0])] if value else []
    return "null" if value is None else "number" if isinstance(value, int | float) else type(value).__name__


def covers(actual: Any, expected: Any) -> bool:
    """Return whether ``actual`` has all that ``expected`` has, and nothing else; an empty object stands for any."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return not expected or (
            actual.keys() == expected.keys() and all(covers(actual[key], each) for key, each in expected.items())
        )
    if isinstance(expected, list) and isinstance(actual, list) and expected and isinstance(expected[0], dict):
        return bool(actual) and covers(actual[0], expected[0])
    return bool(actual == expected)


@pytest.fixture
def day(live_server_url: str) -> Day:
    hana = create_staff("Hana")
    day = Day(create_event(NewEvent("Summer Draft", DraftFormat(), BOOSTERS), by=hana, seed=SEED), hana)
    day.to_round(1)
    return day


def page_of(url: str) -> Page:
    with urlopen(Request(f"{url}/help/api", headers={"Accept-Language": "en"})) as answer:
        return Page(answer.read().decode())


def run(kind: Kind, codes: list[str], environment: dict[str, str], folder: Path) -> list[str]:
    """Run ``codes`` as one program, and return the output of each."""
    separator = f"\nprint({MARK!r})\n" if kind is Kind.PYTHON else f"\necho '{MARK}'\n"
    program = separator.join(codes)
    command = [sys.executable, "-c", program] if kind is Kind.PYTHON else ["bash", "-ec", program]
    done = subprocess.run(
        command, env=os.environ | environment, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(MARK)


@pytest.mark.slow
def test_the_examples_run_as_printed(live_server_url: str, day: Day, tmp_path: Path):
    page = page_of(live_server_url)
    settings = page.blocks["data-settings", ""]
    assert re.findall(r"^export (\w+)=", settings, re.MULTILINE) == ["SITE", "EVENT", "LINK"]
    assert f"export SITE={live_server_url}\n" in settings

    for kind, examples in groupby(EXAMPLES, key=lambda each: each.kind):
        names = [each.name for each in examples]
        link = f"{live_server_url}/sign-in/{create_login_link(day.alma)}"
        environment = {"SITE": live_server_url, "EVENT": day.event.slug, "LINK": link}
        outputs = run(kind, [page.blocks["data-example", name] for name in names], environment, tmp_path)

        assert len(outputs) == len(names)
        for name, output in zip(names, outputs, strict=True):
            expected = shape(page.blocks["data-output", name])
            assert covers(shape(output), expected), (name, output, expected)

    assert [match.reports.count() for match in day.matches(1)] == [1, 0, 0]


def test_every_example_says_what_it_prints():
    assert [each.name for each in EXAMPLES if not each.output] == []


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        ("1 Bob Emil", "2 Ann Joe", True),
        ("1 Bob Emil", "Bob Emil", False),
        ('{"a": 1, "b": "x"}', '{"a": 2, "b": "y"}', True),
        ('{"a": 1, "b": "x"}', '{"a": 2}', False),
        ('{"a": 1}', '{"a": "1"}', False),
        ('[{"a": {"b": 1}}]', '[{"a": {}}]', True),
        ("[]", '[{"a": 1}]', False),
    ],
)
def test_shapes_are_compared(actual: str, expected: str, same: bool):
    assert covers(shape(actual), shape(expected)) is same
