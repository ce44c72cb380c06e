"""Running the rules of one turn along what was written of it.

The entries of the turn wait in a row. At each ask the option is taken to which the first of
them leads, else the silent one; each event is held against it. A card that is shown is
known from then on (`unseen`): was it guessed otherwise, the turn is run `Again` with it.
Whatever could go several ways is decided by the `Path`, which remembers the others.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.branch_order import BranchOrder
from gameplay.engine.adjudication.candidate_order import CandidateOrder
from gameplay.engine.adjudication.hidden_faces import FaceNeeded, KnownTrait
from gameplay.engine.adjudication.hypotheses import (
    Backtrack,
    Branch,
    Contradiction,
    MissingFact,
    ReportedGame,
    count_missing,
)
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ObservedEvents, Pattern, ReportEntry
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.adjudication.tentative import ChoiceCounts, TentativeAssignment
from gameplay.engine.core.asks import PLAY, Ask, GameEnded, Option, Outcome, RuleGenerator, default_answer
from gameplay.engine.core.game import CONCEDE, TIME

MAX_CONSECUTIVE_MISSING = 6  # facts in a row that a log may leave out between two entries


class EndOfReportError(Exception):
    """Something would have to be supposed, but nothing is written that it bears upon."""


class TurnRun:
    """One run of a turn along its entries. It is the chance of its table."""

    def __init__(self, reported_game: ReportedGame, branch: Branch) -> None:
        self.ruleset, self.notation, self.sentences = (
            reported_game.ruleset,
            reported_game.notation,
            reported_game.ruleset.sentences,
        )
        self.path, self.turn = branch, branch.world.turn
        self.faces = branch.world.faces.copy()
        self.table = branch.world.table.copy()
        self.table.cards, self.table.chance = self.faces, self
        self.table.events = ObservedEvents(self.table, self.notation.implied_events, self._on_event)
        self.reported_outcome, self.is_last_turn = (
            reported_game.reported_outcome,
            self.turn == len(reported_game.turns) - 1,
        )
        self.entries: list[Any] = []
        self.numbers_read: list[Any] = []  # the numbers that were taken from entries since somebody was asked
        self.ask_count = self.consecutive_assumptions = 0
        self.pile_top_card = -1
        branch.omitted_facts.clear()
        self.interchangeable_seats: list[int | None] = []  # whose pile the next card may come from as well
        self.given_away: set[int] = set()  # hidden cards that were chosen to go and still lie there
        self.counts = ChoiceCounts(self.notation)
        self.origin: dict[int, Any] = {}
        self.tentative = TentativeAssignment(self.notation, self.table, self.faces, self.path, self.origin)
        self.matcher = EventMatcher(self.table, self.faces, self.sentences, self.notation)
        self.pending = PendingEntries(reported_game, self.turn, self.table, self.matcher)
        self.candidate_order = CandidateOrder(reported_game, self.turn, self.table, self.faces)
        self.branch_order = BranchOrder(self.matcher, self.candidate_order, self.counts)

    def play(self) -> Outcome | None:
        """Run the turn to its end, or to that of the log. Raises Impossible, Again, FaceNeeded."""
        self.faces.forget(equivalence.untracked_cards(self.table, self.notation))
        for card, seen in self.path.learned_faces.items():
            if isinstance(card, int):
                self._observe_or_fail(card, seen)
        self.table.turn += 1
        outcome = None
        try:
            outcome = self._run()
        except GameEnded as over:
            outcome = over.outcome
        except (FaceNeeded, EndOfReportError):
            if not self._is_report_exhausted():
                raise
        if self.pending:
            self.tentative.assign_for_unasked(self.pending[0])
            raise self.pending.contradiction("over" if outcome and not self.pending.was_passed() else "turn_over")
        return outcome

    def _run(self) -> Outcome | None:
        rules = self._rules()
        choice: Option | None = None
        while True:
            try:
                ask = next(rules) if choice is None else rules.send(choice)
            except StopIteration:
                return self._outside_events()
            if ended := self._outside_events():
                return ended
            if ask.kind == PLAY and self.is_last_turn and not self.pending and not self._ended_by_rules():
                return None
            if ask.seat in self.table.conceded_seats:
                choice = default_answer(ask)
            elif self.matcher.is_reportable(ask, self.pending.reachable_entries()):
                choice = self._answer(self.matcher.with_copies(ask, self.given_away))
            else:
                choice = self._answer(ask)

    def _rules(self) -> RuleGenerator:
        """The turn, and before the first what the log tells of how the game began."""
        if self.turn == 0 and self.notation.opening:
            yield from self.notation.opening(self.table)
        yield from self.ruleset.turn(self.table)

    def _outside_events(self) -> Outcome | None:
        """Concessions and calls of time, which come from outside the rules."""
        while self.pending and self.pending[0].codes & {CONCEDE, TIME}:
            pattern = self.pending[0].patterns[0]
            self.pending.confirm(self.pending[0])
            if pattern.code == CONCEDE:
                seat = pattern.fields.get("seat", self.table.active)
                if winners := self.table.concede(seat):
                    return Outcome(winners, CONCEDE, self.table.scores())
            else:
                self.ruleset.call_time(self.table)
        return None

    def _is_report_exhausted(self) -> bool:
        """Whether nothing is written any more, nor how the game ended: what may be missing does not matter."""
        return self.is_last_turn and not self.pending and self.reported_outcome is None

    def _ended_by_rules(self) -> bool:
        """Whether the game is said to have ended by the rules: then nothing more was done in its last turn, but it went on."""
        return self.reported_outcome is not None and self.reported_outcome.reason != CONCEDE

    # --- chance ----------------------------------------------------------------------------

    def take(self, cards: list[int]) -> int:
        """Any of ``cards``: nobody can tell them apart, and what was known of each is mixed now."""
        self.faces.note_shuffle(cards)
        if self.interchangeable_seats:
            self.faces.displaced[self.interchangeable_seats[0]] = (
                self.faces.displaced.get(self.interchangeable_seats[0], 0) + 1
            )
        time, card = len(self.entries), min(cards)
        for mixed in cards:
            origin = self.origin[mixed] = ("taken", time) if mixed == card else ("mixed", time, mixed)
            if origin in self.path.learned_faces:
                self._apply_learned(mixed, origin)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        """A number that everybody saw: what is written next, if it is one."""
        code, name, lowest = self.notation.random_number_events.get(n, ("number", "", 0))
        drawn = ("number", len(self.entries))
        written = [] if self.path.ways.get(("unwritten", drawn)) else self.pending[:1]
        for pattern in (pattern for entry in written for pattern in entry.patterns):
            if pattern.code == code and name in pattern.fields:
                outcome = pattern.fields[name] - lowest
                if outcome not in range(n):
                    raise self.pending.contradiction("number")
                self.numbers_read.append(drawn)
                self.entries.append(outcome)
                return int(outcome)
        fact = self._fact(code)
        if not written and self.pending:
            outcome = self.path.decide(drawn, range(n), fact)  # the one that is missing from several numbers in a row
        else:
            for earlier in self.numbers_read:
                self.path.add_alternative(("unwritten", earlier), True)
            outcome = self._assume(drawn, range(n), fact)
        self.entries.append(outcome)
        return int(outcome)

    # --- faces -----------------------------------------------------------------------------

    def _observe_or_fail(self, card: int, seen: Any) -> None:
        if not self.faces.observe(card, seen):
            clause = self.notation.violated_clause(self.table, None, self.pending.first, "no_copy")
            raise Contradiction(self.pending.entry_number, clause)

    def _apply_learned(self, card: int, origin: Any) -> None:
        """``card`` is what was learnt of it, or that was learnt on another way through the turn."""
        if self.faces.untracked or origin in self.path.relearned_origins:
            self._observe_or_fail(card, self.path.learned_faces[origin])
        elif not self.faces.observe(card, self.path.learned_faces[origin]):
            self.path.relearned_origins.add(origin)
            del self.path.learned_faces[origin]

    def _learn(self, card: int, seen: Any) -> bool:
        """``card`` turns out to be ``seen``; answers whether it can. Raises Again if it was guessed otherwise."""
        guessed = self.faces.assumed_face(card)
        if seen.fits(guessed) if isinstance(seen, KnownTrait) else seen is guessed:
            return self.faces.observe(card, seen)
        if card == self.pile_top_card:
            return self.faces.observe(card, seen)
        if not self.faces.copy().observe(card, seen):
            return False
        self.path.rerun_with(self.origin.get(card, card), seen)
        return True

    def assume_face(self, card: int) -> None:
        """The rules look at a card that lies open but was never named: let it be each in turn."""
        origin = self.origin.get(card, card)
        possible = self.faces.possible_faces(card)
        if len(possible) > 1:
            self.path.note_contradiction(self.pending.contradicted_entry())
        self.path.learned_faces[origin] = self.path.decide(("face", origin), possible, self.faces.unidentified[card])

    # --- what happens ------------------------------------------------------------------------

    def _on_event(self, event: Option) -> None:
        """Hold what happens against the entries, at once: a shuffle may follow that mixes what was seen."""
        if self.faces.untracked and event[0] == self.notation.pile_top_event:
            self.pile_top_card = self.matcher.event_values(event)[
                "card"
            ]  # how a pile lies is not followed: it may be any card
            self.faces.forget([self.pile_top_card])
        if not self._match_event(event) and event[0] in self.notation.optional_events | self.notation.private_events:
            self.path.omitted_facts.append(self._fact(event[0], self.matcher.event_values(event).get("seat")))
        self.pile_top_card = -1
        self._note_revealed(event)

    def _match_event(self, event: Option) -> bool:
        """Hold an event against what waits next; answers whether it is what is written there."""
        for entry in self.matcher.order_by_likelihood(
            self.matcher.event_values(event).get("card"), self.pending.simultaneous_entries()
        ):
            if any(pattern.code == event[0] and self._matches_pattern(pattern, event) for pattern in entry.patterns):
                self.pending.confirm(entry)
                self.consecutive_assumptions = 0
                return True
        if self.numbers_read and self.pending and event[0] in self.pending[0].codes and self._is_number(event[0]):
            self.path.ways["unwritten", self.numbers_read[-1]] = True  # it was another's
            raise Backtrack
        self._relearn(event)
        self.pending.note_clause(event, "event")
        self.pending.note_out_of_order(event)
        return False

    def _is_number(self, code: str) -> bool:
        """Whether an event ``code`` tells the number that was taken last."""
        last = self.numbers_read[-1] == ("number", len(self.entries) - 1)
        return last and any(code == number for number, _, _ in self.notation.random_number_events.values())

    def _matches_pattern(self, pattern: Pattern, event: Option) -> bool:
        """Whether ``event`` is what ``pattern`` says, learning the faces it names once all else agrees."""
        values = self.matcher.event_values(event)
        number, trait = self.notation.trait_events.get(event[0], ("", ""))
        learns = [name for name in pattern.fields if name == number or name.startswith("card")]
        if any(values[name] != written for name, written in pattern.fields.items() if name not in learns):
            return False
        for name in learns:
            written = pattern.fields[name]
            if name != number:
                same = self._learn_named(values[name], written)
            elif self.faces.is_known(values["card"]):
                same = values[name] == written
            else:
                same = self._learn(values["card"], KnownTrait(trait, written))
            if not same:
                return False
        return True

    def _learn_named(self, card: int, named: Sequence[Any]) -> bool:
        if not self.matcher.copy_matches(card, named):
            return False
        if self.faces.is_known(card):
            return self.faces.assumed_face(card) in named
        return any(self._learn(card, definition) for definition in named)

    def _relearn(self, event: Option) -> None:
        """What ``event`` shows may have been learnt on another way through the turn, when it was drawn sooner. Raises Again."""
        patterns = self.pending[0].patterns if self.pending and not self.faces.untracked else ()
        for pattern in (pattern for pattern in patterns if pattern.code == event[0]):
            card, named = self.matcher.event_values(event).get("card"), pattern.fields.get("card", ())
            if card is None:
                continue
            origin = self.origin.get(card)
            if origin not in self.path.learned_faces or origin in self.path.relearned_origins:
                continue
            anew = self.faces.copy()
            del anew.observed[card]
            if found := [definition for definition in named if anew.observe(card, definition)]:
                self.path.relearned_origins.add(origin)
                self.path.rerun_with(origin, found[0])

    def _note_revealed(self, event: Option) -> None:
        """Cards that everybody sees now, and that no entry named, are open: the rules may not go by a guess."""
        if event[0] in self.notation.extra_event_fields or self.sentences.events[event[0]].redacted_template:
            return
        values = self.matcher.event_values(event)
        number, trait = self.notation.trait_events.get(event[0], ("", ""))
        for name, card in values.items():
            if not name.startswith("card") or self.faces.is_known(card) or card in self.faces.unidentified:
                continue
            fact = self._fact(event[0], values.get("seat"))
            if number and card not in self.faces.observed:
                printed = sorted({getattr(face, trait) for face in self.faces.possible_faces(card)})
                occasion = ("trait", self.origin.get(card, card))
                self._learn(card, KnownTrait(trait, self._assume(occasion, printed, fact)))
            self.faces.unidentified[card] = fact

    # --- what is asked -----------------------------------------------------------------------

    def _answer(self, ask: Ask) -> Option:
        """The option that the log means, the silent one if it says nothing here, else each in turn."""
        self.ask_count += 1
        self.tentative.ask_count = self.ask_count
        self.interchangeable_seats = equivalence.interchangeable_pile_seats(self.table, self.faces, self.notation, ask)
        self.numbers_read.clear()
        occasion = ("ask", self.ask_count)
        silent = [option for option in ask.options if option[0] in self.notation.silent_options]
        for entry in self.pending.reachable_entries():
            self.path.candidate_cards = entry.cards
            if put := self.tentative.choose_face_down(ask, entry, self.pending.later_entries(entry)):
                self.pending.begin_first()
                return put
            left = self.counts.remaining(entry)
            if left == 0:
                continue
            if meant := self.branch_order.matching_options(ask, entry, self.pending):
                self.tentative.assign_elsewhere(ask, entry, meant)
                # It may speak of a later ask, where nothing need be said here, or what led to the results before it is missing.
                rest = [each for each in ask.options if each not in meant] if left is None and not silent else []
                if entry in self.pending.simultaneous_entries():
                    rest = rest if ask.about[0] in self.notation.one_by_one_asks else []
                    said = bool(left) or ask.about[0] in self.notation.immediate_asks
                else:
                    said = bool(left) and not entry.codes & self.notation.payment_events
                choice = self.path.decide(occasion, [*meant, *([] if said else silent), *([None] if rest else [])])
                if choice is None:
                    return self._choose_missing(Ask(ask.seat, ask.kind, rest, ask.about), ("unwritten", self.ask_count))
                self.interchangeable_seats = []
                if choice in meant:
                    self._note_choice(entry, ask, choice)
                return tuple(choice)
            self.tentative.assign_shown(ask, entry)
        return self._answer_unreported(ask, occasion, silent)

    def _note_choice(self, entry: ReportEntry, ask: Ask, choice: Option) -> None:
        """Keep that ``choice`` leads to ``entry``, and what goes where by it: it counts for an entry that tells only how many."""
        counting = self.branch_order.counting_entries(ask, choice, entry, self.pending)
        self.pending.begin_first()
        self.branch_order.note_choice(choice)
        for each in (entry, *counting[:1]):
            if each.codes & self.notation.counted_events:
                self.given_away.update(
                    card for card in self.matcher.option_cards(choice) if equivalence.is_hidden(self.table, card)
                )
            if self.counts.remaining(each) is not None:
                self.counts.add(each, choice)
                self.candidate_order.spent_cards.update(self.matcher.option_cards(choice))

    def _answer_unreported(self, ask: Ask, occasion: Any, silent: Sequence[Option]) -> Option:
        """What no entry that waits can mean."""
        laid = ask.about[0] in self.notation.pile_order_asks
        if self.interchangeable_seats or (laid and self.faces.untracked):
            return ask.options[0]
        if laid:
            self.path.candidate_cards = frozenset(
                self.faces.assumed_face(card) for o in ask.options for card in self.matcher.option_cards(o)
            )
            return tuple(
                self.path.decide(occasion, self.branch_order.order_pile_options(ask, self.pending.entry_number))
            )
        if ask.about[0] in self.notation.optional_asks:
            return self._choose_unreported(ask, occasion, self.matcher.distinguishable(ask.options))
        self.pending.note_clause(ask, "ask")
        return silent[0] if silent else self._choose_missing(ask, occasion)

    def _choose_unreported(self, ask: Ask, occasion: Any, ways: Sequence[Option]) -> Option:
        """One of these ways, which no log tells; the first is to part with what is wanted again last."""
        if self.faces.untracked and (unseen := [way for way in ways if self.matcher.names_unknown_card(way)]):
            ways = unseen  # what is known may be wanted yet
        named = [card for way in ways for card in self.matcher.option_cards(way)]
        about = self.matcher.ask_cards(ask)
        self.path.candidate_cards = frozenset(
            self.faces.assumed_face(card) for card in (*named, *about) if self.faces.is_known(card)
        )
        choice = tuple(
            self.path.decide(occasion, self.branch_order.order_unreported(ask, ways, self.pending.insertion_point()))
        )
        self.branch_order.note_choice(choice, about)
        return choice

    def _assume(self, occasion: Any, ways: Sequence[Any], fact: MissingFact) -> Any:
        """One of the ways a missing public fact may be. Raises Impossible where nothing can be missing."""
        if len(ways) > 1 and self._is_report_exhausted():
            raise EndOfReportError
        if len(ways) > 1 and self.pending and occasion not in self.path.assumed_facts:
            self.consecutive_assumptions += 1
            supposed = count_missing(self.path.assumptions)
            if (
                self.pending.entry_number < self.path.reach.get(supposed, 0)
                or self.consecutive_assumptions > MAX_CONSECUTIVE_MISSING
            ):
                raise self.pending.contradiction("turn_over")
            self.path.note_contradiction(self.pending.contradicted_entry())
            self.path.reach[supposed] = self.pending.entry_number
        return self.path.decide(occasion, ways, fact)

    def _choose_missing(self, ask: Ask, occasion: Any) -> Option:
        """A choice that the log leaves out: nobody can tell which hidden card; else it is a missing fact."""
        if ask.about[0] in self.notation.required_asks and any(
            entry.codes & set(self.notation.events_by_ask[ask.about[0]]) for entry in self.pending
        ):
            raise self.pending.contradiction("ask", ask)
        ways = self.matcher.distinguishable(ask.options)
        if len(ways) == 1:
            return ask.options[0]
        cards = [
            face.ref for face in self.matcher.visible_form(self.sentences.asks, ask.about)[1:] if hasattr(face, "ref")
        ]
        fact = self._fact(ask.about[0], ask.seat, cards)
        if ask.kind == PLAY:
            plays = self.notation.source_zones.get(ask.about[0], {}).keys()
            if any(entry.codes & plays for entry in self.pending):
                raise self.pending.contradiction("ask", ask)
            raise Contradiction(self.pending.entry_number, "", fact)
        if any(map(self.matcher.names_unknown_card, ways)):
            if self.faces.untracked:
                self.tentative.assign_other_back(ask)
            return self._choose_unreported(ask, occasion, ways)
        return tuple(self._assume(occasion, ways, fact))

    def _fact(self, code: str, seat: int | None = None, cards: Sequence[str] = ()) -> MissingFact:
        return MissingFact(code, seat, tuple(cards), self.turn + 1, self.pending.entry_number)
