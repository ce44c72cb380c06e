"""Which unseen card an entry shows, in a reported game: one is let be it, as long as it may be.

Each of these raises `ways.Again` where a card has to be another than was guessed.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Backtrack, Branch
from gameplay.engine.adjudication.notation import Notation, Pattern, ReportEntry
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.zones import Table


class TentativeAssignment:
    """Looks ahead at entries from a table with these faces. ``asks`` counts how often somebody was asked in this run;
    ``origin`` says where a card came from that was mixed with others.
    """

    def __init__(self, notation: Notation, table: Table, faces: Faces, branch: Branch, origin: dict[int, Any]) -> None:
        self.notation, self.table, self.faces, self.path, self.origin = notation, table, faces, branch, origin
        self.ask_count = 0

    def assign_shown(self, ask: Ask, entry: ReportEntry) -> None:
        """An unseen card that is asked about may be the one that ``entry`` shows: let it be. Raises Again."""
        for pattern in entry.patterns:
            if pattern.fields.get("seat", ask.seat) == ask.seat:
                zones = self.notation.source_zones.get(ask.about[0], {}).get(pattern.code, ())
                offered = [
                    card for option in ask.options for card in self.notation.cards_revealed_by(option, pattern.code)
                ]
                cards = [*equivalence.cards_in_zones(self.table, ask.seat, zones), *offered]
                if (
                    pattern.code in self.notation.payment_events
                ):  # what is paid for lies there, too, but does not pay for itself
                    cards = [card for card in cards if not self.faces.is_known(card)]
                self._assign(entry, pattern, cards)

    def choose_face_down(self, ask: Ask, entry: ReportEntry, later: Sequence[Sequence[ReportEntry]]) -> Option | None:
        """The option by which ``entry`` puts a card face down, of which is known then what it shows ``later``."""
        ways = self.notation.face_down_options(self.table, self.faces, ask, entry, later)
        if not ways:
            return None
        option, seen = self.path.decide(("put", self.ask_count), ways)
        if seen is not None:
            self.faces.observe(option[1], seen)
        return tuple(option)

    def assign_elsewhere(self, ask: Ask, entry: ReportEntry, matching: Sequence[Option]) -> None:
        """The card that ``entry`` shows need not be the one it is guessed to be: it may come from elsewhere. Raises Again."""
        kind = partial(equivalence.card_key, self.table, self.faces)
        for pattern in entry.patterns:
            zones = self.notation.source_zones.get(ask.about[0], {}).get(pattern.code, ())
            cards = equivalence.cards_in_zones(self.table, ask.seat, zones)
            for definition in pattern.fields.get("card", ()):
                if any(self.faces.is_known(card) and self.faces.assumed_face(card) is definition for card in cards):
                    continue
                guessed = {
                    kind(card) for option in matching for card in self.notation.cards_revealed_by(option, pattern.code)
                }
                possible = equivalence.possible_cards(self.table, self.faces, cards, definition)
                others = [card for card in possible if kind(card) not in guessed]
                occasion = ("instead", entry.number, definition, self.ask_count)
                if guessed and (card := self.path.decide(occasion, [None, *others])) is not None:
                    self.path.rerun_with(self.origin.get(card, card), definition)

    def assign_other_back(self, ask: Ask) -> None:
        """Nothing is written of what is asked: perhaps none of the unseen cards is of those that may be chosen. Raises Again."""
        cards = [card for option in ask.options for card in option[1:2] if not self.faces.is_known(card)]
        others = [
            face
            for card in cards
            for face in self.faces.possible_faces(card)
            if face.back != self.faces.assumed_face(card).back
        ]
        if others and self.path.decide(("none", self.ask_count), [False, True]):
            for card in cards:
                self.path.learned_faces[self.origin.get(card, card)] = others[0]
            raise Backtrack

    def assign_for_unasked(self, entry: ReportEntry) -> None:
        """A text that found nothing to choose from, by the guess, did not ask: let there be something. Raises Again."""
        for seat, zones in product(range(self.table.seats), self.notation.source_zones.values()):
            for pattern in entry.patterns:
                if pattern.fields.get("seat", seat) == seat:
                    cards = equivalence.cards_in_zones(self.table, seat, zones.get(pattern.code, ()))
                    if self.faces.untracked:  # of what is hidden everybody is asked, whatever it is
                        cards = [card for card in cards if not equivalence.is_hidden(self.table, card)]
                    self._assign(entry, pattern, cards)

    def _assign(self, entry: ReportEntry, pattern: Pattern, cards: Sequence[int]) -> None:
        """Let one of ``cards`` be what ``pattern`` shows, if none is known to be, or none of them. Raises Again.

        Where nobody keeps count a hidden card may always be it: before this entry it is not shown as anything else.
        """
        for definition in pattern.fields.get("card", ()):
            if any(self.faces.is_known(card) and self.faces.assumed_face(card) is definition for card in cards):
                return
            possible = equivalence.possible_cards(self.table, self.faces, cards, definition)
            occasion = ("foreseen", entry.number, definition, self.ask_count)
            sure = self.faces.untracked and any(equivalence.is_hidden(self.table, card) for card in possible)
            ways = possible if sure else [*possible, None]
            if possible and (card := self.path.decide(occasion, ways)) is not None:
                self.path.rerun_with(self.origin.get(card, card), definition)


class ChoiceCounts:
    """How many choices of a turn have led to each entry that says how many do, and for which card."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.choices_by_entry: Counter[int] = Counter()
        self.cards_by_entry: dict[int, list[int]] = {}

    def remaining(self, entry: ReportEntry) -> int | None:
        """How many choices more lead to ``entry``, where it says how many do; else None."""
        if entry.codes & self.notation.payment_events:
            return 1 - self.choices_by_entry[entry.number]
        for pattern in entry.patterns:
            if pattern.code in self.notation.counted_events and "number" in pattern.fields:
                return int(pattern.fields["number"]) - self.choices_by_entry[entry.number]
        return None

    def counts_for(self, entry: ReportEntry, pattern: Pattern, option: Option) -> bool:
        """Whether ``option`` counts for the card that ``entry`` is about, not for a copy of which another entry tells."""
        if pattern.code not in self.notation.counted_events:
            return True
        card = self.notation.cards_revealed_by(option, pattern.code)
        return (
            card == self.cards_by_entry[entry.number]
            if entry.number in self.cards_by_entry
            else card not in self.cards_by_entry.values()
        )

    def add(self, entry: ReportEntry, option: Option) -> None:
        """``option`` was chosen because of ``entry``."""
        self.choices_by_entry[entry.number] += 1
        self.cards_by_entry[entry.number] = self.notation.cards_revealed_by(option, next(iter(entry.codes)))
