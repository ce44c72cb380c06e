"""Which way a reported game is tried in first, where nobody wrote which: the one that what is written later speaks for."""

from collections.abc import Sequence
from functools import partial

from gameplay.engine.adjudication.candidate_order import Foresight
from gameplay.engine.adjudication.matching import Looks
from gameplay.engine.adjudication.notation import Entry
from gameplay.engine.adjudication.pending import Waiting
from gameplay.engine.adjudication.tentative import Counts
from gameplay.engine.core.asks import Ask, Option


class Preferred:
    """Orders the ways of one run of a turn. ``gone`` are the cards that were chosen, by what the ask was about."""

    def __init__(self, looks: Looks, foresight: Foresight, counts: Counts) -> None:
        self.looks, self.foresight, self.counts = looks, foresight, counts
        self.gone: list[tuple[Sequence[int], Sequence[int]]] = []

    def meant(self, ask: Ask, entry: Entry, waiting: Waiting) -> list[Option]:
        """The options that lead to ``entry``; cards that nobody can tell apart count once.

        What needs no more words than were written is meant before what would need some: "play Elk" takes a free place.
        """
        found: dict[bool, list[Option]] = {True: [], False: []}
        for option in ask.options:
            for pattern in entry.patterns:
                exact = self.looks.leads(option, ask.seat, pattern)
                if exact is not None and self.counts.goes_on(entry, pattern, option):
                    found[exact].append(option)
                    break
        meant = self.looks.one_of_each(found[True] or found[False])
        if not found[True]:
            meant.sort(key=partial(self.kept_until, ask.seat, (), waiting.before()), reverse=True)
        named = [pattern.code for pattern in entry.patterns if "card" in pattern.fields]
        meant.sort(key=partial(self.looks.unseen_before, named))
        if len(meant) > 1 and self.looks.notation.under:
            meant.sort(key=partial(self.borne_out, waiting.at), reverse=True)
        return meant

    def counting(self, ask: Ask, choice: Option, entry: Entry, waiting: Waiting) -> list[Entry]:
        """The entries beside ``entry`` that say how many such choices there are, of which more are due."""
        alone, counted = Ask(ask.seat, ask.kind, [choice], ask.about), self.looks.notation.counted
        more = [each for each in waiting.due() if each is not entry and each.codes & counted and self.counts.left(each)]
        return [each for each in more if self.meant(alone, each, waiting)]

    def freely(self, ask: Ask, ways: Sequence[Option], at: int) -> list[Option]:
        """Cards that are paid, burnt or loaded: first what is seen to come from there, last what is wanted again.

        ``at`` is the entry that what is chosen comes before.
        """
        return sorted(ways, key=partial(self.kept_until, ask.seat, self.looks.about(ask), at), reverse=True)

    def kept_until(self, seat: int, about: Sequence[int], at: int, option: Option) -> tuple[int, int]:
        """Whether a card that an option names is to lie under what it is ``about``, and by which entry it is wanted again."""
        cards, units = self.looks.put(option)
        served = 0
        for unit in (*about, *units):
            before = [card for others, gone in self.gone if unit in others for card in gone]
            served = max(served, self.foresight.serves(unit, [*before, *cards], at))
        return served, self.foresight.kept_until(seat, cards, at)

    def chose(self, option: Option, about: Sequence[int] = ()) -> None:
        """Keep what goes where, all at once."""
        cards, units = self.looks.put(option)
        self.gone.append(([*about, *units], cards))

    def borne_out(self, at: int, option: Option) -> int:
        """How well the cards that an option names fit what is written of what lies under them."""
        return sum(self.foresight.bears_out(card, at) for card in self.looks.cards_of(option))

    def laid(self, ask: Ask, at: int) -> list[Option]:
        """The ways to lay cards on a pile: on top what comes from there again first."""
        as_they_lie, *first = self.looks.one_of_each(ask.options)
        due = [self.foresight.comes_up(ask.seat, card, at) for option in first for card in self.looks.cards_of(option)]
        ways = [first[number] for number in sorted(range(len(first)), key=lambda number: due[number], reverse=True)]
        return [as_they_lie, *ways] if due[-1] == min(due) else [*ways, as_they_lie]
