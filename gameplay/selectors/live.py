"""The numbers of the log streams that the live parts of a page follow."""

from typing import Any, NamedTuple

from django.db.models import CharField

from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import LogStream

STREAM = CompiledSelect(lambda: LogStream.objects.filter(name=BindParam("name", CharField())))


class LiveStreams(NamedTuple):
    """Names of streams and their numbers, in the format of the attributes data-live and data-number.

    ``heads`` are the hashes of their last entries, which no other state of the streams has.
    """

    names: str
    numbers: str
    heads: str = ""

    def with_streams(self, *names: str) -> "LiveStreams":
        """Return these streams and those called ``names``. One query, none without ``names``."""
        if not names:
            return self
        more = live_streams(*names)
        return LiveStreams(f"{self.names} {more.names}", f"{self.numbers} {more.numbers}", f"{self.heads} {more.heads}")


def live_streams(*names: str) -> LiveStreams:
    """Return the current numbers of streams. One query.

    Read them before the data that they announce. A change in between is then announced once too often, never missed.
    """
    rows = LogStream.objects.filter(name__in=names).values_list("name", "number", "hash")
    found = {name: (str(number), hash_) for name, number, hash_ in rows}
    numbers, heads = zip(*(found.get(name, ("0", "-")) for name in names), strict=True) if names else ((), ())
    return LiveStreams(" ".join(names), " ".join(numbers), " ".join(heads))


def may_follow_person(account: Any, identity: str) -> bool:
    """Return whether ``account`` has this id: only the account itself may follow its own stream."""
    return account.is_authenticated and str(account.pk) == identity


def stream_number(name: str) -> int:
    """Return the current number of one stream, 0 if it has no entries. One query."""
    stream = STREAM.first(name=name)
    return stream.number if stream else 0
