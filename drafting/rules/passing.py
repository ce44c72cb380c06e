"""Pack passing: the holder of each pack, and the rules for picks.

Only the opener of a pack and the number of passes since, its ``hops``, are stored; its position is computed from them.
Seats count from 0, clockwise, so the left neighbour has the next number. Pack rounds and picks count from 1. A seat
makes pick k of a round from the pack that reaches it after k - 1 hops. Packs never overtake each other.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _

LEFT, RIGHT = 1, -1


class PackNotOpenError(RulesError):
    """The pack is still sealed: packs are opened at the official's signal."""

    code = "pack_not_open"
    clause = "DRF-2.1"
    sentence = _("Pack {pack_round} is not open yet. Wait for the signal.")
    is_state_conflict = True


class StalePickError(RulesError):
    """The pick was already made, or its pack is not the current one."""

    code = "stale_pick"
    clause = "DRF-2.5"
    sentence = _("Pick {pick_number} of pack {pack_round} is not your current pick. Check your pack and pick again.")
    is_state_conflict = True


class NotInPackError(RulesError):
    """The copy is not in the pack; taken cards never return to it."""

    code = "not_in_pack"
    clause = "DRF-2.10"
    sentence = _("This card is not in your pack. Choose another card.")
    field = "copy"


class RoundNotDraftedError(RulesError):
    """The next packs open when every card of this round is drafted; ``details`` counts packs."""

    code = "round_not_drafted"
    clause = "DRF-2.9"
    sentence = _(
        "Packs of round {pack_round} still have cards ({packs}). The next packs open when all cards are drafted."
    )
    is_state_conflict = True


class DraftOverError(RulesError):
    """There are no more packs to open."""

    code = "draft_over"
    clause = "DRF-2.6"
    sentence = _("All packs are drafted.")


class PackPickedFromError(RulesError):
    """A pack with the wrong number of cards can be replaced only before the first pick from it."""

    code = "pack_picked_from"
    clause = "DRF-2.4"
    sentence = _("A card was already taken from this pack, so it cannot be replaced.")


class CorrectionTooLateError(RulesError):
    """A judge can correct a pick only until the next seat has picked from the pack."""

    code = "correction_too_late"
    clause = "DRF-2.10"
    sentence = _("The next player has already picked from this pack, so the pick stands.")


def direction(pack_round: int) -> int:
    """Return LEFT for odd pack rounds and RIGHT for even ones (DRF-2.7, DRF-2.8)."""
    return LEFT if pack_round % 2 else RIGHT


def rounds_passed_in_direction(passing_direction: int, packs: int) -> list[int]:
    """Return the pack rounds from 1 to ``packs`` that are passed in ``passing_direction``, LEFT or RIGHT."""
    return [pack_round for pack_round in range(1, packs + 1) if direction(pack_round) == passing_direction]


def passes_to(seat: int, pack_round: int, seats: int) -> int:
    """Return the neighbour who receives the packs of ``seat`` (DRF-2.15)."""
    return (seat + direction(pack_round)) % seats


def receives_from(seat: int, pack_round: int, seats: int) -> int:
    """Return the neighbour from whom ``seat`` receives packs (DRF-2.15)."""
    return (seat - direction(pack_round)) % seats


def holder_of(opener: int, hops: int, pack_round: int, seats: int) -> int:
    """Return the seat that holds a pack."""
    return (opener + direction(pack_round) * hops) % seats


def pick_of_fullest(counts: Iterable[int], pack_size: int) -> int:
    """Return the pick number of the fullest of the packs, from their card ``counts``; 0 if all are empty."""
    fullest = max(counts, default=0)
    return max(1, pack_size - fullest + 1) if fullest else 0


def hops_to(seat: int, opener: int, hops: int, *, pack_round: int, seats: int) -> int:
    """Return how often a pack must be passed until ``seat`` holds it."""
    way = LEFT if pack_round % 2 else RIGHT
    return ((seat - opener) * way - hops) % seats


def opener_of(seat: int, pick_number: int, pack_round: int, seats: int) -> int:
    """Return the opener of the pack from which ``seat`` makes this pick; the inverse of `holder_of`."""
    return (seat - direction(pack_round) * (pick_number - 1)) % seats


def has_reached(seat: int, opener: int, hops: int, *, pack_round: int, seats: int, empty: bool) -> bool:
    """Return whether ``seat`` holds or has held a pack. An ``empty`` pack stays at the seat of its last pick."""
    needed = (seat - opener) * direction(pack_round) % seats
    return needed <= hops - empty


class PickedBy(StrEnum):
    """Who took a card for a seat."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"
    BOT = "bot"
    SELECTION = "selection"
    """The clock took the selected copy (DRF-OP-4)."""
    CLOCK = "clock"
    """The clock took a random copy because none was selected (DRF-OP-4)."""
    JUDGE = "judge"
    """An official corrected the pick."""


PICKED_BY_PEOPLE = frozenset({PickedBy.PLAYER, PickedBy.SUBSTITUTE})
PICKED_BY_CLOCK = frozenset({PickedBy.SELECTION, PickedBy.CLOCK})


@dataclass(frozen=True, slots=True)
class PickRequest:
    """A pick that a seat wants to make: the pack by round and opener, the pick number and the token of the copy."""

    pack_round: int
    opener: int
    pick_number: int
    copy: str


@dataclass(frozen=True, slots=True)
class PodTable:
    """The state of a pod: the number of seats, the open pack round and the positions of the packs.

    ``hops`` has an entry for each opener whose pack still has cards. Before the first signal ``pack_round`` is 0. When
    a round is drafted ``hops`` is empty.
    """

    seats: int
    pack_round: int
    hops: Mapping[int, int]

    def queue(self, seat: int) -> list[int]:
        """Return the openers of the packs in front of ``seat``, the current one first."""
        way, seats = direction(self.pack_round), self.seats
        here = [opener for opener, hops in self.hops.items() if (opener + way * hops) % seats == seat]
        return sorted(here, key=self.hops.__getitem__)

    def queues(self) -> list[list[int]]:
        """Return the `queue` of every seat, by seat."""
        way, seats = direction(self.pack_round), self.seats
        queues: list[list[int]] = [[] for _ in range(seats)]
        for opener in sorted(self.hops, key=self.hops.__getitem__):
            queues[(opener + way * self.hops[opener]) % seats].append(opener)
        return queues

    def holder_of(self, opener: int) -> int:
        """Return the seat that holds the pack of ``opener``."""
        return holder_of(opener, self.hops[opener], self.pack_round, self.seats)


def check_pick(pick: PickRequest, seat: int, table: PodTable, left: Collection[str]) -> None:
    """Raise an error unless ``seat`` can make ``pick`` now; ``left`` are the tokens in its pack.

    Raises PackNotOpenError, StalePickError or NotInPackError. A pack that never reaches this seat at this pick also
    counts as stale, so that the error reveals nothing about other packs.
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
    """Return the pack round to open next, of ``packs`` in total.

    Raises RoundNotDraftedError while a card of this round is left, and DraftOverError after the last round.
    """
    if table.hops:
        raise RoundNotDraftedError(packs=len(table.hops), pack_round=table.pack_round)
    if table.pack_round >= packs:
        raise DraftOverError()
    return table.pack_round + 1


def check_replacement(hops: int) -> None:
    """Raise PackPickedFromError if a card was already picked from the pack."""
    if hops:
        raise PackPickedFromError()


def check_correction(pick_number: int, hops: int) -> None:
    """Raise CorrectionTooLateError if the next seat has already picked from the pack."""
    if hops > pick_number:
        raise CorrectionTooLateError()


def display_order(tokens: Collection[str], *, seed: bytes, label: str, hops: int) -> list[str]:
    """Return the ``tokens`` of the pack named ``label`` in the order that its holder sees.

    Each hop has its own shuffle of the sorted tokens. So the order reveals nothing about the view of the previous
    holder, or about an earlier view of the same seat (DRF-2.12).
    """
    return RandomStream(seed, f"{label}/order/{hops}").shuffled(sorted(tokens))


def clock_pick(selected: str | None, left: Collection[str], stream: RandomStream) -> str:
    """Return the token that the clock takes: the selected copy, or else a random one (DRF-OP-4)."""
    if selected is not None and selected in left:
        return selected
    return sorted(left)[stream.below(len(left))]
