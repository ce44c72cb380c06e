"""Measure how many pods can draft simultaneously on this machine."""

import argparse
import secrets
from dataclasses import asdict, dataclass
from typing import Any

from cards.printed import bundled_card_sets
from drafting.models import Seat
from drafting.rules.format import DraftFormat
from drafting.services import pod as pods
from gameplay.games import DEFAULT_GAME
from gameplay.services import accounts
from tests.instruments.bench.load import Load, LoadSeat, common_fields, measure_loads

DEFAULT_PODS = (4,)
SEATS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftLoad(Load):
    """Pods with open first packs and a pick clock."""

    name = "draft"
    action = "pick"
    group = "pod"
    receipt = "pass"

    def create_seats(self) -> list[LoadSeat]:
        card_set = next(card_set for card_set in bundled_card_sets(DEFAULT_GAME) if card_set.products)
        terms = DraftFormat(**asdict(DraftFormat(pack_size=card_set.products[0].size)))
        booster = {"game": DEFAULT_GAME, "set": card_set.code, "product": card_set.products[0].code}
        pod_ids = []
        for number in range(self.groups):
            pod = pods.create_pod(
                label=str(number + 1),
                players=[accounts.create_guest(f"Player {number}-{seat}") for seat in range(SEATS)],
                seed=secrets.token_bytes(32),
                chance=f"bench/pod/{number}",
                draft_format=terms,
                boosters=[booster] * terms.packs,
                pick_clock="relaxed",
            )
            pods.open_packs(pods.publish_seating(pod))
            pod_ids.append(pod.pk)
        seats = Seat.objects.filter(pod__in=pod_ids).select_related("pod", "player").order_by("pod", "number")
        return [LoadSeat(seat.player, f"/pod/{seat.pod_id}/draft", f"pod/{seat.pod_id}") for seat in seats]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("draft")
    group.add_argument("--pods", type=int, nargs="+", default=DEFAULT_PODS, help="Numbers of pods; each is a step.")


def measure(**options: Any) -> list[dict[str, Any]]:
    """Return the figures of each step. Raise the errors of `measure_loads`."""
    fields = common_fields(options, think="1-3")
    return measure_loads([DraftLoad(groups=pods, **fields) for pods in options["pods"]], database=options["database"])
