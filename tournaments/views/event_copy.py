"""A copy of an event: the form of a new event with its settings, but not its start, players, seed and results.

Later days keep what they begin with, but not their starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event
from tournaments.selectors.pack_rounds import BY_ROUND, ONE_KIND_A_ROUND, round_field
from tournaments.selectors.presets import ConstructedPreset, DraftPreset, constructed_presets, draft_presets
from tournaments.services.event import default_pick_clock
from tournaments.views.form_fields import MAX_PACK_ROUNDS

SAME_PACKS = "same"
"""The choice of exactly the packs of the copied event."""
COPIED_FIELDS = (
    *("name", "place", "play", "visibility", "take_backs", "intentional_draws", "power_pairing"),
    *("guardian_age", "capacity", "cut", "team_size", "ruleset"),
)
COPIED_DRAFT_FIELDS = ("opening", "pick_clock", "abandoned", "draft_log", "deck_changes", "pairing", "cut_draft")


@dataclass(frozen=True, slots=True)
class EventCopy:
    """The ``event`` to copy, the preset whose form its copy has, and the initial values of the fields."""

    event: Event
    preset: DraftPreset | ConstructedPreset
    values: Mapping[str, Any]


def copy_of(event: Event) -> EventCopy | None:
    """Return the copy of ``event``; None if the catalogue no longer has a preset of its kind."""
    values = dict(event.format) | {name: getattr(event, name) for name in COPIED_FIELDS}
    values |= {f"switches.{name}": str(value) for name, value in event.switches.items()}
    if not event.drafted:
        values["public_decks"] = event.public_decks
        known = (each for each in constructed_presets() if each.ruleset.name == event.game)
        kind = next((each for each in known if each.variant == event.variant), None)
        return EventCopy(event, kind, values) if kind else None
    presets = [each for each in draft_presets() if each.card_set.game == event.game]
    codes = [each.code for each in presets]
    packs = _pack_values(event.boosters, codes)
    preset = _preset(event, presets, packs)
    if preset is None:
        return None
    values |= {name: getattr(event, name) for name in COPIED_DRAFT_FIELDS}
    values["cut_product"] = next(iter(_codes(event.cut_boosters[0])), "") if event.cut_boosters else ""
    if event.pick_clock == default_pick_clock(event.opening):
        values["pick_clock"] = ""
    return EventCopy(event, preset, {"products": [preset.code], **values, **packs, "same_cube": bool(event.cube)})


def _preset(event: Event, presets: Sequence[DraftPreset], packs: Mapping[str, Any]) -> DraftPreset | None:
    """Return the preset with the product of the format of ``event``, if possible one of its chosen packs."""
    fitting = [each for each in presets if each.product.code == event.draft_format.product]
    chosen = [each for each in fitting if each.code in packs.get("products", ())]
    return next(iter(chosen or fitting), None)


def _pack_values(boosters: Sequence[Mapping[str, Any]], codes: Sequence[str]) -> dict[str, Any]:
    """Return the values of the fields of packs that result in ``boosters``; ``codes`` are those that the form offers.

    An event created by API can have packs that the form cannot express: then the choice is SAME_PACKS.
    """
    if boosters[0].keys() == {"game"}:
        return {}  # a cube
    rounds = [_codes(booster) for booster in boosters]
    mixes = {kinds for kinds in rounds if len(kinds) > 1}
    chosen = next(iter(mixes), rounds[0])
    offered = {code: place for place, code in enumerate(codes)}
    places = [offered.get(code, -1) for code in chosen]
    fits = places == sorted(set(places)) and all(code in offered for kinds in rounds for code in kinds)
    if not fits or len(mixes) > 1 or len(boosters) > MAX_PACK_ROUNDS:
        return {"mix": SAME_PACKS}
    by = [booster.get("by") or kinds[0] for booster, kinds in zip(boosters, rounds, strict=True)]
    if len({*by}) == 1:
        return {"products": list(chosen), "mix": boosters[0].get("by", ONE_KIND_A_ROUND)}
    return {"products": list(chosen), "mix": BY_ROUND} | {round_field(each): kind for each, kind in enumerate(by, 1)}


def _codes(booster: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the codes of the presets whose packs a pack round has."""
    return tuple(f"{booster['game']}-{kind['set']}-{kind['product']}" for kind in booster.get("kinds", [booster]))
