"""Judges open a moment of a game in the view of replays, and write notes on it."""

from typing import Any

import pytest
from django.test import Client

from gameplay.engine.core.correction import NoSuchEntryError
from gameplay.infrastructure import log
from gameplay.models import Account, JudgeNote, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import games
from gameplay.services.judge_notes import MAX_LENGTH, NoteLengthError, annotate_moment
from tests.gameplay.test_corrections import correct, first_choice, people, play_on, reloaded, signed_in
from tests.gameplay.test_games import begun
from tests.page_text import compact_markup, visible_text

__all__ = ["people"]  # a fixture


@pytest.fixture
def game(people: Any) -> OnlineGame:
    alice, bob, _hana = people
    return play_on(begun(alice, bob), alice, bob, steps=6)


def page(account: Account, game: OnlineGame, query: str = "") -> str:
    answer = signed_in(account).get(f"/game/{game.pk}/judge/replay{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_judge_opens_each_moment_of_a_running_game(game: OnlineGame, people: Any):
    hana = people[2]
    shown = page(hana, game, "?e=0")

    assert "Step 1 of" in visible_text(shown)
    assert "All cards" in visible_text(shown)
    assert LogEntry.objects.get(action="judge_looked").author == hana
    assert "Verify this game" not in shown
    first = first_choice(game)
    assert f"?back={first}" in page(hana, game, f"?e={first}")


def test_the_moment_is_selected_on_the_page_for_corrections(game: OnlineGame, people: Any):
    first = first_choice(game)
    form = signed_in(people[2]).get(f"/game/{game.pk}/judge?back={first}").content.decode()

    assert f'<option value="{first}" selected>' in compact_markup(form)


@pytest.mark.parametrize("who", [0, 1, None])
def test_others_do_not_find_the_page(game: OnlineGame, people: Any, who: int | None):
    client = Client() if who is None else signed_in(people[who])
    for method in ("get", "post"):
        answer = getattr(client, method)(f"/game/{game.pk}/judge/replay", {"entry": 0, "note": "mine"})
        assert answer.status_code == 404
    assert not JudgeNote.objects.exists()


def test_note_is_shown_at_its_moment_and_after_the_game_in_the_replay(game: OnlineGame, people: Any):
    alice, bob, hana = people
    entry = first_choice(game)
    address = f"/game/{game.pk}/judge/replay?e={entry}"

    answer = signed_in(hana).post(address, {"entry": entry, "note": "Bob asked about rule 6"})

    assert (answer.status_code, answer["Location"]) == (302, address)
    assert "Bob asked about rule 6" in page(hana, game, f"?e={entry}")
    assert "Bob asked about rule 6" not in page(hana, game, "?e=99999")
    for player in (alice, bob):
        assert "rule 6" not in signed_in(player).get(f"/game/{game.pk}?log=all").content.decode()
    over = games.concede(bob, reloaded(game))
    replay = visible_text(Client().get(f"/replay/{over.replay}?e={entry}").content.decode())
    assert "Note by the judge Hana : Bob asked about rule 6" in replay.replace("Hana:", "Hana :")


def test_note_is_one_log_entry_without_its_text(game: OnlineGame, people: Any):
    hana, before = people[2], LogEntry.objects.filter(stream=game.stream).count()

    annotate_moment(hana, game, role="head_judge", entry=0, text="the cut was forgotten")

    entry = LogEntry.objects.filter(stream=game.stream).latest("number")
    assert LogEntry.objects.filter(stream=game.stream).count() == before + 1
    assert (entry.action, entry.author, entry.after, entry.reason) == ("moment_annotated", hana, {"entry": 0}, "")
    assert log.verify_stream(game.stream).is_intact


@pytest.mark.parametrize("text", ["", "  ", "x" * (MAX_LENGTH + 1)])
def test_note_needs_a_text_of_limited_length(game: OnlineGame, people: Any, text: str):
    with pytest.raises(NoteLengthError):
        annotate_moment(people[2], game, role="head_judge", entry=0, text=text)


def test_note_needs_a_moment_of_the_game(game: OnlineGame, people: Any):
    end = len(selectors.current_state(game).entries)

    annotate_moment(people[2], game, role="head_judge", entry=end, text="now")
    with pytest.raises(NoSuchEntryError):
        annotate_moment(people[2], game, role="head_judge", entry=end + 1, text="later")


def test_notes_stay_after_a_rewind(game: OnlineGame, people: Any):
    hana, end = people[2], len(selectors.current_state(game).entries)
    annotate_moment(hana, game, role="head_judge", entry=end, text="before the rewind")

    correct(game, hana, ("rewind", first_choice(game)))

    assert "before the rewind" in page(hana, game, f"?e={end}")
    assert "Back to turn 1" in visible_text(page(hana, game, "?e=99999"))
