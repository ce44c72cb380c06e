"""An event with a paper draft, from the seating over pool registration to the rounds."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from drafting.models import Deck, Seat
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import POOL, signed_in
from tests.drafting.players import save_deck, submit_deck
from tests.page_text import visible_text
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.models import Event
from tournaments.selectors.event_file import event_file, verify_finished_event
from tournaments.selectors.next_step import next_step
from tournaments.selectors.progress import event_phase, player_status
from tournaments.selectors.roles import FLOOR_JUDGE, HEAD_JUDGE, Actor
from tournaments.services.deck_check import start_player_check
from tournaments.services.entry import BotsPlayOnlineError, add_bots, drop_entry
from tournaments.services.event import NewEvent, appoint_official, create_event, finish_event
from tournaments.services.pod import end_paper_drafts

SMALL = DraftFormat(packs=2, pack_size=4, deck_size=6, rounds=1)


@pytest.fixture
def shop(new_event: Callable[..., Day]) -> Day:
    """Four seated players at one table."""
    alma = new_event().alma
    new = NewEvent("Shop draft", SMALL, BOOSTERS[:2], {"opening": "table"})
    day = Day(create_event(new, by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    return day


def event_page(client: Client, event: Event) -> str:
    return str(client.get(f"/e/{event.slug}/").content.decode())


def pool_page(day: Day, place: int) -> str:
    seat = Seat.objects.get(pod__event_pod__event=day.event, player=day.players[place])
    return f"/pod/{seat.pod_id}/pool/{seat.number + 1}"


def post_pool(day: Day, who: Any, place: int, **fields: str) -> int:
    return signed_in(who).post(pool_page(day, place), fields).status_code


def test_a_paper_draft_leads_from_seating_and_pool_registration_to_rounds(shop: Day):
    client = signed_in(shop.alma)
    assert next_step(shop.event).code == "end_draft"
    assert "Go to the draft" in event_page(signed_in(shop.players[0]), shop.event)
    client.post(f"/e/{shop.event.slug}/manage/step", {"step": "end_draft"})
    assert event_phase(shop.event) == "decks"
    assert "Register my pool" in event_page(signed_in(shop.players[0]), shop.event)

    for place, player in enumerate(shop.players):
        assert post_pool(shop, player, place, text="\n".join(POOL)) == 302
        assert post_pool(shop, player, place, do="hand_in") == 302
        assert post_pool(shop, shop.alma, place, do="confirm") == 302
        seat = Seat.objects.get(player=player)
        deck = signed_in(player).put(f"/api/v1/pods/{seat.pod_id}/deck", {"cards": POOL[:6]}, "application/json")
        assert deck.status_code == 200
        assert signed_in(player).post(f"/api/v1/pods/{seat.pod_id}/submission").status_code == 201

    assert next_step(shop.event).code == "pair_round"
    shop.round(1)
    shop.settle(1)
    finish_event(shop.event, by=shop.by)
    shop.event.refresh_from_db()
    assert event_file(shop.event)["pods"] == []
    assert verify_finished_event(shop.event).verdict == "EXACT"


def test_a_player_cannot_confirm_their_own_pool(shop: Day):
    end_paper_drafts(shop.event, by=shop.by)
    post_pool(shop, shop.players[0], 0, text="\n".join(POOL))
    post_pool(shop, shop.players[0], 0, do="hand_in")

    assert post_pool(shop, shop.players[0], 0, do="confirm") == 404
    assert post_pool(shop, shop.players[0], 0, do="correct", text="C01", reason="mine") == 404


def test_a_refused_pool_list_is_explained_and_kept_for_correction(shop: Day):
    end_paper_drafts(shop.event, by=shop.by)

    answer = signed_in(shop.players[0]).post(pool_page(shop, 0), {"text": "C01\nSilt Grubb"})

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "There is no card “Silt Grubb”." in page
    assert ">C01\nSilt Grubb</textarea>" in page


def test_bots_cannot_join_a_paper_draft_and_a_drop_closes_the_seat(shop: Day):
    new = NewEvent("x", SMALL, BOOSTERS[:2], {"opening": "table", "play": "online"})
    online = create_event(new, by=shop.alma)
    with pytest.raises(BotsPlayOnlineError):
        add_bots(online, 1, by=shop.by)

    drop_entry(shop.event.entries.get(account=shop.players[0]), by=shop.by, reason="ill")

    assert Seat.objects.get(player=shop.players[0]).closed_at is not None
    end_paper_drafts(shop.event, by=shop.by)
    entry = shop.event.entries.get(account=shop.players[1])
    assert player_status(shop.event, entry, event_phase(shop.event)).code == "pool"
    assert not Deck.objects.exists()


def register_and_hand_in(shop: Day) -> None:
    end_paper_drafts(shop.event, by=shop.by)
    for place, player in enumerate(shop.players):
        post_pool(shop, player, place, text="\n".join(POOL))
        post_pool(shop, player, place, do="hand_in")
        post_pool(shop, shop.alma, place, do="confirm")
        seat = Seat.objects.get(player=player)
        save_deck(seat, POOL[:6])
        submit_deck(seat)


def test_the_head_judge_corrects_a_pool_during_the_rounds_and_the_deck_needs_a_check(shop: Day):
    register_and_hand_in(shop)
    shop.round(1)
    ines, tomas = create_staff("Ines"), create_staff("Tomas")
    appoint_official(shop.event, ines, FLOOR_JUDGE, by=shop.by)
    appoint_official(shop.event, tomas, HEAD_JUDGE, by=shop.by)
    player = shop.event.entries.get(account=shop.players[0])
    correction = {"do": "correct", "text": "\n".join([*POOL[1:], "FL-C09"]), "reason": "C9, not C1"}
    judge, notice = (
        f"/e/{shop.event.slug}/judge",
        f"no longer legal because their pools were corrected. Make a ruling: {player.name}",
    )

    assert "Correct the pool" not in signed_in(ines).get(pool_page(shop, 0)).content.decode()
    assert post_pool(shop, ines, 0, **correction) == 404
    assert post_pool(shop, shop.players[0], 0, **correction) == 404
    assert post_pool(shop, tomas, 0, **correction | {"reason": " "}) == 422
    assert notice not in signed_in(ines).get(judge).content.decode()
    assert post_pool(shop, tomas, 0, **correction) == 302

    assert notice in signed_in(ines).get(judge).content.decode()
    assert notice in signed_in(shop.alma).get(f"/e/{shop.event.slug}/manage").content.decode()
    check = start_player_check(shop.event, player.number, by=Actor(ines, FLOOR_JUDGE))
    page = signed_in(ines).get(f"/e/{shop.event.slug}/judge/decks/{check.number}").content.decode()
    assert page.count('class="broken"') == 1
    assert notice not in signed_in(ines).get(judge).content.decode()


def test_the_desk_counts_submitted_missing_and_illegal_decks_with_reasons(shop: Day):
    end_paper_drafts(shop.event, by=shop.by)
    for place, player in enumerate(shop.players[:3]):
        post_pool(shop, player, place, text="\n".join(POOL))
        post_pool(shop, player, place, do="hand_in")
        post_pool(shop, shop.alma, place, do="confirm")
    first, second, _third = (Seat.objects.get(player=player) for player in shop.players[:3])
    save_deck(first, POOL[:6])
    submit_deck(first)
    save_deck(second, POOL[:6])
    desk = f"/e/{shop.event.slug}/manage"

    page = visible_text(signed_in(shop.alma).get(desk).content.decode())

    assert "Building decks: 1 of 4 are in." in page
    assert "Pools not confirmed: 1." in page
    assert "Not legal: 1. Rules broken:" in page
    assert "1 × Exactly 6 cards" in page
    join_as_player(shop)
    page = visible_text(signed_in(shop.alma).get(desk).content.decode())
    assert "Building decks: 1 of 4 are in." in page
    assert "Not legal" not in page


def join_as_player(shop: Day) -> None:
    """Let the organizer play, too; then she may not see the faults of other decks."""
    shop.event.entries.create(account=shop.alma, number=9, name="Alma", joined_at=timezone.now())
