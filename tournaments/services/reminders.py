"""Reminders: a pack waits while the page is closed, and a deck is due soon. The sweep sends each of them once."""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Q
from django.urls import reverse

from drafting.models import Deck, Pod, Seat
from drafting.rules.timing import PICK_CLOCKS
from drafting.selectors.open_round import open_rounds
from gameplay.engine.core.errors import _
from gameplay.infrastructure.presence import present_followers
from gameplay.models import NotificationSettings
from gameplay.services.notifications import Notice, notify

INTERVAL = 10  # seconds between two looks
MEMORY = 24 * 3600  # seconds in which a reminder is not repeated
DECK_LEAD = timedelta(minutes=5)
MIN_CLOCK = 60  # seconds: with a shorter clock for the first pick, a notification would come too late
PACK = _("Pod {pod}, seat {seat}: a pack waits for you")
DECK = _("Pod {pod}, seat {seat}: your deck is due in {minutes} minutes")


def send_reminders(now: datetime) -> None:
    """Send the reminders that are due. Makes one query if no account has asked for any."""
    if not cache.add("reminders", True, INTERVAL):
        return
    wanted = list(NotificationSettings.objects.exclude(kinds=[]).values_list("kinds", flat=True))
    if any("pack" in kinds for kinds in wanted):
        _remind_of_packs()
    if any("deck" in kinds for kinds in wanted):
        _remind_of_decks(now)


def _remind_of_packs() -> None:
    """Remind players with a waiting pack whose page is closed, in online drafts with a long clock or none."""
    slow = [code for code, clock in PICK_CLOCKS.items() if not clock.seconds or max(clock.seconds) >= MIN_CLOCK]
    running = Pod.objects.filter(
        pack_round__gt=0, drafted_at=None, paused_at=None, pick_clock__in=slow, event_pod__isnull=False
    )
    pods = list(running.exclude(opening=Pod.Opening.TABLE))
    rounds = open_rounds(pods)
    seats = Seat.objects.filter(pod__in=pods, closed_at=None, bot="", paused_at=None).select_related("pod")
    waiting = [(seat, packs[0]) for seat in seats if (packs := rounds[seat.pod_id].packs_before(seat.number))]
    present = present_followers([(seat.pod.stream, seat.acting_id) for seat, _pack in waiting])
    for seat, pack in waiting:
        if (seat.pod.stream, seat.acting_id) not in present:
            path = reverse("draft", args=[seat.pod_id])
            _remind(f"pack/{pack.pk}/{pack.hops}", seat, "pack", PACK, path=path)


def _remind_of_decks(now: datetime) -> None:
    """Remind players whose deck is not submitted, DECK_LEAD before it is due."""
    soon = Q(seat__pod__deck_deadline__gt=now, seat__pod__deck_deadline__lte=now + DECK_LEAD)
    missing = Deck.objects.filter(
        soon, submitted_at=None, seat__closed_at=None, seat__bot="", seat__pod__paused_at=None
    )
    for deck in missing.select_related("seat__pod"):
        due_at = deck.seat.pod.deck_deadline
        assert due_at
        minutes = max(1, round((due_at - now).total_seconds() / 60))
        path = reverse("deck", args=[deck.seat.pod_id])
        _remind(f"deck/{deck.seat_id}", deck.seat, "deck", DECK, path=path, minutes=minutes)


def _remind(key: str, seat: Seat, kind: str, title: str, *, path: str, **fields: object) -> None:
    if cache.add(f"reminded/{key}", True, MEMORY):
        fields |= {"pod": seat.pod.label, "seat": seat.number + 1}
        notify([seat.acting_id], Notice(kind, title, fields, "", path))
