"""Running the rules of one turn along what was written of it.

The entries of the turn wait in a row. At each ask the option is taken to which the first of
them leads, else the silent one; each event is held against it. A card that is shown is
known from then on (`unseen`): was it guessed otherwise, the turn is run `Again` with it.
Whatever could go several ways is decided by the `Path`, which remembers the others.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product, takewhile
from typing import Any

from gameplay.engine import alike
from gameplay.engine.asks import PLAY, Ask, Option, Outcome, Over
from gameplay.engine.game import CONCEDE, TIME
from gameplay.engine.notation import Entry, Pattern, Told, fields_of
from gameplay.engine.unseen import Trait
from gameplay.engine.ways import Again, Case, Fact, Impossible, Path, missing
from gameplay.engine.words import Say

MOST_MISSING = 6  # facts in a row that a log may leave out between two entries


class Retraced:
    """One run of a turn along its entries. It is the chance of its table."""

    def __init__(self, case: Case, path: Path) -> None:
        self.ruleset, self.notation, self.words = case.ruleset, case.ruleset.notation, case.ruleset.words
        self.path, self.turn = path, path.world.turn
        self.faces = path.world.faces.copy()
        self.table = path.world.table.copy()
        self.table.cards, self.table.chance = self.faces, self
        self.table.events = Told(self.table, self.notation.also, self._hear)
        self.written = case.turns[self.turn]
        self.waiting = list(self.written)
        self.start = self.at = case.before(self.turn)
        self.last = self.turn == len(case.turns) - 1
        self.entries: list[Any] = []
        self.asks = self.supposed = self.met = 0
        self.origin: dict[int, Any] = {}
        self.why: dict[int, str] = {}
        self.early: dict[int, int] = {}

    def play(self) -> Outcome | None:
        """Run the turn to its end, or to that of the log. Raises Impossible, Again, FaceNeeded."""
        for card, seen in self.path.learnt.items():
            if isinstance(card, int):
                self._must_see(card, seen)
        self.table.turn += 1
        outcome = None
        try:
            outcome = self._run()
        except Over as over:
            outcome = over.outcome
        if self.waiting:
            self._foresee_unasked(self.waiting[0])
            raise self._impossible("over" if outcome and not self._passed() else "turn_over")
        return outcome

    def _run(self) -> Outcome | None:
        rules = self.ruleset.turn(self.table)
        choice: Option | None = None
        while True:
            try:
                ask = next(rules) if choice is None else rules.send(choice)
            except StopIteration:
                return self._called_off()
            if ended := self._called_off():
                return ended
            if ask.kind == PLAY and self.last and not self.waiting:
                return None
            choice = self._answer(self._with_copies(ask))

    def _called_off(self) -> Outcome | None:
        """Concessions and calls of time, which come from outside the rules."""
        while self.waiting and self.waiting[0].codes & {CONCEDE, TIME}:
            pattern = self.waiting.pop(0).patterns[0]
            self.at += 1
            if pattern.code == CONCEDE:
                seat = pattern.fields.get("seat", self.table.active)
                return Outcome(self.table.leave(seat), CONCEDE, self.table.scores())
            self.ruleset.at_time(self.table)
        return None

    def _passed(self) -> bool:
        """Whether what was written after the entry that waits has come to be: then it was not for the game's end."""
        happened = {event[0] for event in self.table.events[self.met :]}
        return any(entry.codes & happened for entry in self.waiting[1:])

    def _impossible(self, moment: str, what: Ask | None = None) -> Impossible:
        """The entry that waits never came: for the reason noted when it could have come, else for what it is.

        If it came to be before another that is written before it, that one was never due where it stands.
        """
        at = self.early.get(self.at, self.at)
        entry = self.written[at - self.start]
        clause = self.why.get(at) or self.notation.clause(self.table, what, entry, moment)
        return Impossible(at, clause)

    # --- chance ----------------------------------------------------------------------------

    def take(self, cards: list[int]) -> int:
        """Any of ``cards``: nobody can tell them apart, and what was known of each is mixed now."""
        self.faces.shuffled(cards)
        time, card = len(self.entries), min(cards)
        for mixed in cards:
            origin = self.origin[mixed] = ("taken", time) if mixed == card else ("mixed", time, mixed)
            if origin in self.path.learnt:
                self._must_see(mixed, self.path.learnt[origin])
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        """A number that everybody saw."""
        fact = self._fact("number")
        outcome = self._suppose(("number", len(self.entries)), range(n), fact)
        self.entries.append(outcome)
        return int(outcome)

    # --- faces -----------------------------------------------------------------------------

    def _must_see(self, card: int, seen: Any) -> None:
        if not self.faces.see(card, seen):
            front = self.waiting[0] if self.waiting else None
            raise Impossible(self.at, self.notation.clause(self.table, None, front, "no_copy"))

    def _learn(self, card: int, seen: Any) -> bool:
        """``card`` turns out to be ``seen``; answers whether it can. Raises Again if it was guessed otherwise."""
        guessed = self.faces.guess(card)
        if seen.fits(guessed) if isinstance(seen, Trait) else seen is guessed:
            return self.faces.see(card, seen)
        if not self.faces.copy().see(card, seen):
            return False
        self._run_again_with(card, seen)
        return True

    def _run_again_with(self, card: int, seen: Any) -> None:
        self.path.learnt[self.origin.get(card, card)] = seen
        raise Again

    def suppose(self, card: int) -> None:
        """The rules look at a card that lies open but was never named: let it be each in turn."""
        origin = self.origin.get(card, card)
        possible = self.faces.possible(card)
        self.path.learnt[origin] = self.path.choose(("face", origin), possible, self.faces.open[card])

    # --- what happens ------------------------------------------------------------------------

    def _hear(self, event: Option) -> None:
        """Hold what happens against the entries, at once: a shuffle may follow that mixes what was seen."""
        self._meet(event)
        self._show(event)

    def _meet(self, event: Option) -> None:
        for entry in self._next():
            if any(pattern.code == event[0] and self._same(pattern, event) for pattern in entry.patterns):
                self.waiting.remove(entry)
                self.at += 1
                self.supposed, self.met = 0, len(self.table.events)
                return
        self._note_why(event, "event")
        self._note_early(event)

    def _note_why(self, what: Any, moment: str) -> None:
        """Keep the first reason why the entry that waits is not what comes."""
        if self.waiting and self.at not in self.why:
            clause = self.notation.clause(self.table, what, self.waiting[0], moment)
            if clause:
                self.why[self.at] = clause

    def _note_early(self, event: Option) -> None:
        """Keep which entry waited when something came to be that is written only after it."""
        values: dict[str, Any] = {}
        for at, entry in enumerate(self.waiting[1:], self.at + 1):
            for pattern in entry.patterns:
                if pattern.code == event[0]:
                    values = values or self._values(event)
                    if all(self._agrees(name, values[name], written) for name, written in pattern.fields.items()):
                        self.early.setdefault(at, self.at)

    def _agrees(self, name: str, value: Any, written: Any) -> bool:
        return self.faces.guess(value) in written if name.startswith("card") else bool(value == written)

    def _next(self) -> list[Entry]:
        """The entry that waits, and those after it that were declared together with it."""
        front = self.waiting[:1]
        together = takewhile(lambda entry: entry.codes & front[0].codes & self.notation.unordered, self.waiting[1:])
        return [*front, *together]

    def _values(self, event: Option) -> dict[str, Any]:
        return dict(zip(fields_of(self.notation, self.words, event[0]), event[1:], strict=True))

    def _same(self, pattern: Pattern, event: Option) -> bool:
        """Whether ``event`` is what ``pattern`` says, learning the faces it names once all else agrees."""
        values = self._values(event)
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
        if self.faces.known(card):
            return self.faces.guess(card) in named
        return any(self._learn(card, definition) for definition in named)

    def _show(self, event: Option) -> None:
        """Cards that everybody sees now, and that no entry named, are open: the rules may not go by a guess."""
        if event[0] in self.notation.fields or self.words.events[event[0]].unseen:
            return
        values = self._values(event)
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
        occasion = ("ask", self.asks)
        if ask.about[0] in self.notation.either:
            return self._option(occasion, ask.options)
        silent = [option for option in ask.options if option[0] in self.notation.silent]
        for entry in self._due():
            if meant := self._meant(ask, entry):
                self._foresee_instead(ask, entry, meant)
                return self._option(occasion, [*meant, *silent])  # it may speak of a later ask
            self._foresee(ask, entry)
        self._note_why(ask, "ask")
        return silent[0] if silent else self._unwritten(ask, occasion)

    def _with_copies(self, ask: Ask) -> Ask:
        """The ask with every copy of a card: the rules offer one of several, but some are copies only by a guess."""
        options = list(ask.options)
        for option in ask.options:
            for at, name in enumerate(self.words.options[option[0]].fields, 1):
                if name.startswith("card"):
                    beside = alike.copies(self.table, self.faces, option[at])
                    options += [(*option[:at], copy, *option[at + 1 :]) for copy in beside]
        return Ask(ask.seat, ask.kind, list(dict.fromkeys(options)), ask.about)

    def _option(self, occasion: Any, options: Sequence[Option]) -> Option:
        option: Option = self.path.choose(occasion, options)
        return option

    def _suppose(self, occasion: Any, ways: Sequence[Any], fact: Fact) -> Any:
        """One of the ways a missing public fact may be. Raises Impossible where nothing can be missing."""
        if len(ways) > 1 and self.waiting and occasion not in self.path.facts:
            self.supposed += 1
            supposed = missing(self.path.key)
            if self.at < self.path.reach.get(supposed, 0) or self.supposed > MOST_MISSING:
                raise self._impossible("turn_over")
            if self.at in self.why:
                self.path.contradicted.append((self.path.key, self.at, self.why[self.at]))
            self.path.reach[supposed] = self.at
        return self.path.choose(occasion, ways, fact)

    def _meant(self, ask: Ask, entry: Entry) -> list[Option]:
        """The options that lead to ``entry``; cards that nobody can tell apart count once.

        What needs no more words than were written is meant before what would need some: "play Elk" takes a free place.
        """
        found: dict[bool, dict[Any, Option]] = {True: {}, False: {}}
        for option in ask.options:
            for pattern in entry.patterns:
                exact = self._leads(option, ask.seat, pattern)
                if exact is not None:
                    found[exact].setdefault(self._look(option), option)
        meant = list((found[True] or found[False]).values())
        if any("card" in pattern.fields for pattern in entry.patterns):
            meant.sort(key=self._is_guess)  # what is named was rather seen before
        return meant

    def _is_guess(self, option: Option) -> bool:
        """Whether an option names a card that nobody has seen."""
        return None in self._look(option)

    def _due(self) -> list[Entry]:
        """The entries that a choice may lead to: those that wait next, past results that it may have first."""
        results = list(takewhile(lambda entry: not entry.codes - self.notation.results, self.waiting))
        rest = self.waiting[len(results) :]
        together = takewhile(lambda entry: entry.codes & rest[0].codes & self.notation.unordered, rest[1:])
        return [*results, *rest[:1], *together]

    def _leads(self, option: Option, seat: int, pattern: Pattern) -> bool | None:
        """Whether ``option`` of ``seat`` leads to the event that is written, and all it names is; None if it does not."""
        if pattern.fields.get("seat", seat) != seat:
            return None
        for code, names in self.notation.told_by.get(option[0], ()):
            named = list(zip(names, option[1:], strict=False))
            if code == pattern.code and all(
                name not in pattern.fields or self.faces.guess(card) in pattern.fields[name] for name, card in named
            ):
                return all(name in pattern.fields for name, _ in named)
        return None

    def _look(self, option: Option) -> tuple[Any, ...]:
        """What everybody can tell of an option: unseen cards look alike, copies too."""
        return tuple(self._seen_in(self.words.options, option))

    def _foresee(self, ask: Ask, entry: Entry) -> None:
        """An unseen card that is asked about may be the one that ``entry`` shows: let it be. Raises Again."""
        for pattern in entry.patterns:
            if pattern.fields.get("seat", ask.seat) == ask.seat:
                zones = self.notation.comes_from.get(ask.about[0], {}).get(pattern.code, ())
                offered = [card for option in ask.options for card in self._named_by(option, pattern.code)]
                self._let_be(entry, pattern, [*alike.lying(self.table, ask.seat, zones), *offered])

    def _foresee_instead(self, ask: Ask, entry: Entry, meant: Sequence[Option]) -> None:
        """The card that ``entry`` shows need not be the one it is guessed to be: it may come from elsewhere. Raises Again."""
        kind = partial(alike.kind, self.table, self.faces)
        for pattern in entry.patterns:
            zones = self.notation.comes_from.get(ask.about[0], {}).get(pattern.code, ())
            cards = alike.lying(self.table, ask.seat, zones)
            for definition in pattern.fields.get("card", ()):
                if any(self.faces.known(card) and self.faces.guess(card) is definition for card in cards):
                    continue
                guessed = {kind(card) for option in meant for card in self._named_by(option, pattern.code)}
                possible = alike.possible(self.table, self.faces, cards, definition)
                others = [card for card in possible if kind(card) not in guessed]
                occasion = ("instead", entry.number, definition, self.asks)
                if guessed and (card := self.path.choose(occasion, [None, *others])) is not None:
                    self._run_again_with(card, definition)

    def _foresee_unasked(self, entry: Entry) -> None:
        """A text that found nothing to choose from, by the guess, did not ask: let there be something. Raises Again."""
        for seat, zones in product(range(self.table.seats), self.notation.comes_from.values()):
            for pattern in entry.patterns:
                if pattern.fields.get("seat", seat) == seat:
                    self._let_be(entry, pattern, alike.lying(self.table, seat, zones.get(pattern.code, ())))

    def _let_be(self, entry: Entry, pattern: Pattern, cards: Sequence[int]) -> None:
        """Let one of ``cards`` be what ``pattern`` shows, if none is known to be, or none of them. Raises Again."""
        for definition in pattern.fields.get("card", ()):
            if any(self.faces.known(card) and self.faces.guess(card) is definition for card in cards):
                return
            possible = alike.possible(self.table, self.faces, cards, definition)
            occasion = ("foreseen", entry.number, definition, self.asks)
            if possible and (card := self.path.choose(occasion, [*possible, None])) is not None:
                self._run_again_with(card, definition)

    def _named_by(self, option: Option, code: str) -> list[int]:
        """The card that the event ``code`` shows, if ``option`` leads to it."""
        told_by = dict(self.notation.told_by.get(option[0], ()))
        return [card for name, card in zip(told_by.get(code, ()), option[1:], strict=False) if name == "card"]

    def _unwritten(self, ask: Ask, occasion: Any) -> Option:
        """A choice that the log leaves out: nobody can tell which hidden card; else it is a missing fact."""
        ways: dict[Any, Option] = {}
        for option in ask.options:
            ways.setdefault(self._look(option), option)
        if len(ways) == 1:
            return ask.options[0]
        cards = [face.ref for face in self._seen_in(self.words.asks, ask.about)[1:] if hasattr(face, "ref")]
        fact = self._fact(ask.about[0], ask.seat, cards)
        if ask.kind == PLAY:
            plays = self.notation.comes_from.get(ask.about[0], {}).keys()
            if any(entry.codes & plays for entry in self.waiting):
                raise self._impossible("ask", ask)
            raise Impossible(self.at, "", fact)
        if any(None in look for look in ways):
            return self._option(occasion, list(ways.values()))
        return tuple(self._suppose(occasion, list(ways.values()), fact))

    def _seen_in(self, says: Mapping[str, Say], what: Option) -> list[Any]:
        """A code and what it names as everybody sees it: None for an unseen card."""
        seen: list[Any] = [what[0]]
        for name, value in zip(says[what[0]].fields, what[1:], strict=True):
            if not name.startswith(("card", "slot")):
                seen.append(value)
            else:
                seen.append(self.faces.guess(value) if self.faces.known(value) else None)
        return seen

    def _fact(self, code: str, seat: int | None = None, cards: Sequence[str] = ()) -> Fact:
        return Fact(code, seat, tuple(cards), self.turn + 1, self.at)
