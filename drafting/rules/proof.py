"""Whether a pod was drafted as its seed says: what anybody can work out again from the seed and the picks.

A pod's part of an event's file, seats and pack rounds from 1:

    {"label": "A", "chance": "event/<id>/pod/A", "seats": 6, "pack_size": 11, "closed": [],
     "sealed": false, "cube": [], "pack_rounds": 4, "boosters": [{"game": "enemy", "set": "FL", "product": "booster"}, ...],
     "packs": [{"pack_round": 1, "seat": 1, "replaced": 0, "cards": [["<token>", "FL-C07"], ...]}, ...],
     "picks": [{"pack_round": 1, "opener": 1, "number": 1, "seat": 1, "card": "<token>", "ref": "FL-C07",
                "by": "player", "random": false, "shown": ["<token>", ...]}, ...]}

``by`` is player, substitute, bot, clock or judge. A pick that a judge has corrected tells which copy was taken at first,
as ``instead_of``, and whether that was ``random``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drafting.rules.mixes import Cube, FindSet, kind_of
from drafting.rules.packs import Copy, pack_label, sealed_copies
from drafting.rules.passing import holder, pick_for, shown_order
from gameplay.engine.core.chance import Stream
from gameplay.engine.core.errors import _

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was found: a template, and its fields."""

    sentence: str
    details: Mapping[str, Any]


@dataclass(slots=True)
class Check:
    """One kind of thing that was worked out again: ``of`` so many, with what differed. ``unknown`` cannot be said.

    ``notes`` are what is to be known of it although it is as it should be.
    """

    code: str
    of: int = 0
    faults: list[Remark] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    unknown: bool = False

    def compare(self, same: bool, sentence: str, **details: Any) -> None:
        """Count one more, and a fault unless it is the ``same``."""
        self.of += 1
        if not same:
            self.faults.append(Remark(sentence, details))

    @property
    def exact(self) -> bool:
        return not self.faults and not self.unknown


def check_pod(pod: Table, seed: bytes, find: FindSet) -> list[Check]:
    """Work out again the packs of ``pod``, their way, the orders they were shown in and what the clock took.

    Only the packs where ``pod`` has no picks, as in an event that keeps them closed.
    Raises KeyError, TypeError or ValueError for what is no such table.
    """
    picks: dict[tuple[int, int], list[Table]] = {}
    for pick in sorted(pod["picks"] or (), key=lambda pick: int(pick["number"])):
        picks.setdefault((pick["pack_round"], pick["opener"]), []).append(pick)
    packs = [_Pack(pod, pack, picks.pop((pack["pack_round"], pack["seat"]), [])) for pack in pod["packs"]]
    if pod["picks"] is None:
        return [_packs(pod, packs, seed, find)]
    passes = _passes(pod, packs)
    for pack_round, opener in picks:
        passes.compare(False, _("Pod {pod}: nobody had a pack {pack_round} of seat {seat}."), pod=pod["label"],
                       pack_round=pack_round, seat=opener)  # fmt: skip
    return [_packs(pod, packs, seed, find), passes, _orders(packs, seed), _by_the_clock(packs, seed)]


class _Pack:
    """A pack of the file with its picks, the first one first."""

    def __init__(self, pod: Table, table: Table, picks: Sequence[Table]) -> None:
        self.picks = picks
        self.pack_round, self.opener = int(table["pack_round"]), int(table["seat"])
        self.replaced = int(table["replaced"])
        self.cards = {str(token): str(ref) for token, ref in table["cards"]}
        self.label = pack_label(pod["chance"], self.pack_round, self.opener - 1, replacement=self.replaced)
        self.named = {"pod": pod["label"], "pack_round": self.pack_round, "seat": self.opener}

    def before(self) -> Iterator[tuple[Table, list[str]]]:
        """Each pick with the copies that were in the pack before it."""
        left = list(self.cards)
        for pick in self.picks:
            yield pick, list(left)
            left = [token for token in left if token != pick["card"]]


def _packs(pod: Table, packs: Sequence[_Pack], seed: bytes, find: FindSet) -> Check:
    """Every pack holds what its stream of chance put into it (DRF-1.4, DRF-2.2), in all rounds and for all seats."""
    check = Check("packs")
    try:
        drawn = [_drawn(pod, pack, seed, find) for pack in packs]
    except KeyError:
        check.unknown = True
        return check
    for pack, possible in zip(packs, drawn, strict=True):
        same = any(pack.cards == {copy.token: copy.ref for copy in copies} for copies in possible)
        check.compare(same, _("Pod {pod}: pack {pack_round} of seat {seat} held other cards."), **pack.named)
    there = {(pack.pack_round, pack.opener) for pack in packs}
    for pack_round in range(1, pod["pack_rounds"] + 1):
        for seat in range(1, pod["seats"] + 1):
            if (pack_round, seat) not in there:
                named = {"pod": pod["label"], "pack_round": pack_round, "seat": seat}
                check.compare(False, _("Pod {pod}: pack {pack_round} of seat {seat} is missing."), **named)
    return check


def _passes(pod: Table, packs: Sequence[_Pack]) -> Check:
    """Every copy was taken once, by the seat before which its pack lay (DRF-2.5 to DRF-2.8, DRF-2.15)."""
    check, closed = Check("passes"), {int(seat) for seat in pod["closed"]}
    for pack in packs:
        for pick, left in pack.before():
            at = holder(pack.opener - 1, pick["number"] - 1, pack.pack_round, pod["seats"]) + 1
            at = pack.opener if pod["sealed"] else at  # everybody keeps what is in their own packs
            named = pack.named | {"pick": pick["number"], "taker": pick["seat"], "holder": at}
            was_there = pack.cards.get(pick["card"]) == pick["ref"] and pick["card"] in left
            check.compare(pick["seat"] == at and was_there, _sentence_of(was_there), **named)
        if not closed:
            numbers = [pick["number"] for pick in pack.picks]
            all_taken = numbers == list(range(1, len(pack.cards) + 1))
            check.compare(all_taken, _("Pod {pod}: not every card of pack {pack_round} of seat {seat} was taken once."),
                          **pack.named)  # fmt: skip
    return check


def _sentence_of(was_there: bool) -> str:
    if was_there:
        return _("Pod {pod}: pick {pick} of pack {pack_round} of seat {seat} was seat {holder}'s, not seat {taker}'s.")
    return _("Pod {pod}: pick {pick} of pack {pack_round} of seat {seat} took a card that was not in it.")


def _orders(packs: Sequence[_Pack], seed: bytes) -> Check:
    """Every pack was shown in an order of its own to each seat (DRF-2.12)."""
    check = Check("orders")
    for pack in packs:
        for pick, left in pack.before():
            if pick["shown"] is None:
                continue  # nobody picked: the pack was kept
            order = shown_order(left, seed=seed, label=pack.label, hops=pick["number"] - 1)
            named = pack.named | {"pick": pick["number"]}
            sentence = _("Pod {pod}: pack {pack_round} of seat {seat} was shown in another order at pick {pick}.")
            check.compare(order == list(pick["shown"]), sentence, **named)
    return check


def _by_the_clock(packs: Sequence[_Pack], seed: bytes) -> Check:
    """What the clock took without a selection is what chance says (DRF-OP-4), whatever a judge made of it."""
    check = Check("clock")
    for pack in packs:
        for pick, left in pack.before():
            if pick["random"]:
                drawn = pick_for(None, left, Stream(seed, f"{pack.label}/auto/{pick['number'] - 1}"))
                named = pack.named | {"pick": pick["number"]}
                sentence = _(
                    "Pod {pod}: the clock took another card at pick {pick} of pack {pack_round} of seat {seat}."
                )
                check.compare(drawn == pick.get("instead_of", pick["card"]), sentence, **named)
    return check


def _drawn(pod: Table, pack: _Pack, seed: bytes, find: FindSet) -> list[Sequence[Copy]]:
    """What chance may have put into ``pack``: one thing, but of a cube that packs were replaced from, in any order."""
    if not pod["cube"]:
        kind = kind_of(pod["boosters"][pack.pack_round - 1], pod["pack_size"], find)
        booster = kind.at(pack.opener - 1, seed=seed, label=pack.label)
        return [sealed_copies(booster, seed=seed, label=pack.label)]
    cube = Cube(pod["cube"], pod["seats"], pod["pack_rounds"], pod["pack_size"])
    first = (pack.pack_round - 1) * pod["seats"] + pack.opener - 1
    replaced = sum(int(each["replaced"]) for each in pod["packs"])
    dealt = pod["seats"] * pod["pack_rounds"]
    places = range(dealt, dealt + replaced) if pack.replaced else [first]
    return [cube.sealed(place, seed=seed, pod_label=pod["chance"], label=pack.label) for place in places]
