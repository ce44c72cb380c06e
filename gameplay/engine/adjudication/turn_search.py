"""Running the rules of one turn along what was written of it.

The entries of the turn wait in a row. At each ask the option is taken to which the first of
them leads, else the silent one; each event is held against it. A card that is shown is
known from then on (`unseen`): was it guessed otherwise, the turn is run `Again` with it.
Whatever could go several ways is decided by the `Path`, which remembers the others.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.branch_order import Preferred
from gameplay.engine.adjudication.candidate_order import Foresight
from gameplay.engine.adjudication.hidden_faces import FaceNeeded, Trait
from gameplay.engine.adjudication.hypotheses import Again, Case, Fact, Impossible, Path, missing
from gameplay.engine.adjudication.matching import Looks
from gameplay.engine.adjudication.notation import Entry, Pattern, Told
from gameplay.engine.adjudication.pending import Waiting
from gameplay.engine.adjudication.tentative import Counts, Foreseen
from gameplay.engine.core.asks import PLAY, Ask, Option, Outcome, Over, Rules, unanswered
from gameplay.engine.core.game import CONCEDE, TIME

MOST_MISSING = 6  # facts in a row that a log may leave out between two entries


class AllToldError(Exception):
    """Something would have to be supposed, but nothing is written that it bears upon."""


class Retraced:
    """One run of a turn along its entries. It is the chance of its table."""

    def __init__(self, case: Case, path: Path) -> None:
        self.ruleset, self.notation, self.words = case.ruleset, case.notation, case.ruleset.words
        self.path, self.turn = path, path.world.turn
        self.faces = path.world.faces.copy()
        self.table = path.world.table.copy()
        self.table.cards, self.table.chance = self.faces, self
        self.table.events = Told(self.table, self.notation.also, self._hear)
        self.ended, self.last = case.outcome, self.turn == len(case.turns) - 1
        self.entries: list[Any] = []
        self.read: list[Any] = []  # the numbers that were taken from entries since somebody was asked
        self.asks = self.supposed = 0
        self.topped = -1
        path.untold.clear()
        self.even: list[int | None] = []  # whose pile the next card may come from as well
        self.given: set[int] = set()  # hidden cards that were chosen to go and still lie there
        self.counts = Counts(self.notation)
        self.origin: dict[int, Any] = {}
        self.foreseen = Foreseen(self.notation, self.table, self.faces, self.path, self.origin)
        self.looks = Looks(self.table, self.faces, self.words, self.notation)
        self.waiting = Waiting(case, self.turn, self.table, self.looks)
        self.foresight = Foresight(case, self.turn, self.table, self.faces)
        self.preferred = Preferred(self.looks, self.foresight, self.counts)

    def play(self) -> Outcome | None:
        """Run the turn to its end, or to that of the log. Raises Impossible, Again, FaceNeeded."""
        self.faces.forget(equivalence.unwatched(self.table, self.notation))
        for card, seen in self.path.learnt.items():
            if isinstance(card, int):
                self._must_see(card, seen)
        self.table.turn += 1
        outcome = None
        try:
            outcome = self._run()
        except Over as over:
            outcome = over.outcome
        except (FaceNeeded, AllToldError):
            if not self._all_told():
                raise
        if self.waiting:
            self.foreseen.unasked(self.waiting[0])
            raise self.waiting.impossible("over" if outcome and not self.waiting.passed() else "turn_over")
        return outcome

    def _run(self) -> Outcome | None:
        rules = self._rules()
        choice: Option | None = None
        while True:
            try:
                ask = next(rules) if choice is None else rules.send(choice)
            except StopIteration:
                return self._called_off()
            if ended := self._called_off():
                return ended
            if ask.kind == PLAY and self.last and not self.waiting and not self._ended_later():
                return None
            if ask.seat in self.table.left:
                choice = unanswered(ask)
            elif self.looks.concerns(ask, self.waiting.due()):
                choice = self._answer(self.looks.with_copies(ask, self.given))
            else:
                choice = self._answer(ask)

    def _rules(self) -> Rules:
        """The turn, and before the first what the log tells of how the game began."""
        if self.turn == 0 and self.notation.start:
            yield from self.notation.start(self.table)
        yield from self.ruleset.turn(self.table)

    def _called_off(self) -> Outcome | None:
        """Concessions and calls of time, which come from outside the rules."""
        while self.waiting and self.waiting[0].codes & {CONCEDE, TIME}:
            pattern = self.waiting[0].patterns[0]
            self.waiting.come(self.waiting[0])
            if pattern.code == CONCEDE:
                seat = pattern.fields.get("seat", self.table.active)
                if winners := self.table.leave(seat):
                    return Outcome(winners, CONCEDE, self.table.scores())
            else:
                self.ruleset.at_time(self.table)
        return None

    def _all_told(self) -> bool:
        """Whether nothing is written any more, nor how the game ended: what may be missing does not matter."""
        return self.last and not self.waiting and self.ended is None

    def _ended_later(self) -> bool:
        """Whether the game is said to have ended by the rules: then nothing more was done in its last turn, but it went on."""
        return self.ended is not None and self.ended.reason != CONCEDE

    # --- chance ----------------------------------------------------------------------------

    def take(self, cards: list[int]) -> int:
        """Any of ``cards``: nobody can tell them apart, and what was known of each is mixed now."""
        self.faces.shuffled(cards)
        if self.even:
            self.faces.astray[self.even[0]] = self.faces.astray.get(self.even[0], 0) + 1
        time, card = len(self.entries), min(cards)
        for mixed in cards:
            origin = self.origin[mixed] = ("taken", time) if mixed == card else ("mixed", time, mixed)
            if origin in self.path.learnt:
                self._recall(mixed, origin)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        """A number that everybody saw: what is written next, if it is one."""
        code, name, lowest = self.notation.numbers.get(n, ("number", "", 0))
        drawn = ("number", len(self.entries))
        written = [] if self.path.ways.get(("unwritten", drawn)) else self.waiting[:1]
        for pattern in (pattern for entry in written for pattern in entry.patterns):
            if pattern.code == code and name in pattern.fields:
                outcome = pattern.fields[name] - lowest
                if outcome not in range(n):
                    raise self.waiting.impossible("number")
                self.read.append(drawn)
                self.entries.append(outcome)
                return int(outcome)
        fact = self._fact(code)
        if not written and self.waiting:
            outcome = self.path.choose(drawn, range(n), fact)  # the one that is missing from several numbers in a row
        else:
            for earlier in self.read:
                self.path.remember(("unwritten", earlier), True)
            outcome = self._suppose(drawn, range(n), fact)
        self.entries.append(outcome)
        return int(outcome)

    # --- faces -----------------------------------------------------------------------------

    def _must_see(self, card: int, seen: Any) -> None:
        if not self.faces.see(card, seen):
            clause = self.notation.clause(self.table, None, self.waiting.front, "no_copy")
            raise Impossible(self.waiting.at, clause)

    def _recall(self, card: int, origin: Any) -> None:
        """``card`` is what was learnt of it, or that was learnt on another way through the turn."""
        if self.faces.loose or origin in self.path.amended:
            self._must_see(card, self.path.learnt[origin])
        elif not self.faces.see(card, self.path.learnt[origin]):
            self.path.amended.add(origin)
            del self.path.learnt[origin]

    def _learn(self, card: int, seen: Any) -> bool:
        """``card`` turns out to be ``seen``; answers whether it can. Raises Again if it was guessed otherwise."""
        guessed = self.faces.guess(card)
        if seen.fits(guessed) if isinstance(seen, Trait) else seen is guessed:
            return self.faces.see(card, seen)
        if card == self.topped:
            return self.faces.see(card, seen)
        if not self.faces.copy().see(card, seen):
            return False
        self.path.run_again_with(self.origin.get(card, card), seen)
        return True

    def suppose(self, card: int) -> None:
        """The rules look at a card that lies open but was never named: let it be each in turn."""
        origin = self.origin.get(card, card)
        possible = self.faces.possible(card)
        if len(possible) > 1:
            self.path.contradict(self.waiting.contradicted())
        self.path.learnt[origin] = self.path.choose(("face", origin), possible, self.faces.open[card])

    # --- what happens ------------------------------------------------------------------------

    def _hear(self, event: Option) -> None:
        """Hold what happens against the entries, at once: a shuffle may follow that mixes what was seen."""
        if self.faces.loose and event[0] == self.notation.tops:
            self.topped = self.looks.values(event)["card"]  # how a pile lies is not followed: it may be any card
            self.faces.forget([self.topped])
        if not self._meet(event) and event[0] in self.notation.seen | self.notation.secret:
            self.path.untold.append(self._fact(event[0], self.looks.values(event).get("seat")))
        self.topped = -1
        self._show(event)

    def _meet(self, event: Option) -> bool:
        """Hold an event against what waits next; answers whether it is what is written there."""
        for entry in self.looks.rather_of(self.looks.values(event).get("card"), self.waiting.next()):
            if any(pattern.code == event[0] and self._same(pattern, event) for pattern in entry.patterns):
                self.waiting.come(entry)
                self.supposed = 0
                return True
        if self.read and self.waiting and event[0] in self.waiting[0].codes and self._is_number(event[0]):
            self.path.ways["unwritten", self.read[-1]] = True  # it was another's
            raise Again
        self._amend(event)
        self.waiting.note_why(event, "event")
        self.waiting.note_early(event)
        return False

    def _is_number(self, code: str) -> bool:
        """Whether an event ``code`` tells the number that was taken last."""
        last = self.read[-1] == ("number", len(self.entries) - 1)
        return last and any(code == number for number, _, _ in self.notation.numbers.values())

    def _same(self, pattern: Pattern, event: Option) -> bool:
        """Whether ``event`` is what ``pattern`` says, learning the faces it names once all else agrees."""
        values = self.looks.values(event)
        number, trait = self.notation.traits.get(event[0], ("", ""))
        learns = [name for name in pattern.fields if name == number or name.startswith("card")]
        if any(values[name] != written for name, written in pattern.fields.items() if name not in learns):
            return False
        for name in learns:
            written = pattern.fields[name]
            if name != number:
                same = self._is(values[name], written)
            elif self.faces.known(values["card"]):
                same = values[name] == written
            else:
                same = self._learn(values["card"], Trait(trait, written))
            if not same:
                return False
        return True

    def _is(self, card: int, named: Sequence[Any]) -> bool:
        if not self.looks.is_copy(card, named):
            return False
        if self.faces.known(card):
            return self.faces.guess(card) in named
        return any(self._learn(card, definition) for definition in named)

    def _amend(self, event: Option) -> None:
        """What ``event`` shows may have been learnt on another way through the turn, when it was drawn sooner. Raises Again."""
        patterns = self.waiting[0].patterns if self.waiting and not self.faces.loose else ()
        for pattern in (pattern for pattern in patterns if pattern.code == event[0]):
            card, named = self.looks.values(event).get("card"), pattern.fields.get("card", ())
            if card is None:
                continue
            origin = self.origin.get(card)
            if origin not in self.path.learnt or origin in self.path.amended:
                continue
            anew = self.faces.copy()
            del anew.seen[card]
            if found := [definition for definition in named if anew.see(card, definition)]:
                self.path.amended.add(origin)
                self.path.run_again_with(origin, found[0])

    def _show(self, event: Option) -> None:
        """Cards that everybody sees now, and that no entry named, are open: the rules may not go by a guess."""
        if event[0] in self.notation.fields or self.words.events[event[0]].unseen:
            return
        values = self.looks.values(event)
        number, trait = self.notation.traits.get(event[0], ("", ""))
        for name, card in values.items():
            if not name.startswith("card") or self.faces.known(card) or card in self.faces.open:
                continue
            fact = self._fact(event[0], values.get("seat"))
            if number and card not in self.faces.seen:
                printed = sorted({getattr(face, trait) for face in self.faces.possible(card)})
                occasion = ("trait", self.origin.get(card, card))
                self._learn(card, Trait(trait, self._suppose(occasion, printed, fact)))
            self.faces.open[card] = fact

    # --- what is asked -----------------------------------------------------------------------

    def _answer(self, ask: Ask) -> Option:
        """The option that the log means, the silent one if it says nothing here, else each in turn."""
        self.asks += 1
        self.foreseen.asks = self.asks
        self.even = equivalence.even(self.table, self.faces, self.notation, ask)
        self.read.clear()
        occasion = ("ask", self.asks)
        silent = [option for option in ask.options if option[0] in self.notation.silent]
        for entry in self.waiting.due():
            self.path.naming = entry.cards
            if put := self.foreseen.put(ask, entry, self.waiting.later(entry)):
                self.waiting.begin()
                return put
            left = self.counts.left(entry)
            if left == 0:
                continue
            if meant := self.preferred.meant(ask, entry, self.waiting):
                self.foreseen.instead(ask, entry, meant)
                # It may speak of a later ask, where nothing need be said here, or what led to the results before it is missing.
                rest = [each for each in ask.options if each not in meant] if left is None and not silent else []
                if entry in self.waiting.next():
                    rest = rest if ask.about[0] in self.notation.one_by_one else []
                    said = bool(left) or ask.about[0] in self.notation.prompt
                else:
                    said = bool(left) and not entry.codes & self.notation.payments
                choice = self.path.choose(occasion, [*meant, *([] if said else silent), *([None] if rest else [])])
                if choice is None:
                    return self._unwritten(Ask(ask.seat, ask.kind, rest, ask.about), ("unwritten", self.asks))
                self.even = []
                if choice in meant:
                    self._note_led(entry, ask, choice)
                return tuple(choice)
            self.foreseen.may_show(ask, entry)
        return self._untold(ask, occasion, silent)

    def _note_led(self, entry: Entry, ask: Ask, choice: Option) -> None:
        """Keep that ``choice`` leads to ``entry``, and what goes where by it: it counts for an entry that tells only how many."""
        counting = self.preferred.counting(ask, choice, entry, self.waiting)
        self.waiting.begin()
        self.preferred.chose(choice)
        for each in (entry, *counting[:1]):
            if each.codes & self.notation.counted:
                self.given.update(card for card in self.looks.cards_of(choice) if equivalence.hidden(self.table, card))
            if self.counts.left(each) is not None:
                self.counts.add(each, choice)
                self.foresight.parted.update(self.looks.cards_of(choice))

    def _untold(self, ask: Ask, occasion: Any, silent: Sequence[Option]) -> Option:
        """What no entry that waits can mean."""
        laid = ask.about[0] in self.notation.laid
        if self.even or (laid and self.faces.loose):
            return ask.options[0]
        if laid:
            self.path.naming = frozenset(self.faces.guess(card) for o in ask.options for card in self.looks.cards_of(o))
            return tuple(self.path.choose(occasion, self.preferred.laid(ask, self.waiting.at)))
        if ask.about[0] in self.notation.either:
            return self._freely(ask, occasion, self.looks.one_of_each(ask.options))
        self.waiting.note_why(ask, "ask")
        return silent[0] if silent else self._unwritten(ask, occasion)

    def _freely(self, ask: Ask, occasion: Any, ways: Sequence[Option]) -> Option:
        """One of these ways, which no log tells; the first is to part with what is wanted again last."""
        if self.faces.loose and (unseen := [way for way in ways if self.looks.is_guess(way)]):
            ways = unseen  # what is known may be wanted yet
        named = [card for way in ways for card in self.looks.cards_of(way)]
        about = self.looks.about(ask)
        self.path.naming = frozenset(self.faces.guess(card) for card in (*named, *about) if self.faces.known(card))
        choice = tuple(self.path.choose(occasion, self.preferred.freely(ask, ways, self.waiting.before())))
        self.preferred.chose(choice, about)
        return choice

    def _suppose(self, occasion: Any, ways: Sequence[Any], fact: Fact) -> Any:
        """One of the ways a missing public fact may be. Raises Impossible where nothing can be missing."""
        if len(ways) > 1 and self._all_told():
            raise AllToldError
        if len(ways) > 1 and self.waiting and occasion not in self.path.facts:
            self.supposed += 1
            supposed = missing(self.path.key)
            if self.waiting.at < self.path.reach.get(supposed, 0) or self.supposed > MOST_MISSING:
                raise self.waiting.impossible("turn_over")
            self.path.contradict(self.waiting.contradicted())
            self.path.reach[supposed] = self.waiting.at
        return self.path.choose(occasion, ways, fact)

    def _unwritten(self, ask: Ask, occasion: Any) -> Option:
        """A choice that the log leaves out: nobody can tell which hidden card; else it is a missing fact."""
        if ask.about[0] in self.notation.wanted and any(
            entry.codes & set(self.notation.asked[ask.about[0]]) for entry in self.waiting
        ):
            raise self.waiting.impossible("ask", ask)
        ways = self.looks.one_of_each(ask.options)
        if len(ways) == 1:
            return ask.options[0]
        cards = [face.ref for face in self.looks.seen(self.words.asks, ask.about)[1:] if hasattr(face, "ref")]
        fact = self._fact(ask.about[0], ask.seat, cards)
        if ask.kind == PLAY:
            plays = self.notation.comes_from.get(ask.about[0], {}).keys()
            if any(entry.codes & plays for entry in self.waiting):
                raise self.waiting.impossible("ask", ask)
            raise Impossible(self.waiting.at, "", fact)
        if any(map(self.looks.is_guess, ways)):
            if self.faces.loose:
                self.foreseen.none_of(ask)
            return self._freely(ask, occasion, ways)
        return tuple(self._suppose(occasion, ways, fact))

    def _fact(self, code: str, seat: int | None = None, cards: Sequence[str] = ()) -> Fact:
        return Fact(code, seat, tuple(cards), self.turn + 1, self.waiting.at)
