"""The page of a pod for officials: packs without cards, and their actions."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

from cards.selectors import get_printed_card
from drafting.models import Pick, Pod, Seat
from drafting.services.seat import give_seat_to_bot, return_seat_to_player
from gameplay.infrastructure import presence
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.views.conftest import Browser
from tests.drafting.views.reading import address, heading, page, refs, tokens

commits = pytest.mark.usefixtures("transactional_db")
"""Bots act after commits."""


def test_officials_see_packs_but_no_cards(draft: Draft, official: Any):
    draft.pick("Alice")

    text = page(official("Sam"), draft)

    assert heading(text) == "Pack 1 of 2 is open"
    assert "15 cards left to pick." in text
    assert not any(token in text for token in draft.cards())
    assert refs(text) == set()
    assert "Pause the draft" not in text


def test_officials_see_lost_connections_of_seats_without_a_bot(
    new_draft: NewDraft, browser: Browser, official: Any, monkeypatch: pytest.MonkeyPatch
):
    draft, ines = new_draft("Alice", "Bob", bots=1), official("Ines")
    alice = browser(draft.people["Alice"])

    def disconnected() -> list[str]:
        names = re.findall(r"<span>\d\. (\w+)(?:(?!</div>).)*?no connection", page(ines, draft))
        assert "no connection" not in page(alice, draft)
        return names

    def follow(name: str) -> None:
        presence.mark_present(draft.people[name].pk, [draft.pod.stream])

    assert disconnected() == ["Alice", "Bob"]
    follow("Alice")
    assert disconnected() == ["Bob"]
    give_seat_to_bot(draft.seat("Bob"), author=None, role="judge", reason="away")
    assert disconnected() == []
    return_seat_to_player(draft.seat("Bob"), author=None, role="judge")
    monkeypatch.setattr(presence, "GRACE", 0)
    follow("Bob")
    presence.mark_left(draft.people["Bob"].pk, [draft.pod.stream])
    assert disconnected() == ["Bob"]


def test_without_a_cache_no_connection_is_shown_as_lost(draft: Draft, official: Any, monkeypatch: pytest.MonkeyPatch):
    ines = official("Ines")
    assert "no connection" in page(ines, draft)

    monkeypatch.setattr(presence, "redis_circuit", SimpleNamespace(is_open=True))

    assert heading(page(ines, draft)) == "Pack 1 of 2 is open"
    assert "no connection" not in page(ines, draft)


def test_only_directing_roles_can_act(draft: Draft, official: Any):
    assert official("Sam").post(address(draft), {"do": "pause", "reason": "x"}).status_code == 404
    assert draft.pod.paused_at is None


@pytest.mark.clause("DRF-2.1")
def test_officials_can_open_packs_by_hand(new_draft: NewDraft, official: Any):
    draft = new_draft("Alice", "Bob", opened=False, opening=Pod.Opening.BY_HAND)
    Pod.objects.update(published_at="2026-01-01T10:00Z")
    ines = official("Ines")
    assert "Open pack 1 of 2" in page(ines, draft)

    assert ines.post(address(draft), {"do": "open"}).status_code == 302
    again = ines.post(address(draft), {"do": "open"})

    assert draft.pod.pack_round == 1
    assert again.status_code == 409
    assert 'data-code="round_not_drafted"' in again.content.decode()
    assert heading(again.content.decode()) == "Pack 1 of 2 is open"


def test_officials_can_pause_and_resume(draft: Draft, official: Any):
    ines = official("Ines")

    ines.post(address(draft), {"do": "pause", "reason": "fire alarm"})
    assert draft.pod.paused_at
    assert "Resume the draft" in page(ines, draft)
    ines.post(address(draft), {"do": "resume"})

    assert draft.pod.paused_at is None


def test_officials_can_decide_who_acts_for_a_seat(draft: Draft, official: Any):
    ines = official("Ines")

    ines.post(address(draft), {"do": "bot", "seat": "2", "reason": "away"})
    assert draft.seat("Bob").bot == Seat.Bot.DRAFTER
    ines.post(address(draft), {"do": "back", "seat": "2"})
    assert draft.seat("Bob").bot == ""
    ines.post(address(draft), {"do": "close", "seat": "2", "reason": "went home"})
    assert draft.seat("Bob").closed_at

    assert ines.post(address(draft), {"do": "bot", "seat": "9"}).status_code == 404
    assert ines.post(address(draft), {"do": "dance"}).status_code == 400
    for do in ("pause", "pause_seat", "close"):
        ines.post(address(draft), {"do": do, "seat": "1", "reason": "  "})
    assert (draft.pod.paused_at, draft.seat("Alice").paused_at, draft.seat("Alice").closed_at) == (None, None, None)


def test_officials_can_replace_a_pack_give_time_and_correct_a_pick(new_draft: NewDraft, official: Any):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    ines, due = official("Ines"), draft.before("Alice").due_at
    pack = draft.before("Bob").contents

    ines.post(address(draft), {"do": "seconds", "seat": "1", "reason": "a question"})
    ines.post(address(draft), {"do": "time", "seat": "1", "percent": "50", "reason": "a broken arm"})
    ines.post(address(draft), {"do": "replace", "seat": "2", "reason": "ten cards"})
    assert (draft.before("Alice").due_at - due).total_seconds() == 30 + 25 / 2  # type: ignore[operator]
    assert draft.seat("Alice").extra_percent == 50
    assert draft.before("Bob").contents != pack

    pick = draft.pick("Alice")
    looked = ines.post(address(draft), {"do": "pick", "seat": "1", "reason": "it took another"})
    offered = tokens(looked.content.decode())
    assert pick.token not in offered
    assert len(offered) == 3
    corrected = {"do": "correct", "seat": "1", "card": offered[0], "reason": "it took another"}
    assert ines.post(address(draft), corrected).status_code == 302
    assert Pick.objects.get().token == offered[0]

    assert ines.post(address(draft), {"do": "time", "seat": "1", "percent": "7", "reason": "x"}).status_code == 400
    assert ines.post(address(draft), {"do": "seconds", "seat": "1", "reason": ""}).status_code == 422


def test_a_seat_is_paused_with_a_reason_and_resumed(draft: Draft, official: Any):
    ines = official("Ines")
    paused = {"do": "pause_seat", "seat": "1"}
    assert ines.post(address(draft), paused).status_code == 422
    ines.post(address(draft), paused | {"reason": "a spilled drink"})
    assert draft.seat("Alice").paused_at is not None
    assert "Resume the seat" in ines.get(address(draft)).content.decode()

    ines.post(address(draft), {"do": "resume_seat", "seat": "1"})

    assert draft.seat("Alice").paused_at is None
    assert "Resume the seat" not in ines.get(address(draft)).content.decode()


def test_only_a_head_judge_can_look_at_a_pool(draft: Draft, official: Any):
    pick = draft.pick("Alice")

    ines = official("Ines")
    shown = ines.post(address(draft), {"do": "look", "seat": "1", "reason": "a doubt"})

    assert "Cards drafted by seat 1" in shown.content.decode()
    assert get_printed_card("enemy", pick.ref).name.in_language("en") in unescape(shown.content.decode())
    assert "Cards drafted by seat 1" not in page(ines, draft)
    assert official("Sam").post(address(draft), {"do": "look", "seat": "1", "reason": "x"}).status_code == 404


@commits
def test_after_the_draft_officials_see_which_decks_are_in(draft: Draft, official: Any):
    give_seat_to_bot(draft.seat("Alice"), author=None, role="player")
    draft.people = {name: account for name, account in draft.people.items() if name != "Alice"}
    draft.draft()

    text = page(official("Ines"), draft)

    assert heading(text) == "1 of 4 decks are in"
    assert text.count('<span class="chip ok">deck in</span>') == 1


def test_an_account_without_a_role_sees_no_pod(draft: Draft, official: Any, browser: Browser):
    mallory: Account = create_guest("Mallory")

    assert browser(mallory).get(address(draft)).status_code == 404
