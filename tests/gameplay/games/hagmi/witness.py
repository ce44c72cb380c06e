"""What a person beside the table writes down of a game (see `tests.instruments.reported_games.witness`)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.hagmi.terms import AILMENTS
from tests.instruments.reported_games.report import NAMES
from tests.instruments.reported_games.witness import CardName, Kind, Look, Note, Witness, moved

WORDS = {
    **{code: f"{code} {{0}}" for code in ("produce", "play", "use", "emergency", "keep")},
    "attack": "attack with {0}",
    "aim": "at {0}",
    "counter": "{0} counters",
    "guard": "{0} guards {1}",
    "guard_player": "{0} guards",
    "play_damage": "suffer {0}",
}
PLAYER_WORDS = {"give": "skip for {}", "aim_player": "at {}"}
BURNING = ("attack", "use", "counter", "guard", "guard_player", "emergency", "step_in", "step_in_for_player", "burn")
DECK_WORDS = {"from_weapons": "draw weapon", "from_operations": "draw operation"}


class HagmiWitness(Witness):
    """A witness of a game of HAGMI!.

    ``paid`` are the cards that were chosen as payments and are still face down, ``burnt`` the fuel with its unit,
    ``burning`` the number of fuel cards that a unit has burnt so far, ``picked`` the card that was chosen for a text,
    ``fuel`` the cards under each unit, and ``held`` those in hands. ``open_rolls`` counts the rolls for which no drawn
    card was seen yet; ``given`` is the player who was given the next one.
    """

    watches_draws = False

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.paid: dict[int, int] = {}
        self.burnt: dict[int, tuple[int, CardName]] = {}
        self.burning = Counter[int]()
        self.picked = -1
        self.open_rolls = 0
        self.given: int | None = None
        self.fuel: dict[int, tuple[int, ...]] = {}
        self.held: frozenset[int] = frozenset()

    def rolled(self, number: int) -> Iterator[Note]:
        if self.table.turn:  # the dice for the first turn are not written
            roller = self.table.active if self.given is None else self.given
            yield Note(Kind.CHANCE, f"roll {number + 1}", seat=roller)
            self.open_rolls, self.given = self.open_rolls + 1, None

    def _name_roller(self, before: Look, after: Look) -> None:
        """Correct the seat of the latest rolls: the player who rolled has drawn cards."""
        drew = [seat for zone, seat in after.counts if zone == "hand" and _growth(before, after, zone, seat) > 0]
        notes = self.moments[-1].notes
        rolls = [at for at, note in enumerate(notes) if note.kind is Kind.CHANCE][-self.open_rolls :]
        for at in rolls if drew else ():
            notes[at] = replace(notes[at], seat=drew[0])
        self.open_rolls = 0 if drew else self.open_rolls

    def decided(self, ask: Ask, option: Option) -> Iterator[Note]:  # noqa: C901 - one case for each option
        code, *values = option
        self.picked = -1
        if code in WORDS:
            named = [values[0]] if code == "use" else values
            yield self.note(Kind.DECISION, WORDS[code], *named, seat=ask.seat)
        elif code in PLAYER_WORDS:
            yield Note(Kind.DECISION, PLAYER_WORDS[code].format(NAMES[values[0]]), seat=ask.seat)
            self.given = values[0] if code == "give" else None
        elif code in DECK_WORDS:
            yield Note(Kind.RESULT, DECK_WORDS[code], seat=ask.seat)
        elif code == "process":
            yield self.note(Kind.RESULT, "skill of {0}", values[0], seat=ask.seat)
        elif code in ("step_in", "step_in_for_player"):
            yield self._stepped_in(ask, values)
        elif code == "pay":
            self.paid[values[0]] = ask.seat
        elif code == "burn":
            self.burnt[values[0]] = ask.seat, self.named(ask.about[1])
        elif code == "pick_player":
            yield self.note(Kind.DECISION, f"{{0}} on {NAMES[values[0]]}", ask.about[1], short=f"on {NAMES[values[0]]}")
        elif code == "pick":
            if self.look.places.get(values[0], ("",))[0] in ("units", "facilities"):
                yield self.note(Kind.DECISION, "{0} on {1}", ask.about[1], values[0], short="on {1}")
            else:
                self.picked = values[0]

    def _stepped_in(self, ask: Ask, targets: list[int]) -> Note:
        """Return the note on a unit of an emergency production: with enough fuel it guards."""
        unit = ask.about[1]
        guards = self.look.marks[unit]["fuel"] >= self.table.cards[unit].consumption
        word = "guards" if guards else "replaces"
        target = "{1}" if targets else NAMES[ask.seat]
        return self.note(Kind.DECISION, f"{{0}} {word} {target}", unit, *targets, seat=ask.seat)

    def changed(self, before: Look, after: Look) -> Iterator[Note]:
        if self.open_rolls:
            self._name_roller(before, after)
        details = list(self._fuelled(before, after))
        fuel = {card for cards in self.table.fuel.values() for card in cards}
        self.paid = {card: seat for card, seat in self.paid.items() if card not in fuel}
        yield from (note for note in details if " receives " in note.words)
        for card, was, now, _seat in moved(before, after):
            yield from self._moved(before, after, card, (was, now))
        for (zone, seat), count in after.counts.items():
            lost = before.counts.get((zone, seat), count) - count
            if zone == "damage" and lost > 0 and count and seat is not None:
                yield Note(Kind.TOTAL, f"hit {lost}", seat=seat)
        for card in sorted(before.places.keys() & after.places.keys()):
            if after.places[card][0] in ("units", "facilities") and before.places[card] == after.places[card]:
                yield from self._marked(before, after, card)
        for seat in after.public["defeated"]:
            if before.public and seat not in before.public["defeated"]:
                yield Note(Kind.RESULT, "defeated", seat=seat)
        yield from (note for note in details if " receives " not in note.words)

    def _fuelled(self, before: Look, after: Look) -> Iterator[Note]:
        """Yield the details on cards that have become fuel, which only their player has seen, or were lost as fuel."""
        for unit, cards in self.table.fuel.items():
            if after.places.get(unit, ("",))[0] != "units":
                continue
            owner = after.places[unit][1]
            for card in cards:
                if card in self.fuel.get(unit, ()):
                    continue
                if unit not in self.fuel and card in self.held | self.paid.keys():
                    yield self.note(Kind.DETAIL, "pays {0}", card, seat=owner)
                elif before.places.get(card, ("",))[0] == "discard":
                    yield self.note(Kind.DETAIL, "{0} receives {1}", unit, card, seat=owner)
                else:
                    yield self.note(Kind.DETAIL, "{0} loads {1}", unit, card, seat=owner)
        for unit, cards in self.fuel.items():
            left = [card for card in cards if card not in self.table.fuel.get(unit, ()) and card not in self.burnt]
            name = self.named(unit, before)
            if unit in self.table.fuel:
                yield from (Note(Kind.DETAIL, "{0} burns {1}", (name, self.named(card, after))) for card in left)
            elif not self._may_have_burnt(unit):  # else it is not seen which were burnt
                yield from (Note(Kind.DETAIL, "{0} loses {1}", (name, self.named(card, after))) for card in left)
        self.fuel = {unit: tuple(cards) for unit, cards in self.table.fuel.items()}
        self.burning = Counter({unit: burnt for unit, burnt in self.burning.items() if unit in self.fuel})
        self.held = frozenset(card for hand in self.table.hand for card in hand)

    def _may_have_burnt(self, unit: int) -> bool:
        """Return whether ``unit`` may have burnt fuel since the last look, also to step in after its own skill."""
        return self.option[0] in BURNING or (self.ask is not None and unit in self.ask.about[1:2])

    def _moved(self, before: Look, after: Look, card: int, way: tuple[str, str]) -> Iterator[Note]:
        was, now = way
        name = self.named(card, before)
        if was in ("units", "facilities"):
            if now == "discard":
                yield Note(Kind.RESULT, "{0} destroyed", (name,))
            elif not now:
                yield Note(Kind.RESULT, "{0} returns", (name,))
        elif was == "discard" and card == self.picked and self.ask is not None:
            grew = after.counts["damage", self.ask.seat] > before.counts["damage", self.ask.seat]
            yield Note(Kind.DECISION, "restore {0}" if grew else "recover {0}", (name,), self.ask.seat)
        elif not was and now == "limbo" and card in self.drawn:
            yield Note(Kind.RESULT, "reveal {0}", (name,), self.table.owners[card])
        elif not was and now in ("limbo", "facilities") and card == self.picked and self.ask is not None:
            yield Note(Kind.DECISION, "unveil {0}", (name,), self.ask.seat)
        elif now == "discard" and card in self.paid:
            yield Note(Kind.PAYMENT, "pays {0}", (name,), self.paid.pop(card))
        elif now == "discard" and card in self.burnt:
            owner, unit = self.burnt.pop(card)
            yield Note(Kind.PAYMENT, "{0} burns {1}", (unit, name), owner)
        elif not was and now == "discard" and card == self.picked and self.ask is not None:
            yield Note(Kind.DECISION, "discard {0}", (name,), self.ask.seat)

    def _marked(self, before: Look, after: Look, card: int) -> Iterator[Note]:
        old, new = before.marks[card], after.marks[card]
        damage, fuel = (new.get(mark, 0) - old.get(mark, 0) for mark in ("damage", "fuel"))
        owner = after.places[card][1]
        if damage > 0:
            yield self.note(Kind.RESULT, f"{{0}} takes {damage}", card)
        if fuel > 0:
            yield self.note(Kind.DECISION, f"supply {{0}} {fuel}", card, seat=owner, short="supply {0}")
        if fuel < 0:
            self.burning[card] -= fuel
            if self.option[0] != "burn" or (self.ask is not None and self.ask.about[2] == 1):
                yield self.note(Kind.RESULT, f"{{0}} burns {self.burning.pop(card)}", card, seat=owner)
        for ailment in AILMENTS:
            if new.get(ailment) and not old.get(ailment):
                yield self.note(Kind.RESULT, "afflict {0}", card)


def _growth(before: Look, after: Look, zone: str, seat: int | None) -> int:
    """Return how many more cards are in a zone than before."""
    return after.counts[zone, seat] - before.counts.get((zone, seat), 0)
