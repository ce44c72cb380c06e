"""A real server whose machine's clock is set forward by an hour for eight seconds, and back: no deadline grows or ends."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.parts import site as sites
from tests.parts.site import SiteProcess
from tests.parts.waiting import eventually

HOUR = 3600
MAKE = """
import json
from datetime import timedelta
from django.utils import timezone
from tests.instruments.bench.site import signed_in
from gameplay.services.practice import Other, begin, mode
from drafting.services.pause import pause_seat
from drafting.services.pod import create_pod, open_packs, pause, publish_seating
from gameplay.services.accounts import create_bot, create_guest
from tests.drafting.drafts import BOOSTER, SEED, SHORT
from tournaments.models import Round
from tournaments.services.practice_event import rehearsal
alice = create_guest("Alice")
def pod(label, *players):
    found = create_pod(label=label, players=players, seed=SEED, terms=SHORT, chance=f"event/1/pod/{label}",
                       boosters=[BOOSTER] * 2, pick_clock="relaxed")
    open_packs(publish_seating(found))
    return found
picking = pod("A", alice, create_guest("Bob"))
paused = pod("B", create_guest("Charlie"), create_guest("Dora"))
pause(paused, author=None, role="judge", reason="a fire alarm")
game = begin(alice, mode("hagmi", "simple", 2), [Other("random")]).game
event = rehearsal(by=create_bot("Host"), name="An evening", game="hagmi")
now = timezone.now()
Round.objects.create(event=event, number=1, minutes=50, paired_at=now, published_at=now, ends_at=now + timedelta(minutes=50))
print(json.dumps({"picking": str(picking.pk), "paused": str(paused.pk), "game": str(game.pk), "alice": signed_in(alice)}))
"""
MOMENTS = """
import json
from drafting.models import Pack, Pick, Pod
from tournaments.models import Round
moments = lambda found: [moment.timestamp() for moment in found]
print(json.dumps({
    "picks": moments(Pack.objects.filter(pod__label="A", due_at__isnull=False).values_list("due_at", flat=True)),
    "paused": moments(Pod.objects.filter(label="B").values_list("paused_at", flat=True)),
    "rounds": moments(Round.objects.values_list("ends_at", flat=True)),
    "made": list(Pick.objects.values_list("by", flat=True)),
}))
"""
RELAXED = 50  # seconds for a pick from a pack of four


@dataclass
class Hall:
    """A site with a draft, a paused draft, a game and a round, on a machine whose clock can be set."""

    site: SiteProcess
    ahead: Path
    made: dict[str, Any]

    def moments(self) -> Any:
        """Return when each deadline ends and the pause began, in seconds of the epoch, and how each pick was made."""
        return json.loads(self.site.shell(MOMENTS))

    def health(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.site.request("/healthz").text)
        return found

    @contextmanager
    def set_by(self, seconds: float) -> Iterator[None]:
        self.ahead.write_text(str(seconds))
        try:
            yield
        finally:
            self.ahead.write_text("0")

    def pick(self) -> int:
        """Let Alice take the first card before her, and return the status of the answer."""
        path, headers = f"/api/v1/pods/{self.made['picking']}", {"Cookie": self.made["alice"]["cookie"]}
        pack = json.loads(self.site.request(path, **headers).text)["pack"]
        turn = {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}
        headers |= {"X_CSRFToken": self.made["alice"]["token"], "Content_Type": "application/json"}
        return self.site.request(f"{path}/picks", "POST", json.dumps(turn).encode(), **headers).status


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall of its own for each test: its deadlines run."""
    environment = {"DJANGO_SETTINGS_MODULE": "tests.deploy.jumping_settings", "AHEAD": str(tmp_path / "ahead")}
    with sites.running_site(tmp_path / "var", environment=environment, log=tmp_path / "server.log") as site:
        yield Hall(site, tmp_path / "ahead", json.loads(site.shell(MAKE)))


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_deadlines_neither_grow_nor_end_when_the_clock_is_set_for_some_seconds(hall: Hall, seconds: int):
    before = hall.moments()
    with hall.set_by(seconds):
        time.sleep(4)
        assert hall.pick() == 201
        time.sleep(4)
        assert hall.health()["clock"] == "ok"
    time.sleep(3)
    after = hall.moments()

    assert hall.health()["clock"] == "ok"
    assert after["made"] == ["player"]
    for kind in ("paused", "rounds"):
        assert after[kind] == pytest.approx(before[kind], abs=1)
    assert all(0 < moment - time.time() < RELAXED for moment in after["picks"])


@pytest.mark.slow
def test_a_clock_that_stays_set_moves_every_deadline_with_it(hall: Hall):
    before = hall.moments()
    with hall.set_by(-HOUR):
        assert eventually(lambda: hall.moments()["rounds"] != before["rounds"])
        after = hall.moments()
        assert hall.pick() == 201

    assert after["made"] == []
    for kind in ("picks", "paused", "rounds"):
        assert after[kind] == pytest.approx([moment - HOUR for moment in before[kind]], abs=1)
