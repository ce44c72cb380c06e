"""Erases guests who only practised and have not come back, and deletes old messages to webhooks."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from drafting.models import Seat
from gameplay.infrastructure.background import call_each_and_log_errors
from gameplay.models import Account
from gameplay.services.retention import is_retention_due
from tournaments.models import Delivery, Entry, Official
from tournaments.services.erasure import erase_by_clock

GUEST_RETENTION = timedelta(days=90)
"""How long the name of a guest who only practised is kept after the last sign-in. A session ends earlier."""

DELIVERY_RETENTION = timedelta(days=30)
MAX_GUESTS = 20  # erased in one sweep, so that it takes a second at most


def erase_and_delete_old_data(now: datetime) -> None:
    """Erase guests and delete deliveries whose time is over. Guests who joined a real event are kept."""
    if not is_retention_due(now):
        return
    Delivery.objects.filter(at__lt=now - DELIVERY_RETENTION, due_at=None).delete()
    call_each_and_log_errors(list(idle_guests(now)[:MAX_GUESTS]), erase_by_clock)


def idle_guests(now: datetime) -> QuerySet[Account]:
    """Return the guests whose data the site erases by itself."""
    seen_before = now - GUEST_RETENTION
    guests = Account.objects.filter(kind=Account.Kind.GUEST, is_active=True, joined_at__lt=seen_before)
    own = Q(account=OuterRef("pk"))
    substitute = Seat.objects.filter(substitute=OuterRef("pk"), pod__event_pod__event__rehearsal=False)
    return (
        guests.filter(Q(last_login=None) | Q(last_login__lt=seen_before))
        .exclude(Exists(Entry.objects.filter(own, event__rehearsal=False)))
        .exclude(Exists(Official.objects.filter(own)))
        .exclude(Exists(substitute))
        .order_by("pk")
    )
