"""What everybody can tell of what is chosen and what happens in a reported game: how it looks, and whether it is what was written."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from gameplay.engine.adjudication import card_copies, equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Entry, Notation, Pattern, fields_of
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.sentences import Say, Words
from gameplay.engine.core.zones import Table

CARD = ("card", "slot")


class Looks:
    """Looks at a table whose cards have these faces."""

    def __init__(self, table: Table, faces: Faces, words: Words, notation: Notation) -> None:
        self.table, self.faces, self.words, self.notation = table, faces, words, notation

    def seen(self, says: Mapping[str, Say], what: Option) -> list[Any]:
        """A code and what it names as everybody sees it: None for an unseen card."""
        seen: list[Any] = [what[0]]
        for name, value in zip(says[what[0]].fields, what[1:], strict=True):
            if not name.startswith(CARD):
                seen.append(value)
            else:
                seen.append(self.faces.guess(value) if self.faces.known(value) else None)
        return seen

    def is_guess(self, option: Option) -> bool:
        """Whether an option names a card that nobody has seen."""
        return None in self.seen(self.words.options, option)

    def one_of_each(self, options: Sequence[Option]) -> list[Option]:
        """The options that can be told apart: unseen cards with one back look alike, and copies with the same marks."""
        looks = [tuple(self.seen(self.words.options, option)) for option in options]
        if len(set(looks)) < len(looks):
            marks = self.table.marks(self.faces.handles)
            looks = [(*look, *self._worn(option, look, marks)) for option, look in zip(options, looks, strict=True)]
        ways: dict[Any, Option] = {}
        for look, option in zip(looks, options, strict=True):
            ways.setdefault(look, option)
        return list(ways.values())

    def _worn(self, option: Option, look: Sequence[Any], marks: Mapping[int, Any]) -> list[Any]:
        """What the cards wear that an option names, or their backs where nobody sees more."""
        fields = self.words.options[option[0]].fields
        cards = [at for at, name in enumerate(fields, 1) if name.startswith(CARD)]
        return [self.faces.pools[option[at]] if look[at] is None else repr(marks.get(option[at])) for at in cards]

    def with_copies(self, ask: Ask, given: Collection[int]) -> Ask:
        """The ask with every copy of a card, but those ``given`` away: the rules offer one, but some are copies only by a guess."""
        named = [
            (option, at, option[at])
            for option in ask.options
            for at, name in enumerate(self.words.options[option[0]].fields, 1)
            if name.startswith("card")
        ]
        beside = equivalence.copies(self.table, self.faces, {card for _, _, card in named})
        others = [
            (*option[:at], copy, *option[at + 1 :])
            for option, at, card in named
            for copy in beside[card]
            if copy not in given
        ]
        return Ask(ask.seat, ask.kind, list(dict.fromkeys([*ask.options, *others])), ask.about)

    def unseen_before(self, codes: Sequence[str], option: Option) -> bool:
        """Whether these events would show a card that nobody has seen; what is named was rather seen before."""
        shown = (card for code in codes for card in self.notation.named_by(option, code))
        return any(not self.faces.known(card) for card in shown)

    # --- beside what was written ---------------------------------------------------------------

    def values(self, event: Option) -> dict[str, Any]:
        """What an event names, by its fields."""
        return dict(zip(fields_of(self.notation, self.words, event[0]), event[1:], strict=True))

    def about(self, ask: Ask) -> list[int]:
        """The cards that an ask is about."""
        return [card for _, card in _cards(self.words.asks, ask.about)]

    def put(self, option: Option) -> tuple[list[int], list[int]]:
        """The cards that an option names, and apart those under which they are to go."""
        cards = _cards(self.words.options, option)
        under = [card for name, card in cards if name == "card_unit"]
        return [card for name, card in cards if name != "card_unit"], under

    def cards_of(self, option: Option) -> list[int]:
        """The cards that an option names."""
        return [card for _, card in _cards(self.words.options, option)]

    def agrees(self, name: str, value: Any, written: Any) -> bool:
        """Whether a field that holds ``value`` is what was ``written`` of it."""
        if not name.startswith("card"):
            return bool(value == written)
        return self.faces.guess(value) in written and self.is_copy(value, written)

    def is_copy(self, card: int, written: Sequence[Any]) -> bool:
        """Whether ``card`` is the copy that was written, where copies are told apart."""
        return card_copies.is_meant(self.table, self.notation.numbered, self.faces.guess, card, written)

    def concerns(self, ask: Ask, entries: Iterable[Entry]) -> bool:
        """Whether something has to be chosen, or one of ``entries`` may say what."""
        codes = {option[0] for option in ask.options}
        if not codes & set(self.notation.silent):
            return True
        told = {event for code in codes for event, _ in self.notation.told_by.get(code, ())}
        return any(entry.codes & told for entry in entries)

    def rather_of(self, card: int | None, entries: list[Entry]) -> list[Entry]:
        """Of which of several ``entries`` an unseen ``card`` rather is: last of one that names what is known to lie beside it."""
        if card is None or len(entries) < 2 or self.faces.known(card):
            return entries
        beside = [other for place in self.table.places() if card in place.cards for other in place.cards]
        known = {self.faces.guess(other) for other in beside if self.faces.known(other)}
        return sorted(entries, key=lambda entry: bool(entry.cards & known))

    def leads(self, option: Option, seat: int, pattern: Pattern) -> bool | None:
        """Whether ``option`` of ``seat`` leads to the event that is written, and all it names is; None if it does not."""
        for code, names in self.notation.told_by.get(option[0], ()):
            if code != pattern.code or ("seat" not in names and pattern.fields.get("seat", seat) != seat):
                continue
            named = [(name, value) for name, value in zip(names, option[1:], strict=False) if name]
            named += self.notation.tells(self.table, option).items()
            if all(
                name not in pattern.fields or self.agrees(name, value, pattern.fields[name]) for name, value in named
            ):
                return all(name in pattern.fields for name, _ in named)
        return None


def _cards(says: Mapping[str, Say], what: Option) -> list[tuple[str, int]]:
    """The cards that a code names, each with its field."""
    return [(name, card) for name, card in zip(says[what[0]].fields, what[1:], strict=True) if name.startswith("card")]
