"""Matching of options and events against the entries of a reported game, by what all players can see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from gameplay.engine.adjudication import card_copies, equivalence
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.notation import Pattern, ReportEntry, event_fields
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.sentences import Sentence

CARD_PREFIXES = ("card", "slot")


class EventMatcher:
    """Matches the events and options of one table with these faces against the entries of a reported game."""

    def __init__(self, zones: equivalence.ZoneIndex, faces: Faces, reported_game: ReportedGame) -> None:
        self.zones, self.table = zones, zones.table
        self.faces, self.notation = faces, reported_game.notation
        self.sentences, self.numbered_cards = reported_game.ruleset.sentences, reported_game.numbered_cards
        self.chosen_cards: list[int] = []
        self.event_count = 0

    def note_choice(self, option: Option) -> None:
        """Note the cards of a choice. Copies of them differ until it has led to an event.

        All choices of a resupply are made before a card moves, so the first unit that is chosen has no fuel yet.
        """
        self.chosen_cards = [*self._chosen_since_last_event(), *self.option_cards(option)]
        self.event_count = len(self.table.events)

    def _chosen_since_last_event(self) -> list[int]:
        return self.chosen_cards if self.event_count == len(self.table.events) else []

    def visible_form(self, sentences: Mapping[str, Sentence], item: Option) -> list[Any]:
        """Return the code and the fields as all players see them: None for a hidden card."""
        visible: list[Any] = [item[0]]
        for name, value in zip(sentences[item[0]].fields, item[1:], strict=True):
            if not name.startswith(CARD_PREFIXES):
                visible.append(value)
            else:
                visible.append(self.faces.assumed_face(value) if self.faces.is_known(value) else None)
        return visible

    def option_form(self, option: Option | None) -> list[Any] | None:
        """Return ``option`` as all players see it, None if it stands for no option."""
        return None if option is None else self.visible_form(self.sentences.options, option)

    def names_unknown_card(self, option: Option) -> bool:
        """Return whether an option names an unknown card."""
        return None in self.visible_form(self.sentences.options, option)

    def distinguishable(self, options: Sequence[Option]) -> list[Option]:
        """Return the options that can be distinguished.

        Hidden cards with the same back cannot be distinguished, nor can copies with the same marks, unless an entry
        numbers such copies.
        """
        forms = [tuple(self.visible_form(self.sentences.options, option)) for option in options]
        if len(set(forms)) < len(forms):
            marks = self.table.card_marks(self.faces.handles)
            forms = [
                (*form, *self._marks_and_backs(option, form, marks))
                for option, form in zip(options, forms, strict=True)
            ]
        first_options: dict[Any, Option] = {}
        for form, option in zip(forms, options, strict=True):
            first_options.setdefault(form, option)
        return list(first_options.values())

    def _marks_and_backs(self, option: Option, form: Sequence[Any], marks: Mapping[int, Any]) -> list[Any]:
        """Return the marks of the cards of an option, or the backs of hidden ones and the faces shuffled into them."""
        fields = self.sentences.options[option[0]].fields
        cards = [(option[at], form[at]) for at, name in enumerate(fields, 1) if name.startswith(CARD_PREFIXES)]
        chosen = self._chosen_since_last_event()
        return [
            self._hidden_key(card)
            if seen is None
            else (repr(marks.get(card)), self._numbered(card, seen), chosen.count(card))
            for card, seen in cards
        ]

    def _numbered(self, card: int, face: Any) -> int | None:
        """Return ``card`` if entries number the copies of its face where it is, otherwise None."""
        zone = self.zones.zone_of.get(card) if face in self.numbered_cards else None
        return card if zone and zone.name in self.notation.zones.numbered else None

    def _hidden_key(self, card: int) -> tuple[Any, ...]:
        groups = self.faces.shuffled_groups.items()
        return (self.faces.pools[card], *(face for face, among in groups if card in among))

    def with_copies(self, ask: Ask, excluded: Collection[int]) -> Ask:
        """Return the ask with all copies of the offered cards, except the ``excluded`` ones.

        The rules offer only one copy, but some cards are copies only by their assumed face.
        """
        named = [
            (option, at, option[at])
            for option in ask.options
            for at, name in enumerate(self.sentences.options[option[0]].fields, 1)
            if name.startswith("card")
        ]
        copies = equivalence.identical_cards(self.zones, self.faces, {card for _, _, card in named})
        if not copies:
            return ask
        others = [
            (*option[:at], copy, *option[at + 1 :])
            for option, at, card in named
            for copy in copies.get(card, ())
            if copy not in excluded
        ]
        return Ask(ask.seat, ask.kind, list(dict.fromkeys([*ask.options, *others])), ask.about)

    @staticmethod
    def without(ask: Ask, options: Sequence[Option]) -> Ask:
        """Return the ask without these options, or with all if there are no others."""
        others = [option for option in ask.options if option not in options]
        return Ask(ask.seat, ask.kind, others or ask.options, ask.about)

    def reveals_unknown_card(self, codes: Sequence[str], option: Option) -> bool:
        """Return whether these events would reveal an unknown card; a card named in the log was usually seen before."""
        shown = (card for code in codes for card in self.notation.cards_revealed_by(option, code))
        return any(not self.faces.is_known(card) for card in shown)

    # --- comparison with entries ----------------------------------------------------------------

    def event_values(self, event: Option) -> dict[str, Any]:
        """Return the values of an event by field."""
        return dict(zip(event_fields(self.notation, self.sentences, event[0]), event[1:], strict=True))

    def is_private(self, event: Option) -> bool:
        """Return whether not all players see the cards of ``event``."""
        extra_fields = self.notation.words.extra_event_fields
        return event[0] in extra_fields or bool(self.sentences.events[event[0]].redacted_template)

    def seat_of(self, event: Option) -> int:
        """Return the seat of an event, by default that of the owner of its card."""
        values = self.event_values(event)
        return int(values["seat"] if "seat" in values else self.table.owners[values["card"]])

    def event_of(self, code: str, **values: Any) -> Option:
        """Return the event ``code`` with ``values`` by field."""
        return (code, *(values[name] for name in event_fields(self.notation, self.sentences, code)))

    def is_described_by(self, event: Option, pattern: Pattern) -> bool:
        """Return whether ``event`` is what ``pattern`` says, by the faces that are assumed now."""
        if pattern.code != event[0]:
            return False
        names = event_fields(self.notation, self.sentences, event[0])
        return self._fields_match(zip(names, event[1:], strict=True), pattern.fields)

    def shows(self, event: Option, pattern: Pattern) -> bool:
        """Return whether ``event`` is what ``pattern`` says, about cards that are known."""
        if not self.is_described_by(event, pattern):
            return False
        values = self.event_values(event)
        return all(self.faces.is_known(values[name]) for name in pattern.fields if name.startswith("card"))

    def ask_cards(self, ask: Ask) -> list[int]:
        """Return the cards that an ask is about."""
        return [card for _, card in _cards(self.sentences.asks, ask.about)]

    def cards_and_destinations(self, option: Option) -> tuple[list[int], list[int]]:
        """Return the cards of an option, and separately those under which they go."""
        cards = _cards(self.sentences.options, option)
        under = [card for name, card in cards if name == "card_unit"]
        return [card for name, card in cards if name != "card_unit"], under

    def option_cards(self, option: Option) -> list[int]:
        """Return the cards of an option."""
        return [card for _, card in _cards(self.sentences.options, option)]

    def known_faces(self, options: Iterable[Option]) -> frozenset[Any]:
        """Return the faces of the cards of ``options`` that are known."""
        cards = (card for option in options for card in self.option_cards(option))
        return frozenset(self.faces.assumed_face(card) for card in cards if self.faces.is_known(card))

    def _fields_match(self, fields: Iterable[tuple[str, Any]], reported: Mapping[str, Any]) -> bool:
        """Return whether the ``fields`` match the ``reported`` ones, as far as these are written."""
        for name, value in fields:
            if name in reported and not self.field_matches(name, value, reported[name]):
                return False
        return True

    def field_matches(self, name: str, value: Any, reported: Any) -> bool:
        """Return whether the ``value`` of a field matches the ``reported`` one."""
        if not name.startswith("card"):
            return bool(value == reported)
        return self.faces.assumed_face(value) in reported and self.copy_matches(value, reported)

    def copy_matches(self, card: int, reported: Sequence[Any]) -> bool:
        """Return whether ``card`` is the reported copy, in games that number copies."""
        if not isinstance(reported, card_copies.CopyReference):
            return True
        return card_copies.matches_reference(
            self.zones.zones, self.notation.zones.numbered, self.faces.assumed_face, card, reported
        )

    def reporting_codes(self, ask: Ask) -> set[str]:
        """Return the codes of all events that may report a choice of ``ask``, or reveal a card for it."""
        codes = {option[0] for option in ask.options}
        reporting = {event for code in codes for event, _ in self.notation.asks.events_by_option.get(code, ())}
        return reporting.union(self.notation.asks.source_zones.get(ask.about[0], ()))

    def is_reportable(self, ask: Ask, entries: Iterable[ReportEntry]) -> bool:
        """Return whether an ask requires a choice, or one of ``entries`` may report it."""
        codes = {option[0] for option in ask.options}
        if codes.isdisjoint(self.notation.asks.silent_options):
            return True
        reporting = {event for code in codes for event, _ in self.notation.asks.events_by_option.get(code, ())}
        return any(not reporting.isdisjoint(entry.codes) for entry in entries)

    def order_by_likelihood(self, card: int | None, entries: list[ReportEntry]) -> list[ReportEntry]:
        """Return ``entries`` ordered by how likely they are about the hidden ``card``.

        An entry that names a card known to be elsewhere in the same zone comes last.
        """
        if card is None or len(entries) < 2 or self.faces.is_known(card):
            return entries
        neighbours = [other for zone in self.zones.zones if card in zone.cards for other in zone.cards]
        known = {self.faces.assumed_face(other) for other in neighbours if self.faces.is_known(other)}
        return sorted(entries, key=lambda entry: bool(entry.cards & known))

    def can_lead_to(self, ask: Ask, code: str) -> bool:
        """Return whether the text of the card that asks can lead to an event with this code; true if unknown."""
        events = self.notation.asks.events_of_ask(ask, self.faces.assumed_face)
        return events is None or code in events

    def leads_to(self, option: Option, seat: int, pattern: Pattern) -> bool | None:
        """Return whether the entry describes ``option`` completely; None if the option does not lead to the event."""
        for code, names in self.notation.asks.events_by_option.get(option[0], ()):
            if code != pattern.code:
                continue
            if "seat" not in names and "seat" in pattern.fields:
                is_about_owner = code in self.notation.zones.arrivals.values() and "card" in names
                player = self.table.owners[option[1 + names.index("card")]] if is_about_owner else seat
                if pattern.fields["seat"] != player:
                    continue
            if self._fields_match(zip(names, option[1:], strict=False), pattern.fields):
                implied = self.notation.words.implied_fields(self.table, option)
                if self._fields_match(implied.items(), pattern.fields):
                    return all(name in pattern.fields for name in (*filter(None, names[: len(option) - 1]), *implied))
        return None


def _cards(sentences: Mapping[str, Sentence], item: Option) -> list[tuple[str, int]]:
    """Return the cards of a code, each with its field."""
    return [
        (name, card) for name, card in zip(sentences[item[0]].fields, item[1:], strict=True) if name.startswith("card")
    ]
