"""What everybody can tell of what is chosen and what happens in a reported game: how it looks, and whether it is what was written."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from gameplay.engine.adjudication import card_copies, equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Notation, Pattern, ReportEntry, event_fields
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.sentences import Sentence, Sentences
from gameplay.engine.core.zones import Table

CARD_PREFIXES = ("card", "slot")


class EventMatcher:
    """Looks at a table whose cards have these faces."""

    def __init__(self, table: Table, faces: Faces, sentences: Sentences, notation: Notation) -> None:
        self.table, self.faces, self.words, self.notation = table, faces, sentences, notation

    def visible_form(self, sentences: Mapping[str, Sentence], item: Option) -> list[Any]:
        """A code and what it names as everybody sees it: None for an unseen card."""
        seen: list[Any] = [item[0]]
        for name, value in zip(sentences[item[0]].fields, item[1:], strict=True):
            if not name.startswith(CARD_PREFIXES):
                seen.append(value)
            else:
                seen.append(self.faces.assumed_face(value) if self.faces.is_known(value) else None)
        return seen

    def names_unknown_card(self, option: Option) -> bool:
        """Whether an option names a card that nobody has seen."""
        return None in self.visible_form(self.words.options, option)

    def distinguishable(self, options: Sequence[Option]) -> list[Option]:
        """The options that can be told apart: unseen cards with one back look alike, and copies with the same marks."""
        looks = [tuple(self.visible_form(self.words.options, option)) for option in options]
        if len(set(looks)) < len(looks):
            marks = self.table.card_marks(self.faces.handles)
            looks = [
                (*look, *self._marks_and_backs(option, look, marks))
                for option, look in zip(options, looks, strict=True)
            ]
        ways: dict[Any, Option] = {}
        for look, option in zip(looks, options, strict=True):
            ways.setdefault(look, option)
        return list(ways.values())

    def _marks_and_backs(self, option: Option, look: Sequence[Any], marks: Mapping[int, Any]) -> list[Any]:
        """What the cards wear that an option names, or their backs where nobody sees more."""
        fields = self.words.options[option[0]].fields
        cards = [at for at, name in enumerate(fields, 1) if name.startswith(CARD_PREFIXES)]
        return [self.faces.pools[option[at]] if look[at] is None else repr(marks.get(option[at])) for at in cards]

    def with_copies(self, ask: Ask, excluded: Collection[int]) -> Ask:
        """The ask with every copy of a card, but those ``given`` away: the rules offer one, but some are copies only by a guess."""
        named = [
            (option, at, option[at])
            for option in ask.options
            for at, name in enumerate(self.words.options[option[0]].fields, 1)
            if name.startswith("card")
        ]
        beside = equivalence.identical_cards(self.table, self.faces, {card for _, _, card in named})
        others = [
            (*option[:at], copy, *option[at + 1 :])
            for option, at, card in named
            for copy in beside[card]
            if copy not in excluded
        ]
        return Ask(ask.seat, ask.kind, list(dict.fromkeys([*ask.options, *others])), ask.about)

    def reveals_unknown_card(self, codes: Sequence[str], option: Option) -> bool:
        """Whether these events would show a card that nobody has seen; what is named was rather seen before."""
        shown = (card for code in codes for card in self.notation.cards_revealed_by(option, code))
        return any(not self.faces.is_known(card) for card in shown)

    # --- beside what was written ---------------------------------------------------------------

    def event_values(self, event: Option) -> dict[str, Any]:
        """What an event names, by its fields."""
        return dict(zip(event_fields(self.notation, self.words, event[0]), event[1:], strict=True))

    def ask_cards(self, ask: Ask) -> list[int]:
        """The cards that an ask is about."""
        return [card for _, card in _cards(self.words.asks, ask.about)]

    def cards_and_destinations(self, option: Option) -> tuple[list[int], list[int]]:
        """The cards that an option names, and apart those under which they are to go."""
        cards = _cards(self.words.options, option)
        under = [card for name, card in cards if name == "card_unit"]
        return [card for name, card in cards if name != "card_unit"], under

    def option_cards(self, option: Option) -> list[int]:
        """The cards that an option names."""
        return [card for _, card in _cards(self.words.options, option)]

    def field_matches(self, name: str, value: Any, reported: Any) -> bool:
        """Whether a field that holds ``value`` is what was ``written`` of it."""
        if not name.startswith("card"):
            return bool(value == reported)
        return self.faces.assumed_face(value) in reported and self.copy_matches(value, reported)

    def copy_matches(self, card: int, reported: Sequence[Any]) -> bool:
        """Whether ``card`` is the copy that was written, where copies are told apart."""
        return card_copies.matches_reference(
            self.table, self.notation.numbered_zones, self.faces.assumed_face, card, reported
        )

    def is_reportable(self, ask: Ask, entries: Iterable[ReportEntry]) -> bool:
        """Whether something has to be chosen, or one of ``entries`` may say what."""
        codes = {option[0] for option in ask.options}
        if not codes & set(self.notation.silent_options):
            return True
        told = {event for code in codes for event, _ in self.notation.events_by_option.get(code, ())}
        return any(entry.codes & told for entry in entries)

    def order_by_likelihood(self, card: int | None, entries: list[ReportEntry]) -> list[ReportEntry]:
        """Of which of several ``entries`` an unseen ``card`` rather is: last of one that names what is known to lie beside it."""
        if card is None or len(entries) < 2 or self.faces.is_known(card):
            return entries
        beside = [other for place in self.table.zones() if card in place.cards for other in place.cards]
        known = {self.faces.assumed_face(other) for other in beside if self.faces.is_known(other)}
        return sorted(entries, key=lambda entry: bool(entry.cards & known))

    def leads_to(self, option: Option, seat: int, pattern: Pattern) -> bool | None:
        """Whether ``option`` of ``seat`` leads to the event that is written, and all it names is; None if it does not."""
        for code, names in self.notation.events_by_option.get(option[0], ()):
            if code != pattern.code or ("seat" not in names and pattern.fields.get("seat", seat) != seat):
                continue
            named = [(name, value) for name, value in zip(names, option[1:], strict=False) if name]
            named += self.notation.implied_fields(self.table, option).items()
            if all(
                name not in pattern.fields or self.field_matches(name, value, pattern.fields[name])
                for name, value in named
            ):
                return all(name in pattern.fields for name, _ in named)
        return None


def _cards(sentences: Mapping[str, Sentence], what: Option) -> list[tuple[str, int]]:
    """The cards that a code names, each with its field."""
    return [
        (name, card) for name, card in zip(sentences[what[0]].fields, what[1:], strict=True) if name.startswith("card")
    ]
