"""How far the streams are that a live part of a page follows."""

from typing import Any, NamedTuple

from gameplay.models import LogStream


class LiveStreams(NamedTuple):
    """The names of streams and their numbers, as templates write them into data-live and data-number."""

    names: str
    numbers: str

    def with_streams(self, *names: str) -> "LiveStreams":
        """Return these streams and those that only what they tell of has led to. One query, none without ``names``."""
        if not names:
            return self
        more = live_streams(*names)
        return LiveStreams(f"{self.names} {more.names}", f"{self.numbers} {more.numbers}")


def live_streams(*names: str) -> LiveStreams:
    """Return the present numbers of streams. One query.

    To be read before anything that they tell of, rows at hand too: what happens meanwhile is then told once too often,
    never missed.
    """
    found = dict(LogStream.objects.filter(name__in=names).values_list("name", "number"))
    return LiveStreams(" ".join(names), " ".join(str(found.get(name, 0)) for name in names))


def may_follow_person(account: Any, identity: str) -> bool:
    """Whether ``account`` may hear what is told to the person with this id: to themselves."""
    return account.is_authenticated and str(account.pk) == identity


def stream_number(name: str) -> int:
    """Return the present number of one stream, as `live` does; 0 for one not yet begun. One query."""
    return LogStream.objects.filter(name=name).values_list("number", flat=True).first() or 0
