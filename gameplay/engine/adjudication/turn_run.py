"""Replay of the rules of one turn along its log entries.

The entries of the turn are pending: decisions in order, results anywhere in the line (`pending`). At each ask, the
option is chosen that leads to the first pending entry, otherwise the silent option. Each event is compared with the
pending entries. A revealed card is known from then on (`revealed_cards`); if its assumed face was wrong, the turn is
run again with the right one (`Backtrack`). If several continuations are possible, the `Branch` decides and collects
the alternatives.
"""

from collections.abc import Iterable, Sequence
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
from gameplay.engine.adjudication.notation import ObservedEvents, ReportEntry, end_events
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.adjudication.revealed_cards import RevealedCards
from gameplay.engine.adjudication.tentative import ChoiceCounts, TentativeAssignment
from gameplay.engine.core.asks import PLAY, Ask, GameEnded, Option, Outcome, RuleGenerator, default_answer
from gameplay.engine.core.entries import CONCEDE, TIME

MAX_CONSECUTIVE_MISSING = 6  # facts that a log may leave out between two entries


class EndOfReportError(Exception):
    """A fact would have to be assumed, but no later entry depends on it."""


class TurnRun:
    """One run of a turn along its entries. It is also the source of chance of its table."""

    def __init__(self, reported_game: ReportedGame, branch: Branch) -> None:
        self.ruleset, self.notation = reported_game.ruleset, reported_game.notation
        self.sentences = self.ruleset.sentences
        self.branch, self.turn = branch, branch.hypothesis.turn
        self.faces = branch.hypothesis.faces.copy()
        self.table = branch.hypothesis.table.copy()
        self.table.cards, self.table.chance = self.faces, self
        self.table.events = ObservedEvents(self.table, self.notation.words.implied_events, self._on_event)
        self.reported_outcome = reported_game.reported_outcome
        self.is_last_turn = self.turn == len(reported_game.turns) - 1
        self.starts_from_position = reported_game.starts_from_position
        self.entries: list[Any] = []
        self.numbers_read: list[Any] = []  # random numbers taken from entries since the last ask
        self.ask_count = self.consecutive_assumptions = 0
        branch.omitted_facts.clear()
        self.interchangeable_seats: list[int | None] = []  # the next card may come from their other pile
        self.given_away: set[int] = set()  # hidden cards that were chosen but have not left their zone yet
        self.counts = ChoiceCounts(self.notation)
        self.origin: dict[int, Any] = {}
        self.zones = equivalence.ZoneIndex(self.table)
        self.tentative = TentativeAssignment(self.notation, self.zones, self.faces, self.branch, self.origin)
        self.matcher = EventMatcher(self.zones, self.faces, reported_game)
        self.pending = PendingEntries(reported_game, self.turn, self.table, self.matcher)
        # Time can be written anywhere in the line of its turn, or only in the result.
        self.is_time_called = any(map(self.pending.is_time_called_by, self.pending)) or bool(
            self.is_last_turn and self.reported_outcome and self.reported_outcome.reason == TIME
        )
        self.revealed = RevealedCards(
            self.notation, self.table, self.faces, branch, self.origin, matcher=self.matcher, pending=self.pending
        )
        self.candidate_order = CandidateOrder(reported_game, self.turn, self.zones, self.faces)
        self.branch_order = BranchOrder(self.matcher, self.candidate_order, self.counts)

    def play(self) -> Outcome | None:
        """Run the turn to its end, or to the end of the log. Raises Contradiction, Backtrack, FaceNeeded."""
        self.faces.forget(equivalence.untracked_cards(self.table, self.notation))
        for card, face in self.branch.learned_faces.items():
            if isinstance(card, int):
                self.revealed.observe_or_fail(card, face)
        self.table.turn += 1
        if self.is_time_called:
            self.ruleset.call_time(self.table)
        outcome = None
        try:
            outcome = self._run()
        except GameEnded as over:
            outcome = over.outcome
        except (FaceNeeded, EndOfReportError):
            if not self._is_report_exhausted():
                raise
        self.table.events += end_events(outcome, self.table.seats) if outcome else []
        self.zones.refresh()
        self.pending.look()
        self.pending.note_standing()
        if missing := self.pending.first_open():
            self.tentative.assign_for_unasked(missing)
            if self.pending.is_free_result(missing):
                self.branch.offer_last_resorts()
            raise self.pending.contradiction_at_end(outcome)
        return outcome

    def _run(self) -> Outcome | None:
        rules = self._rules()
        choice: Option | None = None
        while True:
            try:
                ask = next(rules) if choice is None else rules.send(choice)
            except StopIteration:
                return self._concession(is_over=True)
            finally:
                self.zones.refresh()
            self.pending.look()
            if ended := self._concession():
                return ended
            self.note_ask(ask)
            if ask.kind == PLAY and self.is_last_turn and not self._ended_by_rules() and not self.pending.first_open():
                return None
            if ask.seat in self.table.conceded_seats:
                choice = default_answer(ask)
            else:
                is_reportable = self.matcher.is_reportable(ask, self.pending.reachable_entries())
                choice = self._answer(self.matcher.with_copies(ask, self.given_away) if is_reportable else ask)
            self.matcher.note_choice(choice)

    def note_ask(self, ask: Ask) -> None:
        """Note the state in which ``ask`` is answered; here nothing is noted."""

    def _rules(self) -> RuleGenerator:
        """Run the turn, and before the first turn the reported opening, unless the report starts from a position."""
        if self.turn == 0 and self.starts_from_position:
            self.tentative.assign_initial(self.pending.all_turns())
        elif self.turn == 0 and self.notation.setup.opening:
            yield from self.notation.setup.opening(self.table)
        yield from self.ruleset.turn(self.table)

    def _concession(self, *, is_over: bool = False) -> Outcome | None:
        """Apply concessions, which the rules do not cause; return the outcome if one ends the game.

        They wait for the results that are written before them, unless the turn ``is_over``.
        """
        while (entry := self.pending.next_decision) and CONCEDE in entry.codes:
            if not is_over and self.pending.first_open() is not entry:
                return None
            self.pending.confirm(entry)
            seat = entry.patterns[0].fields.get("seat", self.table.active)
            winners = self.table.concede(seat)
            self.zones.refresh()
            if winners:
                return Outcome(winners, CONCEDE, self.table.scores())
        return None

    def _is_report_exhausted(self) -> bool:
        """Return whether there are no more entries and no reported result, so that missing facts do not matter."""
        return self.is_last_turn and self.reported_outcome is None and not self.pending.first_open()

    def _ended_by_rules(self) -> bool:
        """Return whether the reported game ended by the rules or by time: its last turn was played to the end."""
        return self.is_time_called or (self.reported_outcome is not None and self.reported_outcome.reason != CONCEDE)

    # --- chance ----------------------------------------------------------------------------

    def take(self, cards: list[int]) -> int:
        """Return any of ``cards``, which are equivalent; the knowledge about individual cards is shuffled."""
        self.zones.refresh()
        self.faces.note_shuffle(cards)
        if self.interchangeable_seats:
            self.faces.displaced[self.interchangeable_seats[0]] = (
                self.faces.displaced.get(self.interchangeable_seats[0], 0) + 1
            )
        time, card = len(self.entries), min(cards)
        for each in cards:
            origin = self.origin[each] = ("taken", time) if each == card else ("mixed", time, each)
            if origin in self.branch.learned_faces:
                self.revealed.apply_learned(each, origin)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        """Return the random number of the next entry; if it has none, a public fact is missing."""
        self.zones.refresh()
        code, name, lowest = self.notation.events.random_numbers.get(n, ("number", "", 0))
        drawn = ("number", len(self.entries))
        following = self.pending.next_decision
        entries = [following] if following and not self.branch.decisions.get(("unwritten", drawn)) else []
        for pattern in (pattern for entry in entries for pattern in entry.patterns):
            if pattern.code == code and name in pattern.fields:
                outcome = pattern.fields[name] - lowest
                if outcome not in range(n):
                    raise self.pending.contradiction("number")
                self.numbers_read.append(drawn)
                self.entries.append(outcome)
                return int(outcome)
        fact = self._fact(code)
        if not entries and self.pending:
            outcome = self.branch.decide(drawn, range(n), fact)  # one of several numbers is missing
        else:
            for earlier in self.numbers_read:
                self.branch.add_alternative(("unwritten", earlier), True)
            outcome = self._assume(drawn, range(n), fact)
        self.entries.append(outcome)
        return int(outcome)

    # --- events ------------------------------------------------------------------------------

    def _on_event(self, event: Option) -> None:
        """Compare an event with the entries immediately, because a shuffle may follow."""
        self.zones.refresh()
        self.revealed.note_shown(event)
        restated = list(self.notation.words.restatements(self.table, event))
        is_reported = self._match_event(event, restated)
        if not is_reported and event[0] in self.notation.events.optional | self.notation.events.private:
            self.branch.omitted_facts.append(self._fact(event[0], self.matcher.event_values(event).get("seat")))
        self.revealed.unused_face = -1
        self.pending.changes += restated
        self.pending.note_event(event, is_reported=is_reported)
        self._note_revealed(event)

    def _match_event(self, event: Option, restated: Sequence[Option]) -> bool:
        """Return whether a pending entry reports the event; one that shows a hidden card also as it is ``restated``."""
        card: Any = self.matcher.event_values(event).get("card")
        near = self.matcher.order_by_likelihood(card, self.pending.observable_entries())
        is_hidden = card is not None and not self.faces.is_known(card)
        for form in (event, *(each for each in restated if is_hidden and card in each[1:])):
            entries: Iterable[ReportEntry] = near
            if is_hidden:
                is_private = self.matcher.is_private(event)
                entries = self.tentative.entries_about(form, card, self.pending, near, is_private=is_private)
            for entry in entries:
                if form[0] in entry.codes and any(
                    pattern.code == form[0] and self.revealed.matches_pattern(pattern, form)
                    for pattern in entry.patterns
                ):
                    self.pending.confirm(entry)
                    self.consecutive_assumptions = 0
                    return True
        if self.numbers_read and self.pending and event[0] in self.pending[0].codes and self._is_number(event[0]):
            self.branch.decisions["unwritten", self.numbers_read[-1]] = True  # the number belonged to another event
            raise Backtrack
        self.revealed.relearn(event)
        self.pending.note_clause(event, "event")
        self.pending.note_out_of_order(event)
        return False

    def _is_number(self, code: str) -> bool:
        """Return whether an event ``code`` reports the last random number."""
        last = self.numbers_read[-1] == ("number", len(self.entries) - 1)
        return last and any(code == number for number, _, _ in self.notation.events.random_numbers.values())

    def _note_revealed(self, event: Option) -> None:
        """Note face-up cards that no entry names, so that the rules do not use their assumed faces."""
        if self.matcher.is_private(event):
            return
        values = self.matcher.event_values(event)
        number, trait = self.notation.events.traits.get(event[0], ("", ""))
        for name, card in values.items():
            if not name.startswith("card") or self.faces.is_known(card) or card in self.faces.unidentified:
                continue
            fact = self._fact(event[0], values.get("seat"))
            if number and card not in self.faces.observed:
                printed = sorted({getattr(face, trait) for face in self.faces.possible_faces(card)})
                occasion = ("trait", self.origin.get(card, card))
                self.revealed.learn(card, KnownTrait(trait, self._assume(occasion, printed, fact)))
            self.faces.unidentified[card] = fact

    # --- asks --------------------------------------------------------------------------------

    def _answer(self, ask: Ask) -> Option:
        """Return the option that an entry reports, otherwise the silent option, otherwise each option in turn."""
        self.ask_count = self.tentative.ask_count = self.ask_count + 1
        self.interchangeable_seats = equivalence.interchangeable_pile_seats(self.table, self.faces, self.notation, ask)
        self.numbers_read.clear()
        occasion = ("ask", self.ask_count)
        silent = [option for option in ask.options if option[0] in self.notation.asks.silent_options]
        reporting = self.matcher.reporting_codes(ask)
        for entry in self.pending.reachable_entries():
            self.branch.candidate_cards = entry.cards
            if face_down := self.tentative.choose_face_down(ask, entry, self.pending):
                self.pending.begin(entry)
                return face_down
            if reporting.isdisjoint(entry.codes) or self.counts.remaining(entry) == 0:
                continue
            matching = self.branch_order.matching_options(ask, entry, self.pending)
            if not matching and self.tentative.assign_shown(ask, entry, self.pending):
                matching = self.branch_order.matching_options(ask, entry, self.pending)
            if matching:
                if self.tentative.is_about_another_event(ask, entry, matching, self.pending):
                    ask = self.matcher.without(ask, matching)
                    continue
                self.tentative.assign_elsewhere(ask, entry, matching)
                elsewhere = self.branch_order.matching_elsewhere(ask, entry, matching, self.pending)
                rest, others = self.branch_order.unreported_options(ask, entry, matching, silent, self.pending)
                self.branch.candidate_cards |= self.matcher.known_faces(matching)
                unlikely = self.branch_order.incompletely_described(entry, [*matching, *elsewhere])
                likely, form = [*matching, *elsewhere, *others], self.matcher.option_form
                choice = self.branch.decide(occasion, likely, last_resorts=unlikely, form=form)
                if choice is None:
                    return self._choose_missing(Ask(ask.seat, ask.kind, rest, ask.about), ("unwritten", self.ask_count))
                self.interchangeable_seats = []
                self._note_choice(elsewhere.get(choice, entry), ask, choice, [*matching, *elsewhere], unlikely)
                return tuple(choice)
        return self._answer_unreported(ask, occasion, silent)

    def _note_choice(
        self, entry: ReportEntry, ask: Ask, choice: Option, likely: Sequence[Option], unlikely: Sequence[Option]
    ) -> None:
        """Note that ``entry`` reports ``choice``, where its cards go, what counts it, and what is left out."""
        if choice not in (reported := [*likely, *unlikely]):
            return
        if len(reported) > 1:
            cards = [face.ref for face in self.matcher.known_faces(likely if len(likely) > 1 else ())]
            self.branch.note_part(self._fact(ask.about[0], ask.seat, sorted(cards)), self.pending.number_of(entry))
        counting = self.branch_order.counting_entries(ask, choice, entry, self.pending)
        self.pending.begin(entry)
        self.branch_order.note_choice(choice)
        for each in (entry, *counting[:1]):
            if each.codes & self.notation.events.counted:
                self.given_away |= self.zones.hidden_cards().intersection(self.matcher.option_cards(choice))
            if self.counts.remaining(each) is not None:
                self.counts.add(each, choice)
                self.candidate_order.spent_cards.update(self.matcher.option_cards(choice))

    def _answer_unreported(self, ask: Ask, occasion: Any, silent: Sequence[Option]) -> Option:
        """Return an answer that no pending entry reports. Raises Contradiction if the next decision is impossible."""
        self.pending.check_next_decision(ask)
        is_pile_order = ask.about[0] in self.notation.asks.pile_order
        if self.interchangeable_seats or (is_pile_order and self.faces.untracked):
            return ask.options[0]
        if is_pile_order:
            self.branch.candidate_cards = frozenset(
                self.faces.assumed_face(card) for o in ask.options for card in self.matcher.option_cards(o)
            )
            return tuple(
                self.branch.decide(occasion, self.branch_order.order_pile_options(ask, self.pending.entry_number))
            )
        if ask.about[0] in self.notation.asks.optional:
            return self._choose_unreported(ask, occasion, self.matcher.distinguishable(ask.options))
        self.pending.note_clause(ask, "ask")
        return silent[0] if silent else self._choose_missing(ask, occasion)

    def _choose_unreported(self, ask: Ask, occasion: Any, options: Sequence[Option]) -> Option:
        """Return one of the options, which no log reports; first those whose cards are needed last."""
        named = [card for option in options for card in self.matcher.option_cards(option)]
        about = self.matcher.ask_cards(ask)
        self.branch.candidate_cards = frozenset(
            self.faces.assumed_face(card) for card in (*named, *about) if self.faces.is_known(card)
        )
        ordered = self.branch_order.order_unreported(ask, options, self.pending.insertion_point())
        unknown = [option for option in ordered if self.faces.untracked and self.matcher.names_unknown_card(option)]
        known = [each for each in ordered if each not in unknown] if unknown and self.branch.has_doubts else ()
        choice = tuple(self.branch.decide(occasion, unknown or ordered, last_resorts=known))
        self.branch_order.note_choice(choice, about)
        return choice

    def _assume(self, occasion: Any, options: Sequence[Any], fact: MissingFact) -> Any:
        """Return one possibility of a missing public fact. Raises Contradiction if no fact can be missing here."""
        if len(options) > 1 and self._is_report_exhausted():
            raise EndOfReportError
        if len(options) > 1 and self.pending and occasion not in self.branch.assumed_facts:
            self.consecutive_assumptions += 1
            missing_count = count_missing(self.branch.assumptions)
            if (
                self.pending.insertion_point() < self.branch.furthest_entries.get(missing_count, 0)
                or self.consecutive_assumptions > MAX_CONSECUTIVE_MISSING
            ):
                self.branch.skips_facts = True
                raise self.pending.contradiction("turn_over")
            self.branch.note_contradiction(self.pending.contradicted_entry())
            self.branch.furthest_entries[missing_count] = self.pending.entry_number
        return self.branch.decide(occasion, options, fact)

    def _choose_missing(self, ask: Ask, occasion: Any) -> Option:
        """Return a choice that the log leaves out: one of several hidden cards, or else a missing fact."""
        if ask.about[0] in self.notation.asks.required and any(
            entry.codes & set(self.notation.asks.events_by_ask[ask.about[0]]) for entry in self.pending
        ):
            raise self.pending.contradiction("ask", ask)
        options = self.matcher.distinguishable(ask.options)
        if len(options) == 1:
            return ask.options[0]
        form = self.matcher.visible_form(self.sentences.asks, ask.about)
        cards = [face.ref for face in form[1:] if hasattr(face, "ref")]
        fact = self._fact(ask.about[0], ask.seat, cards)
        if ask.kind == PLAY:
            plays = self.notation.asks.source_zones.get(ask.about[0], {}).keys()
            if any(entry.codes & plays for entry in self.pending):
                raise self.pending.contradiction("ask", ask)
            raise Contradiction(self.pending.entry_number, "", fact)
        if any(map(self.matcher.names_unknown_card, options)):
            if self.faces.untracked:
                self.tentative.assign_other_back(ask)
            return self._choose_unreported(ask, occasion, options)
        return tuple(self._assume(occasion, options, fact))

    def _fact(self, code: str, seat: int | None = None, cards: Sequence[str] = ()) -> MissingFact:
        at, needed_at = self.pending.entry_number, self.pending.insertion_point()
        return MissingFact(code, seat, tuple(cards), self.turn + 1, at, needed_at)
