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
from gameplay.engine.adjudication.hypotheses import Case, Told
from gameplay.engine.adjudication.notation import Notation, Pattern
from gameplay.engine.core.zones import Table

NEVER = 1 << 30


class Foresight:
    """Reads ahead in a log from a turn on. ``parted`` are cards that were chosen to go and still lie there."""

    def __init__(self, case: Case, turn: int, table: Table, faces: Faces) -> None:
        self.case, self.turn, self.table, self.faces = case, turn, table, faces
        self.zones, self.codes = shown_from(case.notation)
        self.parted: set[int] = set()
        self.under = [(number, pattern) for number, _, pattern in self._later() if "card_unit" in pattern.fields]
        self.told: dict[int, list[tuple[int, Pattern]]] = {}

    def kept_until(self, seat: int, cards: Iterable[int], at: int) -> int:
        """The number of the entry, from ``at`` on, by which ``seat`` must still have one of ``cards``; NEVER if by none."""
        held = [card for card in equivalence.lying(self.table, seat, self.zones) if card not in self.parted]
        return min((self._until(seat, card, held, at) for card in cards if card in held), default=NEVER)

    def _until(self, seat: int, card: int, held: Sequence[int], at: int) -> int:
        """Where the cards like ``card`` have run out, if it is parted with now; they are drawn again, too."""
        known, face, back = self.faces.known(card), self.faces.guess(card), self.case.ruleset.back
        left = sum(self._is_like(card, other) for other in held) - 1
        for number, pattern in self._of(seat):
            if number < at:
                continue
            shown = pattern.fields.get("card", ()) if pattern.code in self.codes else ()
            if not known and self.case.notation.drawn(pattern) == back(face):
                left += 1
            elif face in shown if known else any(back(each) == back(face) for each in shown):
                if not left:
                    return number
                left -= 1
        return NEVER

    def serves(self, unit: int, cards: Sequence[int], at: int) -> int:
        """Whether the last of ``cards``, which go under ``unit`` with the others, may come from there later than ``at``; 2 if it is known."""
        wanted, under = self._from_under(self.faces.guess(unit), at), self._under(unit)
        if not cards or cards[-1] in under:
            return 0
        for card in sorted((*under, *cards[:-1]), key=self.faces.known, reverse=True):
            if fits := [face for face in wanted if self._may_be(card, face)]:
                wanted.remove(fits[0])
        return any(self._may_be(cards[-1], face) for face in wanted) and 1 + self.faces.known(cards[-1])

    def bears_out(self, card: int, at: int) -> int:
        """How well what lies under ``card`` fits what is written in this turn, from ``at`` on, to come from under such a one."""
        under, end = self._under(card), self.case.before(self.turn + 1)
        for number, pattern in self.under if under else ():
            if not at <= number < end or pattern.code not in self.case.notation.under:
                continue
            if self.faces.guess(card) in pattern.fields["card_unit"]:
                fits = [self.faces.known(each) for each in under if self._may_be(each, pattern.fields["card"][0])]
                return 1 + any(fits) if fits else 0
        return 1

    def comes_up(self, seat: int, card: int, at: int) -> int:
        """The number of the entry, from ``at`` on, by which such a card goes under one of the units of ``seat``, or comes up; NEVER if by none."""
        face = self.faces.guess(card)
        common = any(place.seat is None and place.name in self.case.notation.unwatched for place in self.table.places())
        for number, pattern in self.under:
            whose = seat if common else pattern.fields.get("seat", seat)
            if number >= at and whose == seat and face in pattern.fields["card"]:
                return number
        return NEVER

    def _under(self, unit: int) -> list[int]:
        """The cards that lie under ``unit``."""
        handle = self.faces.handles[unit]
        return [card for card, marks in self.table.marks(self.faces.handles).items() if marks.get("under") == handle]

    def _from_under(self, unit: Any, at: int) -> list[Any]:
        """What is written from ``at`` on to come from under ``unit``, until all of it has, but what is loaded openly meanwhile."""
        found: list[Any] = []
        loaded: list[Any] = []
        gone, notation = False, self.case.notation
        for number, pattern in self.under:
            if number < at or unit not in pattern.fields.get("card_unit", ()):
                continue
            face = pattern.fields["card"][0]
            if gone and pattern.code in notation.payments:
                break
            gone = pattern.code in notation.under - notation.payments
            if pattern.code not in notation.under:
                loaded.append(face)
            else:
                (loaded.remove if face in loaded else found.append)(face)
        return found

    def _may_be(self, card: int, face: Any) -> bool:
        guess = self.faces.guess(card)
        return (
            guess is face
            if self.faces.known(card)
            else bool(self.case.ruleset.back(guess) == self.case.ruleset.back(face))
        )

    def _is_like(self, card: int, other: int) -> bool:
        if self.faces.known(card):
            return self.faces.known(other) and self.faces.guess(other) is self.faces.guess(card)
        return not self.faces.known(other) and bool(self.faces.pools[other] == self.faces.pools[card])

    def _of(self, seat: int) -> list[tuple[int, Pattern]]:
        """What is written of ``seat`` from this turn on, each with the number of its entry."""
        if seat not in self.told:
            self.told[seat] = list(self._written_of(seat))
        return self.told[seat]

    def _written_of(self, seat: int) -> Iterator[tuple[int, Pattern]]:
        return ((number, pattern) for number, whose, pattern in self._later() if whose == seat)

    def _later(self) -> Sequence[Told]:
        """What is written from this turn on."""
        told, start = self.case.told, self.case.before(self.turn)
        return told[bisect_left(told, start, key=itemgetter(0)) :]


def shown_from(notation: Notation) -> tuple[tuple[str, ...], frozenset[str]]:
    """The zones out of which cards come that were unseen before, and the events that show them."""
    pairs = [(code, zones) for by_code in notation.comes_from.values() for code, zones in by_code.items() if zones]
    return tuple(dict.fromkeys(zone for _, zones in pairs for zone in zones)), frozenset(code for code, _ in pairs)
