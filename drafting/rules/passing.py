"""Who holds which pack, and who may take what from it.

Nothing about a pack's way is stored but the seat that opened it and how often it was
passed on since, its ``hops``: the rest is arithmetic. Seats are counted from 0,
clockwise, so the left neighbour is the next number. Pack rounds and picks are counted
from 1. A seat's pick k of a round comes from the one pack that reaches it after k - 1
hops, and packs never overtake each other.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _

LEFT, RIGHT = 1, -1


class PackNotOpenError(RulesError):
    """The pack is still sealed; nobody opens one before the official's signal."""

    code = "pack_not_open"
    clause = "DRF-2.1"
    sentence = _("Pack {pack_round} is not open yet. Wait for the signal.")
    is_state_conflict = True


class StalePickError(RulesError):
    """The pick is for another moment: it was made already, or its pack is not the one to pick from now."""

    code = "stale_pick"
    clause = "DRF-2.5"
    sentence = _("Pick {pick_number} of pack {pack_round} is not the one to make now. Look at your pack again.")
    is_state_conflict = True


class NotInPackError(RulesError):
    """The copy is not in the pack; a taken card never comes back to it."""

    code = "not_in_pack"
    clause = "DRF-2.10"
    sentence = _("This card is not in the pack in front of you. Choose one that is.")
    field = "copy"


class RoundNotDraftedError(RulesError):
    """The next packs wait until every card of the last ones is drafted; ``details`` counts packs."""

    code = "round_not_drafted"
    clause = "DRF-2.9"
    sentence = _("{packs} packs of round {pack_round} still hold cards. The next round opens when all are drafted.")
    is_state_conflict = True


class DraftOverError(RulesError):
    """There is no further pack to open."""

    code = "draft_over"
    clause = "DRF-2.6"
    sentence = _("All packs are drafted.")


class PackPickedFromError(RulesError):
    """A pack with the wrong number of cards is replaced before the first pick, never after."""

    code = "pack_picked_from"
    clause = "DRF-2.4"
    sentence = _("A card was already taken from this pack, so it cannot be replaced.")


class CorrectionTooLateError(RulesError):
    """A judge can correct a pick only until the next seat has picked from that pack."""

    code = "correction_too_late"
    clause = "DRF-2.10"
    sentence = _("The next player has already picked from this pack, so the pick stands.")


def direction(pack_round: int) -> int:
    """Return LEFT for packs 1 and 3, RIGHT for packs 2 and 4 (DRF-2.7, DRF-2.8)."""
    return LEFT if pack_round % 2 else RIGHT


def rounds_passed_in_direction(passing_direction: int, packs: int) -> list[int]:
    """Return the pack rounds, of ``packs`` in all, that are passed LEFT or RIGHT."""
    return [pack_round for pack_round in range(1, packs + 1) if direction(pack_round) == passing_direction]


def passes_to(seat: int, pack_round: int, seats: int) -> int:
    """Return the neighbour who receives the packs of ``seat`` (DRF-2.15)."""
    return (seat + direction(pack_round)) % seats


def receives_from(seat: int, pack_round: int, seats: int) -> int:
    """Return the neighbour whose packs come to ``seat`` (DRF-2.15)."""
    return (seat - direction(pack_round)) % seats


def holder_of(opener: int, hops: int, pack_round: int, seats: int) -> int:
    """Return the seat before which a pack lies."""
    return (opener + direction(pack_round) * hops) % seats


def hops_to(seat: int, opener: int, hops: int, *, pack_round: int, seats: int) -> int:
    """Return how often a pack has to be passed on before it lies before ``seat``."""
    way = LEFT if pack_round % 2 else RIGHT
    return ((seat - opener) * way - hops) % seats


def opener_of(seat: int, pick_number: int, pack_round: int, seats: int) -> int:
    """Return who opened the pack from which ``seat`` makes this pick; the opposite of `holder`."""
    return (seat - direction(pack_round) * (pick_number - 1)) % seats


def has_reached(seat: int, opener: int, hops: int, *, pack_round: int, seats: int, empty: bool) -> bool:
    """Return whether a pack has been before ``seat`` by now. A pack is ``empty`` from the last pick on and goes no further."""
    needed = (seat - opener) * direction(pack_round) % seats
    return needed <= hops - empty


class PickedBy(StrEnum):
    """Who took a card for a seat, when it was taken."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"
    BOT = "bot"
    SELECTION = "selection"
    """The clock, and it was the copy that was selected (DRF-OP-4)."""
    CLOCK = "clock"
    """The clock, any copy, as none was selected (DRF-OP-4)."""
    JUDGE = "judge"
    """An official, instead of what was taken by a fault."""


PICKED_BY_PEOPLE = frozenset({PickedBy.PLAYER, PickedBy.SUBSTITUTE})
PICKED_BY_CLOCK = frozenset({PickedBy.SELECTION, PickedBy.CLOCK})


@dataclass(frozen=True, slots=True)
class PickRequest:
    """What a seat asks for: the pack by round and opener, which pick it is, and the copy's token."""

    pack_round: int
    opener: int
    pick_number: int
    copy: str


@dataclass(frozen=True, slots=True)
class PodTable:
    """A pod at one moment: how many seats, which pack round is open, and where its packs are.

    ``hops`` has an entry for each opener whose pack still holds cards. Before the first
    signal ``pack_round`` is 0; once a round is drafted ``hops`` is empty.
    """

    seats: int
    pack_round: int
    hops: Mapping[int, int]

    def queue(self, seat: int) -> list[int]:
        """Return the openers of the packs before ``seat``, the one to pick from first."""
        way, seats = direction(self.pack_round), self.seats
        here = [opener for opener, hops in self.hops.items() if (opener + way * hops) % seats == seat]
        return sorted(here, key=self.hops.__getitem__)

    def queues(self) -> list[list[int]]:
        """Return the `queue` of every seat, by seat."""
        way, seats = direction(self.pack_round), self.seats
        found: list[list[int]] = [[] for _ in range(seats)]
        for opener in sorted(self.hops, key=self.hops.__getitem__):
            found[(opener + way * self.hops[opener]) % seats].append(opener)
        return found

    def holder_of(self, opener: int) -> int:
        """Return the seat before which the pack of ``opener`` lies."""
        return holder_of(opener, self.hops[opener], self.pack_round, self.seats)


def check_pick(pick: PickRequest, seat: int, table: PodTable, left: Collection[str]) -> None:
    """Refuse ``pick`` by ``seat`` unless it can be made now; ``left`` are the tokens in its pack.

    Raises PackNotOpenError, StalePickError or NotInPackError. A pack that was never to
    come to this seat at this pick is stale too: what lies elsewhere is not spoken of.
    """
    if pick.pack_round > table.pack_round:
        raise PackNotOpenError(pack_round=pick.pack_round)
    queue = table.queue(seat)
    turn = (table.pack_round, queue[0], table.hops[queue[0]] + 1) if queue else None
    if turn != (pick.pack_round, pick.opener, pick.pick_number):
        raise StalePickError(pack_round=pick.pack_round, pick_number=pick.pick_number)
    if pick.copy not in left:
        raise NotInPackError()


def next_round(table: PodTable, packs: int) -> int:
    """Return the pack round to open next, of ``packs`` in all.

    Raises RoundNotDraftedError while a card of this round is left, DraftOverError after the last.
    """
    if table.hops:
        raise RoundNotDraftedError(packs=len(table.hops), pack_round=table.pack_round)
    if table.pack_round >= packs:
        raise DraftOverError()
    return table.pack_round + 1


def check_replacement(hops: int) -> None:
    """Refuse to replace a pack that was picked from; raises PackPickedFromError."""
    if hops:
        raise PackPickedFromError()


def check_correction(pick_number: int, hops: int) -> None:
    """Refuse to correct a pick once the next seat has picked; raises CorrectionTooLateError."""
    if hops > pick_number:
        raise CorrectionTooLateError()


def display_order(tokens: Collection[str], *, seed: bytes, label: str, hops: int) -> list[str]:
    """Return the ``tokens`` of the pack named ``label`` in the order its holder sees them.

    Each hop has a shuffle of its own, of tokens sorted first, so the order tells the next
    seat nothing about the last one's, nor a seat about its own first look (DRF-2.12).
    """
    return RandomStream(seed, f"{label}/order/{hops}").shuffled(sorted(tokens))


def clock_pick(selected: str | None, left: Collection[str], stream: RandomStream) -> str:
    """Return what is taken when time runs out: the selected copy, else a random one (DRF-OP-4)."""
    if selected is not None and selected in left:
        return selected
    return sorted(left)[stream.below(len(left))]
