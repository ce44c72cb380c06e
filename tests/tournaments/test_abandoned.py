"""Absent players or organizers cannot block a pod."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from drafting.models import Deck, Pick, Pod, Seat
from drafting.selectors.open_round import open_round
from drafting.services.bots import play_bots
from drafting.services.pause import pause_seat
from drafting.services.seat import give_seat_to_bot, substitute_player
from drafting.services.sweep import sweep_drafts
from gameplay.infrastructure.sessions import sign_out_everywhere
from gameplay.services.accounts import redeem_link
from tests.browser.pods import pick_first
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.models import Event
from tournaments.services.entry import drop_entry


def test_a_draft_ends_without_its_organizer_and_with_an_inactive_player(new_event: Callable[..., Day]):
    day = new_event(pick_clock="standard")
    day.enter(2)
    day.seat()
    sign_out_everywhere(day.alma)
    day.alma.is_active = False
    day.alma.save()
    alice, now = day.players[0], timezone.now()
    seat = Seat.objects.get(player=alice)

    while not Pod.objects.get().closed_at:
        while open_round(Pod.objects.get()).packs_before(seat.number):
            pick_first(alice, Pod.objects.get())
        now += timedelta(minutes=2)
        sweep_drafts(now)

    pod = Pod.objects.get()
    assert (pod.pack_round, bool(pod.drafted_at)) == (4, True)
    picks = {player: Pick.objects.filter(seat__player=player).values_list("by", flat=True) for player in day.players}
    assert [(len(by), set(by)) for by in picks.values()] == [(44, {"player"}), (44, {"clock"})]
    assert Deck.objects.filter(submitted_at__isnull=False, completed_by_clock=True).count() == 2


@pytest.mark.clause("DRF-OP-3")
@pytest.mark.parametrize(("setting", "closed", "bot"), [("closed", 1, 0), ("bot", 0, 1)])
def test_a_drop_during_the_draft_does_not_block_the_pod(
    new_event: Callable[..., Day], setting: str, closed: int, bot: int
):
    day = new_event(abandoned=Event.Abandoned(setting))
    gone, *others = day.enter(3)
    day.seat()

    drop_entry(gone, by=day.by, reason="ill")

    assert Seat.objects.exclude(closed_at=None).count() == closed
    assert Seat.objects.exclude(bot="").count() == bot
    pod = Pod.objects.get()
    for seat in Seat.objects.filter(pod=pod, player__in=[entry.account for entry in others]):
        give_seat_to_bot(seat, author=None, role="player")
    play_bots(pod.pk)
    pod.refresh_from_db()
    assert pod.drafted_at is not None


@pytest.mark.parametrize(("visibility", "linked"), [("private", False), ("public", True)])
def test_a_substitute_gets_a_link_to_the_event_only_if_it_is_public(
    new_event: Callable[..., Day], visibility: str, linked: bool
):
    day = new_event(visibility=visibility)
    day.enter(3)
    day.seat()
    seat = Seat.objects.get(player=day.players[0])
    sven = redeem_link(substitute_player(seat, "Sven", author=day.alma, role="head_judge", reason="ill"))

    page = signed_in(sven).get(f"/pod/{seat.pod_id}/draft").content.decode()

    assert ("Choose one of 11 cards" in page, f"/e/{day.event.slug}/" in page) == (True, linked)
    assert signed_in(sven).get(f"/e/{day.event.slug}/").status_code == (200 if linked else 404)


@pytest.mark.clause("DRF-OP-3")
@pytest.mark.parametrize("setting", ["closed", "bot"])
@pytest.mark.parametrize("before", [False, True])
def test_a_drop_ends_the_pause_of_the_seat(new_event: Callable[..., Day], setting: str, before: bool):
    """If ``before``, a bot has already taken the paused seat."""
    day = new_event(abandoned=Event.Abandoned(setting))
    gone, *_others = day.enter(3)
    day.seat()
    seat = Seat.objects.get(player=gone.account)
    pause_seat(seat, author=day.alma, role="head_judge", reason="a phone call")
    if before:
        give_seat_to_bot(seat, author=gone.account, role="player")

    drop_entry(gone, by=day.by, reason="ill")

    assert Seat.objects.get(player=gone.account).paused_at is None
    for other in Seat.objects.exclude(player=gone.account):
        give_seat_to_bot(other, author=None, role="player")
    play_bots(seat.pod_id)
    assert Pod.objects.get().drafted_at is not None
