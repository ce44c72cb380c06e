"""Deletes data of accounts that is no longer needed."""

from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session

from gameplay.models import LoginLink, StoredResponse

RESPONSE_RETENTION = timedelta(days=1)
"""How long a request with an idempotency key may be repeated."""

LINK_RETENTION = timedelta(days=1)
"""How long a used or expired link still leads its owner to the site."""

FAILURE_RETENTION = timedelta(days=1)
"""How long failed sign-ins are kept, with a name and an address. They count for AXES_COOLOFF_TIME."""


def is_retention_due(now: datetime) -> bool:
    """Return whether retention sweeps run in this second: every ten minutes. A missed one does no harm."""
    return now.minute % 10 == 0 and now.second == 0


def delete_expired_rows(now: datetime) -> None:
    """Delete old responses, links and failed sign-ins, and expired sessions."""
    if not is_retention_due(now):
        return
    StoredResponse.objects.filter(at__lt=now - RESPONSE_RETENTION).delete()
    LoginLink.objects.filter(expires_at__lt=now - LINK_RETENTION).delete()
    AccessAttempt.objects.filter(attempt_time__lt=now - FAILURE_RETENTION).delete()
    Session.objects.filter(expire_date__lt=now).delete()
