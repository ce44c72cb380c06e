"""An organizer who presses everything, in any order: each request is answered, the event can end, and it is EXACT."""

from collections.abc import Callable
from typing import Any

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.drafting.conftest import Program
from tests.tournaments.api.test_early_finish import assert_verified
from tests.tournaments.conftest import Day
from tournaments.models import Event, Match

REASON = "because"
WON = {side: {"winner": side, "vp_a": 5 * (side == "a"), "vp_b": 5 * (side == "b"), "end": "vp"} for side in "ab"}
SCORES = ("aa", "aba", "bab", "bb", "ab", "")
"""The winners of the games; without games, both players lose."""
STEPS = 80


class Organizer:
    """Sends random requests of an organizer, valid or not, and notes the unexpected answers."""

    def __init__(self, day: Day, chance: RandomStream) -> None:
        self.day, self.chance = day, chance
        self.desk = Program(day.alma, f"/api/v1/events/{day.event.slug}")
        self.site = Program(day.alma, "/api/v1")
        self.answers: list[tuple[str, int]] = []
        actions: list[tuple[int, Callable[[], Any]]] = [
            (10, lambda: self.desk.send("/rounds")),
            (10, lambda: self.desk.send(f"/rounds/{self.number()}/publish", self.proposal())),
            (24, self.enter_result),
            (2, lambda: self.desk.send(f"/entries/{self.player()}/drop", self.why())),
            (2, lambda: self.desk.send(f"/entries/{self.player()}/return", self.why())),
            (
                1,
                lambda: self.desk.send(
                    "/announced-rounds", self.why() | {"rounds": self.chance.below(4)}, method="PUT"
                ),
            ),
            (1, lambda: self.change("/cut", places=(0, 2, 4)[self.chance.below(3)])),
            (3, self.swap),
            (1, lambda: self.desk.send(f"/rounds/{self.number()}/again", self.why())),
            (1, lambda: self.desk.send(f"/rounds/{self.number()}/keep", self.why())),
            (1, lambda: self.desk.send("/apart", self.why() | {"first": self.player(), "second": self.player()})),
            (1, lambda: self.desk.send("/early-finish", self.why() | {"count_open_round": bool(self.chance.below(2))})),
            (1, lambda: self.desk.send("/cancellation", self.why())),
            (10, lambda: self.desk.send("/reopening", self.why())),
            (2, lambda: self.desk.send("/finish")),
        ]
        self.actions = [action for weight, action in actions for _ in range(weight)]

    def act(self) -> None:
        answer = self.actions[self.chance.below(len(self.actions))]()
        if answer is not None:
            self.answers.append((answer.request["PATH_INFO"], answer.status_code))

    def end(self) -> None:
        """End the event by whatever is possible."""
        for path, data in (("/finish", None), ("/early-finish", self.why()), ("/cancellation", self.why())):
            if Event.objects.get(pk=self.day.event.pk).finished_at is None:
                self.desk.send(path, data)

    def change(self, path: str, **fields: int) -> Any:
        return self.desk.send(path, self.why() | fields, method="PUT")

    def number(self) -> int:
        """Return the number of the next round, sometimes another one."""
        upcoming: int | None = self.desk.get("/next-step").json()["round"]
        return upcoming if upcoming and self.chance.below(6) else 1 + self.chance.below(5)

    def player(self) -> int:
        return 1 + self.chance.below(len(self.day.players))

    def why(self) -> dict[str, Any]:
        return {"reason": REASON}

    def proposal(self) -> dict[str, str]:
        """Return the checksum of the proposal, sometimes of another one."""
        named = self.desk.get("/next-step").json()["proposal"]
        return {"proposal": named if named and self.chance.below(4) else "0" * 16} if self.chance.below(5) else {}

    def enter_result(self) -> Any:
        matches = Match.objects.filter(round__event=self.day.event, kind="played", round__published_at__isnull=False)
        found = list(matches.order_by("-round__number", "table")[:4])
        if not found:
            return None
        match = found[self.chance.below(len(found))]
        winners = SCORES[self.chance.below(len(SCORES))]
        data = {"games": [WON[each] for each in winners], "double_loss": not winners, "version": match.reports.count()}
        data |= self.why()
        return self.site.send(f"/matches/{match.pk}/result", data)

    def swap(self) -> Any:
        data = {"first": self.player(), "second": self.player(), "anyway": bool(self.chance.below(2))} | self.why()
        return self.desk.send(f"/rounds/{self.number()}/swap", data)


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_an_organizer_who_presses_everything_leaves_an_exact_event(new_event: Callable[..., Day], seed: int):
    chance = RandomStream(bytes([seed]), "organizer")
    day = new_event(cut=2 * chance.below(2))
    day.enter(4 + chance.below(4))
    day.seat()
    day.draft()
    organizer = Organizer(day, chance)

    for _step in range(STEPS):
        organizer.act()
    organizer.end()

    assert {status for _path, status in organizer.answers} <= {200, 201, 204, 400, 404, 409, 422}
    assert sum(status < 300 for _path, status in organizer.answers) > STEPS // 10
    assert Event.objects.get(pk=day.event.pk).finished_at
    assert_verified(day)
