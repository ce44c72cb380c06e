"""Which way a reported game is tried in first, where nobody wrote which: the one that what is written later speaks for."""

from collections.abc import Sequence
from functools import partial

from gameplay.engine.adjudication.candidate_order import CandidateOrder
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.adjudication.tentative import ChoiceCounts
from gameplay.engine.core.asks import Ask, Option


class BranchOrder:
    """Orders the ways of one run of a turn. ``gone`` are the cards that were chosen, by what the ask was about."""

    def __init__(self, matcher: EventMatcher, candidate_order: CandidateOrder, counts: ChoiceCounts) -> None:
        self.looks, self.foresight, self.counts = matcher, candidate_order, counts
        self.chosen_cards: list[tuple[Sequence[int], Sequence[int]]] = []

    def matching_options(self, ask: Ask, entry: ReportEntry, pending: PendingEntries) -> list[Option]:
        """The options that lead to ``entry``; cards that nobody can tell apart count once.

        What needs no more words than were written is meant before what would need some: "play Elk" takes a free place.
        """
        found: dict[bool, list[Option]] = {True: [], False: []}
        for option in ask.options:
            for pattern in entry.patterns:
                exact = self.looks.leads_to(option, ask.seat, pattern)
                if exact is not None and self.counts.counts_for(entry, pattern, option):
                    found[exact].append(option)
                    break
        meant = self.looks.distinguishable(found[True] or found[False])
        if not found[True]:
            meant.sort(key=partial(self.option_needed_by, ask.seat, (), pending.insertion_point()), reverse=True)
        named = [pattern.code for pattern in entry.patterns if "card" in pattern.fields]
        meant.sort(key=partial(self.looks.reveals_unknown_card, named))
        if len(meant) > 1 and self.looks.notation.events_revealing_under:
            meant.sort(key=partial(self.support_for, pending.entry_number), reverse=True)
        return meant

    def counting_entries(
        self, ask: Ask, choice: Option, entry: ReportEntry, pending: PendingEntries
    ) -> list[ReportEntry]:
        """The entries beside ``entry`` that say how many such choices there are, of which more are due."""
        alone, counted = Ask(ask.seat, ask.kind, [choice], ask.about), self.looks.notation.counted_events
        more = [
            each
            for each in pending.reachable_entries()
            if each is not entry and each.codes & counted and self.counts.remaining(each)
        ]
        return [each for each in more if self.matching_options(alone, each, pending)]

    def order_unreported(self, ask: Ask, ways: Sequence[Option], at: int) -> list[Option]:
        """Cards that are paid, burnt or loaded: first what is seen to come from there, last what is wanted again.

        ``at`` is the entry that what is chosen comes before.
        """
        return sorted(ways, key=partial(self.option_needed_by, ask.seat, self.looks.ask_cards(ask), at), reverse=True)

    def option_needed_by(self, seat: int, about: Sequence[int], at: int, option: Option) -> tuple[int, int]:
        """Whether a card that an option names is to lie under what it is ``about``, and by which entry it is wanted again."""
        cards, units = self.looks.cards_and_destinations(option)
        served = 0
        for unit in (*about, *units):
            before = [card for others, gone in self.chosen_cards if unit in others for card in gone]
            served = max(served, self.foresight.may_be_revealed_under(unit, [*before, *cards], at))
        return served, self.foresight.needed_by(seat, cards, at)

    def note_choice(self, option: Option, about: Sequence[int] = ()) -> None:
        """Keep what goes where, all at once."""
        cards, units = self.looks.cards_and_destinations(option)
        self.chosen_cards.append(([*about, *units], cards))

    def support_for(self, at: int, option: Option) -> int:
        """How well the cards that an option names fit what is written of what lies under them."""
        return sum(self.foresight.support_for(card, at) for card in self.looks.option_cards(option))

    def order_pile_options(self, ask: Ask, at: int) -> list[Option]:
        """The ways to lay cards on a pile: on top what comes from there again first."""
        as_they_lie, *first = self.looks.distinguishable(ask.options)
        due = [
            self.foresight.next_reveal(ask.seat, card, at)
            for option in first
            for card in self.looks.option_cards(option)
        ]
        ways = [first[number] for number in sorted(range(len(first)), key=lambda number: due[number], reverse=True)]
        return [as_they_lie, *ways] if due[-1] == min(due) else [*ways, as_they_lie]
