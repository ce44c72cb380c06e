"""How far the streams are that a live part of a page follows."""

from typing import NamedTuple

from gameplay.models import LogStream


class Live(NamedTuple):
    """The names of streams and their numbers, as templates write them into data-live and data-number."""

    names: str
    numbers: str


def live(*names: str) -> Live:
    """Return the present numbers of streams, to be read before anything that they tell of. One query."""
    found = dict(LogStream.objects.filter(name__in=names).values_list("name", "number"))
    return Live(" ".join(names), " ".join(str(found.get(name, 0)) for name in names))
