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
from gameplay.engine.adjudication.hypotheses import Again, Path
from gameplay.engine.adjudication.notation import Entry, Notation, Pattern
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.zones import Table


class Foreseen:
    """Looks ahead at entries from a table with these faces. ``asks`` counts how often somebody was asked in this run;
    ``origin`` says where a card came from that was mixed with others.
    """

    def __init__(self, notation: Notation, table: Table, faces: Faces, path: Path, origin: dict[int, Any]) -> None:
        self.notation, self.table, self.faces, self.path, self.origin = notation, table, faces, path, origin
        self.asks = 0

    def may_show(self, ask: Ask, entry: Entry) -> None:
        """An unseen card that is asked about may be the one that ``entry`` shows: let it be. Raises Again."""
        for pattern in entry.patterns:
            if pattern.fields.get("seat", ask.seat) == ask.seat:
                zones = self.notation.comes_from.get(ask.about[0], {}).get(pattern.code, ())
                offered = [card for option in ask.options for card in self.notation.named_by(option, pattern.code)]
                cards = [*equivalence.lying(self.table, ask.seat, zones), *offered]
                if (
                    pattern.code in self.notation.payments
                ):  # what is paid for lies there, too, but does not pay for itself
                    cards = [card for card in cards if not self.faces.known(card)]
                self._let_be(entry, pattern, cards)

    def put(self, ask: Ask, entry: Entry, later: Sequence[Sequence[Entry]]) -> Option | None:
        """The option by which ``entry`` puts a card face down, of which is known then what it shows ``later``."""
        ways = self.notation.put(self.table, self.faces, ask, entry, later)
        if not ways:
            return None
        option, seen = self.path.choose(("put", self.asks), ways)
        if seen is not None:
            self.faces.see(option[1], seen)
        return tuple(option)

    def instead(self, ask: Ask, entry: Entry, meant: Sequence[Option]) -> None:
        """The card that ``entry`` shows need not be the one it is guessed to be: it may come from elsewhere. Raises Again."""
        kind = partial(equivalence.kind, self.table, self.faces)
        for pattern in entry.patterns:
            zones = self.notation.comes_from.get(ask.about[0], {}).get(pattern.code, ())
            cards = equivalence.lying(self.table, ask.seat, zones)
            for definition in pattern.fields.get("card", ()):
                if any(self.faces.known(card) and self.faces.guess(card) is definition for card in cards):
                    continue
                guessed = {kind(card) for option in meant for card in self.notation.named_by(option, pattern.code)}
                possible = equivalence.possible(self.table, self.faces, cards, definition)
                others = [card for card in possible if kind(card) not in guessed]
                occasion = ("instead", entry.number, definition, self.asks)
                if guessed and (card := self.path.choose(occasion, [None, *others])) is not None:
                    self.path.run_again_with(self.origin.get(card, card), definition)

    def none_of(self, ask: Ask) -> None:
        """Nothing is written of what is asked: perhaps none of the unseen cards is of those that may be chosen. Raises Again."""
        cards = [card for option in ask.options for card in option[1:2] if not self.faces.known(card)]
        others = [
            face for card in cards for face in self.faces.possible(card) if face.back != self.faces.guess(card).back
        ]
        if others and self.path.choose(("none", self.asks), [False, True]):
            for card in cards:
                self.path.learnt[self.origin.get(card, card)] = others[0]
            raise Again

    def unasked(self, entry: Entry) -> None:
        """A text that found nothing to choose from, by the guess, did not ask: let there be something. Raises Again."""
        for seat, zones in product(range(self.table.seats), self.notation.comes_from.values()):
            for pattern in entry.patterns:
                if pattern.fields.get("seat", seat) == seat:
                    cards = equivalence.lying(self.table, seat, zones.get(pattern.code, ()))
                    if self.faces.loose:  # of what is hidden everybody is asked, whatever it is
                        cards = [card for card in cards if not equivalence.hidden(self.table, card)]
                    self._let_be(entry, pattern, cards)

    def _let_be(self, entry: Entry, pattern: Pattern, cards: Sequence[int]) -> None:
        """Let one of ``cards`` be what ``pattern`` shows, if none is known to be, or none of them. Raises Again.

        Where nobody keeps count a hidden card may always be it: before this entry it is not shown as anything else.
        """
        for definition in pattern.fields.get("card", ()):
            if any(self.faces.known(card) and self.faces.guess(card) is definition for card in cards):
                return
            possible = equivalence.possible(self.table, self.faces, cards, definition)
            occasion = ("foreseen", entry.number, definition, self.asks)
            sure = self.faces.loose and any(equivalence.hidden(self.table, card) for card in possible)
            ways = possible if sure else [*possible, None]
            if possible and (card := self.path.choose(occasion, ways)) is not None:
                self.path.run_again_with(self.origin.get(card, card), definition)


class Counts:
    """How many choices of a turn have led to each entry that says how many do, and for which card."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.led: Counter[int] = Counter()
        self.cards: dict[int, list[int]] = {}

    def left(self, entry: Entry) -> int | None:
        """How many choices more lead to ``entry``, where it says how many do; else None."""
        if entry.codes & self.notation.payments:
            return 1 - self.led[entry.number]
        for pattern in entry.patterns:
            if pattern.code in self.notation.counted and "number" in pattern.fields:
                return int(pattern.fields["number"]) - self.led[entry.number]
        return None

    def goes_on(self, entry: Entry, pattern: Pattern, option: Option) -> bool:
        """Whether ``option`` counts for the card that ``entry`` is about, not for a copy of which another entry tells."""
        if pattern.code not in self.notation.counted:
            return True
        card = self.notation.named_by(option, pattern.code)
        return card == self.cards[entry.number] if entry.number in self.cards else card not in self.cards.values()

    def add(self, entry: Entry, option: Option) -> None:
        """``option`` was chosen because of ``entry``."""
        self.led[entry.number] += 1
        self.cards[entry.number] = self.notation.named_by(option, next(iter(entry.codes)))
