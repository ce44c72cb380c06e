"""The crawl finds what is planted: each fault here would tell somebody a card."""

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


def after(patch: pytest.MonkeyPatch, place: str, change: Callable[..., Any]) -> None:
    """Let ``change`` see the arguments and change the answer of the function at ``place``."""
    module, _, name = place.rpartition(".")
    true = getattr(import_module(module), name)

    def changed(*arguments: Any, **named: Any) -> Any:
        answer = true(*arguments, **named)
        change(answer, *arguments)
        return answer

    patch.setattr(place, changed)


@planted("own picks in the state of the API", "Alice")
def _own_picks(patch: pytest.MonkeyPatch) -> None:
    def add(told: dict[str, Any], seat: Any) -> None:
        told["taken"] = list(Pick.objects.filter(seat=seat).values_list("ref", flat=True))

    after(patch, "drafting.api.permissions.seat_view", add)


@planted("the neighbour's pack in the state of the API", "Alice")
def _neighbour(patch: pytest.MonkeyPatch) -> None:
    def add(told: dict[str, Any], seat: Any) -> None:
        told["next"] = [pack.contents for pack in Pack.objects.filter(pod=seat.pod)]

    after(patch, "drafting.api.permissions.seat_view", add)


@planted("the id of a pack on the officials' map", "Tomas")
def _pack_id(patch: pytest.MonkeyPatch) -> None:
    after(patch, "drafting.api.officials.pod_map", lambda told, pod: told.update(first=str(pod.packs.first().pk)))


@planted("a name of a card in the label of a pod, for everybody", "nobody")
def _label(patch: pytest.MonkeyPatch) -> None:
    after(patch, "tournaments.views.event_request.phase", lambda told, event: setattr(event, "place", "Lantern FL-U01"))


@planted("the seed in a header", "nobody")
def _seed(patch: pytest.MonkeyPatch) -> None:
    def add(context: dict[str, Any], request: Any, event: Any, page: str) -> None:
        event.place = bytes(event.seed).hex()

    after(patch, "tournaments.views.event.shown", add)


@planted("the copies left in the sentence of a refusal", "Alice")
def _refusal(patch: pytest.MonkeyPatch) -> None:
    def told(self: NotInPackError) -> None:
        left = ", ".join(f"{copy}" for pack in Pack.objects.all() for copy, _ref in pack.contents)
        super(NotInPackError, self).__init__(left=left)

    patch.setattr(NotInPackError, "__init__", told)
    patch.setattr(NotInPackError, "sentence", "It holds {left}.")


@planted("a pack that a cache may keep", "Alice")
def _cache(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("deploy.caching.NoStoreMiddleware.__call__", lambda self, request: self.get_response(request))


@planted("everybody's penalties on the page of a player", "Bob")
def _penalties(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tournaments.views.event.told_to", lambda entry: list(Penalty.objects.all()))


@pytest.mark.parametrize("name", plants)
def test_what_is_planted_is_found(db: None, monkeypatch: pytest.MonkeyPatch, name: str):
    sees, plant = plants[name]
    day = secret_day()
    day.seat()
    day.open()
    crawl = Crawl(day)
    day.draft(1)
    day.judge()
    plant(monkeypatch)

    crawl.look(sees, only="/pod" if sees in {"Alice", "Tomas"} else "/e/")
    if not crawl.leaks:
        crawl.act(sees)

    assert crawl.leaks
