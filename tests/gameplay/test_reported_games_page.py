"""/paper: a game on paper is written down, judged, completed with what was missing, and taken away as a file."""

import json
import re
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS, enemy
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.games import play_and_report

EXAMPLE = json.loads((Path(enemy.__file__).parent / "example.log.json").read_text(encoding="utf-8"))
MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # 4 against 4, no texts
ADDRESSES = (f"192.0.2.{number}" for number in count(1))

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A browser at an address of its own: tries are counted by it."""
    return Client(REMOTE_ADDR=next(ADDRESSES))


def sent(client: Client, *turns: str, **fields: Any) -> Any:
    told = {"variant": "enemy-draft", "player_1": "Alice", "player_2": "Bob", "first": "1", "do": "judge"}
    return client.post("/paper", told | {"turns": "\r\n".join(turns)} | fields)


def shown(answer: Any) -> str:
    return unescape(answer.content.decode())


def title(answer: Any) -> str:
    found = re.search(r'<h2 id="verdict"[^>]*>([^<]*)<', shown(answer))
    return found[1] if found else ""


def value(answer: Any, field: str) -> str:
    """What stands in ``field`` now."""
    page = shown(answer)
    if found := re.search(rf'<textarea name="{field}"[^>]*>\n?([^<]*)</textarea>', page):
        return found[1]
    if found := re.search(rf'<select name="{field}".*?</select>', page, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', found[0])
        return chosen[1] if chosen else ""
    tag = re.search(rf'<input[^>]*name="{field}"[^>]*>', page)
    found = tag and re.search(r'value="([^"]*)"', tag[0])
    return found[1] if found else ""


# --- the verdict ----------------------------------------------------------------------------


def test_a_game_that_can_have_happened_is_legal(client: Client):
    answer = sent(client, *EXAMPLE["turns"])

    assert (answer.status_code, title(answer)) == (200, "Legal")
    assert value(answer, "turns") == "\n".join(EXAMPLE["turns"])


def test_the_faulty_entry_is_marked_at_its_place_with_its_clause_in_words(client: Client):
    answer = sent(client, f"play {PC}", f"attack {MONSTER}; fight; destiny 6-1; {PC} loses", "hide")

    page = shown(answer)
    assert title(answer) == "Illegal: turn 2, entry 4"
    assert f'<li>attack {MONSTER}; fight; destiny 6-1; <mark id="faulty">{PC} loses</mark></li>' in page
    assert page.count("<mark") == 1
    assert '/rules/enemy#ENE-16.10" translate="no">ENE-16.10</a>' in page
    assert "A PC with more wins and destroys all it fought." in page


def test_who_began_is_told(client: Client):
    assert title(sent(client, "Bob: hide", first="2")) == "Legal"
    assert title(sent(client, "Bob: hide", first="1")) == "Illegal: turn 1, entry 1"


def test_the_fields_speak_of_the_players_by_name(client: Client):
    page, blank = shown(sent(client, "hide")), shown(client.get("/paper"))

    for label in ("VP of Alice", "Deck of Bob"):
        assert f">{label}</label>" in page
    assert '<option value="1" selected>Alice</option>' in page
    for label in ("VP of player 1", "Deck of player 2"):
        assert f">{label}</label>" in blank


def test_what_is_missing_is_asked_for_and_settles_it_once_told(client: Client):
    turns = [f"play {PC}", f"attack {MONSTER}; fight; {PC} wins"]
    answer = sent(client, *turns)
    page = shown(answer)
    assert title(answer) == "Undecidable"
    assert f"Turn 2, before “{PC} wins”: what happened on Alice's side?" in page
    assert "destiny CARD N" in page

    for fact in ("destiny 6", "destiny 1"):
        told = {name: value(answer, name) for name in ("place", "player")}
        assert title(sent(client, *turns, fact="", **told)) == "Undecidable"
        answer = sent(client, *turns, fact=fact, **told)
        turns = value(answer, "turns").splitlines()

    assert title(answer) == "Legal"
    assert turns[1] == f"attack {MONSTER}; fight; Alice: destiny 6; Bob: destiny 1; {PC} wins"


def test_several_facts_at_once_are_written_where_each_belongs(client: Client):
    told = {"place": ["1.0", "1.1", "1.1", "2.2"], "player": ["", "", "Bob", ""], "fact": ["a", "b", "c", "d"]}

    answer = sent(client, "x; y", "z", **told)

    assert value(answer, "turns").splitlines() == ["a; x; b; Bob: c; y", "d; z"]


@pytest.mark.parametrize("place", ["", "x.y", "9.0", "0.0", f"1.{'9' * 9}", "1"])
def test_a_fact_for_no_place_is_left_out(client: Client, place: str):
    answer = sent(client, "hide", place=place, player="", fact="hide")

    assert (title(answer), value(answer, "turns")) == ("Legal", "hide")


def test_a_result_is_held_against_the_turns(client: Client):
    result = {"winner": "1", "points_1": "5", "points_2": "3", "reason": "vp"}

    assert title(sent(client, **result)) == "Legal"
    assert title(sent(client, **result | {"points_1": "4"})) == "Illegal: the result"
    assert title(sent(client, **result | {"winner": "drawn", "points_1": "3", "reason": "deck"})) == "Legal"
    conceded = sent(client, "hide", "Bob: concede", **result | {"points_1": "0", "points_2": "0", "reason": "concede"})
    assert title(conceded) == "Legal"
    assert "Alice wins this game (0 to 0 VP): one side concedes." in shown(conceded)
    assert title(sent(client, "hide", **result)) == "Illegal: the result"


def test_decks_are_counted(client: Client):
    answer = sent(client, f"play {PC}", deck_1=f"35 {MONSTER}")
    assert title(answer) == "Illegal: turn 1, entry 1"
    assert (value(answer, "deck_1"), value(answer, "deck_2")) == (f"35 {MONSTER}", "")
    answer = sent(client, f"play {PC}", deck_1=f"34x {MONSTER}")
    assert title(answer) == "Illegal: a deck"
    assert "34" in shown(answer).partition("Illegal: a deck")[2].partition("</section>")[0]
    assert title(sent(client, f"play {PC}", deck_1=f"34 {MONSTER}\n{PC}")) == "Legal"


def test_the_game_may_be_played_otherwise_than_usual(client: Client):
    result = {"winner": "1", "points_1": "7", "points_2": "6", "reason": "vp"}

    assert title(sent(client, **result)) == "Illegal: the result"
    answer = sent(client, switches="target 7; redraw discard", **result)
    assert (title(answer), value(answer, "switches")) == ("Legal", "target 7; redraw discard")


def test_what_japanese_keyboards_write_is_understood(client: Client):
    answer = sent(client, f"play {PC}", f"attack {MONSTER}； fight； destiny ６-１； Alice：fight of {PC}")

    assert answer.status_code == 200
    assert title(answer)


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("play Nobody", "Turn 2, “play Nobody”: there is no card called “Nobody”."),
        ("dance", "Turn 2, “dance”: these are no words of a log."),
    ],
)
def test_an_entry_that_means_nothing_is_named_and_nothing_is_lost(client: Client, turn: str, said: str):
    fields = {"deck_2": f"35 {MONSTER}", "reason": "vp", "winner": "2", "points_1": "3", "points_2": "5"}

    answer = sent(client, "hide", turn, first="2", **fields)

    page = shown(answer)
    assert answer.status_code == 422
    assert f'<p class="fault">{said}</p>' in page
    assert re.search(r'<textarea name="turns"[^>]*aria-invalid="true"', page)
    assert value(answer, "turns").splitlines() == ["hide", turn]
    assert {name: value(answer, name) for name in fields} == fields
    assert [value(answer, name) for name in ("player_1", "player_2", "first")] == ["Alice", "Bob", "2"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"deck_2": "35 Nobody"}, "deck_2"),
        ({"deck_1": "0 Heavy Metal"}, "deck_1"),
        ({"player_2": "alice"}, "player_1"),
        ({"winner": "1"}, "winner"),
        ({"points_1": "-1"}, "points_1"),
        ({"switches": "target many"}, "switches"),
        ({"switches": "surprise 1"}, "switches"),
        ({"switches": "target"}, "switches"),
        ({"variant": "chess-blitz"}, "variant"),
        ({"first": "3"}, "first"),
        ({"turns": "{"}, "turns"),
        ({"turns": "{}"}, "turns"),
        (
            {
                "turns": '{"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "result": {"points": [1]}}'
            },
            "winner",
        ),
        ({"turns": "a" * 3000}, "turns"),
        ({"turns": "\n" * 600 + "hide" + "\nhide" * 600}, "turns"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(client: Client, fields: dict[str, str], field: str):
    answer = sent(client, **{"turns": "hide"} | fields)

    assert answer.status_code == 422
    assert re.search(rf'<(input|textarea|select)[^>]*name="{field}"[^>]*aria-invalid="true"', shown(answer))


def test_who_asks_too_often_waits_and_keeps_what_is_written(client: Client):
    answers = [sent(client, "hide") for _ in range(21)]

    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "Wait 60 seconds" in shown(answers[-1])
    assert value(answers[-1], "turns") == "hide"


# --- other games, more players -------------------------------------------------------------------


def test_another_game_has_its_players_and_words_and_what_is_written_stays(client: Client):
    answer = sent(client, "sync on Echo Bot", variant="rm2k-standard", player_2="Hana", do="look")

    page = shown(answer)
    for words in ("Player 4", "VP of Hana", "Deck of player 3", "3 CC-", "sync on Root of the Channel"):
        assert words in page
    assert value(answer, "turns") == "sync on Echo Bot"
    assert "Player 3" not in shown(client.get("/paper"))


@pytest.mark.parametrize(("game", "variant", "number"), [("rm2k", "standard", 2), ("hagmi", "team", 2)])
def test_a_game_of_four_is_judged_and_taken_away_as_it_came(client: Client, game: str, variant: str, number: int):
    log = play_and_report(RULESETS[game], variant, number).log()
    answer = client.post("/paper", {"turns": json.dumps(log), "do": "judge"})

    assert title(answer) == "Legal"
    assert [value(answer, f"player_{number}") for number in range(1, 5)] == log["players"]
    each = [f"{name}_{number}" for name in ("player", "points", "deck") for number in range(1, 5)]
    fields = {name: value(answer, name) for name in ("variant", "first", "turns", "winner", "reason", *each)}
    again = client.post("/paper", fields | {"do": "download"}).json()
    assert (again["players"], again["result"], again["decks"]) == (log["players"], log["result"], log["decks"])


def test_a_few_of_many_facts_are_asked_for_and_the_others_told_by_turn(client: Client):
    log = play_and_report(RULESETS["hagmi"], "simple", 411).log()
    answer = client.post("/paper", {"turns": json.dumps(log), "do": "judge"})

    page = shown(answer)
    assert title(answer) == "Undecidable"
    assert page.count('name="fact"') == 6
    further = page[page.index("What else may be wanted") :]
    assert "Turn 8:" in further
    assert '<code translate="no">Alice: pays CARD</code>' in further


def test_who_is_not_there_has_not_won(client: Client):
    told = {"variant": "rm2k-standard", "winner": "4", "points_1": "1", "points_2": "2", "reason": "time"}

    assert "There is no player 4 in this game." in shown(sent(client, "", **told))


# --- the example, files ----------------------------------------------------------------------


def test_the_example_is_filled_in_and_takes_nothing_away(client: Client):
    empty = client.post("/paper", {"do": "example"})
    written = sent(client, "hide", do="example")

    assert value(empty, "turns").splitlines() == EXAMPLE["turns"]
    assert title(sent(client, value(empty, "turns"))) == "Legal"
    assert value(written, "turns") == "hide"
    assert "Something is written here already" in shown(written)


def test_the_log_is_taken_away_and_brought_back_as_json(client: Client):
    told = {"deck_1": f"35 {MONSTER}", "switches": "target 7", "first": "2", "winner": "drawn"}
    told |= {"points_1": "2", "points_2": "2", "reason": "time"}
    file = sent(client, "hide", "", "hide", do="download", **told)

    log = file.json()
    assert file["Content-Disposition"] == 'attachment; filename="game.log.json"'
    assert verdict_json(reported_game_from_json(log, RULESETS, known_cards))["verdict"]
    assert (log["turns"], log["first"], log["result"]["winner"]) == (["hide", "", "hide"], "Bob", None)

    for brought in (
        client.post("/paper", {"file": SimpleUploadedFile("game.log.json", file.content)}),
        client.post("/paper", {"turns": file.content.decode()}),
    ):
        assert title(brought)
        assert value(brought, "turns").splitlines() == ["hide", "", "hide"]
        assert {name: value(brought, name) for name in told} == told


def test_the_result_of_a_match_is_judged_as_json(client: Client):
    games = [{"winner": "Alice", "points": [5, 3], "reason": "vp"}, {"winner": "Bob", "points": [4, 4], "reason": "vp"}]
    log = {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "players": ["Alice", "Bob"]}
    answer = client.post("/paper", {"turns": json.dumps(log | {"wins": [1, 1], "games": games})})

    assert title(answer) == "Illegal: game 2"
    assert json.loads(value(answer, "turns"))["games"] == games


def test_a_file_that_is_none_is_refused(client: Client):
    answer = client.post("/paper", {"file": SimpleUploadedFile("game.log.json", b"\xff\xfe")})

    assert answer.status_code == 422
    assert "This is no JSON" in shown(answer)


def test_every_word_of_a_log_is_listed(client: Client):
    page = shown(client.get("/paper"))

    for form in ("attack CARD", "play CARD for CARD", "destiny CARD N", "points N-N", "feed CARD", "last turn"):
        assert page.count(f"<code>{form}</code>") == 1
