"""A reported game plays in the view of replays, as the adjudicator has found it."""

import json
import re
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.faces.frame import art_shapes
from cards.ports import card_games
from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.adjudication.verdict import LEGAL
from gameplay.games import RULESETS
from gameplay.selectors.replays import GameCourse
from gameplay.selectors.reported_courses import watched_game
from gameplay.selectors.reported_games import example_log, split_entries
from gameplay.views.reported_game_course import MAX_ADDRESS, watch_link
from tests.gameplay.picture_fixtures import drawings
from tests.instruments.reported_games.games import play_and_report
from tests.page_text import compact_markup, visible_text

__all__ = ["drawings"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_limits() -> None:
    cache.clear()


def example(game: str) -> dict[str, Any]:
    return example_log(RULESETS[game])


def course_of(log: dict[str, Any]) -> GameCourse:
    return watched_game(json.dumps(log)).course


def judged(log: dict[str, Any]) -> str:
    answer = Client().post("/paper", {"turns": json.dumps(log), "do": "judge"})
    assert answer.status_code == 200
    return answer.content.decode()


def link_in(page: str) -> str:
    found = re.search(r'href="(/paper/watch/[^"?]+)"', page)
    assert found, visible_text(page)
    return unescape(found[1])


@pytest.mark.parametrize("game", RULESETS)
def test_example_is_watched_entry_by_entry(game: str):
    log = example(game)
    entries = [entry for turn in split_entries(log["turns"]) for entry in turn]
    page = judged(log)
    assert "Watch this game" in visible_text(page)
    address = link_in(page)

    pages = [Client().get(f"{address}?e={entry}").content.decode() for entry in (0, len(entries) // 2, 9999)]

    texts = [visible_text(each) for each in pages]
    assert f"Next in the log: “{entries[0]}”" in texts[0]
    assert any(f"Next in the log: “{entry}”" in texts[1] for entry in entries[len(entries) // 2 :][:5])
    assert "Next in the log" not in texts[2]
    assert "Legal" in texts[2]
    assert "Copy link" in pages[0]
    assert "Verify this game" not in pages[0]


@pytest.mark.parametrize("game", RULESETS)
def test_course_has_a_step_for_each_entry_and_the_reported_end(game: str):
    log = example(game)
    course = course_of(log)
    numbers = [step.entry for step in course.steps]
    count = sum(len(turn) for turn in split_entries(log["turns"]))

    assert numbers == sorted(numbers)
    assert len(set(numbers)) > count / 2  # entries that are declared together are one step
    assert numbers[-1] == count
    if "result" in log:
        assert list(course.steps[-1].scores) == log["result"]["points"]


@pytest.mark.parametrize(
    ("game", "variant", "number"), [("enemy", "full", 3), ("hagmi", "tactics", 2), ("rm2k", "standard", 1)]
)
def test_whole_game_is_played_to_its_reported_end(game: str, variant: str, number: int):
    log = play_and_report(RULESETS[game], variant, number).log()
    watched = watched_game(json.dumps(log))
    course, count = watched.course, sum(len(turn) for turn in split_entries(log["turns"]))
    last = course.moment(len(course.steps) - 1, seat=0, names=log["players"], language="en")

    assert watched.verdict.status == LEGAL
    assert len(course.steps) > count / 2
    assert list(course.steps[-1].scores) == log["result"]["points"]
    assert log["result"]["winner"] in last.game_view["outcome"]["title"]
    assert len(watch_link(log)) <= MAX_ADDRESS


@pytest.mark.parametrize("game", RULESETS)
def test_hands_and_decks_are_face_down(game: str):
    log = example(game)
    course = course_of(log)
    for index in range(0, len(course.steps), 7):
        view = course.moment(index, seat=0, names=log["players"], language="en").game_view
        for zone in view["zones"]:
            if zone["zone"] in ("hand", "deck", "hidden", "fuel", "secrets"):
                assert "cards" not in zone


def test_named_cards_are_not_marked_as_assumed():
    log = example("enemy")
    course = course_of(log)
    view = course.moment(len(course.steps) - 1, seat=0, names=log["players"], language="en").game_view
    marked = {
        zone["zone"]: ["assumed" in card for card in zone["cards"]] for zone in view["zones"] if zone.get("cards")
    }

    assert marked["party"] == [False]
    assert marked["score"] == [False]
    assert any(marked["discard"])  # the destinies, of which the log has only the numbers


def test_illegal_game_plays_up_to_the_entry_that_is_not_possible():
    log = example("enemy")
    turns = list(log["turns"])
    middle = len(turns) // 2
    entries = split_entries(log["turns"])
    turns[middle] = "; ".join([*entries[middle], entries[middle][0], entries[middle][0], entries[middle][0]])
    log = log | {"turns": turns[: middle + 1]}
    log.pop("result", None)

    page = judged(log)

    assert "Illegal" in visible_text(page)
    assert "Watch this game up to there" in visible_text(page)
    watched = visible_text(Client().get(link_in(page) + "?e=9999").content.decode())
    assert "Illegal" in watched
    assert "Next in the log" in watched


# --- The picture ---


def picture_of(page: str) -> str:
    """Return the address of the picture in the link preview of ``page``."""
    found = re.search(r'<meta property="og:image" content="http://testserver([^"]+)"', page)
    assert found, "no link preview"
    return unescape(found[1])


def test_picture_of_a_step_is_an_image_that_the_page_links_to(client: Client):
    page = client.get(f"{watch_link(example('enemy'))}?e=5").content.decode()

    answer = client.get(picture_of(page))

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    assert "Picture of the board" in visible_text(page)
    for name in ("og:title", "og:description", "og:image:alt"):
        assert f'<meta property="{name}" content="' in page


@pytest.mark.parametrize("game", RULESETS)
def test_picture_shows_the_cards_of_the_page_and_no_others(game: str, client: Client, drawings: list[str]):
    log = example(game)
    art = {card.ref: art_shapes(card_games().card_face(card, "en")) for card in all_cards(game)}
    steps, shown, hidden = course_of(log).steps, set[str](), 0
    for step in steps[:: len(steps) // 6]:
        page = client.get(f"{watch_link(log)}?e={step.entry}").content.decode()
        drawings.clear()
        assert client.get(f"{picture_of(page)}&seat=0").status_code == 200
        picture = "".join(drawings)
        drawn = {ref for ref, shapes in art.items() if shapes in picture}
        assert drawn <= {*re.findall(r'data-ref="([^"]+)"', page)}
        shown, hidden = shown | drawn, hidden + picture.count('href="#back"')
    assert len(shown) > 1
    assert hidden > 10


def all_cards(game: str) -> list[PrintedCard]:
    return [card for each in bundled_card_sets(game) for card in each.cards]


def test_picture_of_another_game_is_not_taken_from_the_cache(client: Client):
    pages = [client.get(f"{watch_link(example(game))}?e=0").content.decode() for game in ("enemy", "hagmi")]
    pictures = [client.get(picture_of(page)).content for page in pages]
    assert pictures[0] != pictures[1]


def test_part_has_the_step_only(client: Client):
    address = watch_link(example("enemy"))
    answer = client.get(f"{address}?e=5", headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "data-news" in answer.content.decode()


def test_look_can_be_chosen(client: Client):
    address = f"{watch_link(example('enemy'))}?e=5"
    assert client.post(address, {"do": "look", "look": "words"}).status_code == 302

    page = compact_markup(client.get(address).content.decode())
    assert "replayed-words" in page


@pytest.mark.parametrize("signed", ["none", "a:b:c", "eyJ9:1:x"])
def test_address_that_this_site_has_not_signed_is_not_found(signed: str):
    for method in ("get", "post"):
        assert getattr(Client(), method)(f"/paper/watch/{signed}").status_code == 404
    assert Client().get(f"/paper/watch/{signed}/picture.png").status_code == 404


def test_log_that_is_too_long_for_an_address_has_no_link():
    log = example("enemy")
    noise = [sha256(str(number).encode()).hexdigest() for number in range(300)]
    assert watch_link(log | {"turns": noise}) == ""
    for game in RULESETS:
        assert 0 < len(watch_link(example(game))) <= MAX_ADDRESS


def test_verdict_shows_the_table_as_it_was_understood():
    page = judged(example("enemy") | {"turns": ["play Alpha Ichigoro", "attack Heavy Metal; attack Heavy Metal"]})

    last_step, picture = (unescape(each) for each in re.findall(r'"(/paper/watch/[^"]+[?][^"]+)"', page))
    assert "Next in the log: “attack Heavy Metal”" in visible_text(Client().get(last_step).content.decode())
    assert Client().get(picture)["Content-Type"] == "image/png"
