r"""Half a character (a lone surrogate, as JSON's "\ud800") is refused wherever a file or a request may hold one.

Standard output is a real stream of UTF-8 here: a StringIO would take what no terminal and no file can.
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

HALF = "\ud800"
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
    sitting = set_up_game(game="enemy", variant="sample", seed=1, bots="random", rollouts=1)
    play_to_end(sitting.game, sitting.players)
    found: dict[str, Any] = json.loads(dump_record(record_of(sitting.game, sitting.variant, sitting.decks)))
    return found


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
"""Each command that reads JSON, with a file that it can use and what follows that."""


def run(command: str, file: Path, *more: str) -> tuple[int, str, str]:
    streams = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8") for stream in streams)
    code = 0
    try:
        call_command(*command.split(), str(file), *more, stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    out.flush()
    err.flush()
    printed, refused = (stream.getvalue().decode() for stream in streams)
    return code, printed, refused


def texts(data: Any, place: str = "") -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each text in ``data``, with a copy of everything in which it ends with half a character."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, (dict, list)):
        parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in parts:
        here = f"{place}[{key}]" if isinstance(data, list) else f"{place}.{key}" if place else str(key)

        if isinstance(value, str):
            yield here, partial(_with, data, key, value + HALF)
        else:
            for inner, make in texts(value, here):
                yield inner, partial(_remade, data, key, make)


def _with(data: Any, key: Any, new: Any) -> Any:
    changed = data.copy()
    changed[key] = new
    return changed


def _remade(data: Any, key: Any, make: Callable[[], Any]) -> Any:
    return _with(data, key, make())


def some(found: list[Any], most: int = 40) -> list[Any]:
    """Not all of a long file's texts: those at the beginning, at the end and some between."""
    return found if len(found) <= most else [*found[:10], *found[10 : -10 : max(1, len(found) // 20)], *found[-10:]]


@pytest.mark.django_db
@pytest.mark.parametrize("command", FILES)
def test_a_file_with_half_a_character_is_unusable_and_the_place_is_named(command: str, tmp_path: Path):
    make, more = FILES[command]
    data, file = make(), tmp_path / "file.json"
    places = some(list(texts(data)))
    assert places or command == "play --decks"

    for place, changed in places:
        file.write_text(json.dumps(changed()), encoding="utf-8")
        code, out, err = run(command, file, *more)
        assert (code, out) == (2, ""), (place, out, err)
        assert err == f"{file}: {place}: it holds half a character (a lone surrogate), which is no text\n"


@pytest.mark.django_db
@pytest.mark.parametrize("command", FILES)
@pytest.mark.parametrize("half", ["\\ud800", "\\uDFFF", "x\\ud83d", "\\ude00\\ud83d"])
def test_a_name_that_is_no_text_is_refused_as_well(command: str, half: str, tmp_path: Path):
    make, more = FILES[command]
    file = tmp_path / "file.json"
    text = json.dumps(make())
    file.write_text("{" + f'"{half}": 1, ' + text[1:], encoding="utf-8")

    code, out, err = run(command, file, *more)

    assert (code, out, err) == (
        2,
        "",
        f"{file}: a name: it holds half a character (a lone surrogate), which is no text\n",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("command", [*FILES, "packs --set FL --cube"])
def test_half_a_character_in_bytes_is_no_utf_8(command: str, tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_bytes(b"FL-C01 \xed\xa0\x80")

    assert run(command, file, *FILES.get(command, (None, ()))[1]) == (2, "", f"{file}: byte 7: is not UTF-8\n")


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_whole_characters_written_in_two_halves_are_text(command: str, tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_text(json.dumps(TOURNAMENT).replace('"A"', '"\\ud83d\\ude00"'), encoding="utf-8")

    code, out, err = run(command, file)

    assert (code, err) == (0, "")
    assert "😀" in out


@pytest.mark.django_db
def test_a_cube_with_the_escape_written_out_names_no_card(tmp_path: Path):
    file = tmp_path / "cube.txt"
    file.write_text("FL-C01\n\\ud800\n", encoding="utf-8")

    code, out, err = run("packs --set FL --cube", file)

    assert (code, out) == (2, "")
    assert "\\ud800" in err


def test_bytes_that_come_through_a_pipe_are_read_as_strictly():
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


def test_the_file_of_an_event_is_read_as_strictly(day: Day, tmp_path: Path):
    day.to_round(1)
    day.settle(1)
    finish_early(day.event, reason="rain", by=day.by)
    day.event.refresh_from_db()
    data, file = json.loads(json.dumps(public_file(day.event))), tmp_path / "event.json"
    places = some(list(texts(data)), 24)

    for place, changed in places:
        file.write_text(json.dumps(changed()), encoding="utf-8")
        for command, name in (("verify", str(file)), ("audit", f"--file={file}")):
            if command == "verify" and place == "format":
                continue  # not the file of an event any more
            code, out, err = run(command, Path(name))
            assert (code, out) == (2, ""), (place, err)
            assert f"{file}: {place}: it holds half a character" in err


def test_what_is_nested_without_end_is_no_record(tmp_path: Path):
    file = tmp_path / "file.json"
    file.write_text("[" * 100_000, encoding="utf-8")

    code, out, err = run("verify", file)

    assert (code, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("positions/options", {"position": {"ruleset": "enemy", "players": ["Al" + HALF]}}, "position.players[0]"),
        ("positions/apply", {"position": {HALF: 1}, "choice": 0}, "a name in position"),
        ("logs/adjudicate", {"log": {"ruleset": "enemy", "turns": ["a", HALF]}}, "log.turns[1]"),
        ("records/verify", {"record": {"format": HALF}}, "record.format"),
        ("events", {"preset": "enemy-FL-booster", "name": "x", "switches": {"redraw": HALF}}, "switches.redraw"),
        ("join", {"code": "ABCDEF", "handle": f"Al{HALF}"}, "handle"),
    ],
)
def test_the_api_refuses_a_request_with_half_a_character(path: str, body: Any, place: str):
    client = signed_in(create_staff("Alma"))

    answer = client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert answer.json()["detail"] == f"{place}: it holds half a character (a lone surrogate), which is no text"


@pytest.mark.django_db
@pytest.mark.parametrize("game", RULESETS)
def test_the_page_for_games_on_paper_refuses_a_log_with_half_a_character(game: str):
    log = json.loads((GAME.parent / game / "example.log.json").read_text(encoding="utf-8"))
    log["players"] = [f"A{HALF}", *log.get("players", ["A", "B"])[1:]]

    answer = signed_in(create_staff("Alma")).post("/paper", {"variant": "", "turns": json.dumps(log)})

    assert "players[0]: it holds half a character" in answer.content.decode()
