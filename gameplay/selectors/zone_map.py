"""The zones of a game as a plan of the table, from its table layout."""

from typing import NamedTuple

from django.utils.translation import gettext

from gameplay.engine.core.ruleset import Ruleset

HAND = "hand"


class PlannedZone(NamedTuple):
    """A zone in the plan. ``kind`` is "row", "pile", "covered", "hand" or "tucked"."""

    name: str
    kind: str


class ZoneMap(NamedTuple):
    """The plan of one player's side and of what lies between the players."""

    front: list[PlannedZone]
    back: list[PlannedZone]
    piles: list[PlannedZone]
    tucked: list[PlannedZone]
    shared: list[PlannedZone]
    hand: str


def zone_map(ruleset: Ruleset) -> ZoneMap:
    """Return the plan of the table of ``ruleset``, in the language of the page."""
    layout = ruleset.table_layout
    variant = next(iter(ruleset.variants))
    zones = list(ruleset.empty_table(variant, ruleset.player_counts_of(variant)[0]).zones())
    own = [zone.name for zone in zones if zone.seat == 0]
    shared = [zone.name for zone in zones if zone.seat is None]

    def plan(names: list[str], kind: str) -> list[PlannedZone]:
        kinds = {name: "covered" if name in layout.covered_zones else kind for name in names}
        return [PlannedZone(gettext(ruleset.sentences.zones[name]), kinds[name]) for name in names]

    placed = {HAND, *layout.front_zones, *layout.back_zones, *layout.nested_zones}
    piles = {*layout.counted_zones, *layout.pile_zones} - placed
    return ZoneMap(
        front=plan([name for name in layout.front_zones if name in own], "row"),
        back=plan([name for name in layout.back_zones if name in own], "row"),
        piles=plan([name for name in own if name in piles], "pile"),
        tucked=plan([name for name in layout.nested_zones if name in own or name in shared], "tucked"),
        shared=plan([name for name in shared if name not in {*layout.counted_zones, *layout.pile_zones}], "row"),
        hand=gettext(ruleset.sentences.zones[HAND]),
    )
