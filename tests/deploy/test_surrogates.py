r"""Lone surrogates (half a character, such as JSON's "\ud800") in files and requests are refused.

Standard output is a real UTF-8 stream in these tests: a StringIO accepts surrogates, terminals and files do not.
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set
from cards.set_json import set_to_json as set_file
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.record import dump_record, record_of
from gameplay.games import RULESETS, enemy
from gameplay.management.commands.play import set_up_game
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day, day, new_event
from tournaments.selectors.event_file import public_file
from tournaments.services.early_finish import finish_early

__all__ = ["day", "new_event"]

SURROGATE = "\ud800"
MESSAGE = "it contains a lone surrogate (half a character), which is not valid text"
GAME = Path(enemy.__file__).parent
TOURNAMENT = {
    "players": [{"id": "A", "name": "Alice"}, {"id": "B"}, {"id": "C"}, {"id": "D"}],
    "planned_rounds": 1,
    "ruleset": "mtr",
    "apart": [["A", "D"]],
    "rounds": [
        {
            "round": 1,
            "matches": [
                {"a": "A", "b": "B", "games_a": 2, "games_b": 0},
                {"a": "C", "b": "D", "games_a": 2, "games_b": 0},
            ],
        }
    ],
    "cut": {"size": 2, "seeds": ["A", "C"], "rounds": []},
}


def record() -> dict[str, Any]:
    setup = set_up_game(game="enemy", variant="sample", seed=1, bots="random", rollouts=1)
    play_to_end(setup.game, setup.players)
    data: dict[str, Any] = json.loads(dump_record(record_of(setup.game, setup.variant, setup.decks)))
    return data


def example(name: str) -> Any:
    return json.loads((GAME / name).read_text(encoding="utf-8"))


FILES: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "pair": (lambda: TOURNAMENT, ()),
    "standings": (lambda: TOURNAMENT, ()),
    "trf": (lambda: TOURNAMENT, ()),
    "verify": (record, ()),
    "adjudicate": (lambda: example("example.log.json"), ()),
    "options": (lambda: example("example.position.json"), ()),
    "apply": (lambda: example("example.position.json"), ("0",)),
    "cards import": (lambda: json.loads(set_file(bundled_card_set("enemy", "FL"))), ()),
    "play --decks": (lambda: {"decks": [dict(deck.cards) for deck in bundled_card_set("enemy", "SD").decks]}, ()),
}
"""Each command that reads JSON, with the content of a valid file and the arguments after the file."""


def run(command: str, file: Path, *arguments: str) -> tuple[int, str, str]:
    streams = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8") for stream in streams)
    code = 0
    try:
        call_command(*command.split(), str(file), *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    out.flush()
    err.flush()
    output, errors = (stream.getvalue().decode() for stream in streams)
    return code, output, errors


def strings(data: Any, place: str = "") -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the path of each string in ``data``, and a function that copies ``data`` with a surrogate after it."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, (dict, list)):
        parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in parts:
        path = f"{place}[{key}]" if isinstance(data, list) else f"{place}.{key}" if place else str(key)

        if isinstance(value, str):
            yield path, partial(_replaced, data, key, value + SURROGATE)
        else:
            for inner, make in strings(value, path):
                yield inner, partial(_replaced_nested, data, key, make)


def _replaced(data: Any, key: Any, new: Any) -> Any:
    changed = data.copy()
    changed[key] = new
    return changed


def _replaced_nested(data: Any, key: Any, make: Callable[[], Any]) -> Any:
    return _replaced(data, key, make())


def sample(places: list[Any], limit: int = 40) -> list[Any]:
    """Return the first and last 10 ``places`` and some between, if there are more than ``limit``."""
    if len(places) <= limit:
        return places
    return [*places[:10], *places[10 : -10 : max(1, len(places) // 20)], *places[-10:]]


@pytest.mark.django_db
@pytest.mark.parametrize("command", FILES)
def test_file_with_a_surrogate_is_refused_with_its_path(command: str, tmp_path: Path):
    make, arguments = FILES[command]
    data, file = make(), tmp_path / "file.json"
    places = sample(list(strings(data)))
    assert places or command == "play --decks"

    for place, changed in places:
        file.write_text(json.dumps(changed()), encoding="utf-8")
        code, out, err = run(command, file, *arguments)
        assert (code, out) == (2, ""), (place, out, err)
        assert err == f"{file}: {place}: {MESSAGE}\n"


@pytest.mark.django_db
@pytest.mark.parametrize("command", FILES)
@pytest.mark.parametrize("surrogate", ["\\ud800", "\\uDFFF", "x\\ud83d", "\\ude00\\ud83d"])
def test_object_key_with_a_surrogate_is_refused(command: str, surrogate: str, tmp_path: Path):
    make, arguments = FILES[command]
    file = tmp_path / "file.json"
    text = json.dumps(make())
    file.write_text("{" + f'"{surrogate}": 1, ' + text[1:], encoding="utf-8")

    code, out, err = run(command, file, *arguments)

    assert (code, out, err) == (2, "", f"{file}: a name: {MESSAGE}\n")


@pytest.mark.django_db
@pytest.mark.parametrize("command", [*FILES, "packs --set FL --cube"])
def test_encoded_surrogate_is_not_utf_8(command: str, tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_bytes(b"FL-C01 \xed\xa0\x80")

    assert run(command, file, *FILES.get(command, (None, ()))[1]) == (2, "", f"{file}: byte 7: is not UTF-8\n")


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_surrogate_pairs_are_accepted(command: str, tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_text(json.dumps(TOURNAMENT).replace('"A"', '"\\ud83d\\ude00"'), encoding="utf-8")

    code, out, err = run(command, file)

    assert (code, err) == (0, "")
    assert "😀" in out


@pytest.mark.django_db
def test_surrogate_escape_in_a_cube_is_an_unknown_card(tmp_path: Path):
    file = tmp_path / "cube.txt"
    file.write_text("FL-C01\n\\ud800\n", encoding="utf-8")

    code, out, err = run("packs --set FL --cube", file)

    assert (code, out) == (2, "")
    assert "\\ud800" in err


def test_invalid_bytes_from_a_pipe_are_refused():
    script = Path(__file__).parents[2] / "manage.py"
    environment = os.environ | {"PYTHONIOENCODING": "ascii:surrogateescape"}

    done = subprocess.run(
        [sys.executable, str(script), "pair", "-"],
        input=json.dumps(TOURNAMENT).replace("Alice", "Al?ce").encode().replace(b"?", b"\xff"),
        capture_output=True,
        env=environment,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"is not UTF-8" in done.stderr
    assert b"Traceback" not in done.stderr


def test_event_file_with_a_surrogate_is_refused(day: Day, tmp_path: Path):
    day.to_round(1)
    day.settle(1)
    finish_early(day.event, reason="rain", by=day.by)
    day.event.refresh_from_db()
    data, file = json.loads(json.dumps(public_file(day.event))), tmp_path / "event.json"
    places = sample(list(strings(data)), 24)

    for place, changed in places:
        file.write_text(json.dumps(changed()), encoding="utf-8")
        for command, name in (("verify", str(file)), ("audit", f"--file={file}")):
            if command == "verify" and place == "format":
                continue  # without its format it is not an event file
            code, out, err = run(command, Path(name))
            assert (code, out) == (2, ""), (place, err)
            assert f"{file}: {place}: {MESSAGE}" in err


def test_deeply_nested_json_is_refused(tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_text("[" * 100_000, encoding="utf-8")

    code, out, err = run("verify", file)

    assert (code, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("positions/options", {"position": {"ruleset": "enemy", "players": ["Al" + SURROGATE]}}, "position.players[0]"),
        ("positions/apply", {"position": {SURROGATE: 1}, "choice": 0}, "a name in position"),
        ("logs/adjudicate", {"log": {"ruleset": "enemy", "turns": ["a", SURROGATE]}}, "log.turns[1]"),
        ("records/verify", {"record": {"format": SURROGATE}}, "record.format"),
        ("events", {"preset": "enemy-FL-booster", "name": "x", "switches": {"redraw": SURROGATE}}, "switches.redraw"),
        ("join", {"code": "ABCDEF", "handle": f"Al{SURROGATE}"}, "handle"),
    ],
)
def test_api_refuses_a_request_with_a_surrogate(path: str, body: Any, place: str):
    client = signed_in(create_staff("Alma"))

    answer = client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert answer.json()["detail"] == f"{place}: {MESSAGE}"


@pytest.mark.django_db
@pytest.mark.parametrize("game", RULESETS)
def test_paper_game_page_refuses_a_log_with_a_surrogate(game: str):
    log = json.loads((GAME.parent / game / "example.log.json").read_text(encoding="utf-8"))
    log["players"] = [f"A{SURROGATE}", *log.get("players", ["A", "B"])[1:]]

    answer = signed_in(create_staff("Alma")).post("/paper", {"variant": "", "turns": json.dumps(log)})

    assert f"players[0]: {MESSAGE}" in answer.content.decode()
