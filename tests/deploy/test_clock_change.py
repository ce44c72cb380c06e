"""Check that a clock change of one hour on a real server, for eight seconds, neither extends nor ends deadlines."""

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
from tests.instruments.bench.site import session_credentials
from gameplay.services.practice import OtherPlayer, get_mode, start_practice_game
from drafting.services.pause import pause_seat
from drafting.services.pod import create_pod, open_packs, pause_pod, publish_seating
from gameplay.services.accounts import create_bot, create_guest
from tests.drafting.drafts import BOOSTER, SEED, SHORT
from tournaments.models import Round
from tournaments.services.practice_event import create_practice_event
alice = create_guest("Alice")
def pod(label, *players):
    new_pod = create_pod(label=label, players=players, seed=SEED, draft_format=SHORT, chance=f"event/1/pod/{label}",
                       boosters=[BOOSTER] * 2, pick_clock="relaxed")
    open_packs(publish_seating(new_pod))
    return new_pod
picking = pod("A", alice, create_guest("Bob"))
paused = pod("B", create_guest("Charlie"), create_guest("Dora"))
pause_pod(paused, author=None, role="judge", reason="a fire alarm")
game = start_practice_game(alice, get_mode("hagmi", "simple", 2), [OtherPlayer("beginner")]).game
event = create_practice_event(by=create_bot("Host"), name="An evening", game="hagmi")
now = timezone.now()
ends_at = now + timedelta(minutes=50)
Round.objects.create(event=event, number=1, minutes=50, paired_at=now, published_at=now, ends_at=ends_at)
ids = {"picking": str(picking.pk), "paused": str(paused.pk), "game": str(game.pk)}
print(json.dumps(ids | {"alice": session_credentials(alice)}))
"""
DEADLINES = """
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
RELAXED = 50 + 60  # seconds for the first pick from a pack of four, with the wait for an absent player


@dataclass
class SiteWithClock:
    """A site with a draft, a paused draft, a game and a round, on a machine whose clock can be set."""

    site: SiteProcess
    ahead: Path
    made: dict[str, Any]

    def moments(self) -> Any:
        """Return the deadlines and the start of the pause, as Unix timestamps, and how each pick was made."""
        return json.loads(self.site.shell(DEADLINES))

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
        """Let Alice pick the first card of her pack; return the status of the response."""
        path, headers = f"/api/v1/pods/{self.made['picking']}", {"Cookie": self.made["alice"]["cookie"]}
        pack = json.loads(self.site.request(path, **headers).text)["pack"]
        turn = {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}
        headers |= {"X_CSRFToken": self.made["alice"]["token"], "Content_Type": "application/json"}
        return self.site.request(f"{path}/picks", "POST", json.dumps(turn).encode(), **headers).status


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[SiteWithClock]:
    """Yield a new hall for each test, because its deadlines run."""
    environment = {"DJANGO_SETTINGS_MODULE": "tests.deploy.jumping_settings", "AHEAD": str(tmp_path / "ahead")}
    with sites.running_site(tmp_path / "var", environment=environment, log=tmp_path / "server.log") as site:
        yield SiteWithClock(site, tmp_path / "ahead", json.loads(site.shell(MAKE)))


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_brief_clock_change_does_not_move_deadlines(hall: SiteWithClock, seconds: int):
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
def test_permanent_clock_change_moves_all_deadlines(hall: SiteWithClock):
    before = hall.moments()
    with hall.set_by(-HOUR):
        assert eventually(lambda: hall.moments()["rounds"] != before["rounds"])
        after = hall.moments()
        assert hall.pick() == 201

    assert after["made"] == []
    for kind in ("picks", "paused", "rounds"):
        assert after[kind] == pytest.approx([moment - HOUR for moment in before[kind]], abs=1)
