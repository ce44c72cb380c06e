"""Give each seat a pool and a deck without playing a draft; the deck has the first cards of the pool."""

from datetime import datetime, timedelta

from django.utils import timezone

from drafting.models import Deck, Pack, Pick, Pod, Seat
from tests.drafting.players import submit_deck
from tests.tournaments.conftest import Day

POOL = 44
DECK = 35


def refs_of(seat: Seat) -> list[str]:
    """Return the pool of ``seat``: commons of First Light, different at every seat, the first one twice."""
    numbers = [(seat.number * 5 + place) % 40 + 1 for place in range(POOL - 1)]
    return [f"FL-C{number:02}" for number in (numbers[0], *numbers)]


def drafted(day: Day) -> None:
    """Give every seat of the event its pool and a submitted deck."""
    now = timezone.now()
    for seat in Seat.objects.filter(pod__event_pod__event=day.event).select_related("pod"):
        _give_pool_and_deck(seat, now)
    day.draft()


def submit_decks(day: Day) -> None:
    """Give every seat its pool, and submit the decks through the service."""
    drafted(day)
    Deck.objects.update(submitted_at=None)
    Pod.objects.update(closed_at=None, deck_deadline=timezone.now() + timedelta(minutes=30))
    for seat in Seat.objects.filter(pod__event_pod__event=day.event):
        submit_deck(seat)


def _give_pool_and_deck(seat: Seat, now: datetime) -> None:
    pack, _made = Pack.objects.get_or_create(pod=seat.pod, pack_round=9, opener=seat.number, defaults={"contents": []})
    refs = refs_of(seat)
    Pick.objects.bulk_create(
        Pick(seat=seat, pack=pack, pack_round=9, number=place, token=f"{seat.number}.{place}", ref=ref, at=now)
        for place, ref in enumerate(refs, 1)
    )
    Deck.objects.create(seat=seat, cards=sorted(refs[:DECK]), version=1, saved_at=now, submitted_at=now)
