"""Recognizes the form with which a guest joins when it is sent again.

A browser sends a form twice after a double click, or if it never received the response. Each form has a random number,
known only to that browser, which leads to its guest for some minutes.
"""

import hashlib
import secrets

from django.core.cache import cache

from gameplay.models import Account

LENGTH = 22  # characters
KEPT = 600  # seconds


def new_form_number() -> str:
    return secrets.token_urlsafe(16)


def remember_guest(number: str, account: Account) -> None:
    """Remember the guest of the form with this number; do nothing for an invalid number."""
    if len(number) == LENGTH:
        cache.set(_key(number), str(account.pk), KEPT)


def guest_of_form(number: str) -> Account | None:
    """Return the guest who joined with the form, or None."""
    pk = cache.get(_key(number)) if len(number) == LENGTH else None
    return Account.objects.filter(pk=pk, kind=Account.Kind.GUEST, is_active=True).first() if pk else None


def _key(number: str) -> str:
    return f"join_form/{hashlib.sha256(number.encode()).hexdigest()}"
