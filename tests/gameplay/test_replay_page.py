"""The page of a replay: perspectives, the look, the time line, the picture, and the check of the game."""

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client

from gameplay.infrastructure import rasterizer
from gameplay.models import LogEntry, OnlineGame
from gameplay.services import games
from gameplay.views import replay_picture
from tests.browser.tables import asked, play_on, sat_down
from tests.page_text import compact_markup, visible_text

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def no_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="module")
def finished_game(shared_database: None) -> OnlineGame:
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, asked("play", turn=12))
    return games.concede(people[1], game)


@pytest.fixture
def over(db: None, finished_game: OnlineGame) -> OnlineGame:
    """A finished game of Alice and Bob with some turns."""
    return deepcopy(finished_game)


def part(game: OnlineGame, query: str = "", look: str = "table") -> str:
    client = Client()
    client.cookies["look"] = look
    answer = client.get(f"/replay/{game.replay}{query}", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def entries(game: OnlineGame) -> list[int]:
    page = Client().get(f"/replay/{game.replay}").content.decode()
    found = re.search(r'data-entries="([^"]+)"', page)
    assert found
    return [int(entry) for entry in found[1].split()]


def test_part_is_small_and_has_only_what_changes(over: OnlineGame):
    shown = part(over, f"?e={entries(over)[-4]}")

    assert shown.count("<html") == shown.count("data-entries") == 0
    assert 'id="table"' in shown
    assert len(shown) < 60_000


def test_perspective_shows_one_hand_and_all_cards_show_both(over: OnlineGame):
    entry = entries(over)[12]
    everything, alice, bob = (part(over, f"?e={entry}{seat}") for seat in ("", "&seat=0", "&seat=1"))

    for hands, page in (("hand0 hand1", everything), ("hand0", alice), ("hand1", bob)):
        open_cards = re.finditer(r'<button[^>]*id="(hand\d)\.\d+"[^>]*data-ref', page)
        assert {match[1] for match in open_cards} == set(hands.split())
    assert "(you)" not in visible_text(alice)
    assert "Alice's hand" in visible_text(alice)


def test_answer_is_shown_to_the_player_who_gave_it(over: OnlineGame):
    for entry in entries(over)[:-2]:
        pages = [visible_text(part(over, f"?e={entry}&seat={seat}")) for seat in (0, 1)]
        waiting = [name for name, page in zip(("Bob", "Alice"), pages, strict=True) if f"Waiting for {name}" in page]
        assert len(waiting) == 1


def test_winner_is_named_in_every_perspective(over: OnlineGame):
    for query in ("", "&seat=0", "&seat=1"):
        assert "Alice wins this game" in visible_text(part(over, f"?e=9999{query}"))


@pytest.mark.parametrize("seat", ["2", "x", "-1", "9" * 20])
def test_seat_that_does_not_exist_is_refused(over: OnlineGame, seat: str):
    assert Client().get(f"/replay/{over.replay}?seat={seat}").status_code == 400
    assert Client().get(f"/replay/{over.replay}/picture.png?seat={seat}").status_code == 400


def test_look_is_chosen_on_the_page_and_remembered(over: OnlineGame):
    client, address = Client(), f"/replay/{over.replay}?e=9&seat=1"
    assert 'class="felt"' in client.get(address).content.decode()

    answer = client.post(address, {"do": "look", "look": "words"})

    assert (answer.status_code, answer["Location"]) == (302, address)
    assert 'class="felt"' not in client.get(address).content.decode()
    assert LogEntry.objects.filter(stream=over.stream).last() is not None


def test_time_line_works_as_a_form_and_marks_turns_and_scores(over: OnlineGame):
    page = Client().get(f"/replay/{over.replay}?step=7&seat=1").content.decode()

    assert "Step 7 of" in visible_text(page)
    assert compact_markup(page).count('name="seat" value="1"') == 1
    assert re.search(r'<path class="turn-marks" d="M\d+ 0V100M', page)
    assert len(re.findall(r'<path class="seat-\d" d="M0 \d+', page)) == 2


def test_links_keep_the_perspective(over: OnlineGame):
    page = compact_markup(Client().get(f"/replay/{over.replay}?e={entries(over)[-3]}&seat=1").content.decode())

    link = re.search(r'rel="next" href="([^"]+)"', page)
    assert link
    assert link[1].endswith("&amp;seat=1")
    assert re.search(r"pile=\w+", page)
    assert all("seat=1" in address for address in re.findall(r'href="(\?[^"]*pile=[^"]*)"', page))


def test_pile_is_that_of_the_step(over: OnlineGame):
    early, late = (
        Client().get(f"/replay/{over.replay}?e={entry}&pile=discard0", headers={"HX-Request": "true"})
        for entry in (0, 9999)
    )
    assert visible_text(early.content.decode()) != visible_text(late.content.decode())
    assert (early.status_code, late.status_code) == (200, 200)
    assert Client().get(f"/replay/{over.replay}?e=9999&seat=0&pile=hand1").status_code == 404


def test_whole_log_has_the_events_of_the_perspective_with_their_steps(over: OnlineGame):
    pages = {
        seat: Client().get(f"/replay/{over.replay}?e=0{seat}&log=all", headers={"HX-Request": "true"}).content.decode()
        for seat in ("", "&seat=0", "&seat=1")
    }
    texts = {seat: visible_text(page) for seat, page in pages.items()}

    assert "Bob draws a card." in texts["&seat=0"]
    assert "Bob draws a card." not in texts["&seat=1"] + texts[""]
    links = [int(entry) for entry in re.findall(r'href="\?e=(\d+)"', pages[""])]
    assert links == sorted(links)
    assert links[-1] == entries(over)[-1]
    for entry, text in list(zip(links, re.findall(r"<a [^>]*>([^<]+)</a>", pages[""]), strict=True))[::9]:
        assert text.strip() in part(over, f"?e={entry}")


# --- The check of the game ---


def test_verification_says_what_was_checked(over: OnlineGame):
    answer = Client().post(f"/replay/{over.replay}/verify", headers={"HX-Request": "true"})
    text = visible_text(answer.content.decode())

    assert text.startswith("Verified")
    assert "The record All" in text.replace("✓", "").replace("  ", " ")
    for sentence in ("Each choice was allowed", "dealt again from its seed", "contains the hash of the one before"):
        assert sentence in text


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("record", "the record contradicts the rules or its own checksums"),
        ("seed", "They are not those that the seed determines"),
        ("log", "was changed, moved or removed"),
    ],
)
def test_verification_finds_what_was_changed(over: OnlineGame, fault: str, sentence: str):
    if fault == "record":
        OnlineGame.objects.filter(pk=over.pk).update(record=over.record.replace('"concede",1', '"concede",0'))
    elif fault == "seed":
        OnlineGame.objects.filter(pk=over.pk).update(seed=bytes([7]) * 32)
    else:
        QuerySet(LogEntry).filter(stream=over.stream, number=2).update(role="head_judge")

    text = visible_text(Client().post(f"/replay/{over.replay}/verify").content.decode())

    assert "This game does not match its record" in text
    assert sentence in text


def test_verification_is_limited(over: OnlineGame):
    statuses = [Client().post(f"/replay/{over.replay}/verify").status_code for _ in range(21)]

    assert statuses == [200] * 20 + [429]


# --- The picture ---


def test_picture_is_an_image_of_the_promised_size(over: OnlineGame):
    page = Client().get(f"/replay/{over.replay}?e=9&seat=1").content.decode()
    address = re.search(r'<meta property="og:image" content="http://testserver([^"]+)"', page)
    assert address

    answer = Client().get(address[1].replace("&amp;", "&"))

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content.startswith(PNG)
    assert [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    assert "seat=1" in address[1]
    for name in ("og:title", "og:description", "og:image:alt"):
        assert f'<meta property="{name}" content="' in page
    assert '<meta name="twitter:card" content="summary_large_image"' in page


def test_picture_of_an_unknown_replay_is_not_found(over: OnlineGame):
    for token in ("none", (over.replay or "")[:-1]):
        assert Client().get(f"/replay/{token}/picture.png").status_code == 404


def test_drawing_is_limited_but_the_same_picture_is_drawn_once(over: OnlineGame, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replay_picture, "MAX_PER_MINUTE", 4)
    address = f"/replay/{over.replay}/picture.png"
    for _ in range(6):
        assert Client().get(f"{address}?e=9").status_code == 200

    places = [(entry, seat) for entry in entries(over)[:3] for seat in (0, 1)]
    statuses = [Client().get(f"{address}?e={entry}&seat={seat}").status_code for entry, seat in places]

    assert statuses == [200] * 3 + [429] * 3


def test_without_a_font_there_is_no_picture_and_the_page_says_nothing_of_one(
    over: OnlineGame, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rasterizer, "FAMILIES", ("No Such Family",))
    rasterizer.font_family.cache_clear()
    try:
        page = Client().get(f"/replay/{over.replay}").content.decode()
        answer = Client().get(f"/replay/{over.replay}/picture.png")
    finally:
        rasterizer.font_family.cache_clear()

    assert "picture.png" not in page
    assert '<meta name="twitter:card" content="summary"' in page
    assert answer.status_code == 422
    assert "has no font" in visible_text(answer.content.decode())


def test_names_without_glyphs_are_replaced_in_pictures(monkeypatch: pytest.MonkeyPatch):
    """No font has this private character, so the picture has the number of the seat instead."""
    assert not rasterizer.can_draw("A\ue123")
    assert rasterizer.can_draw("Alice é")
