"""Branch ordering of the search in a reported game: options that later entries support are tried first."""

from collections.abc import Sequence
from functools import partial

from gameplay.engine.adjudication.candidate_order import CandidateOrder
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.adjudication.tentative import ChoiceCounts
from gameplay.engine.core.asks import Ask, Option


class BranchOrder:
    """Orders the options of one run of a turn.

    ``chosen_cards`` are the cards that were chosen so far, with the cards that their ask was about.
    """

    def __init__(self, matcher: EventMatcher, candidate_order: CandidateOrder, counts: ChoiceCounts) -> None:
        self.matcher, self.candidate_order, self.counts = matcher, candidate_order, counts
        self.chosen_cards: list[tuple[Sequence[int], Sequence[int]]] = []
        self.options_found: dict[int, dict[bool, list[Option]]] = {}  # those that lead to an entry, by its id

    def matching_options(self, ask: Ask, entry: ReportEntry, pending: PendingEntries) -> list[Option]:
        """Return the options that lead to ``entry``; of options that are publicly indistinguishable, only one.

        Options that the entry describes completely take precedence over those with additional fields: "play Elk" means
        a free place.
        """
        options = self.options_found[id(entry)] = self._options_leading_to(ask, entry)
        if not any(options.values()):
            return []
        matching = self.matcher.distinguishable(options[True] or options[False])
        if not options[True] or not entry.cards:
            matching.sort(key=partial(self.option_needed_by, ask.seat, (), pending.insertion_point()), reverse=True)
        revealing = [pattern.code for pattern in entry.patterns if "card" in pattern.fields]
        matching.sort(key=partial(self.matcher.reveals_unknown_card, revealing))
        if len(matching) > 1 and self.matcher.notation.events.revealing_under:
            matching.sort(key=partial(self.support_for, pending.entry_number), reverse=True)
        return matching

    def incompletely_described(self, entry: ReportEntry, matching: Sequence[Option]) -> list[Option]:
        """Return the options besides ``matching``, found last, that lead to ``entry`` and have additional fields.

        "Play Crim" may mean that Crim replaced Elk, if a result can only be explained in this way.
        """
        options = self.options_found[id(entry)]
        others = [option for option in options[False] if option not in matching] if options[True] else []
        return self.matcher.distinguishable(others)

    def _options_leading_to(self, ask: Ask, entry: ReportEntry) -> dict[bool, list[Option]]:
        """Return the options that lead to ``entry``, by whether it describes them completely."""
        options: dict[bool, list[Option]] = {True: [], False: []}
        events = self.matcher.notation.asks.events_by_option
        patterns = [pattern for pattern in entry.patterns if self.matcher.can_lead_to(ask, pattern.code)]
        for option in ask.options if patterns else ():
            if option[0] not in events:
                continue
            for pattern in patterns:
                exact = self.matcher.leads_to(option, ask.seat, pattern)
                if exact is not None and self.counts.counts_for(entry, pattern, option):
                    options[exact].append(option)
                    break
        return options

    def counting_entries(
        self, ask: Ask, choice: Option, entry: ReportEntry, pending: PendingEntries
    ) -> list[ReportEntry]:
        """Return the other entries that state how many such choices there are, and of which more are expected."""
        alone, counted = Ask(ask.seat, ask.kind, [choice], ask.about), self.matcher.notation.events.counted
        more = [
            each
            for each in pending.reachable_entries()
            if each is not entry and each.codes & counted and self.counts.remaining(each)
        ]
        return [each for each in more if self.matching_options(alone, each, pending)]

    def matching_elsewhere(
        self, ask: Ask, entry: ReportEntry, matching: Sequence[Option], pending: PendingEntries
    ) -> dict[Option, ReportEntry]:
        """Return the options besides ``matching`` that lead to other entries: the order of results does not bind.

        A decision may have a consequence that is written behind later decisions. An entry that counts any
        number of choices may leave some of them to other entries.
        """
        counted = self.matcher.notation.events.counted
        near = pending.reachable_entries()
        if pending.is_observation(entry):
            return {}  # they are tried without this entry
        reporting = self.matcher.reporting_codes(ask)
        near = [each for each in near if not reporting.isdisjoint(each.codes)]
        if entry.codes & counted:
            others = [each for each in near if each.codes & counted] if self.counts.remaining(entry) is None else []
        else:
            others = [each for each in near if pending.is_free_result(each)]
        return {
            option: each
            for each in others
            if each is not entry and self.counts.remaining(each) != 0 and not pending.has_happened(each)
            for option in self.matching_options(ask, each, pending)
            if option not in matching
        }

    def unreported_options(
        self,
        ask: Ask,
        entry: ReportEntry,
        matching: Sequence[Option],
        silent: list[Option],
        pending: PendingEntries,
    ) -> tuple[list[Option], list[Option | None]]:
        """Return the options that ``entry`` does not report, and which of them to try; None stands for all of them.

        The entry may concern a later ask, if this one needs no entry, or if the cause of the results before it is
        missing.
        """
        if pending.is_observation(entry):
            return [], []  # they are tried without this entry
        notation = self.matcher.notation
        remaining = self.counts.remaining(entry)
        rest = [] if silent or remaining is not None else [each for each in ask.options if each not in matching]
        if entry in pending.simultaneous_entries():
            rest = rest if ask.about[0] in notation.asks.one_by_one else []
            is_due = bool(remaining) or ask.about[0] in notation.asks.immediate
        else:
            is_due = bool(remaining) and not entry.codes & notation.events.payments
        is_due = is_due or entry.codes <= notation.asks.closed_events(self.matcher.table, ask)
        return rest, [*([] if is_due else silent), *([None] if rest else [])]

    def order_unreported(self, ask: Ask, options: Sequence[Option], at: int) -> list[Option]:
        """Return the options to pay or place cards, ordered by the later entries.

        Cards that are revealed there later come first, those that are needed soonest come last. ``at`` is the number
        of the entry after the choice.
        """
        order = partial(self.option_needed_by, ask.seat, self.matcher.ask_cards(ask), at)
        return sorted(options, key=order, reverse=True)

    def option_needed_by(self, seat: int, about: Sequence[int], at: int, option: Option) -> tuple[int, int]:
        """Return whether a card of the option should go under another one, and by which entry it is needed again."""
        cards, units = self.matcher.cards_and_destinations(option)
        revealed = 0
        for unit in (*about, *units):
            before = [card for targets, chosen in self.chosen_cards if unit in targets for card in chosen]
            revealed = max(revealed, self.candidate_order.may_be_revealed_under(unit, [*before, *cards], at))
        return revealed, self.candidate_order.needed_by(seat, cards, at)

    def note_choice(self, option: Option, about: Sequence[int] = ()) -> None:
        """Note the cards of a choice, and the cards under which they go."""
        cards, units = self.matcher.cards_and_destinations(option)
        self.chosen_cards.append(([*about, *units], cards))

    def support_for(self, at: int, option: Option) -> int:
        """Return how well the cards of the option match the entries about the cards under them."""
        return sum(self.candidate_order.support_for(card, at) for card in self.matcher.option_cards(option))

    def order_pile_options(self, ask: Ask, at: int) -> list[Option]:
        """Return the options to order a pile: cards that come from it soon go on top first."""
        unchanged, *first = self.matcher.distinguishable(ask.options)
        next_uses = [
            self.candidate_order.next_use(ask.seat, card, at)
            for option in first
            for card in self.matcher.option_cards(option)
        ]
        options = [first[number] for number in sorted(range(len(first)), key=next_uses.__getitem__, reverse=True)]
        return [unchanged, *options] if next_uses[-1] == min(next_uses) else [*options, unchanged]
