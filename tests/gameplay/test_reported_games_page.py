"""/paper: a reported game is judged, completed with missing facts, and downloaded as a file."""

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
from gameplay.selectors.clauses import clauses
from tests.instruments.reported_games.games import play_and_report
from tests.page_text import compact_markup, visible_text

EXAMPLE = json.loads((Path(enemy.__file__).parent / "example.log.json").read_text(encoding="utf-8"))
MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # 4 against 4, no texts
ADDRESSES = (f"192.0.2.{number}" for number in count(1))

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """Return a client with its own network address, because tries are counted by address."""
    return Client(REMOTE_ADDR=next(ADDRESSES))


def submit(client: Client, *turns: str, **fields: Any) -> Any:
    form = {"variant": "enemy-draft", "player_1": "Alice", "player_2": "Bob", "first": "1", "do": "judge"}
    return client.post("/paper", form | {"turns": "\r\n".join(turns)} | fields)


def markup(response: Any) -> str:
    return compact_markup(unescape(response.content.decode()))


def title(response: Any) -> str:
    match = re.search(r'<h2 id="verdict"[^>]*>([^<]*)<', markup(response))
    return match[1] if match else ""


def value(response: Any, field: str) -> str:
    """Return the current value of ``field``."""
    html = unescape(response.content.decode())
    if match := re.search(rf'<textarea\s[^>]*name="{field}"[^>]*>\n?([^<]*)</textarea>', html):
        return match[1]
    page = compact_markup(html)
    if match := re.search(rf'<select [^>]*name="{field}".*?</select>', page):
        selected = re.search(r'<option value="([^"]*)" selected', match[0])
        return selected[1] if selected else ""
    tag = re.search(rf'<input [^>]*name="{field}"[^>]*>', page)
    match = tag and re.search(r'value="([^"]*)"', tag[0])
    return match[1] if match else ""


# --- the verdict ----------------------------------------------------------------------------


def test_example_is_legal(client: Client):
    response = submit(client, *EXAMPLE["turns"])

    assert (response.status_code, title(response)) == (200, "Legal")
    assert value(response, "turns") == "\n".join(EXAMPLE["turns"])


def test_faulty_entry_is_marked_and_its_clause_is_shown(client: Client):
    response = submit(client, f"play {PC}", f"attack {MONSTER}; fight; destiny 6-1; {PC} loses", "hide")

    page = markup(response)
    assert title(response) == "Illegal: turn 2, entry 4"
    assert f'<li>attack {MONSTER}; fight; destiny 6-1;<mark id="faulty">{PC} loses</mark></li>' in page
    assert page.count("<mark") == 1
    assert '/rules/enemy/clauses#ENE-16.10" translate="no">ENE-16.10</a>' in page
    assert clauses("enemy")["ENE-16.10"].summary.en in visible_text(response.content.decode())


def test_the_clause_is_in_the_language_of_the_reader(client: Client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    response = submit(client, f"play {PC}", f"attack {MONSTER}; fight; destiny 6-1; {PC} loses")

    clause = clauses("enemy")["ENE-16.10"].summary
    assert f"ENE-16.10</a>{clause.ja}</p>" in markup(response)
    assert clause.en not in visible_text(response.content.decode())


def test_first_player_is_taken_into_account(client: Client):
    assert title(submit(client, "Bob: hide", first="2")) == "Legal"
    assert title(submit(client, "Bob: hide", first="1")) == "Illegal: turn 1, entry 1"


def test_labels_contain_the_names_of_the_players(client: Client):
    page, blank = markup(submit(client, "hide")), markup(client.get("/paper"))

    for label in ("VP of Alice", "Deck of Bob"):
        assert f">{label}</label>" in page
    assert '<option value="1" selected>Alice</option>' in page
    for label in ("VP of player 1", "Deck of player 2"):
        assert f">{label}</label>" in blank


def test_missing_facts_are_asked_for_and_decide_the_verdict(client: Client):
    turns = [f"play {PC}", f"attack {MONSTER}; fight; {PC} wins"]
    response = submit(client, *turns)
    page = markup(response)
    assert title(response) == "Undecidable"
    assert f"Turn 2, before “{PC} wins”: what happened on Alice's side?" in page
    assert "destiny CARD N" in page

    for fact in ("destiny 6", "destiny 1"):
        hidden = {name: value(response, name) for name in ("place", "player")}
        assert title(submit(client, *turns, fact="", **hidden)) == "Undecidable"
        response = submit(client, *turns, fact=fact, **hidden)
        turns = value(response, "turns").splitlines()

    assert title(response) == "Legal"
    assert turns[1] == f"attack {MONSTER}; fight; Alice: destiny 6; Bob: destiny 1; {PC} wins"


def test_several_facts_are_inserted_at_their_places(client: Client):
    facts = {"place": ["1.0", "1.1", "1.1", "2.2"], "player": ["", "", "Bob", ""], "fact": ["a", "b", "c", "d"]}

    response = submit(client, "x; y", "z", **facts)

    assert value(response, "turns").splitlines() == ["a; x; b; Bob: c; y", "d; z"]


def test_a_complete_entry_replaces_the_incomplete_one(client: Client):
    facts = {"place": ["1.1", "1.1.instead", "2.2.instead"], "player": ["", "", ""], "fact": ["a", "y on z", "w"]}

    response = submit(client, "x; y", "z; v", **facts)

    assert value(response, "turns").splitlines() == ["x; a; y on z", "w; v"]


@pytest.mark.parametrize("place", ["", "x.y", "9.0", "0.0", f"1.{'9' * 9}", "1", "1.0.other"])
def test_fact_for_an_invalid_place_is_ignored(client: Client, place: str):
    response = submit(client, "hide", place=place, player="", fact="hide")

    assert (title(response), value(response, "turns")) == ("Legal", "hide")


def test_result_is_compared_with_the_turns(client: Client):
    result = {"winner": "1", "points_1": "5", "points_2": "3", "reason": "vp"}

    assert title(submit(client, **result)) == "Legal"
    assert title(submit(client, **result | {"points_1": "4"})) == "Illegal: the result"
    assert title(submit(client, **result | {"winner": "drawn", "points_1": "3", "reason": "deck"})) == "Legal"
    conceded = submit(
        client, "hide", "Bob: concede", **result | {"points_1": "0", "points_2": "0", "reason": "concede"}
    )
    assert title(conceded) == "Legal"
    assert "Alice wins this game (0 to 0 VP): one side concedes." in markup(conceded)
    assert title(submit(client, "hide", **result)) == "Illegal: the result"


def test_decks_are_taken_into_account(client: Client):
    response = submit(client, f"play {PC}", deck_1=f"35 {MONSTER}")
    assert title(response) == "Illegal: turn 1, entry 1"
    assert (value(response, "deck_1"), value(response, "deck_2")) == (f"35 {MONSTER}", "")
    response = submit(client, f"play {PC}", deck_1=f"34x {MONSTER}")
    assert title(response) == "Illegal: a deck"
    assert "34" in markup(response).partition("Illegal: a deck")[2].partition("</section>")[0]
    assert title(submit(client, f"play {PC}", deck_1=f"34 {MONSTER}\n{PC}")) == "Legal"


DISPUTE = json.loads((Path(enemy.__file__).parent / "example.dispute.log.json").read_text(encoding="utf-8"))


def test_game_is_judged_from_a_position_that_is_pasted_or_uploaded(client: Client):
    position = json.dumps(DISPUTE["position"])
    file = SimpleUploadedFile("position.json", position.encode())

    for response in (
        submit(client, *DISPUTE["turns"], position=position),
        submit(client, *DISPUTE["turns"], position_file=file),
    ):
        assert title(response) == "Illegal: turn 1, entry 8"
        assert '<mark id="faulty">Bob loses the game</mark>' in markup(response)
        assert json.loads(value(response, "position")) == DISPUTE["position"]
        watched = re.search(r'href="(/paper/watch/[^"?]*)', markup(response))
        assert watched
        assert "Alpha Ichigoro" in visible_text(client.get(f"{watched[1]}?step=0").content.decode())


def test_a_log_with_a_position_fills_all_fields(client: Client):
    response = submit(client, json.dumps(DISPUTE))

    assert title(response) == "Illegal: turn 1, entry 8"
    assert value(response, "turns") == DISPUTE["turns"][0]
    assert json.loads(value(response, "position")) == DISPUTE["position"]


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("{", "This is not valid JSON: line 1, column 2"),
        ("[]", "This is not a position."),
        ('{"step": "lunch", "seats": [{}, {}]}', "position.step: 'lunch' is not one of"),
        ('{"ruleset": "hagmi", "step": "main", "seats": [{}, {}]}', "'hagmi' differs from 'enemy' in the log"),
    ],
)
def test_bad_position_is_refused_beside_its_field_and_kept(client: Client, position: str, fault: str):
    response = submit(client, "hide", position=position)

    page = markup(response)
    assert response.status_code == 422
    assert fault in page
    assert re.search(r'<textarea name="position"[^>]*aria-invalid="true"', page)
    assert (value(response, "position"), value(response, "turns")) == (position, "hide")


def test_rule_changes_are_taken_into_account(client: Client):
    result = {"winner": "1", "points_1": "7", "points_2": "6", "reason": "vp"}

    assert title(submit(client, **result)) == "Illegal: the result"
    response = submit(client, switches="target 7; redraw discard", **result)
    assert (title(response), value(response, "switches")) == ("Legal", "target 7; redraw discard")


def test_full_width_characters_are_understood(client: Client):
    response = submit(client, f"play {PC}", f"attack {MONSTER}； fight； destiny ６-１； Alice：fight of {PC}")

    assert response.status_code == 200
    assert title(response)


# --- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        ("play Nobody", "Turn 2, “play Nobody”: there is no card called “Nobody”."),
        ("dance", "Turn 2, “dance” is not a valid entry. See the list of all entries."),
    ],
)
def test_unknown_entry_is_named_and_all_fields_keep_their_values(client: Client, turn: str, fault: str):
    fields = {"deck_2": f"35 {MONSTER}", "reason": "vp", "winner": "2", "points_1": "3", "points_2": "5"}

    response = submit(client, "hide", turn, first="2", **fields)

    page = markup(response)
    assert response.status_code == 422
    assert f'<p class="fault">{fault}</p>' in page
    assert re.search(r'<textarea name="turns"[^>]*aria-invalid="true"', page)
    assert value(response, "turns").splitlines() == ["hide", turn]
    assert {name: value(response, name) for name in fields} == fields
    assert [value(response, name) for name in ("player_1", "player_2", "first")] == ["Alice", "Bob", "2"]


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
                "turns": '{"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", '
                '"result": {"points": [1]}}'
            },
            "winner",
        ),
        ({"turns": "a" * 3000}, "turns"),
        ({"turns": "\n" * 600 + "hide" + "\nhide" * 600}, "turns"),
    ],
)
def test_unreadable_value_has_an_error_at_its_field(client: Client, fields: dict[str, str], field: str):
    response = submit(client, **{"turns": "hide"} | fields)

    assert response.status_code == 422
    assert re.search(rf'<(input|textarea|select)[^>]*name="{field}"[^>]*aria-invalid="true"', markup(response))


def test_rate_limit_keeps_the_values(client: Client):
    responses = [submit(client, "hide") for _ in range(21)]

    assert [response.status_code for response in responses] == [200] * 20 + [429]
    assert "Wait 60 seconds" in markup(responses[-1])
    assert value(responses[-1], "turns") == "hide"


# --- other games, more players -------------------------------------------------------------------


def test_change_of_the_game_changes_the_fields_and_keeps_the_values(client: Client):
    response = submit(client, "sync on Echo Bot", variant="rm2k-standard", player_2="Hana", do="look")

    page = markup(response)
    for text in ("Player 4", "VP of Hana", "Deck of player 3", "3 CC-", "sync on Root of the Channel"):
        assert text in page
    assert value(response, "turns") == "sync on Echo Bot"
    assert "Player 3" not in markup(client.get("/paper"))


@pytest.mark.parametrize(("game", "variant", "number"), [("rm2k", "standard", 2), ("hagmi", "team", 2)])
def test_log_of_a_game_of_four_is_judged_and_downloaded_unchanged(client: Client, game: str, variant: str, number: int):
    log = play_and_report(RULESETS[game], variant, number).log()
    response = client.post("/paper", {"turns": json.dumps(log), "do": "judge"})

    assert title(response) == "Legal"
    assert [value(response, f"player_{number}") for number in range(1, 5)] == log["players"]
    each = [f"{name}_{number}" for name in ("player", "points", "deck") for number in range(1, 5)]
    fields = {name: value(response, name) for name in ("variant", "first", "turns", "winner", "reason", *each)}
    downloaded = client.post("/paper", fields | {"do": "download"}).json()
    assert (downloaded["players"], downloaded["result"], downloaded["decks"]) == (
        log["players"],
        log["result"],
        log["decks"],
    )


def test_only_some_of_many_missing_facts_have_a_field_and_the_others_are_listed(client: Client):
    log = play_and_report(RULESETS["hagmi"], "simple", 411).log()
    response = client.post("/paper", {"turns": json.dumps(log), "do": "judge"})

    page = markup(response)
    assert title(response) == "Undecidable"
    assert page.count('name="fact"') == 6
    further = page[page.index("Other facts that may be missing") :]
    assert "Turn 8:" in further
    assert '<code translate="no">Alice: pays CARD</code>' in further


def test_winner_must_be_a_player(client: Client):
    fields = {"variant": "rm2k-standard", "winner": "4", "points_1": "1", "points_2": "2", "reason": "time"}

    assert "There is no player 4 in this game." in markup(submit(client, "", **fields))


# --- the example, files ----------------------------------------------------------------------


def test_example_is_filled_in_only_if_the_field_is_empty(client: Client):
    empty = client.post("/paper", {"do": "example"})
    written = submit(client, "hide", do="example")

    assert value(empty, "turns").splitlines() == EXAMPLE["turns"]
    assert title(submit(client, value(empty, "turns"))) == "Legal"
    assert value(written, "turns") == "hide"
    assert "This field is not empty" in markup(written)


def test_log_is_downloaded_and_loaded_again(client: Client):
    fields = {"deck_1": f"35 {MONSTER}", "switches": "target 7", "first": "2", "winner": "drawn"}
    fields |= {"points_1": "2", "points_2": "2", "reason": "time"}
    file = submit(client, "hide", "", "hide", do="download", **fields)

    log = file.json()
    assert file["Content-Disposition"] == 'attachment; filename="game.log.json"'
    assert verdict_json(reported_game_from_json(log, RULESETS, known_cards))["verdict"]
    assert (log["turns"], log["first"], log["result"]["winner"]) == (["hide", "", "hide"], "Bob", None)

    for response in (
        client.post("/paper", {"file": SimpleUploadedFile("game.log.json", file.content)}),
        client.post("/paper", {"turns": file.content.decode()}),
    ):
        assert title(response)
        assert value(response, "turns").splitlines() == ["hide", "", "hide"]
        assert {name: value(response, name) for name in fields} == fields


def test_result_of_a_match_is_judged_from_json(client: Client):
    games = [{"winner": "Alice", "points": [5, 3], "reason": "vp"}, {"winner": "Bob", "points": [4, 4], "reason": "vp"}]
    log = {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "players": ["Alice", "Bob"]}
    response = client.post("/paper", {"turns": json.dumps(log | {"wins": [1, 1], "games": games})})

    assert title(response) == "Illegal: game 2"
    assert json.loads(value(response, "turns"))["games"] == games


def test_file_that_is_not_json_is_refused(client: Client):
    response = client.post("/paper", {"file": SimpleUploadedFile("game.log.json", b"\xff\xfe")})

    assert response.status_code == 422
    assert "This is not valid JSON" in markup(response)


def test_all_forms_of_entries_are_listed(client: Client):
    page = markup(client.get("/paper"))

    for form in ("attack CARD", "play CARD for CARD", "destiny CARD N", "points N-N", "feed CARD", "last turn"):
        assert page.count(f"<code>{form}</code>") == 1
