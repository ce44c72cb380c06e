"""The page of a seat during the draft, without a script: what it shows in each state, and what it takes."""

import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.test import Client

from cards.selectors import printed
from drafting.models import Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.pod import open_packs, pause
from drafting.services.seat import close_seat, give_seat_to_bot
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.views.conftest import Browser

HTMX = {"HX-Request": "true"}
commits = pytest.mark.usefixtures("transactional_db")
"""Bots wake when something is committed."""


def address(draft: Draft) -> str:
    return f"/pod/{draft.pod_id}/draft"


def page(client: Client, draft: Draft, **options: Any) -> str:
    return client.get(address(draft), **options).content.decode()


def heading(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found
    return found[1]


def tokens(text: str) -> list[str]:
    return re.findall(r'name="card" value="(\w+)"', text)


def refs(text: str) -> set[str]:
    """The cards whose pictures a page shows."""
    return {f"{code}-{number}" for code, number in re.findall(r'src="/cards/enemy/(\w+)/(\w+)[./][^"]*"', text)}


def form(text: str, place: int = 0) -> dict[str, str]:
    """The form of the pack, with the card at ``place`` chosen."""
    hidden = dict(re.findall(r'type="hidden" name="(pack|number)" value="([^"]+)"', text))
    return hidden | {"card": tokens(text)[place]}


def closed(draft: Draft, name: str) -> None:
    close_seat(draft.seat(name), author=None, role="head_judge", reason="left")


@pytest.mark.clause("DRF-2.3", "DRF-2.5", "DRF-2.15")
def test_the_pack_in_hand_is_a_group_of_radios_that_say_all_that_stands_on_a_card(draft: Draft, browser: Browser):
    text = page(browser(draft.people["Alice"]), draft)

    pack = draft.before("Alice")
    assert heading(text) == "Pack 1 of 2, pick 1 of 4"
    assert set(tokens(text)) == {copy.token for copy in pack.copies}
    assert refs(text) == {copy.ref for copy in pack.copies}
    assert "Choose one of 4 cards" in text
    assert "4 cards, verified" in text
    assert re.search(r'role="radiogroup".*<legend', text, re.DOTALL)
    assert text.count('<span class="sr">') > 4
    assert "Pass left to Bob, from Dora" in text


def test_a_form_takes_the_card_and_leads_back(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    chosen = form(page(alice, draft), 2)

    answer = alice.post(address(draft), chosen)

    assert (answer.status_code, answer["Location"]) == (302, address(draft))
    pick = Pick.objects.get()
    assert (pick.seat, pick.token) == (draft.seat("Alice"), chosen["card"])
    waiting = page(alice, draft)
    assert "Waiting for Dora" in waiting
    assert "Still picking:" in waiting
    assert "<b>Bob</b> (2 packs)" in waiting
    assert tokens(waiting) == []


def test_a_pack_can_be_read_in_words_and_stays_so(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    here = f"{address(draft)}?as=words"

    text = alice.get(here).content.decode()
    answer = alice.post(here, form(text))

    first = draft.round.packs[0]
    assert set(tokens(text)) == {copy.token for copy in first.copies} | {form(text)["card"]}
    assert refs(text) == set()
    assert f'aria-labelledby="words-{tokens(text)[0]}"' in text
    assert f'hx-get="{here}"' in text
    assert answer["Location"] == here


def test_a_page_that_is_told_what_comes_next_gets_no_answer_but_that_the_card_is_taken(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    text = page(alice, draft)

    answer = alice.post(f"/pod/{draft.pod_id}/pick", form(text, 1), headers=HTMX)

    assert f'hx-post="/pod/{draft.pod_id}/pick"' in text
    assert (answer.status_code, answer.content) == (204, b"")
    assert Pick.objects.get().token == form(text, 1)["card"]


def test_htmx_gets_the_part_that_changes(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    draft.pick("Alice")

    answer = alice.get(address(draft), headers=HTMX)
    text = answer.content.decode()

    assert answer.status_code == 200
    assert "<html" not in text
    assert re.search(r'<section id="draft"[^>]*data-live="pod/[^"]+" data-number="\d+"', text)
    assert "Waiting for Dora" in text


@pytest.mark.clause("DRF-2.5")
def test_a_late_form_is_refused_above_the_present_pack(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    first = form(page(alice, draft))
    alice.post(address(draft), first)
    draft.pick("Dora")

    again = alice.post(address(draft), first)
    part = alice.post(address(draft), first, headers=HTMX)

    assert again.status_code == part.status_code == 409
    text = again.content.decode()
    assert 'data-code="stale_pick"' in text
    assert 'data-pick="1.2"' in text
    assert set(tokens(text)) == {copy.token for copy in draft.before("Alice").copies}
    assert 'data-code="stale_pick"' in part.content.decode()
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1


def test_a_card_that_is_not_in_the_pack_is_refused_and_none_is_named(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    elsewhere = draft.before("Bob").contents[0]

    answer = alice.post(address(draft), form(page(alice, draft)) | {"card": elsewhere[0]})

    assert answer.status_code == 422
    assert 'data-code="not_in_pack"' in answer.content.decode()
    assert elsewhere[0] not in answer.content.decode()


@pytest.mark.parametrize("fields", [{}, {"pack": "1"}, {"number": "one"}, {"number": "1.5"}, {"number": "１"}])
def test_what_cannot_be_read_is_said(draft: Draft, browser: Browser, fields: dict[str, str]):
    alice = browser(draft.people["Alice"])
    sent = form(page(alice, draft)) | fields if fields else {}

    assert alice.post(address(draft), sent).status_code == 400
    assert not Pick.objects.exists()


def test_a_pod_is_there_for_those_who_sit_at_it(new_draft: NewDraft, draft: Draft, browser: Browser):
    unpublished = new_draft("Emil", "Frida", opened=False)
    stranger = browser(create_guest("Mallory"))

    seen = [
        stranger.get(address(draft)),
        stranger.post(address(draft), {"do": "bot"}),
        stranger.get(f"/pod/{draft.pod_id}/deck"),
        stranger.post(f"/pod/{draft.pod_id}/select", {"card": "x"}),
        stranger.post(f"/pod/{draft.pod_id}/pick", {"pack": str(uuid.uuid4()), "number": 1, "card": "x"}),
        stranger.get(f"/pod/{uuid.uuid4()}/draft"),
        browser(unpublished.people["Emil"]).get(address(unpublished)),
    ]

    assert {answer.status_code for answer in seen} == {404}
    assert "/sign-in" in Client().get(address(draft))["Location"] or Client().get(address(draft)).status_code == 302


@pytest.mark.clause("DRF-2.1", "DRF-2.9")
def test_opened_by_hand_the_packs_wait_for_the_signal(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", opened=False, opening=Pod.Opening.BY_HAND)
    Pod.objects.update(published_at="2026-01-01T10:00Z")
    alice = browser(draft.people["Alice"])

    before = page(alice, draft)
    open_packs(draft.pod)
    draft.pick_round()
    between = page(alice, draft)

    assert (heading(before), tokens(before)) == ("The draft is about to begin", [])
    assert "Wait for the signal" in before
    assert (heading(between), tokens(between)) == ("Pack 1 of 2 is drafted", [])
    assert "Pack 2 waits for the signal" in between
    assert "It will be passed to the right." in between


@pytest.mark.clause("DRF-2.7", "DRF-2.8")
def test_the_way_of_the_packs_is_told_to_every_seat(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", "Charlie", terms=DraftFormat(packs=4, pack_size=4, deck_size=16))
    names = list(draft.people)
    for pack_round in range(1, 5):
        assert draft.pod.pack_round == pack_round
        for place, name in enumerate(names):
            left, right = names[(place + 1) % 3], names[place - 1]
            told = f"Pass left to {left}, from {right}" if pack_round % 2 else f"Pass right to {right}, from {left}"
            shown = page(browser(draft.people[name]), draft).partition("draft-phrases")[0]
            assert shown.count(told) == 2
        draft.pick_round()


def test_a_paused_draft_shows_no_pack(draft: Draft, browser: Browser):
    pause(draft.pod, author=None, role="head_judge", reason="fire alarm")

    text = page(browser(draft.people["Alice"]), draft)

    assert "The draft is paused" in text
    assert tokens(text) == []


@commits
def test_a_player_lets_a_bot_draft_and_comes_back(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])

    assert alice.post(address(draft), {"do": "bot"}).status_code == 302
    resting = page(alice, draft)
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    assert "A bot drafts for you" in resting
    assert alice.post(address(draft), {"do": "back"}).status_code == 302
    draft.pick("Dora")

    assert len(tokens(page(alice, draft))) == 3


def test_a_closed_seat_is_told_so(draft: Draft, browser: Browser):
    closed(draft, "Alice")

    text = page(browser(draft.people["Alice"]), draft)

    assert heading(text) == "This seat is closed"
    assert tokens(text) == []


@commits
def test_the_last_card_leads_to_the_deck(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    draft.draft()

    text = page(alice, draft)
    alice.post(f"/pod/{draft.pod_id}/deck", {"do": "bot"})
    done = page(alice, draft)

    assert re.search(rf'class="button primary" href="/pod/{draft.pod_id}/deck">Build your deck<', text)
    assert "Your deck is in" in done
    assert "The rounds begin when every deck is in." in done


@pytest.mark.clause("DRF-OP-4")
def test_the_clock_knows_what_was_selected(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = browser(draft.people["Alice"])
    text = page(alice, draft)

    answer = alice.post(f"/pod/{draft.pod_id}/select", {"card": tokens(text)[1]})

    assert answer.status_code == 204
    assert draft.seat("Alice").selected == tokens(text)[1]
    assert "Time to pick" in text
    assert f'hx-post="/pod/{draft.pod_id}/select"' in text


def test_a_selection_that_its_pick_has_overtaken_is_forgotten(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = browser(draft.people["Alice"])
    taken = tokens(page(alice, draft))[1]
    draft.pick("Alice")

    answer = alice.post(f"/pod/{draft.pod_id}/select", {"card": taken})

    assert (answer.status_code, draft.seat("Alice").selected) == (204, "")


@commits
@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_over_a_whole_draft_nobody_receives_a_card_but_those_in_hand(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", bots=2, terms=DraftFormat())
    clients = {name: browser(account) for name, account in draft.people.items()}
    every = set(draft.cards())
    taken = 0
    while not draft.pod.drafted_at:
        for name, client in clients.items():
            for part in ({}, HTMX):
                text = page(client, draft, headers=part)
                pack = draft.round.before(draft.seat(name).number)
                copies = pack[0].copies if pack else []
                assert {token for token in every if token in text} == {copy.token for copy in copies}
                assert refs(text) == {copy.ref for copy in copies}
            assert client.get(f"/pod/{draft.pod_id}/deck")["Location"] == address(draft)
            if copies:
                answer = client.post(f"/pod/{draft.pod_id}/pick", form(text), headers=HTMX)
                own = Pick.objects.filter(seat=draft.seat(name)).values_list("token", flat=True)
                assert not any(token in answer.content.decode() for token in own)
                taken += 1

    assert taken == 88
    assert {token for token in every if token in page(clients["Alice"], draft)} == set()


def test_a_page_and_a_pick_cost_few_queries(draft: Draft, browser: Browser, django_assert_max_num_queries: Any):
    alice = browser(draft.people["Alice"])
    chosen = form(page(alice, draft))

    with django_assert_max_num_queries(8):
        alice.get(address(draft))
    with django_assert_max_num_queries(12):
        alice.post(f"/pod/{draft.pod_id}/pick", chosen, headers=HTMX)


class TestOfficials:
    def test_they_see_who_holds_packs_and_no_card(self, draft: Draft, official: Any):
        draft.pick("Alice")

        text = page(official("Sam"), draft)

        assert heading(text) == "Pack 1 of 2 is open"
        assert "15 cards are still to be taken." in text
        assert not any(token in text for token in draft.cards())
        assert refs(text) == set()
        assert "Pause the draft" not in text

    def test_only_who_directs_may_do_more_than_look(self, draft: Draft, official: Any):
        assert official("Sam").post(address(draft), {"do": "pause", "reason": "x"}).status_code == 404
        assert draft.pod.paused_at is None

    @pytest.mark.clause("DRF-2.1")
    def test_they_open_packs_by_hand(self, new_draft: NewDraft, official: Any):
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

    def test_they_pause_and_resume(self, draft: Draft, official: Any):
        ines = official("Ines")

        ines.post(address(draft), {"do": "pause", "reason": "fire alarm"})
        assert draft.pod.paused_at
        assert "Resume the draft" in page(ines, draft)
        ines.post(address(draft), {"do": "resume"})

        assert draft.pod.paused_at is None

    def test_they_decide_who_acts_for_a_seat(self, draft: Draft, official: Any):
        ines = official("Ines")

        ines.post(address(draft), {"do": "bot", "seat": "2", "reason": "away"})
        assert draft.seat("Bob").bot == Seat.Bot.DRAFTER
        ines.post(address(draft), {"do": "back", "seat": "2"})
        assert draft.seat("Bob").bot == ""
        ines.post(address(draft), {"do": "close", "seat": "2", "reason": "went home"})
        assert draft.seat("Bob").closed_at

        assert ines.post(address(draft), {"do": "bot", "seat": "9"}).status_code == 404
        assert ines.post(address(draft), {"do": "dance"}).status_code == 400

    def test_they_replace_a_pack_give_time_and_correct_a_pick(self, new_draft: NewDraft, official: Any):
        draft = new_draft("Alice", "Bob", pick_clock="standard")
        ines, due = official("Ines"), draft.before("Alice").due_at
        pack = draft.before("Bob").contents

        ines.post(address(draft), {"do": "seconds", "seat": "1", "reason": "a question"})
        ines.post(address(draft), {"do": "time", "seat": "1", "percent": "50", "reason": "a broken arm"})
        ines.post(address(draft), {"do": "replace", "seat": "2", "reason": "ten cards"})
        assert (draft.before("Alice").due_at - due).total_seconds() == 30  # type: ignore[operator]
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

    def test_a_seat_is_paused_with_a_reason_and_goes_on(self, draft: Draft, official: Any):
        ines = official("Ines")
        paused = {"do": "pause_seat", "seat": "1"}
        assert ines.post(address(draft), paused).status_code == 422
        ines.post(address(draft), paused | {"reason": "a spilled drink"})
        assert draft.seat("Alice").paused_at is not None
        assert "Let the seat go on" in ines.get(address(draft)).content.decode()

        ines.post(address(draft), {"do": "resume_seat", "seat": "1"})

        assert draft.seat("Alice").paused_at is None
        assert "Let the seat go on" not in ines.get(address(draft)).content.decode()

    def test_a_head_judge_looks_at_a_pool_and_nobody_else_does(self, draft: Draft, official: Any, settings: Any):
        settings.LOOK_REFUSED = []
        pick = draft.pick("Alice")

        ines = official("Ines")
        shown = ines.post(address(draft), {"do": "look", "seat": "1", "reason": "a doubt"})

        assert "What seat 1 has drafted" in shown.content.decode()
        assert printed("enemy", pick.ref).name.in_("en") in unescape(shown.content.decode())
        assert "What seat 1 has drafted" not in page(ines, draft)
        assert official("Sam").post(address(draft), {"do": "look", "seat": "1", "reason": "x"}).status_code == 404

    @commits
    def test_after_the_draft_they_see_whose_deck_is_in(self, draft: Draft, official: Any):
        give_seat_to_bot(draft.seat("Alice"), author=None, role="player")
        draft.people = {name: account for name, account in draft.people.items() if name != "Alice"}
        draft.draft()

        text = page(official("Ines"), draft)

        assert heading(text) == "1 of 4 decks are in"
        assert text.count('<span class="chip ok">deck in</span>') == 1


def test_an_account_of_nobody_sees_no_pod(draft: Draft, official: Any, browser: Browser):
    mallory: Account = create_guest("Mallory")

    assert browser(mallory).get(address(draft)).status_code == 404
