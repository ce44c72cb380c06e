"""Check that only its player, its checker and the officials can see a registered pool of a paper draft."""

import pytest

from drafting.models import Registration, Seat
from drafting.selectors.pod_cards import legal_refs
from drafting.services.pool_registration import confirm_pool, submit_pool
from tests.drafting.players import save_pool
from tests.secrecy.crawl import Crawl
from tests.secrecy.day import ANONYMOUS, SHORT, SecretDay, secret_day
from tournaments.services.pod import end_paper_drafts


@pytest.fixture
def registering(db: None) -> SecretDay:
    """Return an event with a confirmed, a submitted and a begun pool in its first pod, each of other cards."""
    day = secret_day(opening="table")
    day.seat()
    end_paper_drafts(day.event, by=day.by)
    pod = day.event.pods.get(number=1).pod
    cards, size = sorted(legal_refs(pod)), SHORT.pool_size
    for seat in Seat.objects.filter(pod=pod, number__lt=3).select_related("pod", "player").order_by("number"):
        save_pool(seat, cards[seat.number * size : (seat.number + 1) * size])
        if seat.number < 2:
            submit_pool(seat, author=seat.player, role="player")
        if seat.number == 0:
            confirm_pool(seat, author=day.people["Tomas"], role="head_judge")
    return day


def seated(day: SecretDay) -> list[str]:
    """Return the names of the players of the first pod, clockwise."""
    seats = Seat.objects.filter(pod=day.event.pods.get(number=1).pod).order_by("number")
    return [seat.player.handle for seat in seats.select_related("player")]


@pytest.mark.clause("DRF-2.11")
def test_registered_pool_is_shown_only_to_its_player_checker_and_officials(registering: SecretDay):
    crawl, names = Crawl(registering), seated(registering)

    crawl.get_all(names[1], "Otto", "Jiro", "Hana", "Ines", "Mallory", "Zoe", ANONYMOUS)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    pod = registering.event.pods.get(number=1).pod
    second = Registration.objects.get(seat__pod=pod, seat__number=1)
    for name in (names[1], names[2], "Otto"):  # the player, the neighbour who checks it, the scorekeeper
        page = registering.client(name).get(f"/pod/{pod.pk}/pool/2").content.decode()
        assert all(ref in page for ref in second.cards)


@pytest.mark.clause("DRF-2.11")
@pytest.mark.parametrize("place", [0, 2, 3])
def test_pages_and_forms_of_a_player_reveal_no_other_pools(registering: SecretDay, place: int):
    crawl = Crawl(registering, turn=place)

    crawl.send_all(seated(registering)[place])

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
