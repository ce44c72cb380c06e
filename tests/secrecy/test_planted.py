"""Check that the crawl finds planted leaks: each fault here would reveal a secret."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from drafting.models import Pack, Pick
from drafting.rules.passing import NotInPackError
from tests.secrecy.crawl import Crawl
from tests.secrecy.day import secret_day
from tournaments.models import Penalty

Plant = Callable[[pytest.MonkeyPatch], None]
plants: dict[str, tuple[str, Plant]] = {}


def planted(name: str, sees: str) -> Callable[[Plant], Plant]:
    def keep(plant: Plant) -> Plant:
        plants[name] = (sees, plant)
        return plant

    return keep


def patch_result(patch: pytest.MonkeyPatch, place: str, change: Callable[..., Any]) -> None:
    """Call ``change`` with the result and the arguments of each call of the function at ``place``."""
    module, _, name = place.rpartition(".")
    original = getattr(import_module(module), name)

    def changed(*arguments: Any, **named: Any) -> Any:
        answer = original(*arguments, **named)
        change(answer, *arguments)
        return answer

    patch.setattr(place, changed)


@planted("own picks in the state of the API", "Alice")
def _own_picks(patch: pytest.MonkeyPatch) -> None:
    def add(view: dict[str, Any], seat: Any) -> None:
        view["taken"] = list(Pick.objects.filter(seat=seat).values_list("ref", flat=True))

    patch_result(patch, "drafting.api.responses.seat_view", add)


@planted("the neighbour's pack in the state of the API", "Alice")
def _neighbour(patch: pytest.MonkeyPatch) -> None:
    def add(view: dict[str, Any], seat: Any) -> None:
        view["next"] = [pack.contents for pack in Pack.objects.filter(pod=seat.pod)]

    patch_result(patch, "drafting.api.responses.seat_view", add)


@planted("the id of a pack on the officials' map", "Tomas")
def _pack_id(patch: pytest.MonkeyPatch) -> None:
    patch_result(
        patch, "drafting.api.officials.pod_map", lambda view, pod: view.update(first=str(pod.packs.first().pk))
    )


@planted("a card name in the place of the event, for all visitors", "nobody")
def _label(patch: pytest.MonkeyPatch) -> None:
    patch_result(
        patch,
        "tournaments.views.event_request.event_phase",
        lambda phase, event: setattr(event, "place", "Lantern FL-U01"),
    )


@planted("the seed in a header", "nobody")
def _seed(patch: pytest.MonkeyPatch) -> None:
    def add(context: dict[str, Any], request: Any, event: Any, page: str) -> None:
        event.place = bytes(event.seed).hex()

    patch_result(patch, "tournaments.views.event.event_page_context", add)


@planted("the copies left in an error message", "Alice")
def _refusal(patch: pytest.MonkeyPatch) -> None:
    def init(self: NotInPackError) -> None:
        left = ", ".join(f"{copy}" for pack in Pack.objects.all() for copy, _ref in pack.contents)
        super(NotInPackError, self).__init__(left=left)

    patch.setattr(NotInPackError, "__init__", init)
    patch.setattr(NotInPackError, "sentence", "It holds {left}.")


@planted("a pack that a cache may keep", "Alice")
def _cache(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("deploy.caching.NoStoreMiddleware.__call__", lambda self, request: self.get_response(request))


@planted("all penalties on the page of a player", "Bob")
def _penalties(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tournaments.views.event.penalties_shown_to", lambda entry: list(Penalty.objects.all()))


@pytest.mark.parametrize("name", plants)
def test_planted_leak_is_found(db: None, monkeypatch: pytest.MonkeyPatch, name: str):
    sees, plant = plants[name]
    day = secret_day()
    day.seat()
    day.open()
    crawl = Crawl(day, step=1)
    day.draft(1)
    day.judge()
    plant(monkeypatch)

    crawl.get_all(sees, only="/pod" if sees in {"Alice", "Tomas"} else "/e/")
    if not crawl.leaks:
        crawl.step = 3
        crawl.send_all(sees)

    assert crawl.leaks
