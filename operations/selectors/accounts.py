"""Accounts as an operator finds them."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from gameplay.infrastructure.handles import normalize_login
from gameplay.models import Account

MAX_FOUND = 30


def find_accounts(text: str) -> list[Account]:
    """Return people with ``text`` in their name or as their e-mail address, staff first; without text, all staff.

    One query.
    """
    people = _people()
    if not text.strip():
        found = people.filter(kind=Account.Kind.STAFF)
    else:
        login = people.filter(login=normalize_login(text))
        found = login | people.filter(handle__icontains=text.strip()) | people.filter(email__iexact=text.strip())
    return list(found.order_by("-kind", "handle", "joined_at")[:MAX_FOUND])


def person(account_id: UUID) -> Account:
    """Return the account of a person. Raises Http404 for bots and unknown accounts."""
    found = _people().filter(pk=account_id).first()
    if found is None:
        raise Http404
    return found


def find_staff(name: str) -> Account | None:
    """Return the staff account with this handle or e-mail address, locked or not. One query."""
    try:
        return Account.objects.get_by_natural_key(name)
    except Account.DoesNotExist:
        return None


def _people() -> QuerySet[Account]:
    return Account.objects.exclude(kind=Account.Kind.BOT)
