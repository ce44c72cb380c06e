"""What a person beside the table writes down of a game (see `tests.instruments.reported_games.witness`)."""

from collections.abc import Iterator
from dataclasses import replace

from gameplay.engine.core.asks import PASS, Ask, Option
from tests.instruments.reported_games.witness import Kind, Look, Note, Witness, moved

WORDS = {
    **dict.fromkeys(("pc", "item", "event", "field", "grunty"), "play {0}"),
    **{code: f"{code} {{0}}" for code in ("attack", "store", "use", "flip", "reward", "score", "join", "recover")},
    **{code: code for code in ("hide", "redraw", "fight", "avoid")},
    "pair": "{0} vs {1}",
    "add": "{0} vs {1}",
    "resolve": "fight of {0}",
}


class EnemyWitness(Witness):
    """A witness of a game of .hack//ENEMY."""

    def decided(self, ask: Ask, option: Option) -> Iterator[Note]:
        code, *cards = option
        if code in WORDS:
            words = WORDS[code]
            named = cards if "{" in words else ()
            yield self.note(Kind.DECISION, words, *named, seat=ask.seat)
        elif code == "feed":
            yield self.note(Kind.DECISION, "feed {0}", ask.about[1], seat=ask.seat)
        elif code in ("bearer", "replace") and ask.about[0] in ("bearer_for", "place"):
            self._complete("on" if code == "bearer" else "for", ask.about[1], cards[0])

    def _complete(self, word: str, played: int, other: int) -> None:
        """Add the bearer of an item, or the PC that another one replaces, to the entry of the play."""
        name = self.named(played)
        for moment in reversed(self.moments):
            for at, note in enumerate(moment.notes):
                if note.words == "play {0}" and note.cards == (name,):
                    moment.notes[at] = replace(
                        note, words=f"play {{0}} {word} {{1}}", cards=(name, self.named(other)), short="play {0}"
                    )
                    return

    def changed(self, before: Look, after: Look) -> Iterator[Note]:
        if self.ask is not None and self.ask.about == ("window", "destiny") and self.option == PASS:
            yield from self._decided_fights(before, after)
        for card, was, now, seat in moved(before, after):
            yield from self._moved(before, after, card, (was, now, seat))
        for card in sorted(before.places.keys() & after.places.keys()):
            if after.places[card][0] == "party":
                hurt, healthy = after.marks[card].get("wounded"), not before.marks[card].get("wounded")
                if hurt and healthy:
                    yield self.note(Kind.RESULT, "{0} wounded", card)
                elif not hurt and not healthy:
                    yield self.note(Kind.RESULT, "{0} healed", card)
        if before.scores and before.scores != after.scores:
            yield Note(Kind.TOTAL, f"points {after.scores[0]}-{after.scores[1]}")

    def _moved(self, before: Look, after: Look, card: int, way: tuple[str, str, int | None]) -> Iterator[Note]:
        was, now, seat = way
        name = self.named(card, before)
        if now == "discard" and card in self.drawn and before.public["fights"]:
            number = self.table.cards[card].destiny
            yield self.note(Kind.CHANCE, f"destiny {{0}} {number}", card, seat=seat, short=f"destiny {number}")
        elif now == "discard":
            yield from self._discarded(before, card, was)
        elif now == "score":
            yield Note(Kind.RESULT, "score {0}", (name,), seat)
        elif (
            not now and was in ("party", "items", "portal") and after.counts["hand", seat] > before.counts["hand", seat]
        ):
            yield Note(Kind.RESULT, "{0} returns", (name,))

    def _discarded(self, before: Look, card: int, was: str) -> Iterator[Note]:
        name, owner = self.named(card, before), self.table.owners[card]
        if self.option[0] == "replace" and card == self.option[1]:
            yield Note(Kind.PAYMENT, "sacrifice {0}", (name,), owner)
        elif was == "party" and before.marks[card].get("wounded") and self.option[0] == "pass":
            yield Note(Kind.RESULT, "{0} destroyed", (name,))
        else:
            yield Note(Kind.PAYMENT if not was else Kind.RESULT, "discard {0}", (name,), owner)

    def _decided_fights(self, before: Look, after: Look) -> Iterator[Note]:
        """Yield the totals of a fight that is over, as both players had declined to change them.

        If no player could answer the last destiny, they were not seen.
        """
        if self.drawn:
            return
        now = {item[1] for item in after.resolving if item[0] == "stands"}
        for item in before.resolving:
            if item[0] == "stands" and item[1] not in now:
                _, pc, ours, theirs = item
                name = (self.named(pc, before),)
                yield Note(Kind.TOTAL, f"{{0}} {ours} to {theirs}", name, short=f"{ours} to {theirs}")
                yield Note(Kind.RESULT, "{0} wins" if ours > theirs else "{0} loses", name)
