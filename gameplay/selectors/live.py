"""How far the streams are that a live part of a page follows."""

from typing import Any, NamedTuple

from gameplay.models import LogStream


class Live(NamedTuple):
    """The names of streams and their numbers, as templates write them into data-live and data-number."""

    names: str
    numbers: str

    def also(self, *names: str) -> "Live":
        """Return these streams and those that only what they tell of has led to. One query, none without ``names``."""
        if not names:
            return self
        more = live(*names)
        return Live(f"{self.names} {more.names}", f"{self.numbers} {more.numbers}")


def live(*names: str) -> Live:
    """Return the present numbers of streams. One query.

    To be read before anything that they tell of, rows at hand too: what happens meanwhile is then told once too often,
    never missed.
    """
    found = dict(LogStream.objects.filter(name__in=names).values_list("name", "number"))
    return Live(" ".join(names), " ".join(str(found.get(name, 0)) for name in names))


def may_follow_person(account: Any, identity: str) -> bool:
    """Whether ``account`` may hear what is told to the person with this id: to themselves."""
    return account.is_authenticated and str(account.pk) == identity


def number_of(name: str) -> int:
    """Return the present number of one stream, as `live` does; 0 for one not yet begun. One query."""
    return LogStream.objects.filter(name=name).values_list("number", flat=True).first() or 0
