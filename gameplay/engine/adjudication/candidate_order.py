"""Which hidden card somebody will rather have parted with, as what is written later of the game tells.

Who pays with a card that nobody sees does not pay with one that he shows later. Nobody knows, but to guess so is
right far oftener than not; a wrong guess is changed when it shows.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Observation, ReportedGame
from gameplay.engine.adjudication.notation import Notation, Pattern
from gameplay.engine.core.zones import Table

NEVER = 1 << 30


class CandidateOrder:
    """Reads ahead in a log from a turn on. ``parted`` are cards that were chosen to go and still lie there."""

    def __init__(self, reported_game: ReportedGame, turn: int, table: Table, faces: Faces) -> None:
        self.case, self.turn, self.table, self.faces = reported_game, turn, table, faces
        self.zones, self.codes = revealing_zones_and_events(reported_game.notation)
        self.spent_cards: set[int] = set()
        self.observations_under = [
            (number, pattern) for number, _, pattern in self._later_observations() if "card_unit" in pattern.fields
        ]
        self.observations_by_seat: dict[int, list[tuple[int, Pattern]]] = {}

    def needed_by(self, seat: int, cards: Iterable[int], at: int) -> int:
        """The number of the entry, from ``at`` on, by which ``seat`` must still have one of ``cards``; NEVER if by none."""
        held = [
            card for card in equivalence.cards_in_zones(self.table, seat, self.zones) if card not in self.spent_cards
        ]
        return min((self._needed_by(seat, card, held, at) for card in cards if card in held), default=NEVER)

    def _needed_by(self, seat: int, card: int, held: Sequence[int], at: int) -> int:
        """Where the cards like ``card`` have run out, if it is parted with now; they are drawn again, too."""
        known, face, back = self.faces.is_known(card), self.faces.assumed_face(card), self.case.ruleset.back
        left = sum(self._is_like(card, other) for other in held) - 1
        for number, pattern in self._observations_of(seat):
            if number < at:
                continue
            shown = pattern.fields.get("card", ()) if pattern.code in self.codes else ()
            if not known and self.case.notation.drawn_back(pattern) == back(face):
                left += 1
            elif face in shown if known else any(back(each) == back(face) for each in shown):
                if not left:
                    return number
                left -= 1
        return NEVER

    def may_be_revealed_under(self, unit: int, cards: Sequence[int], at: int) -> int:
        """Whether the last of ``cards``, which go under ``unit`` with the others, may come from there later than ``at``; 2 if it is known."""
        wanted, under = self._revealed_under(self.faces.assumed_face(unit), at), self._cards_under(unit)
        if not cards or cards[-1] in under:
            return 0
        for card in sorted((*under, *cards[:-1]), key=self.faces.is_known, reverse=True):
            if fits := [face for face in wanted if self._may_be(card, face)]:
                wanted.remove(fits[0])
        return any(self._may_be(cards[-1], face) for face in wanted) and 1 + self.faces.is_known(cards[-1])

    def support_for(self, card: int, at: int) -> int:
        """How well what lies under ``card`` fits what is written in this turn, from ``at`` on, to come from under such a one."""
        under, end = self._cards_under(card), self.case.entries_before(self.turn + 1)
        for number, pattern in self.observations_under if under else ():
            if not at <= number < end or pattern.code not in self.case.notation.events_revealing_under:
                continue
            if self.faces.assumed_face(card) in pattern.fields["card_unit"]:
                fits = [self.faces.is_known(each) for each in under if self._may_be(each, pattern.fields["card"][0])]
                return 1 + any(fits) if fits else 0
        return 1

    def next_reveal(self, seat: int, card: int, at: int) -> int:
        """The number of the entry, from ``at`` on, by which such a card goes under one of the units of ``seat``, or comes up; NEVER if by none."""
        face = self.faces.assumed_face(card)
        common = any(
            place.seat is None and place.name in self.case.notation.untracked_zones for place in self.table.zones()
        )
        for number, pattern in self.observations_under:
            whose = seat if common else pattern.fields.get("seat", seat)
            if number >= at and whose == seat and face in pattern.fields["card"]:
                return number
        return NEVER

    def _cards_under(self, unit: int) -> list[int]:
        """The cards that lie under ``unit``."""
        handle = self.faces.handles[unit]
        return [
            card for card, marks in self.table.card_marks(self.faces.handles).items() if marks.get("under") == handle
        ]

    def _revealed_under(self, unit: Any, at: int) -> list[Any]:
        """What is written from ``at`` on to come from under ``unit``, until all of it has, but what is loaded openly meanwhile."""
        found: list[Any] = []
        loaded: list[Any] = []
        gone, notation = False, self.case.notation
        for number, pattern in self.observations_under:
            if number < at or unit not in pattern.fields.get("card_unit", ()):
                continue
            face = pattern.fields["card"][0]
            if gone and pattern.code in notation.payment_events:
                break
            gone = pattern.code in notation.events_revealing_under - notation.payment_events
            if pattern.code not in notation.events_revealing_under:
                loaded.append(face)
            else:
                (loaded.remove if face in loaded else found.append)(face)
        return found

    def _may_be(self, card: int, face: Any) -> bool:
        guess = self.faces.assumed_face(card)
        return (
            guess is face
            if self.faces.is_known(card)
            else bool(self.case.ruleset.back(guess) == self.case.ruleset.back(face))
        )

    def _is_like(self, card: int, other: int) -> bool:
        if self.faces.is_known(card):
            return self.faces.is_known(other) and self.faces.assumed_face(other) is self.faces.assumed_face(card)
        return not self.faces.is_known(other) and bool(self.faces.pools[other] == self.faces.pools[card])

    def _observations_of(self, seat: int) -> list[tuple[int, Pattern]]:
        """What is written of ``seat`` from this turn on, each with the number of its entry."""
        if seat not in self.observations_by_seat:
            self.observations_by_seat[seat] = list(self._read_observations(seat))
        return self.observations_by_seat[seat]

    def _read_observations(self, seat: int) -> Iterator[tuple[int, Pattern]]:
        return ((number, pattern) for number, whose, pattern in self._later_observations() if whose == seat)

    def _later_observations(self) -> Sequence[Observation]:
        """What is written from this turn on."""
        told, start = self.case.observations, self.case.entries_before(self.turn)
        return told[bisect_left(told, start, key=itemgetter(0)) :]


def revealing_zones_and_events(notation: Notation) -> tuple[tuple[str, ...], frozenset[str]]:
    """The zones out of which cards come that were unseen before, and the events that show them."""
    pairs = [(code, zones) for by_code in notation.source_zones.values() for code, zones in by_code.items() if zones]
    return tuple(dict.fromkeys(zone for _, zones in pairs for zone in zones)), frozenset(code for code, _ in pairs)
