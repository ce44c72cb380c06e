"""Seed verification of a pod: recompute everything random from the seed and the picks.

The part of a pod in an event file, with seats and pack rounds from 1:

    {"label": "A", "chance": "event/<id>/pod/A", "seats": 6, "pack_size": 11, "closed": [], "drafted": true,
     "sealed": false, "cube": [], "pack_rounds": 4,
     "boosters": [{"game": "enemy", "set": "FL", "product": "booster"}, ...],
     "packs": [{"pack_round": 1, "seat": 1, "replaced": 0, "cards": [["<token>", "FL-C07"], ...]}, ...],
     "picks": [{"pack_round": 1, "opener": 1, "number": 1, "seat": 1, "card": "<token>", "ref": "FL-C07",
                "by": "player", "random": false, "shown": ["<token>", ...]}, ...]}

``drafted`` is false if the event ended during the draft; a file without it is of a complete draft. ``by`` is player,
substitute, bot, clock or judge. A pick that a judge has corrected has the first copy as
``instead_of``, and whether that one was ``random``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drafting.rules.mixes import Cube, FindSet, read_pack_source
from drafting.rules.packs import CardCopy, pack_label, sealed_copies
from drafting.rules.passing import clock_pick, display_order, holder_of
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import _

JsonMapping = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of a check: a template and its fields."""

    sentence: str
    details: Mapping[str, Any]


@dataclass(slots=True)
class SeedCheck:
    """One kind of check: the number of checked items and the differences. ``unknown`` if it is not possible.

    ``notes`` are remarks that are no faults.
    """

    code: str
    total: int = 0
    faults: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    unknown: bool = False

    def add(self, same: bool, sentence: str, **details: Any) -> None:
        """Count one checked item, and add a fault unless it is the ``same``."""
        self.total += 1
        if not same:
            self.faults.append(Finding(sentence, details))


def verify_pod(pod: JsonMapping, seed: bytes, find_set: FindSet) -> list[SeedCheck]:
    """Check the packs of ``pod``, their passing, their display orders and the picks of the clock.

    If ``pod`` has no picks, as in an event that does not publish them, only the packs are checked. Raises KeyError,
    TypeError or ValueError if ``pod`` does not have the expected structure.
    """
    picks: dict[tuple[int, int], list[JsonMapping]] = {}
    for pick in sorted(pod["picks"] or (), key=lambda pick: int(pick["number"])):
        picks.setdefault((pick["pack_round"], pick["opener"]), []).append(pick)
    packs = [_FilePack(pod, pack, picks.pop((pack["pack_round"], pack["seat"]), [])) for pack in pod["packs"]]
    if pod["picks"] is None:
        return [_check_packs(pod, packs, seed, find_set)]
    passes = _check_passes(pod, packs)
    for pack_round, opener in picks:
        details = {"pod": pod["label"], "pack_round": pack_round, "seat": opener}
        passes.add(False, _("Pod {pod}: pack {pack_round} of seat {seat} has picks but does not exist."), **details)
    return [
        _check_packs(pod, packs, seed, find_set),
        passes,
        _check_orders(packs, seed),
        _check_clock_picks(packs, seed),
    ]


class _FilePack:
    """A pack of the file with its picks, in order."""

    def __init__(self, pod: JsonMapping, pack: JsonMapping, picks: Sequence[JsonMapping]) -> None:
        self.picks = picks
        self.pack_round, self.opener = int(pack["pack_round"]), int(pack["seat"])
        self.replaced = int(pack["replaced"])
        self.cards = {str(token): str(ref) for token, ref in pack["cards"]}
        self.label = pack_label(pod["chance"], self.pack_round, self.opener - 1, replacement=self.replaced)
        self.details = {"pod": pod["label"], "pack_round": self.pack_round, "seat": self.opener}

    def picks_with_copies_left(self) -> Iterator[tuple[JsonMapping, list[str]]]:
        """Yield each pick with the copies that were in the pack before it."""
        left = list(self.cards)
        for pick in self.picks:
            yield pick, list(left)
            left = [token for token in left if token != pick["card"]]


def _check_packs(pod: JsonMapping, packs: Sequence[_FilePack], seed: bytes, find: FindSet) -> SeedCheck:
    """Check that every pack exists and has the contents of its random stream (DRF-1.4, DRF-2.2)."""
    check = SeedCheck("packs")
    try:
        drawn = [_possible_copies(pod, pack, seed, find) for pack in packs]
    except KeyError:
        check.unknown = True
        return check
    for pack, possible in zip(packs, drawn, strict=True):
        same = any(pack.cards == {copy.token: copy.ref for copy in copies} for copies in possible)
        check.add(same, _("Pod {pod}: pack {pack_round} of seat {seat} held other cards."), **pack.details)
    known = {(pack.pack_round, pack.opener) for pack in packs}
    for pack_round in range(1, pod["pack_rounds"] + 1):
        for seat in range(1, pod["seats"] + 1):
            if (pack_round, seat) not in known:
                details = {"pod": pod["label"], "pack_round": pack_round, "seat": seat}
                check.add(False, _("Pod {pod}: pack {pack_round} of seat {seat} is missing."), **details)
    return check


def _check_passes(pod: JsonMapping, packs: Sequence[_FilePack]) -> SeedCheck:
    """Check that every copy was taken once, by the holder of its pack (DRF-2.5 to DRF-2.8, DRF-2.15)."""
    check, closed = SeedCheck("passes"), {int(seat) for seat in pod["closed"]}
    if not pod.get("drafted", True):
        check.notes.append(Finding(_("Pod {pod}: the event ended during the draft."), {"pod": pod["label"]}))
    for pack in packs:
        for pick, left in pack.picks_with_copies_left():
            holder = holder_of(pack.opener - 1, pick["number"] - 1, pack.pack_round, pod["seats"]) + 1
            holder = pack.opener if pod["sealed"] else holder  # players keep the cards they open
            details = pack.details | {"pick": pick["number"], "taker": pick["seat"], "holder": holder}
            was_there = pack.cards.get(pick["card"]) == pick["ref"] and pick["card"] in left
            check.add(pick["seat"] == holder and was_there, _sentence_of(was_there), **details)
        if not closed and pod.get("drafted", True):
            numbers = [pick["number"] for pick in pack.picks]
            all_taken = numbers == list(range(1, len(pack.cards) + 1))
            check.add(all_taken, _("Pod {pod}: not every card of pack {pack_round} of seat {seat} was taken once."),
                          **pack.details)  # fmt: skip
    return check


def _sentence_of(was_there: bool) -> str:
    if was_there:
        return _("Pod {pod}: pick {pick} of pack {pack_round} of seat {seat} was seat {holder}'s, not seat {taker}'s.")
    return _("Pod {pod}: pick {pick} of pack {pack_round} of seat {seat} took a card that was not in it.")


def _check_orders(packs: Sequence[_FilePack], seed: bytes) -> SeedCheck:
    """Check that each holder saw a pack in the display order of the seed (DRF-2.12)."""
    check = SeedCheck("orders")
    for pack in packs:
        for pick, left in pack.picks_with_copies_left():
            if pick["shown"] is None:
                continue  # the pack was kept, not picked from
            order = display_order(left, seed=seed, label=pack.label, hops=pick["number"] - 1)
            details = pack.details | {"pick": pick["number"]}
            sentence = _("Pod {pod}: pack {pack_round} of seat {seat} was shown in another order at pick {pick}.")
            check.add(order == list(pick["shown"]), sentence, **details)
    return check


def _check_clock_picks(packs: Sequence[_FilePack], seed: bytes) -> SeedCheck:
    """Check that the clock's random picks match the seed, before any correction by a judge (DRF-OP-4)."""
    check = SeedCheck("clock")
    for pack in packs:
        for pick, left in pack.picks_with_copies_left():
            if pick["random"]:
                drawn = clock_pick(None, left, RandomStream(seed, f"{pack.label}/auto/{pick['number'] - 1}"))
                details = pack.details | {"pick": pick["number"]}
                sentence = _(
                    "Pod {pod}: the clock took another card at pick {pick} of pack {pack_round} of seat {seat}."
                )
                check.add(drawn == pick.get("instead_of", pick["card"]), sentence, **details)
    return check


def _possible_copies(pod: JsonMapping, pack: _FilePack, seed: bytes, find: FindSet) -> list[Sequence[CardCopy]]:
    """Return the possible contents of ``pack``.

    There is only one possibility, except for replacements from a cube, whose order is not known.
    """
    if not pod["cube"]:
        kind = read_pack_source(pod["boosters"][pack.pack_round - 1], pod["pack_size"], find)
        booster = kind.booster_at(pack.opener - 1, seed=seed, label=pack.label)
        return [sealed_copies(booster, seed=seed, label=pack.label)]
    cube = Cube(pod["cube"], pod["seats"], pod["pack_rounds"], pod["pack_size"])
    first = (pack.pack_round - 1) * pod["seats"] + pack.opener - 1
    replaced = sum(int(each["replaced"]) for each in pod["packs"])
    dealt = pod["seats"] * pod["pack_rounds"]
    places = range(dealt, dealt + replaced) if pack.replaced else [first]
    return [cube.pack_copies(place, seed=seed, pod_label=pod["chance"], label=pack.label) for place in places]
