"""The pods on the pages of officials: those of a large event have pages and a search."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest

from drafting.models import Seat
from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Entry, Event
from tournaments.selectors.desk import PodMonitor, labelled, pod_monitors
from tournaments.selectors.roster import pod_label
from tournaments.selectors.seats import current_pods
from tournaments.views.list_pages import ListPage, list_page, list_query
from tournaments.views.work_lists import ROWS

PODS = 12


class PodRow(NamedTuple):
    """A pod: its number from 1, its label, and its players where a search needs them."""

    number: int
    label: str
    players: Sequence[Entry | str]


def pod_page(request: HttpRequest, event: Event, *, only_open: bool) -> ListPage[PodRow]:
    """Return the page of the pods of the current draft; with ``only_open``, of those whose decks are not all in.

    Pods are in order; in a large event, those with missing decks come first. Makes two queries, three for a search.
    """
    pods = labelled(current_pods(event)).values_list("number", "pod__label", "pod__closed_at")
    if only_open:
        pods = pods.filter(pod__closed_at=None)
    names: dict[int, list[str]] = {}
    if request.GET.get("find"):
        seats = Seat.objects.filter(pod__event_pod__event=event, player__entries__event=event)
        for number, name in seats.values_list("pod__event_pod__number", "player__entries__name"):
            names.setdefault(number, []).append(name)
    found = [(closed is not None, PodRow(number, label, names.get(number, ()))) for number, label, closed in pods]
    players = event.entries.count()
    if players > ROWS:
        found.sort(key=lambda each: each[0])
    return _page(request, [row for _closed, row in found], players)


def shown_monitors(event: Event, page: ListPage[PodRow], *, with_deck_faults: bool = False) -> list[PodMonitor]:
    """Return the pods of ``page`` as officials see them. See `pod_monitors`."""
    numbers = [row.number for row in page.rows]
    found = {
        monitor.number: monitor
        for monitor in pod_monitors(event, numbers=numbers, for_staff=True, with_deck_faults=with_deck_faults)
    }
    return [found[number] for number in numbers]


def planned_page(request: HttpRequest, pods: Iterable[Sequence[Entry]], players: int) -> ListPage[PodRow]:
    """Return the page of planned pods, for an event with this number of ``players``."""
    return _page(request, [PodRow(number, pod_label(number), pod) for number, pod in enumerate(pods, 1)], players)


def _page(request: HttpRequest, rows: Sequence[PodRow], players: int) -> ListPage[PodRow]:
    size = PODS if players > ROWS else max(PODS, len(rows))
    query = list_query(request, total=len(rows), size=size)

    def matches(row: PodRow) -> bool:
        return query.wanted == normalize_login(row.label) or any(
            query.wanted in normalize_login(_name(player)) for player in row.players
        )

    return list_page(rows, query, matches=matches, size=size)


def _name(player: Any) -> str:
    return player if isinstance(player, str) else player.full_name
