"""The page of a seat during the draft without scripts: its states and its forms."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from drafting.models import Pick, Pod
from drafting.rules.format import DraftFormat
from drafting.services.pod import open_packs, pause_pod
from drafting.services.seat import close_seat
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.views.conftest import Browser
from tests.drafting.views.reading import address, form, heading, page, refs, tokens
from tests.page_text import compact_markup, visible_text

HTMX = {"HX-Request": "true"}
commits = pytest.mark.usefixtures("transactional_db")
"""Bots act after commits."""


@pytest.mark.clause("DRF-2.3", "DRF-2.5", "DRF-2.15")
def test_the_pack_in_hand_is_a_radio_group_with_the_text_of_each_card(draft: Draft, browser: Browser):
    text = page(browser(draft.people["Alice"]), draft)

    pack = draft.before("Alice")
    assert heading(text) == "Pack 1 of 2, pick 1 of 4"
    assert set(tokens(text)) == {copy.token for copy in pack.copies}
    assert refs(text) == {copy.ref for copy in pack.copies}
    assert "Choose one of 4 cards" in text
    assert "4 cards, verified" in text
    assert re.search(r'role="radiogroup" aria-labelledby="pick-heading"', text)
    assert text.count('<span class="sr">') > 4
    assert "Pass left to Bob, from Dora" in text


def test_a_form_takes_the_card_and_redirects_back(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    chosen = form(page(alice, draft), 2)

    response = alice.post(address(draft), chosen)

    assert (response.status_code, response["Location"]) == (302, address(draft))
    pick = Pick.objects.get()
    assert (pick.seat, pick.token) == (draft.seat("Alice"), chosen["card"])
    waiting = page(alice, draft)
    assert "Waiting for Dora" in waiting
    assert "Still picking:" in waiting
    assert "Bob (2 packs)" in visible_text(waiting)
    assert tokens(waiting) == []


def test_a_pack_can_be_shown_as_text_and_stays_so(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    here = f"{address(draft)}?as=words"

    text = alice.get(here).content.decode()
    response = alice.post(here, form(text))

    first = draft.round.packs[0]
    assert set(tokens(text)) == {copy.token for copy in first.copies} | {form(text)["card"]}
    assert refs(text) == set()
    assert f'aria-labelledby="words-{tokens(text)[0]}"' in text
    assert f'hx-get="{here}"' in text
    assert response["Location"] == here


@pytest.mark.parametrize("look", ["", "?as=words"])
def test_a_selection_is_kept_when_the_page_is_reloaded(new_draft: NewDraft, browser: Browser, look: str):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = browser(draft.people["Alice"])
    chosen = form(page(alice, draft), 2)

    alice.post(f"/pod/{draft.pod_id}/select", chosen)

    text = compact_markup(alice.get(f"{address(draft)}{look}").content.decode()).partition("draft-phrases")[0]
    assert re.findall(r'value="([^"]+)" required checked', text) == [chosen["card"]]
    other_page = page(browser(draft.people["Bob"]), draft)
    assert " checked" not in other_page.partition("draft-phrases")[0].partition("<main")[2]


def test_a_pick_of_a_live_page_gets_an_empty_response(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    text = page(alice, draft)

    response = alice.post(f"/pod/{draft.pod_id}/pick", form(text, 1), headers=HTMX)

    assert f'hx-post="/pod/{draft.pod_id}/pick"' in text
    assert (response.status_code, response.content) == (204, b"")
    assert Pick.objects.get().token == form(text, 1)["card"]


def test_htmx_gets_the_part_that_changes(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    draft.pick("Alice")

    response = alice.get(address(draft), headers=HTMX)
    text = compact_markup(response.content.decode())

    assert response.status_code == 200
    assert "<html" not in text
    assert re.search(r'<section id="draft"[^>]*data-live="pod/[^"]+" data-number="\d+"', text)
    assert "Waiting for Dora" in text


@pytest.mark.clause("DRF-2.5")
def test_a_stale_form_is_refused_above_the_current_pack(draft: Draft, browser: Browser):
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


def test_a_card_that_is_not_in_the_pack_is_refused_without_naming_it(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])
    elsewhere = draft.before("Bob").contents[0]

    response = alice.post(address(draft), form(page(alice, draft)) | {"card": elsewhere[0]})

    assert response.status_code == 422
    assert 'data-code="not_in_pack"' in response.content.decode()
    assert elsewhere[0] not in response.content.decode()


@pytest.mark.parametrize("fields", [{}, {"pack": "1"}, {"number": "one"}, {"number": "1.5"}, {"number": "１"}])
def test_invalid_fields_are_unreadable(draft: Draft, browser: Browser, fields: dict[str, str]):
    alice = browser(draft.people["Alice"])
    sent = form(page(alice, draft)) | fields if fields else {}

    assert alice.post(address(draft), sent).status_code == 400
    assert not Pick.objects.exists()


def test_a_pod_exists_only_for_its_players(new_draft: NewDraft, draft: Draft, browser: Browser):
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

    assert {response.status_code for response in seen} == {404}
    assert "/sign-in" in Client().get(address(draft))["Location"] or Client().get(address(draft)).status_code == 302


@pytest.mark.clause("DRF-2.1", "DRF-2.9")
def test_with_opening_by_hand_packs_wait_for_the_signal(new_draft: NewDraft, browser: Browser):
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
    assert "Wait for the signal to open pack 2" in between
    assert "It will be passed to the right." in between


@commits
def test_a_pack_that_skipped_a_closed_seat_counts_picks_to_its_last(draft: Draft, browser: Browser):
    close_seat(draft.seat("Dora"), author=None, role="judge", reason="left")
    headings = set()
    while draft.pod.pack_round == 1:
        name = next(name for name in ("Alice", "Bob", "Charlie") if draft.round.packs_before(draft.seat(name).number))
        headings.add(heading(page(browser(draft.people[name]), draft)))
        draft.pick(name)

    turns = [re.fullmatch(r"Pack 1 of 2, pick (\d) of (\d)", each) for each in headings]
    counted = [(int(turn[1]), int(turn[2])) for turn in turns if turn]
    assert len(counted) == len(headings)
    assert all(pick <= picks for pick, picks in counted)
    assert max(counted) > (4, 4)


@pytest.mark.clause("DRF-2.7", "DRF-2.8")
def test_every_seat_sees_the_passing_direction(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", "Charlie", terms=DraftFormat(packs=4, pack_size=4, deck_size=16))
    names = list(draft.people)
    for pack_round in range(1, 5):
        assert draft.pod.pack_round == pack_round
        for place, name in enumerate(names):
            left, right = names[(place + 1) % 3], names[place - 1]
            direction = (
                f"Pass left to {left}, from {right}" if pack_round % 2 else f"Pass right to {right}, from {left}"
            )
            shown = page(browser(draft.people[name]), draft).partition("draft-phrases")[0]
            assert shown.count(direction) == 3  # in the header, on the map, and in the legend of the first pick
        draft.pick_round()


def test_a_paused_draft_shows_no_pack(draft: Draft, browser: Browser):
    pause_pod(draft.pod, author=None, role="head_judge", reason="fire alarm")

    text = page(browser(draft.people["Alice"]), draft)

    assert "The draft is paused" in text
    assert tokens(text) == []


@commits
def test_a_player_can_let_a_bot_draft_and_return(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])

    assert alice.post(address(draft), {"do": "bot"}).status_code == 302
    away = page(alice, draft)
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    assert "A bot drafts for you" in away
    assert alice.post(address(draft), {"do": "back"}).status_code == 302
    draft.pick("Dora")

    assert len(tokens(page(alice, draft))) == 3


def test_a_closed_seat_has_a_message(draft: Draft, browser: Browser):
    close_seat(draft.seat("Alice"), author=None, role="head_judge", reason="left")

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
def test_the_selection_is_saved_for_the_clock(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = browser(draft.people["Alice"])
    text = page(alice, draft)

    response = alice.post(f"/pod/{draft.pod_id}/select", {"card": tokens(text)[1]})

    assert response.status_code == 204
    assert draft.seat("Alice").selected == tokens(text)[1]
    assert "Time to pick" in text
    assert f'hx-post="/pod/{draft.pod_id}/select"' in text


def test_a_selection_after_the_pick_is_ignored(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = browser(draft.people["Alice"])
    taken = tokens(page(alice, draft))[1]
    draft.pick("Alice")

    response = alice.post(f"/pod/{draft.pod_id}/select", {"card": taken})

    assert (response.status_code, draft.seat("Alice").selected) == (204, "")


@commits
@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_over_a_whole_draft_pages_only_have_cards_in_hand(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob", bots=2, terms=DraftFormat(packs=3, pack_size=8, deck_size=16))
    clients = {name: browser(account) for name, account in draft.people.items()}
    all_tokens = set(draft.cards())
    taken = 0
    while not draft.pod.drafted_at:
        for name, client in clients.items():
            for part in ({}, HTMX):
                text = page(client, draft, headers=part)
                pack = draft.round.packs_before(draft.seat(name).number)
                copies = pack[0].copies if pack else []
                assert {token for token in all_tokens if token in text} == {copy.token for copy in copies}
                assert refs(text) == {copy.ref for copy in copies}
            assert client.get(f"/pod/{draft.pod_id}/deck")["Location"] == address(draft)
            if copies:
                response = client.post(f"/pod/{draft.pod_id}/pick", form(text), headers=HTMX)
                own = Pick.objects.filter(seat=draft.seat(name)).values_list("token", flat=True)
                assert not any(token in response.content.decode() for token in own)
                taken += 1

    assert taken == 48
    assert {token for token in all_tokens if token in page(clients["Alice"], draft)} == set()


def test_a_page_and_a_pick_take_few_queries(draft: Draft, browser: Browser, django_assert_max_num_queries: Any):
    alice = browser(draft.people["Alice"])
    chosen = form(page(alice, draft))

    with django_assert_max_num_queries(9):
        alice.get(address(draft))
    with django_assert_max_num_queries(12):
        alice.post(f"/pod/{draft.pod_id}/pick", chosen, headers=HTMX)
