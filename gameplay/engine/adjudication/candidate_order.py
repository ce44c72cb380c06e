"""Heuristic order of candidate hidden cards, from the later entries of a reported game.

A player who pays with a hidden card probably does not pay with a card that the log shows later. This is only a guess,
but usually right; the search backtracks if it leads to a contradiction.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Observation, ReportedGame
from gameplay.engine.adjudication.notation import Notation, Pattern

NEVER = 1 << 30


class CandidateOrder:
    """Looks ahead in a log from a turn on.

    ``spent_cards`` are cards that were chosen but have not left their zone yet.
    """

    def __init__(self, reported_game: ReportedGame, turn: int, index: equivalence.ZoneIndex, faces: Faces) -> None:
        self.reported_game, self.turn, self.index, self.faces = reported_game, turn, index, faces
        self.table = index.table
        self.zones, self.codes = revealing_zones_and_events(reported_game.notation)
        self.spent_cards: set[int] = set()
        self.observations_under = self._cached("under", lambda _seat, pattern: "card_unit" in pattern.fields)

    def needed_by(self, seat: int, cards: Iterable[int], at: int) -> int:
        """Return the first entry from ``at`` on for which ``seat`` must keep one of ``cards``, or NEVER."""
        held = [card for card in self.index.cards_in(seat, self.zones) if card not in self.spent_cards]
        return min((self._needed_by(seat, card, held, at) for card in cards if card in held), default=NEVER)

    def _needed_by(self, seat: int, card: int, held: Sequence[int], at: int) -> int:
        """Return the entry at which all copies of ``card`` are used up if it is spent now; draws are added."""
        known, face, back = self.faces.is_known(card), self.faces.assumed_face(card), self.reported_game.ruleset.back
        remaining = sum(self._is_like(card, other) for other in held) - 1
        for number, pattern in self._observations_of(seat):
            if number < at:
                continue
            shown = pattern.fields.get("card", ()) if pattern.code in self.codes else ()
            if not known and self.reported_game.notation.setup.drawn_back(pattern) == back(face):
                remaining += 1
            elif face in shown if known else any(back(each) == back(face) for each in shown):
                if not remaining:
                    return number
                remaining -= 1
        return NEVER

    def may_be_revealed_under(self, unit: int, cards: Sequence[int], at: int) -> int:
        """Return whether the last of ``cards`` may be revealed under ``unit`` from ``at`` on: 2 if it is known.

        All ``cards`` go under ``unit``. 1 means that it may be; 0 that it cannot be, or is already there.
        """
        revealed, under = self._revealed_under(self.faces.assumed_face(unit), at), self._cards_under(unit)
        if not cards or cards[-1] in under:
            return 0
        for card in sorted((*under, *cards[:-1]), key=self.faces.is_known, reverse=True):
            if fits := [face for face in revealed if self._may_be(card, face)]:
                revealed.remove(fits[0])
        return any(self._may_be(cards[-1], face) for face in revealed) and 1 + self.faces.is_known(cards[-1])

    def support_for(self, card: int, at: int) -> int:
        """Return how well the cards under ``card`` match this turn's entries, from ``at`` on, about cards under it."""
        under, end = self._cards_under(card), self.reported_game.entries_before(self.turn + 1)
        for number, pattern in self.observations_under if under else ():
            if not at <= number < end or pattern.code not in self.reported_game.notation.events.revealing_under:
                continue
            if self.faces.assumed_face(card) in pattern.fields["card_unit"]:
                fits = [self.faces.is_known(each) for each in under if self._may_be(each, pattern.fields["card"][0])]
                return 1 + any(fits) if fits else 0
        return 1

    def next_use(self, seat: int, card: int, at: int) -> int:
        """Return the first entry from ``at`` on that takes such a card from the top of a pile of ``seat``.

        Return NEVER if there is none.
        """
        face, notation = self.faces.assumed_face(card), self.reported_game.notation
        is_shared = any(zone.seat is None and zone.name in notation.zones.untracked for zone in self.table.zones())
        for number, pattern in self.observations_under:
            owner = seat if is_shared else pattern.fields.get("seat", seat)
            is_use = pattern.code == notation.events.pile_top and face in pattern.fields.get("card", ())
            if is_use and number >= at and owner == seat:
                return number
        return NEVER

    def _cards_under(self, unit: int) -> list[int]:
        """Return the cards under ``unit``."""
        return [card for card, bearer in self.table.bearers().items() if bearer == unit]

    def _revealed_under(self, unit: Any, at: int) -> list[Any]:
        """Return the faces that the entries from ``at`` on reveal under ``unit``, until all cards under it are gone.

        Cards that are openly put there in the meantime are left out.
        """
        revealed: list[Any] = []
        loaded: list[Any] = []
        is_emptied, notation = False, self.reported_game.notation
        for number, pattern in self.observations_under:
            if number < at or unit not in pattern.fields.get("card_unit", ()):
                continue
            face = pattern.fields["card"][0]
            if is_emptied and pattern.code in notation.events.payments:
                break
            is_emptied = pattern.code in notation.events.revealing_under - notation.events.payments
            if pattern.code not in notation.events.revealing_under:
                loaded.append(face)
            else:
                (loaded.remove if face in loaded else revealed.append)(face)
        return revealed

    def _may_be(self, card: int, face: Any) -> bool:
        guess = self.faces.assumed_face(card)
        return (
            guess is face
            if self.faces.is_known(card)
            else bool(self.reported_game.ruleset.back(guess) == self.reported_game.ruleset.back(face))
        )

    def _is_like(self, card: int, other: int) -> bool:
        if self.faces.is_known(card):
            return self.faces.is_known(other) and self.faces.assumed_face(other) is self.faces.assumed_face(card)
        return not self.faces.is_known(other) and bool(self.faces.pools[other] == self.faces.pools[card])

    def _observations_of(self, seat: int) -> list[tuple[int, Pattern]]:
        """Return the observations about ``seat`` from this turn on, each with the number of its entry."""
        return self._cached(seat, lambda owner, _pattern: owner == seat)

    def _cached(self, what: Any, condition: Callable[[int, Pattern], bool]) -> list[tuple[int, Pattern]]:
        """Return the observations from this turn on that satisfy ``condition``; they are the same in each run."""
        cache, key = self.reported_game.look_ahead, (self.turn, what)
        if key not in cache:
            later = self._later_observations()
            cache[key] = [(number, pattern) for number, seat, pattern in later if condition(seat, pattern)]
        found: list[tuple[int, Pattern]] = cache[key]
        return found

    def _later_observations(self) -> Sequence[Observation]:
        """Return the observations from this turn on."""
        observations, start = self.reported_game.observations, self.reported_game.entries_before(self.turn)
        return observations[bisect_left(observations, start, key=itemgetter(0)) :]


def revealing_zones_and_events(notation: Notation) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the zones that hidden cards come from when they are revealed, and the events that reveal them."""
    pairs = [
        (code, zones) for by_code in notation.asks.source_zones.values() for code, zones in by_code.items() if zones
    ]
    return tuple(dict.fromkeys(zone for _, zones in pairs for zone in zones)), frozenset(code for code, _ in pairs)
