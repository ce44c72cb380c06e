"""Tentative assignment of a hidden card to an entry, in a reported game: the search backtracks on conflict.

The methods raise `hypotheses.Backtrack` if a card gets another face than was assumed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.card_copies import CopyReference
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Backtrack, Branch
from gameplay.engine.adjudication.notation import Notation, Pattern, ReportEntry
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.zones import Visibility

BEARER_FIELDS = ("card_user", "card_unit")
"""The fields of a card in play under which a hidden card is, or which pays for it."""


class TentativeAssignment:
    """Assigns hidden cards of a table to entries.

    ``ask_count`` counts the asks of this run; ``origin`` identifies cards that were shuffled.
    """

    def __init__(
        self, notation: Notation, zones: equivalence.ZoneIndex, faces: Faces, branch: Branch, origin: dict[int, Any]
    ) -> None:
        self.notation, self.zones, self.faces, self.branch, self.origin = notation, zones, faces, branch, origin
        self.table = zones.table
        self.ask_count = 0

    def assign_shown(self, ask: Ask, entry: ReportEntry, pending: PendingEntries) -> bool:
        """Assign ``entry`` to a hidden card that the ask is about. Raises Backtrack.

        With untracked faces, a card under another card is simply the one: no rule has used its face. Return whether
        there is one.
        """
        events = self.notation.asks.events_of_ask(ask, self.faces.assumed_face)
        for pattern in entry.patterns:
            is_possible = events is None or pattern.code in events
            if is_possible and pattern.fields.get("seat", ask.seat) == ask.seat and self._has_bearer(ask.seat, pattern):
                zones = self.notation.asks.source_zones.get(ask.about[0], {}).get(pattern.code, ())
                offered = [
                    card for option in ask.options for card in self.notation.cards_revealed_by(option, pattern.code)
                ]
                cards = [*self.zones.cards_in(ask.seat, zones), *offered]
                if pattern.code in self.notation.events.payments:
                    # The card that is paid for is in the same zone, but cannot pay for itself.
                    cards = [card for card in cards if not self.faces.is_known(card)]
                if self.faces.untracked and pattern.code in self.notation.events.revealing_under:
                    return self._observe_any(offered, pattern)
                self._assign(entry, pattern, cards, is_likely=not pending.is_probably_later(entry))
        return False

    def _has_bearer(self, seat: int, pattern: Pattern) -> bool:
        """Return whether ``seat`` has the card under which the card of ``pattern`` is, or which pays for it, if any."""
        own = [zone for zone in self.zones.zones if zone.seat in (seat, None) and zone.visibility is Visibility.ALL]
        for bearer in (pattern.fields[name] for name in BEARER_FIELDS if name in pattern.fields):
            if isinstance(bearer, CopyReference) and bearer.owner_seat not in (seat, None):
                return False
            if not any(self.faces.assumed_face(card) in bearer for zone in own for card in zone.cards):
                return False
        return True

    def _observe_any(self, cards: Sequence[int], pattern: Pattern) -> bool:
        """Note that an unknown one of ``cards`` is the card of ``pattern``. Return whether it can be."""
        named = product(cards, pattern.fields.get("card", ()))
        return any(not self.faces.is_known(card) and self.faces.observe(card, face) for card, face in named)

    def choose_face_down(self, ask: Ask, entry: ReportEntry, pending: PendingEntries) -> Option | None:
        """Return the option that puts a card face down for ``entry``; note the face that later entries reveal."""
        find_options = self.notation.asks.face_down_options
        if find_options is None:
            return None
        possibilities = find_options(self.table, self.faces, ask, entry, partial(pending.later_entries, entry))
        if not possibilities:
            return None
        option, face = self.branch.decide(("put", self.ask_count), possibilities)
        if face is not None:
            self.faces.observe(option[1], face)
        return tuple(option)

    def assign_initial(self, turns: Sequence[Sequence[ReportEntry]]) -> None:
        """Note what the entries of all ``turns`` reveal about unknown cards in play of the position."""
        for card, possibilities in self.notation.setup.initial_faces(self.table, self.faces, turns):
            if possibilities:
                self.faces.observe(card, self.branch.decide(("initial", card), possibilities))

    def assign_elsewhere(self, ask: Ask, entry: ReportEntry, matching: Sequence[Option]) -> None:
        """Add alternatives in which ``entry`` shows another hidden card than the assumed one. Raises Backtrack."""
        keys = equivalence.CardKeys(self.zones, self.faces)
        for pattern in entry.patterns:
            zones = self.notation.asks.source_zones.get(ask.about[0], {}).get(pattern.code, ())
            cards = self.zones.cards_in(ask.seat, zones)
            for definition in pattern.fields.get("card", ()):
                if any(self.faces.is_known(card) and self.faces.assumed_face(card) is definition for card in cards):
                    continue
                assumed = {
                    keys[card] for option in matching for card in self.notation.cards_revealed_by(option, pattern.code)
                }
                possible = equivalence.possible_cards(self.zones, self.faces, cards, definition)
                others = [card for card in possible if keys[card] not in assumed]
                occasion = ("instead", entry.number, definition, self.ask_count)
                if assumed and (card := self.branch.decide(occasion, [None, *others])) is not None:
                    self.branch.rerun_with(self.origin.get(card, card), definition)

    def assign_other_back(self, ask: Ask) -> None:
        """Add the alternative that no hidden card is a legal choice: no entry reports one. Raises Backtrack."""
        cards = [card for option in ask.options for card in option[1:2] if not self.faces.is_known(card)]
        others = [
            face
            for card in cards
            for face in self.faces.possible_faces(card)
            if getattr(face, "back", "") != getattr(self.faces.assumed_face(card), "back", "")
        ]
        if others and self.branch.decide(("none", self.ask_count), [False, True]):
            for card in cards:
                self.branch.learned_faces[self.origin.get(card, card)] = others[0]
            raise Backtrack

    def assign_for_unasked(self, entry: ReportEntry) -> None:
        """Assign ``entry`` to a card that an effect should have asked about. Raises Backtrack.

        By the assumed faces, the effect found nothing to choose.
        """
        hidden = self.zones.hidden_cards() if self.faces.untracked else ()
        for seat, zones in product(range(self.table.seats), self.notation.asks.source_zones.values()):
            for pattern in entry.patterns:
                if pattern.fields.get("seat", seat) == seat:
                    cards = self.zones.cards_in(seat, zones.get(pattern.code, ()))
                    # With untracked faces, asks about hidden cards always happen.
                    cards = [card for card in cards if card not in hidden]
                    self._assign(entry, pattern, cards)

    def entries_about(
        self, event: Option, card: int, pending: PendingEntries, near: Sequence[ReportEntry], *, is_private: bool
    ) -> Iterator[ReportEntry]:
        """Yield the entries that may be about ``event``, which reveals the hidden ``card``: the ``near`` ones first.

        A result that is not near may be about another event, and so may one about a card that reached a pile: both
        are tried. With untracked faces, the first are too many to try: the entries are noted as unexplored. If the
        event ``is_private``, the near entries keep their order; otherwise those come first that are mentioned first.
        """
        later = [each for each in pending.later_results(near) if self._may_be_named(event, card, each)]
        if self.faces.untracked:
            self.branch.unexplored_entries.update(map(pending.number_of, later))
            later = []
        far = set(map(id, later))
        entries = [*near, *later] if is_private else sorted([*near, *later], key=pending.next_mention)
        for entry in entries:
            is_doubtful = pending.is_observation(entry) and not pending.arrivals.isdisjoint(entry.codes)
            is_chosen = any(each is entry for each in pending.expected)
            is_open = is_doubtful and not is_chosen and self._may_be_named(event, card, entry)
            if is_open or id(entry) in far:
                occasion = ("about", len(self.table.events), entry.number)
                is_likely = not pending.is_probably_later(entry)
                if not self.branch.decide(occasion, [is_likely, not is_likely]):
                    continue
            yield entry

    def _may_be_named(self, event: Option, card: int, entry: ReportEntry) -> bool:
        """Return whether the hidden ``card`` of ``event`` may be one that ``entry`` names."""
        back = getattr(self.faces.assumed_face(card), "back", "")
        named = [
            face
            for pattern in entry.patterns
            if pattern.code == event[0]
            for face in pattern.fields.get("card", ())
            if getattr(face, "back", "") == back
        ]
        return bool(named) and not set(named).isdisjoint(self.faces.possible_faces(card))

    def is_about_another_event(
        self, ask: Ask, entry: ReportEntry, matching: Sequence[Option], pending: PendingEntries
    ) -> bool:
        """Return whether a result is not about the choice that ``ask`` is for: it may be written anywhere in its line.

        Both are tried if there is another option or entry, first the likelier one: if the text of the card names
        another number, the result is rather about another event, or sums up several. With untracked faces, a result
        right behind a decision follows from it, unless the turn or the branch doubts that: else there would be too many
        branches.
        """
        if not pending.is_observation(entry):
            return False
        occasion = ("another_event", self.ask_count, entry.number)
        if len(matching) == len(ask.options):  # with untracked faces, any hidden card may be the one of another entry
            is_possible = self.faces.untracked and pending.has_rivals(entry)
            return is_possible and bool(self.branch.decide(occasion, [False, True]))
        if self._has_other_number(ask, entry):
            return bool(self.branch.decide(occasion, [True, False]))
        if self.faces.untracked and pending.follows_decision(entry):
            unlikely = [True] if self.branch.has_doubts or pending.has_rivals(entry) else []
            return bool(self.branch.decide(occasion, [False], last_resorts=unlikely))
        is_likely = pending.is_probably_later(entry)
        return bool(self.branch.decide(occasion, [is_likely, not is_likely]))

    def _has_other_number(self, ask: Ask, entry: ReportEntry) -> bool:
        """Return whether ``entry`` says another number than the text of the card that asks."""
        events = self.notation.asks.events_of_ask(ask, self.faces.assumed_face) or {}
        return all(
            events.get(each.code) and "number" in each.fields and each.fields["number"] not in events[each.code]
            for each in entry.patterns
        )

    def _assign(self, entry: ReportEntry, pattern: Pattern, cards: Sequence[int], *, is_likely: bool = True) -> None:
        """Assign the card of ``pattern`` to one of ``cards``, unless it is known in the same zone. Raises Backtrack.

        No assignment is an alternative, and the first one if the card is known in another zone or not likely. With
        untracked faces, it is one only for the last hidden card of which nothing is known: otherwise another card is
        left for other entries.
        """
        for definition in pattern.fields.get("card", ()):
            known = {
                self.zones.zone_of[card].name
                for card in cards
                if self.faces.is_known(card) and self.faces.assumed_face(card) is definition
            }
            if known and self._is_assigned(entry, definition):
                return
            elsewhere = [card for card in cards if self.zones.zone_of[card].name not in known]
            possible = equivalence.possible_cards(self.zones, self.faces, elsewhere, definition)
            if not possible:
                continue
            hidden = self.zones.hidden_cards().intersection(cards) if self.faces.untracked else set()
            unknown = [card for card in hidden if not self.faces.is_known(card)]
            occasion = ("foreseen", entry.number, definition, self.ask_count)
            is_spare = len(unknown) > 1 and not hidden.isdisjoint(possible)
            is_unlikely = known or not (is_likely or is_spare)
            possibilities = [None, *possible] if is_unlikely else possible if is_spare else [*possible, None]
            if (card := self.branch.decide(occasion, possibilities)) is not None:
                self.branch.rerun_with(self.origin.get(card, card), definition)

    def _is_assigned(self, entry: ReportEntry, definition: Any) -> bool:
        """Return whether a card was assigned to ``entry`` at another ask of this turn."""
        occasion, now = ("foreseen", entry.number, definition), self.ask_count
        assigned = (each for each, card in self.branch.decisions.items() if card is not None and each[:3] == occasion)
        return any(each[3] != now for each in assigned)


class ChoiceCounts:
    """Counts the choices of a turn for each entry that reports how many there were, and for which card."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.choices_by_entry: Counter[int] = Counter()
        self.cards_by_entry: dict[int, list[int]] = {}

    def remaining(self, entry: ReportEntry) -> int | None:
        """Return how many more choices lead to ``entry``; None if it does not report a number."""
        if entry.codes & self.notation.events.payments:
            return 1 - self.choices_by_entry[entry.number]
        for pattern in entry.patterns:
            if pattern.code in self.notation.events.counted and "number" in pattern.fields:
                return int(pattern.fields["number"]) - self.choices_by_entry[entry.number]
        return None

    def counts_for(self, entry: ReportEntry, pattern: Pattern, option: Option) -> bool:
        """Return whether ``option`` counts for the card of ``entry``, and not for a copy in another entry."""
        if pattern.code not in self.notation.events.counted:
            return True
        card = self.notation.cards_revealed_by(option, pattern.code)
        return (
            card == self.cards_by_entry[entry.number]
            if entry.number in self.cards_by_entry
            else card not in self.cards_by_entry.values()
        )

    def add(self, entry: ReportEntry, option: Option) -> None:
        """Count ``option`` for ``entry``."""
        self.choices_by_entry[entry.number] += 1
        self.cards_by_entry[entry.number] = self.notation.cards_revealed_by(option, next(iter(entry.codes)))
